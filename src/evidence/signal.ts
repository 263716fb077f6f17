/** What one action did to the evidence (METHOD §6). */
export type Signal = "NEW_EVIDENCE" | "CONFLICT_FOUND" | "REDUNDANT" | "DEAD_END" | "NO_RETRIEVAL_RESULTS";

/**
 * The signal of a finished action, by observation and never by a model.
 * `failed`: a search service or a query failed, so an empty result does not mean that nothing exists.
 * `directIsNewFact`: a direct claim of this action says what no group of claims held before its wave.
 * `directFromNewSource`: a direct claim of this action is from a source without an earlier direct claim on its sub-question.
 */
export function signalOf(observed: {
	found: number;
	failed: boolean;
	before: "uncovered" | "thin" | "covered";
	newlyDisputed: number;
	direct: number;
	directFromNewSource: boolean;
	directIsNewFact: boolean;
}): Signal {
	if (observed.newlyDisputed > 0) return "CONFLICT_FOUND";
	if (observed.found === 0 && !observed.failed) return "NO_RETRIEVAL_RESULTS";
	if (observed.direct === 0) return "DEAD_END";
	const isNew = observed.directIsNewFact || (observed.directFromNewSource && observed.before !== "covered");
	return isNew ? "NEW_EVIDENCE" : "REDUNDANT";
}
