import { z } from "zod";
import { comparisonForm } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Answer, Cell, EvidenceTable } from "../../../evidence/report.ts";
import { quantitiesIn } from "../../../text/quantities.ts";
import { occursIn } from "../../../text/quotations.ts";
import { isCellOfRow } from "../../../verification/check-row.ts";
import { checkCell, firstFault } from "../../../verification/check-sentence.ts";
import type { WriteInput } from "../../reasoner.ts";
import { describeTriedSources } from "../../tried-sources.ts";
import { optionalList, optionalText, truncatedLine } from "../prompt-parts.ts";
import { cleanSentence } from "./clean-sentence.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import type { FaultyText, RepairedText } from "./repair-faults.ts";

/** A table's cells, in any order. An absent cell was not found. */
export const cellsSchema = z.array(
	z.object({ row: z.string(), column: z.string(), value: optionalText, claims: optionalList }),
);
type WrittenCells = z.infer<typeof cellsSchema>;

/** Rows and columns that a model may name where the question names none. */
const rowsMax = 20;
const columnsMax = 6;
const labelLongest = 80;
const captionLongest = 160;

/** The table of the answer (METHOD §1). Each cell cites a claim, or is missing and names where it was looked for. */
export function toTable(
	given: WrittenCells,
	input: WriteInput & { answer: Answer | undefined },
	evidence: PromptEvidence,
	caption = "",
): EvidenceTable | undefined {
	const columns = columnLabels(given, input);
	const rows = rowLabels(given, input, evidence);
	if (rows.length === 0 || columns.length === 0) return undefined;
	const byKey = new Map(given.map((one) => [cellKey(one.row, one.column), one]));
	const captionText = checkedCaption(caption);
	return {
		columns,
		...(captionText === "" ? {} : { caption: captionText }),
		rows: rows.map((label) => ({
			label,
			cells: columns.map((column): Cell => {
				const written = byKey.get(cellKey(label, column));
				const place = written && { row: label, rows, value: cellText(written) };
				// A value of another row is no value of this one.
				const isOfRow = place && isCellOfRow(place, citedClaims(written, evidence), evidence.page);
				const cell = isOfRow ? toCell(written, evidence) : undefined;
				const subject = input.route.subjects.length > 0 ? label : undefined;
				if (cell) return cell;
				return {
					missing: isWriterChoice(input) ? "not stated in what was read" : describeTriedSources(input, subject, column),
				};
			}),
		})),
	};
}

/** The table with new cells in their places; missing rows and columns are added. A new cell that fails a check leaves the old one. */
export function updateTable(
	table: EvidenceTable | undefined,
	given: WrittenCells,
	input: WriteInput & { answer: Answer | undefined },
	evidence: PromptEvidence,
	caption = "",
): EvidenceTable | undefined {
	const newTable = given.length === 0 ? undefined : toTable(given, input, evidence, caption);
	if (!table) return newTable;
	const isEmptied = (row: string, column: string) =>
		given.some((one) => cellKey(one.row, one.column) === cellKey(row, column) && one.value.trim() === "");
	const limit = isWriterChoice(input) ? { rows: rowsMax, columns: columnsMax } : undefined;
	const addedColumns = (newTable?.columns ?? []).filter((one) => !holdsLabel(table.columns, one));
	const columns = [...table.columns, ...addedColumns].slice(0, limit?.columns);
	const labels = [...table.rows, ...(newTable?.rows ?? [])].map(({ label }) => label);
	const cellAt = (one: EvidenceTable | undefined, row: string, column: string): Cell | undefined =>
		one?.rows.find(({ label }) => comparisonForm(label) === comparisonForm(row))?.cells[
			one.columns.findIndex((name) => comparisonForm(name) === comparisonForm(column))
		];
	const missing: Cell = { missing: "not stated in what was read" };
	const newCell = (row: string, column: string): Cell => {
		const replacement = cellAt(newTable, row, column);
		if (replacement && "text" in replacement) return replacement;
		return isEmptied(row, column) ? missing : (cellAt(table, row, column) ?? replacement ?? missing);
	};
	const rows = labels
		.filter((label, index) => labels.findIndex((one) => comparisonForm(one) === comparisonForm(label)) === index)
		.slice(0, limit?.rows)
		.map((label) => ({ label, cells: columns.map((column) => newCell(label, column)) }));
	const updated = {
		...table,
		...(newTable?.caption === undefined ? {} : { caption: newTable.caption }),
		columns,
		rows,
	};
	return isWriterChoice(input) ? dropEmptyCells(updated) : updated;
}

/** The table without empty rows and columns; undefined when none is left. */
function dropEmptyCells({ columns, rows, ...table }: EvidenceTable): EvidenceTable | undefined {
	const filledRows = rows.filter(({ cells: row }) => row.some((one) => "text" in one));
	const filledColumns = columns.flatMap((_column, at) =>
		filledRows.some((row) => "text" in (row.cells[at] ?? {})) ? [at] : [],
	);
	if (filledRows.length === 0) return undefined;
	return {
		...table,
		columns: filledColumns.flatMap((at) => columns[at] ?? []),
		rows: filledRows.map(({ label, cells: row }) => ({ label, cells: filledColumns.flatMap((at) => row[at] ?? []) })),
	};
}

function holdsLabel(labels: readonly string[], label: string): boolean {
	return labels.map(comparisonForm).includes(comparisonForm(label));
}

/** The caption, which says what a table compares and states nothing: empty when it has a figure or a quotation. */
function checkedCaption(written: string): string {
	const caption = truncatedLine(cleanSentence(written).text, captionLongest);
	return /[“‹]/.test(caption) || quantitiesIn(caption).length > 0 ? "" : caption.replace(/\.$/, "");
}

/** The cells that code would remove, each with the reason. */
export function cellFaults(
	given: WrittenCells,
	input: WriteInput,
	evidence: PromptEvidence,
): FaultyText<WrittenCells[number]>[] {
	const citedIds = [...new Set(given.flatMap((one) => citedClaims(one, evidence).map(({ id }) => id)))];
	return given.flatMap((one) => {
		const reason = cellFault(one, given, input, evidence);
		const label = `${one.row} / ${one.column}`;
		return reason === undefined ? [] : [{ given: one, label, text: one.value, reason, claimIds: citedIds }];
	});
}

/** The cells with repaired values where these are sound. A repair with an empty text makes its cell missing. */
export function withRepairedCells(
	given: WrittenCells,
	repairs: ReadonlyMap<object, RepairedText>,
	input: WriteInput,
	evidence: PromptEvidence,
): WrittenCells {
	return given.map((one) => {
		const repair = repairs.get(one);
		const repaired = repair && { ...one, value: repair.text, claims: repair.claims };
		return repaired && cellFault(repaired, given, input, evidence) === undefined ? repaired : one;
	});
}

function cellFault(
	one: WrittenCells[number],
	all: WrittenCells,
	input: WriteInput,
	evidence: PromptEvidence,
): string | undefined {
	const rows = new Set(isWriterChoice(input) ? [] : input.route.subjects.map(comparisonForm));
	if (!columnLabels(all, input).map(comparisonForm).includes(comparisonForm(one.column)))
		return "there is no such column";
	if (rows.size > 0 && !rows.has(comparisonForm(one.row))) return "there is no such row";
	const value = one.value.trim();
	if (value === "") return undefined;
	const claims = citedClaims(one, evidence);
	if (claims.length === 0) return "it cites no claim that is there";
	if (rows.size === 0 && !isRowNamed(one.row, claims, evidence))
		return "the row's name stands in no cited claim or title";
	const labels = isWriterChoice(input) ? [...new Set(all.map(({ row }) => row))] : input.route.subjects;
	if (labels.length > 1 && !isCellOfRow({ row: one.row, rows: labels, value: cellText(one) }, claims, evidence.page))
		return `its claim does not speak of ${one.row}: a cell belongs to its row`;
	if (/^(?:yes|no)\.?$/i.test(value) && input.route.answerType !== "yes_no")
		return "a bare yes or no says too little: give the words of the quote that tell it";
	return firstFault(checkCell(cellText(one), claims, evidence.page));
}

/** Whether the writer chooses the rows and columns of the table, as in a synthesis. */
function isWriterChoice({ route }: WriteInput): boolean {
	return route.shape === "synthesis";
}

function columnLabels(given: WrittenCells, input: WriteInput): string[] {
	const { values } = input.route;
	if (!isWriterChoice(input)) return values.length > 0 ? values : ["Finding"];
	const labels = new Map(given.map(({ column }) => [comparisonForm(column), truncatedLine(column, labelLongest)]));
	return [...labels.values()].filter((label) => label !== "").slice(0, columnsMax);
}

/** The question's subjects. Where it has none, the rows that the claims name. */
function rowLabels(given: WrittenCells, input: WriteInput, evidence: PromptEvidence): string[] {
	if (!isWriterChoice(input) && input.route.subjects.length > 0) return input.route.subjects;
	const namedCells = given.filter((one) => isRowNamed(one.row, citedClaims(one, evidence), evidence));
	const labels = new Map(namedCells.map(({ row }) => [comparisonForm(row), truncatedLine(row, labelLongest)]));
	return [...labels.values()].slice(0, rowsMax);
}

/** Whether a claim or its page's title names a row. A writer may join words of both, so half of the words are enough. */
function isRowNamed(label: string, claims: readonly Claim[], { page }: PromptEvidence): boolean {
	const words = comparisonForm(label).match(/[\p{L}\p{N}]+/gu) ?? [];
	return claims.some(({ text, quote, sourceId }) => {
		const evidenceText = comparisonForm([text, quote, page.title(sourceId) ?? ""].join("\n"));
		return words.length > 0 && words.filter((word) => occursIn(word, evidenceText)).length >= words.length / 2;
	});
}

function toCell(one: WrittenCells[number], evidence: PromptEvidence): Cell | undefined {
	const claims = citedClaims(one, evidence);
	const text = cellText(one);
	if (text === "" || claims.length === 0) return undefined;
	return { text, claimIds: claims.map(({ id }) => id) };
}

/** A cell is no sentence, so a full stop that the cleaning added is removed. */
function cellText({ value }: WrittenCells[number]): string {
	const bare = value.trim();
	const { text } = cleanSentence(bare);
	return /[.…]$/.test(bare) ? text : text.replace(/\.$/, "");
}

function citedClaims({ claims, value }: WrittenCells[number], evidence: PromptEvidence): Claim[] {
	return [...new Set([...claims, ...cleanSentence(value).marks].flatMap((mark) => evidence.claimByMark(mark) ?? []))];
}

function cellKey(row: string, column: string): string {
	return `${comparisonForm(row)}\n${comparisonForm(column)}`;
}
