import { expect, test } from "vitest";
import { pageOf, lookupRoute as route, subQuestionOf } from "../../test/support/evidence.ts";
import { excerptPage } from "../reasoning/model/roles/page-excerpt.ts";
import { readHtml } from "../sources/read/html/html.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const nameOf = (at: number) => `${letters[Math.floor(at / 40)]}${letters[at % 26]}_gate_limit_${at}`;
/** A reference of a thousand entries in the order of the alphabet, each of which speaks of limits, boats and gates. */
const entries = Array.from({ length: 1_000 }, (_, at) => {
	const more = `<p>A limit on boats keeps a gate free. ${"Boats wait at the gate until the limit allows them in. ".repeat(4)}</p>`;
	return `<dt><b>${nameOf(at)} (default: ${at})</b></dt><dd><p>Sets how ${at === 777 ? "often the harbour dredger" : "many boats"} may pass gate ${at}.</p>${more}</dd>`;
});
const html = `<html><head><title>Gates</title></head><body><h1>Gates</h1><p>All settings of the gates.</p><dl>${entries.join("\n")}</dl></body></html>`;
const { text: pageText, marks } = readHtml(html);
const page = pageOf(pageText, { kind: "html", marks });

const night = subQuestionOf({ id: "q2", text: "Which boats are kept out at night?", focus: [] });
const shownFor = (text: string, others = [night]) =>
	excerptPage(
		{
			...{ question: text, route, page, max: 8, passages: [] },
			subQuestion: subQuestionOf({ text, focus: [] }),
			others,
		},
		12_000,
	);

test.each([
	["by its name", `What does ${nameOf(801)} set, and what is the default?`, "may pass gate 801."],
	[
		"by its words",
		"How often may the dredger of the harbour pass?",
		"Sets how often the harbour dredger may pass gate 777.",
	],
])("of a reference page an entry is shown that a sub-question asks for %s, with its term", (_, text, words) => {
	const shown = shownFor(text);
	expect(shown.length).toBeLessThanOrEqual(12_000);
	expect(shown).toContain(words);
	expect(shown).toContain(nameOf(Number(/\d+(?=\.$)/u.exec(words)?.[0])));
});

test("entries that share no word with a sub-question do not fill the room", () => {
	const shown = shownFor("How is the dredger greased?", []);
	expect(shown).toContain("All settings of the gates.");
	expect(shown).toContain("harbour dredger may pass gate 777.");
	// Besides it only the beginning of the page.
	expect(shown.match(/may pass gate \d+\./gu)?.length).toBeLessThan(8);
});
