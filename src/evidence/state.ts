import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Action, FoldersRead, FollowUpNoted, GapGrid, RunOptions, ServiceFault } from "./event.ts";
import type { Findings } from "./findings.ts";
import type { Group } from "./group.ts";
import type { InvestigatorSpec } from "./investigator-spec.ts";
import type { Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Draft, Judgement, Report, Review, StopReason } from "./report.ts";
import type { Signal } from "./signal.ts";
import type { PooledHit, Source } from "./source.ts";
import type { SpendingKind } from "./spending-limit.ts";
import type { UnreadPage } from "./unread-page.ts";

export type CoverageStatus = "uncovered" | "thin" | "covered";

/** How well one sub-question is answered, and what was done for it. */
export interface Coverage {
	status: CoverageStatus;
	directClaims: number;
	/** Number of distinct sources of its direct claims. */
	sources: number;
	/** Number of actions on it. */
	turns: number;
	/** Recovery tier reached, 0–4. */
	tier: number;
	lastSignal?: Signal | undefined;
	/** Every query sent for it. */
	queries: string[];
	/** Ids of the sources that investigators read for it. */
	read?: string[] | undefined;
	/** What its last investigator looked for and did not find. */
	gaps?: string[] | undefined;
}

/** The counts of a state before and after an action. The trace shows them, and a step scorer will learn from them. */
export interface Summary {
	claims: number;
	groups: number;
	disputed: number;
	sources: number;
	covered: number;
	thin: number;
	uncovered: number;
}

/** What an investigator was to do, and what it did. */
export interface Investigation {
	spec?: InvestigatorSpec | undefined;
	/** Source ids. */
	sources: string[];
	/** Claim ids. */
	claims: string[];
	messages: number;
	tokens?: number | undefined;
	ended: Findings["ended"];
	summary: string;
}

/** One action of a wave, with its results. */
export interface Turn {
	/** Its number in the run, from 1. */
	n: number;
	/** The wave that it belongs to, from 1. */
	wave: number;
	action: Action;
	subQuestionId?: string | undefined;
	queries: string[];
	titles: string[];
	/** Number of documents that the searches returned. */
	found: number;
	/** Hits of all queries, each document once, best first. */
	hits: PooledHit[];
	/** The pages that each sent query found, in its order; absent where searches are not remembered. */
	lists?: { query: string; urls: string[] }[] | undefined;
	/** Queries that failed, which is not the same as finding nothing. */
	failed: { query: string; reason: string }[];
	/** Search services that failed in this action. */
	faults: ServiceFault[];
	/** Services outside this machine that got this action's queries. */
	sent: string[];
	choices: { url: string; reason: string }[];
	/** Web results that the result filter dropped: pages that are no source, and further copies of a text. */
	left?: { url: string; title: string; reason: string }[] | undefined;
	/** An investigator carried it out. */
	investigated?: true | undefined;
	/** Its spec, the pages that it read (also those that others read), its claims, and how it ended; absent in older logs. */
	investigation?: Investigation | undefined;
	/** Urls of pages that were read earlier, and read again from the cache for this sub-question. */
	again: string[];
	/** Source ids, in plan order. */
	read: string[];
	unread: UnreadPage[];
	/** Ids of the claims that this action recorded. */
	claims: string[];
	/** Number of claims that were dropped because their page does not hold the quote. */
	dropped: number;
	conflicts: Conflict[];
	signal?: Signal | undefined;
	before: Summary;
	after?: Summary | undefined;
	elapsedMs: number;
}

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
}

/** The state of a run. It is a pure fold of the run's events and is never stored. */
export interface ResearchState {
	question: string;
	options?: RunOptions | undefined;
	reasoner: string;
	source?: (FoldersRead & { name: string }) | undefined;
	/** Search services that are skipped for the rest of the run, with the reason. */
	skipped: ServiceFault[];
	route?: Route | undefined;
	readings: Reading[];
	plan: Plan;
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
	turns: Turn[];
	answer?: Answer | undefined;
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
