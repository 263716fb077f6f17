import { folded } from "../../base/text.ts";
import type { ExtractedClaim } from "../../evidence/claim.ts";
import type { ExtractInput } from "../reasoner.ts";
import { sentencesIn } from "../text/sentences.ts";
import { contentStems } from "../text/words.ts";
import { bestPlaces } from "./blocks/candidates.ts";
import { cellClaims } from "./reading/cells.ts";
import { claimFrom, isContrary, type Judged } from "./reading/claim.ts";
import { type Query, queryOf } from "./reading/query.ts";
import { readableTexts } from "./reading/readable.ts";
import { relevanceOf, type Seen, seenIn } from "./reading/signals.ts";
import { isQuotable, spanOf, type Unit, unitsOf } from "./reading/units.ts";

/** Units that are looked at closely, for each claim wanted: the closer look costs, and what ranks below never wins. */
const closeLook = 6;
const closeLookMore = 8;
/** Passages of a page that have a claim each, beside those where the searches hit. */
const placesMost = 6;
/** At or above this a unit may update the evidence; below the second it is dropped. */
const directFrom = 0.2;
const adjacentFrom = 0.12;
/** Of what the sub-question says, so much must stand in a direct unit or above it; a name that stands there makes up for some. */
const onTopicFrom = 0.5;
const namedWorth = 0.3;
const namedFrom = 0.5;

/**
 * The best units of a page for a sub-question, best first, at most `max`, then one of each of its best passages that has none: verbatim
 * quotes with their place (`page.text.slice(start, start + quote.length) === quote`), made readable alone in `text`. Cells of tables that
 * answer come first.
 * Furniture of the site, noise, code and text that addresses an AI give no claim. What is only near the matter is `adjacent`.
 */
export function extractClaims(input: ExtractInput): ExtractedClaim[] {
	return claimsFrom(lookedAt(input), input);
}

/** What a look at a page gives: its units, and the spans that may become claims, best first. */
interface Look {
	units: readonly Unit[];
	/** Where the searches hit, then the passages that hold most of what is asked. */
	places: readonly Place[];
	judged: readonly Judged[];
}
type Place = Readonly<Pick<Unit, "start" | "end">>;

function lookedAt(input: ExtractInput): Look {
	const { page, max } = input;
	const query = queryOf(input);
	const units = unitsOf(sentencesIn(page.text, { lineEnds: page.kind === "html" }), page);
	const seen = seenIn(units, page.title, query);
	const places = [...(input.passages ?? []), ...bestPlaces(page, contentStems(input.subQuestion.text), placesMost)];
	const judged = closest(seen, input, places, max * closeLook + closeLookMore).map((one): Judged => {
		const against = input.subQuestion.stance === "adversarial" && isContrary(one.unit.text);
		// What a page says several times shares its chance among its copies.
		const chance = relevanceOf(one) / one.unit.repeats;
		const relevance = against ? raised(chance) : chance;
		const direct = relevance >= directFrom && isOnTopic(one, seen, query);
		return { span: spanOf(one.unit, units, page.text), relevance, direct };
	});
	return { units, places, judged: judged.toSorted(byRelevance) };
}

/** Of each place the best span (`judged` is in order): a search ranks places better than a sentence tells. */
function bestOf(judged: readonly Judged[], places: readonly Place[]): Set<Judged> {
	return new Set(places.flatMap((place) => judged.find(({ span }) => isWithin(span.unit, place)) ?? []));
}

/** Whether one of the others stands in the same place. */
function isBeside({ span }: Judged, others: readonly Judged[], places: readonly Place[]): boolean {
	const own = places.filter((place) => isWithin(span.unit, place));
	return own.every((place) => others.some((other) => isWithin(other.span.unit, place)));
}

function isWithin(unit: Unit, { start, end }: Place): boolean {
	return unit.start >= start && unit.end <= end + 1;
}

/** What speaks against something is looked for: odds of one that turns or denies. */
function raised(relevance: number): number {
	const odds = (Math.E * relevance) / (1 - relevance);
	return odds / (1 + odds);
}

function byRelevance(a: Judged, b: Judged): number {
	return (
		Number(b.direct) - Number(a.direct) ||
		b.relevance - a.relevance ||
		a.span.start - b.span.start ||
		b.span.quote.length - a.span.quote.length
	);
}

/** The units that a first look ranks highest, and those that open the page; of each place one. */
function closest(
	seen: readonly Seen[],
	{ page, passages = [] }: ExtractInput,
	places: readonly Place[],
	most: number,
): Seen[] {
	const inPassage = ({ unit }: Seen) => passages.find((place) => isWithin(unit, place))?.score ?? 0;
	const first = (one: Seen) => one.covered + one.own + 0.3 * inPassage(one) + 0.3 / (1 + one.unit.order);
	const ranked = seen
		.map((one) => ({ one, first: first(one) }))
		.toSorted((a, b) => b.first - a.first || a.one.unit.order - b.one.unit.order)
		.map(({ one }) => one)
		.filter(({ unit }) => isQuotable(unit, page));
	const placed = places.flatMap((place) => ranked.find(({ unit }) => isWithin(unit, place)) ?? []);
	return [...new Set([...placed, ...ranked])].slice(0, most);
}

/** Direct evidence says enough of what is asked, and names its subject: itself, above itself or in its paragraph. */
function isOnTopic({ unit, covered, named }: Seen, seen: readonly Seen[], { subjects }: Query): boolean {
	const inParagraph = () =>
		[1, 2, 3].some((back) => {
			const before = seen[unit.order - back];
			return before?.unit.block === unit.block && before.named === 1;
		});
	const isNamed = subjects.length === 0 || inParagraph() ? 1 : named;
	return isNamed >= namedFrom && covered + namedWorth * isNamed >= onTopicFrom;
}

/** Of a page's claims, so many are kept for what it says outside of its tables. */
const besideCells = 2;

function claimsFrom(look: Look, input: ExtractInput): ExtractedClaim[] {
	const { units, judged } = look;
	const { page, max } = input;
	const cells = cellClaims(input);
	const inTable = (start: number) => page.tables?.some((table) => table.start <= start && start < table.end) ?? false;
	const [hits, places] = [bestOf(judged, input.passages ?? []), bestOf(judged, look.places)];
	const able = distinct(
		judged.filter(
			(one) => (one.relevance >= adjacentFrom || places.has(one)) && (cells.length === 0 || !inTable(one.span.start)),
		),
	);
	const said = able.filter((one) => !hits.has(one) && one.relevance >= adjacentFrom);
	const best = [...able.filter((one) => hits.has(one)), ...said].slice(0, max).toSorted(byRelevance);
	const more = able.filter((one) => places.has(one) && !best.includes(one) && !isBeside(one, best, look.places));
	const chosen = [...best, ...more];
	const texts = readableTexts(
		units,
		chosen.map(({ span }) => span),
		page,
	);
	const claims = chosen.map((one, at) => claimFrom(one, texts[at] ?? one.span.quote, input));
	// An account is made of sentences, with figures beside them.
	const mostCells = input.route.shape === "synthesis" ? Math.floor(max / 2) : max - Math.min(besideCells, best.length);
	const first = [...cells.slice(0, Math.max(1, mostCells)), ...claims.slice(0, best.length)].slice(0, max);
	return [...first, ...claims.slice(best.length)];
}

/** Leaves out what says the same words again, or overlaps what is there. */
function distinct(judged: readonly Judged[]): Judged[] {
	const said = new Set<string>();
	const taken: { start: number; end: number }[] = [];
	return judged.filter(({ span: { quote, start } }) => {
		const key = folded(quote).replace(/[^\p{L}\p{N}]+/gu, " ");
		const end = start + quote.length;
		if (said.has(key) || taken.some((other) => start < other.end && other.start < end)) return false;
		said.add(key);
		taken.push({ start, end });
		return true;
	});
}
