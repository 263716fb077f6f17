import { amountOf, partsOf, quantityOf, withoutNumber } from "../../../evidence/cells.ts";
import type { Cell, Claim, Conflict } from "../../../evidence/claim.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import { inBase } from "../../../evidence/units.ts";
import { contentStems } from "../language/words.ts";
import { agree } from "./numbers.ts";

/**
 * Whether two cells of tables give different values of one thing: the same row and time, a measure that shares words, units of one
 * kind. Undefined when either is no cell; what two tables say in other cells is no contradiction.
 */
export function cellConflict(a: Claim, b: Claim): { found?: Pick<Conflict, "kind" | "why"> | undefined } | undefined {
	if (!a.cell || !b.cell) return undefined;
	if (!sameRow(a.cell, b.cell) || !sameTime(a.cell, b.cell) || !sameMeasure(a, b)) return {};
	const [left, right] = [quantityOf(a.cell), quantityOf(b.cell)];
	if (!left || !right) return {};
	const [one, other] = [inBase(1, left.unit), inBase(1, right.unit)];
	if ((one && other && one.dimension !== other.dimension) || agree(left, right)) return {};
	return { found: { kind: "number", why: `${amountOf(a.cell)} against ${amountOf(b.cell)}` } };
}

/** One row names all that the other one names; `Norrholm East` is not `Norrholm`. */
function sameRow(a: Cell, b: Cell): boolean {
	const [left, right] = [rowParts(a), rowParts(b)];
	const [few, many] = left.length < right.length ? [left, right] : [right, left];
	return few.length > 0 && few.every((part) => many.includes(part));
}

function rowParts({ row }: Cell): string[] {
	return partsOf(row)
		.filter((part) => !isPeriod(part))
		.map((part) => contentStems(part).join(" "))
		.filter((part) => part !== "");
}

/** The stems of a label's parts that are no times. */
function nameStems(label: string): string[] {
	return partsOf(label)
		.filter((part) => !isPeriod(part))
		.flatMap(contentStems);
}

function sameTime(a: Cell, b: Cell): boolean {
	const plain = ({ period = "" }: Cell) => period.toLowerCase().split(/\W+/).toSorted().join(" ");
	return plain(a) === plain(b);
}

/** Asked for the same sub-question, or named in words that they share. */
function sameMeasure(a: Claim, b: Claim): boolean {
	const stems = ({ cell }: Claim) => {
		if (cell === undefined) return [];
		const units = new Set(contentStems(cell.unit ?? ""));
		const all = [...nameStems(cell.column), ...contentStems(withoutNumber(cell.caption ?? ""))];
		return all.filter((stem) => !units.has(stem) && !/\d/.test(stem));
	};
	const left = new Set(stems(a));
	return (
		stems(b).some((stem) => left.has(stem)) ||
		(a.subQuestionId === b.subQuestionId && (left.size === 0 || stems(b).length === 0))
	);
}
