import { describe, expect, it, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { groupsOf } from "../../test/support/report.ts";
import { type AgreementInput, isConfirmed, isSameAnswer, weighAnswer } from "./agreement.ts";
import type { Confidence } from "./claim.ts";
import type { Answer } from "./report.ts";

const claims = [
	claimOf("The lighthouse was built in 1887.", { id: "a", sourceId: "s1" }),
	claimOf("Work on the lighthouse ended in 1887, says the board.", { id: "b", sourceId: "s2" }),
	claimOf("The keeper wrote that it was built in 1889.", { id: "c", sourceId: "s3" }),
];
const sources = ["s1", "s2", "s3"].map((id) => sourceOf(id));

function answerOf(text: string, ids: string[], confidence: Confidence = "medium"): Answer {
	return { text, claimIds: ids, confidence, alternatives: [], why: "A page states it." };
}

/** What workers found: an answer each, or nothing. */
function inputOf(answer: Answer | undefined, ...found: (Answer | undefined)[]): AgreementInput {
	const attempts = found.map((one, at) => ({ subQuestionId: `q${at + 2}`, answer: one }));
	const groups = groupsOf({ sources, claims });
	return { answer, attempts, answerType: "date", claims, groups, sources, countPages: false };
}

test.each([
	["1,887 m", "1887 m", "number", true],
	["12", "120", "number", false],
	["Varga", "Ilse Varga", "person", true],
	["Ilse Varga", "Maren Tveit", "person", false],
	["1887", "14 May 1887", "date", true],
	["Apollo 11", "Gemini 11", "entity", false],
	["Alice Smith (1984)", "Bob Jones (1984)", "person", false],
	["Paris", "not Paris", "place", false],
	["Yes", "No", "yes_no", false],
	["a; b", "B; A", "list", true],
	["a; b", "a", "list", false],
] as const)("%s and %s (%s): one answer: %s", (a, b, type, isOne) => {
	expect(isSameAnswer(a, b, type)).toBe(isOne);
	expect(isSameAnswer(b, a, type)).toBe(isOne);
});

describe("an answer that redundant workers looked for", () => {
	const first = answerOf("1887", ["a"]);
	const second = answerOf("1887", ["b"]);
	const other = answerOf("1889", ["c"]);

	it("rises when two agree from independent sources, and cites both", () => {
		const weighed = weighAnswer(inputOf(first, first, second, undefined));
		expect(weighed).toMatchObject({ text: "1887", confidence: "high", claimIds: ["a", "b"], alternatives: [] });
		expect(weighed?.why).toBe("A page states it; 2 of 3 workers found this, from independent sources");
	});

	it("does not rise when two agree from the same source", () => {
		const weighed = weighAnswer(inputOf(first, first, first));
		expect(weighed?.confidence).toBe("medium");
		expect(weighed?.why).toContain("2 of 2 workers found this, though not from independent sources");
	});

	it("does not rise by a second source that only the whole evidence holds", () => {
		expect(weighAnswer(inputOf(answerOf("1887", ["a", "b"]), first, first))?.confidence).toBe("medium");
	});

	it("falls when one found another answer, and both are shown", () => {
		const weighed = weighAnswer(inputOf(first, first, undefined, other));
		expect(weighed).toMatchObject({ text: "1887", confidence: "low" });
		expect(weighed?.alternatives).toEqual([{ text: "1889", claimIds: ["c"] }]);
		expect(weighed?.why).toContain("1 of 3 workers found this; 1 found another answer");
	});

	it("neither rises nor falls when most agree and one does not", () => {
		expect(weighAnswer(inputOf(first, first, second, other))?.confidence).toBe("medium");
	});

	it("that only one worker found is no answer of its own; that two found is one", () => {
		expect(weighAnswer(inputOf(undefined, first, undefined))).toBeUndefined();
		expect(weighAnswer(inputOf(undefined, first, second))).toMatchObject({ text: "1887", confidence: "high" });
	});

	it("is confirmed by a second independent source, whoever found it, and by nothing else", () => {
		expect(isConfirmed(inputOf(first, first, undefined))).toBe(false);
		expect(isConfirmed(inputOf(first, first, first))).toBe(false);
		expect(isConfirmed(inputOf(first, first, second))).toBe(true);
		expect(isConfirmed(inputOf(answerOf("1887", ["a", "b"]), first))).toBe(true);
		expect(isConfirmed(inputOf(undefined))).toBe(false);
	});
});

test("without workers an answer stays as it is", () => {
	const answer = answerOf("1887", ["a"]);
	expect(weighAnswer(inputOf(answer))).toBe(answer);
});
