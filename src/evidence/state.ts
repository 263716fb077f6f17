import type { Unread } from "./address.ts";
import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Action, FoldersRead, FollowUpNoted, GapGrid, RunOptions, ServiceFault } from "./event.ts";
import type { Group } from "./group.ts";
import type { Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Draft, Judgement, Report, Review, StopReason } from "./report.ts";
import type { Signal } from "./signal.ts";
import type { PooledHit, Source } from "./source.ts";

export type CoverageStatus = "uncovered" | "thin" | "covered";

/** What is known of one sub-question. */
export interface Coverage {
	status: CoverageStatus;
	directClaims: number;
	/** Distinct sources of its direct claims. */
	sources: number;
	/** Turns spent on it. */
	turns: number;
	/** Recovery tier reached, 0–4. */
	tier: number;
	lastSignal?: Signal | undefined;
	/** Every query sent for it. */
	queries: string[];
	/** Ids of the sources that investigators read for it. */
	read?: string[] | undefined;
	/** What its last investigator hoped for and did not find. */
	gaps?: string[] | undefined;
}

/** The state in figures, before and after a turn: what the trace shows and a step scorer will learn from. */
export interface Summary {
	claims: number;
	groups: number;
	disputed: number;
	sources: number;
	covered: number;
	thin: number;
	uncovered: number;
}

/** One action of a wave, and what came of it. */
export interface Turn {
	/** Its number in the run, from 1. */
	n: number;
	/** The wave that it belongs to, from 1. */
	wave: number;
	action: Action;
	subQuestionId?: string | undefined;
	queries: string[];
	titles: string[];
	/** Documents that the searches returned. */
	found: number;
	/** Pooled over the queries, each document once, best first. */
	hits: PooledHit[];
	/** Queries that failed, which is not the same as finding nothing. */
	failed: { query: string; reason: string }[];
	/** Search services that failed in this turn. */
	faults: ServiceFault[];
	/** Services outside this machine that were sent this turn's queries. */
	sent: string[];
	choices: { url: string; reason: string }[];
	/** Results of the web that were not offered for reading: no sources, and further copies of a text. */
	left?: { url: string; title: string; reason: string }[] | undefined;
	/** An investigator did it. */
	investigated?: true | undefined;
	/** Urls read earlier and read again for this sub-question, from the cache. */
	again: string[];
	/** Source ids, in plan order. */
	read: string[];
	unread: Unread[];
	/** Claim ids recorded in this turn. */
	claims: string[];
	/** Quotes that were not in their page: their claims were dropped. */
	dropped: number;
	conflicts: Conflict[];
	signal?: Signal | undefined;
	before: Summary;
	after?: Summary | undefined;
	elapsedMs: number;
}

/** The report on its way (METHOD §9–10). */
export interface Writing {
	answer?: Answer | undefined;
	/** The draft as it stands: first written, then revised. */
	draft?: Draft | undefined;
	review?: Review | undefined;
	/** The one rewrite after the support check. */
	rewrite?: Draft | undefined;
	/** Verdicts by version: [0] the draft, [1] the rewrite. */
	judgements: Judgement[][];
}

/** Everything that is known in a run: a pure fold of its events, never stored. */
export interface ResearchState {
	question: string;
	options?: RunOptions | undefined;
	reasoner: string;
	source?: (FoldersRead & { name: string }) | undefined;
	/** Search services that are left out for the rest of the run, with the reason. */
	skipped: ServiceFault[];
	route?: Route | undefined;
	readings: Reading[];
	plan: Plan;
	/** The plan's sub-questions and those added on the way, in order. */
	subQuestions: SubQuestion[];
	/** By sub-question id. */
	coverage: Record<string, Coverage>;
	/** In order of reading. */
	sources: Source[];
	unread: Unread[];
	/** By source id, the sub-questions that a model extracted the page for. */
	extractedFor: Record<string, string[]>;
	claims: Claim[];
	groups: Group[];
	conflicts: Conflict[];
	/** Pairs of claims (`pairKey`) that were judged, whatever the verdict was. */
	judged?: string[] | undefined;
	/** Not yet taken up, best first. */
	followUps: FollowUpNoted[];
	/** What the last gap analysis said is still missing; undefined when it did not say. */
	missing?: string[] | undefined;
	/** The last gap analysis, with how many claims and pages there were. */
	analysis?: (GapGrid & { claims: number; sources: number }) | undefined;
	turns: Turn[];
	answer?: Answer | undefined;
	stop?: { reason: StopReason; detail: string } | undefined;
	report?: Report | undefined;
	/** What was drafted, reviewed and judged on the way to the report. */
	writing: Writing;
	/** Roles that were not done by the model they were meant for, in plan order. */
	fallbacks: Fallback[];
	/**
	 * Steps that had ended the program too often to be tried again, by what they were to do, in plan order. `isPage`: a page that was
	 * to be read, which is in `unread`, too.
	 */
	parked: { what: string; reason: string; isPage: boolean }[];
	/** USD spent on models by the last decision. */
	spentUsd: number;
	/** True once the `written` event is there, with or without a report. */
	done: boolean;
	elapsedMs: number;
}
