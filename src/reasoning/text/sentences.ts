import { limits } from "../../base/limits.ts";
import { type BlockKind, blocksIn, type Reading } from "./blocks.ts";
import { stopWords } from "./words.ts";

/** A sentence (or table row, list item, heading, piece of code) of a text: `text.slice(start, end)` is exactly `.text`. */
export interface Sentence {
	text: string;
	start: number;
	end: number;
	kind: BlockKind;
	/** The headings above it, outermost first. */
	headings: string[];
	/** The block it stands in, counted from 0: sentences of one paragraph share it. */
	block: number;
}

/** Abbreviations that never end a sentence: a name or number follows. */
const opening = new Set(
	(
		"mr mrs ms dr prof rev hon st mt ft gen col lt sgt capt cmdr adm maj gov sen rep pres fr sr jr messrs mme mlle vs v no nos " +
		"fig figs eq vol vols pp p ch sec ca c cf e.g i.e eg ie viz approx est b d r ed eds trans op art jan feb mar apr jun jul aug " +
		"sept sep oct nov dec mon tue wed thu fri sat sun dept nr bros"
	).split(" "),
);
/** Abbreviations that may end one: what follows decides. */
const closing = new Set(
	"inc ltd co corp jr sr etc al a.m p.m am pm u.s u.k u.n e.u d.c ph.d b.a m.a b.c a.d ave blvd univ assn mfg intl max min".split(
		" ",
	),
);
const mark = /[.!?…。！？]+/gu;
const closers = /^(?:["'”’»)\]]|\*{1,2}(?=\s|$)|_(?=\s|$)|\s?\[\d{1,3}\]|\s?\[(?:note|citation)[^\]]{0,20}\])*/u;
const startsAnew = /^\s+["'“‘«([*_]*(?:\[\d{1,3}\]\s*)?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
/** An open bracket protects what follows only so far: an unclosed one must not swallow a page. */
const bracketReach = 160;

function lastWord(text: string, end: number): string {
	return /[\p{L}\p{N}.&]*$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0].toLowerCase() ?? "";
}

function opensWithStarter(rest: string): boolean {
	const next = /^\s*["'“‘«([]*(\p{L}+)/u.exec(rest)?.[1];
	return next !== undefined && next.length > 1 && stopWords.has(next.toLowerCase());
}

function inBracket(text: string, from: number, at: number): boolean {
	// Only within reach: looking through a whole page for a bracket at every full stop would take quadratic time.
	const before = text.slice(Math.max(from, at - bracketReach), at);
	const opened = before.lastIndexOf("(");
	if (opened < 0 || before.includes(")", opened)) return false;
	return text.slice(at, at + bracketReach).includes(")");
}

/** Whether the full stop at `at` only belongs to a word: an abbreviation, an initial, an acronym, a list's numeral. */
function isPartOfWord(text: string, from: number, at: number, rest: string): boolean {
	const word = lastWord(text, at);
	if (word === "") return false;
	if (/^\d{1,3}$/.test(word) && text.slice(from, at).trim() === word) return true;
	if (opening.has(word)) return !(word.length === 1 && opensWithStarter(rest));
	if (closing.has(word)) return !opensWithStarter(rest);
	if (/^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return !opensWithStarter(rest);
	return false;
}

/** Ends of sentences within a block's own text. */
function endsIn(text: string): number[] {
	const out: number[] = [];
	let from = 0;
	for (const match of text.matchAll(mark)) {
		let stop = match.index + match[0].length;
		if (stop < from) continue;
		const wide = /[。！？]/u.test(match[0]);
		stop += closers.exec(text.slice(stop, stop + 40))?.[0].length ?? 0;
		if (stop >= text.length) break;
		const rest = text.slice(stop, stop + 40);
		if (!wide && !startsAnew.test(rest)) continue;
		if (match[0] === "." && isPartOfWord(text, from, match.index, rest)) continue;
		const closed = text.slice(match.index, stop).includes(")");
		if (!wide && !closed && inBracket(text, from, match.index)) continue;
		out.push(stop);
		from = stop;
	}
	out.push(text.length);
	return out;
}

/** The same ends, and one wherever a stretch between two is longer than any sentence: at a space where there is one. */
function* withCuts(text: string, ends: readonly number[]): Generator<number> {
	const most = limits.sentenceCharacters;
	let from = 0;
	for (const end of ends) {
		while (end - from > most) {
			const space = text.lastIndexOf(" ", from + most);
			from = space > from + most / 2 ? space : from + most;
			yield from;
		}
		yield end;
		from = end;
	}
}

/** The sentences of a text in order, with their exact places. Headings, table rows, list items and code are told apart by `kind`. */
export function sentencesIn(text: string, reading: Reading = {}): Sentence[] {
	const out: Sentence[] = [];
	for (const [block, { kind, start, end, headings }] of blocksIn(text, reading).entries()) {
		const ends = kind === "prose" || kind === "item" ? endsIn(text.slice(start, end)) : [end - start];
		let from = start;
		for (const each of withCuts(text.slice(start, end), ends)) {
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
