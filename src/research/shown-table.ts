import type { Route } from "../evidence/question.ts";
import { type Cell, citedInTable, type Draft, type EvidenceTable } from "../evidence/report.ts";
import { datesIn } from "../text/dates.ts";
import { contentStems } from "../text/words.ts";

/** An empty cell of a table that nobody asked for. It shows nothing, because that it is empty tells a reader nothing. */
const empty: Cell = { missing: "" };
/** A column with fewer filled cells, and a smaller share of them, compares nothing. */
const filledLeast = { cells: 3, share: 0.3 };

/**
 * The table as the report shows it. A table that was asked for, or that is the deliverable, stays whole, before the sections. A
 * table of the writer's own loses columns of one or two values, and rows without a value; a row with one value states a fact. It is left
 * out where the text gives all its values already, and follows the section that it belongs to.
 */
export function shownTable(
	{ shape, form }: Pick<Route, "shape" | "form">,
	{ table, sections }: Pick<Draft, "table" | "sections">,
): EvidenceTable | undefined {
	if (!table || shape !== "synthesis") return table;
	const shown = form?.table ? table : withoutSparse(table);
	if (!shown) return undefined;
	if (!form?.table && shown.rows.every((row) => isInText(row, sections))) return undefined;
	const after = sectionOf(shown, sections);
	return { ...shown, rows: inOrderOfTime(shown.rows), ...(after === undefined ? {} : { after }) };
}

/** Rows whose labels all hold a date, in the order of time; others as they are. */
function inOrderOfTime(rows: EvidenceTable["rows"]): EvidenceTable["rows"] {
	const ends = new Map(rows.map((row) => [row, datesIn(row.label)[0]?.to]));
	if ([...ends.values()].includes(undefined)) return rows;
	return rows.toSorted((a, b) => (ends.get(a) ?? 0) - (ends.get(b) ?? 0));
}

const isFilled = (cell: Cell | undefined) => cell !== undefined && "claimIds" in cell;

function withoutSparse({ columns, rows, ...rest }: EvidenceTable): EvidenceTable | undefined {
	const filledColumns = columns.flatMap((_column, at) => {
		const filled = rows.filter(({ cells }) => isFilled(cells[at])).length;
		const isEnough = filled >= filledLeast.cells || filled >= rows.length * filledLeast.share;
		return filled >= 2 && isEnough ? [at] : [];
	});
	const filledRows = rows
		.map(({ label, cells }) => ({ label, cells: filledColumns.map((at) => cells[at] ?? empty) }))
		.filter(({ cells }) => cells.some(isFilled))
		.map(({ label, cells }) => ({ label, cells: cells.map((cell) => (isFilled(cell) ? cell : empty)) }));
	if (filledRows.length < 2) return undefined;
	const shown = filledColumns.flatMap((at) => columns[at] ?? []);
	const caption = namesLost(rest.caption, columns, shown) ? undefined : rest.caption;
	return { ...rest, caption, columns: shown, rows: filledRows };
}

/** Whether a caption speaks of columns that are not shown. */
function namesLost(caption: string | undefined, columns: readonly string[], shown: readonly string[]): boolean {
	const known = new Set(shown.flatMap(contentStems));
	const words = new Set(contentStems(caption ?? ""));
	const lost = columns.filter((column) => !shown.includes(column)).flatMap(contentStems);
	return lost.some((stem) => words.has(stem) && !known.has(stem));
}

/** Whether sentences that cite a row's claims hold all its values. */
function isInText({ cells }: EvidenceTable["rows"][number], sections: Draft["sections"]): boolean {
	const sentences = sections.flatMap((section) => section.sentences);
	return cells.every(
		(cell) =>
			"missing" in cell ||
			sentences.some(
				({ text, claimIds }) => text.includes(cell.text) && cell.claimIds.some((id) => claimIds.includes(id)),
			),
	);
}

/** The section that shares most claims with the table; undefined where none shares any. */
function sectionOf(table: EvidenceTable, sections: Draft["sections"]): number | undefined {
	const cited = new Set(citedInTable(table));
	const shared = sections.map(
		({ sentences }) => new Set(sentences.flatMap(({ claimIds }) => claimIds.filter((id) => cited.has(id)))).size,
	);
	const most = Math.max(0, ...shared);
	return most === 0 ? undefined : shared.indexOf(most);
}
