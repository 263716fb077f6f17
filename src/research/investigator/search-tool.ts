import { messageOf } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import { shortLine } from "../../base/text.ts";
import { correctionKindOf } from "../../evidence/correction-notice.ts";
import type { ServiceFault } from "../../evidence/event.ts";
import { filterSearchResults } from "../../evidence/filter-results.ts";
import { queryWithoutAddresses } from "../../evidence/question-addresses.ts";
import { type Hit, isWeb, locatorText, type PooledHit } from "../../evidence/source.ts";
import { SearchFailedError } from "../../sources/search/search.ts";
import { poolResults, searchAll } from "../search-wave.ts";
import {
	type NamedResult,
	nameResult,
	readsLeftText,
	recordStep,
	type SearchAnswer,
	ToolRefusal,
	type ToolResult,
	type Workspace,
	wasReadBefore,
} from "./workspace.ts";

interface SearchOutcome {
	hits: PooledHit[];
	/** Addresses of all results, also of those that are not shown; absent in older logs. */
	seen?: string[];
	faults: ServiceFault[];
	sent: string[];
}
type SearchStepResult = SearchOutcome | ({ failed: string } & Partial<Omit<SearchOutcome, "hits">>);

/** The characters of a passage that later messages show. */
const snippetLaterMost = 100;
/** The characters of the title of a result that was found again. */
const titleAgainMost = 50;
/** The characters of another investigator's sub-question that are shown. */
const readerLongest = 80;

/** Searches for the investigator. METHOD §4.4: never more than two searches in a row without a read. */
export async function searchTool(workspace: Workspace, { query }: { query: string }): Promise<() => ToolResult> {
	const wanted = queryWithoutAddresses(query);
	if (wanted === "") throw new ToolRefusal("The query is empty.");
	if (workspace.searches >= limits.searchesWithoutRead)
		throw new ToolRefusal(
			`Refused: ${limits.searchesWithoutRead} searches in a row without a read. Read one of the results first; when none is worth it, report what is missing as gaps.`,
		);
	workspace.searches++;
	workspace.queries.push(wanted);
	workspace.tools.onActivity?.(`${workspace.assignment.subQuestion.id} searching: ${wanted}`);
	const result = await recordStep(workspace.run, `search:${shortHash(wanted)}`, (signal) =>
		sendQuery(workspace, wanted, signal),
	);
	return () => {
		recordSearch(workspace, result);
		return showResults(workspace, wanted, result);
	};
}

/** Sends the plan's first queries before its first message. They do not count as searches without a read. */
export async function openingResults(workspace: Workspace): Promise<ToolResult> {
	const queries = workspace.assignment.first ?? [];
	const pending = await Promise.all(queries.map((query) => searchTool(workspace, { query })));
	workspace.searches = 0;
	const results = pending.map((render) => render());
	return {
		text: results.map(({ text }) => text).join("\n\n"),
		later: results.map(({ later }) => later).join("\n\n"),
	};
}

async function sendQuery(workspace: Workspace, query: string, signal: AbortSignal): Promise<SearchStepResult> {
	try {
		const found = await answerOf(workspace, query, signal);
		const [failure] = found.failed;
		if (failure && found.lists.every((hits) => hits.length === 0))
			return { failed: failure.reason, ...serviceFields(found) };
		return {
			hits: resultsToShow(workspace, found.lists),
			seen: addressesIn(found.lists),
			faults: found.faults,
			sent: found.sent,
		};
	} catch (error) {
		if (signal.aborted) throw error;
		return { failed: messageOf(error), ...(error instanceof SearchFailedError ? serviceFields(error) : {}) };
	}
}

/** The run's answer to a query; without other investigators and a log, the query is sent. */
export function answerOf(workspace: Workspace, query: string, signal: AbortSignal): Promise<SearchAnswer> {
	const { tools, parent } = workspace;
	return parent.shared?.search(query) ?? searchAll(tools, [query], [query], servicesToSkip(workspace), signal);
}

/** The results that a search shows. As in the pipeline, pages that are no source and third copies of one text are left out. */
export function resultsToShow({ assignment, found, pages }: Workspace, lists: readonly Hit[][]): PooledHit[] {
	const read = [...found.values()].map(({ hit }) => hit).filter(({ url }) => pages.has(url));
	return filterSearchResults(poolResults(lists), assignment.question, read).kept.slice(0, limits.searchResults);
}

export function addressesIn(lists: readonly Hit[][]): string[] {
	return [...new Set(lists.flat().map(({ url }) => url))];
}

function servicesToSkip({ assignment, faults }: Workspace): string[] {
	return [...(assignment.skip ?? []), ...faults.filter(({ skipped }) => skipped).map(({ service }) => service)];
}

/** Records which services a search used, and which addresses they returned. */
export function recordSearch(
	workspace: Workspace,
	{ faults = [], sent = [], seen = [] }: Partial<Omit<SearchOutcome, "hits">>,
): void {
	for (const url of seen) workspace.seen.add(url);
	for (const fault of faults) {
		const at = workspace.faults.findIndex(({ service }) => service === fault.service);
		// What fails for good may have failed in passing before.
		if (at < 0) workspace.faults.push(fault);
		else if (fault.skipped) workspace.faults[at] = fault;
	}
	workspace.sent.push(...sent.filter((service) => !workspace.sent.includes(service)));
}

/** Leaves out empty lists: the log of a search in folders holds neither. */
function serviceFields({ faults, sent }: { faults: readonly ServiceFault[]; sent: readonly string[] }) {
	return {
		...(faults.length > 0 ? { faults: [...faults] } : {}),
		...(sent.length > 0 ? { sent: [...sent] } : {}),
	};
}

/** Shows each new result once and only names those that were found before. Later messages show a line for each. */
function showResults(workspace: Workspace, query: string, result: SearchStepResult): ToolResult {
	const only = (text: string) => ({ text, later: text });
	// The reason stays in the log, because it may name where files lie.
	if ("failed" in result)
		return only("The search failed. Try again in other words, or report what is missing as gaps.");
	if (result.hits.length === 0) return only(`Nothing was found for "${query}". Try other or fewer words.`);
	const found = result.hits.map((hit) => nameResult(workspace, hit));
	const fresh = found.filter(({ hit }) => !workspace.shown.results.has(hit.url));
	for (const { hit } of fresh) workspace.shown.results.add(hit.url);
	const known = found
		.filter((one) => !fresh.includes(one))
		.map(({ id, hit }) => `${id} ${shortLine(hit.title, titleAgainMost)}${readMark(workspace, hit.url, " (", ")")}`);
	const unassigned = fresh.filter(({ hit }) => !workspace.readByOthers.has(hit.url));
	const readByOthers = fresh.filter((one) => !unassigned.includes(one));
	const joinRows = (rows: string[], between: string, ...end: string[]) =>
		[
			`Results for "${query}":${fresh.length === 0 ? " none that is new" : ""}`,
			...rows,
			...(known.length > 0 ? [`Found again: ${known.join("; ")}`] : []),
			...end,
		].join(between);
	return {
		text: joinRows(
			unassigned.map((one) => resultRow(workspace, one, limits.snippetCharacters)),
			"\n\n",
			...(readByOthers.length > 0 ? [readByOthersText(workspace, readByOthers)] : []),
			readsLeftText(workspace),
		),
		later: joinRows(
			unassigned.map((one) => resultRow(workspace, one, snippetLaterMost)),
			"\n",
		),
	};
}

function readByOthersText(workspace: Workspace, readByOthers: readonly NamedResult[]): string {
	const rows = readByOthers.map(
		({ id, hit }) =>
			`- ${id} ${hit.title} (for: ${shortLine(workspace.readByOthers.get(hit.url) ?? "", readerLongest)})`,
	);
	return [
		"Read by other investigators, for you too; choose one only for a need that theirs does not cover:",
		...rows,
	].join("\n");
}

/** Whether a page was read, by this investigator or before its wave: another reading seldom finds more. */
function readMark({ pages, parent }: Workspace, url: string, before: string, after = ""): string {
	return pages.has(url) || wasReadBefore(parent, url) ? `${before}already read${after}` : "";
}

function resultRow(workspace: Workspace, { id, hit }: NamedResult, most: number): string {
	// The text of a web result is not at hand, so the result has no place in it.
	const kind = isWeb(hit) ? [hit.authority === "general" ? "" : hit.authority, correctionKindOf(hit)] : [];
	const place = [hit.label, isWeb(hit) ? "" : locatorText(hit.locator), hit.date, ...kind].filter(Boolean).join(", ");
	const at = isWeb(hit) ? "" : `; at character ${hit.start}`;
	const text = hit.snippet.replace(/\s+/g, " ").trim();
	const snippet = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
	return most === snippetLaterMost
		? `${id} ${hit.title}${readMark(workspace, hit.url, " (", ")")}: ${snippet}`
		: `${id} ${hit.title} (${place}${at}${readMark(workspace, hit.url, ", ")})\n${snippet}`;
}
