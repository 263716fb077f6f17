import { amountOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { type Superseded, supersededIn } from "../../../evidence/corrected.ts";
import { independentOrigins } from "../../../evidence/independence.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import { chanceOf, rivalsOf, type Value, valuesIn } from "./values.ts";
import type { Wanted } from "./wanted.ts";

/** From this chance on a value is a headline, and from the other on a sure one. */
export const headlineFrom = 0.8;
export const sureFrom = 0.9;

/** A newer statement that holds this share of the question's words speaks of the same. */
const alikeFrom = 0.9;

/** The value that is likely enough to be what is asked for, beside those that contradict it. */
export function settledValue(input: WriteInput, wanted: Wanted): Answer | undefined {
	const superseded = supersededIn(input.claims, input.sources);
	const all = valuesIn(input, wanted);
	const past = all.filter((value) => isTakenBack(value, superseded));
	const [first, ...others] = all.filter((value) => !past.includes(value));
	if (!first) return undefined;
	const rivals = rivalsOf(first, others, input);
	const chance = chanceOf(first, rivals, input);
	if (chance < headlineFrom) return undefined;
	const opposed = others.filter((value) => !rivals.includes(value) && chanceOf(value, rivals, input) >= headlineFrom);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const newest = ({ claims }: Value) =>
		claims
			.map(({ sourceId, asOf }) => sources.get(sourceId)?.date ?? asOf ?? "")
			.toSorted()
			.at(-1) ?? "";
	// What is to come, or holds now, is not told by a page when a newer one gives another value for all that is asked.
	const isOverdue = (wanted.future || wanted.present) && newest(first) !== "";
	if (isOverdue && rivals.some((value) => value.features.context >= alikeFrom && newest(value) > newest(first)))
		return undefined;
	const origins = (value: Value) => independentOrigins(value.claims, sources);
	// Of values that contradict each other the better supported leads, else the newer.
	const [best = first, ...against] = [first, ...opposed].toSorted(
		(a, b) => origins(b) - origins(a) || newest(b).localeCompare(newest(a)) || b.score - a.score,
	);
	const counted = countedFor(best.claims, sources);
	const sure = chance >= sureFrom && against.length === 0 && origins(best) >= 2;
	return {
		text: textOf(best),
		claimIds: counted.map(({ id }) => id),
		confidence: isDoubtful(counted, sources) ? "low" : sure ? "high" : "medium",
		alternatives: [
			...against.map((value) => ({ text: textOf(value), claimIds: value.claims.map(({ id }) => id) })),
			...past.slice(0, 1).map((value) => ({
				text: textOf(value),
				claimIds: value.claims.map(({ id }) => id),
				past: true as const,
			})),
		],
		why: `stated by ${toldBy(counted, sources)}`,
		complete: true,
	};
}

/** A cell's amount with the unit that its column or caption gives. */
function textOf({ text, claims: [claim] }: Value): string {
	return claim?.cell ? amountOf(claim.cell) : text;
}

/** Every statement of it was taken back by a page that says so. */
function isTakenBack({ span, claims }: Value, superseded: readonly Superseded[]): boolean {
	const isOld = (claim: Claim) =>
		superseded.some(({ claimId, old }) => {
			const [was] = quantitiesIn(old);
			return (
				claimId === claim.id && was !== undefined && span.quantity !== undefined && sameQuantity(span.quantity, was)
			);
		});
	return claims.every(isOld);
}
