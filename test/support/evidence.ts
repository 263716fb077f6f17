import { shortHash } from "../../src/base/hash.ts";
import type { Claim, TypedValue } from "../../src/evidence/claim.ts";
import type { Source } from "../../src/evidence/source.ts";

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
	const url = `file:///corpus/${id}.md`;
	return { id, url, title: id, label: `${id}.md`, kind: "markdown", origin: url, hash: shortHash(id), ...more };
}

export function numberValue(text: string, unit?: string): TypedValue {
	return { kind: "number", text, normal: text.replaceAll(",", ""), unit };
}
