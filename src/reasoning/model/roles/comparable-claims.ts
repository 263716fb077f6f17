import { comparisonForm, jaccard, trigrams } from "../../../base/text.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import { findItemWords, type ItemWords, isSameItem } from "../../disputes/list-items.ts";
import { isSameSubject, type ParsedStatement, parseStatement } from "../../disputes/parse-statement.ts";
import { haveOpposites, isDenied } from "../../disputes/polarity.ts";
import { isSubjectUnmentioned } from "../../disputes/value-pairs.ts";
import { rarityWeight, type WordWeight, weightedJaccard, weightedOverlap } from "../../disputes/word-weights.ts";
import { correctionWords, differInName } from "./informative-claims.ts";

/** How much two statements must share, by weight, before their values, negation, conditions, stances or wording are compared. */
const sharedMin = { values: 0.12, denial: 0.3, limit: 0.35, sides: 0.4, plain: 0.5 };
/** How much of the shorter statement's words both must share, by weight. */
const coveredMin = 0.3;
/** Words besides their subjects that two statements must share. */
const sharedStemsMin = 2;
/** What each sign of a conflict adds to the score: other values most, then a denial, a condition, another stance. */
const signWeights = { values: 0.4, denial: 0.2, limit: 0.2, sides: 0.1 };
/** Texts this similar say the same when no value differs. */
const duplicateMin = 0.85;
/** A statement that only says that something is open gives no other value. */
const doubtPattern =
	/\b(?:is|are|was|were|remains?)\s+(?:\p{Ll}+ly\s+)?(?:disputed|contested|debated|unclear|unknown|not known|open)\b/iu;

/** A claim with the features that are compared. */
export interface ComparedClaim {
	claim: Claim;
	aspect: ParsedStatement;
	/** The words of subject and statement. */
	words: ReadonlySet<string>;
	grams: ReadonlySet<string>;
}

export function toComparedClaim(claim: Claim): ComparedClaim {
	const aspect = parseStatement(claim);
	return { claim, aspect, words: new Set([...aspect.subject, ...aspect.stems]), grams: trigrams(claim.text) };
}

/** Statistics over all claims that are compared. */
export interface ComparisonContext {
	weigh: WordWeight;
	items: ItemWords;
}

export function comparisonContext(sides: readonly ComparedClaim[]): ComparisonContext {
	return { weigh: rarityWeight(sides.map(({ words }) => words)), items: findItemWords(sides) };
}

/** Whether two claims may state the same measure of the same thing, so that only their values could differ. */
export function mayShareMatter(a: ComparedClaim, b: ComparedClaim, { weigh, items }: ComparisonContext): boolean {
	if (areOtherCells(a.claim, b.claim) || areOfOtherTimes(a.claim, b.claim) || isSubjectUnmentioned(a.aspect, b.aspect))
		return false;
	if (differInSeveralUnits(a.claim, b.claim) || weightedOverlap(a.words, b.words, weigh) < coveredMin) return false;
	return isSameItem(a, b, items, weigh);
}

/**
 * Scores how likely two statements are on one matter and exclude each other. Other values of one measure score highest, then a denial,
 * a rule beside its condition, two stances, two wordings. One page mostly goes on from what it said: two of its statements need another
 * value, a denial or an opposite word. 0: other periods, names or measures, which no model needs to judge.
 */
export function conflictScore(a: ComparedClaim, b: ComparedClaim, context: ComparisonContext): number {
	if (doubtPattern.test(a.claim.text) || doubtPattern.test(b.claim.text)) return 0;
	if (areOneSentence(a.claim, b.claim) || !mayShareMatter(a, b, context)) return 0;
	const shared = weightedJaccard(a.words, b.words, context.weigh);
	const sharedStems = a.aspect.stems.intersection(b.aspect.stems).size;
	const areOfOtherThings = differInName(a.claim, b.claim);
	const differ = shared >= sharedMin.values && sharedStems > 0 && valuesDiffer(a, b) && !areOfOtherThings;
	if (!differ && sharedStems < sharedStemsMin) return 0;
	const isOnePage = a.claim.sourceId === b.claim.sourceId;
	const opposes = shared >= sharedMin.denial && !areOfOtherThings && haveOpposites(a.aspect, b.aspect);
	if (isOnePage && !opposes && (areOfOtherThings || !(valuesVary(a, b) || isDenied(a.aspect, b.aspect)))) return 0;
	const denies = a.aspect.negative !== b.aspect.negative && shared >= sharedMin.denial;
	const limits = a.aspect.conditional !== b.aspect.conditional && shared >= sharedMin.limit;
	const isMeasured = numbersByUnit(a.claim).size > 0 || numbersByUnit(b.claim).size > 0;
	const stancesDiffer = a.claim.stance !== b.claim.stance && !isMeasured && shared >= sharedMin.sides;
	const isOtherWording = !isOnePage && !isMeasured && shared >= sharedMin.plain;
	const wordingsDiffer = isOtherWording && hasOwnWords(a, b) && hasOwnWords(b, a);
	if (!differ && !denies && !opposes && !limits && !stancesDiffer && !wordingsDiffer) return 0;
	const isCorrection = correctionWords.test(a.claim.text) !== correctionWords.test(b.claim.text);
	return (
		shared +
		(isSameSubject(a.aspect, b.aspect) ? 0.25 : 0) +
		(differ ? signWeights.values : 0) +
		(denies || opposes ? signWeights.denial : 0) +
		(limits ? signWeights.limit : 0) +
		(stancesDiffer ? signWeights.sides : 0) +
		(isCorrection ? 0.1 : 0)
	);
}

/** Whether two claims are near-duplicates. */
export function areNearDuplicates(a: ComparedClaim, b: ComparedClaim): boolean {
	return jaccard(a.grams, b.grams) >= duplicateMin && !valuesDiffer(a, b) && !negationsDiffer(a, b);
}

function negationsDiffer({ aspect: a }: ComparedClaim, { aspect: b }: ComparedClaim): boolean {
	return a.negative !== b.negative || a.conditional !== b.conditional;
}

/** Whether a statement has words that the other does not. */
function hasOwnWords({ words }: ComparedClaim, other: ComparedClaim): boolean {
	return !words.isSubsetOf(other.words);
}

/** Whether two claims quote one sentence, also across copies. Cells of two pages never do: one row may have other values there. */
function areOneSentence(a: Claim, b: Claim): boolean {
	if (a.sourceId !== b.sourceId && a.cell && b.cell) return false;
	const [one, other] = [comparisonForm(a.quote), comparisonForm(b.quote)];
	return one.includes(other) || other.includes(one);
}

/** A quote that is one unbroken row of a table. */
const tableRow = /^[^|]+(?:\s\|\s[^|]*)+$/u;

/** Whether claims are of other rows or columns, or one is a cell and the other a sentence that does not name its row. */
function areOtherCells(a: Claim, b: Claim): boolean {
	const [left, right] = [rowOf(a), rowOf(b)];
	if (left === undefined && right === undefined) return false;
	if (left !== undefined && right !== undefined)
		return (
			left !== right ||
			(a.cell !== undefined && b.cell !== undefined && foldedText(a.cell.column) !== foldedText(b.cell.column))
		);
	const [label = "", other] = left === undefined ? [right, a] : [left, b];
	return !foldedText(`${other.text} ${other.quote}`).includes(label);
}

function rowOf({ cell, quote }: Claim): string | undefined {
	if (cell) return foldedText(cell.row);
	return tableRow.test(quote) ? foldedText(quote.split("|")[0] ?? "") : undefined;
}

function foldedText(text: string): string {
	return text
		.toLowerCase()
		.replace(/[\s|]+/gu, " ")
		.trim();
}

/** Whether both give numbers, each for a time, and no time of one falls into a time of the other: `2021` holds `2021-03`. */
function areOfOtherTimes(a: Claim, b: Claim): boolean {
	if (numbersByUnit(a).size === 0 || numbersByUnit(b).size === 0) return false;
	const [left, right] = [timesOf(a), timesOf(b)];
	const overlap = left.some((one) => right.some((other) => one.startsWith(other) || other.startsWith(one)));
	return left.length > 0 && right.length > 0 && !overlap;
}

/** The times that a claim states; else the one for which its page says it holds. ISO dates or parts of them. */
function timesOf({ values, cell, asOf }: Claim): string[] {
	const dates = values.filter(({ kind }) => kind === "date").map(({ normal }) => normal);
	const stated = [...dates, ...(cell?.period?.match(/\d{4}/gu) ?? [])];
	return stated.length > 0 || asOf === undefined ? stated : [asOf];
}

/**
 * Whether values of one measure differ: they share none, or both give the same number of several and one differs. Dates count where
 * neither states an amount, or where both date an event that happens once.
 */
function valuesDiffer(a: ComparedClaim, b: ComparedClaim): boolean {
	const [left, right] = [numbersByUnit(a.claim), numbersByUnit(b.claim)];
	const dates = (left.size === 0 && right.size === 0) || !onceEvents(a).isDisjointFrom(onceEvents(b));
	if (dates && setsDiffer(datesOf(a.claim), datesOf(b.claim))) return true;
	return [...left].some(([unit, values]) => {
		const others = right.get(unit);
		return others !== undefined && setsDiffer(values, others);
	});
}

/** Whether both give values of one measure, or dates, that are not all the same. */
function valuesVary(a: ComparedClaim, b: ComparedClaim): boolean {
	const areOther = (one: ReadonlySet<string>, other: ReadonlySet<string> = new Set()) =>
		one.size > 0 && other.size > 0 && one.symmetricDifference(other).size > 0;
	const right = numbersByUnit(b.claim);
	return (
		areOther(datesOf(a.claim), datesOf(b.claim)) ||
		[...numbersByUnit(a.claim)].some(([unit, values]) => areOther(values, right.get(unit)))
	);
}

/** The events that happen once, such as beginnings and ends, that it dates. */
function onceEvents({ aspect }: ComparedClaim): Set<string> {
	return new Set(aspect.values.flatMap(({ quantity, once }) => (quantity?.kind === "date" ? [...once] : [])));
}

/** Whether amounts of two units differ: then one unit tells which measure it is ("half within 5 years, two thirds within 10"). */
function differInSeveralUnits(a: Claim, b: Claim): boolean {
	const [left, right] = [numbersByUnit(a), numbersByUnit(b)];
	const differing = [...left].filter(([unit, values]) => unit !== "" && right.get(unit)?.isDisjointFrom(values));
	return differing.length > 1;
}

function setsDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	if (a.size === 0 || b.size === 0) return false;
	if (a.isDisjointFrom(b)) return true;
	return a.size === b.size && a.size > 1 && !a.isSubsetOf(b);
}

/** The numbers by unit. Percentage points count as percent, bare counts do not. */
function numbersByUnit({ values }: Claim): Map<string, Set<string>> {
	const numbers = values.filter(({ kind }) => kind === "number");
	const unitOf = ({ unit = "" }: TypedValue) => (/^percent/iu.test(unit) ? "%" : unit);
	return new Map(
		[...Map.groupBy(numbers, unitOf)].map(([unit, ones]) => [unit, new Set(ones.map(({ normal }) => normal))]),
	);
}

function datesOf({ values }: Claim): Set<string> {
	return new Set(values.filter(({ kind }) => kind === "date").map(({ normal }) => normal));
}
