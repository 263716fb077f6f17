import type { SubQuestion } from "../../src/evidence/plan.ts";
import type { Route } from "../../src/evidence/question.ts";
import type { Page } from "../../src/evidence/source.ts";

/** A question for one value, as the roles are told of it. */
export const lookupRoute: Route = {
	shape: "lookup",
	answerType: "number",
	values: ["default timeout"],
	subjects: ["Heron"],
	recency: false,
	highStakes: false,
	effort: "fact_check",
	reason: "one value",
};

export function subQuestionOf(more: Partial<SubQuestion> = {}): SubQuestion {
	return {
		id: "q1",
		text: "What is the default timeout of Heron?",
		dimension: "factual",
		stance: "supporting",
		priority: "core",
		readingId: "r1",
		origin: "plan",
		focus: ["Heron"],
		threads: ["Heron default timeout"],
		...more,
	};
}

/** A page whose address must not be shown to a model. */
export function pageOf(text: string, more: Partial<Page> = {}): Page {
	const url = more.url ?? "file:///somewhere/private/heron.md";
	const marks = [{ start: 0, locator: { kind: "line", line: 1 } as const }];
	return { url, title: "Heron", kind: "markdown", label: "heron.md", origin: url, text, hash: "h", marks, ...more };
}
