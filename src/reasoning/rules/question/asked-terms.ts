import { namesIn } from "../../../text/entities.ts";
import { tagWords } from "../../../text/tags.ts";
import { isKnownWord } from "../../../text/wordnet.ts";

/** A word that is written as names of a program are: `work_mem`, `queue.type`, `--all`, `KeepAlive`, `K=v`. */
const technical = /^--?\p{L}|[_=@:\\]|\p{L}{2}[./]\p{L}{2}|\p{Ll}\p{Lu}/u;
/** `dist-upgrade`, `max-journal-size`, and not `to hand-edit`. */
const compound = /(?<![\p{L}\p{N}_./-]|\bto )\p{Ll}+(?:-\p{Ll}+)+(?![\p{L}\p{N}_./=-])/gu;

/** Endings of everyday compounds: `read-only`, `tree-like`. */
const everyday = /-(?:only|like|free|based|wide|side|time|level|specific)$/u;

/**
 * The terms of a question that a passage must hold as they are written, if it is to be the answer: names of options, values and commands. A
 * compound before a noun is a word like others: `a read-only mount`.
 */
export function askedTerms(question: string): string[] {
	const tags = tagWords(question);
	const compounds = [...question.matchAll(compound)].flatMap((match) => {
		const [text] = match;
		const end = match.index + text.length;
		const next = tags.find(({ start }) => start >= end);
		return /^(?:NOUN|PROPN|ADJ)$/u.test(next?.pos ?? "") || everyday.test(text) || isKnownWord(text) ? [] : [text];
	});
	return [...new Set([...namesIn(question).filter((name) => technical.test(name)), ...compounds])];
}

/** Gives a function that tells whether a text holds a term, as a whole word. Hyphens of any form count, also before a line's end. */
export function termTest(term: string): (text: string) => boolean {
	// `--all` may be written without its hyphens; `-q` may not.
	const body = term
		.replace(/^-+(?=\p{L}{2})/u, "")
		.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
		.replaceAll(/[-‐‑]/gu, String.raw`[-‐‑]\s*`);
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}_]|\\p{L}[-‐‑])${body}(?![\\p{L}\\p{N}_]|[-‐‑]\\p{L})`, "iu");
	return (text) => pattern.test(text);
}
