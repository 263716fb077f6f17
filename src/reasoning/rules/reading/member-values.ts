import { buildCell, valueColumns } from "../../../evidence/cells.ts";
import type { Cell } from "../../../evidence/claim.ts";
import type { Page, Table } from "../../../evidence/source.ts";
import { entitiesIn } from "../../../text/entities.ts";
import { isMissingAmount } from "../../../text/table-headers.ts";
import { isVerbForm } from "../../../text/wordnet.ts";
import type { QuotablePassage } from "../blocks/find-passages.ts";
import type { RequestedSet, SetColumn } from "../question/requested-set.ts";
import { type ClaimUnit, claimUnitsIn, splitRow } from "./claim-units.ts";
import { type ColumnValue, columnValues, isColumnOf } from "./column-values.ts";
import { type MemberName, MemberNames, opensItem } from "./member-names.ts";

/** A value of one member of a set, as a page states it. */
export interface MemberValue extends MemberName {
	/** The label of its column. */
	column: string;
	/** As it stands in the page between `start` and `end` (UTF-16): in a sentence, an item or a row. */
	text: string;
	start: number;
	end: number;
	/** Present if a table of the page states it. */
	cell?: Cell | undefined;
}

/** What a page holds of a set. */
export interface MembersOnPage {
	/** Members that the title, a heading, a row or a sentence's beginning names, also without a value. `start`: where in the page. */
	named: (MemberName & { start: number })[];
	values: MemberValue[];
}

/** The members of a set that a page names, and the values that it states of them. */
export function membersOnPage(page: Page, passages: readonly QuotablePassage[], set: RequestedSet): MembersOnPage {
	const { tables = [] } = page;
	const isInTable = (at: number) => tables.some(({ start, end }) => start <= at && at < end);
	const units = claimUnitsIn(passages, page.text).filter(({ kind, start }) => kind !== "code" && !isInTable(start));
	const names = new MemberNames(page, units, set);
	const found: MembersOnPage = { named: [], values: [] };
	for (const table of tables) readTable(table, names, set, found);
	readUnits(units, names, set, found);
	return found;
}

function readTable(table: Table, names: MemberNames, { columns }: RequestedSet, found: MembersOnPage): void {
	if (!names.areRows(table.columns[0] ?? "", [table.caption ?? ""])) return;
	for (const row of table.rows) {
		const { start, end, cells } = row;
		const name = names.ofRow(row.label, table.columns[0] ?? "");
		if (!name) continue;
		found.named.push({ ...name, start });
		const places = valueColumns(table, row);
		for (const column of columns) {
			const at = places.find((x) => isColumnOf(table.columns[x] ?? "", column));
			const text = at === undefined ? "" : (cells[at]?.text ?? "");
			if (at === undefined || text === "" || isMissingAmount(text)) continue;
			found.values.push({ ...name, column: column.label, text, start, end, cell: buildCell(table, row, at) });
		}
	}
}

function readUnits(units: readonly ClaimUnit[], names: MemberNames, set: RequestedSet, found: MembersOnPage): void {
	let last: { block: number; name: MemberName | undefined } | undefined;
	for (const unit of units) {
		const { block, start } = unit;
		if (unit.kind === "row") {
			readRow(unit, names, set, found);
			continue;
		}
		const own = names.ofUnit(unit);
		const above = names.aboveUnit(unit);
		// `It was built in 1790` is about what the sentence before it is about.
		const isNext = last?.block === block && !opensItem(unit.text);
		const name = own ?? (isNext ? last?.name : above);
		if (own || !isNext) last = { block, name };
		if (own && names.isSubject(own, unit)) found.named.push({ ...own, start });
		if (above) found.named.push({ ...above, start });
		if (name) for (const column of set.columns) readColumn(unit, column, name, names, found);
	}
}

/** A row of a table that is text. */
function readRow(unit: ClaimUnit, names: MemberNames, { columns }: RequestedSet, found: MembersOnPage): void {
	const { header = [], start, end, path } = unit;
	const [label = "", ...cells] = splitRow(unit.text);
	if (header.length === 0 || !names.areRows(header[0] ?? "", path)) return;
	const name = names.ofRow(label, header[0] ?? "");
	if (!name) return;
	found.named.push({ ...name, start });
	for (const column of columns) {
		const at = cells.findIndex((_cell, x) => isColumnOf(header[x + 1] ?? "", column));
		const text = cells[at] ?? "";
		if (text !== "" && !isMissingAmount(text)) found.values.push({ ...name, column: column.label, text, start, end });
	}
}

function readColumn(
	{ text, start, end }: ClaimUnit,
	column: SetColumn,
	own: MemberName,
	names: MemberNames,
	found: MembersOnPage,
): void {
	const mentions = names.mentionsIn(text);
	for (const value of columnValues(text, column)) {
		// Of several members in one sentence, the one named last before the value owns it. An event's object owns its date.
		const nearest = mentions.findLast(({ at }) => at < value.start) ?? mentions[0];
		const isEvent = column.kind === "date" || column.label.startsWith("who ");
		const object = isEvent && mentions.length === 0 ? objectAfter(text, value, names) : undefined;
		const { member, key } = object ?? (mentions.length > 1 ? nearest : undefined) ?? own;
		if (names.named(value.text)?.key === key) continue;
		found.values.push({ member, key, column: column.label, text: value.text, start, end });
		if (mentions.length < 2) return;
	}
}

/** The name right after the verb of an event: `Anders Holt founded | Holt & Sons`. */
function objectAfter(text: string, { anchor }: ColumnValue, names: MemberNames): MemberName | undefined {
	if (!isVerbForm(anchor.lower)) return undefined;
	const from = anchor.end + (/^\s+(?:the\s+)?/u.exec(text.slice(anchor.end))?.[0].length ?? 0);
	const object = entitiesIn(text).find(({ start }) => start === from && start > anchor.end);
	return object && names.named(object.text);
}
