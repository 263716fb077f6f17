import { describe, expect, test } from "vitest";
import { factOf, sectionWith } from "../../test/support/report.ts";
import { withoutNarration } from "./narration.ts";

const draftOf = (...texts: string[]) => sectionWith(...texts.map((text) => factOf(text, "c")));

function left(text: string, before = draftOf()): string[] {
	return withoutNarration(draftOf(text), before).sections.flatMap(({ sentences }) => sentences.map((one) => one.text));
}

describe("remarks of a new version on its own writing are removed", () => {
	test.each([
		"I have revised the report.",
		"We've removed the claim about costs.",
		"Note: this sentence was removed.",
		"This sentence was removed because no quote supports it.",
		"The previous paragraph has been rewritten.",
		"As suggested, the limits are named.",
		"As suggested by the reviewer, the limits are named.",
		"In response to the reviewer's comments, the limits are named.",
		"Here is the revised report.",
	])("%s", (text) => {
		expect(left(text)).toEqual([]);
	});

	test("also in brackets, but not the sentence around them", () => {
		expect(left("It wakes up (revised per the review) every minute.")).toEqual(["It wakes up every minute."]);
	});
});

describe("statements on the topic stay", () => {
	test.each([
		"As suggested by Darwin, the finches changed.",
		"Following the review of 2010, the agency closed.",
		"The statement was removed from the site.",
		"Based on reviews of trials, it works.",
		"The author wrote: “I have revised the book.”",
		"The section was removed from the law.",
		"The standard says so in its revised edition.",
	])("%s", (text) => {
		expect(left(text)).toEqual([text]);
	});

	test("also when they read like remarks, if the version before had them already", () => {
		const text = "The original draft was revised twice.";
		expect(left(text)).toEqual([]);
		expect(left(text, draftOf(text))).toEqual([text]);
	});
});
