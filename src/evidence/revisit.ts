import type { Revisit } from "./earlier-run.ts";
import { updateGroups } from "./group.ts";
import type { Source } from "./source.ts";
import type { ResearchState } from "./state.ts";
import { currentWave, updateTurn } from "./wave.ts";

/**
 * The state after a page was read again. A changed page counts as read in this wave, so that its new parts are extracted. Claims whose quotes
 * are gone no longer count as evidence.
 */
export function applyRevisit(before: ResearchState, revisit: Revisit): ResearchState {
	const state: ResearchState = { ...before, revisits: [...(before.revisits ?? []), revisit] };
	const { sourceId, outcome } = revisit;
	switch (outcome) {
		case "unreachable":
			return state;
		case "unchanged":
			return withSource(state, revisit.source);
		case "gone":
			return withoutClaims(
				{ ...state, sources: state.sources.filter(({ id }) => id !== sourceId) },
				new Set(revisit.lost),
			);
		case "changed": {
			const { [sourceId]: _extracted, ...extractedFor } = state.extractedFor;
			const kept = new Map(revisit.kept.map((claim) => [claim.id, claim]));
			const moved = { ...state, extractedFor, claims: state.claims.map((claim) => kept.get(claim.id) ?? claim) };
			const left = withoutClaims(withSource(moved, revisit.source), new Set(revisit.lost));
			return updateTurn(left, currentWave(left)[0], (turn) => ({ read: [...turn.read, sourceId] }));
		}
	}
}

function withSource(state: ResearchState, source: Source): ResearchState {
	return { ...state, sources: state.sources.map((one) => (one.id === source.id ? source : one)) };
}

/** The state without some claims. The groups and the conflicts that held them follow. */
function withoutClaims(state: ResearchState, lost: ReadonlySet<string>): ResearchState {
	if (lost.size === 0) return state;
	const claims = state.claims.filter(({ id }) => !lost.has(id));
	const conflicts = state.conflicts.filter(({ a, b }) => !lost.has(a) && !lost.has(b));
	const groups = state.groups.flatMap((group) => {
		const claimIds = group.claimIds.filter((id) => !lost.has(id));
		const [id] = claimIds;
		if (id === undefined) return [];
		return [claimIds.length === group.claimIds.length ? group : { ...group, id, claimIds }];
	});
	// A dispute ends with the last conflict of a group. Groups without a lost conflict keep theirs.
	const ended = new Set(state.conflicts.filter((one) => !conflicts.includes(one)).flatMap(({ a, b }) => [a, b]));
	const undisputed = groups.map((group) =>
		group.claimIds.some((id) => ended.has(id)) ? { ...group, disputed: false } : group,
	);
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const sources = new Map(state.sources.map((source) => [source.id, source]));
	return { ...state, claims, conflicts, groups: updateGroups(undisputed, [], conflicts, byId, sources) };
}
