/** What one turn did to the evidence (METHOD §6). */
export type Signal = "NEW_EVIDENCE" | "CONFLICT_FOUND" | "REDUNDANT" | "DEAD_END" | "NO_RETRIEVAL_RESULTS";

/**
 * Judges a finished turn by what can be observed, never by a model.
 * `failed`: a search service or a query failed, so that nothing found does not mean that there is nothing.
 * `directFromNewSource`: a direct claim of this turn came from a source that had given its sub-question none before.
 */
export function signalOf(observed: {
	found: number;
	failed: boolean;
	before: "uncovered" | "thin" | "covered";
	newlyDisputed: number;
	direct: number;
	directFromNewSource: boolean;
}): Signal {
	if (observed.newlyDisputed > 0) return "CONFLICT_FOUND";
	if (observed.found === 0 && !observed.failed) return "NO_RETRIEVAL_RESULTS";
	if (observed.direct === 0) return "DEAD_END";
	return observed.directFromNewSource && observed.before !== "covered" ? "NEW_EVIDENCE" : "REDUNDANT";
}
