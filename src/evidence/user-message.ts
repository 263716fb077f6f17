import type { Coverage } from "./coverage-status.ts";
import type { Plan, SubQuestion } from "./plan.ts";

/**
 * What a user may send to a run. `redirect`: what to look for from now on. `pause`: end the process after the steps in progress. `finish`: begin
 * no further wave, and write the report. `stop`: end the process now. After `pause` and `stop` the run can be resumed.
 */
export const messageKinds = ["redirect", "pause", "finish", "stop"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** A message of the user to a run. */
export interface UserMessage {
	id: string;
	kind: MessageKind;
	/** The user's words; empty unless it is a redirect. */
	text: string;
	/** ISO 8601: when it was recorded. */
	at: string;
}

/** How a redirect changed the plan. */
export interface PlanChange {
	added: SubQuestion[];
	/** Ids of sub-questions that are not searched any more. */
	dropped: string[];
	/** Sub-questions that no action had worked on yet, in other words. */
	refocused: Pick<SubQuestion, "id" | "text" | "focus" | "threads">[];
	/** Whether a model made the change, or rules. */
	by: "model" | "rules";
}

/** `late`: the report was being written. `outdated`: a request to pause or stop from before the run was resumed. */
export type MessageOutcome = "taken" | "late" | "outdated";

/** A message that a run has received. */
export interface ReceivedMessage extends UserMessage {
	/** The wave before which it was taken. */
	wave: number;
	outcome: MessageOutcome;
	/** Of a redirect that was taken. */
	change?: PlanChange | undefined;
}

interface Receiver {
	messages?: ReceivedMessage[] | undefined;
}

interface Researched {
	subQuestions: SubQuestion[];
	plan: Plan;
	/** By sub-question id. */
	coverage: Record<string, Coverage>;
}

/** The redirects that were taken, in order. */
export function takenRedirects({ messages = [] }: Receiver): ReceivedMessage[] {
	return messages.filter(({ kind, outcome }) => kind === "redirect" && outcome === "taken");
}

/** The state without the sub-questions that the user dropped; the same where there are none. */
export function withoutDropped<State extends Researched>(state: State): State {
	const dropped = new Set(state.subQuestions.flatMap((one) => (one.dropped ? [one.id] : [])));
	if (dropped.size === 0) return state;
	const keep = (all: readonly SubQuestion[]) => all.filter(({ id }) => !dropped.has(id));
	return {
		...state,
		subQuestions: keep(state.subQuestions),
		plan: { ...state.plan, subQuestions: keep(state.plan.subQuestions) },
		coverage: Object.fromEntries(Object.entries(state.coverage).filter(([id]) => !dropped.has(id))),
	};
}

/** What the user asked for when the report was being written, in the user's words. */
export function lateRedirects({ messages = [] }: Receiver): string[] {
	return messages.filter(({ kind, outcome }) => kind === "redirect" && outcome === "late").map(({ text }) => text);
}

/** Whether the user asked for the report now. */
export function isFinishRequested({ messages = [] }: Receiver): boolean {
	return messages.some(({ kind, outcome }) => kind === "finish" && outcome === "taken");
}

/** The sub-questions that the user asked for during the run and that no action has worked on yet. */
export function openRequests({ messages = [], coverage }: Receiver & Pick<Researched, "coverage">): string[] {
	return messages
		.flatMap(({ change }) => [...(change?.added ?? []), ...(change?.refocused ?? [])])
		.filter(({ id }) => (coverage[id]?.turns ?? 0) === 0)
		.map(({ id }) => id);
}
