import { comparisonForm } from "../../../base/text.ts";
import {
	buildCell,
	captionWithoutNumber,
	cellSentence,
	labelParts,
	quantityOf,
	valueColumns,
} from "../../../evidence/cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "../../../evidence/claim.ts";
import type { Page, Table, TableRow } from "../../../evidence/source.ts";
import { valuesIn } from "../../../evidence/typed-values.ts";
import { isAnswerFormStem } from "../../../text/answer-form.ts";
import { isInjection } from "../../../text/injection.ts";
import { type Quantity, quantitiesIn } from "../../../text/quantities.ts";
import { isMissingAmount, isPeriod } from "../../../text/table-headers.ts";
import { contentStems } from "../../../text/words.ts";
import type { ExtractInput } from "../../reasoner.ts";

interface FoundCell {
	cell: Cell;
	row: TableRow;
	/** 0–1. */
	score: number;
}

/** What a sub-question asks of tables, as stems without times. */
interface TableRequest {
	times: ReadonlySet<string>;
	stems: ReadonlySet<string>;
	/** The row of the evidence table, if the sub-question is about one. */
	subject: readonly string[];
	/** The column of the evidence table, if it is about one. */
	value: readonly string[];
}

/** Minimum share of the sub-question's stems that a cell's row, column, caption and page must hold. */
const heldShareMin = 0.6;
/** Cells that score this much below the best one of the page are about another matter. */
const scoreDistanceMax = 0.1;

/**
 * The cells of a page's tables that answer a sub-question, best first, as claims. The quote is the cell's row. A cell answers if the
 * question names its row (or its column, if rows are times), its time is the requested one, and row, column and caption hold most of the
 * question.
 */
export function cellClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, subQuestion } = input;
	const request = tableRequest(input);
	const found = (page.tables ?? [])
		.flatMap((table) => matchingCells(table, request, page))
		.toSorted((a, b) => b.score - a.score || a.row.start - b.row.start);
	const near = found.filter(({ score }) => score >= (found[0]?.score ?? 0) - scoreDistanceMax);
	return near.flatMap((one) => claimOfCell(one, page, subQuestion.stance));
}

/** What a sub-question asks of tables. If it names no time, the question's times count. */
function tableRequest({ question, subQuestion, route }: ExtractInput): TableRequest {
	const subject = subQuestion.subject ?? (route.subjects.length === 1 ? route.subjects[0] : undefined);
	const value = subQuestion.value ?? (route.values.length === 1 ? route.values[0] : undefined);
	const tellingStems = (text: string) => contentStems(withoutTimes(text)).filter((stem) => !isAnswerFormStem(stem));
	const times = timeNames(subQuestion.text);
	return {
		times: times.size > 0 ? times : timeNames(question),
		stems: new Set(tellingStems(subQuestion.text)),
		subject: labelStems(subject ?? ""),
		value: tellingStems(value ?? ""),
	};
}

/** The stems of a label without its times. `sickDaysPerPost` is four words. */
function labelStems(label: string): string[] {
	const words = label.replace(/(?<=\p{L})_+(?=\p{L})/gu, " ").replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/gu, " ");
	return contentStems(withoutTimes(words));
}

function matchingCells(table: Table, request: TableRequest, page: Page): FoundCell[] {
	const { rows } = table;
	const columns = table.columns.map(labelStems);
	const named = namedLabels(
		rows.map(({ label }) => label),
		request,
	);
	const columnNamed = namedLabels(table.columns, request);
	// `the landings of each port`: the question asks for every row of ports.
	const isEveryRow = !named.includes(true) && (columns[0] ?? []).some((stem) => request.stems.has(stem));
	const contextStems = contentStems(
		`${captionWithoutNumber(table.caption ?? "")} ${table.unit ?? ""} ${page.title} ${publisherWords(page)}`,
	);
	// The name of the requested value selects columns. Other columns do not answer.
	const attribute = new Set(request.value.length > 0 ? request.value : request.stems);
	const matchCount = (x: number) => (columns[x] ?? []).filter((stem) => attribute.has(stem)).length;
	return rows.flatMap((row, at) => {
		const { label, cells } = row;
		if (isInjection(label)) return [];
		const values = valueColumns(table, row);
		const matchCountMax = Math.max(0, ...values.map(matchCount));
		return values.flatMap((x): FoundCell[] => {
			const text = cells[x]?.text ?? "";
			if (text === "" || isMissingAmount(text) || isInjection(text) || matchCount(x) < matchCountMax) return [];
			if (!named[at] && !isEveryRow && !columnNamed[x]) return [];
			const cell = buildCell(table, row, x);
			const fit = timeFit(cell, request.times, table);
			const own = new Set([...labelStems(row.label), ...(columns[x] ?? []), ...(isEveryRow ? (columns[0] ?? []) : [])]);
			const all = own.union(new Set(contextStems));
			const heldCount = request.stems.intersection(all).size;
			if (fit === undefined || heldCount < heldShareMin * request.stems.size) return [];
			// Row and column count more than the text around the table.
			const share = (heldCount + request.stems.intersection(own).size) / Math.max(1, 2 * request.stems.size);
			return [{ cell, row, score: 0.55 + 0.35 * share + 0.1 * fit }];
		});
	});
}

/**
 * Which labels a question names: all words of one part, or the subject. If it names labels in full, only the longest ones count:
 * `Norrholm` does not match a question about `Norrholm East`, nor the reverse.
 */
function namedLabels(labels: readonly string[], { stems, subject }: TableRequest): boolean[] {
	const isAsked = (stem: string) => stems.has(stem) || subject.includes(stem);
	const parts = labels.map((label) =>
		labelParts(label)
			.map((part) => (isPeriod(part) ? [] : labelStems(part)))
			.filter((part) => part.length > 0),
	);
	const named = parts.map(
		(own) =>
			own.some((part) => part.every(isAsked) && !part.every(isAnswerFormStem)) ||
			(subject.length > 0 && new Set(subject).isSubsetOf(new Set(own.flat()))),
	);
	const whole = parts.map((own, at) => (named[at] && own.flat().every(isAsked) ? new Set(own.flat()) : undefined));
	const all = whole.filter((own) => own !== undefined);
	if (all.length === 0) return named;
	return whole.map((own) => own !== undefined && !all.some((other) => other.size > own.size && own.isSubsetOf(other)));
}

/** The claim that a cell's row states its value. */
export function claimOfCell(
	{ cell, row, score }: Pick<FoundCell, "cell" | "score"> & { row: Pick<TableRow, "start" | "end"> },
	page: Page,
	stance: ExtractedClaim["stance"],
): ExtractedClaim[] {
	const quote = page.text.slice(row.start, row.end).trim();
	const asOf = timesIn(cell.period ?? "")[0]?.normal ?? page.date;
	const claim: ExtractedClaim = {
		text: `${cellSentence(cell)}.`,
		quote,
		start: page.text.indexOf(quote, row.start),
		class: "direct",
		stance: stance === "adversarial" ? "supporting" : stance,
		relevance: Math.round(score * 1000) / 1000,
		confidence: "medium",
		values: cellValues(cell),
		subject: comparisonForm(labelParts(cell.row).join(" ")),
		...(asOf === undefined ? {} : { asOf }),
		cell,
	};
	return quote === "" ? [] : [claim];
}

/** The value of a cell alone, without the rest of its row. */
function cellValues(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return valuesIn(cell.text);
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}

/** The dates and years of a text, in order. `FY2031` counts as its year. */
function timesIn(text: string): Quantity[] {
	return quantitiesIn(text.replace(/\bFY(?=\d{4})/gi, "  ")).filter(({ kind }) => kind === "date");
}

/** The text with blanks in place of its dates and years. */
export function withoutTimes(text: string): string {
	return timesIn(text).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

const ordinals = ["first", "second", "third", "fourth"];

/** The times that a text names, in one spelling: `2031`, `2031-05`; parts of a year as `q2`, `h1`, `w4`. */
function timeNames(text: string): Set<string> {
	const parts = text
		.toLowerCase()
		.matchAll(/\b(?:(week|day|[qh]) ?(\d{1,3})|(first|second|third|fourth) (quarter|half))\b/g);
	const spelled = [...parts].map(([, unit = "", number, nth = "", part = unit]) =>
		[part[0], number ?? ordinals.indexOf(nth) + 1].join(""),
	);
	return new Set([...timesIn(text).map(({ normal }) => normal), ...spelled]);
}

/** 1 for a cell of a requested time, 0.5 for one without a time. Undefined for another time: the second quarter is not the year. */
function timeFit({ period = "" }: Cell, requestedTimes: ReadonlySet<string>, { columns, rows }: Table) {
	const cellTimes = timeNames(period);
	const parts = [...requestedTimes.union(cellTimes)].filter((time) => /^\D/.test(time));
	if (!parts.every((part) => requestedTimes.has(part) && cellTimes.has(part))) return undefined;
	if (requestedTimes.size === 0) return 0.5;
	// If a table distinguishes times, a cell without one may be of any.
	if (cellTimes.size === 0)
		return [...columns, ...rows.map(({ label }) => label)].filter(isPeriod).length > 1 ? undefined : 0.5;
	return cellTimes.isSubsetOf(requestedTimes) ? 1 : undefined;
}

/** A web page's publisher in words: its site's name and the words of its host. Empty for a file. */
function publisherWords({ url, site = "" }: Pick<Page, "url" | "site">): string {
	const host = /^https?:\/\/(?:www\.)?([^/:]+)\.\w+(?:[/:]|$)/i.exec(url)?.[1];
	return host === undefined ? "" : `${site} ${host.replace(/[.-]/g, " ")}`.trim();
}
