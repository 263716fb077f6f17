import type { Claim, Confidence } from "../../evidence/claim.ts";
import { describeCopy, findCopies } from "../../evidence/copies.ts";
import type { Group } from "../../evidence/group.ts";
import { citedIn, type Report } from "../../evidence/report.ts";
import { isWeb, type Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { WithoutEffect } from "../options/without-effect.ts";
import type { ModelWork } from "./model-work.ts";
import { quoteHref } from "./page-address.ts";

/** The input of every renderer. Rendering is deterministic. */
export interface ReportInput {
	/** The state that the events of a finished run's log give. */
	state: ResearchState;
	run: RunInfo;
	/** Absent for a run without models. */
	models?: ModelWork | undefined;
	/** The stored text of a page that was read; undefined when the page cache does not hold it. */
	pageText: (sourceId: string) => string | undefined;
	/** Where a claim's quote can be opened; absent: in the stored page beside the report. A file that stands alone has no such page. */
	quoteHref?: ((claim: Claim) => string | undefined) | undefined;
	/** The report leaves this machine: it names no place of a file on it. */
	hidesFiles?: boolean | undefined;
}

/** Metadata of one run. Renderers keep it in one place, because it differs between two runs of the same research. */
export interface RunInfo {
	id: string;
	createdAt: Date;
	/** US dollars, of requests whose price is known; 0 when no model was asked. */
	cost: number;
	/** Options that were typed and changed nothing of the run. */
	withoutEffect?: WithoutEffect[] | undefined;
}

/** A finished run with its report, and the look-ups that renderers share. */
export interface ReportView {
	state: ResearchState;
	report: Report;
	/** A source's number, by first use in the report, from 1; undefined for a source that it does not cite. */
	numberOf: (sourceId: string) => number | undefined;
	claim: (id: string) => Claim | undefined;
	source: (id: string) => Source | undefined;
	groupOf: (claimId: string) => Group | undefined;
	/** What a source is a copy of, in words: `excerpt of [2]`. */
	copyNote: (sourceId: string) => string | undefined;
	/** The citation markers of a sentence: one for each source with a number, in the order of its claims. */
	markers: (claimIds: readonly string[]) => Marker[];
	/** Where a claim's quote can be opened; undefined where it cannot. */
	quoteHref: (claim: Claim) => string | undefined;
	/** The address of a source; empty where it must not be shown. */
	addressOf: (source: Source) => string;
	/** The claims that the report cites anywhere, by source number, then by offset. */
	cited: Claim[];
}

/** A citation marker, e.g. `[2]`. */
export interface Marker {
	number: number;
	source: Source;
	claims: Claim[];
}

/** Undefined when the run has no report. */
export function reportViewOf({
	state,
	quoteHref: hrefOf = quoteHref,
	hidesFiles = false,
}: ReportInput): ReportView | undefined {
	const { report } = state;
	if (!report) return undefined;
	const claims = new Map(state.claims.map((claim) => [claim.id, claim]));
	const sources = new Map(state.sources.map((source) => [source.id, source]));
	const numbers = new Map(report.sourceIds.map((id, index) => [id, index + 1]));
	const groups = new Map(state.groups.flatMap((group) => group.claimIds.map((id) => [id, group] as const)));

	const copies = findCopies(state.sources);

	function copyNote(sourceId: string): string | undefined {
		const copy = copies.get(sourceId);
		if (!copy) return undefined;
		const number = numbers.get(copy.id);
		return describeCopy(copy, number === undefined ? `“${sources.get(copy.id)?.title ?? ""}”` : `[${number}]`);
	}

	function markers(claimIds: readonly string[]): Marker[] {
		const known = claimIds.flatMap((id) => claims.get(id) ?? []);
		return [...Map.groupBy(known, ({ sourceId }) => sourceId)].flatMap(([id, members]) => {
			const [source, number] = [sources.get(id), numbers.get(id)];
			return source && number !== undefined ? [{ number, source, claims: members }] : [];
		});
	}

	const cited = [...new Set(citedIn(report))]
		.flatMap((id) => claims.get(id) ?? [])
		.filter(({ sourceId }) => numbers.has(sourceId))
		.toSorted(
			(a, b) =>
				(numbers.get(a.sourceId) ?? 0) - (numbers.get(b.sourceId) ?? 0) || a.start - b.start || (a.id < b.id ? -1 : 1),
		);
	return {
		state,
		report,
		numberOf: (id) => numbers.get(id),
		claim: (id) => claims.get(id),
		source: (id) => sources.get(id),
		groupOf: (id) => groups.get(id),
		copyNote,
		markers,
		quoteHref: hrefOf,
		addressOf: (source) => (hidesFiles && !isWeb(source) ? "" : source.url),
		cited,
	};
}

/** Confidence in a claim: its group's, or its own when it stands in no group. */
export function confidenceOf(view: ReportView, claim: Claim): Confidence {
	return view.groupOf(claim.id)?.confidence ?? claim.confidence;
}
