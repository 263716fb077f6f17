import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Dimension, DimensionKind, SubQuestion } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import { plan as byRules } from "../../extractive/index.ts";
import { lines } from "./parts.ts";

/** A sub-question without its id. */
export type Planned = Omit<SubQuestion, "id" | "origin" | "from">;

export interface PlanRoom {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
}

/** The weight from which a reading has its own sub-question. */
const weighty = 0.25;
const dimensionLongest = 300;
const dimensionsMax = 6;

/** The sub-questions with those that a plan must have, at most as many as the depth allows. */
export function completed(planned: readonly Planned[], input: PlanRoom): Planned[] {
	const room = Math.max(1, input.depth.subQuestions);
	const whole = [...planned];
	if (!whole.some(({ stance }) => stance === "supporting")) whole.unshift(ownQuestion(input));
	for (const reading of readingsMissing(whole, input.readings)) whole.push(ofReading(reading, input.route));
	if (!whole.some(({ stance }) => stance === "adversarial")) whole.push(checkOf(input));
	const missing = cellsMissing(whole, input.route);
	if (missing.length === 0) {
		const kept = fitted(whole, room);
		if (cellsMissing(kept, input.route).length === 0) return kept;
	}
	return fitted(withCells(whole, input.route, room), room);
}

/** Keeps supporting sub-questions first, one check, then others that fit. The model's order stays. */
function fitted(planned: readonly Planned[], room: number): Planned[] {
	if (planned.length <= room) return [...planned];
	const check = room > 1 ? planned.find(({ stance }) => stance === "adversarial") : undefined;
	const others = planned.filter((one) => one !== check);
	// Only one of several checks has a reserved place.
	const rank = ({ stance, priority }: Planned) => (stance === "supporting" ? 2 : 0) + (priority === "core" ? 1 : 0);
	const ranked = others.toSorted((a, b) => rank(b) - rank(a));
	const kept = new Set([...ranked.slice(0, room - (check ? 1 : 0)), ...(check ? [check] : [])]);
	return planned.filter((one) => kept.has(one));
}

export interface CellWanted {
	value: string;
	subject: string | undefined;
}

/** The cells of an extraction that no sub-question covers. One without a value asks for all values; one without a subject, for all. */
export function cellsMissing(planned: readonly Planned[], { shape, values, subjects }: Route): CellWanted[] {
	if (shape !== "extraction") return [];
	const asking = planned.filter(({ stance }) => stance === "supporting");
	const rows: (string | undefined)[] = subjects.length > 0 ? subjects : [undefined];
	return rows
		.flatMap((subject) => values.map((value) => ({ value, subject })))
		.filter((cell) => !asking.some((one) => covers(one, cell)));
}

function covers(one: Planned, { value, subject }: CellWanted): boolean {
	if (one.value !== undefined && one.value !== value) return false;
	if (subject === undefined) return true;
	if (one.subject !== undefined) return one.subject === subject;
	// It covers a whole column, or several rows that its text names.
	return one.value !== undefined || comparisonForm(one.text).includes(comparisonForm(subject));
}

/** One sub-question for each row or column, whichever are fewer, and the checks. Several share one where room is short. */
function withCells(planned: readonly Planned[], route: Route, room: number): Planned[] {
	const { values, subjects } = route;
	const checks = planned.filter(({ stance }) => stance === "adversarial");
	const places = Math.max(1, room - Math.min(1, checks.length));
	const byRow = subjects.length > 0 && (subjects.length <= places || subjects.length <= values.length);
	const readingId = planned[0]?.readingId ?? "r1";
	const made = shared(byRow ? subjects : values, places).map((group): Planned => {
		const [only] = group;
		const text = byRow
			? asking(values, group.join(", "))
			: asking(group, subjects.length > 0 ? subjects.join(", ") : undefined);
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
	return [...made, ...checks];
}

/** Splits names into at most `places` groups of nearly equal size, in order. */
function shared(names: readonly string[], places: number): string[][] {
	const size = Math.ceil(names.length / places);
	const out: string[][] = [];
	for (let at = 0; at < names.length; at += size) out.push(names.slice(at, at + size));
	return out;
}

function asking(values: readonly string[], of: string | undefined): string {
	return `${values.join(", ")}${of === undefined ? "" : ` — ${of}`}`;
}

/** Weighty readings that no sub-question follows. Sub-questions follow the likeliest one by default. */
export function readingsMissing(planned: readonly Planned[], readings: readonly Reading[]): Reading[] {
	const followed = new Set(planned.map(({ readingId }) => readingId));
	return readings.filter(({ id, weight }) => weight >= weighty && !followed.has(id));
}

function ofReading({ id, text }: Reading, route: Route): Planned {
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

function ownQuestion({ question, readings, route }: PlanRoom): Planned {
	return ofReading(readings[0] ?? { id: "r1", kind: "literal", text: question, weight: 1 }, route);
}

/** The adversarial sub-question of the rules, else one in general words. */
function checkOf(input: PlanRoom): Planned {
	const { question, route, readings } = input;
	const made = byRules(input).subQuestions.find(({ stance }) => stance === "adversarial");
	const text =
		made?.text ??
		`What speaks against, or limits, what is commonly said about this: ${lines([question], 1, 300)[0] ?? ""}`;
	return {
		text,
		dimension: "critical",
		stance: "adversarial",
		priority: route.shape === "synthesis" ? "core" : "optional",
		readingId: readings[0]?.id ?? "r1",
		focus: route.subjects.slice(0, 3),
		threads: made?.threads ?? [text],
	};
}

/** The dimensions, one of each kind, with those of the sub-questions and, for a synthesis, the three that it always has. */
export function dimensionsOf(given: readonly Dimension[], planned: readonly Planned[], route: Route): Dimension[] {
	const out = new Map<DimensionKind, string>();
	const put = (kind: DimensionKind, question: string | undefined): void => {
		const line = lines([question ?? ""], 1, dimensionLongest)[0];
		if (line !== undefined && !out.has(kind)) out.set(kind, line);
	};
	for (const { kind, question } of given) put(kind, question);
	for (const { dimension, text } of planned) put(dimension, text);
	if (route.shape === "synthesis") {
		const topic = route.subjects.join(" and ") || "it";
		put("factual", `What is known about ${topic}?`);
		put("mechanistic", `How does ${topic} work?`);
		put("critical", `Where is what is said about ${topic} contested, and where does it not hold?`);
	}
	return [...out].map(([kind, question]) => ({ kind, question })).slice(0, dimensionsMax);
}
