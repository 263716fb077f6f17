import { join, relative, resolve } from "node:path";
import type { ResearchState, RunOptions } from "../app/api.ts";
import { depths } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import type { App, RunResult } from "../app/index.ts";
import { meterWords } from "../app/report/spending-words.ts";
import { skippedIn } from "../app/report/words.ts";
import type { CommonFlags } from "./program.ts";
import { renderForTerminal } from "./terminal/markdown.ts";
import { json, printWhole, say, sayWhole } from "./terminal/output.ts";
import { lineOf, type Paint, paintFor } from "./terminal/paint.ts";
import { sizeOf } from "./terminal/size.ts";
import { clock, count, cut, oneLine, wrap } from "./terminal/text.ts";
import { figures, shortId, stopWords } from "./words.ts";

/** Maximum entries in a list of what was tried. The whole list is in `trace.json`. */
const triedMax = 12;

/** Shows a finished run, and records it as delivered after the last byte was written. */
export async function deliver(app: App, result: RunResult, config: Config, flags: CommonFlags): Promise<void> {
	if (await present(result, config, flags)) await app.delivered(result.id);
}

/** Shows a finished run: the report on standard output, the rest on standard error. Returns whether all was written. */
export async function present(result: RunResult, config: Config, flags: CommonFlags): Promise<boolean> {
	if (flags.json) return printWhole(json(result.output));
	const paint = paintFor(process.stderr, config.color);
	const tell = (text: string) => {
		if (!flags.quiet) say(text);
	};
	if (result.exitCode === 3) {
		const taken = await sayWhole(tried(result, paint));
		if (result.spending) tell(`\n${meterWords(result.spending)}`);
		tell(`\n${filesLine(result, paint)}`);
		return taken;
	}
	if (process.stderr.isTTY) tell(`${endLines(result, paint)}\n`);
	const taken = await printReport(result, config);
	if (result.exitCode === 4) tell(`\n${paint("warn", wrap(partialWords(result), widthOfStderr() - 1).join("\n"))}`);
	tell(`\n${filesLine(result, paint)}`);
	return taken;
}

/** Prints the report: rendered for a terminal, as Markdown for a pipe or a file. */
export async function printReport({ markdown, files, unwritten }: RunResult, config: Config): Promise<boolean> {
	const { stdout } = process;
	if (!stdout.isTTY) return printWhole(markdown);
	// Links are escape codes like colours, so `never` switches off both.
	const folder = config.color === "never" || unwritten ? undefined : resolve(files);
	return printWhole(renderForTerminal(markdown, sizeOf(stdout).columns, paintFor(stdout, config.color), folder));
}

/** How the run ended, its figures and its cost. */
function endLines({ state, exitCode, spending }: RunResult, paint: Paint): string {
	const width = Math.max(20, widthOfStderr() - 1);
	const why = state.stop ? stopWords[state.stop.reason] : "finished";
	return [
		lineOf(paint, width, [
			exitCode === 4 ? { style: "warn", text: "◐ " } : { style: "good", text: "✔ " },
			{ style: "plain", text: `${clock(state.elapsedMs)}  ${why}` },
		]),
		lineOf(paint, width, [{ style: "quiet", text: `  ${figures(state)}` }]),
		...(spending ? [lineOf(paint, width, [{ style: "quiet", text: `  ${meterWords(spending)}` }])] : []),
	].join("\n");
}

function partialWords({ state }: RunResult): string {
	return `The report is partial: ${oneLine(state.stop?.detail ?? "a limit ended it")}. For more: ${moreBy(state)}`;
}

/** The option that lifts the limit which ended a run, e.g. `--depth deep or --max-steps N`. Empty if no limit did. */
function moreBy({ stop, options, turns, sources: read, skipped }: ResearchState): string {
	if (stop?.reason === "DEADLINE") return "--deadline SECONDS";
	if (stop?.reason !== "BUDGET_EXHAUSTED" || !options) return "";
	if (areAllLeftOut(options, skipped)) return "other services: --search NAMES";
	const bySteps = turns.length >= options.maxSteps;
	if (!bySteps && read.length < options.maxSources && options.model?.maxCostUsd !== undefined) return "--max-cost USD";
	const { steps, sources } = depths[options.depth];
	const ownLimit = bySteps ? options.maxSteps !== steps : options.maxSources !== sources;
	const deeper = ownLimit || options.depth === "deep" ? "" : "--depth deep or ";
	return `${deeper}${bySteps ? "--max-steps N" : "--max-sources N"}`;
}

function areAllLeftOut({ corpus, web }: RunOptions, skipped: ResearchState["skipped"]): boolean {
	const search = web?.search ?? [];
	const left = new Set(skipped.map(({ service }) => service));
	return corpus.length === 0 && search.length > 0 && search.every((service) => left.has(service));
}

/** The path of the files, relative if it is below the working directory. */
function filesLine({ files, id, exitCode, unwritten }: RunResult, paint: Paint): string {
	if (unwritten) return paint("warn", oneLine(unwritten.message));
	const below = relative(process.cwd(), files);
	const folder = below === "" || below.startsWith("..") ? files : below;
	const best = exitCode === 3 ? join(folder, "trace.json") : join(folder, "report.html");
	const again = exitCode === 3 ? "" : `\n${paint("quiet", `Again  assay show ${shortId(id)}`)}`;
	return `${paint("quiet", "Files ")} ${oneLine(best)}${again}`;
}

/** METHOD: without evidence there is no report. The user sees what was tried and why it failed. */
function tried({ state }: RunResult, paint: Paint): string {
	const width = widthOfStderr() - 1;
	const where = placesOf(state);
	const queries = [...new Set(state.turns.flatMap((turn) => turn.queries))];
	const silent = state.sources.map((source) => source.label);
	const more = moreBy(state);
	const failed = state.turns.flatMap((turn) => [
		...turn.failed.map(({ query, reason }) => `"${query}": ${reason}`),
		...turn.faults.filter(({ skipped }) => !skipped).map(({ service, reason }) => `${service}: ${reason}`),
	]);
	return [
		...wrap(`No evidence was found, so there is no report: ${oneLine(whyNothing(state))}.`, width).map((line) =>
			paint("warn", line),
		),
		...section(`Searched${where} for`, queries, paint),
		...section("Read, but found no answer in", silent, paint),
		...section(
			"Could not read",
			state.unread.map(({ url, reason }) => `${url}: ${reason}`),
			paint,
		),
		...section(
			"Skipped files",
			skippedIn(state).map(({ path, reason }) => `${path}: ${reason}`),
			paint,
		),
		...section(
			"Not searched",
			state.skipped.map(({ service, reason }) => `${service}: ${reason}`),
			paint,
		),
		...section(
			"Given up",
			state.parked.map(({ what, reason }) => `${what}: ${reason}`),
			paint,
		),
		...section("Searches that failed", [...new Set(failed)], paint),
		"",
		...wrap(`What to try: ${more || otherWays(state)}.`, width),
	].join("\n");
}

/** What the pages lack. Otherwise why the research stopped, unless its coverage was met. */
function whyNothing({ missing = [], sources, stop }: ResearchState): string {
	if (missing.length > 0 && sources.length > 0) return missing.join(", ");
	return stop === undefined || stop.reason === "COVERAGE_MET" ? "nothing that was read answers it" : stop.detail;
}

/** ` in 12 documents, and by duckduckgo`. */
function placesOf({ source, options, skipped }: ResearchState): string {
	const left = new Set(skipped.map(({ service }) => service));
	const services = (options?.web?.search ?? []).filter((service) => !left.has(service));
	const documents = source && options?.corpus.length !== 0 ? ` in ${count(source.documents, "document")}` : "";
	return `${documents}${documents !== "" && services.length > 0 ? "," : ""}${services.length > 0 ? ` by ${services.join(", ")}` : ""}`;
}

function otherWays({ options }: ResearchState): string {
	if (options?.corpus.length === 0)
		return "other words, as the pages would say it; another --search; a page that you know of: --url ADDRESS; --depth deep";
	return "other words, as the documents would say it; another --corpus; --depth deep";
}

function section(title: string, entries: readonly string[], paint: Paint): string[] {
	if (entries.length === 0) return [];
	const width = Math.max(20, widthOfStderr() - 3);
	const more = entries.length > triedMax ? [paint("quiet", `  and ${entries.length - triedMax} more`)] : [];
	return [
		"",
		paint("title", title),
		...entries.slice(0, triedMax).map((entry) => `  ${cut(oneLine(entry), width)}`),
		...more,
	];
}

function widthOfStderr(): number {
	return process.stderr.isTTY ? sizeOf(process.stderr).columns : 120;
}
