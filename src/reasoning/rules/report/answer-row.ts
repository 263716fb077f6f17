import type { BlockPiece } from "../../../evidence/report.ts";
import { isAnswerFormStem } from "../../../text/answer-form.ts";
import { contentStems } from "../../../text/words.ts";
import { splitRow } from "../reading/claim-units.ts";

/** Minimum share of the question's own words that the row holds, and of a cell's words that the question holds. */
const [heldShareMin, keyShareMin] = [0.4, 0.5];

/**
 * The row of a table that a question asks for: no other row holds as much of what the question says beyond the table's header and
 * `above` (title, headings), and one of its cells is mostly made of the question's words. Undefined if no row is clearly the one.
 * @param pieces a block's pieces; the first of its rows is the header.
 */
export function answerRow(pieces: readonly BlockPiece[], question: string, above: string): BlockPiece | undefined {
	const [header, ...rows] = pieces.filter(({ kind }) => kind === "row");
	if (!header || rows.length === 0) return undefined;
	const known = new Set(contentStems(`${header.text}\n${above}`));
	const cells = rows.map(({ text }) => splitRow(text).map(contentStems));
	const asked = contentStems(question).filter((stem) => !isAnswerFormStem(stem));
	const isIn = (row: number, stem: string) => cells[row]?.some((own) => own.includes(stem)) ?? false;
	// A word of the header or the title tells rows apart only if a single row holds it.
	const own = asked.filter((stem) => !known.has(stem) || rows.filter((_row, at) => isIn(at, stem)).length === 1);
	const weights = new Map(
		own.map((stem) => {
			const holding = rows.filter((_row, at) => isIn(at, stem)).length;
			return [stem, holding === 0 ? 0 : Math.log((rows.length + 1) / holding)];
		}),
	);
	const scored = rows
		.map((row, at) => {
			const held = own.filter((stem) => isIn(at, stem));
			const weight = held.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
			const isKey = (cell: readonly string[]) =>
				cell.some((stem) => held.includes(stem)) &&
				cell.filter((stem) => asked.includes(stem)).length >= keyShareMin * cell.length;
			return { row, weight, share: held.length / Math.max(1, own.length), isKeyed: cells[at]?.some(isKey) ?? false };
		})
		.toSorted((a, b) => b.weight - a.weight);
	const [best, next] = scored;
	if (!best || best.weight === 0 || !best.isKeyed || best.share < heldShareMin) return undefined;
	return next === undefined || best.weight > next.weight ? best.row : undefined;
}

/**
 * Whether another item of the same list holds everything that an item holds of a question, and more: then the item is not what is asked for.
 * @param at the index of the item's piece.
 */
export function isOutdone(pieces: readonly BlockPiece[], at: number, question: string): boolean {
	const asked = new Set(contentStems(question));
	const held = pieces.map(({ kind, text }) =>
		kind === "item" ? asked.intersection(new Set(contentStems(text))) : undefined,
	);
	const own = held[at];
	return (
		own !== undefined && held.some((other) => other !== undefined && other.size > own.size && own.isSubsetOf(other))
	);
}
