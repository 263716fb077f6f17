import { exactly } from "./mend.ts";

/** Tags in which models think before they answer. */
const thoughts = "think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad";
const closedThought = new RegExp(`<(${thoughts})\\b[^>]*>[\\s\\S]*?</\\1\\s*>`, "gi");
const thoughtEnd = new RegExp(`</(?:${thoughts})\\s*>`, "gi");
const thoughtStart = new RegExp(`<(?:${thoughts})\\b[^>]*>`, "i");
/** Starts at the beginning of a line, where no string of a JSON value can be. */
const codeFence = /^[ \t]*(?:```|~~~)[\w-]*[ \t]*\n([\s\S]*?)(?:^[ \t]*(?:```|~~~)|(?![\s\S]))/gm;

/**
 * The texts that may hold the answer, the likeliest first: the whole text, the text without its thoughts, its code fences, and
 * the thoughts themselves where they never end.
 */
export function placesOf(text: string): string[] {
	const told = unquoted(text.replace(/^\ufeff/, "").trim());
	const places = [told];
	// A text that begins with its answer holds no thoughts: tags in it belong to the answer.
	if (/^[[{]/.test(told)) return places;
	const open = told.replace(closedThought, "\n");
	const lastEnd = [...open.matchAll(thoughtEnd)].at(-1);
	const spoken = lastEnd ? open.slice(lastEnd.index + lastEnd[0].length) : open;
	const start = thoughtStart.exec(spoken);
	const before = start ? spoken.slice(0, start.index) : spoken;
	for (const place of [before, spoken]) {
		places.push(...[...place.matchAll(codeFence)].map((match) => match[1] ?? "").reverse(), place);
	}
	return [...new Set(places.map((place) => place.trim()))].filter((place) => /[[{"]/.test(place));
}

/** Unwraps an answer that was quoted as a whole: JSON in a JSON string. */
function unquoted(text: string): string {
	const value = text.startsWith('"') ? exactly(text) : undefined;
	return typeof value === "string" ? value.trim() : text;
}
