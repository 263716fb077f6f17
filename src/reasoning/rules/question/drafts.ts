import type { SubQuestion } from "../../../evidence/plan.ts";
import type { Route } from "../../../evidence/question.ts";
import { contentStems } from "../../../text/words.ts";
import type { ParsedQuestion } from "./analysis.ts";
import type { ParsedAsk } from "./parse-ask.ts";
import { asQuestion, capitalize, isPlural, valueQuestion, withoutArticle } from "./phrases.ts";
import type { RequestedTable } from "./requested-table.ts";

/** A sub-question without its number. */
export type SubQuestionDraft = Pick<SubQuestion, "text" | "dimension" | "stance" | "priority"> &
	Partial<Pick<SubQuestion, "focus" | "value" | "subject" | "threads">>;

const core = { stance: "supporting", priority: "core" } as const;
const optional = { dimension: "factual", stance: "supporting", priority: "optional" } as const;
const adversarial = { dimension: "critical", stance: "adversarial" } as const;

/** The sub-questions of an English question: its asks, then whether sources disagree, then the background. */
export function draftsOf(whole: string, parsed: ParsedQuestion, route: Route): SubQuestionDraft[] {
	if (parsed.table && route.shape === "extraction")
		return [...tableDrafts(parsed.table), { ...adversarial, priority: "optional", text: dissentQuestion(whole) }];
	if (route.shape !== "lookup") return synthesisDrafts(parsed, route);
	const text = /[?？.!]["”]?$/u.test(whole) ? capitalize(whole) : asQuestion(whole);
	const parts =
		parsed.asks.length > 1 ? parsed.asks.map((ask) => ({ text: ask.text, ...focusOf(ask, route) })) : [{ text }];
	return [
		...parts.map((one, at): SubQuestionDraft => ({ ...core, ...one, dimension: "factual", value: route.values[at] })),
		{ ...adversarial, priority: "optional", text: dissentQuestion(whole), value: route.values[0] },
	];
}

/** What a part is about, if that is none of the question's subjects: they are names of the other parts only. */
function focusOf({ topic = "" }: ParsedAsk, { subjects }: Route): Pick<SubQuestionDraft, "focus"> {
	const known = new Set(subjects.flatMap(contentStems));
	const own = contentStems(topic);
	if (own.length === 0 || own.some((stem) => known.has(stem))) return {};
	return {
		focus: topic
			.split(/,\s*(?:and\s+)?|\s+and\s+/u)
			.map(withoutArticle)
			.slice(0, 3),
	};
}

function dissentQuestion(question: string): string {
	return asQuestion(`do sources disagree about this: ${question}`);
}

/** One sub-question for each row, or for each column if rows are fewer. */
function tableDrafts({ rows, columns, asks }: RequestedTable): SubQuestionDraft[] {
	const base = { ...core, dimension: "factual" } as const;
	if (rows.length > 1 && rows.length >= columns.length)
		return rows.map((subject) => ({ ...base, text: valueQuestion(columns, subject), focus: [subject], subject }));
	const [subject] = rows.length === 1 ? rows : [];
	return columns.map((value, at) => ({
		...base,
		text: asks[at] ?? value,
		focus: rows.slice(0, 3),
		value,
		...(subject === undefined ? {} : { subject }),
	}));
}

/** Each ask, each side of a comparison, an adversarial one, and what the topic is. */
function synthesisDrafts({ asks, sides, topic }: ParsedQuestion, route: Route): SubQuestionDraft[] {
	const askDrafts = asks.map(
		(ask): SubQuestionDraft => ({
			...core,
			dimension: "mechanistic",
			text: sides && !ask.clause ? asQuestion(`what are the differences between ${topic}`) : ask.text,
			...(asks.length > 1 && !sides ? focusOf(ask, route) : {}),
		}),
	);
	const sideDrafts = (sides?.names ?? []).map((subject): SubQuestionDraft => {
		const text = asQuestion(`what are the main characteristics of ${subject} ${sides?.context}`);
		return { ...core, dimension: "factual", text, focus: [subject], subject };
	});
	const [first] = asks;
	const dissent =
		topic === undefined || first?.clause?.wh === "be"
			? dissentQuestion(first?.text ?? "")
			: asQuestion(`what limits, problems or disputes are known about ${topic}`);
	return [
		...askDrafts,
		...sideDrafts,
		{ ...adversarial, priority: "core", text: dissent },
		...(topic === undefined || first?.kind === "judgement"
			? []
			: [{ ...optional, text: asQuestion(`what ${isPlural(topic) ? "are" : "is"} ${topic}`) }]),
	];
}
