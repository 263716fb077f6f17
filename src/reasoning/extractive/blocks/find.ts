import type { BlockPiece, QuotedBlock } from "../../../evidence/report.ts";
import type { Page } from "../../../evidence/source.ts";
import { type Block, blocksIn } from "../../text/blocks.ts";
import { sentencesIn } from "../../text/sentences.ts";

/** A passage that can be shown by itself: what a reader would copy out of a page. Pieces are ascending and verbatim. */
export interface Passage {
	sourceId: string;
	kind: QuotedBlock["kind"] | "digest";
	path: string[];
	pieces: BlockPiece[];
	/** The first passage under its heading. */
	opens: boolean;
	/** Something of it was left out after its last piece. */
	cut?: true | undefined;
}

/** A term and a title stand on a line of their own, and are no longer than this. Characters. */
const termMax = 90;
/** A definition's paragraphs after the first, at most: then the list of terms is over. */
const definitionMore = 2;
/** What may stand between two items of one list: their further paragraphs and code. Blocks. */
const betweenItems = 7;
/** A page with so many headings has a digest: each heading with its first sentence. */
const headingsMin = 3;

/** The passages of a page, in order: paragraphs, lists with their lead-in, tables, definitions, steps and code, and a digest. */
export function passagesIn(page: Pick<Page, "text" | "kind">, sourceId: string): Passage[] {
	const read = blocksIn(page.text, { lineEnds: page.kind === "html" });
	const all = page.kind === "html" ? withCode(page.text, read) : read;
	const passages = new Finder(page.text, all, sourceId).all();
	const digest = digestOf(page.text, all, sourceId);
	return digest ? [digest, ...passages] : passages;
}

/** Text of HTML is indented in preformatted code only: such lines are code, with the line right above and a short one right below. */
function withCode(text: string, all: readonly Block[]): Block[] {
	const isIndented = ({ kind, start }: Block) =>
		kind !== "item" && kind !== "heading" && /^[ \t]{2}/.test(text.slice(start, start + 2));
	const out: Block[] = [];
	for (const block of all) {
		const last = out.at(-1);
		const isNext =
			last !== undefined && last.kind !== "heading" && last.kind !== "item" && block.start - last.end === 1;
		const closes =
			last?.kind === "code" &&
			block.kind === "prose" &&
			(block.end - block.start <= closingMax || /^[)}\]]/.test(text.slice(block.start, block.start + 1)));
		if (last && isNext && (isIndented(block) || closes)) out.splice(-1, 1, { ...last, kind: "code", end: block.end });
		else out.push(isIndented(block) ? { ...block, kind: "code" } : block);
	}
	return out;
}
/** Characters. */
const closingMax = 40;

class Finder {
	readonly #text: string;
	readonly #blocks: readonly Block[];
	readonly #sourceId: string;
	#at = 0;

	constructor(text: string, blocks: readonly Block[], sourceId: string) {
		this.#text = text;
		this.#blocks = blocks;
		this.#sourceId = sourceId;
	}

	all(): Passage[] {
		const out: Passage[] = [];
		let opens = true;
		while (this.#at < this.#blocks.length) {
			const first = this.#blocks[this.#at];
			if (!first || first.kind === "heading") {
				opens = true;
				this.#at++;
				continue;
			}
			const { kind, count } = this.#extent(first);
			const taken = this.#blocks.slice(this.#at, this.#at + count);
			this.#at += count;
			const pieces = taken.flatMap((block, index) => {
				const isTerm = kind === "definition" && index === 0;
				return block.kind === "heading"
					? []
					: trimmed(this.#text, block.start, block.end, isTerm ? "term" : block.kind);
			});
			if (pieces.length === 0) continue;
			out.push({ sourceId: this.#sourceId, kind, path: first.headings, pieces, opens });
			opens = false;
		}
		return out;
	}

	#block(offset: number): Block | undefined {
		const found = this.#blocks[this.#at + offset];
		return found?.kind === "heading" ? undefined : found;
	}

	/** What the passage that begins here is, and how many blocks belong to it. */
	#extent(first: Block): { kind: Passage["kind"]; count: number } {
		if (first.kind === "row") return { kind: "table", count: this.#run("row", 0) };
		if (first.kind === "code") return { kind: "code", count: this.#run("code", 0) };
		if (first.kind === "item") return this.#list(0);
		const next = this.#block(1);
		if (!next) return { kind: "paragraph", count: 1 };
		if (this.#isTerm(0)) return { kind: "definition", count: this.#definition() };
		const leads = /[:：]\s*$/.test(this.#wordsOf(first));
		if (next.kind === "code") return { kind: "code", count: 1 + this.#run("code", 1) };
		if (next.kind === "item" && (leads || next.start - first.end < 2)) return this.#list(1);
		if (next.kind === "row" && (leads || this.#wordsOf(first).length <= termMax))
			return { kind: "table", count: 1 + this.#run("row", 1) };
		return { kind: "paragraph", count: 1 };
	}

	/** A list and what stands between its items; with code, or numbered, they are steps. */
	#list(from: number): { kind: "list" | "steps"; count: number } {
		let [count, hasCode] = [from, false];
		for (let offset = from, between = 0; ; offset++) {
			const block = this.#block(offset);
			if (!block || block.kind === "row" || between > betweenItems) break;
			if (block.kind === "item") {
				count = offset + 1;
				between = 0;
			} else if (between === 0 && block.kind === "code") count = offset + 1;
			else between++;
		}
		for (let offset = from; offset < count; offset++) hasCode ||= this.#block(offset)?.kind === "code";
		const numbered = /^\s*\(?\d{1,3}[.)]\s/.test(this.#wordsOf(this.#block(from)));
		return { kind: hasCode || numbered ? "steps" : "list", count };
	}

	/** A term's line right above its explanation, which ends where the next term or heading begins. */
	#definition(): number {
		let further = 0;
		let offset = 1;
		for (; this.#block(offset) && further <= definitionMore; offset++) {
			if (offset > 1 && this.#isTerm(offset)) break;
			if (offset > 1 && this.#block(offset)?.kind === "prose") further++;
		}
		return offset;
	}

	/** A line without a sentence's end, whose explanation stands on the very next line. */
	#isTerm(offset: number): boolean {
		const [term, next] = [this.#block(offset), this.#block(offset + 1)];
		if (term?.kind !== "prose" || !next || next.kind === "row") return false;
		const words = this.#wordsOf(term).trim();
		return (
			words.length <= termMax &&
			!words.includes("\n") &&
			!/[.!?:;,][\p{Pe}\p{Pf}"'’]*$/u.test(words) &&
			next.start - term.end < 2
		);
	}

	#run(kind: Block["kind"], from: number): number {
		let offset = from;
		while (this.#block(offset)?.kind === kind) offset++;
		return offset - from;
	}

	#wordsOf(block: Block | undefined): string {
		return block ? this.#text.slice(block.start, block.end) : "";
	}
}

/** A piece without the white space around it; code keeps its first line's indent. */
function trimmed(text: string, start: number, end: number, kind: BlockPiece["kind"]): BlockPiece[] {
	const words = text.slice(start, end);
	const lead = kind === "code" ? 0 : words.length - words.trimStart().length;
	const [from, to] = [start + lead, start + words.trimEnd().length];
	return to > from ? [{ kind, start: from, end: to, text: text.slice(from, to) }] : [];
}

/** Each heading of a page with the first sentence under it: what a long page says, in short. */
function digestOf(text: string, all: readonly Block[], sourceId: string): Passage | undefined {
	const pieces: BlockPiece[] = [];
	for (const [at, block] of all.entries()) {
		const next = all[at + 1];
		if (block.kind !== "heading" || next?.kind !== "prose") continue;
		const [first] = sentencesIn(text.slice(next.start, next.end), { lineEnds: true });
		const title = trimmed(text, block.start, block.end, "term");
		if (!first || !title[0]) continue;
		const start = next.start + first.start;
		pieces.push({ ...title[0], ...(pieces.length > 0 ? { cut: true as const } : {}) });
		pieces.push({ kind: "prose", start, end: start + first.text.length, text: first.text });
	}
	if (pieces.length < 2 * headingsMin) return undefined;
	return { sourceId, kind: "digest", path: [], pieces, opens: true };
}
