import { shortHash } from "../../../base/hash.ts";
import type { PromptPart } from "../asker.ts";

// Invisible characters except tab and line feed. They may mean something to a tokenizer or a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Text that a model may take for one of our fences, opening or closing. HTML's own `<data value=…>` does not match. */
const fenceLike = /<(?=\s*(?:\/\s*data\b|data\s+id\b))/gi;
/** Replaces `<`: it reads like one, but cannot open a fence. */
const harmlessBracket = "‹";

/** The text without control characters and halves of a character, with line ends as `\n`. */
export function removeInvisible(text: string): string {
	return text.replace(/\r\n?/g, "\n").toWellFormed().replace(invisible, "");
}

/**
 * The text from which a request's fences get their ids: its first own part, the question, which no author of a page can foresee.
 * The fenced text is not used, so that a growing block keeps its beginning and a provider's cache finds it again.
 */
export function fenceSeed(parts: readonly PromptPart[]): string {
	return parts.find(({ kind }) => kind === "own")?.text ?? "";
}

/** A part as the model sees it. Nothing in `data` can close its fence. */
export function partText(part: PromptPart, seed: string): string {
	const title = removeInvisible(part.title).replace(/\s+/g, " ").trim();
	if (part.kind === "own") return title ? `## ${title}\n\n${removeInvisible(part.text)}` : removeInvisible(part.text);
	return fenceText(title, part.text, seed);
}

/** Puts a text between `<data id="…" title="…">` and `</data id="…">`. */
export function fenceText(title: string, text: string, seed: string): string {
	const id = shortHash([seed, title]);
	const safe = removeInvisible(text).replace(fenceLike, harmlessBracket);
	return `<data id="${id}" title="${escapeTitle(title)}">\n${safe}\n</data id="${id}">`;
}

function escapeTitle(title: string): string {
	return removeInvisible(title)
		.replace(/\s+/g, " ")
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.trim();
}
