import { captionWithoutNumber, labelParts } from "../../evidence/cells.ts";
import { type Cell, type Claim, shareSubQuestion } from "../../evidence/claim.ts";
import { isPeriod } from "../../text/table-headers.ts";
import { contentStems } from "../../text/words.ts";

/** Whether two table cells measure the same thing: the same row and time, and measures that share words. */
export function isSameMeasure(a: Claim, b: Claim): boolean {
	if (!a.cell || !b.cell) return false;
	const [left, right] = [labelNames(a.cell.row), labelNames(b.cell.row)];
	const [few, many] = left.length < right.length ? [left, right] : [right, left];
	// `Norrholm East` is not `Norrholm`.
	if (few.length === 0 || !few.every((part) => many.includes(part)) || periodKey(a.cell) !== periodKey(b.cell))
		return false;
	const [mine, theirs] = [measureStems(a.cell), measureStems(b.cell)];
	const isUnnamed = shareSubQuestion(a, b) && Math.min(mine.size, theirs.size) === 0;
	return isUnnamed || !mine.isDisjointFrom(theirs);
}

/** The parts of a label that are not times, each as its stems. */
function labelNames(label: string): string[] {
	const parts = labelParts(label).filter((part) => !isPeriod(part));
	return parts.flatMap((part) => contentStems(part).join(" ") || []);
}

function periodKey({ period = "" }: Cell): string {
	return period.toLowerCase().split(/\W+/).toSorted().join(" ");
}

function measureStems({ column, caption = "", unit = "" }: Cell): Set<string> {
	const stems = [
		...labelNames(column).flatMap((part) => part.split(" ")),
		...contentStems(captionWithoutNumber(caption)),
	];
	const units = contentStems(unit);
	return new Set(stems.filter((stem) => !units.includes(stem) && !/\d/.test(stem)));
}
