import type { Claim, Confidence } from "./claim.ts";

/** Claims about the same assertion (METHOD §6). */
export interface Group {
	/** The id of its first claim. */
	id: string;
	/** The longest text among its claims. */
	text: string;
	claimIds: string[];
	sourceIds: string[];
	/** Independent origins, not pages: the same quote or press release on eight sites is one. */
	origins: number;
	confidence: Confidence;
	disputed: boolean;
	challenged: boolean;
	subQuestionIds: string[];
}

export type { Claim };
