import { z } from "zod";
import { comparisonForm } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Answer, Cell, EvidenceTable } from "../../../evidence/report.ts";
import { quantitiesIn } from "../../../text/quantities.ts";
import { occursIn } from "../../../text/quotations.ts";
import { isCellOfRow } from "../../../verification/check-row.ts";
import { checkCell, firstFault } from "../../../verification/check-sentence.ts";
import type { WriteInput } from "../../reasoner.ts";
import { whereLooked } from "../../where-looked.ts";
import { listOrNone, oneLine, textOrNone } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";
import type { Faulty, Mended } from "./mend.ts";
import { ownWords } from "./words.ts";

/** A table's cells, in any order. An absent cell was not found. */
export const cells = z.array(z.object({ row: z.string(), column: z.string(), value: textOrNone, claims: listOrNone }));
type Given = z.infer<typeof cells>;

/** Rows and columns that a model may name where the question names none. */
const rowsMax = 20;
const columnsMax = 6;
const labelLongest = 80;
const captionLongest = 160;

/** The table of the answer (METHOD §1). Each cell cites a claim, or is missing and names where it was looked for. */
export function tableOf(
	given: Given,
	input: WriteInput & { answer: Answer | undefined },
	evidence: ShownEvidence,
	caption = "",
): EvidenceTable | undefined {
	const columns = columnsOf(given, input);
	const rows = rowsOf(given, input, evidence);
	if (rows.length === 0 || columns.length === 0) return undefined;
	const byPlace = new Map(given.map((one) => [placeOf(one.row, one.column), one]));
	const about = captionOf(caption);
	return {
		columns,
		...(about === "" ? {} : { caption: about }),
		rows: rows.map((label) => ({
			label,
			cells: columns.map((column): Cell => {
				const found = byPlace.get(placeOf(label, column));
				const place = found && { row: label, rows, value: textOf(found) };
				// A value of another row is no value of this one.
				const isOwn = place && isCellOfRow(place, citedBy(found, evidence), evidence.page);
				const cell = isOwn ? cellOf(found, evidence) : undefined;
				const subject = input.route.subjects.length > 0 ? label : undefined;
				if (cell) return cell;
				return { missing: isFree(input) ? "not stated in what was read" : whereLooked(input, subject, column) };
			}),
		})),
	};
}

/** The table with new cells in their places; missing rows and columns are added. A new cell that fails a check leaves the old one. */
export function withCells(
	table: EvidenceTable | undefined,
	given: Given,
	input: WriteInput & { answer: Answer | undefined },
	evidence: ShownEvidence,
	caption = "",
): EvidenceTable | undefined {
	const made = given.length === 0 ? undefined : tableOf(given, input, evidence, caption);
	if (!table) return made;
	const isEmptied = (row: string, column: string) =>
		given.some((one) => placeOf(one.row, one.column) === placeOf(row, column) && one.value.trim() === "");
	const columns = [...table.columns, ...(made?.columns ?? []).filter((one) => !holds(table.columns, one))];
	const labels = [...table.rows, ...(made?.rows ?? [])].map(({ label }) => label);
	const at = (one: EvidenceTable | undefined, row: string, column: string): Cell | undefined =>
		one?.rows.find(({ label }) => comparisonForm(label) === comparisonForm(row))?.cells[
			one.columns.findIndex((name) => comparisonForm(name) === comparisonForm(column))
		];
	const missing: Cell = { missing: "not stated in what was read" };
	const cell = (row: string, column: string): Cell => {
		const renewed = at(made, row, column);
		if (renewed && "text" in renewed) return renewed;
		return isEmptied(row, column) ? missing : (at(table, row, column) ?? renewed ?? missing);
	};
	const rows = labels
		.filter((label, index) => labels.findIndex((one) => comparisonForm(one) === comparisonForm(label)) === index)
		.slice(0, rowsMax)
		.map((label) => ({ label, cells: columns.slice(0, columnsMax).map((column) => cell(label, column)) }));
	const again = { ...table, ...(made?.caption === undefined ? {} : { caption: made.caption }), columns, rows };
	return isFree(input) ? withoutEmpty(again) : again;
}

/** The table without empty rows and columns; undefined when none is left. */
function withoutEmpty({ columns, rows, ...table }: EvidenceTable): EvidenceTable | undefined {
	const kept = rows.filter(({ cells: row }) => row.some((one) => "text" in one));
	const places = columns.flatMap((_column, at) => (kept.some((row) => "text" in (row.cells[at] ?? {})) ? [at] : []));
	if (kept.length === 0) return undefined;
	return {
		...table,
		columns: places.flatMap((at) => columns[at] ?? []),
		rows: kept.map(({ label, cells: row }) => ({ label, cells: places.flatMap((at) => row[at] ?? []) })),
	};
}

function holds(labels: readonly string[], label: string): boolean {
	return labels.map(comparisonForm).includes(comparisonForm(label));
}

/** The caption, which says what a table compares and states nothing: empty when it has a figure or a quotation. */
function captionOf(written: string): string {
	const caption = oneLine(ownWords(written).text, captionLongest);
	return /[“‹]/.test(caption) || quantitiesIn(caption).length > 0 ? "" : caption.replace(/\.$/, "");
}

/** The cells that code would remove, each with the reason. */
export function cellFaults(given: Given, input: WriteInput, evidence: ShownEvidence): Faulty<Given[number]>[] {
	const around = [...new Set(given.flatMap((one) => citedBy(one, evidence).map(({ id }) => id)))];
	return given.flatMap((one) => {
		const reason = faultOf(one, given, input, evidence);
		const label = `${one.row} / ${one.column}`;
		return reason === undefined ? [] : [{ given: one, label, text: one.value, reason, claimIds: around }];
	});
}

/** The cells with repaired values where these are sound. A repair with an empty text makes its cell missing. */
export function withMendedCells(
	given: Given,
	mended: ReadonlyMap<object, Mended>,
	input: WriteInput,
	evidence: ShownEvidence,
): Given {
	return given.map((one) => {
		const again = mended.get(one);
		const renewed = again && { ...one, value: again.text, claims: again.claims };
		return renewed && faultOf(renewed, given, input, evidence) === undefined ? renewed : one;
	});
}

function faultOf(one: Given[number], all: Given, input: WriteInput, evidence: ShownEvidence): string | undefined {
	const rows = new Set(isFree(input) ? [] : input.route.subjects.map(comparisonForm));
	if (!columnsOf(all, input).map(comparisonForm).includes(comparisonForm(one.column))) return "there is no such column";
	if (rows.size > 0 && !rows.has(comparisonForm(one.row))) return "there is no such row";
	const value = one.value.trim();
	if (value === "") return undefined;
	const claims = citedBy(one, evidence);
	if (claims.length === 0) return "it cites no claim that is there";
	if (rows.size === 0 && !isNamed(one.row, claims, evidence)) return "the row's name stands in no cited claim or title";
	const labels = isFree(input) ? [...new Set(all.map(({ row }) => row))] : input.route.subjects;
	if (labels.length > 1 && !isCellOfRow({ row: one.row, rows: labels, value: textOf(one) }, claims, evidence.page))
		return `its claim does not speak of ${one.row}: a cell belongs to its row`;
	if (/^(?:yes|no)\.?$/i.test(value) && input.route.answerType !== "yes_no")
		return "a bare yes or no says too little: give the words of the quote that tell it";
	return firstFault(checkCell(textOf(one), claims, evidence.page));
}

/** Whether the writer chooses the rows and columns of the table, as in a synthesis. */
function isFree({ route }: WriteInput): boolean {
	return route.shape === "synthesis";
}

function columnsOf(given: Given, input: WriteInput): string[] {
	const { values } = input.route;
	if (!isFree(input)) return values.length > 0 ? values : ["Finding"];
	const labels = new Map(given.map(({ column }) => [comparisonForm(column), oneLine(column, labelLongest)]));
	return [...labels.values()].filter((label) => label !== "").slice(0, columnsMax);
}

/** The question's subjects. Where it has none, the rows that the claims name. */
function rowsOf(given: Given, input: WriteInput, evidence: ShownEvidence): string[] {
	if (!isFree(input) && input.route.subjects.length > 0) return input.route.subjects;
	const named = given.filter((one) => isNamed(one.row, citedBy(one, evidence), evidence));
	const labels = new Map(named.map(({ row }) => [comparisonForm(row), oneLine(row, labelLongest)]));
	return [...labels.values()].slice(0, rowsMax);
}

/** Whether a claim or its page's title names a row. A writer may join words of both, so half of the words are enough. */
function isNamed(label: string, claims: readonly Claim[], { page }: ShownEvidence): boolean {
	const words = comparisonForm(label).match(/[\p{L}\p{N}]+/gu) ?? [];
	return claims.some(({ text, quote, sourceId }) => {
		const said = comparisonForm([text, quote, page.title(sourceId) ?? ""].join("\n"));
		return words.length > 0 && words.filter((word) => occursIn(word, said)).length >= words.length / 2;
	});
}

function cellOf(one: Given[number], evidence: ShownEvidence): Cell | undefined {
	const claims = citedBy(one, evidence);
	const text = textOf(one);
	if (text === "" || claims.length === 0) return undefined;
	return { text, claimIds: claims.map(({ id }) => id) };
}

/** A cell is no sentence, so a full stop that the cleaning added is removed. */
function textOf({ value }: Given[number]): string {
	const bare = value.trim();
	const { text } = ownWords(bare);
	return /[.…]$/.test(bare) ? text : text.replace(/\.$/, "");
}

function citedBy({ claims, value }: Given[number], evidence: ShownEvidence): Claim[] {
	return [...new Set([...claims, ...ownWords(value).marks].flatMap((mark) => evidence.claim(mark) ?? []))];
}

function placeOf(row: string, column: string): string {
	return `${comparisonForm(row)}\n${comparisonForm(column)}`;
}
