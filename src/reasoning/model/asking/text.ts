import { exactly } from "./mend.ts";

/** Where models put what they think before they answer. */
const thoughts = "think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad";
const closedThought = new RegExp(`<(${thoughts})\\b[^>]*>[\\s\\S]*?</\\1\\s*>`, "gi");
const thoughtEnd = new RegExp(`</(?:${thoughts})\\s*>`, "gi");
const thoughtStart = new RegExp(`<(?:${thoughts})\\b[^>]*>`, "i");
/** At the beginning of a line, where no string of a JSON value can be. */
const codeFence = /^[ \t]*(?:```|~~~)[\w-]*[ \t]*\n([\s\S]*?)(?:^[ \t]*(?:```|~~~)|(?![\s\S]))/gm;

/**
 * The texts in which an answer may stand, the likeliest first: as it came, without its thoughts, in code fences, and the
 * thoughts themselves where they never end.
 */
export function placesOf(text: string): string[] {
	const told = unquoted(text.replace(/^\ufeff/, "").trim());
	const places = [told];
	// What begins with its answer has thought before: tags in it are words of the answer.
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

/** What a model quoted as a whole: JSON in a string of JSON. */
function unquoted(text: string): string {
	const value = text.startsWith('"') ? exactly(text) : undefined;
	return typeof value === "string" ? value.trim() : text;
}
