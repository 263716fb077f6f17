// `npm run pictures`: draws the pictures of README.md into docs/images. Each shows a real run on this machine, without a provider and
// without a connection to anything else. Needs Chromium or Chrome, and for the two pictures tmux and SQLite's documentation.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { drawPage } from "./page-picture.ts";
import { withPalette } from "./png.ts";
import { drawReport } from "./report-picture.ts";
import { drawTerminal } from "./terminal-picture.ts";

const root = join(import.meta.dirname, "../..");
const images = join(root, "docs/images");
/** A README is read on slow connections too. bytes */
const maxBytes = 250_000;

let page: ReturnType<typeof drawPage> | undefined;
/** Both pictures of the page are of one run. */
const pageOnce = (browser: Browser, work: string) => {
	page ??= drawPage(browser, work);
	return page;
};
const pictures = {
	"report.png": drawReport,
	"terminal.png": drawTerminal,
	"page-live.png": async (browser: Browser, work: string) => (await pageOnce(browser, work)).live,
	"page-report.png": async (browser: Browser, work: string) => (await pageOnce(browser, work)).report,
};
/** `npm run pictures -- page`: only those whose names hold the word. */
const [wanted = ""] = process.argv.slice(2);

const browser = await openBrowser();
const work = mkdtempSync(join(tmpdir(), "assay-pictures-"));
try {
	mkdirSync(images, { recursive: true });
	for (const [name, draw] of Object.entries(pictures).filter(([name]) => name.includes(wanted))) {
		const file = join(images, name);
		const picture = withPalette(await draw(browser, join(work, name)));
		if (picture.length > maxBytes) throw new RangeError(`${name} is larger than ${maxBytes / 1000} kB`);
		writeFileSync(file, picture);
		process.stdout.write(`${relative(root, file)}: ${Math.round(picture.length / 1000)} kB\n`);
	}
} finally {
	await browser.close();
	rmSync(work, { recursive: true, force: true });
}
