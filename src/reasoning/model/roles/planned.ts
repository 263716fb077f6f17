import { comparisonForm } from "../../../base/text.ts";
import type { Depth, Dimension, DimensionKind, SubQuestion } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import { plan as byRules } from "../../extractive/index.ts";
import { lines } from "./parts.ts";

/** A sub-question before it has its number. */
export type Planned = Omit<SubQuestion, "id" | "origin" | "from">;

export interface PlanRoom {
	question: string;
	route: Route;
	readings: Reading[];
	depth: Depth;
}

/** A reading with this weight has a sub-question of its own. */
const weighty = 0.25;
const dimensionLongest = 300;
const dimensionsMax = 6;

/** A plan with all that it must have, at most as many sub-questions as the depth allows. */
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

/** What is asked keeps its place first, then one check, then what else there is room for; the model's order stays. */
function fitted(planned: readonly Planned[], room: number): Planned[] {
	if (planned.length <= room) return [...planned];
	const check = room > 1 ? planned.find(({ stance }) => stance === "adversarial") : undefined;
	const others = planned.filter((one) => one !== check);
	// Of several checks only one has a claim to its place.
	const rank = ({ stance, priority }: Planned) => (stance === "supporting" ? 2 : 0) + (priority === "core" ? 1 : 0);
	const ranked = others.toSorted((a, b) => rank(b) - rank(a));
	const kept = new Set([...ranked.slice(0, room - (check ? 1 : 0)), ...(check ? [check] : [])]);
	return planned.filter((one) => kept.has(one));
}

export interface CellWanted {
	value: string;
	subject: string | undefined;
}

/** The cells of an extraction that no sub-question covers. A sub-question without a value asks for all values, and so on. */
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
	// One for a whole column; or for several rows, which its words name.
	return one.value !== undefined || comparisonForm(one.text).includes(comparisonForm(subject));
}

/** One sub-question a row, or a column, whichever are fewer, and the checks that there were; rows share one where room is short. */
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

/** The names in at most so many groups of nearly equal size, in order. */
function shared(names: readonly string[], places: number): string[][] {
	const size = Math.ceil(names.length / places);
	const out: string[][] = [];
	for (let at = 0; at < names.length; at += size) out.push(names.slice(at, at + size));
	return out;
}

function asking(values: readonly string[], of: string | undefined): string {
	return `${values.join(", ")}${of === undefined ? "" : ` — ${of}`}`;
}

/** Weighty readings that no sub-question follows. The likeliest one is what sub-questions follow unless they say otherwise. */
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

/** The check that rules make of the question, else one in plain words. */
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

/** The dimensions as given, one of a kind; each sub-question's own is among them, and a synthesis has the three that it always has. */
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
