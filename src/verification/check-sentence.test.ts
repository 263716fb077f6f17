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

test("a version may stand in the claim's own words or its page's title, and a unit in the claim's own words alone", () => {
	const page = { title: () => "Server 2.4 manual", text: () => undefined };
	const timeout = claimOf("Since version 2.2 the timeout is 60 seconds.", { quote: "Default: | TimeOut 60" });
	const found = (text: string) => checkSentence(text, [timeout], page).flatMap(({ fault = [] }) => fault);
	expect(found("In version 2.4 the timeout is 60 seconds.")).toEqual([]);
	expect(found("Since version 2.2 the timeout is 60 seconds.")).toEqual([]);
	expect(found("Since version 2.6 the timeout is 60 seconds.")).toEqual(["the number 2.6 stands in no cited quote"]);
	expect(found("The timeout is 60 minutes.")).toEqual(["the number 60 minutes stands in no cited quote"]);
	expect(found("The timeout is 90 seconds.")).toEqual(["the number 90 seconds stands in no cited quote"]);
});

test("a sentence may count in words what it cites, unless a quote counts the same things otherwise", () => {
	const two = [claimOf("TimeOut bounds the wait."), claimOf("KeepAliveTimeout bounds the next wait.")];
	const page = { title: () => "Timeouts", text: () => undefined };
	const found = (text: string, more: string[] = []) =>
		checkSentence(text, [...two, ...more.map((one) => claimOf(one))], page).flatMap(({ fault = [] }) => fault);
	expect(found("Two timeouts bound the wait.")).toEqual([]);
	expect(found("Three timeouts bound the wait.")).toEqual(["the number Three stands in no cited quote"]);
	expect(found("Two timeouts bound the wait.", ["There are five timeouts."])).toHaveLength(1);
	expect(found("It bounds two hours.")).toHaveLength(1);
});
