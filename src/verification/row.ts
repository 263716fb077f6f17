import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { standsIn } from "../text/quotations.ts";
import type { Checked, PageOf } from "./sentence.ts";

/** A cell's value, its row, and all rows of the table. */
interface Place {
	row: string;
	rows: readonly string[];
	value: string;
}

export function checkedRow(place: Place, claims: readonly Claim[], page: PageOf): Checked {
	const fault = `its quote does not speak of ${place.row}`;
	return { kind: "cited", ...(isOfRow(place, claims, page) ? {} : { fault }) };
}

/**
 * Whether a cell belongs to its row (METHOD §10): the quote or table of a cited claim names the row, in any form of the word. If the
 * quote names no row, the row that the page names last before the quote counts. The claim's text counts if the page names no row, and
 * for rows named by common words, which a page may use of anything. Always true in a table of one row.
 */
export function isOfRow({ row, rows, value }: Place, claims: readonly Claim[], page: PageOf): boolean {
	if (rows.length < 2) return true;
	return claims.some(({ quote, text: reading, cell, sourceId, start }) => {
		const names = new Map(rows.map((one) => [one, nameOf(one, rows, page.text(sourceId) ?? "")]));
		const own = names.get(row);
		if (!own || own.roots.length === 0) return true;
		// `The default user is cedar` does not name Cedar.
		const isName = rows.some((one) => folded(one) === folded(value));
		const said = [
			isName ? quote.replace(value, " ") : quote,
			...(cell ? [cell.row, cell.column, cell.caption ?? ""] : []),
		].join("\n");
		const quoted = namedIn(said, names);
		const read = namedIn(reading, names);
		const named = quoted.length > 0 || own.isProper ? quoted : read;
		if (named.length > 0) return named.includes(row);
		const before = tokensIn(`${page.title(sourceId) ?? ""}\n${page.text(sourceId)?.slice(0, start) ?? reading}`);
		const last = [...names].map(([one, name]) => ({ one, at: Math.max(-1, ...mentions(name, before)) }));
		const latest = Math.max(...last.map(({ at }) => at));
		if (latest < 0) return read.includes(row);
		return last.every(({ one, at }) => (one === row ? at === latest : at < latest));
	});
}

/** The words that distinguish a row from the others. */
interface Name {
	/** The roots of the words that no other row has. */
	roots: string[];
	/** The words are proper names: one of them names the row. Of common words, half are needed. */
	isProper: boolean;
}

function nameOf(row: string, rows: readonly string[], text: string): Name {
	const others = rows.filter((one) => folded(one) !== folded(row)).map(folded);
	const words = row.match(/[\p{L}\p{N}]+/gu) ?? [];
	const own = words.filter((word) => !others.some((other) => standsIn(folded(word), other)));
	const names = own.filter((word) => /\p{Lu}|\p{N}/u.test(word) && !/^(?:the|an?)$/iu.test(word));
	// In a phrase, a capital makes no name of the first word, nor of a word that the page also writes in lower case.
	const isPhrase =
		own.length > 1 && ((names.length === 1 && names[0] === words[0]) || names.some((name) => isSmallIn(text, name)));
	if (names.length > 0 && !isPhrase) return { roots: names.map(rootOf), isProper: true };
	const telling = own.filter((word) => word.length > 3);
	return { roots: (telling.length > 0 ? telling : own).map(rootOf), isProper: false };
}

function isSmallIn(text: string, name: string): boolean {
	const small = name.toLowerCase();
	return small !== name && new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(small)}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** The rows that a text names. Of rows named by common words, those with the largest share of their words in the text. */
function namedIn(text: string, names: ReadonlyMap<string, Name>): string[] {
	const tokens = tokensIn(text);
	const shares = [...names].map(([one, { roots, isProper }]) => {
		const found = roots.filter((root) => places(root, tokens).length > 0).length;
		const share = roots.length === 0 ? 0 : found / roots.length;
		return { one, share: isProper && found > 0 ? 1 : share };
	});
	const best = Math.max(0.5, ...shares.map(({ share }) => share));
	return shares.filter(({ share }) => share >= best).map(({ one }) => one);
}

/** Words this close together are one mention. Characters. */
const near = 80;

/** The offsets at which a text mentions a row. */
function mentions({ roots, isProper }: Name, tokens: readonly Token[]): number[] {
	const found = roots.flatMap((root) => places(root, tokens).map((at) => ({ root, at })));
	if (isProper) return found.map(({ at }) => at);
	return found
		.filter(({ at }) => {
			const around = found.filter((one) => at - near <= one.at && one.at <= at);
			return new Set(around.map(({ root }) => root)).size >= roots.length / 2;
		})
		.map(({ at }) => at);
}

/** Endings in which forms of a word differ. A root has at least `rootMin` letters. */
const endings = /(?:(?:it|at)?(?:ions?|ive|ors?)|ings?|ments?|ers?|ed|es|ly|e|s)$/u;
const rootLeast = 5;
/** A root of at least this many letters may end a longer one: `compet` in `outcompeted`. */
const insideFrom = 6;

function rootOf(word: string): string {
	const lower = folded(word);
	const root = lower.replace(endings, "");
	return root.length >= rootLeast ? root : lower;
}

interface Token {
	root: string;
	at: number;
}

function tokensIn(text: string): Token[] {
	return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ root: rootOf(word), at: index }));
}

/** The offsets of a word's forms in a text. */
function places(root: string, tokens: readonly Token[]): number[] {
	const isForm = (other: string) => {
		const [long, short] = root.length > other.length ? [root, other] : [other, root];
		return short === long || (short.length >= insideFrom && long.endsWith(short));
	};
	return tokens.filter((one) => isForm(one.root)).map(({ at }) => at);
}
