import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian's package puts it, and what a root in a container needs. */
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const args = [
	"--no-sandbox",
	"--disable-dev-shm-usage",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Starts a browser, or says why it cannot. With ASSAY_REQUIRE_REAL=1 it throws instead of saying. */
export async function startChromium(): Promise<Browser | { missing: string }> {
	if (existsSync(executablePath)) return chromium.launch({ executablePath, args });
	const missing = `chromium is not installed (${executablePath})`;
	if (process.env.ASSAY_REQUIRE_REAL === "1") throw new Error(missing);
	return { missing };
}
