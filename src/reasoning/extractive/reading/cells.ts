import { folded } from "../../../base/text.ts";
import { isAddressedToReader } from "../../../evidence/addressed.ts";
import { cellOf, cellSentence, partsOf, quantityOf, valueColumns, withoutNumber } from "../../../evidence/cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "../../../evidence/claim.ts";
import { isNoAmount } from "../../../evidence/header-words.ts";
import type { Page, Table, TableRow } from "../../../evidence/source.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { placeWords } from "../../text/place.ts";
import { valuesIn } from "../../text/values.ts";
import { contentStems } from "../../text/words.ts";
import { type Asked, askedOf, labelStems, namedAmong } from "./cell-asked.ts";
import { timeFit, timesIn } from "./cell-times.ts";

interface Found {
	cell: Cell;
	row: TableRow;
	/** 0–1. */
	score: number;
	/** The last day of its time, as `Quantity.span`; 0 when it states none. */
	until: number;
}

/** Of what is asked, so much must be said by a cell's row, column, caption and page. */
const saidShare = 0.6;
/** What only the caption says counts less than what row and column say, and what only the page's title says still less. */
const worths = { caption: 0.8, title: 0.4 };
/** What row and column say that nobody asked: `Norrholm East` is not `Norrholm`. */
const unaskedCost = 0.2;
/** Cells that answer this much less well than the best one of the page are another matter. */
const nearBest = 0.1;
/** A word that more rows share picks none of them. */
const rowsMax = 300;
/** A table answers with at most so many cells of one row: the latest ones where no time was asked for. */
const cellsOfRow = 4;

/**
 * The cells of a page's tables that answer a sub-question, best first, as claims: the quote is the cell's row. A cell answers when the
 * question names its row (or its column, where rows are times), its time is the one that is asked for, and row, column and caption say
 * most of the question.
 */
export function cellClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, subQuestion } = input;
	if (!page.tables || page.tables.length === 0) return [];
	const asked = askedOf(input);
	const found = page.tables.flatMap((table) => cellsIn(table, asked, page));
	const best = found.reduce((most, { score }) => Math.max(most, score), 0);
	const perRow = new Map<TableRow, number>();
	return found
		.filter(({ score }) => score >= best - nearBest)
		.toSorted((a, b) => b.score - a.score || b.until - a.until || a.row.start - b.row.start)
		.filter(({ row }) => {
			const taken = perRow.get(row) ?? 0;
			perRow.set(row, taken + 1);
			return taken < cellsOfRow;
		})
		.flatMap((one) => claimOf(one, page, subQuestion.stance) ?? []);
}

function cellsIn(table: Table, asked: Asked, page: Page): Found[] {
	const { rows } = table;
	const named = namedAmong(
		rows.map(({ label }) => label),
		asked,
	);
	const columnNamed = namedAmong(table.columns, asked);
	const columns = table.columns.map(labelStems);
	const caption = new Set(contentStems(`${withoutNumber(table.caption ?? "")} ${table.unit ?? ""}`));
	const title = new Set(contentStems(`${page.title} ${placeWords(page)}`));
	const anyRow = named.includes(true);
	// `the landings of each port`: every row of ports is asked for.
	const every = !anyRow && asked.every && (columns[0] ?? []).some((stem) => asked.stems.has(stem));
	const isPicked = ({ label }: TableRow, at: number) =>
		named[at] === true ||
		every ||
		(!anyRow && (timesIn(label).length > 0 || labelStems(label).some((stem) => asked.stems.has(stem))));
	const picked = rows.map((row, at) => isPicked(row, at) && !speaks(row.label));
	if (picked.filter(Boolean).length > rowsMax) return [];
	// Of several things that are asked about, a cell speaks of one.
	const others = new Set(rows.filter((_row, at) => named[at]).flatMap(({ label }) => labelStems(label)));
	// What the value is called names a column: the others are beside the question.
	const attributeHeld = (x: number) =>
		(columns[x] ?? []).reduce(
			(sum, stem) => sum + (asked.attribute.has(stem) ? 10 : 0) + (asked.stems.has(stem) ? 1 : 0),
			0,
		);
	return rows.flatMap((row, at) => {
		const values = picked[at] ? valueColumns(table, row) : [];
		const most = Math.max(0, ...values.map(attributeHeld));
		return values.flatMap((x): Found[] => {
			const text = row.cells[x]?.text ?? "";
			if (text === "" || isNoAmount(text) || speaks(text) || attributeHeld(x) < most) return [];
			// The other way round: a column is what is asked about, and the row says what of it.
			if (!named[at] && !every && !columnNamed[x]) return [];
			const cell = cellOf(table, row, x);
			const fit = timeFit(cell, asked, table);
			const own = [...labelStems(row.label), ...(columns[x] ?? [])];
			const around = { own: new Set(every ? [...own, ...(columns[0] ?? [])] : own), caption, title, others };
			const said = fit === undefined ? undefined : saidBy(around, asked);
			if (fit === undefined || said === undefined) return [];
			const unasked = own.filter((stem) => !caption.has(stem) && !title.has(stem));
			const beside = unasked.filter((stem) => !asked.stems.has(stem) && !asked.subject.includes(stem)).length;
			const score = Math.min(1, 0.55 + 0.35 * said + 0.1 * fit) - unaskedCost * (beside / Math.max(1, unasked.length));
			return [{ cell, row, score, until: Math.max(0, ...timesIn(cell.period ?? "").map(({ span }) => span?.to ?? 0)) }];
		});
	});
}

/** How much of what is asked a cell says, 0–1; undefined where it says too little of it, or of what the value is called. */
function saidBy(
	{ own, caption, title, others }: Record<"own" | "caption" | "title" | "others", ReadonlySet<string>>,
	{ stems, value }: Asked,
): number | undefined {
	const worth = (stem: string) =>
		own.has(stem) ? 1 : caption.has(stem) ? worths.caption : title.has(stem) ? worths.title : 0;
	const wanted = [...stems].filter((stem) => own.has(stem) || !others.has(stem));
	const stated = (of: readonly string[]) => of.filter((stem) => worth(stem) > 0).length;
	if (stated(wanted) < saidShare * wanted.length || stated(value) < value.length / 2) return undefined;
	return wanted.reduce((sum, stem) => sum + worth(stem), 0) / Math.max(1, wanted.length);
}

/** A label or a cell that is a sentence, an address or speaks to a program says nothing of a table. */
function speaks(text: string): boolean {
	return isAddressedToReader(text) || /https?:|[.!?]\s+\p{Lu}\p{Ll}*\s/u.test(text);
}

function claimOf({ cell, row, score }: Found, page: Page, stance: ExtractedClaim["stance"]): ExtractedClaim[] {
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
		values: valuesOf(cell),
		subject: folded(partsOf(cell.row).join(" ")),
		...(asOf === undefined ? {} : { asOf }),
		cell,
	};
	return quote === "" ? [] : [claim];
}

/** The value of a cell alone: what else stands in its row is not what it says. */
function valuesOf(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return valuesIn(cell.text);
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}
