import type { Heading } from "./parsed-document.ts";

/** The place of a passage, which search ranks as a unit. */
export interface PassageSpan {
	/** Offsets in the page's text (UTF-16). */
	start: number;
	end: number;
	/** The headings above it, outermost first, e.g. `Setup › On Debian`; empty when it has none. */
	context: string;
}

/** A passage ends once it has the first size, and never exceeds the second. Characters (about 6 to a word). */
const fullSize = 1_000;
const sizeMax = 1_600;
/** A document up to this size is one passage, because splitting an abstract weakens both halves. */
const wholeDocumentMax = 2_200;
/** A remainder up to this size joins the passage before it. */
const remainderMax = 250;

/** Size of the text that the embedding model gets at once; it was trained on texts of about this size. Characters. */
const windowSize = 700;

/** Splits a passage at sentences into windows of about one size. Each window gets a vector. */
export function splitIntoWindows(
	text: string,
	passage: Pick<PassageSpan, "start" | "end">,
): { start: number; end: number }[] {
	const size = passage.end - passage.start;
	const count = Math.max(1, Math.round(size / windowSize));
	const windows: { start: number; end: number }[] = [];
	let start = passage.start;
	const sentences = [...text.slice(passage.start, passage.end).matchAll(/[.!?]["')”’]?\s+|\n+/g)];
	const borders = sentences.map((match) => passage.start + match.index + match[0].length);
	for (let part = 1; part < count; part++) {
		const ideal = passage.start + (size * part) / count;
		const nearest = borders.reduce(
			(best, border) => (Math.abs(border - ideal) < Math.abs(best - ideal) ? border : best),
			passage.end,
		);
		if (nearest <= start || nearest >= passage.end) continue;
		windows.push({ start, end: nearest });
		start = nearest;
	}
	windows.push({ start, end: passage.end });
	return windows;
}

/** Splits a page at its headings and blank lines, and long paragraphs at their sentences. */
export function splitIntoPassages(text: string, headings: Heading[]): PassageSpan[] {
	if (text.length <= wholeDocumentMax && headings.length <= 3) {
		const [start, end] = trimSpan(text, 0, text.length);
		return start < end ? [{ start, end, context: headingPaths(headings)(start) }] : [];
	}
	const contextAt = headingPaths(headings);
	const passages: PassageSpan[] = [];
	let open: PassageSpan | undefined;
	const heads = new Set(headings.map((heading) => heading.start));
	for (const block of paragraphBlocks(text, heads)) {
		const context = contextAt(block.start);
		const startsSection = heads.has(block.start);
		const size = open === undefined ? 0 : open.end - open.start;
		if (
			open !== undefined &&
			(size >= fullSize || block.end - open.start > sizeMax || (startsSection && size > remainderMax))
		) {
			passages.push(open);
			open = undefined;
		}
		if (open === undefined) open = { ...block, context };
		else open.end = block.end;
	}
	if (open !== undefined) {
		const last = passages.at(-1);
		if (
			last !== undefined &&
			open.end - open.start < remainderMax &&
			open.end - last.start <= sizeMax &&
			open.context === last.context
		)
			last.end = open.end;
		else passages.push(open);
	}
	return passages;
}

/** Returns a function that gives the headings above an offset, outermost first. Call it with ascending offsets. */
function headingPaths(headings: Heading[]): (offset: number) => string {
	const path: Heading[] = [];
	let next = 0;
	return (offset) => {
		for (let heading = headings[next]; heading && heading.start <= offset; heading = headings[++next]) {
			while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
			path.push(heading);
		}
		return path
			.map(({ text }) => text)
			.join(" › ")
			.slice(0, 300);
	};
}

/** Yields paragraphs, split when they are longer than a passage. A heading begins a block. */
function* paragraphBlocks(text: string, heads: Set<number>): Generator<{ start: number; end: number }> {
	let from = 0;
	for (const gap of text.matchAll(/\n\s*\n|$/g)) {
		yield* splitParagraph(text, from, gap.index, heads);
		from = gap.index + gap[0].length;
	}
}

function* splitParagraph(
	text: string,
	from: number,
	to: number,
	heads: Set<number>,
): Generator<{ start: number; end: number }> {
	let [start, end] = trimSpan(text, from, to);
	while (end - start > sizeMax) {
		const cut = cutPoint(text, start);
		const [pieceStart, pieceEnd] = trimSpan(text, start, cut);
		yield { start: pieceStart, end: pieceEnd };
		[start, end] = trimSpan(text, cut, end);
	}
	if (start < end || heads.has(start)) yield { start, end };
}

/** The last sentence end before a passage is full, else the last line end, else the last space. */
function cutPoint(text: string, start: number): number {
	const window = text.slice(start, start + sizeMax);
	for (const border of [/[.!?][)"'”’]?\s+(?=[\p{Lu}\p{N}"'“(])/gu, /\n/g, /\s/g]) {
		let cut = 0;
		for (const match of window.matchAll(border)) if (match.index > sizeMax / 3) cut = match.index + match[0].length;
		if (cut > 0) return start + cut;
	}
	const last = window.charCodeAt(window.length - 1);
	return start + (last >= 0xd800 && last < 0xdc00 ? sizeMax - 1 : sizeMax);
}

function trimSpan(text: string, from: number, to: number): [number, number] {
	let start = from;
	let end = to;
	while (start < end && /\s/.test(text[start] ?? "")) start++;
	while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
	return [start, end];
}
