import { contentStems } from "../language/words.ts";

/** Words for that something was taken away again or came to an end: who asks why uses one, and who tells it another. */
const endings = new Set(
	contentStems(
		"withdraw withdrew withdrawn withdrawal pull recall retract revoke remove discontinue stop halt suspend end cancel close scrap abandon shelve axe yank drop terminate cease ban shut",
	),
);
/** `has taken its kettle off the market`, `took the report down`. */
const takenAway =
	/\b(?:takes?|took|taken|taking|pull(?:s|ed|ing)?|brings?|brought|calls?|called)\b[^.;:]{0,50}?\b(?:off (?:the )?(?:market|shelves|sale|air|line)|down|back)\b/iu;

/** Of what a sub-question asks the stems that say so, where it asks why that happened; else none. */
export function endingIn(asked: readonly string[], question: string): string[] {
	return /^why (?:was|were|is|are|did|has|have|had)\b/iu.test(question)
		? asked.filter((stem) => endings.has(stem))
		: [];
}

/** Whether a text says, in whatever words, that something was taken away or ended. */
export function tellsOfEnding(text: string): boolean {
	return takenAway.test(text) || contentStems(text).some((stem) => endings.has(stem));
}
