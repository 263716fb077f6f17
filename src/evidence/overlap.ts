import { jaccard } from "../base/text.ts";
import { contentStems } from "../text/words.ts";
import type { Group } from "./group.ts";
import type { Investigation, ResearchState, Turn } from "./state.ts";

/**
 * How much investigators of one wave overlap: the mean Jaccard index over all pairs, 0–1, to three digits. Undefined where no pair
 * has anything to compare.
 */
export interface InvestigatorOverlap {
	/** Investigators that took part, and the waves in which they did. */
	investigators: number;
	waves: number;
	/** Words (stems) of their scopes and queries. */
	specs: number | undefined;
	/** Pages that they read. */
	pages: number | undefined;
	/** Groups of the claims that they took: the same fact from two pages counts as the same. */
	claims: number | undefined;
}

type Investigated = Turn & { investigation: Investigation };

/** Undefined for a run without investigators, and for logs of older releases. */
export function investigatorOverlapOf(state: ResearchState): InvestigatorOverlap | undefined {
	const turns = state.turns.filter((turn): turn is Investigated => turn.investigation !== undefined);
	if (turns.length === 0) return undefined;
	const facts = factsOf(state.groups);
	const texts = new Map(state.subQuestions.map(({ id, text }) => [id, text]));
	const mean = (setOf: (turn: Investigated) => Set<string>) => meanOverlap(turns, setOf);
	return {
		investigators: turns.length,
		waves: new Set(turns.map(({ wave }) => wave)).size,
		specs: mean(({ investigation: { spec }, subQuestionId = "", queries }) => {
			const scope = spec?.scope ?? texts.get(subQuestionId) ?? "";
			return new Set(contentStems([scope, ...queries].join("\n")));
		}),
		pages: mean(({ investigation }) => new Set(investigation.sources)),
		claims: mean(({ investigation }) => new Set(investigation.claims.map((id) => facts.get(id) ?? id))),
	};
}

/** The group of each claim. */
function factsOf(groups: readonly Group[]): Map<string, string> {
	return new Map(groups.flatMap(({ id, claimIds }) => claimIds.map((claim) => [claim, id] as const)));
}

function meanOverlap(turns: readonly Investigated[], setOf: (turn: Investigated) => Set<string>): number | undefined {
	const shares: number[] = [];
	for (const wave of Map.groupBy(turns, ({ wave }) => wave).values()) {
		const sets = wave.map(setOf);
		for (const [at, one] of sets.entries())
			for (const other of sets.slice(at + 1)) if (one.size + other.size > 0) shares.push(jaccard(one, other));
	}
	if (shares.length === 0) return undefined;
	return Number((shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3));
}
