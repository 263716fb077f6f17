import { jaccard } from "../../../base/text.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import { type Aspect, overlap, sameSubject } from "../../disputes/aspect.ts";
import { corrects, differInName } from "./telling.ts";

/**
 * Words that two statements share when they give other values, when one denies, when they stand on two sides, and when nothing else
 * speaks for a difference: another name, place or choice for one thing.
 */
const sharedLeast = { values: 0.12, denial: 0.35, sides: 0.4, plain: 0.5 };
/** Texts this alike say the same where no value differs. */
const sameText = 0.85;
/** What only says that something is open gives no other value. */
const onlyDoubts =
	/\b(?:is|are|was|were|remains?)\s+(?:\p{Ll}+ly\s+)?(?:disputed|contested|debated|unclear|unknown|not known|open)\b/iu;

interface Side {
	claim: Claim;
	aspect: Aspect;
	words: ReadonlySet<string>;
	grams: ReadonlySet<string>;
}

/**
 * How likely two statements from pages of the web exclude each other: one measure of one thing with other values first, a
 * correction or a denial before mere sides. 0 for what need not be asked: other rows, columns, periods, names or measures.
 */
export function likenessOnWeb(a: Side, b: Side): number {
	if (onlyDoubts.test(a.claim.text) || onlyDoubts.test(b.claim.text)) return 0;
	if (otherYears(a.claim, b.claim)) return 0;
	const shared = overlap(a.words, b.words);
	const differ = shared >= sharedLeast.values && valuesDiffer(a.claim, b.claim) && !differInName(a.claim, b.claim);
	const denies = a.aspect.negative !== b.aspect.negative && shared >= sharedLeast.denial;
	const measured = numbersOf(a.claim).size > 0 || numbersOf(b.claim).size > 0;
	const sides = a.claim.stance !== b.claim.stance && !measured && shared >= sharedLeast.sides;
	const plainly = !measured && shared >= sharedLeast.plain && jaccard(a.grams, b.grams) < sameText;
	if (!differ && !denies && !sides && !plainly) return 0;
	const corrected = corrects.test(a.claim.text) !== corrects.test(b.claim.text);
	const same = sameSubject(a.aspect, b.aspect) ? 0.25 : 0;
	return 0.35 + shared + same + (differ ? 0.4 : 0) + (denies ? 0.2 : 0) + (corrected ? 0.1 : 0);
}

/** A quote that is one unbroken row of a table. */
const row = /^[^|]+(?:\s\|\s[^|]*)+$/u;

/** Whether a cell stands against another row or column, or against a sentence that does not name its row. */
export function otherCells(a: Claim, b: Claim): boolean {
	const [left, right] = [rowOf(a), rowOf(b)];
	if (left === undefined && right === undefined) return false;
	if (left !== undefined && right !== undefined)
		return (
			left !== right || (a.cell !== undefined && b.cell !== undefined && plain(a.cell.column) !== plain(b.cell.column))
		);
	const [label = "", other] = left === undefined ? [right, a] : [left, b];
	return !plain(`${other.text} ${other.quote}`).includes(label);
}

function rowOf({ cell, quote }: Claim): string | undefined {
	if (cell) return plain(cell.row);
	return row.test(quote) ? plain(quote.split("|")[0] ?? "") : undefined;
}

function plain(text: string): string {
	return text
		.toLowerCase()
		.replace(/[\s|]+/gu, " ")
		.trim();
}

/** Both speak of years, and of none together. */
function otherYears(a: Claim, b: Claim): boolean {
	const [left, right] = [yearsOf(a), yearsOf(b)];
	return (
		left.size > 0 && right.size > 0 && left.isDisjointFrom(right) && numbersOf(a).size > 0 && numbersOf(b).size > 0
	);
}

function yearsOf({ values, cell }: Claim): Set<string> {
	const dates = values.filter(({ kind }) => kind === "date").map(({ normal }) => normal.slice(0, 4));
	const period = cell?.period?.match(/\d{4}/gu) ?? [];
	return new Set([...dates, ...period]);
}

/**
 * Of one measure they share no value, or each gives as many, several, and one of them is another. Dates count where neither states
 * anything else.
 */
function valuesDiffer(a: Claim, b: Claim): boolean {
	const [left, right] = [numbersOf(a), numbersOf(b)];
	if (left.size === 0 && right.size === 0) return setsDiffer(datesOf(a), datesOf(b));
	return [...left].some(([unit, values]) => {
		const others = right.get(unit);
		return others !== undefined && setsDiffer(values, others);
	});
}

function setsDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	if (a.size === 0 || b.size === 0) return false;
	if (a.isDisjointFrom(b)) return true;
	return a.size === b.size && a.size > 1 && !a.isSubsetOf(b);
}

/** The numbers by their units; a percentage point is a part of a hundred as a percent is, a bare count is not. */
function numbersOf({ values }: Claim): Map<string, Set<string>> {
	const numbers = values.filter(({ kind }) => kind === "number");
	const unitOf = ({ unit = "" }: TypedValue) => (/^percent/iu.test(unit) ? "%" : unit);
	return new Map(
		[...Map.groupBy(numbers, unitOf)].map(([unit, ones]) => [unit, new Set(ones.map(({ normal }) => normal))]),
	);
}

function datesOf({ values }: Claim): Set<string> {
	return new Set(values.filter(({ kind }) => kind === "date").map(({ normal }) => normal));
}
