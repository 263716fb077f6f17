import { shortHash } from "../base/hash.ts";
import { questionBacked } from "../evidence/coverage.ts";
import { gapsOf } from "../evidence/gaps.ts";
import { citedIn, type Draft, type Report } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { WriteInput } from "../reasoning/reasoner.ts";
import { routeOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import { pageOf, type Tools } from "./tools.ts";
import { verify } from "./verify.ts";

/** METHOD §9–10: draft, check by code, keep what passed. With no evidence there is no report, and the log says so. */
export async function write(journal: Journal, tools: Tools): Promise<void> {
	const { state } = journal;
	tools.onActivity?.("writing the report");
	await journal.record(state.turns.length + 1, {
		name: `write:${shortHash([state.claims.map(({ id }) => id), state.stop])}`,
		work: async () => ({ type: "written", report: await reportOf(state, tools), elapsedMs: journal.elapsedMs() }),
	});
}

/** What the writing roles are given. */
export function writeInput(state: ResearchState): WriteInput {
	const rank = { direct: 0, adjacent: 1, irrelevant: 2 };
	return {
		question: state.question,
		route: routeOf(state),
		plan: { ...state.plan, subQuestions: state.subQuestions },
		claims: state.claims.toSorted((a, b) => rank[a.class] - rank[b.class]),
		groups: state.groups,
		conflicts: state.conflicts,
		sources: state.sources,
		gaps: gapsOf(state),
	};
}

async function reportOf(state: ResearchState, tools: Tools): Promise<Report | undefined> {
	if (!questionBacked(state)) return undefined;
	const input = writeInput(state);
	const answer = input.route.shape === "synthesis" ? await tools.reasoner.answer(input) : state.answer;
	const draft = await tools.reasoner.draft({ ...input, answer });
	const texts = new Map<string, string>();
	for (const source of state.sources) {
		const page = await pageOf(tools, source);
		if (page.hash === source.hash) texts.set(source.id, page.text);
	}
	const {
		draft: kept,
		removed,
		checks,
	} = verify(draft, { claims: state.claims, sources: state.sources, pageText: (id) => texts.get(id) });
	if (isEmpty(kept)) return undefined;
	return {
		...kept,
		shape: input.route.shape,
		question: state.question,
		disputes: state.conflicts,
		gaps: input.gaps,
		sourceIds: numbered(state, kept),
		removed,
		checks,
		stopReason: state.stop?.reason ?? "COVERAGE_MET",
		stopDetail: state.stop?.detail ?? "",
	};
}

function isEmpty(draft: Draft): boolean {
	return (
		!draft.answer &&
		!draft.table &&
		!draft.sections.some(({ sentences }) => sentences.some(({ kind }) => kind === "fact"))
	);
}

/** Sources in the order in which the reader meets them. */
function numbered(state: ResearchState, kept: Draft): string[] {
	const sourceOf = new Map(state.claims.map(({ id, sourceId }) => [id, sourceId]));
	const cited = citedIn({ ...kept, disputes: state.conflicts });
	return [...new Set(cited.flatMap((id) => sourceOf.get(id) ?? []))];
}
