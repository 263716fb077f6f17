import { amountOf } from "../../../evidence/cells.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import type { SubQuestion } from "../../../evidence/plan.ts";
import { quote, standsIn } from "../../../evidence/quotation.ts";
import type { Cell, EvidenceTable } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { whereLooked } from "../../where-looked.ts";
import { contentStems, wordsIn } from "../language/words.ts";
import { withoutTimes } from "../reading/cell-times.ts";

/** A claim that may fill a cell. */
interface Candidate {
	claim: Claim;
	worth: number;
}

/** A claim suits a column when it shares this much of the column's words. */
const fitting = 0.6;
/** A cell without a typed value quotes its sentence, when that is no longer than this. Characters. */
const cellMax = 160;

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
		[ofColumn, own.filter((one) => columnFit(input, one, column) >= fitting), only].find(({ length }) => length > 0) ??
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
	const fitting = candidates
		.filter(({ claim }) => claim.class === "direct" && isOfTime(claim, `${column} ${subject ?? ""}`))
		.filter((one) => belongs(input, one, subject))
		.map((one) => ({ one, fit: one.worth + columnFit(input, one, column) }))
		.filter(({ fit }) => fit > 0)
		.toSorted((a, b) => b.fit - a.fit);
	const suiting = fitting.filter(({ one }) => columnFit(input, one, column) > 0).map(({ one }) => one);
	const cells = cellsOfTables(ofMeasure(input, suiting, column));
	if (cells) return cells;
	for (const { one } of fitting) {
		if (columnFit(input, one, column) === 0) continue;
		const value = valueFor(one.claim, column);
		if (!value && one.claim.quote.length <= cellMax)
			return { text: quote(one.claim.quote.replace(/\.$/, "")), claimIds: [one.claim.id] };
		if (!value) continue;
		const same = fitting.filter(({ one: other }) => valueFor(other.claim, column)?.normal === value.normal);
		const firsts = [...Map.groupBy(same, ({ one: other }) => other.claim.sourceId).values()].flatMap(
			([first]) => first ?? [],
		);
		return { text: value.text, claimIds: firsts.slice(0, backersMax).map(({ one: other }) => other.claim.id) };
	}
	return { missing: whereLooked(input, subject, column) };
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

/** Whether a claim speaks of the row's subject: its words or its row name it, or its page's title does and its words name no other. */
function belongs({ route, sources }: WriteInput, { claim }: Candidate, subject: string | undefined): boolean {
	if (subject === undefined || route.subjects.length === 1) return true;
	const stems = contentStems(subject);
	const naming = (text: string) => {
		const words = new Set(contentStems(text));
		return stems.every((stem) => words.has(stem));
	};
	const title = sources.find(({ id }) => id === claim.sourceId)?.title ?? "";
	return (
		naming(`${claim.text} ${claim.cell?.row ?? ""}`) || (naming(title) && !names(claim.text, route.subjects, subject))
	);
}

function names(text: string, subjects: readonly string[], but: string): boolean {
	const stems = new Set(contentStems(text));
	return subjects.some((one) => one !== but && contentStems(one).every((stem) => stems.has(stem)));
}

/**
 * 0–1: how well a claim suits a column: it was asked for that value, it shares the value's words (`birth date`), or it holds a
 * value of a kind that sentences do not hold by chance (`born 7 June 1974`).
 */
function columnFit({ plan, route }: WriteInput, { claim }: Candidate, column: string): number {
	if (route.values.length === 0) return 1;
	const asked: SubQuestion | undefined = plan.subQuestions.find(({ id }) => id === claim.subQuestionId);
	const stems = new Set(contentStems(claim.text));
	const wanted = contentStems(column);
	const shared = wanted.length === 0 ? 0 : wanted.filter((stem) => stems.has(stem)).length / wanted.length;
	const kind = kindOf(column);
	const isRare = kind !== undefined && kind !== "number" && claim.values.some((value) => value.kind === kind);
	return Math.max(asked?.value === column ? 0.5 : 0, isRare ? 0.3 : 0, shared);
}

/** What kind of value a column's name asks for. First match wins. */
const kinds: readonly (readonly [RegExp, TypedValue["kind"]])[] = [
	[/\b(?:year|date|when|birth|born|founded|released?|day|month|since)\b/i, "date"],
	[/\b(?:author|founder|director|inventor|who|person|president|ceo|creator|writer)\b/i, "person"],
	[/\b(?:place|city|country|where|location|capital|headquarters)\b/i, "place"],
	[
		/\b(?:number|count|size|port|limit|maximum|minimum|default|how many|how much|amount|capacity|seats?|elevation|speed|weight|duration|share|percentage|threshold|timeout|price|cost|length|height|weight|rate|population|version|age|range|bytes?)\b/i,
		"number",
	],
];

function kindOf(column: string): TypedValue["kind"] | undefined {
	return kinds.find(([pattern]) => pattern.test(column))?.[1];
}

/** The claim's value that a column asks for: of the right kind, the one that stands nearest to the column's words. */
function valueFor(claim: Claim, column: string): TypedValue | undefined {
	const kind = kindOf(column);
	const wanted = new Set(contentStems(column));
	const named = wordsIn(claim.quote).filter(({ text }) => contentStems(text).some((stem) => wanted.has(stem)));
	const distance = (text: string) => {
		const at = claim.quote.indexOf(text);
		return Math.min(
			claim.quote.length,
			...named.map(({ start, end }) => Math.min(Math.abs(at - end), Math.abs(start - at - text.length))),
		);
	};
	return (
		claim.values
			.filter((value) => standsIn(value.text, claim.quote))
			// A number of the question itself is no answer to it.
			.filter((value) => !standsIn(value.text, column))
			.filter((value) => (kind ? value.kind === kind : value.kind === "number" || value.kind === "date"))
			.toSorted((a, b) => distance(a.text) - distance(b.text))[0]
	);
}
