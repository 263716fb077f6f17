import { folded } from "../../../base/text.ts";
import { isAddressedToReader } from "../../../evidence/addressed.ts";
import { cellOf, cellSentence, partsOf, quantityOf, valueColumns, withoutNumber } from "../../../evidence/cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "../../../evidence/claim.ts";
import { isNoAmount } from "../../../evidence/header-words.ts";
import type { Page, Table, TableRow } from "../../../evidence/source.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { type PinnedKind, standingOf } from "../answering/pins.ts";
import { placeWords } from "../language/place.ts";
import { isWeak } from "../language/weak.ts";
import { contentStems } from "../language/words.ts";
import { knownAbout } from "../planning/subject.ts";
import { alsoCalled, spaced } from "./called.ts";
import { type Asked, askedOf, isAsked, isNamed, namedAmong } from "./cell-asked.ts";
import { timeFit, timesIn, withoutTimes } from "./cell-times.ts";
import { valuesIn } from "./values.ts";

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
/** Of a value's words, so many. */
const valueShare = 0.5;
/** What only the caption says counts less than what row and column say, and what only the page's title says still less. */
const captionWorth = 0.8;
const titleWorth = 0.4;
/** What row and column say that nobody asked: `Norrholm East` is not `Norrholm`, `2031, week 4` is not 2031. */
const unaskedCost = 0.2;
/** Cells that answer this much less well than the best one of the page are another matter. */
const nearBest = 0.1;
/** A table of more rows is no answer to what each of them is. */
const everyMax = 300;
/** A table answers with at most so many cells of one row: the latest ones where no time was asked for. */
const cellsOfRow = 4;

/**
 * The cells of a page's tables that answer a sub-question, best first, as claims: the quote is the cell's row. A cell answers when the
 * question names its row or its column, its other side (or the caption) has the words or the time that is asked for, and nothing
 * that was asked is left unsaid.
 */
export function cellClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, route, subQuestion } = input;
	if (!page.tables || page.tables.length === 0) return [];
	if (route.shape === "synthesis" && !knownAbout.test(subQuestion.text)) return [];
	const asked = askedOf(input);
	const found = page.tables.flatMap((table) => cellsIn(table, asked, page));
	const best = found.reduce((most, { score }) => Math.max(most, score), 0);
	const ranked = found
		.filter(({ score }) => score >= best - nearBest)
		.toSorted((a, b) => b.score - a.score || b.until - a.until || a.row.start - b.row.start);
	const perRow = new Map<TableRow, number>();
	return ranked
		.filter(({ row }) => {
			const taken = perRow.get(row) ?? 0;
			perRow.set(row, taken + 1);
			return taken < cellsOfRow;
		})
		.flatMap(({ cell, row, score }) => claimOf(cell, row, score, page, subQuestion.stance) ?? []);
}

function latest({ period = "" }: Cell): number {
	return Math.max(0, ...timesIn(period).map(({ span }) => span?.to ?? 0));
}

function cellsIn(table: Table, asked: Asked, page: Page): Found[] {
	const around: Around = {
		caption: new Set(contentStems(`${alsoCalled(withoutNumber(table.caption ?? ""))} ${table.unit ?? ""}`)),
		title: new Set(contentStems(`${page.title} ${placeWords(page)}`)),
	};
	const corner = new Set(contentStems(alsoCalled(spaced(table.columns[0] ?? ""))));
	const stemsOfColumn = table.columns.map((column) => contentStems(alsoCalled(withoutTimes(spaced(column)))));
	const rowNamed = namedAmong(
		table.rows.map(({ label }) => label),
		asked,
	);
	const anyRow = rowNamed.includes(true);
	// `the landings of each port`: every row of ports is asked for.
	const everyRow =
		!anyRow && asked.every && table.rows.length <= everyMax && [...corner].some((stem) => asked.stems.has(stem));
	const beside = new Set(
		table.rows.filter((_row, at) => rowNamed[at]).flatMap(({ label }) => contentStems(withoutTimes(label))),
	);
	const rowAsked = table.rows.map(({ label }) => isAsked(label, asked));
	// A word that so many rows share picks none of them.
	if ([rowNamed, ...(anyRow ? [] : [rowAsked])].some((picked) => picked.filter((one) => one).length > everyMax))
		return [];
	const columnNamed = table.columns.map((column) => isNamed(column, asked));
	return table.rows.flatMap((row, at) => {
		// The other way round: a column is what is asked about, and the row says what of it.
		const isTurned = !anyRow && !everyRow && rowAsked[at] === true;
		if (!(rowNamed[at] || everyRow || isTurned) || speaks(row.label)) return [];
		const inRow = new Set(contentStems(row.label));
		return valueColumns(table, row).flatMap((x): Found[] => {
			const text = row.cells[x]?.text ?? "";
			if (text === "" || isNoAmount(text) || speaks(text) || (isTurned && !columnNamed[x])) return [];
			const cell = cellOf(table, row, x);
			if (asked.pins.some((pin) => isOfAnother(cell, pin))) return [];
			const inColumn = new Set([...(stemsOfColumn[x] ?? []), ...(everyRow ? corner : [])]);
			const score = scoreOf(cell, asked, inRow, inColumn, around, table, row, beside);
			return score === undefined ? [] : [{ cell, row, score, until: latest(cell) }];
		});
	});
}

/** A cell under another dose, model or version than the one that is asked for. */
function isOfAnother({ row, column, caption = "" }: Cell, pin: PinnedKind): boolean {
	return [column, row, caption].map((text) => standingOf(pin, text)).find((one) => one !== "open") === "other";
}

/** A label or a cell that is a sentence, an address or speaks to a program says nothing of a table. */
function speaks(text: string): boolean {
	return isAddressedToReader(text) || /https?:|[.!?]\s+\p{Lu}\p{Ll}*\s/u.test(text);
}

/** What is said of all cells of a table. */
interface Around {
	caption: ReadonlySet<string>;
	title: ReadonlySet<string>;
}

/** 0–1, or undefined for a cell that does not answer. */
function scoreOf(
	cell: Cell,
	asked: Asked,
	inRow: ReadonlySet<string>,
	inColumn: ReadonlySet<string>,
	{ caption, title }: Around,
	table: Table,
	row: TableRow,
	beside: ReadonlySet<string>,
): number | undefined {
	const { stems, subject, value, head } = asked;
	const fit = timeFit(cell, asked, table);
	if (fit === undefined) return undefined;
	const worth = (stem: string) =>
		inRow.has(stem) || inColumn.has(stem) ? 1 : caption.has(stem) ? captionWorth : title.has(stem) ? titleWorth : 0;
	// Of several things that are asked about, a cell speaks of one.
	const wanted = [...stems].filter((stem) => inRow.has(stem) || inColumn.has(stem) || !beside.has(stem));
	const said = wanted.filter((stem) => worth(stem) > 0).length / Math.max(1, wanted.length);
	if (said < saidShare) return undefined;
	const held = value.filter((stem) => worth(stem) > 0).length;
	if (value.length > 0 && held < value.length * valueShare) return undefined;
	// Another column of the same table says more of what is asked: this one is another matter.
	const own = value.filter((stem) => inColumn.has(stem) || inRow.has(stem)).length;
	const best = Math.max(
		...valueColumns(table, row).map((x) => {
			const here = new Set(contentStems(spaced(table.columns[x] ?? "")));
			return value.filter((stem) => here.has(stem) || inRow.has(stem)).length;
		}),
	);
	// What the value is called names a column: the others are beside the question.
	const heads = valueColumns(table, row).filter((x) => isHead(table.columns[x] ?? "", head));
	if (heads.length > 0 ? !isHead(cell.column, head) : own < best) return undefined;
	const share = wanted.reduce((sum, stem) => sum + worth(stem), 0) / Math.max(1, wanted.length);
	const names = contentStems(withoutTimes(spaced([cell.row, cell.column].join(" ")))).filter(
		(stem) => !caption.has(stem) && !title.has(stem),
	);
	const unasked = names.filter((stem) => !stems.has(stem) && !subject.includes(stem) && !isWeak(stem)).length;
	return Math.min(1, 0.55 + 0.35 * share + 0.1 * fit) - unaskedCost * (unasked / Math.max(1, names.length));
}

function isHead(column: string, head: readonly string[]): boolean {
	const stems = contentStems(spaced(column));
	return head.length > 0 && head.every((stem) => stems.includes(stem));
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
