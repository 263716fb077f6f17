/** Skeptics that vote on an answer (METHOD §10). */
export const skepticsCount = 3;
/** Refutations that an answer survives. */
const refutationsSurvived = 1;

/** A skeptic's vote on the answer of a lookup: whether it is correct, not whether it is cited. */
export interface Vote {
	verdict: "correct" | "refuted" | "abstained";
	/** The reason, for the reader. Of a refutation, code checked it against the claims below. Empty if there is none to show. */
	why: string;
	/** The claims that the reason rests on. */
	claimIds: string[];
}

/** Whether the votes refute the answer: most of those that did not abstain, and at least two. */
export function isRefuted(votes: readonly Vote[] = []): boolean {
	const count = (verdict: Vote["verdict"]) => votes.filter((vote) => vote.verdict === verdict).length;
	return count("refuted") > refutationsSurvived && count("refuted") > count("correct");
}
