import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Dimension, DimensionKind, Plan } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import { contentStems, keywords } from "../../../text/words.ts";
import { analysisOf, parseQuestion } from "./analysis.ts";
import { draftsOf, type SubQuestionDraft } from "./drafts.ts";
import { draftsByWords } from "./drafts-by-words.ts";

/**
 * METHOD §3: dimensions and first sub-questions, at most as many as the depth allows, one of them adversarial unless `onlySupporting`.
 */
export function plan(input: {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
	onlySupporting?: boolean | undefined;
}): Plan {
	const { route, depth, readings } = input;
	const analysis = analysisOf(input.question, route);
	const whole = `${analysis.background} ${analysis.core}${analysis.marked ? "?" : ""}`.trim();
	const parsed = parseQuestion(analysis);
	const drafts = parsed ? draftsOf(whole, parsed, route) : draftsByWords(analysis, whole, depth.subQuestions);
	const planned = input.onlySupporting ? drafts.filter(({ stance }) => stance !== "adversarial") : drafts;
	// A table has its own rows and columns; of any other question the first drafts are its parts.
	const parts = parsed && !(parsed.table && route.shape === "extraction") ? planned.slice(0, parsed.asks.length) : [];
	const fitting = fitDrafts(planned, parts.length, depth.subQuestions);
	const unplanned = parts.filter((part) => !fitting.includes(part)).map(({ text }) => text);
	const topic = parsed?.topic ?? route.subjects[0] ?? "";
	return {
		dimensions: dimensionsOf(fitting),
		subQuestions: fitting.map((draft, at) => ({
			...draft,
			id: `q${at + 1}`,
			readingId: readings[0]?.id ?? "r1",
			origin: "plan",
			focus: draft.focus ?? route.subjects.slice(0, 3),
			threads: draft.threads ?? threadsOf(draft.text, draft.subject ?? topic, route.shape !== "lookup"),
		})),
		...(unplanned.length > 0 ? { unplanned } : {}),
	};
}

/** The drafts that fit: the question's parts come first, then the adversarial one, then the background. */
function fitDrafts(drafts: readonly SubQuestionDraft[], parts: number, room: number): SubQuestionDraft[] {
	const unique = drafts.filter(
		({ text }, at) => drafts.findIndex((other) => comparisonForm(other.text) === comparisonForm(text)) === at,
	);
	const against = unique.find(({ stance }) => stance === "adversarial");
	const others = unique
		.filter((one) => one !== against)
		.toSorted((a, b) => Number(b.priority === "core") - Number(a.priority === "core"));
	const first = others.slice(0, against ? Math.min(room, Math.max(parts, room - 1)) : room);
	const kept = new Set(against && first.length < room ? [...first, against] : first);
	return unique.filter((one) => kept.has(one));
}

function dimensionsOf(drafts: readonly SubQuestionDraft[]): Dimension[] {
	const questionsByKind = new Map<DimensionKind, string>();
	for (const { dimension, text } of drafts) if (!questionsByKind.has(dimension)) questionsByKind.set(dimension, text);
	return [...questionsByKind].map(([kind, question]) => ({ kind, question }));
}

/** The queries of a sub-question: itself, and its words if it is broad. Every query names the topic. */
function threadsOf(text: string, topic: string, broad: boolean): string[] {
	const stems = new Set(contentStems(text));
	const own = contentStems(topic).every((one) => stems.has(one)) ? text : `${topic}: ${text}`;
	const words = [...new Set([...keywords(topic), ...keywords(own)])].join(" ");
	return !broad || words === "" || words === own.toLowerCase().replace(/[?.]$/u, "") ? [own] : [own, words];
}

/** METHOD §2. Without a language model the words are taken literally: nothing indicates another reading. */
export function interpret({ question }: { question: string }): Reading[] {
	return [{ id: "r1", kind: "literal", text: question.replace(/\s+/gu, " ").trim(), weight: 1 }];
}
