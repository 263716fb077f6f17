import { disputesIn } from "../../evidence/dispute.ts";
import { citedIn } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import type { Spending } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import { traceFiguresOf } from "../report/trace-figures.ts";
import { decompositionScore, plannedShare } from "./plan-quality.ts";
import type { AblationQuestion } from "./questions.ts";

/** What an ablation measures of each run, in the order in which it is shown, with its name. Shares are 0–1. */
export const measureNames = {
	recall: "gold documents read",
	citedRecall: "gold documents cited",
	backed: "core questions with evidence",
	coverage: "questions covered by two sources",
	grounding: "checks passed",
	planned: "claims found that the plan asked for",
	plannedCited: "claims cited that the plan asked for",
	decomposition: "plan near the reference (token F1)",
	searchEfficiency: "steps that brought something new",
	steps: "steps",
	waves: "waves",
	pages: "pages read",
	claims: "claims",
	disputes: "disputes",
	requests: "requests to models",
	chain: "longest chain of requests",
	tokens: "tokens",
	usd: "USD",
	seconds: "seconds",
} as const;
export type MeasureName = keyof typeof measureNames;
export const measureOrder = Object.keys(measureNames) as MeasureName[];

/** The measures of one run; a measure that does not apply is absent. */
export type Measures = Partial<Record<MeasureName, number>>;

/** `spending`, `chain`: absent for a run without models. */
export function measuresOf(
	{ gold, decomposition }: AblationQuestion,
	state: ResearchState,
	{ spending, chain }: { spending?: Spending | undefined; chain?: number | undefined },
): Measures {
	const cited = new Set(state.report ? citedIn(state.report) : []);
	const citedSources = new Set(state.claims.filter(({ id }) => cited.has(id)).map(({ sourceId }) => sourceId));
	const figures = traceFiguresOf(state);
	const measures: Record<MeasureName, number | undefined> = {
		recall: gold && recallOf(gold, state.sources),
		citedRecall:
			gold &&
			recallOf(
				gold,
				state.sources.filter(({ id }) => citedSources.has(id)),
			),
		backed: figures.backed,
		coverage: figures.coverage,
		grounding: figures.groundingRate,
		planned: plannedShare(state, new Set(state.claims.map(({ id }) => id))),
		plannedCited: plannedShare(state, cited),
		decomposition:
			decomposition &&
			decompositionScore(
				state.plan.subQuestions.map(({ text }) => text),
				decomposition,
			),
		searchEfficiency: figures.searchEfficiency,
		steps: state.turns.length,
		waves: waveCount(state),
		pages: state.sources.length,
		claims: state.claims.length,
		disputes: disputesIn(state.conflicts, state.claims, state.groups, state.judged).length,
		requests: spending?.calls,
		chain,
		tokens: spending && spending.usage.input + spending.usage.output,
		usd: spending?.usd,
		seconds: state.elapsedMs / 1_000,
	};
	return Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== undefined));
}

/** The share of gold documents among the sources; undefined without gold. */
function recallOf(gold: readonly string[], sources: readonly Source[]): number | undefined {
	if (gold.length === 0) return undefined;
	return goldRead(gold, sources).length / gold.length;
}

/** The gold documents that are among the sources. */
export function goldRead(gold: readonly string[], sources: readonly Source[]): string[] {
	return gold.filter((name) => sources.some((source) => isCalled(source, name)));
}

/** Whether a name is the source's address, label, title, record id, or the end of its path. */
export function isCalled(
	{ url, label, title }: { url?: string | undefined; label?: string | undefined; title?: string | undefined },
	name: string,
): boolean {
	if ([url, label, title].includes(name)) return true;
	if (url === undefined) return false;
	const plain = name.replace(/^(?:\.?\/)+/, "");
	const address = decoded(url);
	return address.endsWith(`/${plain}`) || address.endsWith(`#${plain}`);
}

function decoded(url: string): string {
	try {
		return decodeURIComponent(url);
	} catch {
		return url;
	}
}
