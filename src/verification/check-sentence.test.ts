import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { checkSentence } from "./check-sentence.ts";

const claim = claimOf("The vaccine rarely harms the heart.");
const faults = (text: string, title: string) =>
	checkSentence(text, [claim], { title: () => title, text: () => undefined }).flatMap(({ fault = [] }) => fault);

test("a number inside a name that the page holds needs no quote; another number must stand in a quote", () => {
	const title = "Is the COVID\u201119 vaccine safe?";
	expect(faults("The COVID-19 vaccine rarely harms the heart.", title)).toEqual([]);
	expect(faults("The COVID-19 vaccine harms 19 hearts.", title)).toEqual(["the number 19 stands in no cited quote"]);
	expect(faults("The COVID-20 vaccine rarely harms the heart.", title)).toHaveLength(1);
	expect(faults("The MERS-19 vaccine rarely harms the heart.", "Vaccines")).toHaveLength(1);
});

test("a sentence may give the date for which its page says that the quote holds, and the date of the claim's own words", () => {
	const undated = claimOf("Prices passed $3 by mid-May 2021.", {
		quote: "By mid-May prices passed $3.",
		asOf: "2021-05",
	});
	const found = (text: string) =>
		checkSentence(text, [undated], { title: () => "Prices", text: () => undefined }).flatMap(({ fault = [] }) => fault);
	expect(found("In May 2021 prices passed $3.")).toEqual([]);
	expect(found("In 2021 prices passed $3.")).toEqual([]);
	expect(found("In May 2022 prices passed $3.")).toHaveLength(1);
	expect(found("In 2021 prices passed $4.")).toHaveLength(1);
});
