import type { Draft, Review } from "../evidence/report.ts";
import { saidTwice } from "../evidence/said-twice.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { enumerationsOf, missingItems } from "../reasoning/enumerations.ts";
import { missingPoints } from "../reasoning/main-points.ts";
import { factsIn } from "../reasoning/outline.ts";
import { lengthOf, over, roomOf } from "../reasoning/room.ts";
import { optionsOf, routeOf } from "./facts.ts";

/** A draft's words, and the words that there is room for. */
export function lengthIn(state: ResearchState, draft: Draft): { words: number; most: number } | undefined {
	const room = roomOf({ route: routeOf(state), depth: optionsOf(state).depth }, state.claims.length);
	return room && { words: lengthOf(draft), most: room.high };
}

/** What code says of a draft beside its reader: items that its lists lack, main points of pages that it leaves out, facts that it tells twice, how much too long it is. */
export function remarksOn(
	state: ResearchState,
	draft: Draft,
	pages: readonly Page[],
): Pick<Review, "missingItems" | "missingPoints" | "saidTwice" | "tooLong"> {
	const facts = factsIn(state.claims).map(({ claim, also }) => ({ claimIds: [claim, ...also].map(({ id }) => id) }));
	const points = missingPoints(state.claims, draft);
	const missing = missingItems(enumerationsOf({ ...state, pages: [...pages] }), [...state.groups, ...facts], draft);
	const twice = saidTwice(draft);
	const length = lengthIn(state, draft);
	return {
		...(missing.length > 0 ? { missingItems: missing } : {}),
		...(points.length > 0 ? { missingPoints: points } : {}),
		...(twice.length > 0 ? { saidTwice: twice } : {}),
		...(length && length.words > length.most * over ? { tooLong: length } : {}),
	};
}
