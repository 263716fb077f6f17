import { comparisonForm, jaccard, trigrams } from "../../../base/text.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import { findItemWords, type ItemWords, isSameItem } from "../../disputes/list-items.ts";
import { isSameSubject, type ParsedStatement, parseStatement } from "../../disputes/parse-statement.ts";
import { isSubjectUnmentioned } from "../../disputes/value-pairs.ts";
import { rarityWeight, type WordWeight, weightedJaccard, weightedOverlap } from "../../disputes/word-weights.ts";
import { corrects, differInName } from "./telling.ts";

/** How much two statements must share, by weight, before their values, negation, conditions, stances or wording are compared. */
const sharedLeast = { values: 0.12, denial: 0.3, limit: 0.35, sides: 0.4, plain: 0.5 };
/** How much of the shorter statement's words both must share, by weight. */
const coveredLeast = 0.3;
/** Words besides their subjects that two statements must share. */
const saidLeast = 2;
/** What each sign of a conflict adds to the score: other values most, then a denial, a condition, another stance. */
const signs = { values: 0.4, denial: 0.2, limit: 0.2, sides: 0.1 };
/** Texts this similar say the same when no value differs. */
const sameText = 0.85;
/** A statement that only says that something is open gives no other value. */
const onlyDoubts =
	/\b(?:is|are|was|were|remains?)\s+(?:\p{Ll}+ly\s+)?(?:disputed|contested|debated|unclear|unknown|not known|open)\b/iu;

/** A claim with the features that are compared. */
export interface Side {
	claim: Claim;
	aspect: ParsedStatement;
	/** The words of subject and statement. */
	words: ReadonlySet<string>;
	grams: ReadonlySet<string>;
}

export function sideOf(claim: Claim): Side {
	const aspect = parseStatement(claim);
	return { claim, aspect, words: new Set([...aspect.subject, ...aspect.stems]), grams: trigrams(claim.text) };
}

/** Statistics over all claims that are compared. */
export interface Among {
	weigh: WordWeight;
	items: ItemWords;
}

export function among(sides: readonly Side[]): Among {
	return { weigh: rarityWeight(sides.map(({ words }) => words)), items: findItemWords(sides) };
}

/** Whether two claims may state the same measure of the same thing, so that only their values could differ. */
export function areOfOneMatter(a: Side, b: Side, { weigh, items }: Among): boolean {
	if (otherCells(a.claim, b.claim) || otherYears(a.claim, b.claim) || isSubjectUnmentioned(a.aspect, b.aspect))
		return false;
	if (differInSeveral(a.claim, b.claim) || weightedOverlap(a.words, b.words, weigh) < coveredLeast) return false;
	return isSameItem(a, b, items, weigh);
}

/**
 * Scores how likely two statements are on one matter and exclude each other. Other values of one measure score highest, then a denial,
 * a rule beside its condition, two stances, two wordings. 0: other periods, names or measures, which no model needs to judge.
 */
export function likeness(a: Side, b: Side, all: Among): number {
	if (onlyDoubts.test(a.claim.text) || onlyDoubts.test(b.claim.text)) return 0;
	if (areOneSentence(a.claim, b.claim) || !areOfOneMatter(a, b, all)) return 0;
	const shared = weightedJaccard(a.words, b.words, all.weigh);
	const said = a.aspect.stems.intersection(b.aspect.stems).size;
	const differ = shared >= sharedLeast.values && said > 0 && valuesDiffer(a, b) && !differInName(a.claim, b.claim);
	if (!differ && said < saidLeast) return 0;
	const denies = a.aspect.negative !== b.aspect.negative && shared >= sharedLeast.denial;
	const limits = a.aspect.conditional !== b.aspect.conditional && shared >= sharedLeast.limit;
	const measured = numbersOf(a.claim).size > 0 || numbersOf(b.claim).size > 0;
	const sides = a.claim.stance !== b.claim.stance && !measured && shared >= sharedLeast.sides;
	const holders = a.claim.sourceId !== b.claim.sourceId && !measured && shared >= sharedLeast.plain;
	const plainly = holders && isOwn(a, b) && isOwn(b, a);
	if (!differ && !denies && !limits && !sides && !plainly) return 0;
	const corrected = corrects.test(a.claim.text) !== corrects.test(b.claim.text);
	return (
		shared +
		(isSameSubject(a.aspect, b.aspect) ? 0.25 : 0) +
		(differ ? signs.values : 0) +
		(denies ? signs.denial : 0) +
		(limits ? signs.limit : 0) +
		(sides ? signs.sides : 0) +
		(corrected ? 0.1 : 0)
	);
}

/** Whether two claims are near-duplicates. */
export function saySame(a: Side, b: Side): boolean {
	return jaccard(a.grams, b.grams) >= sameText && !valuesDiffer(a, b) && !negationsDiffer(a, b);
}

function negationsDiffer({ aspect: a }: Side, { aspect: b }: Side): boolean {
	return a.negative !== b.negative || a.conditional !== b.conditional;
}

/** Whether a statement has words that the other does not. */
function isOwn({ words }: Side, other: Side): boolean {
	return !words.isSubsetOf(other.words);
}

/** Whether two claims quote one sentence, also across copies. Cells of two pages never do: one row may have other values there. */
function areOneSentence(a: Claim, b: Claim): boolean {
	if (a.sourceId !== b.sourceId && a.cell && b.cell) return false;
	const [one, other] = [comparisonForm(a.quote), comparisonForm(b.quote)];
	return one.includes(other) || other.includes(one);
}

/** A quote that is one unbroken row of a table. */
const row = /^[^|]+(?:\s\|\s[^|]*)+$/u;

/** Whether claims are of other rows or columns, or one is a cell and the other a sentence that does not name its row. */
function otherCells(a: Claim, b: Claim): boolean {
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

/** Whether both state years and share none. */
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
 * Whether values of one measure differ: they share none, or both give the same number of several and one differs. Dates count where
 * neither states an amount, or where both date an event that happens once.
 */
function valuesDiffer(a: Side, b: Side): boolean {
	const [left, right] = [numbersOf(a.claim), numbersOf(b.claim)];
	const dates = (left.size === 0 && right.size === 0) || !onceIn(a).isDisjointFrom(onceIn(b));
	if (dates && setsDiffer(datesOf(a.claim), datesOf(b.claim))) return true;
	return [...left].some(([unit, values]) => {
		const others = right.get(unit);
		return others !== undefined && setsDiffer(values, others);
	});
}

/** The events that happen once, such as beginnings and ends, that it dates. */
function onceIn({ aspect }: Side): Set<string> {
	return new Set(aspect.values.flatMap(({ quantity, once }) => (quantity?.kind === "date" ? [...once] : [])));
}

/** Whether amounts of two units differ: then one unit tells which measure it is ("half within 5 years, two thirds within 10"). */
function differInSeveral(a: Claim, b: Claim): boolean {
	const [left, right] = [numbersOf(a), numbersOf(b)];
	const differing = [...left].filter(([unit, values]) => unit !== "" && right.get(unit)?.isDisjointFrom(values));
	return differing.length > 1;
}

function setsDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	if (a.size === 0 || b.size === 0) return false;
	if (a.isDisjointFrom(b)) return true;
	return a.size === b.size && a.size > 1 && !a.isSubsetOf(b);
}

/** The numbers by unit. Percentage points count as percent, bare counts do not. */
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
