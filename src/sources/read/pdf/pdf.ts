import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";
import { isRecord } from "../../../base/json.ts";
import { type ParsedDocument, TextBuilder, toIsoDate } from "../parsed-document.ts";
import { isContinuation } from "../plain-text.ts";
import { type Grid, writeGrid } from "../tables/grid.ts";
import type { PdfTextItem } from "./lines.ts";
import { findTables, type PdfTable } from "./table.ts";

/** A line on this share of the pages, at the same edge, is a running head or foot. */
const runningShare = 0.6;

/** Reads a PDF's text and marks its pages. Runs in a child process with limits; throws an Error whose message is the reason. */
export async function readPdf(bytes: Uint8Array): Promise<ParsedDocument> {
	const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
	const { items: pages } = await extractTextItems(document);
	const { info } = await getMeta(document);
	const out = new TextBuilder();
	const lines = withoutRunningHeads(linesWithTables(pages));
	lines.forEach((page, index) => {
		let previous = "";
		let first = true;
		for (const line of page) {
			if (typeof line === "string" && line.trim() === "") {
				previous = "";
				continue;
			}
			const start = typeof line === "string" ? writeLine(out, previous, line, first) : writeTable(out, line, index + 1);
			if (first) out.addMark(start, { kind: "page", page: index + 1 });
			first = false;
			previous = typeof line === "string" ? line : "";
		}
	});
	if (out.text.trim() === "") throw new Error("it holds no text (scanned pages?)");
	if (out.marks[0]) out.marks[0].start = 0;
	return {
		kind: "pdf",
		title: documentTitle(info),
		date: toIsoDate(stringField(info, "CreationDate")),
		origin: stringField(info, "Author"),
		text: out.text,
		marks: out.marks,
		headings: [],
		...(out.tables.length > 0 ? { tables: out.tables } : {}),
	};
}

/** The lines of each page in the order of the file, with each table at the place of its first words. */
function linesWithTables(pages: readonly PdfTextItem[][]): (string | Grid)[][] {
	const tables = linkContinuedTables(pages.map((items) => findTables(items)));
	return pages.map((items, at) => pageLines(items, tables[at] ?? []));
}

function pageLines(items: readonly PdfTextItem[], tables: readonly PdfTable[]): (string | Grid)[] {
	const lines: (string | Grid)[] = [];
	const written = new Set<PdfTable>();
	let text = "";
	let inside = false;
	const flush = () => {
		for (const line of text.split("\n")) lines.push(line.trimEnd());
		text = "";
	};
	for (const [at, item] of items.entries()) {
		const table = tables.find((one) => one.items.has(at));
		// White space between a table's words belongs to the table.
		if (table === undefined && !(inside && item.str.trim() === "")) {
			inside = false;
			text += item.str + (item.hasEOL ? "\n" : "");
		}
		if (table === undefined) continue;
		inside = true;
		if (written.has(table)) continue;
		written.add(table);
		flush();
		lines.push(table.grid);
	}
	flush();
	return lines;
}

/**
 * A table that continues on the next page gets the column names and the caption of its first part. A bare table that continues none
 * is dropped.
 */
function linkContinuedTables(pages: readonly PdfTable[][]): PdfTable[][] {
	let lastTable: PdfTable | undefined;
	return pages.map((tables) => {
		const kept = tables.flatMap((table, at) => {
			const from = at === 0 ? lastTable : undefined;
			const isContinued = from !== undefined && table.top && hasSameColumns(from, table);
			if (table.bare && !isContinued) return [];
			return isContinued ? [{ ...table, grid: continuedGrid(from.grid, table) }] : [table];
		});
		const last = kept.at(-1);
		lastTable = last?.bottom ? last : undefined;
		return kept;
	});
}

/** Two extents belong to one column if either edge differs by no more than this. Points. */
const edgeSlack = 4;

function hasSameColumns(one: PdfTable, other: PdfTable): boolean {
	return (
		one.columns.length === other.columns.length &&
		one.columns.every(({ left, right }, at) => {
			const column = other.columns[at];
			return (
				column !== undefined &&
				(Math.abs(column.left - left) <= edgeSlack || Math.abs(column.right - right) <= edgeSlack)
			);
		})
	);
}

function continuedGrid(from: Grid, { grid, bare }: PdfTable): Grid {
	const hasHeader = grid.headerRows !== undefined && grid.headerRows > 0;
	const inheritedHeader = hasHeader ? {} : { inherited: from.inherited ?? from.rows.slice(0, from.headerRows) };
	return { ...grid, ...inheritedHeader, caption: bare || grid.caption === undefined ? from.caption : grid.caption };
}

function writeTable(out: TextBuilder, grid: Grid, page: number): number {
	const starts = writeGrid(out, { ...grid, page });
	return starts.find((start) => start !== undefined) ?? out.text.length;
}

/** Adds a line. Joins it to the previous line when that one was wrapped, and rejoins hyphenated words. */
function writeLine(out: TextBuilder, previous: string, line: string, newPage: boolean): number {
	if (newPage || !isContinuation(previous.length >= 40 ? previous.padEnd(60, "x") : previous, line)) {
		return out.addBlock(line.trim(), newPage || previous === "" ? "\n\n" : "\n");
	}
	if (/\p{Ll}-$/u.test(previous) && /^\s*\p{Ll}/u.test(line)) {
		out.text = out.text.slice(0, -1);
		return out.addBlock(line.trim(), "");
	}
	return out.addBlock(line.trim(), " ");
}

function withoutRunningHeads(pages: (string | Grid)[][]): (string | Grid)[][] {
	if (pages.length < 4) return pages;
	const shape = (line: string | Grid | undefined) => (typeof line === "string" ? line.replace(/\d+/g, "0").trim() : "");
	const isFilled = (line: string | Grid) => typeof line !== "string" || line.trim() !== "";
	const edges = (page: (string | Grid)[]) => {
		const filled = page.filter(isFilled);
		return new Set([shape(filled[0]), shape(filled.at(-1))].filter((line) => line !== ""));
	};
	const counts = new Map<string, number>();
	for (const page of pages) for (const edge of edges(page)) counts.set(edge, (counts.get(edge) ?? 0) + 1);
	const running = (line: string | Grid) =>
		typeof line === "string" && (counts.get(shape(line)) ?? 0) >= pages.length * runningShare;
	return pages.map((page) => {
		const filled = page.map((line, at) => ({ line, at })).filter(({ line }) => isFilled(line));
		const cut = [filled[0], filled.at(-1)]
			.filter((edge) => edge !== undefined && running(edge.line))
			.map((edge) => edge?.at);
		return page.filter((_line, at) => !cut.includes(at));
	});
}

/** The title, unless it is a file name or a placeholder that a program put there. */
function documentTitle(info: unknown): string | undefined {
	const title = stringField(info, "Title");
	if (
		title === undefined ||
		/^(?:untitled|microsoft word\b|slide 1\b)/i.test(title) ||
		/\.(?:docx?|pdf|tex|dvi|indd|pptx?|qxd)$/i.test(title)
	)
		return undefined;
	return title;
}

function stringField(info: unknown, name: string): string | undefined {
	const value = isRecord(info) ? info[name] : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.replaceAll("\u0000", " ").replace(/\s+/g, " ").trim();
	return text === "" ? undefined : text;
}
