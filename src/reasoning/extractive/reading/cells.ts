import { folded } from "../../../base/text.ts";
import { cellOf, cellSentence, partsOf, quantityOf, valueColumns, withoutNumber } from "../../../evidence/cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "../../../evidence/claim.ts";
import { isNoAmount, isPeriod } from "../../../evidence/header-words.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { Page, Table, TableRow } from "../../../evidence/source.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { isWeak } from "../language/weak.ts";
import { contentStems } from "../language/words.ts";
import { isAddressedToReader } from "./refuse.ts";
import { valuesIn } from "./values.ts";

/** What is asked of tables: the stems of a question without its times, and its times. */
interface Asked {
	stems: ReadonlySet<string>;
	/** Of the row of the evidence table, where the sub-question is asked of one. */
	subject: readonly string[];
	/** Of its column. */
	value: readonly string[];
	times: readonly Quantity[];
	/** It asks for each member of something, or for the first or last of them. */
	every: boolean;
}

interface Found {
	cell: Cell;
	table: Table;
	row: TableRow;
	/** 0–1. */
	score: number;
}

/** Of what is asked, so much must be said by a cell's row, column, caption and page. */
const saidShare = 0.6;
/** Of a value's words, so many. */
const valueShare = 0.5;
/** What only the caption or the page's title says counts less than what row and column say. */
const aroundWorth = 0.7;
/** A table answers with at most so many cells of one row: the latest ones where no time was asked for. */
const cellsOfRow = 4;

/**
 * The cells of a page's tables that answer a sub-question, best first, as claims: the quote is the cell's row. A cell answers when the
 * question names its row or its column, its other side (or the caption) has the words or the time that is asked for, and nothing
 * that was asked is left unsaid.
 */
export function cellClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, route, subQuestion } = input;
	if (!page.tables || page.tables.length === 0 || route.shape === "synthesis") return [];
	const asked = askedOf(input);
	const found = page.tables.flatMap((table) => cellsIn(table, asked, page));
	const ranked = found.toSorted(
		(a, b) => b.score - a.score || latest(b.cell) - latest(a.cell) || a.row.start - b.row.start,
	);
	const perRow = new Map<TableRow, number>();
	return ranked
		.filter(({ row }) => {
			const taken = perRow.get(row) ?? 0;
			perRow.set(row, taken + 1);
			return taken < cellsOfRow;
		})
		.flatMap(({ cell, row, score }) => claimOf(cell, row, score, page, subQuestion.stance) ?? []);
}

function askedOf({ question, subQuestion, route }: ExtractInput): Asked {
	const subject = subQuestion.subject ?? (route.subjects.length === 1 ? route.subjects[0] : undefined);
	const value = subQuestion.value ?? (route.values.length === 1 ? route.values[0] : undefined);
	const own = timesIn(subQuestion.text);
	return {
		stems: new Set(contentStems(withoutTimes(subQuestion.text)).filter((stem) => !isWeak(stem))),
		subject: contentStems(withoutTimes(subject ?? "")),
		value: contentStems(withoutTimes(value ?? "")).filter((stem) => !isWeak(stem)),
		times: own.length > 0 ? own : timesIn(question),
		every:
			/\b(?:each|every|all|by|per|list|which|what are)\b/i.test(subQuestion.text) ||
			/\b(?:each|every|all|list|which)\b/i.test(question),
	};
}

function timesIn(text: string): Quantity[] {
	return quantitiesIn(text).filter(({ kind }) => kind === "date");
}

function withoutTimes(text: string): string {
	return timesIn(text)
		.toReversed()
		.reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

function latest({ period = "" }: Cell): number {
	return Math.max(0, ...timesIn(period).map(({ span }) => span?.to ?? 0));
}

function cellsIn(table: Table, asked: Asked, page: Page): Found[] {
	const around = new Set(contentStems(`${withoutNumber(table.caption ?? "")} ${page.title} ${table.unit ?? ""}`));
	const corner = new Set(contentStems(table.columns[0] ?? ""));
	const stemsOfColumn = table.columns.map((column) => contentStems(withoutTimes(column)));
	const rowNamed = table.rows.map((row) => isNamed(row.label, asked));
	const anyRow = rowNamed.includes(true);
	// `the landings of each port`: every row of ports is asked for.
	const everyRow = !anyRow && asked.every && [...corner].some((stem) => asked.stems.has(stem));
	return table.rows.flatMap((row, at) => {
		const inRow = new Set(contentStems(row.label));
		const named = rowNamed[at] === true;
		return valueColumns(table, row).flatMap((x): Found[] => {
			const cell = cellOf(table, row, x);
			if (cell.text === "" || isNoAmount(cell.text) || isAddressedToReader(`${row.label} ${cell.text}`)) return [];
			const columnNamed = isNamed(cell.column, asked);
			if (anyRow ? !named : !(columnNamed || everyRow)) return [];
			const inColumn = new Set([...(stemsOfColumn[x] ?? []), ...(everyRow ? corner : [])]);
			const score = scoreOf(cell, asked, inRow, inColumn, around, table);
			return score === undefined ? [] : [{ cell, table, row, score }];
		});
	});
}

/** Whether a question names a row or a column: all that it is called, or all of the subject in it. */
function isNamed(label: string, { stems, subject }: Asked): boolean {
	const parts = partsOf(label)
		.filter((part) => !isPeriod(part))
		.map((part) => contentStems(withoutTimes(part)))
		.filter((part) => part.length > 0);
	const all = parts.flat();
	if (subject.length > 0 && all.length > 0 && subject.every((stem) => all.includes(stem))) return true;
	return parts.some(
		(part) => part.every((stem) => stems.has(stem) || subject.includes(stem)) && part.some((stem) => !isWeak(stem)),
	);
}

/** 0–1, or undefined for a cell that does not answer. */
function scoreOf(
	cell: Cell,
	{ stems, value, times }: Asked,
	inRow: ReadonlySet<string>,
	inColumn: ReadonlySet<string>,
	around: ReadonlySet<string>,
	table: Table,
): number | undefined {
	const fit = timeFit(cell, times, table);
	if (fit === undefined) return undefined;
	const worth = (stem: string) => (inRow.has(stem) || inColumn.has(stem) ? 1 : around.has(stem) ? aroundWorth : 0);
	const wanted = [...stems];
	const said = wanted.filter((stem) => worth(stem) > 0).length / Math.max(1, wanted.length);
	if (said < saidShare) return undefined;
	const held = value.filter((stem) => worth(stem) > 0).length;
	if (value.length > 0 && held < value.length * valueShare) return undefined;
	// Another column of the same table says more of what is asked: this one is another matter.
	const own = value.filter((stem) => inColumn.has(stem) || inRow.has(stem)).length;
	const best = Math.max(
		...table.columns.map((column) => {
			const here = new Set(contentStems(column));
			return value.filter((stem) => here.has(stem) || inRow.has(stem)).length;
		}),
	);
	if (own < best) return undefined;
	const share = wanted.reduce((sum, stem) => sum + worth(stem), 0) / Math.max(1, wanted.length);
	return Math.min(1, 0.55 + 0.35 * share + 0.1 * fit);
}

/** 1 for a cell of the time that is asked for, less for one that states none; undefined for one of another time. */
function timeFit(cell: Cell, times: readonly Quantity[], { columns, rows }: Table): number | undefined {
	if (times.length === 0) return 0.5;
	const own = timesIn(cell.period ?? "");
	if (own.length === 0) {
		// The table tells times apart, and this cell's is not known.
		const tells = [...columns, ...rows.map(({ label }) => label)].filter((text) => timesIn(text).length > 0).length;
		return tells > 1 ? undefined : 0.4;
	}
	const holds = own.some((one) => times.some((time) => overlap(one, time)));
	return holds ? 1 : undefined;
}

function overlap(a: Quantity, b: Quantity): boolean {
	return a.span !== undefined && b.span !== undefined && a.span.from <= b.span.to && b.span.from <= a.span.to;
}

function claimOf(
	cell: Cell,
	row: TableRow,
	score: number,
	page: Page,
	stance: ExtractedClaim["stance"],
): ExtractedClaim | undefined {
	const quote = page.text.slice(row.start, row.end).trim();
	if (quote === "") return undefined;
	const asOf = timesIn(cell.period ?? "")[0]?.normal ?? page.date;
	return {
		text: `${cellSentence(cell)}.`,
		quote,
		start: page.text.indexOf(quote, row.start),
		class: "direct",
		stance: stance === "adversarial" ? "supporting" : stance,
		relevance: Math.round(score * 1000) / 1000,
		confidence: "medium",
		values: valuesOf(cell),
		subject: folded(partsOf(cell.row).join(" ")),
		...(asOf === undefined ? {} : { asOf }),
		cell,
	};
}

/** The value of a cell alone: what else stands in its row is not what it says. */
function valuesOf(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return valuesIn(cell.text);
	return [
		{
			kind: "number",
			text: cell.text,
			normal: quantity.normal,
			...(quantity.unit === "" ? {} : { unit: quantity.unit }),
		},
	];
}
