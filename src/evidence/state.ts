import type { Attempt } from "./agreement.ts";
import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Clarification } from "./clarification.ts";
import type { Coverage } from "./coverage-status.ts";
import type { Inherited, Revisit } from "./earlier-run.ts";
import type { FoldersRead, FollowUpNoted, GapGrid, RunOptions, ServiceFault } from "./event.ts";
import type { Group } from "./group.ts";
import type { Slice } from "./pass.ts";
import type { Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Draft, Judgement, Report, Review, StopReason } from "./report.ts";
import type { Source } from "./source.ts";
import type { SpendingKind } from "./spending-limit.ts";
import type { Turn } from "./turn.ts";
import type { UnreadPage } from "./unread-page.ts";
import type { ReceivedMessage } from "./user-message.ts";
import type { Vote } from "./votes.ts";

export type { Coverage } from "./coverage-status.ts";
export type { Investigation, Summary, Turn } from "./turn.ts";

/** The report while it is being written (METHOD §9–10). */
export interface Writing {
	answer?: Answer | undefined;
	/** The current draft: as written, or as revised. */
	draft?: Draft | undefined;
	review?: Review | undefined;
	/** The only rewrite after the support check. */
	rewrite?: Draft | undefined;
	/** Verdicts by version: [0] the draft, [1] the rewrite. */
	judgements: Judgement[][];
	/** The skeptics' votes on the draft's answer; absent if none was asked. */
	votes?: Vote[] | undefined;
}

/** A pass of a survey, with its report in the ids of the survey. */
export interface SurveyPass {
	slice: Slice;
	/** The round that it belonged to, from 1. */
	round: number;
	/** Absent while it runs, and if it found nothing. */
	report?: Report | undefined;
	/** Numbers of its steps, pages and claims; absent until they are known. */
	found?: { steps: number; sources: number; claims: number } | undefined;
	done: boolean;
	/** What ended it before its own end. It keeps what it had found. */
	failed?: string | undefined;
}

/** The state of a run. It is a pure fold of the run's events and is never stored. */
export interface ResearchState {
	question: string;
	options?: RunOptions | undefined;
	reasoner: string;
	source?: (FoldersRead & { name: string }) | undefined;
	/** What the earlier run knew that this one starts from. */
	inherited?: Inherited | undefined;
	/** The pages of the earlier run that were read again. */
	revisits?: Revisit[] | undefined;
	/** Search services that are skipped for the rest of the run, with the reason. */
	skipped: ServiceFault[];
	route?: Route | undefined;
	/** Absent where no question was put to the user. */
	clarification?: Clarification | undefined;
	readings: Reading[];
	/** The queries that weighed the readings, and the services outside this machine that got them; absent if none was sent. */
	readingQueries?: { queries: string[]; sent: string[] } | undefined;
	plan: Plan;
	/** What the user decided about the plan, if asked. */
	confirmed?: "accepted" | "edited" | undefined;
	/** What the user sent during the run, in order; absent if nothing. */
	messages?: ReceivedMessage[] | undefined;
	/** The plan's sub-questions and those added later, in order. */
	subQuestions: SubQuestion[];
	/** By sub-question id. */
	coverage: Record<string, Coverage>;
	/** In order of reading. */
	sources: Source[];
	unread: UnreadPage[];
	/** By source id, the sub-questions for which a model extracted the page. */
	extractedFor: Record<string, string[]>;
	claims: Claim[];
	groups: Group[];
	conflicts: Conflict[];
	/** Pairs of claims (`pairKey`) that were compared, whatever the verdict. */
	judged?: string[] | undefined;
	/** Follow-up questions that are no sub-questions yet, best first. */
	followUps: FollowUpNoted[];
	/** What is still missing by the last gap analysis; undefined if it did not say. */
	missing?: string[] | undefined;
	/** The last gap analysis, with the number of claims and pages at that time. */
	analysis?: (GapGrid & { claims: number; sources: number }) | undefined;
	/** What that analysis was shown: the number of actions, and by sub-question the ids of the claims that bore on it. */
	analysed?: { turns: number; claimIds: Record<string, string[]> } | undefined;
	turns: Turn[];
	/** The passes of a survey, in plan order; absent for other runs. */
	passes?: SurveyPass[] | undefined;
	answer?: Answer | undefined;
	/** The answers of redundant workers, in plan order; absent if none was sent. */
	attempts?: Attempt[] | undefined;
	/** `limit`: what ran out, where it was a limit on spending. */
	stop?: { reason: StopReason; detail: string; limit?: SpendingKind | undefined } | undefined;
	report?: Report | undefined;
	/** Drafts, review and judgements on the way to the report. */
	writing: Writing;
	/** Roles that were not done by the model meant for them, in plan order. */
	fallbacks: Fallback[];
	/**
	 * Steps that are skipped because they crashed the program too often, in plan order. `what`: the step's work in words. `isPage`: the
	 * step was reading a page, which is in `unread` too.
	 */
	parked: { what: string; reason: string; isPage: boolean }[];
	/** USD spent on models up to the last decision. */
	spentUsd: number;
	/** True after the `written` event, with or without a report. */
	done: boolean;
	elapsedMs: number;
}
