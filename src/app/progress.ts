import type { ResearchEvent } from "../evidence/event.ts";
import type { DepthName } from "../evidence/plan.ts";
import type { Judgement } from "../evidence/report.ts";
import type { Spending } from "../evidence/spending.ts";
import type { SpendingLimits } from "../evidence/spending-limit.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { UserMessage } from "../evidence/user-message.ts";
import type { StoreWait } from "../store/retrier.ts";

export type { StoreWait } from "../store/retrier.ts";

export interface EstimateRange {
	low: number;
	high: number;
}

/** What is shown live: the recorded events, and transient status that is not recorded. */
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
			remainingMs?: number | undefined;
	  }
	| { type: "skip"; path: string; reason: string }
	/** The user sent it to the run. It is taken at the next barrier, which an event tells. `isLate`: the report is being written. */
	| { type: "message"; message: UserMessage; isSurvey: boolean; isLate: boolean }
	/** E.g. that an unfinished run is resumed. */
	| { type: "note"; text: string }
	/** What will be sent, and to which host. It is announced before anything is sent there. */
	| { type: "destination"; text: string }
	/** The run waits for its store; `wait` is absent once the store is available again. */
	| { type: "store"; wait?: StoreWait | undefined }
	/** What is being done right now. It is not recorded. */
	| { type: "activity"; text: string }
	/** The report as far as a model has written it, as plain text. It is not recorded. */
	| { type: "writing"; text: string }
	/** A verdict of the support check that was just given. It is recorded with all others later. */
	| { type: "verdict"; sentence: string; verdict: Judgement["verdict"] }
	/** What an investigator began to do. `id`: its sub-question's. `what`: the query, the page's label, or nothing. */
	| { type: "investigator"; id: string; action: "searching" | "reading" | "calculating"; what: string }
	/**
	 * The estimated usage of a run with models, sent before it begins or resumes. `usd`, `usual`: undefined when a price is unknown.
	 * `usual`: measured cost of runs at this depth, for an open question and for a single fact. USD.
	 */
	| {
			type: "estimate";
			models: string[];
			calls: EstimateRange;
			tokens: EstimateRange;
			usd: EstimateRange | undefined;
			usual: { open: EstimateRange; fact: EstimateRange; isMeasured: boolean } | undefined;
			depth: DepthName;
			/** 0: of judges alone, which have no deadline. */
			deadlineMs: number;
			limits: SpendingLimits;
	  }
	/** What the run has spent on models so far. `limits`: the most that it may. */
	| { type: "spending"; spending: Spending; limits: SpendingLimits }
	| { type: "event"; event: ResearchEvent; state: ResearchState };

export interface Hooks {
	/** Must not throw. */
	onProgress(progress: Progress): void;
	signal: AbortSignal;
}
