import { folded } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { sameQuantity } from "../../../evidence/numbers.ts";
import { type LinearModel, probabilityOf, scoreOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type FeatureName, type Features, featuresOf } from "./features.ts";
import { type Span, spansIn } from "./spans.ts";
import { type Statement, statementOf, titlesOf } from "./statement.ts";
import { type Wanted, wantedOf } from "./wanted.ts";
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

/** The values that the claims give for what is asked, likeliest first. */
export function valuesIn(input: WriteInput, wanted = wantedOf(input.question, input.route), model = rank): Value[] {
	const titles = titlesOf(input.sources);
	const values: Value[] = [];
	const found = input.claims
		.filter((claim) => claim.class === "direct")
		.flatMap((claim) => candidatesOf(statementOf(claim, titles.get(claim.sourceId) ?? ""), wanted, model))
		.toSorted(
			(a, b) => b.score - a.score || a.claims[0].id.localeCompare(b.claims[0].id) || a.span.start - b.span.start,
		);
	for (const one of found) {
		const same = values.find((value) => isSame(value.span, one.span));
		if (!same) values.push(one);
		else if (confirms(one, same) && !same.claims.includes(one.claims[0])) same.claims.push(...one.claims);
	}
	return values;
}
/** A statement confirms another when it says as much of what is asked. */
function confirms({ features: one }: Value, { features: other }: Value): boolean {
	return one.whole >= other.whole - 0.1;
}

function candidatesOf(statement: Statement, wanted: Wanted, model: LinearModel<FeatureName>) {
	const spans = spansIn(statement.claim, wanted);
	return spans.flatMap((span) => {
		const features = featuresOf(span, statement, spans, wanted);
		const claims: [Claim, ...Claim[]] = [statement.claim];
		return features ? [{ text: span.text, span, claims, features, score: scoreOf(model, features) }] : [];
	});
}

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

/** How much speaks for a candidate by its features alone. */
export function rankScore(features: Features): number {
	return scoreOf(rank, features);
}

/** Of other values those that no recorded conflict sets against this one. */
export function rivalsOf(best: Value, others: readonly Value[], { conflicts }: WriteInput): Value[] {
	const ids = new Set(best.claims.map(({ id }) => id));
	const against = new Set(conflicts.flatMap(({ a, b }) => (ids.has(a) ? [b] : ids.has(b) ? [a] : [])));
	return others.filter(({ claims }) => !claims.some(({ id }) => against.has(id)));
}
