import { delimiter } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../src/sources/pages/browser/find-browser.ts";

/** The Chromium of this machine. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH ?? findBrowser((process.env.PATH ?? "").split(delimiter));
	if (executablePath === undefined) throw new Error("no Chromium or Chrome on this machine");
	return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args: ["--disable-gpu"] });
}

/** A page of this size in CSS pixels, with two device pixels for each, light and offline. */
export function openPage(browser: Browser, width: number, height: number): Promise<Page> {
	return browser.newPage({
		viewport: { width, height },
		deviceScaleFactor: 2,
		colorScheme: "light",
		offline: true,
	});
}
