import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { assay } from "../crash/kill.ts";
import { argsOfRecording, corpusOf, recordingOf } from "../support/recorded.ts";
import { startReplay } from "../support/replay.ts";
import { openPage } from "./browser.ts";

/** The number whose quote is shown: the second of the third line. */
const marker = ".line li:nth-child(3) a.m >> nth=1";

/** What is shown of the page, in CSS pixels. */
const shown = { x: 96, y: 56, width: 844, height: 1022 };

/** The beginning of the report of a recorded run, with one of its quotes open. */
export async function drawReport(browser: Browser, work: string): Promise<Buffer> {
	// Higher than what is shown: the quote opens below its number only where it has room.
	const page = await openPage(browser, 940, 1200);
	await page.goto(pathToFileURL(await writeReport(work)).href);
	// Without the mouse, over which the quote would open and hide its number.
	await page.dispatchEvent(marker, "click");
	await page.waitForSelector("#card:popover-open mark");
	const picture = await page.screenshot({ clip: shown });
	await page.close();
	return picture;
}

/** Runs assay with the recorded answers of a careful reader. Returns the path of report.html. */
async function writeReport(work: string): Promise<string> {
	const { head, exchanges } = recordingOf("synthesis");
	const corpus = corpusOf(head, join(work, "corpus"));
	if ("missing" in corpus) throw new Error(corpus.missing);
	const home = join(work, "home");
	const replay = await startReplay(exchanges);
	try {
		const end = await assay([...argsOfRecording(head, corpus.folder), "--base-url", replay.baseUrl], home);
		if (end.code !== 0) throw new Error(end.stderr);
	} finally {
		await replay.close();
	}
	const [run = ""] = readdirSync(join(home, "runs"));
	return join(home, "runs", run, "report.html");
}
