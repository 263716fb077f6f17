import type { Json } from "../../../base/json.ts";

/** One request of a batch, in the provider's own form. */
export interface BatchItem {
	/** Letters, digits and `-`, at most 64 characters; unique in its batch. */
	id: string;
	body: Json;
}

/** How far a batch is. */
export interface BatchState {
	isEnded: boolean;
	/** The provider's own word. */
	word: string;
	/** Requests that have ended in whatever way. */
	done: number;
	/** Why the batch as a whole was refused after its submission. Nothing of it is billed. */
	failure?: string | undefined;
}

/** How one request of a batch ended. */
export type BatchResult = { id: string } /** What the provider would have answered to it alone. */ & (
	| { status: number; body: Json }
	/** It was not carried out, and is not billed. */
	| { notDone: "expired" | "canceled" }
);

export interface BatchSearch {
	/** The name that the batch was submitted under. */
	name: string;
	/** When the submission began. */
	since: Date;
	/** How many are in it. */
	requests: number;
}

/** The batch interface of one provider, for one model. Each method throws a `ModelError`. */
export interface BatchApi {
	/** What batched requests cost of the usual price, 0 to 1. */
	readonly priceShare: number;
	/** Sends what `submit` refers to, where the provider wants it first, and returns its id. Costs nothing. */
	upload?(name: string, items: readonly BatchItem[], signal: AbortSignal): Promise<string>;
	/** Sends a batch once, and returns its id. From here on it is billed. `headers`: those that the requests themselves need. */
	submit(batch: NewBatch, signal: AbortSignal): Promise<string>;
	/**
	 * Looks for a batch whose submission was not confirmed. `certain`: it has our name. `possible`: batches that could be it, where the
	 * provider keeps no name; their results tell.
	 */
	find(search: BatchSearch, signal: AbortSignal): Promise<{ certain?: string | undefined; possible: string[] }>;
	state(id: string, signal: AbortSignal): Promise<BatchState>;
	/** The results of a batch that has ended. A request that is missing there was not done. */
	results(id: string, signal: AbortSignal): Promise<BatchResult[]>;
	/** Asks to end a batch. What is done by then is billed, and stays among its results. */
	cancel(id: string, signal: AbortSignal): Promise<void>;
	/** Deletes what was uploaded under a name. */
	forget?(name: string, signal: AbortSignal): Promise<void>;
}

export interface NewBatch {
	name: string;
	items: readonly BatchItem[];
	upload: string | undefined;
	headers: Record<string, string>;
}
