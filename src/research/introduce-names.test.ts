import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { introduceNames } from "./introduce-names.ts";

const claims = [
	claimOf("Demand was nearly normal.", { id: "k1", holder: "Patrick De Haan, head of analysis at GasBuddy" }),
	claimOf("Taxes matter less.", { id: "k2", holder: "James H. Stock (Harvard)" }),
	claimOf("Prices rose.", { id: "k3", holder: "AAA" }),
	claimOf("Traders bid prices up.", { id: "k4", sourceId: "s9" }),
];
const sources = [sourceOf("s9", { speaker: { author: "David Blackmon, Forbes" } })];
const sentence = (text: string, ...claimIds: string[]) => ({ kind: "fact" as const, text, claimIds });
const textsOf = (...sentences: ReturnType<typeof sentence>[]) =>
	introduceNames({ sections: [{ heading: "", sentences }] }, claims, sources).sections.flatMap(({ sentences }) =>
		sentences.map(({ text }) => text),
	);

test("a person is named in full at the first mention only, also when the sentence that did so was taken out", () => {
	expect(
		textsOf(
			sentence("De Haan called demand nearly normal.", "k1"),
			sentence("Traders bid prices up, Blackmon writes.", "k4"),
			sentence("Stock, unlike De Haan, looks at taxes.", "k2", "k1"),
		),
	).toEqual([
		"Patrick De Haan called demand nearly normal.",
		"Traders bid prices up, David Blackmon writes.",
		"James H. Stock, unlike De Haan, looks at taxes.",
	]);
});

test("a name stays as it is where it is given in full, stands in a quotation or a title, or is no person's", () => {
	for (const text of [
		"Patrick De Haan called demand nearly normal, and De Haan counts.",
		"“De Haan is right” was the answer.",
		"The page ‹De Haan on demand› says so.",
		"The Ida De Haan foundation agrees.",
		"AAA saw prices rise.",
	])
		expect(textsOf(sentence(text, "k1", "k3"))).toEqual([text]);
});
