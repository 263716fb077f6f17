import { z } from "zod";
import type { RequestedForm, Route } from "../../../evidence/question.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import {
	distinctLines,
	onFirstAnswer,
	optionalList,
	optionalText,
	questionPart,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";

/** Values, and subjects, of one question, at most. The largest table has 6 × 6 cells. */
const namesMax = 6;
const nameLongest = 120;
const reasonLongest = 200;
const audienceLongest = 100;

/** The report's form that a question asks for; each field is null where it asks for none. */
const formSchema = z.object({
	words: withDefault(z.number(), 0),
	items: withDefault(z.number(), 0),
	table: withDefault(z.boolean(), false),
	language: optionalText,
	audience: optionalText,
});

export const routeSchema = z.object({
	reason: optionalText,
	shape: z.enum(["lookup", "extraction", "synthesis"]),
	answerType: z.enum(["number", "date", "person", "place", "organization", "yes_no", "list", "entity", "explanation"]),
	values: optionalList,
	subjects: optionalList,
	recency: z.boolean(),
	highStakes: z.boolean(),
	effort: z.enum(["fact_check", "comparison", "complex"]),
	form: z.preprocess((given) => given ?? {}, formSchema),
});
type RouteAnswer = z.infer<typeof routeSchema>;

/** METHOD §1: what kind of report and answer the question calls for. */
export async function route(asker: Asker, input: { question: string }, context?: RoleContext): Promise<Route> {
	const answer = await asker.ask(
		{ role: "route", parts: [questionPart(input.question)], schema: routeSchema, fault: onFirstAnswer(routeFault) },
		context,
	);
	return toRoute(answer, input.question);
}

export function toRoute(answer: RouteAnswer, question: string): Route {
	const { shape, recency, highStakes, effort } = answer;
	const values = distinctLines(answer.values, namesMax, nameLongest);
	const synthesis = shape === "synthesis";
	return {
		shape,
		answerType: synthesis ? "explanation" : answer.answerType,
		// A lookup or a table without a value would never be complete, so the question itself becomes the value.
		values: synthesis ? [] : values.length > 0 ? values : [truncatedLine(question, nameLongest)],
		subjects: distinctLines(answer.subjects, namesMax, nameLongest),
		recency,
		highStakes,
		effort,
		form: toRequestedForm(answer.form),
		reason: truncatedLine(answer.reason, reasonLongest) || `taken for a ${shape}`,
	};
}

function toRequestedForm({ words, items, table, language, audience }: RouteAnswer["form"]): RequestedForm {
	const code = /^[a-z]{2,3}\b/.exec(language.trim().toLowerCase())?.[0];
	const audienceLine = truncatedLine(audience, audienceLongest);
	return {
		...(words >= 1 ? { words: Math.round(words) } : {}),
		...(items >= 1 ? { items: Math.round(items) } : {}),
		...(table ? { table } : {}),
		...(code ? { language: code } : {}),
		...(audienceLine === "" ? {} : { audience: audienceLine }),
	};
}

export function routeFault({ shape, values }: RouteAnswer): string | undefined {
	return shape !== "synthesis" && distinctLines(values, namesMax, nameLongest).length === 0
		? `"values" is empty, but a ${shape} has at least one value to capture: name it as a short noun phrase`
		: undefined;
}
