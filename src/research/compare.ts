import { shortHash } from "../base/hash.ts";
import { pairKey } from "../evidence/claim.ts";
import { markEditionConflicts } from "../evidence/editions.ts";
import type { ResearchState } from "../evidence/state.ts";
import { findCorrectionConflicts } from "../evidence/superseded-values.ts";
import { currentWave } from "../evidence/wave.ts";
import type { Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** METHOD §6: compares new claims with all others. The fold then updates the groups, the disputes and each action's signal. */
export function compareWave(state: ResearchState, tools: Tools, turn: number): Step[] {
	// The earlier run may have ended before it compared its last claims.
	const inherited = state.inherited?.claims.map(({ id }) => id) ?? [];
	const waveClaimIds = new Set([...inherited, ...currentWave(state).flatMap(({ claims }) => claims)]);
	const direct = state.claims.filter((claim) => claim.class === "direct");
	// A claim that an earlier wave compared is not compared again, even if this wave found that it bears on more.
	const grouped = new Set(state.groups.flatMap(({ claimIds }) => claimIds));
	const fresh = direct.filter(({ id }) => waveClaimIds.has(id) && !grouped.has(id));
	const before = direct.filter(({ id }) => !waveClaimIds.has(id) || grouped.has(id));
	const step: Step = {
		instead: "rules",
		name: `compare:${turn}:${shortHash([fresh.map(({ id }) => id), before.map(({ id }) => id)])}`,
		work: async (role) => {
			if (fresh.length === 0) return { type: "compared", conflicts: [] };
			// Code finds the values that a page corrects, so no model has to judge whether both could hold.
			const corrected = findCorrectionConflicts(state.claims, state.sources, state.conflicts);
			const correctedPairs = new Set(corrected.map(({ a, b }) => pairKey(a, b)));
			const { conflicts, judged = [] } = await tools.reasoner.compareClaims(
				{
					fresh,
					known: before,
					knownConflicts: corrected,
					judged: state.judged,
					sources: state.sources,
					subQuestions: state.subQuestions,
					shape: state.route?.shape,
				},
				role,
			);
			const found = conflicts.filter(({ a, b }) => !correctedPairs.has(pairKey(a, b)));
			return {
				type: "compared",
				conflicts: [...corrected, ...markEditionConflicts(found, state.claims, state.sources)],
				...(judged.length > 0 ? { judged } : {}),
			};
		},
	};
	return [step];
}
