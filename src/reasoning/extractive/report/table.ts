import { amountOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Cell, EvidenceTable } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { contentStems } from "../../text/words.ts";
import { whereLooked } from "../../where-looked.ts";
import { withoutTimes } from "../reading/cell-times.ts";
import { fillCell } from "../reading/fill.ts";

/** A claim that may fill a cell. */
interface Candidate {
	claim: Claim;
	worth: number;
}

/** The table of what was asked: rows are the subjects, or the rows of one table that lists them; columns are what is asked of each. */
export function tableOf(input: WriteInput): EvidenceTable {
	const candidates = input.claims
		.filter((claim) => claim.class === "direct")
		.map((claim) => ({ claim, worth: claim.relevance }))
		.toSorted((a, b) => b.worth - a.worth || (a.claim.id < b.claim.id ? -1 : 1));
	const members = membersIn(input, candidates);
	const columns = members ? columnsBeside(input) : columnsOf(input);
	const rows = (members ?? rowsOf(input)).map(({ label, subject }) => ({
		label,
		cells: columns.map((column) =>
			members ? memberCell(input, candidates, label, column) : cellOf(input, candidates, subject, column),
		),
	}));
	return { columns, rows };
}

/** Rows of a table that a page gives, at most. */
const membersMax = 20;
const membersMin = 2;

/**
 * Where the members of something are asked for and one table lists them, its rows: the table that gives the most of them. Undefined
 * where several things are named, or no table is found.
 */
function membersIn(
	{ route, plan }: WriteInput,
	candidates: readonly Candidate[],
): { label: string; subject: string | undefined }[] | undefined {
	const [first, ...more] = route.subjects;
	if (more.length > 0 || !plan.subQuestions.some(({ text }) => /\beach\b/i.test(text)) || first === undefined)
		return undefined;
	const all = candidates.flatMap(({ claim }) => (claim.cell && claim.class === "direct" ? [claim] : []));
	// A table that names what is asked of each goes before one that does not.
	const asked = route.values.filter((value) => value !== first);
	const named = all.filter(({ cell }) => asked.some((value) => namesMeasure(cell, value)));
	const cells = named.length > 0 ? named : all;
	const tables = [...Map.groupBy(cells, ({ sourceId, cell }) => `${sourceId} ${cell?.table}`).values()].map(
		(claims) => {
			const inOrder = claims.toSorted((a, b) => a.start - b.start);
			return [...new Set(inOrder.flatMap(({ cell }) => (cell ? [cell.row] : [])))];
		},
	);
	const most = tables.toSorted((a, b) => b.length - a.length)[0] ?? [];
	if (most.length < membersMin) return undefined;
	return most.slice(0, membersMax).map((label) => ({ label, subject: label }));
}

/** Whether a cell's column or its table's caption says what is asked: `Spending by department`. */
function namesMeasure(cell: Claim["cell"], value: string): boolean {
	const stems = new Set(contentStems(`${cell?.column ?? ""} ${cell?.caption ?? ""}`));
	const wanted = contentStems(withoutTimes(value));
	return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
}

/** The list of the members is the rows themselves: only what is asked of each has a column. */
function columnsBeside(input: WriteInput): string[] {
	const columns = columnsOf(input);
	const beside = columns.filter((column) => !input.route.subjects.includes(column));
	return beside.length > 0 ? beside : columns;
}

/** What tables say of one member. */
function memberCell(input: WriteInput, candidates: readonly Candidate[], label: string, column: string): Cell {
	const asked = new Set(input.plan.subQuestions.filter(({ value }) => value === column).map(({ id }) => id));
	const own = candidates.filter(
		({ claim }) => claim.cell?.row === label && claim.class === "direct" && isOfTime(claim, column),
	);
	const ofColumn = own.filter(({ claim }) => asked.has(claim.subQuestionId));
	const wanted = new Set(contentStems(input.question));
	const named = ({ claim }: Candidate) =>
		contentStems(claim.cell?.column ?? "").filter((stem) => wanted.has(stem)).length;
	const most = Math.max(0, ...own.map(named));
	// The one thing that is asked of each is what the best named column says.
	const only = columnsBeside(input).length === 1 ? own.filter((one) => named(one) === most) : [];
	const best =
		[ofColumn, own.filter(({ claim }) => namesMeasure(claim.cell, column)), only].find(({ length }) => length > 0) ??
		[];
	return cellsOfTables(ofMeasure(input, best, column)) ?? { missing: whereLooked(input, undefined, column) };
}

/** A cell of 2030 says nothing of a column of 2031. */
function isOfTime({ cell }: Claim, column: string): boolean {
	const yearsIn = (text = ""): string[] => text.match(/(?:1[5-9]|20|21)\d\d/g) ?? [];
	const [years, own] = [yearsIn(column), yearsIn(cell?.period)];
	return years.length === 0 || own.length === 0 || years.some((year) => own.includes(year));
}

/** The claims without cells whose own column another column of the evidence table names better: landings are no quota. */
function ofMeasure(input: WriteInput, among: readonly Candidate[], column: string): Candidate[] {
	const held = ({ cell }: Claim, asked: string): number => {
		const stems = new Set(contentStems(cell?.column ?? ""));
		const wanted = contentStems(withoutTimes(asked));
		return wanted.filter((stem) => stems.has(stem)).length / Math.max(1, wanted.length);
	};
	const others = columnsBeside(input);
	return among.filter(({ claim }) => !claim.cell || others.every((other) => held(claim, other) <= held(claim, column)));
}

function rowsOf({ route, plan }: WriteInput): { label: string; subject: string | undefined }[] {
	if (route.subjects.length > 0) return route.subjects.map((subject) => ({ label: subject, subject }));
	if (route.values.length > 0) return [{ label: "Value", subject: undefined }];
	const asked = plan.subQuestions.filter(({ origin, stance }) => origin === "plan" && stance === "supporting");
	return asked.map(({ text }) => ({ label: text, subject: undefined }));
}

function columnsOf({ route }: WriteInput): string[] {
	return route.values.length > 0 ? route.values : ["Finding"];
}

function cellOf(
	input: WriteInput,
	candidates: readonly Candidate[],
	subject: string | undefined,
	column: string,
): Cell {
	const { route, sources } = input;
	const inTables = candidates.filter(
		({ claim }) =>
			claim.cell &&
			isOfTime(claim, `${column} ${subject ?? ""}`) &&
			namesMeasure(claim.cell, column) &&
			belongs(input, claim, subject),
	);
	const cells = cellsOfTables(ofMeasure(input, inTables, column));
	if (cells) return cells;
	const said = candidates.flatMap(({ claim }) => (claim.cell ? [] : [claim]));
	const filled = fillCell(subject ?? route.subjects[0] ?? "", column, said, sources, route.subjects);
	return filled ? { text: filled.text, claimIds: [filled.claim.id] } : { missing: whereLooked(input, subject, column) };
}

/** Sources named for one cell, at most. */
const backersMax = 3;
/** Values that differ are shown side by side, the best backed first, up to so many. */
const valuesMax = 3;

/** What tables say: each value once with all who give it; values that differ for one time stand beside each other. */
function cellsOfTables(fitting: readonly Candidate[]): Cell | undefined {
	const found = fitting.flatMap(({ claim }) => (claim.cell ? [{ claim, cell: claim.cell }] : []));
	const [best] = found;
	if (!best) return undefined;
	const sameTime = found.filter(({ cell }) => cell.period === best.cell.period);
	const values = Map.groupBy(sameTime, ({ claim, cell }) => claim.values[0]?.normal ?? cell.text);
	const shown = [...values.values()].toSorted((a, b) => b.length - a.length).slice(0, valuesMax);
	const claimIds = shown.flatMap((members) =>
		[...Map.groupBy(members, ({ claim }) => claim.sourceId).values()]
			.flatMap(([first]) => first?.claim.id ?? [])
			.slice(0, backersMax),
	);
	return { text: shown.map(([first]) => (first ? amountOf(first.cell) : "")).join("; "), claimIds };
}

/** Whether a table's cell is of the row's subject: its row, its column, its caption or its page's title name it. */
function belongs({ sources }: WriteInput, { cell, sourceId }: Claim, subject = ""): boolean {
	const title = sources.find(({ id }) => id === sourceId)?.title ?? "";
	const stems = new Set(contentStems([cell?.row, cell?.column, cell?.caption, cell?.period, title].join(" ")));
	return contentStems(subject).every((stem) => stems.has(stem));
}
