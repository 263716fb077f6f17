import fc from "fast-check";
import { expect, test } from "vitest";
import { lookupRoute as route, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { SubQuestion } from "../../../evidence/plan.ts";
import type { RewriteInput } from "../../reasoner.ts";
import { rewriteQuery } from "./queries.ts";

const question =
	"How did the landings of herring at the quays of Corrick harbour change after the new nets were brought in?";

function queries(more: Partial<RewriteInput> = {}, asked: Partial<SubQuestion> = {}): string[] {
	const subQuestion = { ...subQuestionOf(), text: more.question ?? question, focus: [], threads: [], ...asked };
	const base = { question, route, subQuestion, purpose: "cover", tier: 0, claims: [], read: [], tried: [] } as const;
	return rewriteQuery({ ...base, claims: [], read: [], tried: [], web: true, ...more }).queries;
}
/** The words of a query that a service gets. */
const wordsOf = (query: string) => query.replace(/(?:site|after|before):\S+/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];

test("web services get few words, and never the whole question", () => {
	for (const query of queries()) {
		expect(wordsOf(query).length).toBeLessThanOrEqual(9);
		expect(query).not.toMatch(/\b(?:how|did|the|were)\b/i);
	}
	expect(queries()[0]).toMatch(/herring|corrick/i);
	expect(queries({ web: false })[0]).toBe(question);
});

test.each([
	["Which papers published since 2029 measure herring nets?", /after:2029-01-01/],
	["What do reports published before March 2027 say of herring nets?", /before:2027-01-01/],
	["How many trawlers sank at Corrick after 1950?", /^(?!.*(?:after|before):)/],
	["What is the current herring quota?", /^(?!.*(?:after|before):)/],
])("a date is a filter only if the question gives a date of publication: %s", (asked, form) => {
	for (const query of queries({ question: asked })) expect(query).toMatch(form);
});

test("the last recovery tier searches the sites of first-hand sources", () => {
	const read = [
		{ url: "https://www.herringblog.com/a", title: "My herring" },
		{ url: "https://fisheries.gov.uk/statistics/2031", title: "Landings" },
		{ url: "file:///folder/notes.md", title: "Notes" },
	];
	const found = queries({ purpose: "recover", tier: 4, read });
	expect(found.join("\n")).toMatch(/site:fisheries\.gov\.uk/);
	expect(found.join("\n")).not.toMatch(/herringblog|folder/);
});

test("a challenge asks for corrections, and queries for dissent do not repeat the words of the claim", () => {
	expect(queries({ purpose: "challenge" }).join("\n")).toMatch(/correction OR erratum OR retracted/);
	// A correction notice shares the words of the finding, not those of the question whether it is disputed.
	const about = {
		text: "Is it disputed how the landings of herring at Corrick changed?",
		stance: "adversarial",
	} as const;
	const [first = "", ...others] = queries({}, about);
	expect(first).toMatch(/^(?=.*herring)(?=.*corrick).*correction OR erratum OR retracted/i);
	expect(others.join("\n")).toMatch(/not confirmed OR disputed/);
	const [supporting, adversarial] = [queries(), queries({}, { stance: "adversarial" })];
	expect(adversarial.filter((query) => supporting.includes(query))).toEqual([]);
});

test("for any question: at most three queries, none empty, none repeated while there is a new one", () => {
	const word = fc.constantFrom(
		"Corrick",
		"harbour",
		"herring",
		"of",
		"the",
		'"Old Quay"',
		"2031",
		"since",
		"published",
		"https://x.com/y",
		"?",
	);
	const purpose = fc.constantFrom("cover", "hop", "challenge", "recover");
	fc.assert(
		fc.property(
			fc.array(word, { minLength: 1, maxLength: 14 }),
			purpose,
			fc.integer({ min: 0, max: 4 }),
			(words, why, tier) => {
				const asked = words.join(" ");
				const first = queries({ question: asked, purpose: why, tier }, { focus: ["Inga Moll", "Ostrey"] });
				expect(first.length).toBeLessThanOrEqual(3);
				for (const query of first) expect(query.trim()).not.toBe("");
				const again = queries(
					{ question: asked, purpose: why, tier, tried: first.slice(0, 1) },
					{ focus: ["Inga Moll", "Ostrey"] },
				);
				if (again.some((query) => !first.includes(query))) expect(again).not.toContain(first[0]);
			},
		),
	);
});

test("what an extension is asked for beyond the question is searched in its own words, a part of the question with all of it", () => {
	const given = { web: false, route: { ...route, shape: "synthesis" } } as const;
	const focus = "the frost of 1962";
	expect(queries(given, { text: focus })[0]).toBe(focus);
	expect(queries(given, { text: "How did the landings of herring change?" })[0]).toBe(question);
});
