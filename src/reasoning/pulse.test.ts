import { expect, test } from "vitest";
import { judgePulseByRules, type PulseFigures } from "./pulse.ts";

const [licence, owner] = ["What does a licence of Heron cost?", "Who owns Heron?"];
const pulse = (n: number, more: Partial<PulseFigures> = {}): PulseFigures => ({
	...{ n, objective: `objective ${n}`, newFacts: 10, newOrigins: 3, newPages: 5, reported: true, gaps: [] },
	...{ followUps: ["What is known about sitemap.html that bears on Heron?"] },
	core: [{ text: "What is Heron?" }, { text: owner, open: "low certainty" }, { text: licence, open: "uncovered" }],
	...more,
});
const judged = (pulses: PulseFigures[], left = 3) =>
	judgePulseByRules({ question: "What is Heron?", pulses, report: "", left });

test("the core sub-questions that are open are the next objective, in their own words, and no name that a page holds", () => {
	const decision = judged([pulse(1)]);
	expect(decision).toMatchObject({ decision: "continue", objective: licence, focus: [owner] });
	expect(decision.reason).toBe("2 of 3 core sub-questions are open: 1 uncovered, 1 of low certainty");
});

test("an open sub-question has a pulse of its own once; the newest pulse that found something says whether it is open", () => {
	const second = pulse(2, { objective: licence, focus: [owner], newFacts: 11 });
	const still = {
		...second,
		core: [
			{ text: licence, open: "uncovered" as const },
			{ text: owner },
			{ text: "What is Heron?", open: "uncovered" as const },
		],
	};
	expect(judged([pulse(1), still])).toMatchObject({
		decision: "end",
		reason: `what is open was looked for already: “${licence}” (uncovered)`,
	});
	const found = { ...second, core: [{ text: licence }, { text: owner }] };
	expect(judged([pulse(1), found])).toMatchObject({
		decision: "end",
		reason: "each core sub-question is covered, undisputed, and of more than low certainty",
	});
});

test.each([
	["no pulse is left", [pulse(1)], 0],
	["nothing is open, though pages name other things", [pulse(1, { core: [{ text: "What is Heron?" }] })], 3],
	["the last pulse added nothing", [pulse(1, { newFacts: 0 })], 3],
	["density falls", [pulse(1), pulse(2, { newFacts: 4 })], 3],
] as const)("a campaign ends when %s, and says so", (_when, pulses, left) => {
	const { decision, objective, reason } = judged([...pulses], left);
	expect([decision, objective]).toEqual(["end", undefined]);
	expect(reason).not.toBe("");
});
