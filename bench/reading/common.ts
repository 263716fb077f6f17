import type { Claim, ExtractedClaim } from "../../src/evidence/claim.ts";
import type { SubQuestion } from "../../src/evidence/plan.ts";
import type { AnswerType, Route } from "../../src/evidence/question.ts";
import type { Page } from "../../src/evidence/source.ts";
import { sentencesIn } from "../../src/text/sentences.ts";
import { isStopWord, stemsOf, wordsIn } from "../../src/text/words.ts";

export function pageOf(id: string, title: string, text: string): Page {
	const url = `file:///bench#${id}`;
	return {
		url,
		title,
		kind: "record",
		label: id,
		origin: url,
		text,
		hash: id,
		marks: [{ start: 0, locator: { kind: "line", line: 1 } }],
	};
}

export function routeOf(answerType: AnswerType): Route {
	return {
		shape: "lookup",
		answerType,
		values: [],
		subjects: [],
		recency: false,
		highStakes: false,
		effort: "fact_check",
		reason: "bench",
	};
}

export function subQuestionOf(text: string): SubQuestion {
	return {
		id: "q1",
		text,
		dimension: "factual",
		stance: "supporting",
		priority: "core",
		readingId: "r1",
		origin: "plan",
		focus: [],
		threads: [text],
	};
}

export function claimOf(extracted: ExtractedClaim, sourceId: string, id: string): Claim {
	return { ...extracted, id, sourceId, subQuestionIds: ["q1"], locator: { kind: "line", line: 1 } };
}

/** What answers are compared by: lower case, no articles, no punctuation (SQuAD's rule). */
export function normal(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s]/gu, "")
		.replace(/\b(?:a|an|the)\b/g, " ")
		.replace(/\s+/g, " ")
		.trim();
}

/** Token F1 of two answers. */
export function tokenF1(a: string, b: string): number {
	const [left, right] = [normal(a).split(" "), normal(b).split(" ")];
	const counts = new Map<string, number>();
	for (const word of right) counts.set(word, (counts.get(word) ?? 0) + 1);
	let shared = 0;
	for (const word of left) {
		const count = counts.get(word) ?? 0;
		if (count === 0) continue;
		shared++;
		counts.set(word, count - 1);
	}
	return (2 * shared) / (left.length + right.length);
}

function content(text: string): Set<string> {
	return new Set(wordsIn(text).flatMap(({ lower }) => (isStopWord(lower) ? [] : stemsOf(lower))));
}

/** Baselines: a page's first sentences, and those that share most stems with the question. */
export function leadSentences(text: string, k: number): string[] {
	return sentencesIn(text)
		.slice(0, k)
		.map((sentence) => sentence.text);
}

export function overlapSentences(question: string, text: string, k: number): string[] {
	const asked = content(question);
	return sentencesIn(text)
		.map((sentence, order) => ({
			sentence,
			order,
			shared: [...content(sentence.text)].filter((stem) => asked.has(stem)).length,
		}))
		.toSorted((a, b) => b.shared - a.shared || a.order - b.order)
		.slice(0, k)
		.map(({ sentence }) => sentence.text);
}
