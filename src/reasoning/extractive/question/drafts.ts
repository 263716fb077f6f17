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

/** The sub-questions of an English question: what is asked, then whether anybody says otherwise, then the background. */
export function draftsOf(whole: string, asked: Asked, route: Route, room: number): Draft[] {
	if (asked.table && route.shape === "extraction")
		return [...tableDrafts(asked.table, room), { ...contrary, priority: "optional", text: against(whole) }];
	if (route.shape !== "lookup") return synthesisDrafts(asked);
	const text = /[?？.!]["”]?$/u.test(whole) ? capitalised(whole) : asQuestion(whole);
	const [value] = route.values;
	// The descriptions inside it, innermost first.
	const inner = innerQuestions(whole.replace(/[\s?？!.。]+$/u, ""));
	return [
		{ ...core, text, dimension: "factual", value },
		...inner.map((one): Draft => ({ ...optional, text: one, dimension: "factual", focus: [] })),
		{ ...contrary, priority: "optional", text: against(whole), value },
	];
}

function against(question: string): string {
	return asQuestion(`do sources disagree about this: ${question}`);
}

/** One sub-question for each cell; those of a row, or of a column, share one when there are more than the plan has room for. */
function tableDrafts({ rows, columns, cells }: Table, room: number): Draft[] {
	const own = { ...core, dimension: "factual" } as const;
	if (cells.length < room || rows.length * columns.length !== cells.length)
		return cells.map(({ text, row: subject, column: value }) => ({
			...own,
			text,
			value,
			...(subject === undefined ? {} : { subject, focus: [subject] }),
		}));
	const textOf = (values: readonly string[], of: string) =>
		asQuestion(`what ${values.length > 1 || isPlural(values[0] ?? "") ? "are" : "is"} the ${joined(values)} of ${of}`);
	return rows.length < room || rows.length <= columns.length
		? rows.map((subject) => ({ ...own, text: textOf(columns, subject), focus: [subject], subject }))
		: columns.map((value) => ({ ...own, text: textOf([value], joined(rows)), focus: rows.slice(0, 3), value }));
}

/** What was asked; each side of a comparison; what speaks against it; what the topic is. */
function synthesisDrafts({ asks, sides, topic }: Asked): Draft[] {
	const own = asks.map((ask, at) =>
		ownOf(sides && !ask.clause ? { ...ask, text: asQuestion(`what are the differences between ${topic}`) } : ask, at),
	);
	const beside = (sides?.names ?? []).map((subject): Draft => {
		const text = asQuestion(`what are the main characteristics of ${subject} ${sides?.context}`);
		return { ...core, dimension: "factual", text, focus: [subject], subject };
	});
	const [first] = asks;
	const limits =
		topic === undefined || first?.clause?.wh === "be"
			? against(first?.text ?? "")
			: asQuestion(`what limits, problems or disputes are known about ${topic}`);
	const dissent = own.some(({ stance }) => stance === "adversarial");
	return [
		...own,
		...beside,
		...(dissent ? [] : [{ ...contrary, priority: "core", text: limits } as const]),
		...(topic === undefined || first?.kind === "judgement"
			? []
			: [
					{
						...optional,
						dimension: "factual",
						text: asQuestion(`what ${isPlural(topic) ? "are" : "is"} ${topic}`),
					} as const,
				]),
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
