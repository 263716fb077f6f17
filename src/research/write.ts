import { shortHash } from "../base/hash.ts";
import { statingOrigins } from "../evidence/answer.ts";
import { certaintyOf } from "../evidence/certainty.ts";
import { mayAnswer } from "../evidence/coverage.ts";
import { gapsOf } from "../evidence/gaps.ts";
import {
	type Answer,
	type Conclusion,
	citedIn,
	type Draft,
	isEmpty,
	type Report,
	type Sentence,
	type SupportCheck,
} from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { wavesOf } from "../evidence/wave.ts";
import { withoutDangling } from "../verification/dangling.ts";
import { verify } from "../verification/verify.ts";
import { disputesOn } from "./disputes.ts";
import { draft, revise } from "./draft.ts";
import { optionsOf, routeOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import { quotesOnly } from "./quotes.ts";
import { review } from "./review.ts";
import { shownTable } from "./shown-table.ts";
import { evidenceOf } from "./stored.ts";
import { judge, restated, rewrite, supportOf, withoutUnsupported } from "./support.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §9–10: drafts, reviews, revises, judges, and rewrites once where too little is supported. What passes the code's checks
 * and the judge is the report; without models, only code checks it. Without evidence there is no report, and the log says so.
 * Without models the draft tells whether passages that are only near the question answer it.
 */
export async function write(journal: Journal, tools: Tools): Promise<void> {
	const turn = wavesOf(journal.state) + 1;
	if (mayAnswer(journal.state)) {
		await draft(journal, tools, turn);
		if (await review(journal, tools, turn)) await revise(journal, tools, turn);
		if (await judge(journal, tools, turn, 1)) {
			if (await rewrite(journal, tools, turn)) await judge(journal, tools, turn, 2);
		}
	}
	await finish(journal, tools, turn);
}

async function finish(journal: Journal, tools: Tools, turn: number): Promise<void> {
	const { state } = journal;
	await journal.record(turn, {
		name: `write:${shortHash([state.claims.map(({ id }) => id), state.stop])}`,
		work: async ({ signal }) => ({
			type: "written",
			report: await reportOf(state, tools, signal),
			elapsedMs: journal.elapsedMs(),
		}),
	});
}

/** The better version without what a check rejected. The code's checks come last. */
async function reportOf(state: ResearchState, tools: Tools, signal: AbortSignal): Promise<Report | undefined> {
	const kept = supportOf(state);
	if (!kept) return undefined;
	const evidence = await evidenceOf(state, tools, signal);
	const byCode = verify(kept.draft, evidence);
	const judgements = kept.support?.judgements ?? [];
	const { draft: mended, count } = restated(byCode.draft, judgements, evidence);
	const byJudge = withoutUnsupported(state.question, mended, judgements);
	// A second check removes what belonged to a removed sentence: a lead-in, a heading.
	const { draft: sound } = byJudge.removed.length + count === 0 ? byCode : verify(byJudge.draft, evidence);
	const { draft: checked, removed } = withoutDangling(restated(kept.draft, judgements, evidence).draft, sound);
	const passed = { ...checked, table: shownTable(routeOf(state), checked) };
	const left = isEmpty(passed) && optionsOf(state).model ? verify(quotesOnly(state), evidence).draft : passed;
	if (isEmpty(left)) return undefined;
	return assembled(state, left, kept.support, {
		removed: [...byCode.removed, ...byJudge.removed, ...removed.map(leaning)],
		checks: byCode.checks,
	});
}

function leaning({ text }: Sentence): Report["removed"][number] {
	return { text, reason: "it leans on the sentence before it, which was taken out" };
}

function assembled(
	state: ResearchState,
	left: Draft,
	support: SupportCheck | undefined,
	checked: Pick<Report, "removed" | "checks">,
): Report {
	const disputes = disputesOn(state, left);
	return {
		...left,
		...(left.answer ? { answer: withinSites(state, left.answer) } : {}),
		...(left.bottomLine ? { bottomLine: left.bottomLine.map((one) => graded(state, one)) } : {}),
		shape: routeOf(state).shape,
		question: state.question,
		disputes,
		gaps: gapsOf(state, left),
		sourceIds: numbered(state, { ...left, disputes }),
		...checked,
		...(support ? { support } : {}),
		stopReason: state.stop?.reason ?? "COVERAGE_MET",
		stopDetail: state.stop?.detail ?? "",
	};
}

/** A conclusion, graded by the claims that passed the checks. A claim whose quote failed no longer counts. */
function graded({ claims, groups, conflicts, sources, route, question }: ResearchState, one: Conclusion): Conclusion {
	const asked = { question, conclusion: one.text };
	const recency = route?.recency ?? false;
	return { ...one, ...certaintyOf(one.claimIds, { claims, groups, conflicts, sources, recency, asked }) };
}

/**
 * Lowers the confidence where only sites that the user named were searched and one origin states the answer: no other site could
 * contradict it.
 */
function withinSites(state: ResearchState, answer: Answer): Answer {
	const { claims, groups, sources, options, route } = state;
	const sites = options?.web?.sites ?? [];
	const isAlone = statingOrigins(answer, route?.answerType ?? "entity", claims, groups, sources) < 2;
	if (sites.length === 0 || !isAlone) return answer;
	return { ...answer, confidence: "low", why: `${answer.why}; on the web, only ${sites.join(", ")} was searched` };
}

/** The cited sources, in the order in which the reader meets them. */
function numbered(state: ResearchState, kept: Pick<Report, keyof Draft | "disputes">): string[] {
	const sourceOf = new Map(state.claims.map(({ id, sourceId }) => [id, sourceId]));
	const cited = citedIn(kept);
	return [...new Set(cited.flatMap((id) => sourceOf.get(id) ?? []))];
}
