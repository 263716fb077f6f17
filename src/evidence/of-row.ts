import { folded } from "../base/text.ts";
import type { Claim } from "./claim.ts";
import { standsIn } from "./quotation.ts";
import type { Checked, PageOf } from "./statement.ts";

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
 * METHOD §10: a cell belongs to its row. Whether one of the claims that it cites speaks of the row: its quote or its table names it;
 * where the quote names none of the rows, its page does, and of the rows that the page names before the quote, this one last. What a
 * reader made of the quote is no reason while the page is at hand. Always so in a table of one row.
 */
export function isOfRow({ row, rows, value }: Place, claims: readonly Claim[], page: PageOf): boolean {
	const names = new Map(rows.map((one) => [one, ownWords(one, rows)]));
	const own = names.get(row) ?? [];
	if (rows.length < 2 || own.length === 0) return true;
	return claims.some(({ quote, text: reading, cell, sourceId, start }) => {
		// `The default user is cedar` does not name Cedar.
		const isName = rows.some((one) => folded(one) === folded(value));
		const said = [
			isName ? quote.replace(value, " ") : quote,
			...(cell ? [cell.row, cell.column, cell.caption ?? ""] : []),
		].join("\n");
		const named = [...names].filter(([, words]) => places(words, said).length > 0);
		if (named.length > 0) return named.some(([one]) => one === row);
		const before = `${page.title(sourceId) ?? ""}\n${page.text(sourceId)?.slice(0, start) ?? reading}`;
		const last = (words: readonly string[]) => Math.max(-1, ...places(words, before));
		return last(own) >= 0 && [...names].every(([one, words]) => one === row || last(words) < last(own));
	});
}

/** The words of a row's name that no other row has: names where it has any, else all. */
function ownWords(row: string, rows: readonly string[]): string[] {
	const others = rows.filter((one) => folded(one) !== folded(row)).map(folded);
	const own = (row.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
		(word) => !others.some((other) => standsIn(folded(word), other)),
	);
	const names = own.filter((word) => /\p{Lu}|\p{N}/u.test(word) && !/^(?:the|an?)$/iu.test(word));
	return names.length > 0 ? names : own;
}

/** Where one of the words stands in a text, as a whole word, in any case. */
function places(words: readonly string[], text: string): number[] {
	return words.flatMap((word) =>
		[...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "giu"))].map(
			({ index }) => index,
		),
	);
}
