import { comparisonForm, escapeRegExp } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { formatDate } from "../text/dates.ts";
import { occursIn } from "../text/quotations.ts";
import type { CheckResult, PageLookup } from "./check-sentence.ts";

/** A cell's value, its row, and all rows of the table. */
interface RowCell {
	row: string;
	rows: readonly string[];
	value: string;
}

export function checkRow(place: RowCell, claims: readonly Claim[], page: PageLookup): CheckResult {
	const fault = `its quote does not speak of ${place.row}`;
	return { kind: "cited", ...(isCellOfRow(place, claims, page) ? {} : { fault }) };
}

/**
 * Whether a cell belongs to its row (METHOD §10): the quote or table of a cited claim names the row, in any form of the word. If the
 * quote names no row, the row that the page names last before the quote counts. The claim's text counts if the page names no row, and
 * for rows named by common words, which a page may use of anything. Always true in a table of one row.
 */
export function isCellOfRow({ row, rows, value }: RowCell, claims: readonly Claim[], page: PageLookup): boolean {
	if (rows.length < 2) return true;
	return claims.some(({ quote, text: reading, cell, sourceId, start, asOf }) => {
		const names = new Map(rows.map((one) => [one, rowNameOf(one, rows, page.text(sourceId) ?? "")]));
		const rowName = names.get(row);
		if (!rowName || rowName.roots.length === 0) return true;
		// `The default user is cedar` does not name Cedar.
		const isName = rows.some((one) => comparisonForm(one) === comparisonForm(value));
		const quoteAndTable = [
			isName ? quote.replace(value, " ") : quote,
			...(cell ? [cell.row, cell.column, cell.caption ?? ""] : []),
		].join("\n");
		const stated = rowsNamedIn(quoteAndTable, names);
		// A row that is a time is named by the time for which the quote holds, too.
		const namedInQuote = stated.length > 0 || asOf === undefined ? stated : rowsNamedIn(formatDate(asOf), names);
		const namedInText = rowsNamedIn(reading, names);
		const named = namedInQuote.length > 0 || rowName.isProper ? namedInQuote : namedInText;
		if (named.length > 0) return named.includes(row);
		const tokensBefore = tokensIn(`${page.title(sourceId) ?? ""}\n${page.text(sourceId)?.slice(0, start) ?? reading}`);
		const last = [...names].map(([one, name]) => ({ one, at: Math.max(-1, ...mentions(name, tokensBefore)) }));
		const latest = Math.max(...last.map(({ at }) => at));
		if (latest < 0) return namedInText.includes(row);
		return last.every(({ one, at }) => (one === row ? at === latest : at < latest));
	});
}

/** The words that distinguish a row from the others. */
interface RowName {
	/** The roots of the words that no other row has. */
	roots: string[];
	/** The words are proper names: one of them names the row. Of common words, half are needed. */
	isProper: boolean;
}

function rowNameOf(row: string, rows: readonly string[], text: string): RowName {
	const others = rows.filter((one) => comparisonForm(one) !== comparisonForm(row)).map(comparisonForm);
	const words = row.match(/[\p{L}\p{N}]+/gu) ?? [];
	const own = words.filter((word) => !others.some((other) => occursIn(comparisonForm(word), other)));
	const names = own.filter((word) => /\p{Lu}|\p{N}/u.test(word) && !/^(?:the|an?)$/iu.test(word));
	// In a phrase, a capital makes no name of the first word, nor of a word that the page also writes in lower case.
	const isPhrase =
		own.length > 1 &&
		((names.length === 1 && names[0] === words[0]) || names.some((name) => isLowerCaseIn(text, name)));
	if (names.length > 0 && !isPhrase) return { roots: names.map(rootOf), isProper: true };
	const longWords = own.filter((word) => word.length > 3);
	return { roots: (longWords.length > 0 ? longWords : own).map(rootOf), isProper: false };
}

function isLowerCaseIn(text: string, name: string): boolean {
	const small = name.toLowerCase();
	return small !== name && new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(small)}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** The rows that a text names. Of rows named by common words, those with the largest share of their words in the text. */
function rowsNamedIn(text: string, names: ReadonlyMap<string, RowName>): string[] {
	const tokens = tokensIn(text);
	const shares = [...names].map(([one, { roots, isProper }]) => {
		const found = roots.filter((root) => offsetsOf(root, tokens).length > 0).length;
		const share = roots.length === 0 ? 0 : found / roots.length;
		return { one, share: isProper && found > 0 ? 1 : share };
	});
	const best = Math.max(0.5, ...shares.map(({ share }) => share));
	return shares.filter(({ share }) => share >= best).map(({ one }) => one);
}

/** Words this close together are one mention. Characters. */
const mentionCharacters = 80;

/** The offsets at which a text mentions a row. */
function mentions({ roots, isProper }: RowName, tokens: readonly Token[]): number[] {
	const found = roots.flatMap((root) => offsetsOf(root, tokens).map((at) => ({ root, at })));
	if (isProper) return found.map(({ at }) => at);
	return found
		.filter(({ at }) => {
			const around = found.filter((one) => at - mentionCharacters <= one.at && one.at <= at);
			return new Set(around.map(({ root }) => root)).size >= roots.length / 2;
		})
		.map(({ at }) => at);
}

/** Endings in which forms of a word differ. A root has at least `rootMin` letters. */
const endings = /(?:(?:it|at)?(?:ions?|ive|ors?)|ings?|ments?|ers?|ed|es|ly|e|s)$/u;
const rootMin = 5;
/** A root of at least this many letters may end a longer one: `compet` in `outcompeted`. */
const suffixRootMin = 6;

function rootOf(word: string): string {
	const lower = comparisonForm(word);
	const root = lower.replace(endings, "");
	return root.length >= rootMin ? root : lower;
}

interface Token {
	root: string;
	at: number;
}

function tokensIn(text: string): Token[] {
	return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ root: rootOf(word), at: index }));
}

/** The offsets of a word's forms in a text. */
function offsetsOf(root: string, tokens: readonly Token[]): number[] {
	const isForm = (other: string) => {
		const [long, short] = root.length > other.length ? [root, other] : [other, root];
		return short === long || (short.length >= suffixRootMin && long.endsWith(short));
	};
	return tokens.filter((one) => isForm(one.root)).map(({ at }) => at);
}
