import { folded } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { sameQuantity } from "../../../evidence/numbers.ts";
import { type LinearModel, probabilityOf, scoreOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type FeatureName, type Features, featuresOf } from "./features.ts";
import { type Span, spansIn } from "./spans.ts";
import { statementOf, titlesOf } from "./statement.ts";
import type { Wanted } from "./wanted.ts";
import weights from "./weights.json" with { type: "json" };

/** A value with the statements that give it, the best one first. */
export interface Value {
	text: string;
	span: Span;
	claims: Claim[];
	features: Features;
	score: number;
}

/** What the chance of the best value is worked out from. */
export const chanceNames = ["score", "margin", "kind"] as const;
export type ChanceName = (typeof chanceNames)[number];

const rank: LinearModel<FeatureName> = weights.rank;
const chance: LinearModel<ChanceName> = weights.chance;

/** A span of one statement. */
export interface Candidate {
	span: Span;
	claim: Claim;
	features: Features;
}

/** All spans of the claims that may be the value; a statement that was taken for several sub-questions counts once. */
export function candidatesIn({ claims, sources }: WriteInput, wanted: Wanted): Candidate[] {
	const titles = titlesOf(sources);
	const each = new Map(claims.toReversed().map((claim) => [`${claim.sourceId} ${claim.start} ${claim.text}`, claim]));
	return [...each.values()].toReversed().flatMap((claim) => {
		const spans = claim.class === "irrelevant" ? [] : spansIn(claim, wanted);
		const statement = spans.length === 0 ? undefined : statementOf(claim, titles.get(claim.sourceId) ?? "");
		return spans.flatMap((span) => {
			const features = statement && featuresOf(span, statement, spans, wanted);
			return features ? [{ span, claim, features }] : [];
		});
	});
}

/** The values that candidates give, likeliest first, each with all statements that confirm it. */
export function valuesOf(candidates: readonly Candidate[], model = rank): Value[] {
	const values: Value[] = [];
	const ranked = candidates
		.map((one) => ({ ...one, text: one.span.text, score: scoreOf(model, one.features) }))
		.toSorted((a, b) => b.score - a.score || a.claim.id.localeCompare(b.claim.id) || a.span.start - b.span.start);
	for (const { claim, ...one } of ranked) {
		const same = values.find((value) => isSame(value.span, one.span));
		if (!same) values.push({ ...one, claims: [claim] });
		// `four megabytes (4MB)`: digits are what one looks for.
		else if (same.claims.includes(claim))
			same.text = /\d/u.test(one.text) && !/\d/u.test(same.text) ? one.text : same.text;
		// A statement confirms another when it says as much of what is asked.
		else if (one.features.whole >= same.features.whole - confirmsWithin) same.claims.push(claim);
	}
	return values;
}
const confirmsWithin = 0.1;

function isSame(a: Span, b: Span): boolean {
	if (a.quantity && b.quantity) return sameQuantity(a.quantity, b.quantity) || sameQuantity(b.quantity, a.quantity);
	const [left, right] = [nameOf(a), nameOf(b)];
	return (
		left === right ||
		(a.kind === "person" && b.kind === "person" && (left.endsWith(` ${right}`) || right.endsWith(` ${left}`)))
	);
}

function nameOf({ text }: Span): string {
	return folded(text).replace(/^(?:the|an?)\s/u, "");
}

/** What speaks for the first of ranked values; `rivals`: those after it that are not in a recorded conflict with it. */
export function chanceFeatures(best: Value, rivals: readonly Value[]): Record<ChanceName, number> {
	const next = rivals[0]?.score ?? best.score - marginMax;
	return {
		score: best.score,
		margin: Math.min(marginMax, Math.max(0, best.score - next)) / marginMax,
		kind: best.features.kind,
	};
}
const marginMax = 4;

/** The calibrated chance that the first value is what is asked for. */
export function chanceOf(best: Value, rivals: readonly Value[]): number {
	return probabilityOf(chance, chanceFeatures(best, rivals));
}

/** Of other values those that no recorded conflict sets against this one. */
export function rivalsOf(best: Value, others: readonly Value[], { conflicts }: WriteInput): Value[] {
	const ids = new Set(best.claims.map(({ id }) => id));
	const against = new Set(conflicts.flatMap(({ a, b }) => (ids.has(a) ? [b] : ids.has(b) ? [a] : [])));
	return others.filter(({ claims }) => !claims.some(({ id }) => against.has(id)));
}
