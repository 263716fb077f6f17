import type { Claim, Conflict } from "./claim.ts";
import { coverageAfter } from "./coverage.ts";
import { type Signal, signalOf } from "./signal.ts";
import type { ResearchState, Turn } from "./state.ts";
import { actionOfConflict, updateTurn } from "./wave.ts";

/** Records the signal of an action (METHOD §6). `before`: the state before its wave was evaluated; `conflicts`: those of the wave. */
export function applySignal(
	state: ResearchState,
	turn: Turn,
	before: ResearchState,
	conflicts: readonly Conflict[],
): ResearchState {
	const turnConflicts = conflicts.filter((conflict) => actionOfConflict(before, conflict)?.n === turn.n);
	return withSignal(
		state,
		turn,
		signalFor(before, turn, state.groups, countNewDisputes(before, state.groups, turnConflicts)),
		turnConflicts,
	);
}

/** The number of groups that these conflicts made disputed. */
function countNewDisputes(
	{ groups: before }: ResearchState,
	groups: ResearchState["groups"],
	turnConflicts: readonly Conflict[],
) {
	const disputedBefore = new Set(before.filter((group) => group.disputed).map((group) => group.id));
	const sides = new Set(turnConflicts.flatMap(({ a, b }) => [a, b]));
	return groups.filter(
		({ id, disputed, claimIds }) => disputed && !disputedBefore.has(id) && claimIds.some((one) => sides.has(one)),
	).length;
}

function signalFor(state: ResearchState, turn: Turn, groups: ResearchState["groups"], newlyDisputed: number): Signal {
	const claimIds = new Set(turn.claims);
	const { subQuestionId = "" } = turn;
	const direct = state.claims.filter(
		(claim) => claimIds.has(claim.id) && claim.class === "direct" && claim.subQuestionIds.includes(subQuestionId),
	);
	return signalOf({
		found: turn.found,
		failed: turn.failed.length + turn.faults.length > 0,
		before: state.coverage[subQuestionId]?.status ?? "covered",
		newlyDisputed,
		direct: direct.length,
		directIsNewFact: hasNewFact(state, groups, direct),
		directFromNewSource: isFromNewSource(state.claims, direct, turn),
	});
}

/** Whether one of an action's direct claims is in a group that holds no claim of an earlier group. */
function hasNewFact(
	{ groups: earlier }: ResearchState,
	groups: ResearchState["groups"],
	direct: readonly Claim[],
): boolean {
	const grouped = new Set(earlier.flatMap(({ claimIds }) => claimIds));
	const own = new Set(direct.map(({ id }) => id));
	return groups.some(({ claimIds }) => claimIds.some((id) => own.has(id)) && !claimIds.some((id) => grouped.has(id)));
}

function withSignal(state: ResearchState, turn: Turn, signal: Signal, conflicts: Conflict[]): ResearchState {
	const id = turn.subQuestionId;
	const coverage = id === undefined ? undefined : state.coverage[id];
	if (id === undefined || !coverage) return state;
	const after = coverageAfter(coverage, turn, signal);
	return updateTurn({ ...state, coverage: { ...state.coverage, [id]: after } }, turn, { conflicts, signal });
}

/** Whether one of an action's claims is from a source without an earlier direct claim on its sub-question. */
function isFromNewSource(all: readonly Claim[], direct: readonly Claim[], turn: Turn): boolean {
	const claimIds = new Set(turn.claims);
	const places = ({ subQuestionIds, sourceId }: Claim) => subQuestionIds.map((id) => `${id} ${sourceId}`);
	const earlier = new Set(all.filter((claim) => claim.class === "direct" && !claimIds.has(claim.id)).flatMap(places));
	return direct.some((claim) => places(claim).some((place) => !earlier.has(place)));
}
