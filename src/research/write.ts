import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { countStatingOrigins } from "../evidence/answer.ts";
import { certaintyOf } from "../evidence/certainty.ts";
import { hasNewEvidence } from "../evidence/changes.ts";
import { questionParts } from "../evidence/core-questions.ts";
import { gapsOf } from "../evidence/gaps.ts";
import { hasPart } from "../evidence/parts.ts";
import {
	type Answer,
	blocksIn,
	type Conclusion,
	citedIn,
	type Draft,
	isEmpty,
	nearestPassages,
	type Report,
	type Sentence,
	type SupportCheck,
} from "../evidence/report.ts";
import { requestsOf } from "../evidence/requests.ts";
import type { ResearchState } from "../evidence/state.ts";
import { isRefuted, type Vote } from "../evidence/votes.ts";
import { waveCount } from "../evidence/wave.ts";
import { formatQuotation } from "../text/quotations.ts";
import { withoutDangling } from "../verification/dangling.ts";
import { verify } from "../verification/verify.ts";
import { disputesToShow } from "./disputes-to-show.ts";
import { reviseDraft, writeDraft } from "./draft.ts";
import { introduceNames } from "./introduce-names.ts";
import { type Journal, type Step, together } from "./journal.ts";
import { runStages } from "./messages.ts";
import { reviewDraft } from "./review.ts";
import { shownTable } from "./shown-table.ts";
import { askSkeptics } from "./skeptics.ts";
import { optionsOf, routeOf } from "./state-access.ts";
import { evidenceOf } from "./stored-pages.ts";
import { betterVersion, checkDraft, checkRewrite, rewordByJudge, rewriteDraft, withoutUnsupported } from "./support.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §9–10: drafts, reviews, revises, judges, and rewrites once where too little is supported. What passes the code's checks
 * and the judge is the report; without models, only code checks it. Without evidence there is no report, and the log says so.
 * Without models the draft tells whether passages that are only near the question answer it.
 */
export async function writeReport(journal: Journal): Promise<void> {
	const turn = waveCount(journal.state) + 1;
	if (isReportCurrent(journal.state)) return journal.run(keepReport, turn);
	const stages = [
		writeDraft,
		reviewDraft,
		reviseDraft,
		together(checkDraft, askSkeptics),
		rewriteDraft,
		checkRewrite,
		finishReport,
	];
	await runStages(journal, stages, turn);
}

/** Whether the earlier run's report still says all that the evidence holds. */
function isReportCurrent(state: ResearchState): boolean {
	const report = state.inherited?.report;
	if (!report || hasNewEvidence(state)) return false;
	// Blocks name places of their pages.
	return blocksIn(report).length === 0 || !(state.revisits ?? []).some(({ outcome }) => outcome === "changed");
}

/** Records the earlier run's report, with what is missing now. */
function keepReport(state: ResearchState): Step[] {
	const earlier = state.inherited?.report;
	if (!earlier) return [];
	const step: Step = {
		name: `write:${shortHash([state.claims.map(({ id }) => id), state.stop])}`,
		work: async ({ elapsedMs }) => {
			const gaps = gapsOf(state, earlier);
			const report = { ...earlier, gaps, ...endOf(state, { ...earlier, gaps }) };
			return { type: "written", report, elapsedMs: elapsedMs() };
		},
	};
	return [step];
}

/** The report, from the better version without what a check rejected. */
export function finishReport(state: ResearchState, tools: Tools): Step[] {
	const step: Step = {
		name: `write:${shortHash([state.claims.map(({ id }) => id), state.stop])}`,
		work: async ({ signal, elapsedMs }) => ({
			type: "written",
			report: await checkedReport(state, tools, signal),
			elapsedMs: elapsedMs(),
		}),
	};
	return [step];
}

/** The better version without what a check rejected. The code's checks come last. */
async function checkedReport(state: ResearchState, tools: Tools, signal: AbortSignal): Promise<Report | undefined> {
	const version = betterVersion(state);
	if (!version) return undefined;
	const evidence = await evidenceOf(state, tools, signal);
	const byCode = verify(version.draft, evidence);
	const judgements = version.support?.judgements ?? [];
	const { draft: corrected, count } = rewordByJudge(byCode.draft, judgements, evidence);
	const byJudge = withoutUnsupported(state.question, corrected, judgements);
	// A second check removes what belonged to a removed sentence: a lead-in, a heading.
	const { draft: sound } = byJudge.removed.length + count === 0 ? byCode : verify(byJudge.draft, evidence);
	const { draft: checked, removed } = withoutDangling(rewordByJudge(version.draft, judgements, evidence).draft, sound);
	const passed = introduceNames(
		{ ...checked, table: shownTable(routeOf(state), checked) },
		state.claims,
		state.sources,
	);
	const finalDraft = isEmpty(passed) && optionsOf(state).model ? verify(draftOfQuotes(state), evidence).draft : passed;
	if (isEmpty(finalDraft)) return undefined;
	return assembleReport(state, finalDraft, version.support, {
		removed: [
			...(state.passes ?? []).flatMap(({ report }) => report?.removed ?? []),
			...[...byCode.removed, ...byJudge.removed, ...removed.map(asDangling)],
		],
		checks: byCode.checks,
	});
}

function asDangling({ text }: Sentence): Report["removed"][number] {
	return { text, reason: "it leans on the sentence before it, which was taken out" };
}

/** At most this many quotes. */
const quotesMax = 8;

/**
 * The draft when nothing that a model wrote passed the checks: the most relevant quotes, word for word, one a group. So the reader
 * still gets the evidence.
 */
export function draftOfQuotes(
	{ claims, groups, plan }: ResearchState,
	asked: readonly string[] = plan.subQuestions.map(({ id }) => id),
): Draft {
	const planned = new Set(asked);
	const groupOf = new Map(groups.flatMap(({ id, claimIds }) => claimIds.map((claimId) => [claimId, id] as const)));
	const ranked = claims
		.filter((claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => planned.has(id)))
		.toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
	const sentences = distinctBy(ranked, ({ id }) => groupOf.get(id) ?? id)
		.slice(0, quotesMax)
		.map((claim) => ({
			kind: "fact" as const,
			text: formatQuotation(claim.quote),
			claimIds: [claim.id],
			opens: true as const,
		}));
	return { sections: [{ heading: "What the sources say", sentences }] };
}

/** The report around a checked draft: its disputes, gaps, certainties and cited sources. */
export function assembleReport(
	state: ResearchState,
	draft: Draft,
	support: SupportCheck | undefined,
	checked: Pick<Report, "removed" | "checks">,
): Report {
	const disputes = disputesToShow(state, draft);
	const gaps = gapsOf(state, draft);
	const { votes } = draft.answer ? state.writing : {};
	return {
		...draft,
		...(draft.answer ? { answer: withVotes(limitedToSites(state, draft.answer), votes) } : {}),
		...(votes ? { votes } : {}),
		...(draft.bottomLine ? { bottomLine: draft.bottomLine.map((one) => withCertainty(state, one)) } : {}),
		shape: routeOf(state).shape,
		question: state.question,
		disputes,
		gaps,
		sourceIds: citedSourceIds(state, { ...draft, disputes, votes }),
		...checked,
		...(support ? { support } : {}),
		...endOf(state, { ...draft, gaps }),
	};
}

/**
 * Why the research stopped. Claims backed each core sub-question while it ran; where the report shows that they do not answer the question,
 * or a part of it, its coverage was not met (METHOD §7).
 */
function endOf(
	state: ResearchState,
	{ sections, gaps }: Pick<Report, "sections" | "gaps">,
): Pick<Report, "stopReason" | "stopDetail"> {
	const { reason: stopReason = "COVERAGE_MET", detail: stopDetail = "" } = state.stop ?? {};
	const parts = questionParts(state);
	const needed = new Set([...(parts.length > 1 ? parts : []), ...requestsOf(state)].map(({ id }) => id));
	const open = gaps.filter(({ subQuestionId = "" }) => needed.has(subQuestionId));
	const texts = sections[0]?.heading === nearestPassages ? [state.question] : open.map(({ text }) => text);
	if (stopReason !== "COVERAGE_MET" || texts.length === 0) return { stopReason, stopDetail };
	const named = texts.map((text) => formatQuotation(text)).join(" and ");
	return { stopReason: "DIMINISHING_RETURNS", stopDetail: `no page that was read clearly answers ${named}` };
}

/** A conclusion, graded by the claims that passed the checks. A claim whose quote failed no longer counts. */
function withCertainty({ question, route, ...state }: ResearchState, conclusion: Conclusion): Conclusion {
	const asked = { question, conclusion: conclusion.text };
	const recency = route?.recency ?? false;
	const countPages = !hasPart(state, "independence");
	return { ...conclusion, ...certaintyOf(conclusion.claimIds, { ...state, recency, asked, countPages }) };
}

/**
 * Lowers the confidence where only sites that the user named were searched and one origin states the answer: no other site could
 * contradict it.
 */
function limitedToSites(state: ResearchState, answer: Answer): Answer {
	const { claims, groups, sources, options, route } = state;
	const sites = options?.web?.sites ?? [];
	const countPages = !hasPart(state, "independence");
	const isAlone = countStatingOrigins(answer, route?.answerType ?? "entity", claims, groups, sources, countPages) < 2;
	if (sites.length === 0 || !isAlone) return answer;
	const limitation = `; on the web, only ${sites.join(", ")} was searched`;
	// Where runs are merged, the answer of a run may have it already.
	const why = answer.why.endsWith(limitation) ? answer.why : `${answer.why}${limitation}`;
	return { ...answer, confidence: "low", why };
}

/** An answer that skeptics refute stays in the report, with low confidence. */
function withVotes(answer: Answer, votes: readonly Vote[] | undefined): Answer {
	return isRefuted(votes) ? { ...answer, confidence: "low" } : answer;
}

/** The cited sources, in the order in which the reader meets them. */
function citedSourceIds(state: ResearchState, report: Pick<Report, keyof Draft | "disputes" | "votes">): string[] {
	const sourceOf = new Map(state.claims.map(({ id, sourceId }) => [id, sourceId]));
	const cited = citedIn(report);
	return [...new Set(cited.flatMap((id) => sourceOf.get(id) ?? []))];
}
