import { expect, test } from "vitest";
import { countTerms } from "../../../text/term-statistics.ts";
import { scoreByCentrality } from "./centrality.ts";
import type { QuotablePassage } from "./find-passages.ts";
import type { ScoredPassage } from "./score-passages.ts";

function passageOf(text: string, score: number): ScoredPassage {
	const pieces = text.split("\n").map((line) => ({ kind: "prose" as const, start: 0, end: line.length, text: line }));
	const passage: QuotablePassage = { sourceId: text, kind: "paragraph", path: [], pieces, opens: false };
	return { passage, claims: [], counts: countTerms(text), score, covered: [] };
}

const texts = (found: readonly ScoredPassage[]) =>
	found.toSorted((a, b) => b.score - a.score).map(({ passage }) => passage.sourceId);

test("on a broad matter, what several passages say scores higher than the repeated question", () => {
	const again = passageOf("Why do bridges fail? Here is why bridges fail.", 1);
	const first = passageOf("Scour of the foundations makes bridges fail in floods.", 0.5);
	const second = passageOf("Floods wash out foundations by scour, and the bridges fall.", 0.5);
	const other = passageOf("Corrosion and floods weaken bridges and their foundations.", 0.5);
	expect(texts(scoreByCentrality([again, first, second, other], true))[0]).not.toBe(again.passage.sourceId);
});

test("captions and menus beside a sentence lower a passage's score", () => {
	const plain = passageOf("Scour of the foundations makes bridges fail in floods.", 1);
	const mixed = passageOf(
		"Scour of the foundations makes bridges fail in floods.\nRead more\nShare this story\nBy our staff",
		1,
	);
	expect(texts(scoreByCentrality([mixed, plain], true))[0]).toBe(plain.passage.sourceId);
});

test("in English, words without a verb make no statement", () => {
	const plain = passageOf("Scour of the foundations makes bridges fail in floods.", 0.5);
	const place = passageOf("Department of Bridges and Foundations, University of Lunsay.", 1);
	const [first, second] = scoreByCentrality([place, plain], true).toSorted((a, b) => b.score - a.score);
	expect(first?.passage.sourceId).toBe(plain.passage.sourceId);
	expect(second?.score).toBe(0);
	expect(scoreByCentrality([place, plain], false).every(({ score }) => score > 0)).toBe(true);
});
