import type { BlockPiece, QuotedBlock } from "../../evidence/report.ts";

/** A stretch of a passage, marked as what answers or not. Text of a document: renderers escape it. */
export interface Run {
	text: string;
	marked: boolean;
}

/** A part of a passage as a reader sees it. */
export type Part =
	| { kind: "prose" | "term" | "code"; runs: Run[] }
	/** `start`: the number of the first item, where the items count on. `code` stands below its item. */
	| { kind: "list"; start: number | undefined; items: { runs: Run[]; code: Run[][] }[] }
	/** A row that is undefined stands for rows that were left out. An empty header for a table of one row. */
	| { kind: "table"; header: Run[][]; rows: (Run[][] | undefined)[] }
	/** Something was left out. */
	| { kind: "cut" };

/** Stands for what was left out. */
export const cutMark = "[…]";

/** What a block shows, part by part; the same for all forms of the report. */
export function layoutOf(block: QuotedBlock): Part[] {
	const layout = new Layout(block);
	for (const [at, piece] of block.pieces.entries()) layout.add(piece, block.pieces[at - 1]);
	if (block.cut) layout.leaveOut();
	return layout.parts.map((part) =>
		part.kind === "table" && part.rows.length === 0 ? { ...part, header: [], rows: [part.header] } : part,
	);
}

/** Cells of each row, at most: the width of a table. */
export function widthOf({ header, rows }: Part & { kind: "table" }): number {
	return Math.max(header.length, ...rows.map((row) => row?.length ?? 0));
}

const numbered = /^\s*(\d{1,9})[.)]\s+/;

class Layout {
	readonly parts: Part[] = [];
	readonly #block: QuotedBlock;
	readonly #marks: { start: number; end: number }[];
	/** The number of the next step, where steps have none of their own and none is left out among them. */
	#nextStep: number | undefined;

	constructor(block: QuotedBlock) {
		this.#block = block;
		this.#marks = joined(block.marked);
		const items = block.pieces.filter(({ kind }) => kind === "item");
		const isCounted = items.some(({ text }) => numbered.test(text)) || items.some(({ cut }) => cut);
		this.#nextStep = block.kind === "steps" && !isCounted ? 1 : undefined;
	}

	add(piece: BlockPiece, before: BlockPiece | undefined): void {
		const { start, end, cut } = piece;
		// A piece on the next line, or on the same one, goes on with the one before it.
		const follows = before?.kind === piece.kind && !cut && start - before.end < 2;
		if (cut) this.leaveOut(piece.kind);
		const last = this.parts.at(-1);
		const isWithinParagraph = this.#block.kind === "paragraph" && before?.kind === "prose";
		switch (piece.kind) {
			case "prose": {
				const [opening, ...others] = paragraphs(piece).map((range) => this.#runs(piece, range));
				if (last?.kind === "prose" && opening && (follows || (cut && isWithinParagraph)))
					last.runs.push({ text: " ", marked: false }, ...opening);
				else if (opening) this.parts.push({ kind: "prose", runs: opening });
				for (const runs of others) this.parts.push({ kind: "prose", runs });
				return;
			}
			case "code": {
				const runs = this.#runs(piece);
				if (last?.kind === "list") last.items.at(-1)?.code.push(runs);
				else if (last?.kind === "code" && follows) last.runs.push({ text: "\n", marked: false }, ...runs);
				else this.parts.push({ kind: "code", runs });
				return;
			}
			case "item":
				this.#item(piece, last);
				return;
			case "row": {
				const row = cells(piece.text).map(([from, to]) => this.#runs(piece, [start + from, start + to]));
				if (last?.kind === "table") last.rows.push(row);
				else this.parts.push({ kind: "table", header: row, rows: [] });
				return;
			}
			case "term":
				this.parts.push({ kind: "term", runs: this.#runs(piece, [start, end]) });
		}
	}

	/** Says that something was left out here: within the paragraph, among the rows, or on a line of its own. */
	leaveOut(next?: BlockPiece["kind"]): void {
		const last = this.parts.at(-1);
		const goesOn = next === undefined || next === "prose";
		if (last?.kind === "table" && (next === undefined || next === "row")) last.rows.push(undefined);
		else if (last?.kind === "prose" && this.#block.kind === "paragraph" && goesOn)
			last.runs.push({ text: ` ${cutMark}`, marked: false });
		else this.parts.push({ kind: "cut" });
	}

	#item(piece: BlockPiece, last: Part | undefined): void {
		const bullet = /^\s*[-*+•‣◦·–]\s+/.exec(piece.text)?.[0].length ?? 0;
		const stated = numbered.exec(piece.text);
		const number = stated ? Number(stated[1]) : this.#nextStep;
		if (this.#nextStep !== undefined) this.#nextStep++;
		const list = last?.kind === "list" ? last : undefined;
		const counts = list?.start === undefined ? undefined : list.start + list.items.length;
		// A number that does not count on stays in the item's text: lists of Markdown count by themselves.
		const isOdd = number !== undefined && counts !== undefined && number !== counts;
		const from = isOdd ? 0 : (stated?.[0].length ?? bullet);
		const start = isOdd ? undefined : number;
		const item = { runs: this.#runs(piece, [piece.start + from, piece.end]), code: [] };
		if (list && (number === undefined ? list.start === undefined : number === counts)) list.items.push(item);
		else this.parts.push({ kind: "list", start, items: [item] });
	}

	/** A range of a piece, in stretches that are marked or not. */
	#runs(piece: BlockPiece, [start, end]: readonly [number, number] = [piece.start, piece.end]): Run[] {
		const runs: Run[] = [];
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

/** Marks that touch are one. */
function joined(marks: QuotedBlock["marked"]): { start: number; end: number }[] {
	const found: { start: number; end: number }[] = [];
	for (const { start, end } of marks.toSorted((a, b) => a.start - b.start)) {
		const last = found.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else found.push({ start, end });
	}
	return found;
}

/** Paragraphs of a piece, set apart by blank lines, as offsets in its page. */
function paragraphs({ text, start, end }: BlockPiece): [number, number][] {
	const gaps = [...text.matchAll(/\n[^\S\n]*\n\s*/g)].map(({ index, 0: gap }) => [index, index + gap.length] as const);
	return [...gaps, [text.length, text.length] as const].map(([to], at) => [
		start + (gaps[at - 1]?.[1] ?? 0),
		Math.min(end, start + to),
	]);
}

/** Cells of a row, set apart by ` | `, as offsets in its text; lines around the whole row are no cells. */
function cells(text: string): [number, number][] {
	const isFramed = text.length > 1 && text.startsWith("|") && text.endsWith("|");
	const [from, to] = isFramed ? [1, text.length - 1] : [0, text.length];
	const found: (readonly [number, number])[] = [];
	let at = from;
	for (const { index, 0: line } of text.slice(from, to).matchAll(/(?:^|(?<=\s))\|(?=\s|$)/g)) {
		found.push([at, from + index]);
		at = from + index + line.length;
	}
	return [...found, [at, to] as const].map(([start, end]) => {
		const cell = text.slice(start, end);
		const first = start + cell.length - cell.trimStart().length;
		return [first, first + cell.trim().length];
	});
}
