/**
 * Words and sentences as the benches measure them. They are not the engine's own: a change of the engine must not change the measure.
 */

const stopWords = new Set(
	(
		"a about after all also am an and any are as at be because been before being between both but by can could did do does doing " +
		"down during each even few for from further had has have having he her here hers him his how i if in into is it its itself " +
		"just may me might more most much must my no nor not of off on once only or other our ours out over own s same shall she " +
		"should so some such t than that the their theirs them then there these they this those through to too under until up us " +
		"very was we were what when where which while who whom whose why will with would you your yours"
	).split(" "),
);

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text, trimmed; a line's end is a sentence's end too. */
export function sentencesOf(text: string): string[] {
	return text
		.split("\n")
		.flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
		.filter((sentence) => sentence !== "");
}

/** The content words of a text, lower-case, repeats included. */
export function contentWords(text: string): string[] {
	return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word));
}

/** The length of a text in words, as white space parts them. */
export function wordCount(text: string): number {
	return text.match(/\S+/g)?.length ?? 0;
}
