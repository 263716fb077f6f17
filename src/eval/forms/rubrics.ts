import { isRecord } from "../../base/json.ts";
import type { Criterion, CriterionKind, EvalQuestion, Verdicts } from "../question.ts";
import type { Figure, Form } from "./form.ts";
import { numbered, numberField, optionalText, recordsField, textField, textsField } from "./record.ts";

/** Criteria of some kinds with what their verdict counts; undefined where one was not judged. */
function judged({ criteria }: EvalQuestion, verdicts: Verdicts, kinds: readonly CriterionKind[]) {
	const own = criteria.filter(({ kind }) => kinds.includes(kind));
	const met = own.map((criterion) => ({ criterion, met: verdicts.get(criterion.id)?.met }));
	return met.every((one): one is { criterion: Criterion; met: number } => typeof one.met === "number")
		? met
		: undefined;
}

/** Σ weight · met / Σ positive weights. Undefined without positive weights. */
function weightedScore(met: readonly { criterion: Criterion; met: number }[] | undefined): number | undefined {
	const most = met?.reduce((sum, { criterion }) => sum + Math.max(0, criterion.weight), 0);
	if (!met || !most) return undefined;
	return met.reduce((sum, one) => sum + one.criterion.weight * one.met, 0) / most;
}

const clamped = (score: number | undefined) => (score === undefined ? undefined : Math.min(1, Math.max(0, score)));

/** The weighted score of each section of a form, clamped to 0–1. `sections`: names as the records have them, with their words. */
function sectionFigures(kind: CriterionKind, sections: Readonly<Record<string, string>>): Figure[] {
	return Object.entries(sections).map(([section, label]) => ({
		...{ name: section.replace(/[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase()), label, by: [kind] },
		value: (question, verdicts) => {
			const criteria = question.criteria.filter((one) => one.section === section);
			return clamped(weightedScore(judged({ ...question, criteria }, verdicts, [kind])));
		},
	}));
}

/** The share of criteria that a report passes: it meets what it should, and not what it should not. */
function passRate(kind: CriterionKind): Figure {
	return {
		...{ name: "passRate", label: "criteria passed", by: [kind] },
		value(question, verdicts) {
			const all = judged(question, verdicts, [kind]);
			return (
				all && [all.filter(({ criterion, met }) => (criterion.weight < 0 ? met === 0 : met === 1)).length, all.length]
			);
		},
	};
}

/**
 * ResearchRubrics (Sharma et al. 2025, arXiv:2511.07685; records of `processed_data.jsonl`: `prompt`, `sample_id`, `rubrics` with `criterion`,
 * `weight`, `axis`): Σ w·m / Σ positive w, where m is 1, 0.5 or 0 (ternary); the binary figure counts a partial one as 0.
 */
export const researchRubrics: Form = {
	name: "research-rubrics",
	title: "weighted rubrics, graded in three steps",
	defined: "ResearchRubrics (arXiv:2511.07685)",
	figures: [
		{
			...{ name: "score", label: "rubric score", by: ["rubric"], headline: true },
			value: (question, verdicts) => weightedScore(judged(question, verdicts, ["rubric"])),
		},
		{
			...{ name: "binaryScore", label: "rubric score, partly met counts nothing", by: ["rubric"] },
			value: (question, verdicts) =>
				weightedScore(judged(question, verdicts, ["rubric"])?.map((one) => ({ ...one, met: Math.floor(one.met) }))),
		},
		passRate("rubric"),
	],
	parse: (record) => ({
		id: optionalText(record, "sample_id", "task_name", "id"),
		question: textField(record, "prompt", "question"),
		part: optionalText(record, "domain"),
		criteria: rubricsOf(recordsField(record, "rubrics"), "rubric"),
	}),
};

function rubricsOf(records: readonly Record<string, unknown>[], kind: CriterionKind): Criterion[] {
	if (records.length === 0) throw new Error("it has no rubrics");
	return numbered(
		"r",
		records.map((one) => ({
			...{ kind, text: textField(one, "criterion", "title", "requirement", "point") },
			weight: numberField(one, "weight", 1),
			section: optionalText(one, "axis", "category", "section"),
		})),
	);
}

/**
 * DRACO (Zhong et al. 2026, arXiv:2602.11685; `problem`, and as JSON text in `answer` the rubric: `sections` with `criteria` of `requirement`
 * and `weight`, negative for errors): Σ w·met / Σ positive w, clamped to 0–1; and the same of its four sections. A judge is not told weights.
 */
export const draco: Form = {
	name: "draco",
	title: "weighted rubrics in four sections, errors with negative weights",
	defined: "DRACO (arXiv:2602.11685)",
	figures: [
		{
			...{ name: "score", label: "normalised score", by: ["check"], headline: true },
			value: (question, verdicts) => clamped(weightedScore(judged(question, verdicts, ["check"]))),
		},
		passRate("check"),
		...sectionFigures("check", {
			"factual-accuracy": "factual accuracy",
			"breadth-and-depth-of-analysis": "breadth and depth of analysis",
			"presentation-quality": "presentation quality",
			"citation-quality": "citation quality",
		}),
	],
	parse(record) {
		const rubric: unknown = typeof record.answer === "string" ? JSON.parse(record.answer) : record.answer;
		if (!isRecord(rubric)) throw new Error('"answer" is no rubric');
		const sections = recordsField(rubric, "sections");
		return {
			...{
				id: optionalText(record, "id"),
				question: textField(record, "problem"),
				part: optionalText(record, "domain"),
			},
			criteria: numbered(
				"r",
				sections.flatMap((section) =>
					rubricsOf(recordsField(section, "criteria"), "check").map(({ id: _, ...one }) => ({
						...one,
						section: textField(section, "id", "title")
							.toLowerCase()
							.replace(/[^a-z]+/g, "-"),
					})),
				),
			),
		};
	},
};

/**
 * DeepResearch Bench II (Li et al. 2026, arXiv:2601.08536; `tasks_and_rubrics.jsonl`: `content.rubric` with `info_recall`, `analysis`,
 * `presentation`): the share of binary rubrics that are met, in all and of each dimension. Reading the blocked article is not detected.
 */
export const deepResearchBench2: Form = {
	name: "deepresearch-bench-2",
	title: "binary rubrics of three dimensions",
	defined: "DeepResearch Bench II (arXiv:2601.08536)",
	figures: [
		{
			...{ name: "score", label: "rubrics met", by: ["check"], headline: true },
			value: (question, verdicts) => weightedScore(judged(question, verdicts, ["check"])),
		},
		...sectionFigures("check", {
			info_recall: "information recall",
			analysis: "analysis",
			presentation: "presentation",
		}),
	],
	parse(record) {
		const content = isRecord(record.content) ? record.content : record;
		const { rubric } = content;
		if (!isRecord(rubric)) throw new Error('it has no "rubric"');
		const criteria = Object.keys(rubric).flatMap((section) =>
			textsField(rubric, section).map((text) => ({ kind: "check" as const, text, weight: 1, section })),
		);
		return {
			...{ id: optionalText(record, "id"), question: textField(record, "prompt"), part: optionalText(record, "theme") },
			criteria: numbered("r", criteria),
		};
	},
};

/**
 * DeepResearch Bench (Du et al. 2025, arXiv:2506.11763; `prompt`, and `criteria` with `dimension_weight` and `criterions` of `criterion`,
 * `explanation`, `weight`): each criterion from 0 to 10, weighted within its dimension, dimensions weighted. RACE divides by the sum of this and the same of a
 * reference report; here it is the report's own share of the maximum, as no reference is graded, so it is not the figure of the leaderboard.
 */
export const deepResearchBench: Form = {
	name: "deepresearch-bench",
	title: "weighted criteria of four dimensions, from 0 to 10",
	defined: "DeepResearch Bench (arXiv:2506.11763), without a reference report",
	figures: [
		{
			...{ name: "score", label: "weighted grade (no reference report)", by: ["scale"], headline: true },
			value: (question, verdicts) => weightedScore(judged(question, verdicts, ["scale"])),
		},
		...sectionFigures("scale", {
			comprehensiveness: "comprehensiveness",
			insight: "insight",
			instruction_following: "instruction following",
			readability: "readability",
		}),
	],
	parse(record) {
		const { criteria } = record;
		if (!isRecord(criteria) || !isRecord(criteria.criterions)) throw new Error('it has no "criteria"');
		const weights = isRecord(criteria.dimension_weight) ? criteria.dimension_weight : {};
		const { criterions } = criteria;
		return {
			...{ id: optionalText(record, "id"), question: textField(record, "prompt"), part: optionalText(record, "topic") },
			criteria: numbered(
				"d",
				Object.keys(criterions).flatMap((section) =>
					recordsField(criterions, section).map((one) => ({
						...{ kind: "scale" as const, section },
						text: [textField(one, "criterion"), optionalText(one, "explanation")].filter(Boolean).join(": "),
						weight: numberField(one, "weight", 1) * numberField(weights, section, 1),
					})),
				),
			),
		};
	},
};

/**
 * ResearcherBench (Xu et al. 2025, arXiv:2507.16280; `rubric.json`: `rubric` with `point` and `weight` 1–3): the weighted share of covered
 * points, beside faithfulness (cited claims that their source supports) and groundedness (claims that cite one).
 */
export const researcherBench: Form = {
	name: "researcher-bench",
	title: "weighted coverage of expert points, faithfulness and groundedness",
	defined: "ResearcherBench (arXiv:2507.16280)",
	citations: { precision: "faithfulness", recall: "groundedness", partly: 0 },
	figures: [
		{
			...{ name: "coverage", label: "weighted coverage", by: ["check"], headline: true },
			value: (question, verdicts) => weightedScore(judged(question, verdicts, ["check"])),
		},
	],
	parse: (record) => ({
		...{
			id: optionalText(record, "id"),
			question: textField(record, "question"),
			part: optionalText(record, "category"),
		},
		criteria: rubricsOf(recordsField(record, "rubric"), "check"),
	}),
};
