import { comparisonForm } from "../../base/text.ts";
import type { ExtractedClaim } from "../../evidence/claim.ts";
import { contentStems } from "../../text/words.ts";
import type { ExtractInput } from "../reasoner.ts";
import { bestPlaces, type Place } from "./blocks/candidates.ts";
import { passagesIn } from "./blocks/find.ts";
import { cellClaims } from "./reading/cells.ts";
import { claimFrom, isContrary, type Judged } from "./reading/claim.ts";
import { type Query, queryOf, relevanceOf, type Seen, seenIn } from "./reading/query.ts";
import { readableTexts } from "./reading/readable.ts";
import { isQuotable, spanOf, type Unit, unitsOf } from "./reading/units.ts";

/** Maximum passages of a page that get a claim each, besides those that the searches found. */
const placesMost = 6;
/** From this relevance on a unit may update the evidence. Below `adjacentMin` it is dropped. */
const directFrom = 0.2;
const adjacentFrom = 0.12;
/** Minimum share of the sub-question's words in a direct unit or above it. A name there makes up for some. */
const onTopicFrom = 0.5;
const namedWorth = 0.3;
const namedFrom = 0.5;

/** Number of a page's claims kept for text outside its tables. */
const besideCells = 2;

/**
 * The best units of a page for a sub-question, best first, at most `max`, then one for each of its best passages that has none. Quotes
 * are verbatim with their place (`page.text.slice(start, start + quote.length) === quote`), and readable alone in `text`. Matching table
 * cells come first. Boilerplate, noise, code and prompt injection give no claim. A unit that is only near the matter is `adjacent`.
 */
export function extractClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, max, passages: found = [], subQuestion } = input;
	const passages = passagesIn(page, "");
	const places = [...found, ...bestPlaces(passages, contentStems(subQuestion.text), placesMost)];
	const units = unitsOf(passages, page.text);
	const judged = judgedIn(units, input);
	const cells = cellClaims(input);
	const isCell = (at: number) => cells.length > 0 && page.tables?.some(({ start, end }) => start <= at && at < end);
	const placed = bestOf(judged, places);
	const able = distinct(
		judged.filter((one) => (one.relevance >= adjacentFrom || placed.has(one)) && !isCell(one.span.start)),
	);
	const hits = bestOf(able, found);
	const said = able.filter((one) => !hits.has(one) && one.relevance >= adjacentFrom);
	const best = [...hits, ...said].slice(0, max).toSorted(byRelevance);
	const more = able.filter((one) => placed.has(one) && !best.includes(one) && !isBeside(one, best, places));
	const kept = [...best, ...more];
	const spans = kept.map(({ span }) => span);
	const texts = readableTexts(units, spans, page);
	const claims = kept.map((one, at) => claimFrom(one, texts[at] ?? one.span.quote, input));
	// A synthesis is made of sentences, with figures beside them.
	const mostCells = input.route.shape === "synthesis" ? Math.floor(max / 2) : max - Math.min(besideCells, best.length);
	const first = [...cells.slice(0, Math.max(1, mostCells)), ...claims.slice(0, best.length)].slice(0, max);
	return [...first, ...claims.slice(best.length)];
}

/** The units that may be quoted, best first. */
function judgedIn(units: readonly Unit[], input: ExtractInput): Judged[] {
	const { page, subQuestion } = input;
	const query = queryOf(input);
	const seen = seenIn(units, page.title, query);
	const quotable = seen.filter(({ unit }) => isQuotable(unit, page));
	const judged = quotable.map((one): Judged => {
		const against = subQuestion.stance === "adversarial" && isContrary(one.unit.text);
		// A text that the page repeats shares its chance among its copies.
		const chance = relevanceOf(one) / one.unit.repeats;
		// An adversarial sub-question looks for text that turns or denies: either sign is enough (noisy or: Pearl 1988).
		const relevance = against ? 1 - (1 - chance) ** 2 : chance;
		const direct = relevance >= directFrom && isOnTopic(one, seen, query);
		return { span: spanOf(one.unit, units, page.text), relevance, direct };
	});
	return judged.toSorted(byRelevance);
}

/** The best span of each place (`judged` is in order): a search ranks places better than a sentence does. */
function bestOf(judged: readonly Judged[], places: readonly Place[]): Set<Judged> {
	return new Set(places.flatMap((place) => judged.find(({ span }) => isWithin(span.unit, place)) ?? []));
}

/** Whether the others cover each place in which this one stands. */
function isBeside({ span }: Judged, others: readonly Judged[], places: readonly Place[]): boolean {
	const own = places.filter((place) => isWithin(span.unit, place));
	return own.every((place) => others.some((other) => isWithin(other.span.unit, place)));
}

function isWithin(unit: Unit, { start, end }: Place): boolean {
	return unit.start >= start && unit.end <= end + 1;
}

function byRelevance(a: Judged, b: Judged): number {
	return Number(b.direct) - Number(a.direct) || b.relevance - a.relevance || a.span.start - b.span.start;
}

/** Direct evidence holds enough of the sub-question, and names its subject: in itself, above itself or in its paragraph. */
function isOnTopic({ unit, covered, named }: Seen, seen: readonly Seen[], { subjects }: Query): boolean {
	const inParagraph = () =>
		[1, 2, 3].some((back) => {
			const before = seen[unit.order - back];
			return before?.unit.block === unit.block && before.named === 1;
		});
	const isNamed = subjects.length === 0 || inParagraph() ? 1 : named;
	return isNamed >= namedFrom && covered + namedWorth * isNamed >= onTopicFrom;
}

/** Drops texts that repeat or overlap an earlier one. */
function distinct(judged: readonly Judged[]): Judged[] {
	const said = new Set<string>();
	const taken: { start: number; end: number }[] = [];
	return judged.filter(({ span: { quote, start } }) => {
		const key = comparisonForm(quote).replace(/[^\p{L}\p{N}]+/gu, " ");
		const end = start + quote.length;
		if (said.has(key) || taken.some((other) => start < other.end && other.start < end)) return false;
		said.add(key);
		taken.push({ start, end });
		return true;
	});
}
