import { amountOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { type Superseded, supersededIn } from "../../../evidence/corrected.ts";
import { independentOrigins } from "../../../evidence/independence.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { shareSaid, statementOf, titlesOf } from "./statement.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import { candidatesIn, chanceOf, rivalsOf, type Value, valuesOf } from "./values.ts";
import type { Wanted } from "./wanted.ts";

/** From this chance on a value is a headline, and from the other on a sure one. */
const headlineFrom = 0.8;
const sureFrom = 0.9;

/** A headline's statement holds all of what is asked: none of its features may be far from 1 (see `features.ts`). */
const wholeFrom = 0.7;

/** A newer statement that holds this share of the question's words speaks of the same. */
const alikeFrom = 0.9;

/** The value that is likely enough to be what is asked for, beside those that contradict it. */
export function settledValue(input: WriteInput, wanted: Wanted): Answer | undefined {
	const superseded = supersededIn(input.claims, input.sources);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const every = valuesOf(candidatesIn(input, wanted));
	// Lists, shops and their kind count where nobody else gives a value.
	const able = every.filter(({ claims }) => !isDoubtful(claims, sources));
	const all = able.length > 0 ? able : every;
	const past = all.filter((value) => isTakenBack(value, superseded));
	const [first, ...others] = all.filter((value) => !past.includes(value));
	if (!first) return undefined;
	const rivals = rivalsOf(first, others, input);
	const chance = chanceOf(first, rivals);
	if (chance < headlineFrom || first.features.whole < wholeFrom) return undefined;
	const opposed = others.filter((value) => !rivals.includes(value) && chanceOf(value, rivals) >= headlineFrom);
	const newest = ({ claims }: Pick<Value, "claims">) =>
		claims
			.map(({ sourceId, asOf }) => sources.get(sourceId)?.date ?? asOf ?? "")
			.toSorted()
			.at(-1) ?? "";
	// What is to come, or holds now, is not told by a page when a newer one speaks of all that is asked and does not give it.
	// A statement that gives two values tells of a change, and not which of them holds.
	const single = first.claims.filter((claim) => !others.some(({ claims }) => claims.includes(claim)));
	const day = newest({ claims: single.length > 0 ? single : first.claims });
	if ((wanted.future || wanted.present) && day !== "" && lastDay(input, wanted) > day) return undefined;
	const origins = (value: Value) => independentOrigins(value.claims, sources);
	// Of values that contradict each other the better supported leads, else the newer.
	const [best = first, ...against] = [first, ...opposed].toSorted(
		(a, b) => origins(b) - origins(a) || newest(b).localeCompare(newest(a)) || b.score - a.score,
	);
	const counted = countedFor(best.claims, sources);
	const isOpen = input.conflicts.some(({ a, b }) => best.claims.some(({ id }) => id === a || id === b));
	const sure = chance >= sureFrom && !isOpen && origins(best) >= 2;
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

/** The day of the newest page with a statement that holds nearly all of the question's words; empty where none is dated. */
function lastDay({ claims, sources }: WriteInput, { terms }: Wanted): string {
	const titles = titlesOf(sources);
	const dates = new Map(sources.map(({ id, date }) => [id, date]));
	const days = claims.flatMap((claim) => {
		const { quote, own, above } = statementOf(claim, titles.get(claim.sourceId) ?? "");
		const share = shareSaid([...quote, ...own, ...above], terms);
		return share >= alikeFrom ? (dates.get(claim.sourceId) ?? claim.asOf ?? "") : [];
	});
	return days.toSorted().at(-1) ?? "";
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
