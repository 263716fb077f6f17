import { folded } from "../../../base/text.ts";
import { isAddressedToReader } from "../../../evidence/addressed.ts";
import { cellOf, cellSentence, partsOf, quantityOf, valueColumns, withoutNumber } from "../../../evidence/cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "../../../evidence/claim.ts";
import { isNoAmount } from "../../../evidence/header-words.ts";
import type { Page, Table, TableRow } from "../../../evidence/source.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { placeWords } from "../../text/place.ts";
import { valuesIn } from "../../text/values.ts";
import { isWeak } from "../../text/weak.ts";
import { contentStems } from "../../text/words.ts";
import { spaced } from "./called.ts";
import { type Asked, askedOf, isAsked, namedAmong } from "./cell-asked.ts";
import { timeFit, timesIn, withoutTimes } from "./cell-times.ts";

interface Found {
	cell: Cell;
	row: TableRow;
	/** 0–1. */
	score: number;
	/** The last day of its time, as `Quantity.span`; 0 when it states none. */
	until: number;
}

/** Of what is asked, and of the value's words, so much must be said by a cell's row, column, caption and page. */
const saidShare = 0.6;
const valueShare = 0.5;
/** What only the caption says counts less than what row and column say, and what only the page's title says still less. */
const worths = { own: 1, caption: 0.8, title: 0.4 };
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
		.flatMap(({ cell, row, score }) => claimOf(cell, row, score, page, subQuestion.stance) ?? []);
}

function cellsIn(table: Table, asked: Asked, page: Page): Found[] {
	const labels = table.rows.map(({ label }) => label);
	const named = namedAmong(labels, asked);
	const anyRow = named.includes(true);
	const columns = table.columns.map((column) => contentStems(withoutTimes(spaced(column))));
	const columnNamed = namedAmong(table.columns, asked);
	// `the landings of each port`: every row of ports is asked for.
	const every = !anyRow && asked.every && (columns[0] ?? []).some((stem) => asked.stems.has(stem));
	const picked = table.rows.map(({ label }, at) => named[at] === true || every || (!anyRow && isAsked(label, asked)));
	if (picked.filter(Boolean).length > rowsMax) return [];
	const caption = new Set(contentStems(`${withoutNumber(table.caption ?? "")} ${table.unit ?? ""}`));
	const title = new Set(contentStems(`${page.title} ${placeWords(page)}`));
	// Of several things that are asked about, a cell speaks of one.
	const others = new Set(
		labels.filter((_label, at) => named[at]).flatMap((label) => contentStems(withoutTimes(label))),
	);
	return table.rows.flatMap((row, at) => {
		if (!picked[at] || speaks(row.label)) return [];
		const inRow = contentStems(row.label);
		const values = valueColumns(table, row);
		// What the value is called names a column: the others are beside the question.
		const holds = (x: number) => {
			const held = columns[x] ?? [];
			return (
				10 * held.filter((stem) => asked.attribute.has(stem)).length +
				held.filter((stem) => asked.stems.has(stem)).length
			);
		};
		const most = Math.max(0, ...values.map(holds));
		return values.flatMap((x): Found[] => {
			const text = row.cells[x]?.text ?? "";
			if (text === "" || isNoAmount(text) || speaks(text) || holds(x) < most) return [];
			// The other way round: a column is what is asked about, and the row says what of it.
			if (!named[at] && !every && !columnNamed[x]) return [];
			const cell = cellOf(table, row, x);
			const fit = timeFit(cell, asked, table);
			if (fit === undefined) return [];
			const own = new Set([...inRow, ...(columns[x] ?? []), ...(every ? (columns[0] ?? []) : [])]);
			const worth = (stem: string) =>
				own.has(stem) ? worths.own : caption.has(stem) ? worths.caption : title.has(stem) ? worths.title : 0;
			const wanted = [...asked.stems].filter((stem) => own.has(stem) || !others.has(stem));
			const said = wanted.filter((stem) => worth(stem) > 0).length / Math.max(1, wanted.length);
			const stated = asked.value.filter((stem) => worth(stem) > 0).length;
			if (said < saidShare || stated < asked.value.length * valueShare) return [];
			const share = wanted.reduce((sum, stem) => sum + worth(stem), 0) / Math.max(1, wanted.length);
			const names = contentStems(withoutTimes(spaced([cell.row, cell.column].join(" ")))).filter(
				(stem) => !caption.has(stem) && !title.has(stem),
			);
			const unasked = names.filter(
				(stem) => !asked.stems.has(stem) && !asked.subject.includes(stem) && !isWeak(stem),
			).length;
			const score = Math.min(1, 0.55 + 0.35 * share + 0.1 * fit) - unaskedCost * (unasked / Math.max(1, names.length));
			return [{ cell, row, score, until: Math.max(0, ...timesIn(cell.period ?? "").map(({ span }) => span?.to ?? 0)) }];
		});
	});
}

/** A label or a cell that is a sentence, an address or speaks to a program says nothing of a table. */
function speaks(text: string): boolean {
	return isAddressedToReader(text) || /https?:|[.!?]\s+\p{Lu}\p{Ll}*\s/u.test(text);
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
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}
