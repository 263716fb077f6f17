import type { Dimension, DimensionKind } from "../../../evidence/plan.ts";
import { cellsMissing, type Planned, type PlanRoom, readingsMissing } from "./planned.ts";

/** The dimensions that every synthesis has (METHOD §3). */
const always: readonly DimensionKind[] = ["factual", "mechanistic", "critical"];
/** Missing cells that the model is told, at most. */
const cellsNamed = 6;

/** What a plan lacks, in words for the model; undefined when it lacks nothing. */
export function lacking(
	planned: readonly Planned[],
	dimensions: readonly Dimension[],
	input: PlanRoom,
): string | undefined {
	const { route, depth } = input;
	const found: string[] = [];
	if (!planned.some(({ stance }) => stance === "adversarial"))
		found.push(
			route.shape === "synthesis"
				? "no sub-question is adversarial: one must look for what speaks against"
				: "no sub-question is adversarial: one must check whether other sources say otherwise",
		);
	if (!planned.some(({ stance }) => stance === "supporting"))
		found.push("no sub-question is supporting: at least one must look for the answer itself");
	if (route.shape === "synthesis") {
		const missing = always.filter((kind) => !dimensions.some((one) => one.kind === kind));
		if (missing.length > 0) found.push(`"dimensions" lacks ${missing.join(" and ")}`);
	}
	const cells = cellsMissing(planned, route);
	if (cells.length > 0)
		found.push(
			`no sub-question covers ${cells
				.slice(0, cellsNamed)
				.map(({ value, subject }) => (subject === undefined ? value : `${value} of ${subject}`))
				.join("; ")}${cells.length > cellsNamed ? `; and ${cells.length - cellsNamed} more` : ""}`,
		);
	const readings = readingsMissing(planned, input.readings);
	if (readings.length > 0 && planned.length < depth.subQuestions)
		found.push(`no sub-question follows the reading ${readings.map(({ id }) => id).join(", ")}`);
	if (planned.length > depth.subQuestions)
		found.push(`there are ${planned.length} sub-questions, and room for ${depth.subQuestions}`);
	return found.length > 0 ? found.join("; ") : undefined;
}
