import { comparisonForm, pluralize } from "../../base/text.ts";
import { hasDirectClaim } from "../../evidence/coverage.ts";
import { domainOf, hostOf } from "../../evidence/hosts.ts";
import { type InvestigatorOverlap, investigatorOverlapOf } from "../../evidence/overlap.ts";
import { nearestPassages } from "../../evidence/report.ts";
import { isWeb } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";

/** Figures of a whole run, for comparing runs. Shares are 0–1, to three digits; undefined where there is nothing to count. */
export interface TraceFigures {
	/** Core sub-questions with evidence that the report does not name as not found: all of them where a run stopped with COVERAGE_MET. */
	backed: number | undefined;
	/** Sub-questions that are covered: with evidence from two sources. */
	coverage: number | undefined;
	/** Steps that brought new evidence or a dispute. */
	searchEfficiency: number | undefined;
	/** Groups of claims that are disputed. */
	conflictRate: number | undefined;
	/** Claims that say what another claim of their group said before. */
	duplicateRate: number | undefined;
	/** Sentences, quotes, numbers and names of the draft that passed the checks of code. */
	groundingRate: number | undefined;
	/** How much investigators of one wave overlap; undefined in a run without investigators. */
	investigatorOverlap?: InvestigatorOverlap | undefined;
	/** Sites on the web that pages were read from. */
	sites: number;
}

export function traceFiguresOf(state: ResearchState): TraceFigures {
	const { groups, turns, report, subQuestions } = state;
	const core = subQuestions.filter(({ priority }) => priority === "core");
	const useful = turns.filter(({ signal }) => signal === "NEW_EVIDENCE" || signal === "CONFLICT_FOUND");
	const grouped = groups.reduce((sum, { claimIds }) => sum + claimIds.length, 0);
	const checks = report?.checks ?? [];
	const passed = checks.reduce((sum, one) => sum + one.passed, 0);
	const all = checks.reduce((sum, one) => sum + one.passed + one.failed, 0);
	const investigatorOverlap = investigatorOverlapOf(state);
	const isMissing = missingInReport(state);
	const isBacked = (id: string) => hasDirectClaim(state, id) && !isMissing(id);
	return {
		...(investigatorOverlap ? { investigatorOverlap } : {}),
		backed: shareOf(core.filter(({ id }) => isBacked(id)).length, core.length),
		coverage: shareOf(
			subQuestions.filter(({ id }) => isBacked(id) && state.coverage[id]?.status === "covered").length,
			subQuestions.length,
		),
		searchEfficiency: shareOf(useful.length, turns.length),
		conflictRate: shareOf(groups.filter(({ disputed }) => disputed).length, groups.length),
		duplicateRate: shareOf(grouped - groups.length, grouped),
		groundingRate: shareOf(passed, all),
		sites: new Set(state.sources.filter(isWeb).map(({ url }) => domainOf(hostOf(url)))).size,
	};
}

/**
 * Whether a finished run says of a sub-question that it was not found, whatever bore on it: without a report of all, with a report that
 * shows only what is nearest of all, else of those that the report names.
 */
function missingInReport({ done, report, question, subQuestions }: ResearchState): (id: string) => boolean {
	if (!report) return () => done;
	const open = new Set(report.gaps.map(({ text }) => comparisonForm(text)));
	const isOpen = (text: string) => open.has(comparisonForm(text));
	const isAllOpen = report.shape === "lookup" && isOpen(question);
	if (isAllOpen || report.sections[0]?.heading === nearestPassages) return () => true;
	return (id) => subQuestions.some((one) => one.id === id && isOpen(one.text));
}

/** The figures in words, shares in percent. */
export function figuresText(figures: TraceFigures): string {
	const percent = (share: number | undefined, words: string) =>
		share === undefined ? [] : [`${Math.round(share * 100)} % of ${words}`];
	return [
		...percent(figures.backed, "core questions with evidence"),
		...percent(figures.coverage, "questions covered by two sources"),
		...percent(figures.searchEfficiency, "steps brought something new"),
		...percent(figures.duplicateRate, "claims repeat another"),
		...percent(figures.conflictRate, "groups disputed"),
		...percent(figures.groundingRate, "checks passed"),
		...(figures.investigatorOverlap ? [overlapWords(figures.investigatorOverlap)].filter(Boolean) : []),
		...(figures.sites > 0 ? [pluralize(figures.sites, "site")] : []),
	].join(" · ");
}

/** `two investigators of one wave share 12 % of words, 5 % of pages, 0 % of claims`; empty where no two worked at once. */
export function overlapWords({ specs, pages, claims }: InvestigatorOverlap): string {
	const shares = (
		[
			[specs, "words"],
			[pages, "pages"],
			[claims, "claims"],
		] as const
	).flatMap(([share, of]) => (share === undefined ? [] : `${Math.round(share * 100)} % of ${of}`));
	return shares.length === 0 ? "" : `two investigators of one wave share ${shares.join(", ")}`;
}

function shareOf(part: number, whole: number): number | undefined {
	return whole === 0 ? undefined : Number((part / whole).toFixed(3));
}
