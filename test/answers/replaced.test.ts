import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksIn, formerValues } from "../../src/evidence/report.ts";
import { draftOf, told } from "./ask.ts";

const arbitrary = fc.record({
	matter: fc.constantFrom("seed budget", "harbour fee", "annual rent", "diesel reserve"),
	place: fc.constantFrom("Osk", "Halden", "Corrick"),
	unit: fc.constantFrom("EUR", "kg", "litres"),
	verb: fc.constantFrom("raised", "changed", "moved"),
	values: fc.uniqueArray(fc.integer({ min: 110, max: 990 }), { minLength: 2, maxLength: 2 }),
});

test("the value in force comes before the one that it replaced, which stands as what held before", async () => {
	await fc.assert(
		fc.asyncProperty(arbitrary, async ({ matter, place, unit, verb, values: [old = 0, now = 0] }) => {
			const [list, minutes] = [
				told(`${place} handbook`, `The ${matter} of ${place} is ${old} ${unit} a year.`),
				told("Minutes", `The ${matter} of ${place} was ${verb} from ${old} ${unit} to ${now} ${unit}.`),
			];
			const draft = await draftOf(`What is the ${matter} of ${place}?`, [list, minutes]);
			const shown = blocksIn(draft).map(({ pieces }) => pieces.map(({ text }) => text).join(" "));
			expect(shown[0]).toContain(`to ${now} ${unit}`);
			const before = draft.sections.find(({ heading }) => heading === formerValues);
			expect(before?.blocks?.[0]?.pieces[0]?.text).toContain(`is ${old} ${unit}`);
			// Of the past, the older page is no replaced value.
			const past = await draftOf(`What was the ${matter} of ${place} before the change?`, [list, minutes]);
			expect(past.sections.some(({ heading }) => heading === formerValues)).toBe(false);
		}),
		{ numRuns: 20 },
	);
});

test("values of two matters replace nothing", async () => {
	const draft = await draftOf("What is the harbour fee of Osk?", [
		told("Osk handbook", "The harbour fee of Osk is 200 EUR a year."),
		told("Mill", "The price of a bag of oats was raised from 200 EUR to 300 EUR."),
	]);
	const [first] = blocksIn(draft);
	expect(first?.pieces.map(({ text }) => text).join(" ")).toContain("harbour fee");
	expect(draft.sections.some(({ heading }) => heading === formerValues)).toBe(false);
});
