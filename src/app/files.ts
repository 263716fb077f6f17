import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, messageOf } from "../base/errors.ts";
import { contentHash } from "../base/hash.ts";
import { escapedJson } from "../base/json.ts";
import { scrub } from "../base/scrub.ts";
import type { Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { PageStore, RunRecord } from "../store/store.ts";
import { renderEvidence } from "./report/evidence.ts";
import { renderHtml } from "./report/html.ts";
import type { ReportInput } from "./report/input.ts";
import { renderMarkdown } from "./report/markdown.ts";
import type { ModelWork } from "./report/model-work.ts";
import { type Output, outputOf } from "./report/output.ts";
import { pageFile, renderPage } from "./report/page-html.ts";
import { renderTrace } from "./report/trace.ts";

/** A finished run as files and as the object that `--json` prints. */
export interface RunFiles {
	output: Output;
	markdown: string;
	/** The folder. */
	files: string;
}

/**
 * Renders a finished run into `folder`: `report.md`, `report.html`, `evidence.json`, `trace.json`, and in `pages/` the text of
 * each page that was read; with models also `calls.jsonl`: what each was asked, and what it answered. A run without evidence
 * has no report files. Each file appears whole or not at all.
 * Throws `FILES_NOT_WRITTEN`; the run itself is safe in the store.
 */
export async function writeRunFiles(
	folder: string,
	run: RunRecord,
	state: ResearchState,
	pages: PageStore,
	models?: ModelWork,
): Promise<RunFiles> {
	const texts = new Map<string, string>();
	for (const source of state.sources) {
		const text = (await pages.get(source.hash))?.text ?? (await writtenText(folder, source));
		if (text !== undefined) texts.set(source.id, text);
	}
	const input: ReportInput = {
		state,
		run: { id: run.id, createdAt: run.createdAt, cost: models?.spending.usd ?? 0 },
		models,
		pageText: (id) => texts.get(id),
	};
	const markdown = renderMarkdown(input);
	const html = renderHtml(input);
	const named: [string, string][] = [
		...(markdown === undefined ? [] : [["report.md", markdown] as [string, string]]),
		...(html === undefined ? [] : [["report.html", html] as [string, string]]),
		["evidence.json", renderEvidence(input)],
		...(models ? [["calls.jsonl", renderCalls(models)] as [string, string]] : []),
		...[...texts].map(([id, text]): [string, string] => [join("pages", `${id}.txt`), visible(text)]),
		...renderPages(state, texts),
		["trace.json", renderTrace(input)],
	];
	try {
		await mkdir(join(folder, "pages"), { recursive: true });
		for (const [name, text] of named) await writeWhole(join(folder, name), scrub(text));
	} catch (cause) {
		throw new AssayError("FILES_NOT_WRITTEN", `could not write the report to ${folder}: ${messageOf(cause)}`, {
			hint: `the run is kept; with room and permission: assay show ${run.id}, or choose another folder with --out`,
			cause,
		});
	}
	return { output: outputOf(input), markdown: markdown ?? "", files: folder };
}

/** Each page that was read, to be looked at: what the report's quotes link to. */
function renderPages({ sources, claims }: ResearchState, texts: ReadonlyMap<string, string>): [string, string][] {
	return sources.flatMap((source): [string, string][] => {
		const text = texts.get(source.id);
		if (text === undefined) return [];
		const own = claims.filter(({ sourceId }) => sourceId === source.id);
		return [[pageFile(source.id), renderPage(source, text, own)]];
	});
}

/** The text of a page that the cache has thrown away, from the files that were written before. */
async function writtenText(folder: string, { id, hash }: Source): Promise<string | undefined> {
	try {
		const text = await readFile(join(folder, "pages", `${id}.txt`), "utf8");
		return contentHash(text) === hash ? text : undefined;
	} catch {
		return undefined;
	}
}

/** Control characters, and marks that turn the direction of writing, of a page that was stored before they were taken out. */
const live = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Such a page as it can be shown on a terminal, each place where it was. */
function visible(text: string): string {
	return text.replace(live, "\ufffd");
}

/** A request a line, with all that was asked and answered: so that a user can see it. It holds no key, as no row does. */
function renderCalls({ calls }: ModelWork): string {
	return calls.map((call) => `${scrub(escapedJson(call))}\n`).join("");
}

async function writeWhole(path: string, text: string): Promise<void> {
	const part = `${path}.part`;
	await writeFile(part, text);
	await rename(part, path);
}
