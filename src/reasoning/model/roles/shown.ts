import { extractClaims } from "../../extractive/index.ts";
import type { ExtractInput } from "../../reasoner.ts";

/** What is shown of a long page besides its hits: how it begins, and this much around each hit. Characters. */
const beginning = 1_500;
const around = 700;
/** Neither takes more than this share of the room: in a small window the places that were found come before both. */
const shareOfRoom = 1 / 8;
/** A cut is moved to the end of a line or sentence when one is this near. Characters. */
const cutReach = 200;
/** Places that the rules find worth a look, when the searches' hits leave room. */
const placesMax = 12;

const between = "\n\n[…]\n\n";

/** A page's text, or, when it is longer than `room`, its beginning and the passages around what was found, in order. */
export function shownOf(input: ExtractInput, room: number): string {
	const { text } = input.page;
	if (text.length <= room) return text;
	const taken: Span[] = [];
	let left = room;
	for (const wanted of wantedSpans(input, Math.floor(room * shareOfRoom))) {
		const cost = wanted.end - wanted.start + between.length;
		if (cost > left) continue;
		taken.push(wanted);
		left -= cost;
	}
	if (taken.length === 0) taken.push({ start: 0, end: room - between.length });
	return merged(taken)
		.map(({ start, end }) => text.slice(start, end).trim())
		.join(between);
}

interface Span {
	start: number;
	end: number;
}

/**
 * Best first: the beginning, around each hit of the searches, around what the rules would quote, then on from the beginning.
 * `most`: of the beginning, and around each hit. Characters.
 */
function wantedSpans(input: ExtractInput, most: number): Span[] {
	const { text } = input.page;
	const [head, margin] = [Math.min(beginning, most), Math.min(around, most)];
	const hits = (input.passages ?? []).map(({ start, end }) => ({ start: start - margin, end: end + margin }));
	const places = extractClaims({ ...input, max: placesMax }).map(({ start, quote }) => ({
		start: start - margin,
		end: start + quote.length + margin,
	}));
	const rest: Span[] = [];
	for (let start = head; start < Math.min(text.length, 20 * head); start += head)
		rest.push({ start, end: start + head });
	return [{ start: 0, end: head }, ...hits, ...places, ...rest].map(({ start, end }) => ({
		start: lineStart(text, Math.max(0, start)),
		end: lineEnd(text, Math.min(text.length, end)),
	}));
}

function lineStart(text: string, at: number): number {
	if (at === 0) return 0;
	const before = text.slice(Math.max(0, at - cutReach), at);
	const found = Math.max(before.lastIndexOf("\n"), before.lastIndexOf(". ") + 1);
	return found <= 0 ? at : at - before.length + found;
}

function lineEnd(text: string, at: number): number {
	const found = /[.!?](?=\s)|\n/u.exec(text.slice(at, at + cutReach));
	return found ? at + found.index + 1 : at;
}

function merged(spans: readonly Span[]): Span[] {
	const out: Span[] = [];
	for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
		const last = out.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else out.push({ start, end });
	}
	return out;
}
