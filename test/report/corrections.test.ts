import { expect, test } from "vitest";
import type { Claim, Conflict } from "../../src/evidence/claim.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { subQuestionOf } from "../support/evidence.ts";
import { groupsOf, libraryOf, shownIn, writeInputOf } from "../support/report.ts";

const first = "The survey counted 1,284 grounded birds in the harbours.";
const right = "After a double count was found, the total was corrected: 920 birds were grounded in all the harbours.";
const library = libraryOf(
	[
		{
			title: "Survey of grounded birds",
			text: `${first} Volunteers walked along the quays.`,
			url: "http://a.test/survey",
		},
		{
			title: "Correction: the count of grounded birds",
			text: `${right} We apologise.`,
			url: "http://b.test/correction",
		},
		{ title: "Grounded birds", text: `${first} It was a windy year.`, url: "http://c.test/copy" },
	],
	[
		[0, first, { relevance: 0.9 }],
		[1, right, { relevance: 0.3 }],
		[2, first, { relevance: 0.9 }],
	],
);

/** A synthesis from these claims; its text. */
async function drafted(
	claims: Claim[],
	url?: string,
	question = "How many birds were grounded in the harbours?",
	conflicts: Conflict[] = [],
): Promise<string> {
	const sources = library.sources.map((source) =>
		url ? { ...source, url: source.url.replace("http:", url) } : source,
	);
	const subQuestions = [subQuestionOf({ text: question, focus: [], threads: [] })];
	const drafted = await draft(
		writeInputOf(
			question,
			{ sources, claims },
			{ plan: { dimensions: [], subQuestions }, groups: groupsOf({ sources, claims }), conflicts },
		),
	);
	return shownIn(drafted)
		.map(({ heading, text }) => `${heading}: ${text}`)
		.join("\n");
}

test("a correction of the web is shown, however weak it is beside what it corrects, and once", async () => {
	const text = await drafted(library.claims);
	expect(text).toContain(right);
	expect(text).toContain("1,284");
	expect(text.split(right)).toHaveLength(2);
	const alone = await drafted(library.claims.filter(({ quote }) => quote === right));
	expect(alone).toContain(right);
	expect(alone).not.toContain("What has been corrected");
});

test("a correction of something else is not shown", async () => {
	expect(await drafted(library.claims, undefined, "How long were the harbours dark?")).not.toContain(
		"What has been corrected",
	);
});

test("documents of a folder are drafted as ever, whatever their titles say", async () => {
	expect(await drafted(library.claims, "file:")).not.toContain("What has been corrected");
});

test("two sentences of a section that contradict each other are each said once", async () => {
	const [survey, correction] = library.claims;
	if (!survey || !correction) throw new Error("the library holds three claims");
	const claims = [survey, { ...correction, relevance: 0.9 }];
	const conflicts = [{ kind: "number" as const, a: survey.id, b: correction.id, why: "1,284 against 920" }];
	const text = await drafted(claims, undefined, undefined, conflicts);
	for (const quote of [first, right]) expect(text.split(quote)).toHaveLength(2);
});
