import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Dimension, DimensionKind, SubQuestion } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import { plan as byRules } from "../../rules/index.ts";
import { distinctLines } from "../prompt-parts.ts";

/** A sub-question without its id. */
export type PlannedSubQuestion = Omit<SubQuestion, "id" | "origin" | "from">;

export interface PlanContext {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
	/** Whether the plan may hold no adversarial sub-question. */
	onlySupporting?: boolean | undefined;
}

/** The weight from which a reading has its own sub-question. */
const weightyMin = 0.1;
const dimensionLongest = 300;
const dimensionsMax = 6;

/** The sub-questions with those that a plan must have, at most as many as the depth allows. */
export function completePlan(planned: readonly PlannedSubQuestion[], input: PlanContext): PlannedSubQuestion[] {
	const room = Math.max(1, input.depth.subQuestions);
	const complete = [...planned];
	if (!complete.some(({ stance }) => stance === "supporting")) complete.unshift(mainQuestion(input));
	for (const reading of missingReadings(complete, input.readings))
		complete.push(questionOfReading(reading, input.route));
	if (!input.onlySupporting && !complete.some(({ stance }) => stance === "adversarial"))
		complete.push(adversarialQuestion(input));
	const missing = missingCells(complete, input.route);
	if (missing.length === 0) {
		const kept = fitToRoom(complete, room);
		if (missingCells(kept, input.route).length === 0) return kept;
	}
	return fitToRoom(withCellQuestions(complete, input.route, room), room);
}

/** Keeps supporting sub-questions first, one check, then others that fit. The model's order stays. */
function fitToRoom(planned: readonly PlannedSubQuestion[], room: number): PlannedSubQuestion[] {
	if (planned.length <= room) return [...planned];
	const check = room > 1 ? planned.find(({ stance }) => stance === "adversarial") : undefined;
	const others = planned.filter((one) => one !== check);
	// Only one of several checks has a reserved place.
	const rank = ({ stance, priority }: PlannedSubQuestion) =>
		(stance === "supporting" ? 2 : 0) + (priority === "core" ? 1 : 0);
	const ranked = others.toSorted((a, b) => rank(b) - rank(a));
	const kept = new Set([...ranked.slice(0, room - (check ? 1 : 0)), ...(check ? [check] : [])]);
	return planned.filter((one) => kept.has(one));
}

export interface WantedCell {
	value: string;
	subject: string | undefined;
}

/** The cells of an extraction that no sub-question covers. One without a value asks for all values; one without a subject, for all. */
export function missingCells(planned: readonly PlannedSubQuestion[], { shape, values, subjects }: Route): WantedCell[] {
	if (shape !== "extraction") return [];
	const supporting = planned.filter(({ stance }) => stance === "supporting");
	const rows: (string | undefined)[] = subjects.length > 0 ? subjects : [undefined];
	return rows
		.flatMap((subject) => values.map((value) => ({ value, subject })))
		.filter((cell) => !supporting.some((one) => coversCell(one, cell)));
}

function coversCell(one: PlannedSubQuestion, { value, subject }: WantedCell): boolean {
	if (one.value !== undefined && one.value !== value) return false;
	if (subject === undefined) return true;
	if (one.subject !== undefined) return one.subject === subject;
	// It covers a whole column, or several rows that its text names.
	return one.value !== undefined || comparisonForm(one.text).includes(comparisonForm(subject));
}

/** One sub-question for each row or column, whichever are fewer, and the checks. Several share one where room is short. */
function withCellQuestions(planned: readonly PlannedSubQuestion[], route: Route, room: number): PlannedSubQuestion[] {
	const { values, subjects } = route;
	const checks = planned.filter(({ stance }) => stance === "adversarial");
	const places = Math.max(1, room - Math.min(1, checks.length));
	const byRow = subjects.length > 0 && (subjects.length <= places || subjects.length <= values.length);
	const readingId = planned[0]?.readingId ?? "r1";
	const subQuestions = splitNames(byRow ? subjects : values, places).map((group): PlannedSubQuestion => {
		const [only] = group;
		const text = byRow
			? cellQuestionText(values, group.join(", "))
			: cellQuestionText(group, subjects.length > 0 ? subjects.join(", ") : undefined);
		return {
			text,
			dimension: "factual",
			stance: "supporting",
			priority: "core",
			readingId,
			focus: (byRow ? group : subjects).slice(0, 6),
			...(group.length === 1 && only !== undefined ? (byRow ? { subject: only } : { value: only }) : {}),
			threads: [text],
		};
	});
	return [...subQuestions, ...checks];
}

/** Splits names into at most `places` groups of nearly equal size, in order. */
function splitNames(names: readonly string[], places: number): string[][] {
	const size = Math.ceil(names.length / places);
	const out: string[][] = [];
	for (let at = 0; at < names.length; at += size) out.push(names.slice(at, at + size));
	return out;
}

function cellQuestionText(values: readonly string[], of: string | undefined): string {
	return `${values.join(", ")}${of === undefined ? "" : ` — ${of}`}`;
}

/** Weighty readings that no sub-question follows. Sub-questions follow the likeliest one by default. */
export function missingReadings(planned: readonly PlannedSubQuestion[], readings: readonly Reading[]): Reading[] {
	const followed = new Set(planned.map(({ readingId }) => readingId));
	return readings.filter(({ id, weight }) => weight >= weightyMin && !followed.has(id));
}

function questionOfReading({ id, text }: Reading, route: Route): PlannedSubQuestion {
	return {
		text,
		dimension: "factual",
		stance: "supporting",
		priority: "core",
		readingId: id,
		focus: [],
		...(route.shape === "lookup" && route.values[0] !== undefined ? { value: route.values[0] } : {}),
		threads: [text],
	};
}

function mainQuestion({ question, readings, route }: PlanContext): PlannedSubQuestion {
	return questionOfReading(readings[0] ?? { id: "r1", kind: "literal", text: question, weight: 1 }, route);
}

/** The adversarial sub-question of the rules, else one in general words. */
function adversarialQuestion(input: PlanContext): PlannedSubQuestion {
	const { question, route, readings } = input;
	const byRule = byRules(input).subQuestions.find(({ stance }) => stance === "adversarial");
	const text =
		byRule?.text ??
		`What speaks against, or limits, what is commonly said about this: ${distinctLines([question], 1, 300)[0] ?? ""}`;
	return {
		text,
		dimension: "critical",
		stance: "adversarial",
		priority: route.shape === "synthesis" ? "core" : "optional",
		readingId: readings[0]?.id ?? "r1",
		focus: route.subjects.slice(0, 3),
		threads: byRule?.threads ?? [text],
	};
}

/** The dimensions, one of each kind, with those of the sub-questions and, for a synthesis, the three that it always has. */
export function completeDimensions(
	stated: readonly Dimension[],
	planned: readonly PlannedSubQuestion[],
	route: Route,
): Dimension[] {
	const out = new Map<DimensionKind, string>();
	const add = (kind: DimensionKind, question: string | undefined): void => {
		const line = distinctLines([question ?? ""], 1, dimensionLongest)[0];
		if (line !== undefined && !out.has(kind)) out.set(kind, line);
	};
	for (const { kind, question } of stated) add(kind, question);
	for (const { dimension, text } of planned) add(dimension, text);
	if (route.shape === "synthesis") {
		const topic = route.subjects.join(" and ") || "it";
		add("factual", `What is known about ${topic}?`);
		add("mechanistic", `How does ${topic} work?`);
		add("critical", `Where is what is said about ${topic} contested, and where does it not hold?`);
	}
	return [...out].map(([kind, question]) => ({ kind, question })).slice(0, dimensionsMax);
}
