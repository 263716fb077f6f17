import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, messageOf } from "../base/errors.ts";
import { contentHash } from "../base/hash.ts";
import { terminalSafeJson } from "../base/json.ts";
import { scrub } from "../base/scrub.ts";
import type { Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { PageStore, RunRecord } from "../store/store.ts";
import { parseCampaignInput } from "./campaign/campaign-input.ts";
import { renderEvidence } from "./report/evidence-json.ts";
import { renderHtml } from "./report/html.ts";
import type { ReportInput } from "./report/input.ts";
import { renderMarkdown } from "./report/markdown.ts";
import type { ModelWork } from "./report/model-work.ts";
import { type JsonOutput, jsonOutputOf } from "./report/output.ts";
import { pageFile } from "./report/page-address.ts";
import { renderStoredPage } from "./report/page-html.ts";
import { renderTrace } from "./report/trace-json.ts";
import { parseRunInput } from "./run.ts";
import type { LoggedEvent } from "./run-log.ts";

/** A finished run as files and as the object that `--json` prints. */
export interface RunFiles {
	output: JsonOutput;
	markdown: string;
	/** The folder that holds them. */
	files: string;
	/** Why they could not be written; set only with `toRead`. */
	unwritten?: AssayError | undefined;
}

/**
 * Renders a finished run into `folder`: `report.md`, `report.html`, `evidence.json`, `trace.json`, and in `pages/` the text of each
 * page that was read; with models also `calls.jsonl`, with each request and response. A run without evidence has no report files.
 * Each file is written whole or not at all. Throws `FILES_NOT_WRITTEN`; the run itself is safe in the store. With `toRead` the
 * error is returned instead.
 */
export function writeRunFiles(...input: Parameters<typeof writeFiles>): Promise<RunFiles> {
	const files = writing.then(() => writeFiles(...input));
	writing = files.catch(() => undefined);
	return files;
}

/** A server may show a run to several clients at once: one writes after the other. */
let writing: Promise<unknown> = Promise.resolve();

async function writeFiles(
	folder: string,
	run: RunRecord,
	state: ResearchState,
	pages: PageStore,
	log: readonly LoggedEvent[],
	{ models, toRead = false, pulses }: { models?: ModelWork | undefined; toRead?: boolean; pulses?: string[] } = {},
): Promise<RunFiles> {
	const texts = await pageTextsOf(state, pages, folder, toRead);
	const input = reportInputOf(run, state, texts, models);
	const markdown = renderMarkdown(input);
	const html = renderHtml(input);
	const fileTexts: [string, string][] = [
		...(markdown === undefined ? [] : [["report.md", markdown] as [string, string]]),
		...(html === undefined ? [] : [["report.html", html] as [string, string]]),
		["evidence.json", renderEvidence(input)],
		...(models ? [["calls.jsonl", renderCalls(models)] as [string, string]] : []),
		...[...texts].map(([id, text]): [string, string] => [join("pages", `${id}.txt`), replaceControls(text)]),
		...renderPages(state, texts),
		["trace.json", renderTrace(input, log, pulses)],
	];
	const runFiles: RunFiles = { output: jsonOutputOf(input), markdown: markdown ?? "", files: folder };
	try {
		await mkdir(join(folder, "pages"), { recursive: true });
		for (const one of [folder, join(folder, "pages")]) await removeStaleParts(one);
		for (const [name, text] of fileTexts) await writeAtomically(join(folder, name), scrub(text));
		return runFiles;
	} catch (cause) {
		const unwritten = new AssayError(
			"FILES_NOT_WRITTEN",
			`could not write the report to ${folder}: ${messageOf(cause)}`,
			{
				hint: isFile(cause)
					? "the run is kept; a file stands where the folder should be: choose another with --out FOLDER"
					: `the run is kept; with room and permission: assay show ${run.id.slice(0, 8)}, or choose another folder with --out`,
				cause,
			},
		);
		if (toRead) return { ...runFiles, unwritten };
		throw unwritten;
	}
}

/** Whether a folder could not be made because a file has its name. */
function isFile(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOTDIR" || error.code === "EEXIST");
}

/** The input of the renderers. `texts`: by source id. */
export function reportInputOf(
	run: Pick<RunRecord, "id" | "createdAt" | "input">,
	state: ResearchState,
	texts: ReadonlyMap<string, string>,
	models: ModelWork | undefined,
): ReportInput {
	const { withoutEffect } = parseRunInput(run.input) ?? parseCampaignInput(run.input) ?? {};
	return {
		state,
		run: { id: run.id, createdAt: run.createdAt, cost: models?.spending.usd ?? 0, withoutEffect },
		models,
		pageText: (id) => texts.get(id),
	};
}

/** The texts of the pages that were read, by source id, as far as the cache or the files in `folder` hold them. */
export async function pageTextsOf(
	{ sources }: ResearchState,
	pages: PageStore,
	folder: string,
	toRead: boolean,
): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	for (const source of sources) {
		const stored = pages.get(source.hash).catch((error: unknown) => {
			if (!toRead) throw error;
			return undefined;
		});
		const text = (await stored)?.text ?? (await readWrittenText(folder, source));
		if (text !== undefined) texts.set(source.id, text);
	}
	return texts;
}

/** The HTML files of the pages that were read. The quotes of the report link to them. */
function renderPages({ sources, claims }: ResearchState, texts: ReadonlyMap<string, string>): [string, string][] {
	return sources.flatMap((source): [string, string][] => {
		const text = texts.get(source.id);
		if (text === undefined) return [];
		const claimsOfPage = claims.filter(({ sourceId }) => sourceId === source.id);
		return [[pageFile(source.id), renderStoredPage(source, text, claimsOfPage)]];
	});
}

/** The text of a page that the cache no longer holds, from the files that were written before. */
async function readWrittenText(folder: string, { id, hash }: Source): Promise<string | undefined> {
	try {
		const text = await readFile(join(folder, "pages", `${id}.txt`), "utf8");
		return contentHash(text) === hash ? text : undefined;
	} catch {
		return undefined;
	}
}

/** Control and bidirectional characters. Pages that an older release stored may hold them. */
const controlCharacters = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces each such character by one placeholder, so that a terminal can show the text and offsets stay the same. */
function replaceControls(text: string): string {
	return text.replace(controlCharacters, "\ufffd");
}

/** One line for each request and call of a tool, with all that was sent and answered, so that a user can see it. No line holds a key. */
function renderCalls({ calls, toolCalls = [] }: ModelWork): string {
	return [...calls, ...toolCalls].map((call) => `${scrub(terminalSafeJson(call))}\n`).join("");
}

/** The name of a file that is not yet whole. It holds the id of the process that writes it. */
const partNamePattern = /\.(?:(\d+)\.)?part$/;

async function writeAtomically(path: string, text: string): Promise<void> {
	const part = `${path}.${process.pid}.part`;
	await writeFile(part, text);
	await rename(part, path);
}

/** Removes files that processes left half-written when they died. */
async function removeStaleParts(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const [isPart, pid] = partNamePattern.exec(name) ?? [];
		if (isPart !== undefined && !isOtherProcessAlive(Number(pid))) await rm(join(folder, name), { force: true });
	}
}

/** Whether another process has this id. This process writes one file after the other, and none at this moment. */
function isOtherProcessAlive(pid: number): boolean {
	if (!(pid > 0) || pid === process.pid) return false;
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
