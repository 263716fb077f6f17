import { expect, test } from "vitest";
import { judgePulseByRules, type PulseFigures } from "./pulse.ts";

const pulse = (n: number, more: Partial<PulseFigures> = {}): PulseFigures => ({
	...{ n, objective: `objective ${n}`, newFacts: 10, newOrigins: 3, newPages: 5, reported: true },
	...{ gaps: ["the price of a licence"], followUps: ["Who pays for it?"] },
	...more,
});
const judged = (pulses: PulseFigures[], left = 3) =>
	judgePulseByRules({ question: "What is Heron?", pulses, report: "", left });

test("with gaps left and facts coming in, the first gap that no pulse looked for is the next objective", () => {
	expect(judged([pulse(1)])).toMatchObject({ decision: "continue", objective: "the price of a licence" });
	const second = pulse(2, { objective: "the price of a licence", newFacts: 11 });
	expect(judged([pulse(1), second])).toMatchObject({ decision: "continue", objective: "Who pays for it?" });
});

test.each([
	["no pulse is left", [pulse(1)], 0],
	["no gap is left", [pulse(1, { gaps: [], followUps: [] })], 3],
	["every gap was looked for", [pulse(1, { objective: "the price of a licence", followUps: [] })], 3],
	["the last pulse added nothing", [pulse(1, { newFacts: 0 })], 3],
	["density falls", [pulse(1), pulse(2, { newFacts: 4 })], 3],
] as const)("a campaign ends when %s, and says so", (_when, pulses, left) => {
	const { decision, objective, reason } = judged([...pulses], left);
	expect([decision, objective]).toEqual(["end", undefined]);
	expect(reason).not.toBe("");
});
