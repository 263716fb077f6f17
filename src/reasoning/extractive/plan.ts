import type { Depth, Dimension, DimensionKind, Plan, Stance, SubQuestion } from "../../evidence/plan.ts";
import type { Reading, Route } from "../../evidence/question.ts";
import { innerQuestions } from "./clauses.ts";
import { type Form, formOf } from "./form.ts";
import { type Topic, topicOf } from "./topic.ts";

interface Asked {
	text: string;
	dimension: DimensionKind;
	stance: Stance;
	priority: SubQuestion["priority"];
	focus?: string[];
	value?: string | undefined;
	subject?: string | undefined;
}

/** METHOD §3: dimensions and first sub-questions, at most as many as the depth allows, one of them adversarial. */
export function plan(input: { question: string; route: Route; readings: Reading[]; depth: Depth }): Plan {
	const { route, depth } = input;
	const form = formOf(input.question);
	const asked =
		route.shape === "lookup"
			? forLookup(form, route)
			: route.shape === "extraction"
				? forExtraction(form, route, depth.subQuestions)
				: forSynthesis(form, route);
	const kept = fitted(asked, depth.subQuestions);
	const readingId = input.readings[0]?.id ?? "r1";
	return {
		dimensions: dimensionsOf(kept),
		subQuestions: kept.map(({ text, focus, ...rest }, index) => ({
			...rest,
			id: `q${index + 1}`,
			text,
			readingId,
			origin: "plan",
			focus: focus ?? route.subjects.slice(0, 3),
			threads: [text],
		})),
	};
}

/** The question itself first; then the descriptions inside it, innermost first; then the check against it. */
function forLookup(form: Form, route: Route): Asked[] {
	const [value] = route.values;
	const inner = form.english ? innerQuestions(form.core) : [];
	const whole = asQuestion(form.whole);
	return [
		{ text: whole, dimension: "factual", stance: "supporting", priority: "core", value },
		...inner.map((text): Asked => ({ text, dimension: "factual", stance: "supporting", priority: "optional", focus: [] })),
		{
			text: `Does any source give a different answer to this: ${whole}`,
			dimension: "critical",
			stance: "adversarial",
			priority: "optional",
			value,
		},
	];
}

/** One sub-question for each subject and value; values share one when there are more pairs than the plan has room for. */
function forExtraction(form: Form, route: Route, room: number): Asked[] {
	const { subjects, values } = route;
	const named = subjects.length > 1 ? subjects : [];
	const pairs = named.length * values.length;
	const asked: Asked[] = [];
	if (named.length === 0) {
		const parts = form.asks.length > 1 ? resolved(form) : [asQuestion(form.core), ...values.slice(1).map(asQuestionOf)];
		for (const [index, text] of parts.entries())
			asked.push({ text, dimension: "factual", stance: "supporting", priority: "core", value: values[index] });
	} else if (pairs < room)
		for (const subject of named)
			for (const value of values)
				asked.push({ ...core, text: `What is the ${value} of ${subject}?`, focus: [subject], value, subject });
	else
		for (const subject of named)
			asked.push({ ...core, text: `What are the ${joined(values)} of ${subject}?`, focus: [subject], subject });
	const topic = named.length > 0 ? joined(named) : (values[0] ?? form.core);
	asked.push({
		text: `Which exceptions, limits or differing statements are there about ${topic}?`,
		dimension: "critical",
		stance: "adversarial",
		priority: "optional",
	});
	return asked;
}

const core = { dimension: "factual", stance: "supporting", priority: "core" } as const;

/** What the user asked comes first, word for word; the dimensions that it leaves open follow. */
function forSynthesis(form: Form, route: Route): Asked[] {
	const asks = form.asks.length > 1 ? resolved(form) : [asQuestion(form.core)];
	const topic = topicOf(form) ?? { text: route.subjects.join(" and ") || form.core, plural: route.subjects.length > 1 };
	const own: Asked[] = asks.map((text) => ({ text, dimension: dimensionOf(text), stance: "supporting", priority: "core" }));
	const bare = /^(?:what|which|who|how|why|when|where|is|are|do|does|did|can|should)\b/iu.test(form.core) ? own : [];
	const compared: Asked[] =
		route.subjects.length > 1
			? route.subjects.map((subject) => ({ ...core, text: `What are the main characteristics of ${subject}?`, focus: [subject], subject }))
			: [];
	const open = dimensions.map((dimension) => fill(dimension, topic));
	const first = [...bare, ...compared];
	const covered = new Set(first.filter(({ stance }) => stance === "supporting").map(({ dimension }) => dimension));
	const rest = open.filter(({ dimension, stance }) => stance === "adversarial" || !covered.has(dimension));
	return [...first, ...rest];
}

/** METHOD §3: the dimensions, in the order in which they are given a place. `T` is the topic; verbs agree with it. */
const dimensions: readonly { kind: DimensionKind; stance: Stance; priority: SubQuestion["priority"]; one: string; many: string }[] = [
	{ kind: "factual", stance: "supporting", priority: "core", one: "What is T?", many: "What are T?" },
	{ kind: "mechanistic", stance: "supporting", priority: "core", one: "How does T work?", many: "How do T work?" },
	{
		kind: "critical",
		stance: "adversarial",
		priority: "core",
		one: "What are the limitations, drawbacks and exceptions of T?",
		many: "What are the limitations, drawbacks and exceptions of T?",
	},
	{ kind: "practical", stance: "supporting", priority: "optional", one: "How is T used in practice?", many: "How are T used in practice?" },
	{
		kind: "contextual",
		stance: "supporting",
		priority: "optional",
		one: "What are the alternatives to T, and how do they compare?",
		many: "What are the alternatives to T, and how do they compare?",
	},
	{
		kind: "critical",
		stance: "adversarial",
		priority: "optional",
		one: "When does T fail or cause problems?",
		many: "When do T fail or cause problems?",
	},
	{
		kind: "contextual",
		stance: "supporting",
		priority: "optional",
		one: "How has T changed over time?",
		many: "How have T changed over time?",
	},
];

function fill(dimension: (typeof dimensions)[number], topic: Topic): Asked {
	const { kind, stance, priority } = dimension;
	const text = (topic.plural ? dimension.many : dimension.one).replace("T", () => topic.text);
	return { text, dimension: kind, stance, priority };
}

/** What kind of question a user's own words are. First match wins. */
const kinds: readonly (readonly [RegExp, DimensionKind])[] = [
	[/\b(?:limit\w*|drawback\w*|disadvantage\w*|cons|cost[s]?|risk\w*|problem\w*|fail\w*|danger\w*|trade-?off\w*|criticism\w*|pitfall\w*)\b/iu, "critical"],
	[/\bhow (?:do|can|should|could|would) (?:i|we|you|one)\b|\bhow to\b|\b(?:configure|install|set up|use|tune|best practice\w*)\b/iu, "practical"],
	[/\b(?:how|why|mechanism|work[s]?|cause[sd]?)\b/iu, "mechanistic"],
	[/\b(?:history|origin\w*|alternative\w*|compare\w*|versus|evolution|context)\b/iu, "contextual"],
];

function dimensionOf(text: string): DimensionKind {
	return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "factual";
}

/** The adversarial sub-question always keeps its place. */
function fitted(asked: Asked[], room: number): Asked[] {
	const unique = asked.filter((one, index) => asked.findIndex((other) => other.text === one.text) === index);
	if (unique.length <= room) return unique;
	const against = unique.find(({ stance }) => stance === "adversarial");
	const supporting = unique.filter((one) => one !== against).slice(0, room - (against ? 1 : 0));
	return against ? [...supporting, against].toSorted((a, b) => unique.indexOf(a) - unique.indexOf(b)) : supporting;
}

function dimensionsOf(asked: readonly Asked[]): Dimension[] {
	const found = new Map<DimensionKind, string>();
	for (const { dimension, text } of asked) if (!found.has(dimension)) found.set(dimension, text);
	return [...found].map(([kind, question]) => ({ kind, question }));
}

/** Each of several asks with what it points back to put in: `its costs` → `the costs of MVCC`. */
function resolved(form: Form): string[] {
	const topic = topicOf(form)?.text;
	return form.asks.map((ask, index) => {
		if (index === 0 || !topic) return asQuestion(ask);
		return asQuestion(
			ask
				.replace(/\b(?:its|their)\s+((?:\p{L}+\s?){1,3})$/iu, (_all, noun: string) => `the ${noun.trim()} of ${topic}`)
				.replace(/\b(?:it|they|them)\b/iu, topic),
		);
	});
}

function asQuestionOf(value: string): string {
	return asQuestion(/^(?:what|which|how|when|where|who)\b/iu.test(value) ? value : `what is the ${value}`);
}

function asQuestion(text: string): string {
	const capital = text.charAt(0).toUpperCase() + text.slice(1);
	return /[?？.!]$/u.test(capital) ? capital : `${capital}?`;
}

function joined(items: readonly string[]): string {
	return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
