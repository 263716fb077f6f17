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

/** The browser's program, or why there is none. With ASSAY_REQUIRE_REAL=1 it throws instead of saying. */
export function chromiumProgram(): string | { missing: string } {
	if (existsSync(executablePath)) return executablePath;
	const missing = `chromium is not installed (${executablePath})`;
	if (process.env.ASSAY_REQUIRE_REAL === "1") throw new Error(missing);
	return { missing };
}

/** Starts a browser, or says why it cannot. */
export async function startChromium(): Promise<Browser | { missing: string }> {
	const program = chromiumProgram();
	return typeof program === "string" ? chromium.launch({ executablePath: program, args }) : program;
}
