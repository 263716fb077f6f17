import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { standsIn } from "../text/quotations.ts";
import type { Checked, PageOf } from "./sentence.ts";

/** A cell's value in a table with these rows. */
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
 * METHOD §10: a cell belongs to its row. Whether one of the claims that it cites speaks of the row: its quote or its table names it, in
 * any form of the word. Where the quote names none of the rows, the page does: of the rows that it names before the quote, this one
 * last. What a reader made of the quote counts where the page names no row, and for a row that is called by common words, which a page
 * may use of anything. Always so in a table of one row.
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

/** How a row is told from the others. */
interface Name {
	/** The roots of its own words: those that no other row has. */
	roots: string[];
	/** Proper names: one of them names the row. Of common words it takes half. */
	isProper: boolean;
}

function nameOf(row: string, rows: readonly string[], text: string): Name {
	const others = rows.filter((one) => folded(one) !== folded(row)).map(folded);
	const words = row.match(/[\p{L}\p{N}]+/gu) ?? [];
	const own = words.filter((word) => !others.some((other) => standsIn(folded(word), other)));
	const names = own.filter((word) => /\p{Lu}|\p{N}/u.test(word) && !/^(?:the|an?)$/iu.test(word));
	// Of a phrase, the first word is no name for being written large, and none is that the page also writes small.
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

/** The rows that a text names: of those called by common words, the ones that most of their words stand for. */
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

/** Words this near each other make one mention. Characters. */
const near = 80;

/** Where a text mentions a row. */
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

/** Endings that forms of one word differ in; a root is at least so long. */
const endings = /(?:(?:it|at)?(?:ions?|ive|ors?)|ings?|ments?|ers?|ed|es|ly|e|s)$/u;
const rootLeast = 5;
/** A root this long may stand inside a longer word: `compet` in `outcompeted`. */
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

/** Where a form of a word stands in a text. */
function places(root: string, tokens: readonly Token[]): number[] {
	const isForm = (other: string) => {
		const [long, short] = root.length > other.length ? [root, other] : [other, root];
		return short === long || (short.length >= insideFrom && long.endsWith(short));
	};
	return tokens.filter((one) => isForm(one.root)).map(({ at }) => at);
}
