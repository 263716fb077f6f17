import type { Route } from "../../../evidence/question.ts";
import { innerQuestions } from "../clauses.ts";
import { askedText, bare, type Form } from "../form.ts";
import type { Asked } from "../topic.ts";
import { againstValue, checkOf } from "./against.ts";
import type { Draft } from "./draft.ts";
import type { Table } from "./table.ts";
import { asQuestion, isPlural, joined } from "./tokens.ts";

/** The question itself first; then the descriptions inside it, innermost first; then the check against it. */
export function forLookup(form: Form, { asks }: Asked, route: Route): Draft[] {
	const [value] = route.values;
	const [first] = asks;
	const text = askedText(form);
	// `Find the port of X` has become `What is the port of X?`; what only points back is better asked with what stands before it.
	const request =
		asks.length === 1 &&
		first?.kind === "question" &&
		/^(?:find|give|tell|name|show|identify|look|get|state|please|can|could|would|i|do|help)\b/iu.test(text) &&
		!text.toLowerCase().startsWith(first.text.slice(0, 12).toLowerCase());
	const cut = text !== form.whole && asks.length === 1 && first !== undefined;
	const whole = request || cut ? first.text : asSentence(text);
	const inner = innerQuestions(bare(text));
	return [
		{ text: whole, dimension: "factual", stance: "supporting", priority: "core", value },
		...inner.map(
			(one): Draft => ({ text: one, dimension: "factual", stance: "supporting", priority: "optional", focus: [] }),
		),
		...(first
			? [
					{
						text: againstValue(first, route.values),
						dimension: "critical",
						stance: "adversarial",
						priority: "optional",
						value,
					} as const,
				]
			: []),
	];
}

/** One sub-question for each cell; those of a row, or of a column, share one when there are more than the plan has room for. */
export function forExtraction(table: Table, room: number): Draft[] {
	const { rows, columns, cells } = table;
	const check: Draft = { text: checkOf(table), dimension: "critical", stance: "adversarial", priority: "optional" };
	if (cells.length < room || rows.length * columns.length !== cells.length || cells.length === 1)
		return [
			...cells.map(
				({ text, row, column }): Draft => ({
					...core,
					text,
					value: column,
					...(row === undefined ? {} : { subject: row, focus: [row] }),
				}),
			),
			check,
		];
	const byRow = rows.length < room || rows.length <= columns.length;
	const shared = byRow
		? rows.map((row): Draft => ({ ...core, text: ofMany(columns, row), focus: [row], subject: row }))
		: columns.map(
				(column): Draft => ({ ...core, text: ofMany([column], joined(rows)), focus: rows.slice(0, 3), value: column }),
			);
	return [...shared, check];
}

const core = { dimension: "factual", stance: "supporting", priority: "core" } as const;

function ofMany(columns: readonly string[], row: string): string {
	const many = columns.length > 1 || isPlural(columns[0] ?? "") === true;
	return asQuestion(`what ${many ? "are" : "is"} the ${joined(columns)} of ${row}`);
}

function asSentence(text: string): string {
	return /[?？.!]["”]?$/u.test(text) && !/[?!.][?!]+$/u.test(text)
		? text.charAt(0).toUpperCase() + text.slice(1)
		: asQuestion(text);
}
