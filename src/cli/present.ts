import { join, relative, resolve } from "node:path";
import type { ResearchState, RunOptions } from "../app/api.ts";
import { depths, spendingFlags } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import { figureWords, stopReasonWords } from "../app/event-words.ts";
import type { App, RunResult, RunSummary } from "../app/index.ts";
import { meterWords } from "../app/report/spending-words.ts";
import { skippedFilesIn } from "../app/report/words.ts";
import { pluralize } from "../base/text.ts";
import type { CommonFlags } from "./program.ts";
import { renderForTerminal } from "./terminal/markdown.ts";
import { doubleQuoted, jsonText, printAll, say, sayAll } from "./terminal/output.ts";
import { createPaint, type Paint, paintLine } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { formatDuration, oneLine, truncate, wrapText } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Maximum entries in a list of what was tried. The whole list is in `trace.json`. */
const triedMax = 12;

export function isRunResult(shown: RunResult | RunSummary): shown is RunResult {
	return "markdown" in shown;
}

/** Shows a finished run, and records it as delivered after the last byte was written. */
export async function deliver(app: App, result: RunResult, config: Config, flags: CommonFlags): Promise<void> {
	if (await showResult(result, config, flags)) await app.delivered(result.id);
}

/** Shows a finished run: the report on standard output, the rest on standard error. Returns whether all was written. */
export async function showResult(result: RunResult, config: Config, flags: CommonFlags): Promise<boolean> {
	if (flags.json) return printAll(jsonText(result.output));
	const paint = createPaint(process.stderr, config.color);
	const tell = (text: string) => {
		if (!flags.quiet) say(text);
	};
	if (result.exitCode === 3) {
		const isWritten = await sayAll(noEvidenceText(result, paint));
		if (result.spending) tell(`\n${meterWords(result.spending)}`);
		tell(`\n${filesLine(result, paint)}`);
		return isWritten;
	}
	if (process.stderr.isTTY) tell(`${outcomeLines(result, paint)}\n`);
	const isWritten = await printReport(result, config);
	if (result.exitCode === 4) tell(`\n${paint("warn", wrapText(partialWords(result), stderrWidth() - 1).join("\n"))}`);
	tell(`\n${filesLine(result, paint)}`);
	return isWritten;
}

/** Prints the report: rendered for a terminal, as Markdown for a pipe or a file. */
export async function printReport({ markdown, files, unwritten }: RunResult, config: Config): Promise<boolean> {
	const { stdout } = process;
	if (!stdout.isTTY) return printAll(markdown);
	// Links are escape codes like colours, so `never` switches off both.
	const folder = config.color === "never" || unwritten ? undefined : resolve(files);
	return printAll(renderForTerminal(markdown, terminalSize(stdout).columns, createPaint(stdout, config.color), folder));
}

/** How the run ended, its figures and its cost. */
function outcomeLines({ state, exitCode, spending }: RunResult, paint: Paint): string {
	const width = Math.max(20, stderrWidth() - 1);
	const why = state.stop ? stopReasonWords[state.stop.reason] : "finished";
	return [
		paintLine(paint, width, [
			exitCode === 4 ? { style: "warn", text: "◐ " } : { style: "good", text: "✔ " },
			{ style: "plain", text: `${formatDuration(state.elapsedMs)}  ${why}` },
		]),
		paintLine(paint, width, [{ style: "quiet", text: `  ${figureWords(state)}` }]),
		...(spending ? [paintLine(paint, width, [{ style: "quiet", text: `  ${meterWords(spending)}` }])] : []),
	].join("\n");
}

function partialWords({ id, state }: RunResult): string {
	return `The report is partial: ${oneLine(state.stop?.detail ?? "a limit ended it")}. For more: ${optionForMore(state) || `assay extend ${shortId(id)}`}`;
}

/** The option that lifts the limit which ended a run, e.g. `--depth deep or --max-steps N`. Empty if no limit did. */
function optionForMore({ stop, options, turns, sources: read, skipped }: ResearchState): string {
	if (stop?.reason === "DEADLINE") return "--deadline SECONDS";
	if (stop?.reason !== "BUDGET_EXHAUSTED" || !options) return "";
	if (areAllSkipped(options, skipped)) return "other services: --search NAMES";
	const isStepLimit = turns.length >= options.maxSteps;
	// Runs of older releases limited cost only, and their log does not name the limit.
	const isCostLimit = !isStepLimit && read.length < options.maxSources && options.model?.maxCostUsd !== undefined;
	const limit = stop.limit ?? (isCostLimit ? "cost" : undefined);
	if (limit) return limit === "cost" ? "--max-cost USD" : `${spendingFlags[limit]} N`;
	const { steps, sources } = depths[options.depth];
	const ownLimit = isStepLimit ? options.maxSteps !== steps : options.maxSources !== sources;
	const isDeepest = options.depth === "deep" || options.depth === "survey";
	const deeper = ownLimit || isDeepest ? "" : "--depth deep or ";
	return `${deeper}${isStepLimit ? "--max-steps N" : "--max-sources N"}`;
}

function areAllSkipped({ corpus, web }: RunOptions, skipped: ResearchState["skipped"]): boolean {
	const search = web?.search ?? [];
	const skippedNames = new Set(skipped.map(({ service }) => service));
	return corpus.length === 0 && search.length > 0 && search.every((service) => skippedNames.has(service));
}

/** The path of the files, relative if it is below the working directory. */
function filesLine({ files, id, exitCode, unwritten }: RunResult, paint: Paint): string {
	if (unwritten) return paint("warn", oneLine(unwritten.message));
	const relativePath = relative(process.cwd(), files);
	const folder = relativePath === "" || relativePath.startsWith("..") ? files : relativePath;
	const best = exitCode === 3 ? join(folder, "trace.json") : join(folder, "report.html");
	const again = exitCode === 3 ? "" : `\n${paint("quiet", `Again  assay show ${shortId(id)}`)}`;
	return `${paint("quiet", "Files ")} ${oneLine(best)}${again}`;
}

/** METHOD: without evidence there is no report. The user sees what was tried and why it failed. */
function noEvidenceText({ state }: RunResult, paint: Paint): string {
	const width = stderrWidth() - 1;
	const where = searchedPlaces(state);
	const queries = [...new Set(state.turns.flatMap((turn) => turn.queries))];
	const readLabels = state.sources.map((source) => source.label);
	const more = optionForMore(state);
	const failed = state.turns.flatMap((turn) => [
		...turn.failed.map(({ query, reason }) => `"${query}": ${reason}`),
		...turn.faults.filter(({ skipped }) => !skipped).map(({ service, reason }) => `${service}: ${reason}`),
	]);
	return [
		...wrapText(`No evidence was found, so there is no report: ${oneLine(noEvidenceReason(state))}.`, width).map(
			(line) => paint("warn", line),
		),
		...listSection(`Searched${where} for`, queries, paint),
		...listSection("Read, but found no answer in", readLabels, paint),
		...listSection(
			"Could not read",
			state.unread.map(({ url, reason }) => `${url}: ${reason}`),
			paint,
		),
		...listSection(
			"Skipped files",
			skippedFilesIn(state).map(({ path, reason }) => `${path}: ${reason}`),
			paint,
		),
		...listSection(
			"Not searched",
			state.skipped.map(({ service, reason }) => `${service}: ${reason}`),
			paint,
		),
		...listSection(
			"Given up",
			state.parked.map(({ what, reason }) => `${what}: ${reason}`),
			paint,
		),
		...listSection("Searches that failed", [...new Set(failed)], paint),
		"",
		...wrapText(`What to try: ${state.options?.from === undefined && more ? more : otherHints(state)}.`, width),
	].join("\n");
}

/** What the pages lack. Otherwise why the research stopped, unless its coverage was met. */
function noEvidenceReason({ missing = [], sources, stop }: ResearchState): string {
	if (missing.length > 0 && sources.length > 0) return missing.join(", ");
	return stop === undefined || stop.reason === "COVERAGE_MET" ? "nothing that was read answers it" : stop.detail;
}

/** ` in 12 documents, and by duckduckgo`. */
function searchedPlaces({ source, options, skipped }: ResearchState): string {
	const skippedNames = new Set(skipped.map(({ service }) => service));
	const services = (options?.web?.search ?? []).filter((service) => !skippedNames.has(service));
	if (source && options?.from !== undefined)
		return ` in the ${pluralize(source.documents, "page")} of run ${shortId(options.from)}`;
	const documents = source && options?.corpus.length !== 0 ? ` in ${pluralize(source.documents, "document")}` : "";
	return `${documents}${documents !== "" && services.length > 0 ? "," : ""}${services.length > 0 ? ` by ${services.join(", ")}` : ""}`;
}

function otherHints({ options, question }: ResearchState): string {
	if (options?.from !== undefined)
		return `search for it: assay ${doubleQuoted(oneLine(question))} --search NAMES, or with --corpus FOLDER`;
	if (options?.corpus.length === 0)
		return "other words, as the pages would say it; another --search; a page that you know of: --url ADDRESS; --depth deep";
	return "other words, as the documents would say it; another --corpus; --depth deep";
}

function listSection(title: string, entries: readonly string[], paint: Paint): string[] {
	if (entries.length === 0) return [];
	const width = Math.max(20, stderrWidth() - 3);
	const more = entries.length > triedMax ? [paint("quiet", `  and ${entries.length - triedMax} more`)] : [];
	return [
		"",
		paint("title", title),
		...entries.slice(0, triedMax).map((entry) => `  ${truncate(oneLine(entry), width)}`),
		...more,
	];
}

function stderrWidth(): number {
	return process.stderr.isTTY ? terminalSize(process.stderr).columns : 120;
}
