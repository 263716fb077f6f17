import { expect, test } from "vitest";
import { checklistCriteria } from "../dimensions.ts";
import { lostCriteria, wantedCriteria } from "../failures/lost-criteria.ts";
import { gradings } from "../judge-grader.ts";
import type { EvalQuestion, Verdict } from "../question.ts";
import { allFiguresOf, citationPrefix, citedShare } from "./form.ts";
import { forms } from "./index.ts";

/** A question of a form, and its figures when a judge gives these verdicts to its criteria, in order. */
function graded(name: string, record: Record<string, unknown>, labels: readonly string[], more: Verdict[] = []) {
	const form = forms.get(name);
	if (!form) throw new Error(`no form ${name}`);
	const question: EvalQuestion = { ...form.parse(record), id: "q" };
	const verdicts = [
		...question.criteria.map(({ id, kind }, at): Verdict => {
			const label = labels[at] ?? "unjudged";
			return { criterion: id, judge: "x:judge", label, met: gradings[kind]?.labels[label] ?? null, why: "" };
		}),
		...more,
	];
	const byCriterion = new Map(verdicts.map((one) => [one.criterion, one]));
	const figures = allFiguresOf(form).map((figure) => [figure.name, figure.value(question, byCriterion)] as const);
	return { question, figures: Object.fromEntries(figures.filter(([, value]) => value !== undefined)) };
}

const cited = (at: number, label: string): Verdict => ({
	...{ criterion: `${citationPrefix}${at}`, judge: "x:judge", label, why: "" },
	met: gradings.citation?.labels[label] ?? null,
});
const share = (score: number): Verdict => ({
	...{ criterion: citedShare, judge: "code", label: "counted", met: null, score, why: "" },
});

test("ResearchRubrics: Σ w·m / Σ positive w, a fault of negative weight taken off, a partial verdict half or nothing", () => {
	const rubrics = [
		{ criterion: "Names the year", weight: 5, axis: "Explicit Criteria" },
		{ criterion: "Weighs the costs", weight: 3 },
		{ criterion: "Invents a source", weight: -4 },
	];
	const record = { prompt: "Why?", sample_id: "s1", domain: "AI", rubrics };
	const { question, figures } = graded("research-rubrics", record, ["met", "partly", "met"]);
	expect(question).toMatchObject({ question: "Why?", part: "AI" });
	expect(figures.score).toBeCloseTo((5 + 1.5 - 4) / 8);
	expect(figures.binaryScore).toBeCloseTo((5 - 4) / 8);
	expect(figures.passRate).toEqual([1, 3]);
	// The published score is not clamped.
	expect(graded("research-rubrics", record, ["unmet", "unmet", "met"]).figures.score).toBe(-0.5);
});

test("DRACO: the same clamped to 0–1, its sections apart, and a criterion passed when an error is not made", () => {
	const sections = [
		{
			id: "factual-accuracy",
			criteria: [
				{ weight: 10, requirement: "States 41 m" },
				{ weight: -20, requirement: "States 90 m" },
			],
		},
		{ id: "citation-quality", criteria: [{ weight: 5, requirement: "Cites the survey" }] },
	];
	const record = { id: "d1", domain: "Law", problem: "How tall?", answer: JSON.stringify({ sections }) };
	const bad = graded("draco", record, ["met", "met", "met"]).figures;
	expect(bad).toMatchObject({ score: 0, factualAccuracy: 0, citationQuality: 1, passRate: [2, 3] });
	const good = graded("draco", record, ["met", "unmet", "unmet"]).figures;
	expect(good).toMatchObject({ score: 10 / 15, factualAccuracy: 1, citationQuality: 0, passRate: [2, 3] });
	expect(good.presentationQuality).toBeUndefined();
});

test("DeepResearch Bench: grades from 0 to 10 weighted within dimensions, and dimensions weighted", () => {
	const criteria = {
		dimension_weight: { insight: 0.75, readability: 0.25 },
		criterions: {
			insight: [
				{ criterion: "Depth", explanation: "why", weight: 0.5 },
				{ criterion: "Novelty", explanation: "new", weight: 0.5 },
			],
			readability: [{ criterion: "Order", explanation: "clear", weight: 1 }],
		},
	};
	const { figures } = graded("deepresearch-bench", { id: 51, prompt: "Report on it", criteria }, ["8", "4", "10"]);
	expect(figures.score).toBeCloseTo(0.75 * 0.6 + 0.25 * 1);
	expect(figures.insight).toBeCloseTo(0.6);
	expect(figures.readability).toBeCloseTo(1);
});

test("DeepResearch Bench II: the share of binary rubrics met, in all and of each dimension", () => {
	const rubric = { info_recall: ["States 5.6", "States 27"], analysis: ["Explains it"], presentation: ["Has a table"] };
	const record = { id: "task7", prompt: "Report", theme: "Finance", content: { task: "Report", rubric } };
	const { figures } = graded("deepresearch-bench-2", record, ["met", "unmet", "met", "met"]);
	expect(figures).toEqual({ score: 0.75, infoRecall: 0.5, analysis: 1, presentation: 1 });
});

test("DeepResearchGym: key points by their three verdicts, quality as a mean, citations full 1 and partial ½", () => {
	const key_points = ["A", "B", "C", "D"].map((point_content, at) => ({ point_number: at + 1, point_content }));
	const labels = ["supported", "supported", "contradicted", "omitted", ...Array(6).fill("5")];
	const more = [cited(1, "full"), cited(2, "partial"), cited(3, "unsupported"), share(0.6)];
	const { figures } = graded("deepresearch-gym", { id: "1", query: "why?", key_points }, labels, more);
	expect(figures).toMatchObject({ supported: 0.5, omitted: 0.25, contradicted: 0.25, quality: 0.5 });
	expect(figures).toMatchObject({ citationPrecision: [1.5, 3], citationRecall: 0.6 });
});

test("DeepScholar-Bench: nuggets full or half, vital ones apart; references are a matter of code", () => {
	const nuggets = [
		{ text: "It is hard", importance: "vital" },
		{ text: "It is old", importance: "okay" },
	];
	const record = { id: "p", title: "On towers", abstract: "…", gold: ["w1", "w2"], nuggets };
	const { question, figures } = graded("deepscholar", record, ["", "", "met", "partly", "7"], [cited(1, "partial")]);
	expect(question.question).toBe("What does related work say about On towers?");
	expect(figures).toMatchObject({ nuggetCoverage: 0.75, vitalCoverage: 1, quality: 0.7, citationPrecision: [0, 1] });
});

test("ResearcherBench: weighted coverage, faithfulness over cited statements, groundedness over all", () => {
	const rubric = [
		{ point: "Explains it", weight: 3 },
		{ point: "Names two", weight: 1 },
	];
	const more = [cited(1, "full"), cited(2, "partial"), share(0.25)];
	const { figures } = graded("researcher-bench", { id: 1, question: "How?", rubric }, ["unmet", "met"], more);
	expect(figures).toEqual({ coverage: 0.25, citationPrecision: [1, 2], citationRecall: 0.25 });
});

test("a criterion that was not judged leaves its figure out: it never counts as unmet", () => {
	const rubrics = [
		{ criterion: "A", weight: 1 },
		{ criterion: "B", weight: 1 },
	];
	expect(graded("research-rubrics", { prompt: "Why?", rubrics }, ["met"]).figures).toEqual({});
});

test("human labels: a partial support is none where people had two labels, and one of three where they had three", () => {
	const two = { claim: "It is tall.", references: ["It is 41 m."], attribution_label: "not attributable", id: "a" };
	expect(graded("labelled-citations", two, ["partial"]).figures).toEqual({ asPeople: 1 });
	const three = { claim: "It is tall.", evidence: ["It is 41 m."], label: "partially_supported" };
	expect(graded("labelled-citations", three, ["partial"]).figures).toEqual({ asPeople: 1 });
	expect(graded("labelled-citations", three, ["full"]).figures).toEqual({ asPeople: 0 });
	expect(() => graded("labelled-citations", { ...three, label: "so-so" }, [])).toThrow('"so-so" is none of the labels');
});

test("key points of one's own: each dimension's checklist apart, and what it asks is no evidence that was lost", () => {
	const record = { question: "Why?", key_points: [{ text: "A", required: ["a"] }] };
	const labels = [
		"supported",
		...checklistCriteria.map(({ dimension }) => (dimension === "accuracy" ? "unmet" : "met")),
	];
	const { question, figures } = graded("key-points", record, labels);
	expect(figures).toMatchObject({ supported: 1, coverageChecks: 1, accuracyChecks: 0, synthesisChecks: 1 });
	const verdicts = checklistCriteria.map(({ id }) => ({ ...cited(1, "unsupported"), criterion: id }));
	expect(lostCriteria(question, verdicts)).toEqual([]);
	const run = { question: "q", repeat: 0, run: "r", measures: {}, verdicts };
	expect(wantedCriteria([question], [run])).toBe(1);
	// Of a question without an answer nothing is asked but that.
	const open = graded("key-points", { question: "Why?", unanswerable: true }, ["met"]);
	expect(open.question.criteria).toHaveLength(1);
	expect(open.figures).toMatchObject({ leftOpenJudged: 1 });
});

test("a question of a checklist that does not apply counts neither way, and so a statement about the evidence", () => {
	const record = { question: "Why?", key_points: [{ text: "A" }] };
	const coverage = checklistCriteria.filter(({ dimension }) => dimension === "coverage");
	const labels = [
		...["supported", "met", "not_applicable", "unmet"],
		...checklistCriteria.slice(coverage.length).map(() => "not_applicable"),
	];
	const more = [cited(1, "full"), cited(2, "about_sources")];
	const { figures } = graded("key-points", record, labels, more);
	expect(figures).toMatchObject({ coverageChecks: 0.5, citationPrecision: [1, 1] });
	// Where nothing applies there is no figure.
	expect(figures).not.toHaveProperty("synthesisChecks");
});
