import { z } from "zod";
import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Plan } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { lines, listOrNone, numbered, oneLine, orEmpty, questionPart, routePart, textOrNone } from "./parts.ts";
import { completed, dimensionsOf, type Planned } from "./planned.ts";
import { lacking } from "./planned-lacks.ts";

const questionLongest = 400;
const queryLongest = 200;
/** Queries of one sub-question, at most: 1 for a narrow one, 2 for a broad one (METHOD §3, threads). */
const queriesMax = 2;
const focusMax = 6;
const focusLongest = 80;
/** Sub-questions of an answer that are read, at most. The best are kept when a plan may hold fewer. */
const readMax = 24;

const kinds = ["factual", "mechanistic", "critical", "practical", "contextual"] as const;
export const planSchema = z.object({
	dimensions: orEmpty(z.array(z.object({ kind: z.enum(kinds), question: z.string() })), []),
	subQuestions: z.array(
		z.object({
			question: z.string(),
			dimension: z.enum(kinds),
			stance: z.enum(["supporting", "adversarial"]),
			priority: z.enum(["core", "optional"]),
			reading: textOrNone,
			value: textOrNone,
			subject: textOrNone,
			names: listOrNone,
			queries: listOrNone,
		}),
	),
});
type Answer = z.infer<typeof planSchema>;

export interface PlanInput {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
}

/**
 * METHOD §3: dimensions and first sub-questions, at most as many as the depth allows. A plan must have an adversarial sub-question, each
 * cell of a table and each weighty reading. Code adds what is still missing after one repair.
 */
export async function plan(asker: Asker, input: PlanInput, context?: RoleContext): Promise<Plan> {
	const fault = (given: Answer, attempt?: 1 | 2) => planFault(given, input, attempt);
	return planFrom(await asker.ask({ role: "plan", parts: partsOf(input), schema: planSchema, fault }, context), input);
}

/** What is wrong with a plan: it has no sub-question, or, for the first answer only, it lacks something. */
export function planFault(answer: Answer, input: PlanInput, attempt?: 1 | 2): string | undefined {
	const usable = plannedFrom(answer, input);
	if (usable.length === 0) return '"subQuestions" holds no question: give at least one';
	return attempt === 2 ? undefined : lacking(usable, answer.dimensions, input);
}

export function planFrom(answer: Answer, input: PlanInput): Plan {
	const planned = completed(plannedFrom(answer, input), input);
	return {
		dimensions: dimensionsOf(answer.dimensions, planned, input.route),
		subQuestions: planned.map((one, at) => ({ ...one, id: `q${at + 1}`, origin: "plan" })),
	};
}

function partsOf({ question, route, readings, depth }: PlanInput): PromptPart[] {
	const shown = readings.map(({ text, kind, weight }, at) => `r${at + 1} (${kind}, ${weight}) ${oneLine(text, 500)}`);
	return [
		questionPart(question),
		routePart(route),
		{ title: "Readings", text: shown.join("\n"), kind: "own" },
		planRoom(depth),
	];
}

export function planRoom({ subQuestions }: Depth): PromptPart {
	return { title: "Room", text: `At most ${subQuestions} sub-questions.`, kind: "own" };
}

/** The model's sub-questions without repeats, with names for numbers. */
function plannedFrom({ subQuestions }: Answer, { route, readings }: PlanInput): Planned[] {
	const known = new Set<string>();
	return subQuestions.slice(0, readMax).flatMap(({ question, dimension, stance, priority, ...rest }): Planned[] => {
		const text = oneLine(question, questionLongest);
		if (text === "" || known.has(comparisonForm(text))) return [];
		known.add(comparisonForm(text));
		const value = named(route.values, "v", rest.value);
		const subject = named(route.subjects, "s", rest.subject);
		const names = lines(rest.names, focusMax, focusLongest);
		const queries = lines(rest.queries, queriesMax, queryLongest);
		return [
			{
				text,
				dimension,
				stance,
				// An adversarial search may find nothing, so only a synthesis waits for it.
				priority: stance === "adversarial" && route.shape !== "synthesis" ? "optional" : priority,
				readingId: (numbered(readings, rest.reading, "r") ?? readings[0])?.id ?? "r1",
				focus: names.length > 0 ? names : subject === undefined ? route.subjects.slice(0, 3) : [subject],
				...(value === undefined ? {} : { value }),
				...(subject === undefined ? {} : { subject }),
				threads: queries.length > 0 ? queries : [text],
			},
		];
	});
}

/** A value or subject of the route, by its number or by its name. */
function named(names: readonly string[], letter: string, given: string): string | undefined {
	return numbered(names, given, letter) ?? names.find((name) => comparisonForm(name) === comparisonForm(given));
}
