import { comparisonForm } from "../base/text.ts";
import { cellWords, isCellInPage } from "../evidence/cells.ts";
import type { Claim } from "../evidence/claim.ts";
import type { CheckKind } from "../evidence/report.ts";
import { formatDate } from "../text/dates.ts";
import { isCloseQuantity, type Quantity, quantitiesIn } from "../text/quantities.ts";
import { findMisquotation, occursIn, quotationContent, splitQuotations } from "../text/quotations.ts";
import { toBaseUnit } from "../text/units.ts";
import { ownCounts, unsupportedQuantities } from "./check-numbers.ts";

/** The result of one check of a statement; it passed when there is no fault. */
export interface CheckResult {
	kind: CheckKind;
	fault?: string | undefined;
}

/** Looks up the page of a claim by its source id. */
export interface PageLookup {
	title: (sourceId: string) => string | undefined;
	/** Its author and date (`byline.ts`), as a lead-in may name them. */
	byline?: (sourceId: string) => string | undefined;
	/** Its text, if available: a word in square brackets may stand there. */
	text: (sourceId: string) => string | undefined;
}

/**
 * Checks a sentence against the claims that it cites (METHOD §10): quotations are verbatim, titles are those of cited sources, and
 * each other number, date and unit stands in a cited quote or in `otherTexts`. What a claim's own words add to its quote counts for
 * dates, versions and units only.
 */
export function checkSentence(
	text: string,
	claims: readonly Claim[],
	page: PageLookup,
	otherTexts: readonly string[] = [],
): CheckResult[] {
	const parts = splitQuotations(text);
	const quoted = parts.flatMap(({ kind, text: content }): CheckResult[] => {
		if (kind === "own") return [];
		const fault = kind === "title" ? titleFault(content, claims, page) : quotationFault(content, claims, page);
		return [{ kind: "quotation", ...(fault === undefined ? {} : { fault: `“${content}”: ${fault}` }) }];
	});
	const own = parts.map((part) => (part.kind === "own" ? part.text : " ")).join("");
	const words = withoutNumberedNames(withoutLocations(withoutBylines(own, claims, page), claims), claims, page);
	const quotes = claims.map(({ quote }) => quote);
	const { stated, missing } = unsupportedQuantities(words, [
		...claims.flatMap((claim) => [claim.quote, ...contextOf(claim, page), ...tableWordsOf(claim, page)]),
		...ownCounts(words, quotes, claims.length),
		...otherTexts,
	]);
	return [
		...quoted,
		...missing.map(
			(number): CheckResult => ({ kind: "number", fault: `the number ${number} stands in no cited quote` }),
		),
		...Array.from({ length: stated - missing.length }, (): CheckResult => ({ kind: "number" })),
	];
}

/**
 * What a claim's page gives for its quote, as texts: the date for which it holds; the dates and versions of its reading; the versions of
 * the page's title; and the units of numbers that stand bare in the quote.
 */
function contextOf({ asOf, text, quote, sourceId }: Claim, page: PageLookup): string[] {
	const bare = quantitiesIn(quote).filter(({ unit }) => unit === "");
	const isUnitOfQuote = (one: Quantity) =>
		toBaseUnit(1, one.unit) !== undefined && bare.some((other) => isCloseQuantity(one, other, 0));
	const title = page.title(sourceId) ?? "";
	const inReading = quantitiesIn(text).filter(
		(one) => one.kind === "date" || isVersion(one, text) || isUnitOfQuote(one),
	);
	return [
		...[...inReading, ...quantitiesIn(title).filter((one) => isVersion(one, title))].map((one) => one.text),
		...(asOf === undefined ? [] : [asOf.slice(0, 4), formatDate(asOf)]),
	];
}

/** Whether a number is a version: it has two points, or one and stands after a name or a word such as `version`: `Apache 2.4`. */
function isVersion({ kind, text: written, unit, start }: Quantity, text: string): boolean {
	if (kind === "version") return true;
	const isPlain = kind === "number" && toBaseUnit(1, unit) === undefined && /^\d+\.\d+$/u.test(written);
	return isPlain && /(?:\p{Lu}[\p{L}\p{N}]*|\b(?:[Vv]ersion|release|edition))\s$/u.test(text.slice(0, start));
}

/**
 * The table's words about a claim's cell, if all of them stand in the page. Writers have no page text: they may trust the cell, because
 * code took it from the page's table, and the report's checks, which have the page, check it again.
 */
function tableWordsOf({ cell, quote, sourceId }: Claim, page: PageLookup): string[] {
	if (!cell) return [];
	const text = page.text(sourceId);
	return text === undefined || isCellInPage(cell, quote, text) ? cellWords(cell) : [];
}

/** Removes the bylines of cited pages: a page's date is no figure that needs a quote. */
function withoutBylines(text: string, claims: readonly Claim[], page: PageLookup): string {
	return claims.reduce((rest, { sourceId }) => {
		const byline = page.byline?.(sourceId) ?? "";
		return byline === "" ? rest : rest.replaceAll(`(${byline})`, " ");
	}, text);
}

/** Removes `table 2` and `page 3` when a cited cell stands there: a place is no figure. */
function withoutLocations(text: string, claims: readonly Claim[]): string {
	return text.replace(/\b(table|page|p\.)\s?(\d+)\b/gi, (words, kind: string, number: string) =>
		claims.some(({ cell }) => String(/^t/i.test(kind) ? cell?.table : cell?.page) === number) ? " " : words,
	);
}

/** Removes names that end in a number (`COVID-19`) and occur in a cited page: they count nothing. */
function withoutNumberedNames(text: string, claims: readonly Claim[], page: PageLookup): string {
	return text.replace(/(?<![\p{L}\p{N}])\p{Lu}\p{L}*[-‐‑]\d+(?![\d.,]*\d|\p{L})/gu, (name) => {
		const known = claims.flatMap(({ text: said, sourceId }) => [said, page.title(sourceId), page.text(sourceId)]);
		return known.some((one) => one && hyphened(one).includes(hyphened(name))) ? " " : name;
	});
}

function hyphened(text: string): string {
	return comparisonForm(text).replace(/[‐‑]/gu, "-");
}

/**
 * The reason why a sentence states nothing: it is a question, or it only quotes questions after lead-ins that end in a colon or
 * comma. Undefined when it states something.
 */
export function questionFault(text: string): string | undefined {
	const parts = splitQuotations(text);
	const own = parts.map(({ kind, text: words }) => (kind === "own" ? words : kind === "title" ? "‹›" : "“”")).join("");
	const quotations = parts.filter(({ kind }) => kind === "quotation");
	const asks =
		quotations.length === 0
			? isQuestion(text)
			: quotations.every(({ text: words }) => isQuestion(words)) && onlyLeadIns.test(own);
	return asks ? "a question states nothing" : undefined;
}

/** A sentence whose own words are only lead-ins. Each quotation is written `“”`. */
const onlyLeadIns = /^\s*(?:(?:[^“”.!?]*[:,]\s*)?“”[\s.]*)+$/;

/**
 * Whether every sentence of a text ends as a question; false when in doubt (`Dr.` may look like an end). A question inside inner
 * quotation marks is reported speech and does not count.
 */
function isQuestion(text: string): boolean {
	const sentences = text.trim().split(/(?<=[.!?…][’”'")\]]*)\s+(?=[\p{Lu}\d“‘"'([])/u);
	return sentences.every((one) => /\?[)\]]*$/.test(one));
}

/** Whether a lead-in states a number, date or quotation that could be wrong. Numbers up to ten in words are grammar (`both`, `two`). */
export function statesFacts(text: string): boolean {
	return (
		splitQuotations(text).some(({ kind }) => kind === "quotation") ||
		/\d/.test(text) ||
		quantitiesIn(text).some(({ value }) => value > 10)
	);
}

/**
 * Checks an answer, another value or a cell: its words must stand in a cited quote. Items of a list are checked one by one up to the
 * first fault. Yes and no need no quote.
 */
export function checkValue(text: string, claims: readonly Claim[], page: PageLookup): CheckResult[] {
	if (/^(?:yes|no)$/i.test(text.trim())) return [];
	// The beginning of the table's words is enough: `243 MWh` of a cell in `MWh a year`.
	const isBeginning = (words: string, said: string) =>
		said === words || (words.includes(" ") && said.startsWith(`${words} `));
	const isQuoted = (words: string) =>
		claims.some(
			(claim) => occursIn(words, claim.quote) || tableWordsOf(claim, page).some((said) => isBeginning(words, said)),
		);
	const results: CheckResult[] = [];
	for (const item of isQuoted(text) ? [text] : text.split("; ")) {
		const fault = isQuoted(item) ? undefined : quotationFault(quotationContent(item), claims, page);
		results.push({ kind: "quotation", ...(fault === undefined ? {} : { fault: `“${item}”: ${fault}` }) });
		if (fault !== undefined) break;
	}
	return results;
}

/** Checks a cell with a quotation like a sentence, and a bare value like an answer. */
export function checkCell(text: string, claims: readonly Claim[], page: PageLookup): CheckResult[] {
	const isQuoted = splitQuotations(text).some(({ kind }) => kind === "quotation");
	return isQuoted ? checkSentence(text, claims, page) : checkValue(text, claims, page);
}

/** Checks that code beside a sentence stands in a cited quote, verbatim except for white space. */
export function checkCode(code: string | undefined, claims: readonly Claim[]): CheckResult[] {
	if (code === undefined) return [];
	const stands = claims.some(({ quote }) => occursIn(code, quote));
	return [{ kind: "quotation", ...(stands ? {} : { fault: `the code ${code} stands in no cited quote` }) }];
}

export function firstFault(results: readonly CheckResult[]): string | undefined {
	return results.find(({ fault }) => fault !== undefined)?.fault;
}

/** A quotation must stand in one cited quote, or in neighbouring ones of one page. */
function quotationFault(content: string, claims: readonly Claim[], page: PageLookup): string | undefined {
	let reason = "its words are not in a cited quote";
	for (const { words, members } of [...quotedPassages(claims), ...tablePassages(claims, page)]) {
		const fault = findMisquotation(content, words, (insertion) =>
			members.some((claim) => isBackedWord(insertion, claim, page)),
		);
		if (fault === undefined) return undefined;
		reason = fault;
	}
	return reason;
}

/** Whether a word in square brackets stands in the claim's text, which resolves the pronoun, and in the page or its title. */
function isBackedWord(insertion: string, claim: Claim, page: PageLookup): boolean {
	const word = comparisonForm(insertion).replace(/['’]s?$|:$/, "");
	if (word === "" || !comparisonForm(claim.text).includes(word)) return false;
	return [page.title(claim.sourceId), page.text(claim.sourceId)].some((text) =>
		comparisonForm(text ?? "").includes(word),
	);
}

function titleFault(title: string, claims: readonly Claim[], page: PageLookup): string | undefined {
	const named = claims.some(({ sourceId }) => occursIn(title, page.title(sourceId) ?? ""));
	return named ? undefined : "no cited source has this title";
}

/** Each quote alone, then each page's quotes joined in the order of the page, without the text between them. */
function quotedPassages(claims: readonly Claim[]): { words: string; members: Claim[] }[] {
	const bySource = Map.groupBy(claims, ({ sourceId }) => sourceId);
	const joined = [...bySource.values()]
		.filter((members) => members.length > 1)
		.map((members) => members.toSorted((a, b) => a.start - b.start))
		.map((members) => ({ words: joinQuotes(members), members }));
	return [...claims.map((claim) => ({ words: claim.quote, members: [claim] })), ...joined];
}

/** The tables' words about the cited cells, without their values, which stand in the quotes. */
function tablePassages(claims: readonly Claim[], page: PageLookup): { words: string; members: Claim[] }[] {
	return claims.flatMap((claim) =>
		tableWordsOf(claim, page)
			.slice(1)
			.map((words) => ({ words, members: [claim] })),
	);
}

/** A character that no page holds: only […] may quote across it. */
const gapCharacter = "\u0000";

function joinQuotes(members: readonly Claim[]): string {
	let words = "";
	let end: number | undefined;
	for (const { quote, start } of members) {
		if (end !== undefined) words += start >= end && start - end <= neighbourGapMax ? " " : ` ${gapCharacter} `;
		words += quote;
		end = start + quote.length;
	}
	return words;
}

/** Maximum white space between two sentences of one paragraph. Characters; longer gaps hold words. */
const neighbourGapMax = 2;
