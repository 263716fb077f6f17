import { comparisonForm } from "../../base/text.ts";
import type { ExtractedClaim } from "../../evidence/claim.ts";
import { contentStems } from "../../text/words.ts";
import type { ExtractInput } from "../reasoner.ts";
import { findBestRanges, type PageRange } from "./blocks/candidates.ts";
import { linkTest, passagesIn } from "./blocks/find-passages.ts";
import { claimFrom, isContrary, type JudgedSpan } from "./reading/build-claim.ts";
import { cellClaims } from "./reading/cell-claims.ts";
import { type ClaimUnit, claimUnitsIn, isQuotable, quoteSpan } from "./reading/claim-units.ts";
import { memberClaims } from "./reading/member-claims.ts";
import { type MatchedUnit, matchUnits, type PageQuery, pageQuery, relevanceOf } from "./reading/page-query.ts";
import { partStems } from "./reading/part-words.ts";
import { readableTexts } from "./reading/readable.ts";

/** Maximum passages of a page that get a claim each, besides those that the searches found. */
const placesMax = 6;
/** From this relevance on a unit may update the evidence. Below `adjacentMin` it is dropped. */
const directMin = 0.2;
const adjacentMin = 0.12;
/** Minimum share of the sub-question's words in a direct unit or above it. A name there makes up for some. */
const onTopicMin = 0.5;
const nameCredit = 0.3;
const nameShareMin = 0.5;

/** Number of a page's claims kept for text outside its tables. */
const claimsBesideCells = 2;

/**
 * The best units of a page for a sub-question, best first, at most `max`, then one for each of its best passages that has none. Quotes
 * are verbatim with their place (`page.text.slice(start, start + quote.length) === quote`), and readable alone in `text`. Matching table
 * cells come first. Boilerplate, noise, code and prompt injection give no claim. A unit that is only near the matter is `adjacent`.
 */
export function extractClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, max, passages: searchPlaces = [], subQuestion } = input;
	const passages = passagesIn(page, "");
	const places = [...searchPlaces, ...findBestRanges(passages, contentStems(subQuestion.text), placesMax)];
	const units = claimUnitsIn(passages, page.text);
	const judged = judgeUnits(units, input);
	const cells = cellClaims(input);
	const isCell = (at: number) => cells.length > 0 && page.tables?.some(({ start, end }) => start <= at && at < end);
	const bestByPlace = bestInPlaces(judged, places);
	const candidates = dropRepeats(
		judged.filter((one) => (one.relevance >= adjacentMin || bestByPlace.has(one)) && !isCell(one.span.start)),
	);
	const fromSearch = bestInPlaces(candidates, searchPlaces);
	const others = candidates.filter((one) => !fromSearch.has(one) && one.relevance >= adjacentMin);
	const best = [...fromSearch, ...others].slice(0, max).toSorted(byRelevance);
	const additional = candidates.filter(
		(one) => bestByPlace.has(one) && !best.includes(one) && !isInCoveredPlace(one, best, places),
	);
	const selected = [...best, ...additional];
	const spans = selected.map(({ span }) => span);
	const texts = readableTexts(units, spans, page);
	const claims = selected.map((one, at) => claimFrom(one, texts[at] ?? one.span.quote, input));
	// A synthesis is made of sentences, with figures beside them.
	const cellsMax =
		input.route.shape === "synthesis" ? Math.floor(max / 2) : max - Math.min(claimsBesideCells, best.length);
	const first = [...cells.slice(0, Math.max(1, cellsMax)), ...claims.slice(0, best.length)].slice(0, max);
	const found = [...first, ...claims.slice(best.length)];
	// All members of a set count, however many they are.
	const members = memberClaims(input, passages);
	const isMember = (one: ExtractedClaim) =>
		members.some((other) => other.start === one.start && other.quote === one.quote);
	return [...members, ...found.filter((one) => !isMember(one))];
}

/** The units that may be quoted, best first. */
function judgeUnits(units: readonly ClaimUnit[], input: ExtractInput): JudgedSpan[] {
	const { page, subQuestion } = input;
	const query = pageQuery(input);
	const seen = matchUnits(units, page.title, query);
	const own = partStems(input, [page.title, ...units.flatMap(({ text, path }) => [text, ...path])].join("\n"));
	const isOnPart = ({ unit }: MatchedUnit) =>
		own === undefined ||
		contentStems([unit.term ?? "", unit.text, page.title, ...unit.path, ...(unit.header ?? [])].join("\n")).some(
			(stem) => own.has(stem),
		);
	const isLinks = linkTest(page);
	const quotable = seen.filter(({ unit }) => isQuotable(unit, page) && !isLinks(unit));
	const judged = quotable.map((one): JudgedSpan => {
		const isContraryFound = subQuestion.stance === "adversarial" && isContrary(one.unit.text);
		// A text that the page repeats shares its chance among its copies.
		const chance = relevanceOf(one) / one.unit.repeats;
		// An adversarial sub-question looks for text that turns or denies: either sign is enough (noisy or: Pearl 1988).
		const relevance = isContraryFound ? 1 - (1 - chance) ** 2 : chance;
		const direct = relevance >= directMin && isOnTopic(one, seen, query) && isOnPart(one);
		return { span: quoteSpan(one.unit, units, page.text), relevance, direct };
	});
	return judged.toSorted(byRelevance);
}

/** The best span of each place (`judged` is in order): a search ranks places better than a sentence does. */
function bestInPlaces(judged: readonly JudgedSpan[], places: readonly PageRange[]): Set<JudgedSpan> {
	return new Set(places.flatMap((place) => judged.find(({ span }) => isWithin(span.unit, place)) ?? []));
}

/** Whether the others cover each place in which this one stands. */
function isInCoveredPlace({ span }: JudgedSpan, others: readonly JudgedSpan[], places: readonly PageRange[]): boolean {
	const own = places.filter((place) => isWithin(span.unit, place));
	return own.every((place) => others.some((other) => isWithin(other.span.unit, place)));
}

function isWithin(unit: ClaimUnit, { start, end }: PageRange): boolean {
	return unit.start >= start && unit.end <= end + 1;
}

function byRelevance(a: JudgedSpan, b: JudgedSpan): number {
	return Number(b.direct) - Number(a.direct) || b.relevance - a.relevance || a.span.start - b.span.start;
}

/** Direct evidence holds enough of the sub-question, and names its subject: in itself, above itself or in its paragraph. */
function isOnTopic(
	{ unit, covered, named }: MatchedUnit,
	seen: readonly MatchedUnit[],
	{ subjects }: PageQuery,
): boolean {
	const inParagraph = () =>
		[1, 2, 3].some((back) => {
			const before = seen[unit.order - back];
			return before?.unit.block === unit.block && before.named === 1;
		});
	const isNamed = subjects.length === 0 || inParagraph() ? 1 : named;
	return isNamed >= nameShareMin && covered + nameCredit * isNamed >= onTopicMin;
}

/** Drops texts that repeat or overlap an earlier one. */
function dropRepeats(judged: readonly JudgedSpan[]): JudgedSpan[] {
	const seenTexts = new Set<string>();
	const takenRanges: { start: number; end: number }[] = [];
	return judged.filter(({ span: { quote, start } }) => {
		const key = comparisonForm(quote).replace(/[^\p{L}\p{N}]+/gu, " ");
		const end = start + quote.length;
		if (seenTexts.has(key) || takenRanges.some((other) => start < other.end && other.start < end)) return false;
		seenTexts.add(key);
		takenRanges.push({ start, end });
		return true;
	});
}
