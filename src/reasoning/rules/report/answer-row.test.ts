import { describe, expect, test } from "vitest";
import type { BlockPiece } from "../../../evidence/report.ts";
import { answerRow, isOutdone } from "./answer-row.ts";

function pieces(kind: "row" | "item", texts: readonly string[]): BlockPiece[] {
	let start = 0;
	return texts.map((text): BlockPiece => {
		const piece: BlockPiece = { kind, start, end: start + text.length, text };
		start = piece.end + 1;
		return piece;
	});
}

const alarms = pieces("row", [
	"Code | Lamp | Meaning",
	"1 | red | the feed pump was stopped",
	"2 | red | the feed pump was forced to stop",
	"4 | amber | the boiler door was opened",
	"8 | amber | auxiliary alarm, defined by the operator",
	"16 | green | the alarm log was cleared",
]);

describe("the row of a table that a question asks for", () => {
	test.each([
		["Which code is shown when the boiler door was opened?", 3],
		["What does code 16 mean?", 5],
		["Which code tells that the feed pump was forced to stop?", 2],
	])("%s", (question, row) => {
		expect(answerRow(alarms, question, "Boiler alarms")).toBe(alarms[row]);
	});

	test.each([
		// The title's word stands in a row that is about something else.
		"What is the alarm state of the boiler?",
		// Two rows fit.
		"Which code is red?",
		"Which code is shown when the chimney burns?",
	])("is none where no row clearly is: %s", (question) => {
		expect(answerRow(alarms, question, "Boiler alarms")).toBeUndefined();
	});
});

test("an item is no answer if another item holds more of the question", () => {
	const items = pieces("item", [
		"- The outer door was opened (#3)",
		"- The boiler door was opened (#4)",
		"- The log is full",
	]);
	const question = "What is logged when the boiler door was opened?";
	expect([0, 1, 2].map((at) => isOutdone(items, at, question))).toEqual([true, false, false]);
});
