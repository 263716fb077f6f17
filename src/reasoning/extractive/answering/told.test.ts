import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../../../test/support/evidence.ts";
import { shortHash } from "../../../base/hash.ts";
import type { Source } from "../../../evidence/source.ts";
import { sketchOf } from "../../../evidence/syndication.ts";
import type { WriteInput } from "../../reasoner.ts";
import { answer } from "../answer.ts";

const release = `Lumen Foods said that its seaweed dryer at Corrick cut the drying time of dulse by 44 percent in the first season. The dryer
stands on the old ferry pier, takes nine tonnes a day, and is heated by the warm water of the brewery next door. Twelve people
work at it in two shifts, and the company means to hire as many again before the spring tides.`;
const finding =
	"Lumen Foods said that its seaweed dryer at Corrick cut the drying time of dulse by 44 percent in the first season.";
const question = "By how much did the seaweed dryer at Corrick cut the drying time of dulse?";

interface Page extends Partial<Source> {
	url: string;
	text?: string;
	quote?: string;
}

function asked(pages: readonly Page[], wanted = question, answerType: "number" | "yes_no" = "number") {
	const sources = pages.map(({ text = release, quote, ...page }) =>
		sourceOf(shortHash(page.url), {
			kind: "html",
			origin: new URL(page.url).hostname,
			sketch: sketchOf(text),
			...page,
		}),
	);
	const claims = pages.map(({ url, quote = finding }) => claimOf(quote, { sourceId: shortHash(url), relevance: 0.9 }));
	const route = {
		shape: "lookup",
		answerType,
		values: [],
		subjects: [],
		recency: false,
		highStakes: false,
		effort: "fact_check",
		reason: "",
	};
	const input = { question: wanted, route, claims, sources, groups: [], conflicts: [], plan: { subQuestions: [] } };
	const found = answer(input as unknown as WriteInput);
	const cited = found?.claimIds.map(
		(id) => sources.find((one) => one.id === claims.find((claim) => claim.id === id)?.sourceId)?.url,
	);
	return { found, cited };
}

const carriers = ["a-times", "b-herald", "c-post", "d-daily"].map((name, at) => ({
	url: `https://${name}.com/dryer`,
	text: `${at} ${release} ${name}`,
	date: `2031-05-0${4 - at}`,
}));
const own = { url: "https://lumenfoods.com/n/17", date: "2031-05-05", site: "Lumen Foods" };
const farm = {
	url: "https://bestdryers.com/top-7-dryers",
	authority: "list" as const,
	text: "Top 7 dryers. Number one is the seaweed dryer.",
};

test("five pages that carry one text are one origin, said to be so, whoever's text it is first", () => {
	const { found, cited } = asked([...carriers, own]);
	expect(found).toMatchObject({ text: "44 percent", confidence: "medium" });
	expect(found?.why).toContain("one origin, which 5 pages carry");
	expect(cited?.[0]).toBe(own.url);
});

test("a list is not cited beside others, gives no other value, and is doubtful alone", () => {
	const repeats = asked([farm, ...carriers]);
	expect(repeats.found?.text).toBe("44 percent");
	expect(repeats.cited).not.toContain(farm.url);
	const boast = { ...farm, quote: "The seaweed dryer at Corrick cut the drying time of dulse by 90 percent." };
	const beside = asked([boast, ...carriers]);
	expect(beside.found).toMatchObject({ text: "44 percent", alternatives: [] });
	expect(asked([boast]).found).toMatchObject({ text: "90 percent", confidence: "low" });
});

test("a yes is as sure as its origins are many, and no list has a vote beside others", () => {
	const wanted = "Is the seaweed dryer at Corrick heated by the brewery?";
	const quote = "The seaweed dryer at Corrick is heated by the brewery.";
	const yes = asked(
		[...carriers, own, farm].map((page) => ({ ...page, quote })),
		wanted,
		"yes_no",
	);
	expect(yes.found).toMatchObject({ text: "Yes", confidence: "medium" });
	expect(yes.found?.why).toContain("one origin, which 5 pages carry");
	expect(yes.cited).not.toContain(farm.url);
	const doubted = { ...farm, quote: "The seaweed dryer at Corrick is not heated by the brewery." };
	expect(asked([{ ...own, quote }, doubted], wanted, "yes_no").found).toMatchObject({ text: "Yes", alternatives: [] });
});

test("who gives another amount than the question, or none, does not affirm it", () => {
	const wanted = "Did the seaweed dryer at Corrick cut the drying time of dulse by 44 percent?";
	const said = (quote: string) => ({ url: "https://coast-lab.edu/r/3", text: "We timed forty loads.", quote });
	for (const amount of [" by 12 percent", ""]) {
		const other = said(`The seaweed dryer at Corrick cut the drying time of dulse${amount}.`);
		expect(asked([other], wanted, "yes_no").found?.text).not.toBe("Yes");
	}
	const same = said("The seaweed dryer at Corrick cut the drying time of dulse by 44 percent.");
	expect(asked([same], wanted, "yes_no").found?.text).toBe("Yes");
	const year = "Was the seaweed dryer at Corrick opened in 2031?";
	const opened = said("The seaweed dryer at Corrick was opened on 3 May 2029.");
	expect(asked([opened], year, "yes_no").found?.text).not.toBe("Yes");
});
