import { contentHash, shortHash } from "../../src/base/hash.ts";
import type { Claim, TypedValue } from "../../src/evidence/claim.ts";
import type { SubQuestion } from "../../src/evidence/plan.ts";
import type { Route } from "../../src/evidence/question.ts";
import type { Hit, Page, Source } from "../../src/evidence/source.ts";

/** A claim as a reader would have made it, with only what a test is about spelled out. */
export function claimOf(text: string, more: Partial<Claim> = {}): Claim {
	const sourceId = more.sourceId ?? "s1";
	return {
		id: shortHash([text, sourceId]),
		text,
		quote: text,
		start: 0,
		class: "direct",
		stance: "supporting",
		relevance: 0.8,
		confidence: "medium",
		values: [],
		subject: "",
		sourceId,
		subQuestionIds: ["q1"],
		locator: { kind: "line", line: 1 },
		...more,
	};
}

export function sourceOf(id: string, more: Partial<Source> = {}): Source {
	const url = more.url ?? `file:///corpus/${id}.md`;
	return { id, url, title: id, label: `${id}.md`, kind: "markdown", origin: url, hash: shortHash(id), ...more };
}

export function numberValue(text: string, unit?: string): TypedValue {
	return { kind: "number", text, normal: text.replaceAll(",", ""), unit };
}

/** A page whose address must not be shown to a model. */
export function pageOf(text: string, more: Partial<Page> = {}): Page {
	const url = more.url ?? "file:///somewhere/private/heron.md";
	const marks = [{ start: 0, locator: { kind: "line", line: 1 } as const }];
	const hash = contentHash(text);
	return { url, title: "Heron", kind: "markdown", label: "heron.md", origin: url, text, hash, marks, ...more };
}

/** A search result: of the web if its address is. */
export function hitOf(url: string, title: string, snippet: string, more: Partial<Hit> = {}): Hit {
	const { protocol, hostname } = new URL(url);
	const kind = protocol === "file:" ? "markdown" : "html";
	const locator = { kind: "line", line: 1 } as const;
	const end = snippet.length;
	return { url, title, label: hostname || title, kind, snippet, start: 0, end, locator, score: 1, ...more };
}

/** A question for one value. */
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

/** A question for an explanation. */
export const synthesisRoute: Route = {
	...lookupRoute,
	shape: "synthesis",
	answerType: "explanation",
	values: [],
	subjects: [],
	effort: "complex",
	reason: "",
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

/** A plan without a sub-question. */
export const noPlan = { dimensions: [], subQuestions: [] };
