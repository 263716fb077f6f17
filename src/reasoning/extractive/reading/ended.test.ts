import { expect, test } from "vitest";
import { lookupRoute, pageOf, subQuestionOf } from "../../../../test/support/asked.ts";
import type { Route } from "../../../evidence/question.ts";
import { extractClaims } from "../extract.ts";

function directly(question: string, subject: string, title: string, text: string): string[] {
	const route: Route = { ...lookupRoute, shape: "synthesis", answerType: "explanation", subjects: [subject] };
	const subQuestion = subQuestionOf({
		text: question,
		dimension: "mechanistic",
		focus: [subject],
		threads: [question],
	});
	const page = pageOf(text, { title });
	const passages = [{ start: 0, end: text.length, score: 1 }];
	return extractClaims({ question, route, subQuestion, page, passages, max: 8 })
		.filter((claim) => claim.class === "direct")
		.map(({ quote }) => quote);
}

test.each([
	[
		"Why was the Orrel 300 heater withdrawn?",
		"Orrel 300 heater",
		"Orrel takes heater off the market",
		"Orrel has taken the Orrel 300 heater off the market in all countries. In wet rooms, its cover could let current through to the hand.",
	],
	[
		"Why was ferry route 9 stopped?",
		"ferry route 9",
		"Harbour board ends ferry route 9",
		"The harbour board closed ferry route 9 for good in May. The quay at Sund is too shallow for the new ships.",
	],
	[
		"Why did Tallow Foods recall its oat bars?",
		"Tallow Foods",
		"Tallow Foods pulls oat bars",
		"Tallow Foods pulled its oat bars from shops on Friday. Splinters of glass were found in three of them.",
	],
])("why something ended is found where it is told in other words: %s", (question, subject, title, text) => {
	const [said = "", reason = ""] = text.split(/(?<=\.) /);
	expect(directly(question, subject, title, text).toSorted()).toEqual([said, reason].toSorted());
});

test("and what only praises the thing gives no reason", () => {
	const text = "The Orrel 300 heater warms a room in nine minutes. The Orrel 300 heater comes in three colours.";
	expect(directly("Why was the Orrel 300 heater withdrawn?", "Orrel 300 heater", "A test of heaters", text)).toEqual(
		[],
	);
});
