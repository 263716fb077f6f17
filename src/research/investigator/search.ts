import { messageOf } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import { shortLine } from "../../base/text.ts";
import { correctionOf } from "../../evidence/correction.ts";
import type { ServiceFault } from "../../evidence/event.ts";
import { queryWithoutAddresses } from "../../evidence/named-pages.ts";
import { sift } from "../../evidence/sift.ts";
import { type Hit, isWeb, locatorText, type PooledHit } from "../../evidence/source.ts";
import { SearchFailed } from "../../sources/search/search.ts";
import { pool, searchAll } from "../gather.ts";
import { type Desk, type Found, named, Refusal, readsLeftText, recorded, type Shown } from "./desk.ts";

interface Searched {
	hits: PooledHit[];
	faults: ServiceFault[];
	sent: string[];
}
type Result = Searched | ({ failed: string } & Partial<Omit<Searched, "hits">>);

/** The characters of a passage that later messages show. */
const snippetLater = 100;
/** The characters of the title of a result that was found again. */
const titleAgain = 50;
/** The characters of another investigator's sub-question that are shown. */
const readerLongest = 80;

/** Searches for the investigator. METHOD §4.4: never more than two searches in a row without a read. */
export async function search(desk: Desk, { query }: { query: string }): Promise<() => Shown> {
	const wanted = queryWithoutAddresses(query);
	if (wanted === "") throw new Refusal("The query is empty.");
	if (desk.searches >= limits.searchesWithoutRead)
		throw new Refusal(
			`Refused: ${limits.searchesWithoutRead} searches in a row without a read. Read one of the results first; when none is worth it, report what is missing as gaps.`,
		);
	desk.searches++;
	desk.queries.push(wanted);
	desk.tools.onActivity?.(`${desk.assignment.subQuestion.id} searching: ${wanted}`);
	const result = await recorded(desk.run, `search:${shortHash(wanted)}`, (signal) => ask(desk, wanted, signal));
	return () => {
		noteServices(desk, result);
		return shown(desk, wanted, result);
	};
}

/** Sends the plan's first queries before its first message. They do not count as searches without a read. */
export async function openingOf(desk: Desk): Promise<Shown> {
	const queries = desk.assignment.first ?? [];
	const told = await Promise.all(queries.map((query) => search(desk, { query })));
	desk.searches = 0;
	const results = told.map((tell) => tell());
	return {
		text: results.map(({ text }) => text).join("\n\n"),
		later: results.map(({ later }) => later).join("\n\n"),
	};
}

async function ask(desk: Desk, query: string, signal: AbortSignal): Promise<Result> {
	try {
		const { first = [] } = desk.assignment;
		const isPlanned = first.some((one) => queryWithoutAddresses(one) === query);
		const shared = isPlanned ? desk.lead.shared : undefined;
		const found = await (shared
			? shared.search(query, servicesLeftOut(desk), signal)
			: searchAll(desk.tools, [query], [query], servicesLeftOut(desk), signal));
		const [failure] = found.failed;
		if (failure && found.lists.every((hits) => hits.length === 0))
			return { failed: failure.reason, ...servicesIn(found) };
		return { hits: offered(desk, found.lists), faults: found.faults, sent: found.sent };
	} catch (error) {
		if (signal.aborted) throw error;
		return { failed: messageOf(error), ...(error instanceof SearchFailed ? servicesIn(error) : {}) };
	}
}

/** The results that a search shows. As in the pipeline, pages that are no source and third copies of one text are left out. */
export function offered({ assignment, found, pages }: Desk, lists: readonly Hit[][]): PooledHit[] {
	const read = [...found.values()].map(({ hit }) => hit).filter(({ url }) => pages.has(url));
	return sift(pool(lists), assignment.question, read).kept.slice(0, limits.searchResults);
}

export function servicesLeftOut({ assignment, faults }: Desk): string[] {
	return [...(assignment.skip ?? []), ...faults.filter(({ skipped }) => skipped).map(({ service }) => service)];
}

export function noteServices(desk: Desk, { faults = [], sent = [] }: Partial<Omit<Searched, "hits">>): void {
	for (const fault of faults) {
		const at = desk.faults.findIndex(({ service }) => service === fault.service);
		// What fails for good may have failed in passing before.
		if (at < 0) desk.faults.push(fault);
		else if (fault.skipped) desk.faults[at] = fault;
	}
	desk.sent.push(...sent.filter((service) => !desk.sent.includes(service)));
}

/** Leaves out empty lists: the log of a search in folders holds neither. */
function servicesIn({ faults, sent }: { faults: readonly ServiceFault[]; sent: readonly string[] }) {
	return {
		...(faults.length > 0 ? { faults: [...faults] } : {}),
		...(sent.length > 0 ? { sent: [...sent] } : {}),
	};
}

/** Shows each new result once and only names those that were found before. Later messages show a line for each. */
function shown(desk: Desk, query: string, result: Result): Shown {
	const only = (text: string) => ({ text, later: text });
	// The reason stays in the log, because it may name where files lie.
	if ("failed" in result)
		return only("The search failed. Try again in other words, or report what is missing as gaps.");
	if (result.hits.length === 0) return only(`Nothing was found for "${query}". Try other or fewer words.`);
	const found = result.hits.map((hit) => named(desk, hit));
	const fresh = found.filter(({ hit }) => !desk.shown.results.has(hit.url));
	for (const { hit } of fresh) desk.shown.results.add(hit.url);
	const known = found
		.filter((one) => !fresh.includes(one))
		.map(({ id, hit }) => `${id} ${shortLine(hit.title, titleAgain)}`);
	const own = fresh.filter(({ hit }) => !desk.left.has(hit.url));
	const left = fresh.filter((one) => !own.includes(one));
	const told = (rows: string[], between: string, ...end: string[]) =>
		[
			`Results for "${query}":${fresh.length === 0 ? " none that is new" : ""}`,
			...rows,
			...(known.length > 0 ? [`Found again: ${known.join("; ")}`] : []),
			...end,
		].join(between);
	return {
		text: told(
			own.map((one) => row(desk, one, limits.snippetCharacters)),
			"\n\n",
			...(left.length > 0 ? [leftText(desk, left)] : []),
			readsLeftText(desk),
		),
		later: told(
			own.map((one) => row(desk, one, snippetLater)),
			"\n",
		),
	};
}

function leftText(desk: Desk, left: readonly Found[]): string {
	const rows = left.map(
		({ id, hit }) => `- ${id} ${hit.title} (for: ${shortLine(desk.left.get(hit.url) ?? "", readerLongest)})`,
	);
	return [
		"Read by other investigators, for you too; choose one only for a need that theirs does not cover:",
		...rows,
	].join("\n");
}

function row({ pages }: Desk, { id, hit }: Found, most: number): string {
	// The text of a web result is not at hand, so the result has no place in it.
	const kind = isWeb(hit) ? [hit.authority === "general" ? "" : hit.authority, correctionOf(hit)] : [];
	const place = [hit.label, isWeb(hit) ? "" : locatorText(hit.locator), hit.date, ...kind].filter(Boolean).join(", ");
	const at = isWeb(hit) ? "" : `; at character ${hit.start}`;
	const text = hit.snippet.replace(/\s+/g, " ").trim();
	const snippet = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
	const was = pages.has(hit.url) ? ", already read" : "";
	return most === snippetLater
		? `${id} ${hit.title}: ${snippet}`
		: `${id} ${hit.title} (${place}${at}${was})\n${snippet}`;
}
