import type { ResearchEvent } from "../evidence/event.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { StoreWait } from "../store/retrier.ts";

export type { StoreWait } from "../store/retrier.ts";

export interface Range {
	low: number;
	high: number;
}

/** Shown live: a pure view of what is recorded, and what goes on beside it. */
export type Progress =
	/** First of all: the run that is worked on, so that an interruption can say how to go on. */
	| { type: "run"; id: string }
	/** `waiting`: another process is indexing the same folder. */
	| {
			type: "index";
			phase: "waiting" | "reading" | "embedding";
			done: number;
			total: number;
			perSecond: number;
			/** Until the folders can be searched. */
			leftMs?: number | undefined;
	  }
	| { type: "skip"; path: string; reason: string }
	/** E.g. that an unfinished run goes on. */
	| { type: "note"; text: string }
	/** What will be sent, and to which host; told before anything is sent there. */
	| { type: "destination"; text: string }
	/** The run waits for its store; without `wait`, it goes on. */
	| { type: "store"; wait?: StoreWait | undefined }
	/** What is being done right now; nothing that is kept. */
	| { type: "activity"; text: string }
	/** What the investigator of a sub-question began to do. `what`: the query, or the page's label. */
	| { type: "investigator"; id: string; did: "searching" | "reading" | "calculating"; what: string }
	/** What a run with models is likely to take, before it is begun or gone on with. `usd`: undefined when a price is unknown. */
	| {
			type: "estimate";
			models: string[];
			calls: Range;
			tokens: Range;
			usd: Range | undefined;
			capUsd: number | undefined;
	  }
	/** What the run has spent on models so far. `capUsd`: what it may. */
	| { type: "spending"; spending: Spending; capUsd: number | undefined }
	| { type: "event"; event: ResearchEvent; state: ResearchState };

export interface Hooks {
	/** Must not throw. */
	onProgress(progress: Progress): void;
	signal: AbortSignal;
}
