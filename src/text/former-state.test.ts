import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedState, inAskedState, tellsFormer } from "./former-state.ts";

const things = ["pump K7", "crane at the quay", "boiler", "north gate", "mill"];
const units = ["litres per minute", "kg", "metres", "kW", "°C"];
const arbitrary = fc.record({
	thing: fc.constantFrom(...things),
	unit: fc.constantFrom(...units),
	years: fc.integer({ min: 2012, max: 2024 }),
	values: fc.uniqueArray(fc.integer({ min: 10, max: 900 }), { minLength: 2, maxLength: 2 }),
});

describe("the sentence in the state that a question asks for", () => {
	test("is the one in force, unless the question asks of what was before", () => {
		fc.assert(
			fc.property(arbitrary, fc.nat(3), ({ thing, unit, years, values: [now = 0, old = 0] }, form) => {
				const forms: [string, string][] = [
					[`The ${thing} takes ${now} ${unit}.`, `Before that, it took ${old} ${unit}.`],
					[`The setting of the ${thing} was ${old} ${unit} until ${years}.`, `Since then it is ${now} ${unit}.`],
					[`The old ${thing} had ${old} ${unit}.`, `The new one has ${now} ${unit}.`],
					[`The ${thing} used to take ${old} ${unit}.`, `Today it takes ${now} ${unit}.`],
				];
				const pair = forms[form] ?? ["", ""];
				const sentences = [`The ${thing} stands in the yard.`, ...pair, "It is painted every spring."];
				const [former, current] = pair[0].includes(`${old} `) ? [1, 2] : [2, 1];
				const question = `How many ${unit} does the ${thing} take?`;
				expect(inAskedState(sentences, former, question)).toBe(current);
				expect(inAskedState(sentences, current, question)).toBe(current);
				expect(inAskedState(sentences, former, `How many ${unit} did the ${thing} take before?`)).toBe(former);
			}),
		);
	});

	test("stays where nothing says that it holds no longer", () => {
		const sentences = ["The lease runs until 2030.", "It costs 400 EUR.", "The deposit is 900 EUR."];
		expect(inAskedState(sentences, 0, "How long does the lease run?")).toBe(0);
		expect(inAskedState(sentences, 2, "What is the deposit?")).toBe(2);
		expect(tellsFormer("The option is used to set the limit until 2030.")).toBe(false);
		expect(inAskedState(["Earlier, it was red."], 0, "Which colour is it?")).toBe(0);
	});
});

test("a question in the past tense asks for neither state, if it does not say which", () => {
	expect(askedState("When was the mill built?")).toBeUndefined();
	expect(askedState("What was the price before 2020?")).toBe("former");
	expect(askedState("What is the price?")).toBe("current");
});
