import { amountOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Cell, EvidenceTable } from "../../../evidence/report.ts";
import { contentStems } from "../../../text/words.ts";
import type { WriteInput } from "../../reasoner.ts";
import { describeTriedSources } from "../../tried-sources.ts";
import { withoutTimes } from "../reading/cell-claims.ts";
import { fillCell } from "../reading/fill-cell.ts";

type TableClaim = Claim & { cell: NonNullable<Claim["cell"]> };

/** Maximum rows of a table of a page. */
const rowsMax = 20;
/** Maximum sources named for one cell. */
const sourcesPerCellMax = 3;
/** Maximum differing values shown side by side, those with most sources first. */
const valuesMax = 3;

/** Minimum share of filled cells. An emptier table is none that the pages know, and passages say more. */
export const filledShareMin = 1 / 3;

/** The table that a report begins with. Undefined if none is asked for, or the pages fill too little of it. */
export function buildEvidenceTable(input: WriteInput): EvidenceTable | undefined {
	const table = isTableRequested(input.route) ? buildGrid(input) : undefined;
	const cells = table?.rows.flatMap((row) => row.cells) ?? [];
	return table && filledCells(table) >= cells.length * filledShareMin ? table : undefined;
}

/** The number of cells with a value. */
export function filledCells({ rows }: EvidenceTable): number {
	return rows.flatMap((row) => row.cells).filter((cell) => "text" in cell).length;
}

/** Whether values of things are asked for. Otherwise a list is, and its passage answers, not a table of one cell. */
function isTableRequested({ shape, subjects, values }: WriteInput["route"]): boolean {
	return shape === "extraction" && !(subjects.length === 1 && values.length === 1 && subjects[0] === values[0]);
}

/** The requested table. Rows: the subjects, or the rows of the page's table that lists them. Columns: what is asked of each. */
function buildGrid(input: WriteInput): EvidenceTable {
	const { subjects, values } = input.route;
	const claims = input.claims
		.filter((claim) => claim.class === "direct")
		.toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
	const cells = claims.filter((claim): claim is TableClaim => claim.cell !== undefined);
	const members = memberRows(input, cells);
	const named = members ? values.filter((value) => !subjects.includes(value)) : values;
	const columns = named.length > 0 ? named : ["Finding"];
	const cellAt = (label: string, column: string) =>
		members
			? memberCell(input, cells, label, column, columns)
			: subjectCell(input, claims, cells, subjects.length > 0 ? label : undefined, column);
	const rows = members ?? (subjects.length > 0 ? subjects : ["Value"]);
	return { columns, rows: rows.map((label) => ({ label, cells: columns.map((column) => cellAt(label, column)) })) };
}

/** The rows of the table that lists most members of one thing. Undefined if no members are asked for, or no table lists them. */
function memberRows({ route, plan }: WriteInput, cells: readonly TableClaim[]): string[] | undefined {
	if (route.subjects.length !== 1 || !plan.subQuestions.some(({ text }) => /\beach\b/i.test(text))) return undefined;
	const values = route.values.filter((value) => !route.subjects.includes(value));
	const named = cells.filter(({ cell }) => values.some((value) => isRequestedValue(cell, value, values)));
	const tables = Map.groupBy(named.length > 0 ? named : cells, ({ sourceId, cell }) => `${sourceId} ${cell.table}`);
	const rows = [...tables.values()].map((claims) => [
		...new Set(claims.toSorted((a, b) => a.start - b.start).map(({ cell }) => cell.row)),
	]);
	const most = rows.toSorted((a, b) => b.length - a.length)[0] ?? [];
	return most.length > 1 ? most.slice(0, rowsMax) : undefined;
}

/** The cell of one member. If one value is asked of each, only the question may name it. */
function memberCell(
	input: WriteInput,
	cells: readonly TableClaim[],
	member: string,
	column: string,
	columns: readonly string[],
): Cell {
	const ofTime = cells.filter(({ cell }) => cell.row === member && isOfTime(cell, column));
	const named = ofTime.filter(({ cell }) => isRequestedValue(cell, column, columns));
	const shared = ({ cell }: TableClaim) => heldShare(cell.column, input.question);
	const most = Math.max(0, ...ofTime.map(shared));
	const found = named.length > 0 || columns.length > 1 ? named : ofTime.filter((claim) => shared(claim) === most);
	return statedCell(found) ?? { missing: describeTriedSources(input, undefined, column) };
}

function subjectCell(
	input: WriteInput,
	claims: readonly Claim[],
	cells: readonly TableClaim[],
	subject: string | undefined,
	column: string,
): Cell {
	const { route, sources } = input;
	// The row, the column, the caption or the page's title names the subject.
	const isOfSubject = ({ cell, sourceId }: TableClaim) => {
		const title = sources.find(({ id }) => id === sourceId)?.title ?? "";
		return heldShare([cell.row, cell.column, cell.caption, cell.period, title].join(" "), subject ?? "") === 1;
	};
	const own = cells.filter((claim) => isOfTime(claim.cell, `${column} ${subject ?? ""}`) && isOfSubject(claim));
	const found = statedCell(own.filter(({ cell }) => isRequestedValue(cell, column, route.values)));
	if (found) return found;
	const proseClaims = claims.filter(({ cell }) => cell === undefined);
	const filled = fillCell(subject ?? route.subjects[0] ?? "", column, proseClaims, sources, route.subjects);
	return filled
		? { text: filled.text, claimIds: [filled.claim.id] }
		: { missing: describeTriedSources(input, subject, column) };
}

/** Whether a cell's column or caption holds the requested value, and its column fits no other value better: landings are no quota. */
function isRequestedValue(
	{ column, caption = "" }: TableClaim["cell"],
	requested: string,
	others: readonly string[],
): boolean {
	const own = heldShare(column, requested);
	return heldShare(`${column} ${caption}`, requested) === 1 && others.every((other) => heldShare(column, other) <= own);
}

/** The share of the requested words, without times, that a text holds. 1 if there are none. */
function heldShare(text: string, requested: string): number {
	const wanted = new Set(contentStems(withoutTimes(requested)));
	return wanted.size === 0 ? 1 : wanted.intersection(new Set(contentStems(text))).size / wanted.size;
}

/** Whether a cell may be of a column's time: one of 2030 states nothing of 2031. */
function isOfTime({ period }: TableClaim["cell"], requested: string): boolean {
	const yearsIn = (text = ""): string[] => text.match(/(?:1[5-9]|20|21)\d\d/g) ?? [];
	const [years, own] = [yearsIn(requested), yearsIn(period)];
	return years.length === 0 || own.length === 0 || years.some((year) => own.includes(year));
}

/** The content of a cell: each value once with all its sources. Values that differ for one time stand side by side. */
function statedCell(found: readonly TableClaim[]): Cell | undefined {
	const [best] = found;
	if (!best) return undefined;
	const sameTime = found.filter(({ cell }) => cell.period === best.cell.period);
	const values = [...Map.groupBy(sameTime, ({ values: [value], cell }) => value?.normal ?? cell.text).values()]
		.toSorted((a, b) => b.length - a.length)
		.slice(0, valuesMax);
	const backers = (members: readonly TableClaim[]) => [
		...new Map(members.toReversed().map(({ sourceId, id }) => [sourceId, id])).values(),
	];
	return {
		text: values.flatMap(([first]) => (first ? amountOf(first.cell) : [])).join("; "),
		claimIds: values.flatMap((members) => backers(members).toReversed().slice(0, sourcesPerCellMax)),
	};
}
