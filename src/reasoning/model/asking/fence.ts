import { shortHash } from "../../../base/hash.ts";
import type { Part } from "../asker.ts";

// All but tab and line feed: characters that nobody sees, and that may mean something to a tokenizer or a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Anything that looks like one of our fences, opening or closing, in the eyes of a model. HTML's own `<data value=…>` does not. */
const fenceLike = /<(?=\s*(?:\/\s*data\b|data\s+id\b))/gi;
/** A `<` that cannot open a fence, and that reads like one. */
const harmless = "‹";

/** A text that holds nothing but what can be seen: no control characters, no half of a character, line ends as `\n`. */
export function visible(text: string): string {
	return text.replace(/\r\n?/g, "\n").toWellFormed().replace(unseen, "");
}

/**
 * What the fences of a request are made of: its first own part, the question, which no author of a page can foresee. Not of the
 * fenced text: a block that grows keeps its beginning, and a provider's cache finds it again.
 */
export function seedOf(parts: readonly Part[]): string {
	return parts.find(({ kind }) => kind === "own")?.text ?? "";
}

/** A part as the model sees it. `data` stands between fences that nothing in it can close. */
export function shown(part: Part, seed: string): string {
	const title = visible(part.title).replace(/\s+/g, " ").trim();
	if (part.kind === "own") return title ? `## ${title}\n\n${visible(part.text)}` : visible(part.text);
	return fenced(title, part.text, seed);
}

/** A text between `<data id="…" title="…">` and `</data id="…">`. */
export function fenced(title: string, text: string, seed: string): string {
	const id = shortHash([seed, title]);
	const safe = visible(text).replace(fenceLike, harmless);
	return `<data id="${id}" title="${escaped(title)}">\n${safe}\n</data id="${id}">`;
}

function escaped(title: string): string {
	return visible(title)
		.replace(/\s+/g, " ")
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.trim();
}
