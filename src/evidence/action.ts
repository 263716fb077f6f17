import type { SubQuestion } from "./plan.ts";
import type { StopReason } from "./report.ts";
import type { SpendingKind } from "./spending-limit.ts";

/** The planner's next action, with its reason in one line. */
export type Action =
	| { kind: "cover" | "hop"; subQuestionId: string; reason: string }
	| { kind: "recover"; subQuestionId: string; tier: number; reason: string }
	| { kind: "challenge"; subQuestionId: string; groupId: string; reason: string }
	/** `limit`: what ran out, where it was a limit on spending. */
	| { kind: "stop"; stopReason: StopReason; reason: string; limit?: SpendingKind | undefined };

/** What a rule of the planner offered for a wave. A decision records all offers in the order in which the planner ranks them. */
export interface Offer {
	/** Name of the rule. */
	rule: string;
	action: Action;
	/** The text of the sub-question that it would add. */
	question?: string | undefined;
	/** The promise of the follow-up question that it would research, 0–1. */
	promise?: number | undefined;
	/** Whether the wave holds it. */
	taken?: true | undefined;
}

/** The next action, and the sub-question that it adds, if any. */
export interface Decided {
	action: Action;
	added?: SubQuestion | undefined;
}

/** A follow-up question that a page or the gap analysis suggested. The planner may make it a sub-question. */
export interface FollowUpNoted {
	text: string;
	origin: "gap" | "hop" | "citation";
	focus: string[];
	priority: "core" | "optional";
	from?: string | undefined;
	reason: string;
	/** How likely it leads to what is missing, 0–1. */
	promise: number;
	/** For a reference: the address of the work, if it may be read. */
	link?: string | undefined;
	/** Its first queries, if its author wrote them. */
	queries?: string[] | undefined;
}
