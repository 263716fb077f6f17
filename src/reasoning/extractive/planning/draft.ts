import type { DimensionKind, Stance, SubQuestion } from "../../../evidence/plan.ts";

/** A sub-question before it has its number. */
export interface Draft {
	text: string;
	dimension: DimensionKind;
	stance: Stance;
	priority: SubQuestion["priority"];
	/** Names to follow; the route's subjects when undefined. */
	focus?: string[] | undefined;
	value?: string | undefined;
	subject?: string | undefined;
}

/** What kind of question a user's own words are. First match wins. */
const kinds: readonly (readonly [RegExp, DimensionKind])[] = [
	[
		/\b(?:limit\w*|drawback\w*|disadvantage\w*|downside\w*|cons|costs?|risk\w*|problem\w*|fail\w*|danger\w*|trade-?off\w*|criticism\w*|pitfall\w*)\b/iu,
		"critical",
	],
	[
		/\bhow (?:do|can|should|could|would) (?:i|we|you|one)\b|\bhow to\b|\b(?:should|best practices?|best way|configure|install|set up|tune)\b/iu,
		"practical",
	],
	[/\b(?:how|why|mechanisms?|works?|causes?d?)\b/iu, "mechanistic"],
	[/\b(?:history|origin\w*|alternative\w*|compare\w*|versus|evolution|context)\b/iu, "contextual"],
];

export function dimensionOf(text: string): DimensionKind {
	return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "factual";
}
