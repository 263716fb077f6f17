import { amountOf, quantityOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Cell, EvidenceTable, Sentence } from "../../../evidence/report.ts";
import type { Page } from "../../../evidence/source.ts";
import { spellNumber } from "../../../text/number-words.ts";
import { quantitiesIn } from "../../../text/quantities.ts";
import { toBaseUnit } from "../../../text/units.ts";
import { contentStems } from "../../../text/words.ts";
import type { WriteInput } from "../../reasoner.ts";
import { describeTriedSources } from "../../tried-sources.ts";
import { passagesIn } from "../blocks/find-passages.ts";
import { analysisOf, parseQuestion } from "../question/analysis.ts";
import { capitalize, joinWithAnd } from "../question/phrases.ts";
import type { RequestedSet, SetResult } from "../question/requested-set.ts";
import { type MembersOnPage, type MemberValue, membersOnPage } from "../reading/member-values.ts";
import { filledCells, filledShareMin } from "./evidence-table.ts";

/** A value of a member with the claims that state it. */
interface StatedValue extends MemberValue {
	claimIds: string[];
}

interface Member {
	name: string;
	values: StatedValue[];
}

/** Maximum rows. A longer list is a data set. */
const rowsMax = 60;
/** Maximum sources named for one value, and differing values of one cell. */
const [sourcesPerValueMax, valuesPerCellMax] = [3, 3];

/** The table of a set: a row for each member that the pages hold. */
export interface SetTable {
	table: EvidenceTable;
	/** What code computed over the rows, as inferences that cite them. */
	results: Sentence[];
	/** Whether every cell has a value. */
	isFull: boolean;
}

/**
 * The table that a question about each member of a set asks for. Undefined if it asks for none, if the pages state values of fewer than
 * two members, or if another table of the question fills more cells (`otherCells`).
 */
export function buildSetTable(input: WriteInput, otherCells: number): SetTable | undefined {
	const set = parseQuestion(analysisOf(input.question, input.route))?.set;
	const members = set ? membersIn(input, set) : [];
	if (!set || members.filter(({ values }) => values.length > 0).length < 2) return undefined;
	const missing = set.columns.map(({ label }) => describeTriedSources(input, undefined, label));
	const table: EvidenceTable = {
		columns: set.columns.map(({ label }) => capitalize(label)),
		rows: members.map(({ name, values }) => ({
			label: name,
			cells: set.columns.map(({ label }, at) => cellOf(values, label) ?? { missing: missing[at] ?? "" }),
		})),
	};
	const filled = filledCells(table);
	const cells = table.rows.length * table.columns.length;
	if (filled < otherCells || filled < cells * filledShareMin) return undefined;
	const results = set.results.flatMap((result) => resultSentence(result, set, members));
	return { table, results, isFull: filled === cells };
}

/** What one page holds of a set. */
interface PageMembers extends MembersOnPage {
	claims: readonly Claim[];
}

/**
 * The members that the pages name, in the order of the pages, each with its values that a claim states. Pages that do not speak of the set
 * count for nothing. Where a page lists many members, those of pages that name far fewer are of another set.
 */
function membersIn({ pages = [], sources, claims }: WriteInput, set: RequestedSet): Member[] {
	const pageByUrl = new Map(pages.map((page) => [page.url, page]));
	const own = contentStems(set.name).filter((stem) => !contentStems(set.member).includes(stem));
	const isAboutSet = ({ title, text }: Page) => {
		const held = new Set(contentStems(`${title}\n${text}`));
		return own.filter((stem) => held.has(stem)).length >= own.length / 2;
	};
	const read = sources
		.flatMap(({ id, url }) => {
			const page = pageByUrl.get(url);
			return page && isAboutSet(page) ? [{ id, page }] : [];
		})
		.toSorted((a, b) => a.page.label.localeCompare(b.page.label, "en", { numeric: true }))
		.map(({ id, page }): PageMembers => {
			const found = membersOnPage(page, passagesIn(page, id), set);
			return { ...found, claims: claims.filter(({ sourceId }) => sourceId === id) };
		});
	const counts = read.map(({ values }) => new Set(values.map(({ key }) => key)).size);
	const most = Math.max(0, ...counts);
	const members = new Map<string, Member>();
	for (const [at, one] of read.entries())
		if ((counts[at] ?? 0) >= (most >= listedMin ? most / 2 : 1)) addMembers(members, one);
	return [...members.values()].slice(0, rowsMax);
}

/** A page with this many members lists them. */
const listedMin = 3;

/** Adds a page's members in its order. A row is opened for each name, and for each value that a claim quotes. */
function addMembers(members: Map<string, Member>, { named, values, claims }: PageMembers): void {
	const memberOf = ({ key, member }: Pick<MemberValue, "member" | "key">): Member => {
		const known = members.get(key) ?? { name: member, values: [] };
		if (member.length < known.name.length) known.name = member;
		members.set(key, known);
		return known;
	};
	// A table is surer than a sentence that holds a member and a number.
	const inTable = new Set(values.flatMap(({ cell, key, column }) => (cell ? [`${key} ${column}`] : [])));
	const places = [
		...named.map((one) => ({ start: one.start, add: () => void memberOf(one) })),
		...values
			.filter(({ cell, key, column }) => cell !== undefined || !inTable.has(`${key} ${column}`))
			.map((one) => ({
				start: one.start,
				add: () => {
					const claimIds = statingClaims(one, claims);
					if (claimIds.length > 0) memberOf(one).values.push({ ...one, claimIds });
				},
			})),
	];
	for (const { add } of places.toSorted((a, b) => a.start - b.start)) add();
}

/** The claims that quote a value at its place. */
function statingClaims({ start, end, text, cell }: MemberValue, claims: readonly Claim[]): string[] {
	const found = claims.filter((claim) => claim.start < end && start < claim.start + claim.quote.length);
	const exact = found.filter((claim) =>
		cell ? claim.cell?.row === cell.row && claim.cell.column === cell.column : claim.quote.includes(text),
	);
	return exact.slice(0, 1).map(({ id }) => id);
}

/** What pages state of one member, by its value, the most stated first. */
function statedValues(values: readonly StatedValue[], column: string): StatedValue[][] {
	const own = values.filter((one) => one.column === column);
	return [...Map.groupBy(own, (one) => comparable(one)?.key ?? shownText(one).toLowerCase()).values()].toSorted(
		(a, b) => b.length - a.length,
	);
}

function cellOf(values: readonly StatedValue[], column: string): Cell | undefined {
	const stated = statedValues(values, column).slice(0, valuesPerCellMax);
	if (stated.length === 0) return undefined;
	return {
		text: stated.flatMap(([first]) => (first ? shownText(first) : [])).join("; "),
		claimIds: [
			...new Set(stated.flatMap((same) => same.slice(0, sourcesPerValueMax).flatMap(({ claimIds }) => claimIds))),
		],
	};
}

function shownText({ cell, text }: MemberValue): string {
	return cell ? amountOf(cell) : text;
}

/** A value as a number that can be compared within its dimension. Undefined for words. */
function comparable(value: MemberValue): { amount: number; dimension: string; key: string } | undefined {
	const quantity = (value.cell && quantityOf(value.cell)) ?? quantitiesIn(value.text)[0];
	if (!quantity) return undefined;
	const base = toBaseUnit(quantity.value, quantity.unit);
	const date = quantity.span?.from;
	const amount = date ?? base?.value ?? quantity.value;
	const dimension = quantity.kind === "date" ? "date" : (base?.dimension ?? "");
	return { amount, dimension, key: `${amount} ${dimension}` };
}

/** A result over all rows, with how far the rows allow it. */
function resultSentence(result: SetResult, set: RequestedSet, members: readonly Member[]): Sentence[] {
	const inference = (text: string, stating: readonly StatedValue[]): Sentence[] => {
		const claimIds = [...new Set(stating.flatMap((one) => one.claimIds))];
		return claimIds.length > 0 ? [{ kind: "inference", text, claimIds, opens: true }] : [];
	};
	const label = capitalize(result.label);
	if (result.kind === "count") {
		const stating = members.flatMap(({ values }) => values.slice(0, 1));
		return inference(`${label}: ${spellNumber(members.length)}, counted by the rows of the table.`, stating);
	}
	const column = set.columns[result.column]?.label ?? "";
	const rows = members.map(({ name, values }) => ({ name, stated: statedValues(values, column) }));
	const clear = rows.flatMap(({ name, stated }) => {
		const [[value] = [], ...others] = stated;
		const number = value && comparable(value);
		return value && number && others.length === 0 ? [{ name, value, number }] : [];
	});
	const [first] = clear;
	if (!first) return [];
	const stating = clear.map(({ value }) => value);
	if (clear.some(({ number }) => number.dimension !== first.number.dimension))
		return inference(`${label}: not computed, because the rows state it in units that cannot be compared.`, stating);
	const sign = result.kind === "greatest" ? 1 : -1;
	const best = Math.max(...clear.map(({ number }) => sign * number.amount));
	const winners = clear.filter(({ number }) => sign * number.amount === best);
	const names = joinWithAnd(winners.map(({ name }) => name));
	return inference(
		`${label}: ${names}, ${shownText(winners[0]?.value ?? first.value)} (${basisOf(clear.length, rows.length - clear.length)}).`,
		[...winners.map(({ value }) => value), ...stating],
	);
}

/** Over which rows a result was computed, and whether the others may change it. */
function basisOf(count: number, others: number): string {
	if (others === 0) return `computed over all ${spellNumber(count)} rows`;
	return `computed over the ${spellNumber(count)} rows that state one number; the others may change it`;
}
