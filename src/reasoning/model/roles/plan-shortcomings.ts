import type { Dimension, DimensionKind } from "../../../evidence/plan.ts";
import { missingCells, missingReadings, type PlanContext, type PlannedSubQuestion } from "./complete-plan.ts";

/** The dimensions that every synthesis has (METHOD §3). */
const synthesisDimensions: readonly DimensionKind[] = ["factual", "mechanistic", "critical"];
/** Missing cells that the model is told, at most. */
const cellsNamed = 6;

/** What a plan lacks, in words for the model; undefined when it lacks nothing. */
export function planShortcomings(
	planned: readonly PlannedSubQuestion[],
	dimensions: readonly Dimension[],
	input: PlanContext,
): string | undefined {
	const { route, depth } = input;
	const lacks: string[] = [];
	if (!input.onlySupporting && !planned.some(({ stance }) => stance === "adversarial"))
		lacks.push(
			route.shape === "synthesis"
				? "no sub-question is adversarial: one must look for what speaks against"
				: "no sub-question is adversarial: one must check whether other sources say otherwise",
		);
	if (!planned.some(({ stance }) => stance === "supporting"))
		lacks.push("no sub-question is supporting: at least one must look for the answer itself");
	if (route.shape === "synthesis") {
		const missing = synthesisDimensions.filter((kind) => !dimensions.some((one) => one.kind === kind));
		if (missing.length > 0) lacks.push(`"dimensions" lacks ${missing.join(" and ")}`);
	}
	const cells = missingCells(planned, route);
	if (cells.length > 0)
		lacks.push(
			`no sub-question covers ${cells
				.slice(0, cellsNamed)
				.map(({ value, subject }) => (subject === undefined ? value : `${value} of ${subject}`))
				.join("; ")}${cells.length > cellsNamed ? `; and ${cells.length - cellsNamed} more` : ""}`,
		);
	const readings = missingReadings(planned, input.readings);
	if (readings.length > 0 && planned.length < depth.subQuestions)
		lacks.push(`no sub-question follows the reading ${readings.map(({ id }) => id).join(", ")}`);
	if (planned.length > depth.subQuestions)
		lacks.push(`there are ${planned.length} sub-questions, and room for ${depth.subQuestions}`);
	return lacks.length > 0 ? lacks.join("; ") : undefined;
}
