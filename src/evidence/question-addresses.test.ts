import { expect, test } from "vitest";
import { addressesIn, queryWithoutAddresses, withoutAddresses } from "./question-addresses.ts";

const page = "https://weir.example/reports/2031?part=(b)";

test.each([
	[`What does ${page} say about fish ladders at low water?`, "What is known about fish ladders at low water?"],
	[`According to ${page}, how many eels passed the weir?`, "How many eels passed the weir?"],
	[`How many eels passed the weir, according to ${page}?`, "How many eels passed the weir?"],
	[`How many eels passed the weir (see ${page})?`, "How many eels passed the weir?"],
	[`${page}: how many eels passed the weir?`, "How many eels passed the weir?"],
	[`How many eels passed the weir on the page ${page}?`, "How many eels passed the weir?"],
	[`How many eels passed the weir? ${page}`, "How many eels passed the weir?"],
	[`Read ${page} and tell me how many eels passed.`, "Tell me how many eels passed."],
	[`What is said on ${page} about eels?`, "What is known about eels?"],
	[`Summarise ${page}`, "Summarise this page"],
	[`Compare ${page} and http://dam.example/`, "Compare these pages"],
	["How many eels passed the weir in 2031?", "How many eels passed the weir in 2031?"],
])("removes the addresses from the question: %s", (question, plain) => {
	expect(withoutAddresses(question)).toBe(plain);
});

test("an address ends before the punctuation of the sentence", () => {
	expect(addressesIn(`See (${page}), or "http://dam.example/a."`)).toEqual([page, "http://dam.example/a"]);
});

test("a query keeps its words and its filters", () => {
	expect(queryWithoutAddresses(`eels ${page} weir site:dam.example`)).toBe("eels weir site:dam.example");
});
