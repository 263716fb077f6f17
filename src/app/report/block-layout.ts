import type { BlockPiece, QuotedBlock } from "../../evidence/report.ts";

/** A stretch of a passage; `marked` if it answers the question. It is text of a document, so renderers escape it. */
export interface TextRun {
	text: string;
	marked: boolean;
}

/** A part of a passage as a reader sees it. */
export type BlockPart =
	| { kind: "prose" | "term" | "code"; runs: TextRun[] }
	/** `start`: the number of the first item of a numbered list. `code` stands below its item. */
	| { kind: "list"; start: number | undefined; items: { runs: TextRun[]; code: TextRun[][] }[] }
	/** An undefined row stands for omitted rows. A table of one row, or without a header, has an empty one. */
	| { kind: "table"; header: TextRun[][]; rows: (TextRun[][] | undefined)[] }
	/** Text was omitted. */
	| { kind: "cut" };

/** Stands for omitted text. */
export const cutMark = "[…]";

/** The parts that a block shows, the same in all formats of the report. */
export function blockPartsOf(block: QuotedBlock): BlockPart[] {
	const builder = new LayoutBuilder(block);
	for (const [at, piece] of block.pieces.entries()) builder.add(piece, block.pieces[at - 1]);
	if (block.cut) builder.markOmission();
	return builder.parts.map((part) =>
		part.kind === "table" && part.rows.length === 0 ? { ...part, header: [], rows: [part.header] } : part,
	);
}

/** The width of a table: the number of cells of its longest row. */
export function tableWidth({ header, rows }: BlockPart & { kind: "table" }): number {
	return Math.max(header.length, ...rows.map((row) => row?.length ?? 0));
}

const itemNumberPattern = /^\s*(\d{1,9})[.)]\s+/;

class LayoutBuilder {
	readonly parts: BlockPart[] = [];
	readonly #block: QuotedBlock;
	readonly #marks: { start: number; end: number }[];
	/** The number of the next step; set only where no step has a number of its own and none is omitted. */
	#nextStep: number | undefined;

	constructor(block: QuotedBlock) {
		this.#block = block;
		this.#marks = mergeMarks(block.marked);
		const items = block.pieces.filter(({ kind }) => kind === "item");
		const isCounted = items.some(({ text }) => itemNumberPattern.test(text)) || items.some(({ cut }) => cut);
		this.#nextStep = block.kind === "steps" && !isCounted ? 1 : undefined;
	}

	add(piece: BlockPiece, before: BlockPiece | undefined): void {
		const { start, end, cut } = piece;
		// A piece on the next line, or on the same one, continues the one before it.
		const isContinuation = before?.kind === piece.kind && !cut && start - before.end < 2;
		if (cut) this.markOmission(piece.kind);
		const last = this.parts.at(-1);
		const isWithinParagraph = this.#block.kind === "paragraph" && before?.kind === "prose";
		switch (piece.kind) {
			case "prose": {
				const [opening, ...others] = paragraphRanges(piece).map((range) => this.#runs(piece, range));
				if (last?.kind === "prose" && opening && (isContinuation || (cut && isWithinParagraph)))
					last.runs.push({ text: " ", marked: false }, ...opening);
				else if (opening) this.parts.push({ kind: "prose", runs: opening });
				for (const runs of others) this.parts.push({ kind: "prose", runs });
				return;
			}
			case "code": {
				const runs = this.#runs(piece);
				if (last?.kind === "list") last.items.at(-1)?.code.push(runs);
				else if (last?.kind === "code" && isContinuation) last.runs.push({ text: "\n", marked: false }, ...runs);
				else this.parts.push({ kind: "code", runs });
				return;
			}
			case "item":
				this.#item(piece, last);
				return;
			case "row": {
				const row = cellRanges(piece.text).map(([from, to]) => this.#runs(piece, [start + from, start + to]));
				if (last?.kind === "table") last.rows.push(row);
				else if (this.#block.headless) this.parts.push({ kind: "table", header: [], rows: [row] });
				else this.parts.push({ kind: "table", header: row, rows: [] });
				return;
			}
			case "term":
				this.parts.push({ kind: "term", runs: this.#runs(piece, [start, end]) });
		}
	}

	/** Marks an omission: within the paragraph, among the rows, or on a line of its own. */
	markOmission(next?: BlockPiece["kind"]): void {
		const last = this.parts.at(-1);
		const isProseNext = next === undefined || next === "prose";
		if (last?.kind === "table" && (next === undefined || next === "row")) last.rows.push(undefined);
		else if (last?.kind === "prose" && this.#block.kind === "paragraph" && isProseNext)
			last.runs.push({ text: ` ${cutMark}`, marked: false });
		else this.parts.push({ kind: "cut" });
	}

	#item(piece: BlockPiece, last: BlockPart | undefined): void {
		const bullet = /^\s*[-*+•‣◦·–]\s+/.exec(piece.text)?.[0].length ?? 0;
		const numberMatch = itemNumberPattern.exec(piece.text);
		const number = numberMatch ? Number(numberMatch[1]) : this.#nextStep;
		if (this.#nextStep !== undefined) this.#nextStep++;
		const list = last?.kind === "list" ? last : undefined;
		const expectedNumber = list?.start === undefined ? undefined : list.start + list.items.length;
		// A number out of sequence stays in the item's text, because Markdown numbers lists by itself.
		const isOutOfSequence = number !== undefined && expectedNumber !== undefined && number !== expectedNumber;
		const from = isOutOfSequence ? 0 : (numberMatch?.[0].length ?? bullet);
		const start = isOutOfSequence ? undefined : number;
		const item = { runs: this.#runs(piece, [piece.start + from, piece.end]), code: [] };
		if (list && (number === undefined ? list.start === undefined : number === expectedNumber)) list.items.push(item);
		else this.parts.push({ kind: "list", start, items: [item] });
	}

	/** Splits a range of a piece into marked and unmarked runs. */
	#runs(piece: BlockPiece, [start, end]: readonly [number, number] = [piece.start, piece.end]): TextRun[] {
		const runs: TextRun[] = [];
		let at = start;
		const add = (to: number, marked: boolean) => {
			const text = piece.text.slice(at - piece.start, to - piece.start);
			if (text !== "") runs.push({ text, marked });
			at = Math.max(at, to);
		};
		for (const mark of this.#marks) {
			if (mark.end <= at || mark.start >= end) continue;
			add(Math.max(at, mark.start), false);
			add(Math.min(end, mark.end), true);
		}
		add(end, false);
		return runs;
	}
}

/** Merges marks that touch or overlap. */
function mergeMarks(marks: QuotedBlock["marked"]): { start: number; end: number }[] {
	const merged: { start: number; end: number }[] = [];
	for (const { start, end } of marks.toSorted((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}

/** The paragraphs of a piece, separated by blank lines, as offsets in its page. */
function paragraphRanges({ text, start, end }: BlockPiece): [number, number][] {
	const gaps = [...text.matchAll(/\n[^\S\n]*\n\s*/g)].map(({ index, 0: gap }) => [index, index + gap.length] as const);
	return [...gaps, [text.length, text.length] as const].map(([to], at) => [
		start + (gaps[at - 1]?.[1] ?? 0),
		Math.min(end, start + to),
	]);
}

/** The cells of a row, separated by ` | `, as offsets in its text. Bars around the whole row separate no cells. */
function cellRanges(text: string): [number, number][] {
	const isFramed = text.length > 1 && text.startsWith("|") && text.endsWith("|");
	const [from, to] = isFramed ? [1, text.length - 1] : [0, text.length];
	const ranges: (readonly [number, number])[] = [];
	let at = from;
	for (const { index, 0: line } of text.slice(from, to).matchAll(/(?:^|(?<=\s))\|(?=\s|$)/g)) {
		ranges.push([at, from + index]);
		at = from + index + line.length;
	}
	return [...ranges, [at, to] as const].map(([start, end]) => {
		const cell = text.slice(start, end);
		const first = start + cell.length - cell.trimStart().length;
		return [first, first + cell.trim().length];
	});
}
