import type { Depth, Dimension, DimensionKind, Plan } from "../../evidence/plan.ts";
import type { QuestionAnalysis, Reading, Route } from "../../evidence/question.ts";
import { formOf } from "./form.ts";
import { namesIn } from "./names.ts";
import type { Draft } from "./planning/draft.ts";
import { forExtraction, forLookup } from "./planning/narrow.ts";
import { forSynthesis } from "./planning/synthesis.ts";
import { threadsOf } from "./planning/threads.ts";
import { analysisOf, isBrief, withoutInstructions } from "./question/analysis.ts";
import { briefDrafts } from "./question/brief.ts";
import { clauseOf, nominalOf } from "./question/clause.ts";
import { foreignDrafts } from "./question/foreign.ts";
import { askedIn } from "./topic.ts";

/** METHOD §3: dimensions and first sub-questions, at most as many as the depth allows, one of them adversarial. */
export function plan(input: { question: string; route: Route; readings: Reading[]; depth: Depth }): Plan {
	const { route, depth } = input;
	const analysis = analysisOf(input.question, route);
	if (isBrief(analysis)) return planOf(briefDrafts(analysis, depth.subQuestions), input);
	const form = formOf(withoutInstructions(analysis));
	if (analysis.language !== "en") return planOf(foreignDrafts(analysis, form.whole), input);
	const asked = askedIn(form);
	const drafts =
		route.shape === "lookup"
			? forLookup(form, asked, route)
			: asked.table && route.shape === "extraction"
				? forExtraction(asked.table, depth.subQuestions)
				: judged(forSynthesis(asked), analysis);
	const kept: (Draft & { reading?: string })[] = fitted(drafts, depth.subQuestions);
	const readingId = input.readings[0]?.id ?? "r1";
	const lateral = route.shape === "lookup" && form.english ? lateralOf(input) : [];
	return {
		dimensions: dimensionsOf(kept),
		subQuestions: [...kept, ...lateral].map(({ text, focus, reading = readingId, ...rest }, index) => ({
			...rest,
			id: `q${index + 1}`,
			text,
			readingId: reading,
			origin: "plan",
			focus: focus ?? route.subjects.slice(0, 3),
			threads: threadsOf(text, rest.subject ?? asked.topic?.text ?? route.subjects[0] ?? "", route.shape !== "lookup"),
		})),
	};
}

/** A matter of judgement is searched as it was asked, and as what is disputed: the whole claim, not its subject alone. */
function judged(drafts: Draft[], { kind, asks }: QuestionAnalysis): Draft[] {
	const clause = kind === "judgement" ? clauseOf(asks[0] ?? "") : undefined;
	const whether = clause?.wh === "be" ? nominalOf(clause) : undefined;
	if (!whether) return drafts;
	return drafts.map((draft) =>
		draft.stance === "adversarial" ? { ...draft, text: `Is it disputed ${whether}?` } : draft,
	);
}

/** Sub-questions that bring their own queries. */
function planOf(
	drafts: readonly (Draft & { threads: string[] })[],
	{ route, readings }: { route: Route; readings: Reading[] },
): Plan {
	return {
		dimensions: dimensionsOf(drafts),
		subQuestions: drafts.map((draft, at) => ({
			...draft,
			focus: draft.focus ?? route.subjects.slice(0, 3),
			id: `q${at + 1}`,
			readingId: readings[0]?.id ?? "r1",
			origin: "plan",
		})),
	};
}

/** METHOD §2: another reading is searched too, should the literal one lead nowhere. */
function lateralOf({ readings, route }: { readings: Reading[]; route: Route }): (Draft & { reading: string })[] {
	return readings
		.filter(({ kind }) => kind !== "literal")
		.map(({ id, text }) => ({
			...{ text, dimension: "factual", stance: "supporting", priority: "optional", value: route.values[0] },
			...{ focus: namesIn(text), reading: id },
		}));
}

/** What was asked keeps its place first, then the adversarial one, then what the room leaves of the background. */
function fitted(drafts: readonly Draft[], room: number): Draft[] {
	const same = (text: string) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, " ")
			.trim();
	const unique = drafts.filter(
		(one, index) => drafts.findIndex((other) => same(other.text) === same(one.text)) === index,
	);
	if (unique.length <= room) return unique;
	const against = unique.find(({ stance }) => stance === "adversarial");
	const others = unique.filter((one) => one !== against);
	const ranked = [
		...others.filter(({ priority }) => priority === "core"),
		...others.filter(({ priority }) => priority !== "core"),
	];
	const kept = new Set([...ranked.slice(0, room - (against ? 1 : 0)), ...(against ? [against] : [])]);
	return unique.filter((one) => kept.has(one));
}

function dimensionsOf(drafts: readonly Draft[]): Dimension[] {
	const found = new Map<DimensionKind, string>();
	for (const { dimension, text } of drafts) if (!found.has(dimension)) found.set(dimension, text);
	return [...found].map(([kind, question]) => ({ kind, question }));
}
