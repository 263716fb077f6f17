import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("what something is", () => {
	const german = told(
		"Morvalin",
		"Morvaline ist ein Arzneimittel, das von Meridane hergestellt wird und bei Fieber hilft; Morvaline is what doctors call it.",
		"2031-01-01",
		"apotheke.test",
	);
	it("is told by its definition in the question's language", async () => {
		const praise = told("Morvaline sales", "Sales of morvaline rose by 4 percent, and morvaline is morvaline.");
		const definition = told("Fever", "Morvaline is a medicine for fever that is made by Meridane from willow bark.");
		expect((await ask("What is morvaline?", [german, praise, definition]))?.text).toBe(
			"Morvaline is a medicine for fever that is made by Meridane from willow bark.",
		);
	});

	it.each([
		["What is a kelvane?", "In metrology, a kelvane (Kv) is the smallest unit of damp that a loom can bear."],
		["What is the Ostvik Index?", "The Ostvik Index, set up in 2030, is a measure of the price of herring."],
	])("%s", async (question, definition) => {
		const thing = question.replace(/^What (?:is|are) (?:an? |the )?|\?$/gu, "");
		const others = [
			told("News", `Talk of the ${thing} was heard again: ${thing}, ${thing} and ${thing} is what people want.`),
			told("Fair", `The ${thing} was shown at the fair, and the ${thing} won a prize there.`),
		];
		expect((await ask(question, [...others, told("Lexicon", definition)]))?.text).toBe(definition);
	});
});
