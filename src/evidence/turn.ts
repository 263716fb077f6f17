import type { Action } from "./action.ts";
import type { Conflict } from "./claim.ts";
import type { Findings } from "./findings.ts";
import type { InvestigatorSpec } from "./investigator-spec.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { Signal } from "./signal.ts";
import type { PooledHit } from "./source.ts";
import type { UnreadPage } from "./unread-page.ts";

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
	/** The pass of a survey that took it. */
	pass?: string | undefined;
	action: Action;
	subQuestionId?: string | undefined;
	queries: string[];
	titles: string[];
	/** Number of documents that the searches returned. */
	found: number;
	/** Hits of all queries, each document once, best first. */
	hits: PooledHit[];
	/** Addresses that searches returned and that are not in `hits`: of an investigator, or of a survey's pass. */
	seen?: string[] | undefined;
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
	/** USD spent on models before it; absent if none was. */
	spentUsd?: number | undefined;
	elapsedMs: number;
}
