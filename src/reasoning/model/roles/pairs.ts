import { jaccard, trigrams } from "../../../base/text.ts";
import { type Claim, type Conflict, shareSubQuestion } from "../../../evidence/claim.ts";
import { aspectOf, overlap, sameSubject } from "../../disputes/aspect.ts";
import { compareClaims as byRules } from "../../disputes/compare.ts";
import type { CompareInput } from "../../reasoner.ts";
import { likenessOnWeb, otherCells } from "./pairs-web.ts";

/** Two claims to be judged, in the order in which they were recorded. */
export interface Pair {
	a: Claim;
	b: Claim;
	/** What the rules say of them. */
	ruled: Conflict | undefined;
}

/** Pairs of one request, at most: more tire a reader, and the best come first. */
const pairsMax = 16;
/** Of one fresh claim, at most: one that shares words with everything must not crowd out the others. */
const pairsEach = 4;
/** Claims known before that a fresh one is held against, the latest. */
const knownMax = 400;
/** What two claims must have in common to be worth a look. */
const worthLook = 0.35;
/** Words that they must share when nothing else speaks for a difference: no common subject, no other value, no denial. */
const unsignedLook = 0.4;
/** Texts this alike say the same, unless their values differ. */
const sameText = 0.85;

/**
 * Pairs of claims from different pages that may exclude each other, likeliest first, those that the rules name before all others;
 * `beyond`: what the rules name besides, for which there is no room.
 */
export function pairsOf(input: CompareInput): { pairs: Pair[]; beyond: Conflict[] } {
	const ruled = new Map(byRules(input).map((conflict) => [`${conflict.a} ${conflict.b}`, conflict]));
	const named = new Set([...ruled.values()].map(({ a }) => a));
	// A quote that was taken before was held against all others then.
	const asked = new Set(input.web ? input.known.map(placeOf) : []);
	const told = new Set((input.told ?? []).map(({ a, b }) => `${a} ${b}`));
	const score = input.web ? likenessOnWeb : likeness;
	const known = input.known.filter(({ id }, at) => at >= input.known.length - knownMax || named.has(id)).map(seen);
	const ranked: { pair: Pair; score: number; fresh: string; order: number }[] = [];
	for (const claim of input.fresh) {
		const mine = seen(claim);
		for (const before of known) {
			if (!comparable(before.claim, claim)) continue;
			if (input.web && otherCells(before.claim, claim)) continue;
			const conflict = ruled.get(`${before.claim.id} ${claim.id}`);
			if (asked.has(placeOf(claim)) || told.has(`${before.claim.id} ${claim.id}`)) continue;
			const likely = conflict ? 10 : score(before, mine);
			if (likely < worthLook) continue;
			const pair = { a: before.claim, b: claim, ruled: conflict };
			ranked.push({ pair, score: likely, fresh: claim.id, order: ranked.length });
		}
		known.push(mine);
	}
	const each = new Map<string, number>();
	const said = new Set<string>();
	const wanted = ranked
		.toSorted((a, b) => b.score - a.score || a.order - b.order)
		// One quote may have been taken for several sub-questions; the same two statements are judged once.
		.filter(({ pair: { a, b, ruled } }) => {
			const words = JSON.stringify((input.web ? [placeOf(a), placeOf(b)] : [a.text, b.text]).toSorted());
			return (ruled !== undefined && !input.web) || (!said.has(words) && said.add(words));
		})
		.filter(({ pair, fresh }) => {
			const count = (each.get(fresh) ?? 0) + 1;
			each.set(fresh, count);
			return pair.ruled !== undefined || count <= pairsEach;
		})
		.map(({ pair }) => pair);
	return {
		pairs: wanted.slice(0, pairsMax),
		beyond: wanted.slice(pairsMax).flatMap(({ ruled: conflict }) => conflict ?? []),
	};
}

function placeOf({ sourceId, quote, cell }: Claim): string {
	return `${sourceId} ${cell?.column ?? ""} ${quote}`;
}

interface Seen {
	claim: Claim;
	aspect: ReturnType<typeof aspectOf>;
	/** The words of subject and statement. */
	words: ReadonlySet<string>;
	grams: ReadonlySet<string>;
}

function seen(claim: Claim): Seen {
	const aspect = aspectOf(claim);
	return { claim, aspect, words: new Set([...aspect.subject, ...aspect.stems]), grams: trigrams(claim.text) };
}

/** A page does not contradict itself: what looks like it is a history or a list. */
function comparable(a: Claim, b: Claim): boolean {
	return a.id !== b.id && a.sourceId !== b.sourceId && a.class !== "irrelevant" && b.class !== "irrelevant";
}

/** How likely two claims speak of one thing in two ways: shared words and subject, values of one kind that differ, opposite stances. */
function likeness(a: Seen, b: Seen): number {
	const differ = valuesDiffer(a.claim, b.claim);
	if (!differ && a.aspect.negative === b.aspect.negative && jaccard(a.grams, b.grams) >= sameText) return 0;
	const shared = overlap(a.words, b.words);
	const signs =
		(sameSubject(a.aspect, b.aspect) ? 0.25 : 0) +
		(differ ? 0.2 : 0) +
		(a.claim.stance !== b.claim.stance || a.aspect.negative !== b.aspect.negative ? 0.2 : 0);
	if (shared === 0 || (signs === 0 && shared < unsignedLook)) return 0;
	return shared + signs + (shareSubQuestion(a.claim, b.claim) ? 0.1 : 0);
}

/** Of one kind and unit, each gives a value that the other does not. */
function valuesDiffer(a: Claim, b: Claim): boolean {
	const [left, right] = [measuresOf(a), measuresOf(b)];
	for (const [measure, values] of left) {
		const others = right.get(measure);
		if (others && [...values].some((one) => !others.has(one)) && [...others].some((one) => !values.has(one)))
			return true;
	}
	return false;
}

/** The numbers of a claim by their units, and its dates. */
function measuresOf({ values }: Claim): Map<string, Set<string>> {
	const out = new Map<string, Set<string>>();
	for (const { kind, unit = "", normal } of values) {
		if (kind !== "number" && kind !== "date") continue;
		const measure = `${kind} ${unit}`;
		out.set(measure, (out.get(measure) ?? new Set()).add(normal));
	}
	return out;
}
