import { applySignal } from "./apply-signal.ts";
import { recountCoverage, summaryOf } from "./coverage.ts";
import { updateGroups } from "./group.ts";
import { hasPart } from "./parts.ts";
import type { ResearchState } from "./state.ts";
import { currentWave, updateTurn } from "./wave.ts";

/** Evaluates a wave after its claims were compared: updates groups and conflicts, the signal of each action, and the coverage. */
export function applyCompared(before: ResearchState, conflicts: ResearchState["conflicts"]): ResearchState {
	const wave = currentWave(before);
	const byId = new Map(before.claims.map((claim) => [claim.id, claim]));
	const sources = new Map(before.sources.map((source) => [source.id, source]));
	const grouped = new Set(before.groups.flatMap(({ claimIds }) => claimIds));
	// The earlier run may have ended before it compared its last claims.
	const inherited = before.inherited?.claims.map(({ id }) => id) ?? [];
	const gained = new Set([...inherited, ...wave.flatMap(({ claims }) => claims)]);
	const fresh = [...gained].flatMap((id) => (grouped.has(id) ? [] : (byId.get(id) ?? [])));
	// A survey's passes have compared their own claims, which are new to its groups.
	const freshIds = new Set(fresh.map(({ id }) => id));
	const withinPasses = before.passes ? before.conflicts.filter(({ a, b }) => freshIds.has(a) || freshIds.has(b)) : [];
	const groups = updateGroups(
		before.groups,
		fresh,
		[...withinPasses, ...conflicts],
		byId,
		sources,
		!hasPart(before, "independence"),
	);
	const regrouped: ResearchState = { ...before, groups, conflicts: [...before.conflicts, ...conflicts] };
	const withSignals = wave.reduce((so, turn) => applySignal(so, turn, before, conflicts), regrouped);
	const counted: ResearchState = { ...withSignals, coverage: recountCoverage(withSignals) };
	const after = summaryOf(counted);
	return wave.reduce((so, turn) => updateTurn(so, turn, { after }), counted);
}
