import type { ResearchEvent } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";

/** Shown live: a pure view of what is recorded, and what goes on beside it. */
export type Progress =
	/** First of all: the run that is worked on, so that an interruption can say how to go on. */
	| { type: "run"; id: string }
	/** `waiting`: another process is indexing the same folder. */
	| { type: "index"; phase: "waiting" | "reading" | "embedding"; done: number; total: number; perSecond: number }
	| { type: "skip"; path: string; reason: string }
	/** E.g. that an unfinished run goes on. */
	| { type: "note"; text: string }
	/** What is being done right now; nothing that is kept. */
	| { type: "activity"; text: string }
	| { type: "event"; event: ResearchEvent; state: ResearchState };

export interface Hooks {
	/** Must not throw. */
	onProgress(progress: Progress): void;
	signal: AbortSignal;
}
