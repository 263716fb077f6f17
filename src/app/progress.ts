import type { ResearchEvent } from "../evidence/event.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { StoreWait } from "../store/retrier.ts";

export type { StoreWait } from "../store/retrier.ts";

export interface EstimateRange {
	low: number;
	high: number;
}

/** What is shown live: a view of what is recorded, and what happens beside it. */
export type Progress =
	/** Sent first: the id of the run, so that an interruption can say how to resume it. */
	| { type: "run"; id: string }
	/** `waiting`: another process is indexing the same folder. */
	| {
			type: "index";
			phase: "waiting" | "reading" | "embedding";
			done: number;
			total: number;
			perSecond: number;
			/** Time until the folders can be searched. */
			leftMs?: number | undefined;
	  }
	| { type: "skip"; path: string; reason: string }
	/** E.g. that an unfinished run is resumed. */
	| { type: "note"; text: string }
	/** What will be sent, and to which host. It is announced before anything is sent there. */
	| { type: "destination"; text: string }
	/** The run waits for its store; without `wait` it continues. */
	| { type: "store"; wait?: StoreWait | undefined }
	/** What is being done right now. It is not recorded. */
	| { type: "activity"; text: string }
	/** What the investigator of a sub-question began to do. `what`: the query, or the page's label. */
	| { type: "investigator"; id: string; did: "searching" | "reading" | "calculating"; what: string }
	/** The expected use of a run with models, sent before it begins or resumes. `usd`: undefined when a price is unknown. */
	| {
			type: "estimate";
			models: string[];
			calls: EstimateRange;
			tokens: EstimateRange;
			usd: EstimateRange | undefined;
			capUsd: number | undefined;
	  }
	/** What the run has spent on models so far. `capUsd`: its limit. */
	| { type: "spending"; spending: Spending; capUsd: number | undefined }
	| { type: "event"; event: ResearchEvent; state: ResearchState };

export interface Hooks {
	/** Must not throw. */
	onProgress(progress: Progress): void;
	signal: AbortSignal;
}
