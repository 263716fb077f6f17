import type { Claim, Conflict } from "../evidence/claim.ts";
import { citedIn, type Draft } from "../evidence/report.ts";
import type { Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { contentStems } from "../text/words.ts";

/** A side is on the question when its text and its page's title hold more than this share of the question's words. */
const onQuestionFrom = 0.5;

/**
 * The disputes that the report shows: those on what it cites, then those on the question. The others stay in the evidence, and so do values
 * that differ only in date, scope or definition where the report cites both.
 */
export function disputesToShow({ claims, conflicts, question, sources }: ResearchState, draft: Draft): Conflict[] {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const placeKeyOf = ({ sourceId, start }: Claim) => `${sourceId}:${start}`;
	const cited = new Set(
		citedIn({ ...draft, disputes: [] })
			.flatMap((id) => byId.get(id) ?? [])
			.map(placeKeyOf),
	);
	const placeOfId = (id: string) => {
		const side = byId.get(id);
		return side ? placeKeyOf(side) : "";
	};
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const questionStems = [...new Set(contentStems(question))];
	const isOnQuestion = ({ text, sourceId }: Claim) => {
		const stems = new Set(contentStems(`${text} ${titles.get(sourceId) ?? ""}`));
		return questionStems.filter((stem) => stems.has(stem)).length > onQuestionFrom * questionStems.length;
	};
	const excluded = new Set(sources.filter(isExcludedSource).map(({ id }) => id));
	const shown = conflicts.filter(({ a, b, class: kind }) => {
		// Both hold, each for its date or scope, and the report tells both.
		const bothHold = kind === "date" || kind === "scope" || kind === "definition";
		if (bothHold && [a, b].every((id) => cited.has(placeOfId(id)))) return false;
		const sides = [byId.get(a), byId.get(b)].filter((side) => side !== undefined);
		if (sides.some(({ sourceId }) => excluded.has(sourceId))) return false;
		return sides.some((side) => cited.has(placeKeyOf(side))) || (sides.length === 2 && sides.every(isOnQuestion));
	});
	// Two sub-questions may each have the same claim from the same place.
	const sideOf = (id: string) => {
		const side = byId.get(id);
		return side ? `${placeKeyOf(side)}:${side.text}` : id;
	};
	const sidesOf = ({ a, b }: Conflict) => [sideOf(a), sideOf(b)].toSorted().join("\n");
	const isCited = ({ a, b }: Conflict) => [a, b].some((id) => cited.has(placeOfId(id)));
	return firstOfEach(
		shown.toSorted((one, other) => Number(isCited(other)) - Number(isCited(one))),
		sidesOf,
	);
}

function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
	return [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => first ?? []);
}

/** Pages with prompt injection, pages written for search engines, shops and log-in pages are no party to a dispute. */
function isExcludedSource({ addressed, authority }: Source): boolean {
	return addressed === true || authority === "list" || authority === "unfit";
}
