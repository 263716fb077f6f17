import type { SubQuestion } from "../../../evidence/plan.ts";
import type { Route } from "../../../evidence/question.ts";
import type { Asked } from "./analysis.ts";
import { questionFor, type Table } from "./table.ts";
import { asQuestion, capitalised, isPlural } from "./words.ts";

/** A sub-question without its number. */
export type Draft = Pick<SubQuestion, "text" | "dimension" | "stance" | "priority"> &
	Partial<Pick<SubQuestion, "focus" | "value" | "subject" | "threads">>;

const core = { stance: "supporting", priority: "core" } as const;
const optional = { dimension: "factual", stance: "supporting", priority: "optional" } as const;
const contrary = { dimension: "critical", stance: "adversarial" } as const;

/** The sub-questions of an English question: its asks, then whether sources disagree, then the background. */
export function draftsOf(whole: string, asked: Asked, route: Route): Draft[] {
	if (asked.table && route.shape === "extraction")
		return [...tableDrafts(asked.table), { ...contrary, priority: "optional", text: against(whole) }];
	if (route.shape !== "lookup") return synthesisDrafts(asked);
	const text = /[?？.!]["”]?$/u.test(whole) ? capitalised(whole) : asQuestion(whole);
	const texts = asked.asks.length > 1 ? asked.asks.map((ask) => ask.text) : [text];
	return [
		...texts.map((one, at): Draft => ({ ...core, text: one, dimension: "factual", value: route.values[at] })),
		{ ...contrary, priority: "optional", text: against(whole), value: route.values[0] },
	];
}

function against(question: string): string {
	return asQuestion(`do sources disagree about this: ${question}`);
}

/** One sub-question for each row, or for each column if rows are fewer. */
function tableDrafts({ rows, columns, asks }: Table): Draft[] {
	const own = { ...core, dimension: "factual" } as const;
	if (rows.length > 1 && rows.length >= columns.length)
		return rows.map((subject) => ({ ...own, text: questionFor(columns, subject), focus: [subject], subject }));
	const [subject] = rows.length === 1 ? rows : [];
	return columns.map((value, at) => ({
		...own,
		text: asks[at] ?? value,
		focus: rows.slice(0, 3),
		value,
		...(subject === undefined ? {} : { subject }),
	}));
}

/** Each ask, each side of a comparison, an adversarial one, and what the topic is. */
function synthesisDrafts({ asks, sides, topic }: Asked): Draft[] {
	const own = asks.map(
		({ text, clause }): Draft => ({
			...core,
			dimension: "mechanistic",
			text: sides && !clause ? asQuestion(`what are the differences between ${topic}`) : text,
		}),
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
	return [
		...own,
		...beside,
		{ ...contrary, priority: "core", text: limits },
		...(topic === undefined || first?.kind === "judgement"
			? []
			: [{ ...optional, text: asQuestion(`what ${isPlural(topic) ? "are" : "is"} ${topic}`) }]),
	];
}
