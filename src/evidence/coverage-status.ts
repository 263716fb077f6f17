import type { Signal } from "./signal.ts";

export type CoverageStatus = "uncovered" | "thin" | "covered";

/** How well one sub-question is answered, and what was done for it. */
export interface Coverage {
	status: CoverageStatus;
	directClaims: number;
	/** Number of distinct sources of its direct claims. */
	sources: number;
	/** Number of actions on it. */
	turns: number;
	/** Recovery tier reached, 0–4. */
	tier: number;
	lastSignal?: Signal | undefined;
	/** Every query sent for it. */
	queries: string[];
	/** Ids of the sources that investigators read for it. */
	read?: string[] | undefined;
	/** What its last investigator looked for and did not find. */
	gaps?: string[] | undefined;
}
