import { independentOrigins, withoutPoor } from "../../../evidence/independence.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { hasNegation, negatedIn } from "../../text/negation.ts";
import { type Said, type Statement, saysTerm, statementOf, titlesOf } from "./statement.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import { type Term, termsOf } from "./wanted.ts";

/**
 * What a statement says of a proposition. `yes`, `no`: it states or denies that very proposition. `doubt`: it holds all of the
 * proposition's words, but in another construction, under a condition or beside a negation, so that only a reader can tell.
 */
type Verdict = "yes" | "no" | "doubt";

/** Words of the closed class that make a statement hold for some, at times or under a condition only. */
const limiting =
	/^(?:if|unless|when|whenever|until|except|only|some|certain|might|could|may|should|would|sometimes|partially|former|formerly|most|many|few|rather|too)$/u;
const past = /^(?:was|were|did|had)$/u;
const now = /^(?:is|are|do|does|can|has|have|will)\b/iu;
const wordsAtLeast = 2;
/** How many content words may stand before the proposition: `In release 15,`. */
const openingMax = 2;

/** `Yes` or `No` where a source states the very proposition and nothing that was read says otherwise; else undefined. */
export function yesOrNo(input: WriteInput): Answer | undefined {
	const titles = titlesOf(input.sources);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const judged = Map.groupBy(
		withoutPoor(input.claims, sources).filter((claim) => claim.class === "direct" && !claim.cell),
		(claim) => verdictOf(statementOf(claim, titles.get(claim.sourceId) ?? ""), input.question),
	);
	const [yes, no] = [judged.get("yes"), judged.get("no")];
	const stated = yes ?? no;
	const isDisputed = stated?.some(({ id }) => input.conflicts.some(({ a, b }) => a === id || b === id));
	if (judged.has("doubt") || stated === undefined || (yes && no) || isDisputed) return undefined;
	const claims = countedFor(stated, sources);
	return {
		text: yes ? "Yes" : "No",
		claimIds: claims.map(({ id }) => id),
		confidence: isDoubtful(claims, sources) ? "low" : independentOrigins(claims, sources) >= 2 ? "high" : "medium",
		alternatives: [],
		why: `${yes ? "stated" : "denied"} by ${toldBy(claims, sources)}`,
	};
}

/** Undefined where the statement does not hold all of the proposition's words; the headings may say what it is about, and no more. */
function verdictOf({ claim, quote, own, above }: Statement, question: string): Verdict | undefined {
	const terms = termsOf(question);
	const words = quote.length > 0 ? quote : own;
	const places = terms.map((term) => placeOf(term, words));
	const first = places.findIndex((place) => place >= 0);
	const held = (term: Term) => [...own, ...above].some(({ forms }) => forms.includes(term.stem));
	if (
		terms.length < wordsAtLeast ||
		first < 0 ||
		places.slice(first).includes(-1) ||
		!terms.slice(0, first).every(held)
	)
		return undefined;
	const found = places.slice(first).flatMap((place) => words[place] ?? []);
	const asked = new Set(question.toLowerCase().match(/[\p{L}']+/gu) ?? []);
	const negated = negatedIn(claim.quote);
	const denied = found.some(({ start }) => negated.has(start));
	const limited = words.some(({ lower }) => limiting.test(lower) && !asked.has(lower));
	const bygone = now.test(question) && words.some(({ lower }) => past.test(lower));
	const stray = hasNegation(claim.quote) && !denied;
	if (limited || bygone || stray || claim.quote.trimEnd().endsWith("?") || !isInOrder(places.slice(first), words))
		return "doubt";
	return denied !== hasNegation(question) ? "no" : "yes";
}

/** Where a term stands: itself, else a word of its family or sense; -1: nowhere. */
function placeOf(term: Term, words: readonly Said[]): number {
	const own = words.findIndex(({ forms }) => forms.includes(term.stem));
	return own >= 0 ? own : words.findIndex((word) => saysTerm([word], term) > 0);
}

/** The proposition's words stand in its order, from the statement's beginning on, with nothing between them but function words. */
function isInOrder(places: readonly number[], words: readonly Said[]): boolean {
	const strange = (from: number, to: number) =>
		words.slice(from, to).filter(({ isContent, lower }) => isContent && !lower.endsWith("ly")).length;
	const [first = 0] = places;
	// `It is a myth that …`, `X said that …`: somebody else's statement, or none.
	if (strange(0, first) > openingMax || words.slice(0, first).some(({ lower }) => lower === "that")) return false;
	return places.slice(1).every((place, at) => {
		const before = places[at] ?? 0;
		return place > before && strange(before + 1, place) === 0;
	});
}
