import { distinctBy } from "../../base/distinct.ts";
import { bestSourceFirst } from "../../evidence/best-source.ts";
import type { Claim, Conflict, ConflictClass } from "../../evidence/claim.ts";
import { type Dispute, disputesIn } from "../../evidence/dispute.ts";
import { groupByOrigin } from "../../evidence/independence.ts";
import { hasPart } from "../../evidence/parts.ts";
import { isCorrectionConflict } from "../../evidence/superseded-values.ts";
import type { ReportView } from "./input.ts";

/** A dispute as the report shows it. */
export interface ShownDispute {
	/** The matter in dispute, where a model named it; else what its sides state. */
	title: string;
	/** How the sides differ, and whether more data could settle it; empty where this was not judged. */
	note: string;
	/** Quotes from the best sources of each side, side after side. For a corrected value: one quote of each origin, oldest page first. */
	sides: SideQuote[];
	/** Number of sides that are not shown. */
	more: number;
}

/** A quote of one side. */
export interface SideQuote {
	claim: Claim;
	/** What the side states; only with its first quote. */
	value?: string | undefined;
	/** Number of other pages of its origin that state it, too. */
	otherPageCount: number;
}

/** Maximum disputes that are shown with their quotes; all are in evidence.json. */
const disputesMax = 8;
/** Maximum sides of one dispute, and maximum quotes of a corrected value: a reader needs to see no more of what many pages repeat. */
const sidesMax = 6;
const correctedQuotesMax = 3;

/** Maximum quotes of one side, each of another origin. */
const quotesPerSideMax = 2;

/** The report's disputes, each matter once. `more`: a line on those that are not shown. */
export function shownDisputes(view: ReportView): { shown: ShownDispute[]; more: string } {
	const { disputes } = view.report;
	const corrections = Map.groupBy(disputes.filter(isCorrectionConflict), ({ why }) => why);
	const openDisputes = disputesIn(
		disputes.filter((one) => !isCorrectionConflict(one)),
		view.state.claims,
		view.state.groups,
		view.state.judged,
	);
	const all = [
		...[...corrections.values()].map((members) => ({ first: members[0], shown: showCorrection(view, members) })),
		...openDisputes.map((one) => ({ first: one.conflicts[0], shown: showDispute(view, one) })),
	]
		.toSorted((a, b) => positionOf(disputes, a.first) - positionOf(disputes, b.first))
		.flatMap(({ shown }) => shown);
	const hidden = all.length - disputesMax;
	return {
		shown: all.slice(0, disputesMax),
		more: hidden > 0 ? `${hidden} more are listed in evidence.json.` : "",
	};
}

function positionOf(disputes: readonly Conflict[], one: Conflict | undefined): number {
	return one ? disputes.indexOf(one) : -1;
}

function showDispute(
	view: ReportView,
	{ why, about, sides: allSides, class: kind, settleable }: Dispute,
): ShownDispute[] {
	const sides = allSides.slice(0, sidesMax);
	const sourcesById = new Map(view.state.sources.map((source) => [source.id, source]));
	const shown = sides.map(({ value, claimIds }) =>
		groupByOrigin(
			claimIds.flatMap((id) => view.claim(id) ?? []),
			sourcesById,
			!hasPart(view.state, "independence"),
		)
			.flatMap((same): SideQuote[] => {
				const [claim] = bestSourceFirst(same, sourcesById);
				const pages = new Set(same.map(({ sourceId }) => sourceId)).size;
				return claim ? [{ claim, otherPageCount: pages - 1 }] : [];
			})
			.slice(0, quotesPerSideMax)
			.map((one, at) => (at === 0 && value !== undefined ? { ...one, value } : one)),
	);
	if (shown.filter((quotes) => quotes.length > 0).length < 2) return [];
	// Where the title names no matter, it states the values of two sides already.
	const showsValues = about !== undefined || sides.length > 2 || shown.some((quotes) => quotes.length > 1);
	return [
		{
			title: about === undefined ? titleOfValues(why, allSides) : about,
			note: differenceNote(kind, settleable),
			sides: shown.flat().map((one) => (showsValues ? one : { ...one, value: undefined })),
			more: allSides.length - sides.length,
		},
	];
}

/** `1887 against 1889`; of more than two `1887, 1889 or 1891`. */
function titleOfValues(why: string, sides: Dispute["sides"]): string {
	const values = sides.flatMap(({ value }) => value ?? []);
	if (values.length < sides.length || sides.length < 3) return why;
	const shown = values.slice(0, sidesMax);
	if (values.length > sidesMax) return `${shown.join(", ")} and ${values.length - sidesMax} more`;
	return `${shown.slice(0, -1).join(", ")} or ${shown.at(-1) ?? ""}`;
}

/** `and 3 more`: the sides that are not shown; empty where all are shown. */
export function moreSidesNote({ more }: ShownDispute): string {
	return more === 0 ? "" : `and ${more} more`;
}

const classWords: Record<ConflictClass, string> = {
	fact: "They differ on the fact itself",
	scope: "They cover different parts or conditions",
	date: "They speak of different times",
	definition: "They define or count it differently",
	judgement: "They judge the same facts differently",
};

function differenceNote(kind: ConflictClass | undefined, settleable: boolean | undefined): string {
	if (kind === undefined) return "";
	if (settleable === undefined) return `${classWords[kind]}.`;
	return `${classWords[kind]}; ${settleable ? "more data could settle it" : "a genuine disagreement"}.`;
}

/** One entry for all that repeats the same corrected value. */
function showCorrection(view: ReportView, conflicts: readonly Conflict[]): ShownDispute[] {
	const claims = conflicts.flatMap(({ a, b }) => [a, b]).flatMap((id) => view.claim(id) ?? []);
	const sides = distinctBy(claims, ({ sourceId }) => sourceId);
	const why = conflicts[0]?.why ?? "";
	if (sides.length < 2) return [];
	if (conflicts.length === 1)
		return [{ title: why, note: "", sides: sides.map((claim) => ({ claim, otherPageCount: 0 })), more: 0 }];
	const dateOf = (claim: Claim) => view.source(claim.sourceId)?.date ?? "";
	const correcting = sides.filter(({ id }) => conflicts.every(({ a, b }) => isOnSide(view, id, a, b)));
	const repeating = sides.filter((one) => !correcting.includes(one));
	const sourcesById = new Map(view.state.sources.map((source) => [source.id, source]));
	const origins = groupByOrigin(repeating, sourcesById, !hasPart(view.state, "independence")).flatMap((same) => {
		const [claim] = bestSourceFirst(same, sourcesById);
		return claim ? [{ claim, otherPageCount: same.length - 1 }] : [];
	});
	const inOrder = origins.toSorted((a, b) => (dateOf(a.claim) < dateOf(b.claim) ? -1 : 1));
	return [
		{
			title: why,
			note: "",
			more: 0,
			sides: [
				...inOrder.slice(0, correctedQuotesMax - 1),
				...correcting.map((claim) => ({ claim, otherPageCount: 0 })),
			],
		},
	];
}

/** `(and on 4 other pages)`: other pages of the same origin; empty where there are none. */
export function otherPagesNote({ otherPageCount: count }: SideQuote): string {
	return count === 0 ? "" : ` (and on ${count === 1 ? "another page" : `${count} other pages`})`;
}

/** Whether the claim's page is on one side of the conflict. */
function isOnSide(view: ReportView, id: string, a: string, b: string): boolean {
	const of = (one: string) => view.claim(one)?.sourceId;
	return of(id) === of(a) || of(id) === of(b);
}
