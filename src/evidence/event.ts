import type { Claim, Conflict } from "./claim.ts";
import type { DepthName, Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Report, StopReason } from "./report.ts";
import type { PooledHit, Source } from "./source.ts";

/** What a run was asked to do; with the question it makes the run's key, so a repeated command finds its unfinished run. */
export interface RunOptions {
	/** Absolute folders. */
	corpus: string[];
	depth: DepthName;
	planner: "guided" | "baseline";
	vectors: boolean;
	deadlineMs: number;
	/** Pages read, at most. */
	maxSources: number;
	/** Turns, at most. */
	maxSteps: number;
}

/** What the planner does next, with its reason in one line. */
export type Action =
	| { kind: "cover" | "hop"; subQuestionId: string; reason: string }
	| { kind: "recover"; subQuestionId: string; tier: number; reason: string }
	| { kind: "challenge"; subQuestionId: string; groupId: string; reason: string }
	| { kind: "stop"; stopReason: StopReason; reason: string };

/** A follow-up that reading suggested; the planner may take it up as a sub-question. */
export interface FollowUpNoted {
	text: string;
	origin: "gap" | "hop";
	focus: string[];
	priority: "core" | "optional";
	from?: string | undefined;
	reason: string;
	/** 0–1: how likely it is that this leads to what is missing. */
	promise: number;
}

/**
 * Everything that happens in a run, each recorded once as the result of a durable step. `turn` 0 is before research, the
 * report's events carry the turn after the last; `order` is the place in the plan among events of one kind in one turn.
 */
export type ResearchEvent = { turn: number; order: number } & (
	| {
			type: "started";
			question: string;
			options: RunOptions;
			reasoner: string;
			source: { name: string; documents: number; passages: number; fingerprint: string };
	  }
	| { type: "routed"; route: Route }
	| { type: "interpreted"; readings: Reading[] }
	| { type: "planned"; plan: Plan }
	/** `elapsedMs`: active time of the run so far; what a process slept while dead does not count. */
	| { type: "decided"; action: Action; added?: SubQuestion | undefined; elapsedMs: number }
	| { type: "rewritten"; queries: string[]; titles: string[] }
	| { type: "searched"; found: number; hits: PooledHit[]; failed: { query: string; reason: string }[] }
	| { type: "chosen"; choices: { url: string; reason: string }[]; again: string[] }
	| { type: "read"; source: Source; characters: number }
	| { type: "unread"; url: string; reason: string }
	| { type: "extracted"; sourceId: string; subQuestionId: string; claims: Claim[]; dropped: number }
	| { type: "compared"; conflicts: Conflict[] }
	| { type: "followed"; followUps: FollowUpNoted[] }
	| { type: "answered"; answer?: Answer | undefined }
	| { type: "written"; report?: Report | undefined; elapsedMs: number }
);

export type EventType = ResearchEvent["type"];

/** The order of kinds within a turn: a barrier between each. */
const stages: readonly EventType[] = [
	"started",
	"routed",
	"interpreted",
	"planned",
	"decided",
	"rewritten",
	"searched",
	"chosen",
	"read",
	"unread",
	"extracted",
	"compared",
	"followed",
	"answered",
	"written",
];
const rank = new Map(stages.map((type, index) => [type, index]));

/** Plan order: by turn, stage, and place in the plan, whatever the order of completion was. */
export function inPlanOrder(events: readonly ResearchEvent[]): ResearchEvent[] {
	return events.toSorted(
		(a, b) => a.turn - b.turn || (rank.get(a.type) ?? 0) - (rank.get(b.type) ?? 0) || a.order - b.order,
	);
}
