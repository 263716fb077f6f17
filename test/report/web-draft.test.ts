import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/evidence/report.ts";
import type { Authority, Source } from "../../src/evidence/source.ts";
import { sketchOf } from "../../src/evidence/text-sketch.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { verify } from "../../src/verification/verify.ts";
import { lookupRoute, subQuestionOf, synthesisRoute } from "../support/evidence.ts";
import { evidenceOf, groupsOf, type Library, libraryOf, shownIn, writeInputOf } from "../support/report.ts";

const release =
	"Closing the inner bay to trawlers raised cod landings in Norrholm by 62 percent, the Norrholm Institute reports. " +
	"The boats of four villages took part in the trial, and skippers kept a log of each haul from May to September.";
const corrected =
	"With the corrected logs, closing the inner bay to trawlers raised cod landings in Norrholm by 47 percent.";
const doubt =
	"Warmer water explains most of the rise; closing the inner bay accounts for at most 20 percent of the cod landings gained.";
const limit =
	"Without a bay that stayed open, the trial cannot separate the closing of the bay from other changes to cod landings.";
const spam = "Closing the inner bay raised cod landings by 300 percent, experts agree.";

const pages = [
	{
		title: "Closed bay raises cod landings",
		text: release,
		url: "http://norrholm-institute.test/a",
		date: "2030-01-05",
	},
	{
		title: "Closed bay raises cod landings by 62 percent",
		text: release,
		url: "http://dailynews.test/b",
		date: "2030-01-06",
	},
	{
		title: "Correction: cod landings rose by 47 percent, not 62",
		text: corrected,
		url: "http://norrholm-institute.test/c",
		date: "2030-03-11",
	},
	{ title: "Warm water, not the closed bay", text: doubt, url: "http://farhaven.test/d", date: "2030-02-01" },
	{ title: "Cod after the closing", text: limit, url: "http://fisheries.gov.test/e", date: "2030-02-02" },
	{ title: "12 amazing ways to raise cod landings", text: spam, url: "http://top12.test/f" },
];
const [stated = ""] = release.split(/(?<=reports\.) /);
const places: Authority[] = ["primary", "news", "primary", "primary", "official", "list"];

function webLibrary(which: readonly number[] = [0, 1, 2, 3, 4, 5]): Library {
	const quotes = [stated, stated, corrected, doubt, limit, spam];
	const library = libraryOf(
		which.map((at) => pages[at] ?? { title: "", text: "" }),
		which.map(
			(at, index) => [index, quotes[at] ?? "", { relevance: 0.8, subQuestionIds: [at === 3 ? "q2" : "q1"] }] as const,
		),
	);
	const sources = library.sources.map(
		(source, index): Source => ({
			...source,
			authority: places[which[index] ?? 0],
			site: source.url.includes("institute") ? "Norrholm Institute" : undefined,
			sketch: sketchOf(library.texts.get(source.id) ?? ""),
		}),
	);
	return { ...library, sources };
}

const question = "How does closing the inner bay affect cod landings?";
const limits = "When does closing the inner bay fail to affect cod landings?";
const subQuestions = [
	subQuestionOf({ text: question, dimension: "mechanistic", focus: [], threads: [] }),
	subQuestionOf({ id: "q2", text: limits, dimension: "critical", stance: "adversarial", focus: [], threads: [] }),
];

/** The sections of a synthesis, or with an answer of a lookup, that passed the checks, by heading. */
async function sectionsOf(library: Library, answer?: Answer): Promise<Map<string, string>> {
	const route = answer ? { ...lookupRoute, values: [], subjects: [] } : synthesisRoute;
	const written = await draft(
		writeInputOf(question, library, {
			...{ route, plan: { dimensions: [], subQuestions }, groups: groupsOf(library), answer },
		}),
	);
	const { draft: passed, removed } = verify(written, evidenceOf(library));
	expect(removed).toEqual([]);
	return new Map(shownIn(passed).map(({ heading, text }) => [heading, text]));
}

describe("a draft from pages of the web", () => {
	test("begins with the corrected figure, then says what it corrects", async () => {
		const text = [...(await sectionsOf(webLibrary()))].flat().join("\n");
		expect(text.indexOf("47 percent.")).toBeGreaterThan(0);
		expect(text.indexOf("47 percent.")).toBeLessThan(text.indexOf("What was stated before"));
		expect(text.indexOf("What was stated before")).toBeLessThan(text.indexOf("62 percent"));
		expect(text).toContain("One other page that was read states the earlier figure, too.");
	});

	test("gives what speaks against it a place of its own, limits that a finding's own authors state among it", async () => {
		const against = (await sectionsOf(webLibrary())).get("What speaks against it");
		expect(against).toContain(doubt);
		expect(against).toContain(limit);
	});

	test("counts pages that carry one text once, and says so", async () => {
		const [first = ""] = (await sectionsOf(webLibrary([0, 1, 4]))).values();
		expect(first).toContain("One other page that was read carries the same text, and counts with it as one origin.");
		expect(first.split(stated)).toHaveLength(2);
	});

	test("cites a list only where nothing better says anything, and says so", async () => {
		expect([...(await sectionsOf(webLibrary())).values()].join(" ")).not.toContain("300 percent");
		expect([...(await sectionsOf(webLibrary([5]))).values()].join(" ")).toContain("weakly backed");
	});

	test("shows once what several pages say in one sentence", async () => {
		const found = webLibrary([1, 0]);
		const library = {
			...found,
			claims: found.claims.map((claim, at) => ({ ...claim, relevance: at === 0 ? 0.9 : 0.5 })),
		};
		const claimIds = library.claims.map(({ id }) => id).toReversed();
		const answer = { text: "62 percent", claimIds, confidence: "medium", alternatives: [], why: "" } as const;
		const [told = ""] = (await sectionsOf(library, { ...answer, alternatives: [] })).values();
		expect(told.split(stated)).toHaveLength(2);
	});
});
