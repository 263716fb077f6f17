import type { ResearchState } from "./state.ts";

/** What one round of a survey brought. */
export interface RoundYield {
	/** New groups of claims, which are new facts. */
	facts: number;
	/** Pages that were new to the survey. */
	pages: number;
}

/** The yield of each round, in order. */
export function roundYields({ turns }: Pick<ResearchState, "turns">): RoundYield[] {
	const rounds = [...Map.groupBy(turns, ({ wave }) => wave).values()];
	return rounds.flatMap(([first]) =>
		first?.after
			? [{ facts: first.after.groups - first.before.groups, pages: first.after.sources - first.before.sources }]
			: [],
	);
}

/** A survey goes on while the last round's density is at least this multiple of the mean density of the rounds before. */
const risingFactor = 1;

/**
 * Whether the density of a survey, new facts per new page, stops rising. The mean over all rounds rises exactly while the last round
 * is denser than the mean before it: the marginal value theorem (Charnov 1976), which tells when a patch is exhausted. After the first
 * round there is nothing to compare, so one round of gaps is always made.
 */
export function hasDensityPeaked(yields: readonly RoundYield[]): boolean {
	const last = yields.at(-1);
	const before = yields.slice(0, -1);
	if (!last || before.length === 0) return false;
	const facts = before.reduce((sum, one) => sum + one.facts, 0);
	const pages = before.reduce((sum, one) => sum + one.pages, 0);
	return densityOf(last) < risingFactor * densityOf({ facts, pages });
}

/** New facts per new page; 0 for a round without a new page, which read nothing that could add one. */
export function densityOf({ facts, pages }: RoundYield): number {
	return pages === 0 ? 0 : facts / pages;
}
