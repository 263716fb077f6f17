import type { Claim, Conflict } from "../evidence/claim.ts";
import { citedIn, type Draft } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { contentStems } from "../reasoning/extractive/language/words.ts";

/** A side speaks of what is asked when it and its page's title hold more than this share of the question's words. */
const speaksFrom = 0.5;

/** The disputes that a report's reader is shown: on what it cites, or on what was asked. The others stay in the evidence. */
export function disputesOn({ claims, conflicts, question, sources }: ResearchState, kept: Draft): Conflict[] {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const placeOf = ({ sourceId, start }: Claim) => `${sourceId}:${start}`;
	const cited = new Set(
		citedIn({ ...kept, disputes: [] })
			.flatMap((id) => byId.get(id) ?? [])
			.map(placeOf),
	);
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const asked = [...new Set(contentStems(question))];
	const speaks = ({ text, sourceId }: Claim) => {
		const stems = new Set(contentStems(`${text} ${titles.get(sourceId) ?? ""}`));
		return asked.filter((stem) => stems.has(stem)).length > speaksFrom * asked.length;
	};
	return conflicts.filter(({ a, b }) => {
		const sides = [byId.get(a), byId.get(b)].filter((side) => side !== undefined);
		return sides.some((side) => cited.has(placeOf(side))) || (sides.length === 2 && sides.every(speaks));
	});
}
