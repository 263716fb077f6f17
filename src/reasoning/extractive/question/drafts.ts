import type { DimensionKind, SubQuestion } from "../../../evidence/plan.ts";
import type { AnswerKind, Route } from "../../../evidence/question.ts";
import type { Asked } from "./analysis.ts";
import type { Ask } from "./asks.ts";
import { innerQuestions } from "./inner.ts";
import type { Table } from "./table.ts";
import { asQuestion, capitalised, isPlural, joined } from "./words.ts";

/** A sub-question before it has its number. */
export type Draft = Pick<SubQuestion, "text" | "dimension" | "stance" | "priority"> &
	Partial<Pick<SubQuestion, "focus" | "value" | "subject" | "threads">>;

const core = { stance: "supporting", priority: "core" } as const;
const optional = { stance: "supporting", priority: "optional" } as const;
const contrary = { dimension: "critical", stance: "adversarial" } as const;

/** Of the kinds that are answered by more than facts. */
const dimensions: Partial<Record<AnswerKind, DimensionKind>> = {
	steps: "practical",
	comparison: "contextual",
	change: "contextual",
	judgement: "contextual",
	explanation: "mechanistic",
};

/** The question itself first; then the descriptions inside it, innermost first; then whether anybody says otherwise. */
export function lookupDrafts(whole: string, { values: [value] }: Route): Draft[] {
	const text = /[?？.!]["”]?$/u.test(whole) ? capitalised(whole) : asQuestion(whole);
	const inner = innerQuestions(whole.replace(/[\s?？!.。]+$/u, ""));
	return [
		{ ...core, text, dimension: "factual", value },
		...inner.map((one): Draft => ({ ...optional, text: one, dimension: "factual", focus: [] })),
		{ ...contrary, priority: "optional", text: against(`this: ${whole}`), value },
	];
}

function against(matter: string): string {
	return asQuestion(`do sources disagree about ${matter}`);
}

/** One sub-question for each cell; those of a row, or of a column, share one when there are more than the plan has room for. */
export function tableDrafts({ rows, columns, cells }: Table, room: number): Draft[] {
	const own = { ...core, dimension: "factual" } as const;
	const [row, column] = [joined(rows), joined(columns)];
	const check: Draft = {
		...contrary,
		priority: "optional",
		text: against(
			cells.length === 1
				? `this: ${cells[0]?.text}`
				: columns[0] === row
					? `the ${row}`
					: `the ${row === "" ? column : `${column} of ${row}`}`,
		),
	};
	if (cells.length < room || rows.length * columns.length !== cells.length || cells.length === 1)
		return [
			...cells.map(
				({ text, row, column }): Draft => ({
					...own,
					text,
					value: column,
					...(row === undefined ? {} : { subject: row, focus: [row] }),
				}),
			),
			check,
		];
	const ofMany = (values: readonly string[], of: string) =>
		asQuestion(`what ${values.length > 1 || isPlural(values[0] ?? "") ? "are" : "is"} the ${joined(values)} of ${of}`);
	const byRow = rows.length < room || rows.length <= columns.length;
	return [
		...(byRow
			? rows.map((one): Draft => ({ ...own, text: ofMany(columns, one), focus: [one], subject: one }))
			: columns.map((one): Draft => ({ ...own, text: ofMany([one], row), focus: rows.slice(0, 3), value: one }))),
		check,
	];
}

/** What was asked; each side of a comparison; what speaks against it; what the topic is. */
export function synthesisDrafts({ asks, sides, topic }: Asked): Draft[] {
	const shared = sides ? asks.find(({ text }) => /\beach of\b/iu.test(text)) : undefined;
	const own = asks
		.filter((ask) => ask !== shared)
		.map((ask, at) =>
			ownOf(sides && !ask.clause ? { ...ask, text: asQuestion(`what are the differences between ${topic}`) } : ask, at),
		);
	const beside = (sides?.names ?? []).map((name): Draft => {
		const side = [name, sides?.context].filter(Boolean).join(" ");
		const text = shared?.text.replace(
			/\beach of .+?(?=\s(?:be|is|are|was|were|do|does|work|cost|fail)\b|\?|$)/iu,
			side,
		);
		return {
			...core,
			dimension: "factual",
			text: asQuestion(text ?? `what are the main characteristics of ${side}`),
			focus: [name],
			subject: name,
		};
	});
	const dissent = own.some(({ stance }) => stance === "adversarial");
	const [first] = asks;
	const limits =
		topic === undefined || first?.clause?.wh === "be"
			? against(`this: ${first?.text}`)
			: asQuestion(`what limits, problems or disputes are known about ${topic}`);
	const what =
		topic === undefined || asks[0]?.kind === "judgement"
			? undefined
			: asQuestion(`what ${isPlural(topic) ? "are" : "is"} ${topic}`);
	return [
		...own,
		...beside,
		...(dissent ? [] : [{ ...contrary, priority: "core", text: limits } as const]),
		...(what === undefined ? [] : [{ ...optional, dimension: "factual", text: what } as const]),
	];
}

/** Words by which a question itself asks for what speaks against something. */
const dissenting =
	/\b(?:against|objections?|disagrees?|disputes?|disputed|criticisms?|contradicts?|refutes?|doubts?)\b/iu;

function ownOf({ kind, text }: Ask, at: number): Draft {
	return at > 0 && dissenting.test(text)
		? { ...contrary, priority: "core", text }
		: { ...core, dimension: dimensions[kind] ?? "factual", text };
}
