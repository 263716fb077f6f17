import { distinctBy } from "../../base/distinct.ts";
import { bestSourceFirst } from "../../evidence/best-source.ts";
import type { Claim, Conflict, ConflictClass } from "../../evidence/claim.ts";
import { type Dispute, disputesIn } from "../../evidence/dispute.ts";
import { groupByOrigin } from "../../evidence/independence.ts";
import { isCorrectionConflict } from "../../evidence/superseded-values.ts";
import type { View } from "./input.ts";

/** A dispute as the report shows it. */
export interface Shown {
	/** The matter in dispute, where a model named it; else what its sides state. */
	title: string;
	/** How the sides differ, and whether more data could settle it; empty where this was not judged. */
	note: string;
	/** Quotes from the best sources of each side, side after side. For a corrected value: one quote of each origin, oldest page first. */
	sides: Side[];
	/** Number of sides that are not shown. */
	more: number;
}

/** A quote of one side. */
export interface Side {
	claim: Claim;
	/** What the side states; only with its first quote. */
	value?: string | undefined;
	/** Number of other pages of its origin that state it, too. */
	carried: number;
}

/** Maximum disputes that are shown with their quotes; all are in evidence.json. */
const disputesMax = 8;
/** Maximum sides of one dispute, and maximum quotes of a corrected value: a reader needs to see no more of what many pages repeat. */
const sidesMax = 6;
const correctedMax = 3;

/** Maximum quotes of one side, each of another origin. */
const quotesEach = 2;

/** The report's disputes, each matter once. `more`: a line on those that are not shown. */
export function shownDisputes(view: View): { shown: Shown[]; more: string } {
	const { disputes } = view.report;
	const told = Map.groupBy(disputes.filter(isCorrectionConflict), ({ why }) => why);
	const open = disputesIn(
		disputes.filter((one) => !isCorrectionConflict(one)),
		view.state.claims,
		view.state.groups,
		view.state.judged,
	);
	const all = [
		...[...told.values()].map((members) => ({ first: members[0], shown: correctedOf(view, members) })),
		...open.map((one) => ({ first: one.conflicts[0], shown: openOf(view, one) })),
	]
		.toSorted((a, b) => place(disputes, a.first) - place(disputes, b.first))
		.flatMap(({ shown }) => shown);
	const left = all.length - disputesMax;
	return {
		shown: all.slice(0, disputesMax),
		more: left > 0 ? `${left} more are listed in evidence.json.` : "",
	};
}

function place(disputes: readonly Conflict[], one: Conflict | undefined): number {
	return one ? disputes.indexOf(one) : -1;
}

function openOf(view: View, { why, about, sides: all, class: kind, settleable }: Dispute): Shown[] {
	const sides = all.slice(0, sidesMax);
	const known = new Map(view.state.sources.map((source) => [source.id, source]));
	const shown = sides.map(({ value, claimIds }) =>
		groupByOrigin(
			claimIds.flatMap((id) => view.claim(id) ?? []),
			known,
		)
			.flatMap((same): Side[] => {
				const [claim] = bestSourceFirst(same, known);
				const pages = new Set(same.map(({ sourceId }) => sourceId)).size;
				return claim ? [{ claim, carried: pages - 1 }] : [];
			})
			.slice(0, quotesEach)
			.map((one, at) => (at === 0 && value !== undefined ? { ...one, value } : one)),
	);
	if (shown.filter((quotes) => quotes.length > 0).length < 2) return [];
	// Where the title names no matter, it states the values of two sides already.
	const named = about !== undefined || sides.length > 2 || shown.some((quotes) => quotes.length > 1);
	return [
		{
			title: about === undefined ? valuesOf(why, all) : about,
			note: noteOf(kind, settleable),
			sides: shown.flat().map((one) => (named ? one : { ...one, value: undefined })),
			more: all.length - sides.length,
		},
	];
}

/** `1887 against 1889`; of more than two `1887, 1889 or 1891`. */
function valuesOf(why: string, sides: Dispute["sides"]): string {
	const values = sides.flatMap(({ value }) => value ?? []);
	if (values.length < sides.length || sides.length < 3) return why;
	const shown = values.slice(0, sidesMax);
	if (values.length > sidesMax) return `${shown.join(", ")} and ${values.length - sidesMax} more`;
	return `${shown.slice(0, -1).join(", ")} or ${shown.at(-1) ?? ""}`;
}

/** `and 3 more`: the sides that are not shown; empty where all are shown. */
export function restWords({ more }: Shown): string {
	return more === 0 ? "" : `and ${more} more`;
}

const classWords: Record<ConflictClass, string> = {
	fact: "They differ on the fact itself",
	scope: "They cover different parts or conditions",
	date: "They speak of different times",
	definition: "They define or count it differently",
	judgement: "They judge the same facts differently",
};

function noteOf(kind: ConflictClass | undefined, settleable: boolean | undefined): string {
	if (kind === undefined) return "";
	if (settleable === undefined) return `${classWords[kind]}.`;
	return `${classWords[kind]}; ${settleable ? "more data could settle it" : "a genuine disagreement"}.`;
}

/** One entry for all that repeats the same corrected value. */
function correctedOf(view: View, conflicts: readonly Conflict[]): Shown[] {
	const claims = conflicts.flatMap(({ a, b }) => [a, b]).flatMap((id) => view.claim(id) ?? []);
	const sides = distinctBy(claims, ({ sourceId }) => sourceId);
	const why = conflicts[0]?.why ?? "";
	if (sides.length < 2) return [];
	if (conflicts.length === 1)
		return [{ title: why, note: "", sides: sides.map((claim) => ({ claim, carried: 0 })), more: 0 }];
	const dated = (claim: Claim) => view.source(claim.sourceId)?.date ?? "";
	const correcting = sides.filter(({ id }) => conflicts.every(({ a, b }) => isSideOf(view, id, a, b)));
	const repeating = sides.filter((one) => !correcting.includes(one));
	const known = new Map(view.state.sources.map((source) => [source.id, source]));
	const origins = groupByOrigin(repeating, known).flatMap((same) => {
		const [claim] = bestSourceFirst(same, known);
		return claim ? [{ claim, carried: same.length - 1 }] : [];
	});
	const inOrder = origins.toSorted((a, b) => (dated(a.claim) < dated(b.claim) ? -1 : 1));
	return [
		{
			title: why,
			note: "",
			more: 0,
			sides: [...inOrder.slice(0, correctedMax - 1), ...correcting.map((claim) => ({ claim, carried: 0 }))],
		},
	];
}

/** `(and on 4 other pages)`: other pages of the same origin; empty where there are none. */
export function carriedWords({ carried }: Side): string {
	return carried === 0 ? "" : ` (and on ${carried === 1 ? "another page" : `${carried} other pages`})`;
}

/** Whether the claim's page is on one side of the conflict. */
function isSideOf(view: View, id: string, a: string, b: string): boolean {
	const of = (one: string) => view.claim(one)?.sourceId;
	return of(id) === of(a) || of(id) === of(b);
}
