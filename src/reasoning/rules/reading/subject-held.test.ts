import { expect, test } from "vitest";
import { lookupRoute, pageOf, subQuestionOf } from "../../../../test/support/evidence.ts";
import { extractClaims } from "../extract.ts";

function direct(question: string, text: string, title: string): string[] {
	const subQuestion = subQuestionOf({ text: question, threads: [question] });
	const input = { question, route: lookupRoute, subQuestion, page: pageOf(text, { title }), max: 8 };
	return extractClaims(input)
		.filter((claim) => claim.class === "direct")
		.map(({ quote }) => quote);
}

test("a statement on another identifier with the same beginning is no direct evidence", () => {
	const text =
		"The function tarn_copy_file copies a database file over the network. It needs an open database on both sides.";
	expect(direct("How do I copy a database file over the network with tarn_sync?", text, "Functions")).toEqual([]);
	expect(direct("How do I copy a database file over the network with tarn_copy_file?", text, "Functions")).not.toEqual(
		[],
	);
});

test("a page that does not mention the subject gives no direct evidence", () => {
	const text = "Kelder can be configured to run on several hosts. To configure it, edit its file of settings.";
	expect(direct("How do I configure Orrin to work with Vikbruk clusters?", text, "Kelder manual")).toEqual([]);
});
