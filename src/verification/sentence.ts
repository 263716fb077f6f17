import { folded } from "../base/text.ts";
import { cellWords, standsInPage } from "../evidence/cells.ts";
import type { Claim } from "../evidence/claim.ts";
import type { CheckKind } from "../evidence/report.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { asQuoted, partsOf, standsIn, unfaithful } from "../text/quotations.ts";
import { unsupportedQuantities } from "./numbers.ts";

/** One check that was made of a statement; it passed when it has no fault. */
export interface Checked {
	kind: CheckKind;
	fault?: string | undefined;
}

/** What is known of the page that a claim was read from. */
export interface PageOf {
	/** Its title. */
	title: (sourceId: string) => string | undefined;
	/** Who says it and when (`byline.ts`), as a lead-in may name them. */
	byline?: (sourceId: string) => string | undefined;
	/** Its text, where it is at hand: an editor's word in brackets may stand there. */
	text: (sourceId: string) => string | undefined;
}

/**
 * The words of a sentence against the claims that it cites (METHOD §10): what stands in quotation marks is verbatim, a title
 * that it names is a cited source's, each number, date and unit of its own words stands in a cited quote, or in a text of `beside`.
 */
export function checkedSentence(
	text: string,
	claims: readonly Claim[],
	page: PageOf,
	beside: readonly string[] = [],
): Checked[] {
	const parts = partsOf(text);
	const quoted = parts.flatMap(({ kind, text: content }): Checked[] => {
		if (kind === "own") return [];
		const fault = kind === "title" ? titleFault(content, claims, page) : quotationFault(content, claims, page);
		return [{ kind: "quotation", ...(fault === undefined ? {} : { fault: `“${content}”: ${fault}` }) }];
	});
	const own = parts.map((part) => (part.kind === "own" ? part.text : " ")).join("");
	const { stated, missing } = unsupportedQuantities(
		withoutNames(withoutPlaces(withoutBylines(own, claims, page), claims), claims, page),
		[...claims.flatMap((claim) => [claim.quote, ...saidOfCell(claim, page)]), ...beside],
	);
	return [
		...quoted,
		...missing.map((number): Checked => ({ kind: "number", fault: `the number ${number} stands in no cited quote` })),
		...Array.from({ length: stated - missing.length }, (): Checked => ({ kind: "number" })),
	];
}

/**
 * What the table says of a claim's cell, where all of it stands in the page. Who writes has no page at hand: code made the cell of
 * the page's table, and the report's checks, which have the page, look again.
 */
function saidOfCell({ cell, quote, sourceId }: Claim, page: PageOf): string[] {
	if (!cell) return [];
	const text = page.text(sourceId);
	return text === undefined || standsInPage(cell, quote, text) ? cellWords(cell) : [];
}

/** A text without who says it and when, of cited pages: a page's day is no figure of its. */
function withoutBylines(text: string, claims: readonly Claim[], page: PageOf): string {
	return claims.reduce((rest, { sourceId }) => {
		const byline = page.byline?.(sourceId) ?? "";
		return byline === "" ? rest : rest.replaceAll(`(${byline})`, " ");
	}, text);
}

/** A text without `table 2` and `page 3` where a cited cell stands there: a place is no figure. */
function withoutPlaces(text: string, claims: readonly Claim[]): string {
	return text.replace(/\b(table|page|p\.)\s?(\d+)\b/gi, (words, kind: string, number: string) =>
		claims.some(({ cell }) => String(/^t/i.test(kind) ? cell?.table : cell?.page) === number) ? " " : words,
	);
}

/** A text without names that end in a number (`COVID-19`) and that a cited page bears: they count nothing. */
function withoutNames(text: string, claims: readonly Claim[], page: PageOf): string {
	return text.replace(/(?<![\p{L}\p{N}])\p{Lu}\p{L}*[-‐‑]\d+(?![\d.,]*\d|\p{L})/gu, (name) => {
		const known = claims.flatMap(({ text: said, sourceId }) => [said, page.title(sourceId), page.text(sourceId)]);
		return known.some((one) => one && hyphened(one).includes(hyphened(name))) ? " " : name;
	});
}

function hyphened(text: string): string {
	return folded(text).replace(/[‐‑]/gu, "-");
}

/**
 * Why a sentence states nothing: it asks, in its own words or in those that it quotes; a lead-in that ends in a colon or a
 * comma adds nothing to a quoted question. Undefined when it states something.
 */
export function statesNothing(text: string): string | undefined {
	const parts = partsOf(text);
	const own = parts.map(({ kind, text: words }) => (kind === "own" ? words : kind === "title" ? "‹›" : "“”")).join("");
	const quotations = parts.filter(({ kind }) => kind === "quotation");
	const asks =
		quotations.length === 0
			? isQuestion(text)
			: quotations.every(({ text: words }) => isQuestion(words)) && leadsOnly.test(own);
	return asks ? "a question states nothing" : undefined;
}

/** Own words around quotations, each quotation written `“”`: nothing but lead-ins. */
const leadsOnly = /^\s*(?:(?:[^“”.!?]*[:,]\s*)?“”[\s.]*)+$/;

/** Whether each of its sentences surely ends as a question (`Dr.` may be taken for an end: then not); what stands in inner quotation marks is somebody's, and told of. */
function isQuestion(text: string): boolean {
	const sentences = text.trim().split(/(?<=[.!?…][’”'")\]]*)\s+(?=[\p{Lu}\d“‘"'([])/u);
	return sentences.every((one) => /\?[)\]]*$/.test(one));
}

/** A lead-in says nothing that could be wrong: no number, no date, no quotation. `Both`, `the first` and `two` are grammar. */
export function statesFacts(text: string): boolean {
	return (
		partsOf(text).some(({ kind }) => kind === "quotation") ||
		/\d/.test(text) ||
		quantitiesIn(text).some(({ value }) => value > 10)
	);
}

/**
 * An answer, another value or a cell: its words (a list's items, one by one, up to the first that does not) must stand in a
 * cited quote; yes and no stand for themselves.
 */
export function checkedSpan(text: string, claims: readonly Claim[], page: PageOf): Checked[] {
	if (/^(?:yes|no)$/i.test(text.trim())) return [];
	// `243 MWh` of a cell in `MWh a year`: the head of what the table says is said by it too.
	const isSaid = (words: string, said: string) =>
		said === words || (words.includes(" ") && said.startsWith(`${words} `));
	const stands = (words: string) =>
		claims.some((claim) => standsIn(words, claim.quote) || saidOfCell(claim, page).some((said) => isSaid(words, said)));
	const made: Checked[] = [];
	for (const item of stands(text) ? [text] : text.split("; ")) {
		const fault = stands(item) ? undefined : quotationFault(asQuoted(item), claims, page);
		made.push({ kind: "quotation", ...(fault === undefined ? {} : { fault: `“${item}”: ${fault}` }) });
		if (fault !== undefined) break;
	}
	return made;
}

/** A cell that quotes is checked like a sentence, a bare value like an answer. */
export function checkedCell(text: string, claims: readonly Claim[], page: PageOf): Checked[] {
	const isQuoted = partsOf(text).some(({ kind }) => kind === "quotation");
	return isQuoted ? checkedSentence(text, claims, page) : checkedSpan(text, claims, page);
}

/** Code beside a sentence stands in a cited quote as it is, but for white space. */
export function checkedCode(code: string | undefined, claims: readonly Claim[]): Checked[] {
	if (code === undefined) return [];
	const stands = claims.some(({ quote }) => standsIn(code, quote));
	return [{ kind: "quotation", ...(stands ? {} : { fault: `the code ${code} stands in no cited quote` }) }];
}

/** The first thing that is wrong. */
export function faultIn(made: readonly Checked[]): string | undefined {
	return made.find(({ fault }) => fault !== undefined)?.fault;
}

/** A quotation stands in one cited quote, or in neighbouring ones of one page. */
function quotationFault(content: string, claims: readonly Claim[], page: PageOf): string | undefined {
	let reason = "its words are not in a cited quote";
	for (const { words, members } of [...passagesOf(claims), ...cellPassages(claims, page)]) {
		const fault = unfaithful(content, words, (insertion) => members.some((claim) => vouched(insertion, claim, page)));
		if (fault === undefined) return undefined;
		reason = fault;
	}
	return reason;
}

/** An editor's word in brackets is the claim's own reading of the pronoun, and stands in the page or its title. */
function vouched(insertion: string, claim: Claim, page: PageOf): boolean {
	const word = folded(insertion).replace(/['’]s?$|:$/, "");
	if (word === "" || !folded(claim.text).includes(word)) return false;
	return [page.title(claim.sourceId), page.text(claim.sourceId)].some((text) => folded(text ?? "").includes(word));
}

function titleFault(title: string, claims: readonly Claim[], page: PageOf): string | undefined {
	const named = claims.some(({ sourceId }) => standsIn(title, page.title(sourceId) ?? ""));
	return named ? undefined : "no cited source has this title";
}

/** Each quote by itself, then each page's quotes in the order of the page, joined; what stands between two is left out. */
function passagesOf(claims: readonly Claim[]): { words: string; members: Claim[] }[] {
	const bySource = Map.groupBy(claims, ({ sourceId }) => sourceId);
	const joined = [...bySource.values()]
		.filter((members) => members.length > 1)
		.map((members) => members.toSorted((a, b) => a.start - b.start))
		.map((members) => ({ words: join(members), members }));
	return [...claims.map((claim) => ({ words: claim.quote, members: [claim] })), ...joined];
}

/** What tables say of the cited cells, but for their values: those stand in the quotes. */
function cellPassages(claims: readonly Claim[], page: PageOf): { words: string; members: Claim[] }[] {
	return claims.flatMap((claim) =>
		saidOfCell(claim, page)
			.slice(1)
			.map((words) => ({ words, members: [claim] })),
	);
}

/** A character that no page holds: nothing is quoted across it but with […]. */
const cut = "\u0000";

function join(members: readonly Claim[]): string {
	let words = "";
	let end: number | undefined;
	for (const { quote, start } of members) {
		if (end !== undefined) words += start >= end && start - end <= neighbourMax ? " " : ` ${cut} `;
		words += quote;
		end = start + quote.length;
	}
	return words;
}

/** White space between two sentences of one paragraph. Characters; longer gaps hold words. */
const neighbourMax = 2;
