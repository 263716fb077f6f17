import { limits } from "../base/limits.ts";
import { type BlockKind, blocksIn, type TextLayout } from "./blocks.ts";
import { stopWords } from "./words.ts";

/** A sentence (or table row, list item, heading, piece of code) of a text: `text.slice(start, end)` is exactly `.text`. */
export interface Sentence {
	text: string;
	start: number;
	end: number;
	kind: BlockKind;
	/** The headings above it, outermost first. */
	headings: string[];
	/** The number of its block, from 0. Sentences of one paragraph share it. */
	block: number;
}

/** Abbreviations that end in a full stop (CLDR's suppressions for English, lower-case). Letters with full stops are found by form. */
const abbreviations: ReadonlySet<string> = new Set(
	(
		"mr mrs ms dr prof rev hon st mt ft gen col lt sgt capt cmdr adm gov sen rep pres messrs jr sr bros inc ltd co corp dept univ assn " +
		"ave blvd vs no nos nr fig figs eq eqs vol vols pp ch sec ca cf ref refs approx est eds trans op etc al viz min max ph " +
		"jan feb mar apr jun jul aug sept sep oct nov dec mon tue wed thu fri sat sun"
	).split(" "),
);
/** Note and emphasis marks after a sentence. They belong to it, as closing brackets do by Unicode's rules. */
const trailingMarks =
	/(?<=[.!?…]["'”’»)\]]*)(?:\s?\[(?:\d{1,3}|(?:note|citation)[^\]]{0,20})\]|\*{1,2}(?=\s)|_(?=\s))+/gu;
const sentenceStart = /^["'“‘«([*_]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Whether the full stop before `after` belongs to an abbreviation, an initial, an acronym or a list number and ends no sentence. */
function isAbbreviationStop(before: string, after: string): boolean {
	const word = /([\p{L}\p{N}.&]+)\.\s+$/u.exec(before.slice(-30))?.[1]?.toLowerCase() ?? "";
	if (/^\d{1,3}$/.test(word)) return before.trim() === `${word}.`;
	if (!abbreviations.has(word) && !/^(?:\p{L}\.)*\p{L}$/u.test(word)) return false;
	// `in the U.S. The …`: a stop word with a capital opens a sentence.
	const next = /^["'“‘«([]*(\p{Lu}\p{L}+)/u.exec(after)?.[1];
	return next === undefined || !stopWords.has(next.toLowerCase());
}

/** Ends of sentences within a block's text, by Unicode's rules (UAX 29). */
function sentenceEndsIn(text: string): number[] {
	const plain = text.replace(trailingMarks, (marks) => ")".repeat(marks.length)).replace(/\s/g, " ");
	const out: number[] = [];
	for (const { index, segment } of segmenter.segment(plain)) {
		const end = index + segment.length;
		const after = plain.slice(end, end + 40);
		if (!sentenceStart.test(after) || isAbbreviationStop(plain.slice(out.at(-1) ?? 0, end), after)) continue;
		out.push(end);
	}
	if (out.at(-1) !== text.length) out.push(text.length);
	return out;
}

/** Adds ends so that no sentence is longer than `limits.sentenceCharacters`, at a space if possible. */
function* splitLongSentences(text: string, ends: readonly number[]): Generator<number> {
	const lengthMax = limits.sentenceCharacters;
	let from = 0;
	for (const end of ends) {
		while (end - from > lengthMax) {
			const space = text.lastIndexOf(" ", from + lengthMax);
			from = space > from + lengthMax / 2 ? space : from + lengthMax;
			yield from;
		}
		yield end;
		from = end;
	}
}

/** Whether a text ends like a sentence. Closing quotation marks and brackets are ignored. */
export function endsSentence(text: string): boolean {
	return /[.!?…:。！？：][\p{Pe}\p{Pf}"'’]*\s*$/u.test(text);
}

/** The sentences of a text in order, with exact places. `kind` distinguishes headings, table rows, list items and code. */
export function sentencesIn(text: string, layout: TextLayout = {}): Sentence[] {
	const out: Sentence[] = [];
	for (const [block, { kind, start, end, headings }] of blocksIn(text, layout).entries()) {
		const ends = kind === "prose" || kind === "item" ? sentenceEndsIn(text.slice(start, end)) : [end - start];
		let from = start;
		for (const each of splitLongSentences(text.slice(start, end), ends)) {
			const stop = start + each;
			const piece = text.slice(from, stop);
			const trimmed = piece.trim();
			if (/[\p{L}\p{N}]/u.test(trimmed)) {
				const first = from + piece.indexOf(trimmed);
				out.push({ text: trimmed, start: first, end: first + trimmed.length, kind, headings, block });
			}
			from = stop;
		}
	}
	return out;
}
