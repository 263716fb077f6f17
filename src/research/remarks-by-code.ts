import { findRepeatedSentences } from "../evidence/repeated-sentences.ts";
import type { Draft, Review } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { enumerationsOf, missingItems } from "../reasoning/enumerations.ts";
import { missingPoints } from "../reasoning/main-points.ts";
import { factsIn } from "../reasoning/outline.ts";
import { lengthOf, over, roomOf } from "../reasoning/room.ts";
import { optionsOf, routeOf } from "./state-access.ts";

/** A draft's words, and the most that it may have. */
export function draftLength(state: ResearchState, draft: Draft): { words: number; most: number } | undefined {
	const room = roomOf({ route: routeOf(state), depth: optionsOf(state).depth }, state.claims.length);
	return room && { words: lengthOf(draft), most: room.high };
}

/**
 * What code remarks on a draft beside its reviewer: items that its lists lack, main points that it leaves out, facts that it
 * states twice, and how much it is too long.
 */
export function remarksByCode(
	state: ResearchState,
	draft: Draft,
	pages: readonly Page[],
): Pick<Review, "missingItems" | "missingPoints" | "saidTwice" | "tooLong"> {
	const facts = factsIn(state.claims).map(({ claim, also }) => ({ claimIds: [claim, ...also].map(({ id }) => id) }));
	const points = missingPoints({ ...state, route: routeOf(state), depth: optionsOf(state).depth }, draft);
	const missing = missingItems(enumerationsOf({ ...state, pages: [...pages] }), [...state.groups, ...facts], draft);
	const twice = findRepeatedSentences(draft);
	const length = draftLength(state, draft);
	return {
		...(missing.length > 0 ? { missingItems: missing } : {}),
		...(points.length > 0 ? { missingPoints: points } : {}),
		...(twice.length > 0 ? { saidTwice: twice } : {}),
		...(length && length.words > length.most * over ? { tooLong: length } : {}),
	};
}
