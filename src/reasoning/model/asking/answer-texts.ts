import { parseExactly } from "../repair-json.ts";

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
export function answerTexts(text: string): string[] {
	const trimmed = unquote(text.replace(/^\ufeff/, "").trim());
	const texts = [trimmed];
	// A text that begins with its answer holds no thoughts: tags in it belong to the answer.
	if (/^[[{]/.test(trimmed)) return texts;
	const withoutThoughts = trimmed.replace(closedThought, "\n");
	const lastEnd = [...withoutThoughts.matchAll(thoughtEnd)].at(-1);
	const afterThoughts = lastEnd ? withoutThoughts.slice(lastEnd.index + lastEnd[0].length) : withoutThoughts;
	const start = thoughtStart.exec(afterThoughts);
	const beforeThoughts = start ? afterThoughts.slice(0, start.index) : afterThoughts;
	for (const place of [beforeThoughts, afterThoughts]) {
		texts.push(...[...place.matchAll(codeFence)].map((match) => match[1] ?? "").reverse(), place);
	}
	return [...new Set(texts.map((place) => place.trim()))].filter((place) => /[[{"]/.test(place));
}

/** Unwraps an answer that was quoted as a whole: JSON in a JSON string. */
function unquote(text: string): string {
	const value = text.startsWith('"') ? parseExactly(text) : undefined;
	return typeof value === "string" ? value.trim() : text;
}
