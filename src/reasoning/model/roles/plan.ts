import { z } from "zod";
import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Plan } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	distinctLines,
	itemNumbered,
	optionalList,
	optionalText,
	questionPart,
	routePart,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";
import { completeDimensions, completePlan, type PlannedSubQuestion } from "./complete-plan.ts";
import { planShortcomings } from "./plan-shortcomings.ts";

const questionLongest = 400;
const queryLongest = 200;
/** Queries of one sub-question, at most: 1 for a narrow one, 2 for a broad one (METHOD §3, threads). */
const queriesMax = 2;
const focusMax = 6;
const focusLongest = 80;
/** Sub-questions of an answer that are read, at most. The best are kept when a plan may hold fewer. */
const subQuestionsMax = 24;

const kinds = ["factual", "mechanistic", "critical", "practical", "contextual"] as const;
export const planSchema = z.object({
	dimensions: withDefault(z.array(z.object({ kind: z.enum(kinds), question: z.string() })), []),
	subQuestions: z.array(
		z.object({
			question: z.string(),
			dimension: z.enum(kinds),
			stance: z.enum(["supporting", "adversarial"]),
			priority: z.enum(["core", "optional"]),
			reading: optionalText,
			value: optionalText,
			subject: optionalText,
			names: optionalList,
			queries: optionalList,
		}),
	),
});
type PlanAnswer = z.infer<typeof planSchema>;

export interface PlanInput {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
	/** Whether the plan may hold no adversarial sub-question. */
	onlySupporting?: boolean | undefined;
	known?: string[] | undefined;
}

/**
 * METHOD §3: dimensions and first sub-questions, at most as many as the depth allows. A plan must have an adversarial sub-question, each
 * cell of a table and each weighty reading. Code adds what is still missing after one repair.
 */
export async function plan(asker: Asker, input: PlanInput, context?: RoleContext): Promise<Plan> {
	const fault = (given: PlanAnswer, attempt?: 1 | 2) => planFault(given, input, attempt);
	return toPlan(await asker.ask({ role: "plan", parts: partsOf(input), schema: planSchema, fault }, context), input);
}

/** What is wrong with a plan: it has no sub-question, or, for the first answer only, it lacks something. */
export function planFault(answer: PlanAnswer, input: PlanInput, attempt?: 1 | 2): string | undefined {
	const planned = toPlanned(answer, input);
	if (planned.length === 0) return '"subQuestions" holds no question: give at least one';
	return attempt === 2 ? undefined : planShortcomings(planned, answer.dimensions, input);
}

export function toPlan(answer: PlanAnswer, input: PlanInput): Plan {
	const planned = completePlan(toPlanned(answer, input), input);
	return {
		dimensions: completeDimensions(answer.dimensions, planned, input.route),
		subQuestions: planned.map((one, at) => ({ ...one, id: `q${at + 1}`, origin: "plan" })),
	};
}

function partsOf({ question, route, readings, depth, onlySupporting, known }: PlanInput): PromptPart[] {
	const shown = readings.map(({ id, text, kind, weight }) => `${id} (${kind}, ${weight}) ${truncatedLine(text, 500)}`);
	return [
		questionPart(question),
		routePart(route),
		{ title: "Readings", text: shown.join("\n"), kind: "own" },
		planRoomPart(depth, onlySupporting),
		...knownPart(known),
	];
}

/** What earlier research found, which is text of pages. */
export function knownPart(known: readonly string[] = []): PromptPart[] {
	if (known.length === 0) return [];
	const rows = known.map((text) => `- ${truncatedLine(text, questionLongest)}`);
	const title = "Known from earlier research: ask for what is not in it";
	return [{ title, text: rows.join("\n"), kind: "data", cuttable: true }];
}

export function planRoomPart({ subQuestions }: Depth, onlySupporting = false): PromptPart {
	const stances = onlySupporting ? " All are supporting: this plan has no adversarial one." : "";
	return {
		title: "Room",
		text: `As many sub-questions as the question needs, at most ${subQuestions}.${stances}`,
		kind: "own",
	};
}

/** The model's sub-questions without repeats, with names for numbers. */
function toPlanned({ subQuestions }: PlanAnswer, { route, readings, onlySupporting }: PlanInput): PlannedSubQuestion[] {
	const seen = new Set<string>();
	return subQuestions
		.slice(0, subQuestionsMax)
		.flatMap(({ question, dimension, stance, priority, ...rest }): PlannedSubQuestion[] => {
			const text = truncatedLine(question, questionLongest);
			if (text === "" || seen.has(comparisonForm(text))) return [];
			if (onlySupporting && stance === "adversarial") return [];
			seen.add(comparisonForm(text));
			const value = routeName(route.values, "v", rest.value);
			const subject = routeName(route.subjects, "s", rest.subject);
			const names = distinctLines(rest.names, focusMax, focusLongest);
			const queries = distinctLines(rest.queries, queriesMax, queryLongest);
			return [
				{
					text,
					dimension,
					stance,
					// An adversarial search may find nothing, so only a synthesis waits for it.
					priority: stance === "adversarial" && route.shape !== "synthesis" ? "optional" : priority,
					readingId: (readingNamed(readings, rest.reading) ?? readings[0])?.id ?? "r1",
					focus: names.length > 0 ? names : subject === undefined ? route.subjects.slice(0, 3) : [subject],
					...(value === undefined ? {} : { value }),
					...(subject === undefined ? {} : { subject }),
					threads: queries.length > 0 ? queries : [text],
				},
			];
		});
}

/** A reading by its number. */
function readingNamed(readings: readonly Reading[], name: string): Reading | undefined {
	const number = /^\W*(?:r(?:eading)?)?\W*(\d{1,3})\W*$/iu.exec(name.trim())?.[1];
	return readings.find(({ id }) => id === `r${Number(number)}`);
}

/** A value or subject of the route, by its number or by its name. */
function routeName(names: readonly string[], letter: string, given: string): string | undefined {
	return itemNumbered(names, given, letter) ?? names.find((name) => comparisonForm(name) === comparisonForm(given));
}
