import type { Claim } from "../../evidence/claim.ts";
import { locatorText } from "../../evidence/source.ts";
import { type Block, blocksIn, type TextLayout } from "../../text/blocks.ts";
import { escapeHtml, escapeHtmlLines } from "./html-text.ts";
import { evidenceId } from "./page-address.ts";

/** Control and bidirectional characters. */
const hiddenCharacters = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;
/** Between two cells of a row. */
const cellBorder = /[^\S\n]*\|[^\S\n]*|\t+/g;
/** Between two rows of a table: a line end, in Markdown also the line below the header. */
const rowBorder = /^\n(?:[ \t|:+=-]+\n)?$/;

/** A stretch that quotes cover; those that overlap share it. */
interface Mark {
	start: number;
	end: number;
	claims: Claim[];
}

/**
 * The text of a page with its headings, tables and code as such, and its quotes marked. Every character of the text is in it, in order:
 * what separates cells is hidden, not left out. A mark that crosses a border of cells is continued behind it.
 */
export function pageTextHtml(text: string, claims: readonly Claim[], layout: TextLayout): string {
	const marks = marksIn(text, claims);
	let html = "";
	let at = 0;
	let nextMark = 0;

	const add = (to: number) => {
		while (at < to) {
			while (nextMark < marks.length && (marks[nextMark]?.end ?? 0) <= at) nextMark++;
			const mark = marks[nextMark];
			const isMarked = mark !== undefined && mark.start <= at;
			const until = Math.min(to, (isMarked ? mark.end : mark?.start) ?? to);
			html += isMarked ? markedHtml(text, mark, at, until) : plainHtml(text.slice(at, until));
			at = until;
		}
	};
	const wrap = (tag: string, to: number, fill = () => add(to)) => {
		html += `<${tag}>`;
		fill();
		html += `</${tag.split(" ", 1)[0]}>`;
	};
	const addRow = (end: number) => {
		wrap('span class="row" role="row"', end, () => {
			for (const border of [...text.slice(at, end).matchAll(cellBorder)].map(placeFrom(at))) {
				if (border.start > at) wrap('span class="cell" role="cell"', border.start);
				wrap('span class="gap"', border.end);
			}
			if (at < end) wrap('span class="cell" role="cell"', end);
		});
	};

	for (const group of groupsOf(text, blocksIn(text, layout))) {
		const [first] = group;
		const end = group.at(-1)?.end;
		if (!first || end === undefined) continue;
		add(first.start);
		if (group.length > 1)
			wrap('span class="table" role="table"', end, () => {
				for (const { start, end: rowEnd } of group) {
					if (at < start) wrap('span class="gap"', start);
					addRow(rowEnd);
				}
			});
		else if (first.kind === "heading") wrap('b role="heading" aria-level="2"', end);
		else if (first.kind === "code") wrap("code", end);
		else add(end);
	}
	add(text.length);
	return html;
}

/** The rows of a table together, every other block alone. A row without a neighbour of as many cells is no table. */
function groupsOf(text: string, blocks: readonly Block[]): Block[][] {
	const cells = ({ start, end }: Block) => text.slice(start, end).match(cellBorder)?.length ?? 0;
	const groups: Block[][] = [];
	for (const block of blocks) {
		const last = groups.at(-1)?.at(-1);
		const isNext = last?.kind === "row" && block.kind === "row" && rowBorder.test(text.slice(last.end, block.start));
		if (isNext && cells(last) === cells(block)) groups.at(-1)?.push(block);
		else groups.push([block]);
	}
	return groups;
}

const placeFrom =
	(from: number) =>
	({ index, 0: border }: RegExpExecArray) => ({ start: from + index, end: from + index + border.length });

function marksIn(text: string, claims: readonly Claim[]): Mark[] {
	const marks: Mark[] = [];
	const quoted = claims.filter(({ quote, start }) => text.startsWith(quote, start));
	for (const claim of quoted.toSorted((a, b) => a.start - b.start || b.quote.length - a.quote.length)) {
		const end = claim.start + claim.quote.length;
		const last = marks.at(-1);
		if (last && claim.start < last.end) {
			last.claims.push(claim);
			last.end = Math.max(last.end, end);
		} else marks.push({ start: claim.start, end, claims: [claim] });
	}
	return marks;
}

/** A part of a mark, with an anchor where each of its quotes begins: the first has the mark itself. */
function markedHtml(text: string, mark: Mark, from: number, to: number): string {
	const [first, ...others] = mark.claims.filter(({ start }) => start >= from && start < to);
	const isBeginning = first !== undefined && first.start === from;
	const anchors = [...(isBeginning ? [] : [first]), ...others].filter((one) => one !== undefined);
	let html = "";
	let at = from;
	for (const claim of anchors) {
		html += `${plainHtml(text.slice(at, claim.start))}<a id="${evidenceId(claim)}"></a>`;
		at = claim.start;
	}
	const name = isBeginning ? ` id="${evidenceId(first)}" title="${escapeHtml(locatorText(first.locator))}"` : "";
	return `<mark${name}>${html}${plainHtml(text.slice(at, to))}</mark>`;
}

function plainHtml(text: string): string {
	return escapeHtmlLines(text.replace(hiddenCharacters, ""));
}
