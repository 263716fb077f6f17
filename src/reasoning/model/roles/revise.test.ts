import { expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { lookupRoute } from "../../../../test/support/evidence.ts";
import { libraryOf, noRemarks, writeInputOf } from "../../../../test/support/report.ts";
import type { Draft, Review } from "../../../evidence/report.ts";
import { singleFindings, synthesisClusters } from "../../claim-clusters.ts";
import { revise } from "./revise.ts";

const piers = Array.from({ length: 50 }, (_, at) => `Pier ${at + 1} carries lamp model ${at + 500}.`);
const facts = [
	"1. Rust (42%)",
	"Salt spray eats steel cables within nine winters.",
	"The mayor ordered 14 new buoys.",
	...piers,
	"He sold the pier.",
];
const inContext: Record<string, string> = {
	"1. Rust (42%)": "Rust made 42% of the bridges fall.",
	"He sold the pier.": "Mayor Jonas Weide sold the pier.",
};
const library = libraryOf(
	[{ title: "Bridges", text: facts.join("\n") }],
	facts.map((one) => [0, one, { text: inContext[one] ?? one }] as const),
);
const ids = library.claims.map(({ id }) => id);
const input = writeInputOf("Why do bridges fall?", library, { open: ["What do buoys cost?", "Who pays?"] });
const review: Review = { ...noRemarks, suggestions: ["Say what salt does to cables."] };
const cited = { kind: "fact" as const, text: "Rust leads with 42%.", claimIds: ids.slice(0, 1) };
const before: Draft = { sections: [{ heading: "", sentences: [cited] }] };
const change = (at: string, how: string, text: string, claims: string[]) => ({
	at,
	how,
	sentences: [{ text, claims }],
});
const nothing = { changes: [] };

test("a reviser is shown cited claims by their quotes, and of the others those that bear on the remarks", async () => {
	const asker = scriptedAsker([nothing]);
	await revise(asker, { ...input, draft: before, review });
	const shown = asker.shown("The claims");
	expect(shown).toMatch(/^c1: 1\. Rust \(42%\)\nc2 \(.*\): Salt spray eats steel cables/mu);
	expect(shown).not.toMatch(/in context|lamp model|buoys/u);
});

test("a reviser is shown the claim's text when its quote does not name whom it is about", async () => {
	const asker = scriptedAsker([nothing]);
	const sold = { ...cited, text: "Jonas Weide sold the pier.", claimIds: ids.slice(-1) };
	await revise(asker, { ...input, draft: { sections: [{ heading: "", sentences: [cited, sold] }] }, review });
	const shown = asker.shown("The claims");
	expect(shown).toMatch(/^c54: He sold the pier\.\n {3}in context: Mayor Jonas Weide sold the pier\.$/mu);
});

test("a reviser is told which main points the draft does not state, and is shown them whole", async () => {
	const asker = scriptedAsker([nothing]);
	const missingPoints = ids.slice(2, 3);
	await revise(asker, { ...input, draft: before, review: { ...review, suggestions: [], missingPoints } });
	expect(asker.shown("What a reader says")).toBe("- Main points of pages that it does not state: [c3]");
	expect(asker.shown("The claims")).toMatch(/^c3 \(.*\): The mayor ordered 14 new buoys\./mu);
});

test("a reviser without room for all is shown the claims of the clusters that the review names", async () => {
	const isOfBuoys = (text: string) => text.includes("buoys");
	const named = synthesisClusters(input).find(({ claims }) => claims.some(({ text }) => isOfBuoys(text)));
	const citesAllElse = {
		...cited,
		claimIds: library.claims.filter(({ text }) => !isOfBuoys(text)).map(({ id }) => id),
	};
	const asker = scriptedAsker([nothing], 2_000);
	await revise(asker, {
		...{ ...input, draft: { sections: [{ heading: "", sentences: [citesAllElse] }] } },
		review: { ...noRemarks, missingClusters: [named?.name || singleFindings] },
	});
	const shown = asker.shown("The claims");
	expect(shown).toContain("The mayor ordered 14 new buoys.");
	// The room of 1,400 characters is used: a cited claim takes as much of it as its line has.
	expect(shown.length).toBeGreaterThan(1_300);
});

test("a left-out cluster stays listed unless the revision uses it, and answered gaps stay answered", async () => {
	const named = (text: string) =>
		synthesisClusters(input).find(({ claims }) => claims.some((one) => one.text.includes(text)))?.name ||
		"single findings";
	const leftOut = ["lamp", "buoys"].map((text) => ({ cluster: named(text), reason: `no ${text}` }));
	const draft = { ...before, leftOut, answeredGaps: ["Who pays?"] };
	const used = { changes: [change("s1", "after", "The mayor ordered 14 new buoys.", ["c3"])], answeredGaps: ["g1"] };
	const remarks = { ...review, suggestions: ["Name the buoys that the mayor ordered."] };
	const revised = await revise(scriptedAsker([used]), { ...input, draft, review: remarks });
	expect(revised.leftOut).toEqual(leftOut.slice(0, 1));
	expect(revised.answeredGaps).toEqual(["Who pays?", "What do buoys cost?"]);
});

test("what no change names stays word for word; changes replace, add and remove sentences", async () => {
	const texts = ["Rust leads with 42%.", "Salt spray eats steel cables.", "The mayor ordered 14 new buoys."];
	const sentences = texts.map((text, at) => ({
		...cited,
		text,
		claimIds: ids.slice(at, at + 1),
		opens: true as const,
	}));
	const draft: Draft = { sections: [{ heading: "Why", form: "bullets", sentences }] };
	const asker = scriptedAsker([
		{
			changes: [
				change("s2", "replace", "Salt spray eats steel cables within nine winters.", ["c2"]),
				change("s3", "remove", "", []),
				change("s1", "after", "Pier 7 carries lamp model 506.", ["c10"]),
				change("h1", "replace", "What makes bridges fall", []),
				change("s99", "replace", "Nobody knows.", ["c1"]),
			],
			sections: [{ heading: "Lamps", paragraphs: [[{ text: "Pier 8 carries lamp model 507.", claims: ["c11"] }]] }],
		},
	]);
	const revised = await revise(asker, { ...input, draft, review: { ...review, missingPoints: ids } });
	expect(asker.shown("The draft")).toMatch(/^# h1: Why\n- s1: Rust leads with 42%\. \[c1\]\n\n- s2: /u);
	expect(revised.sections.map(({ heading }) => heading)).toEqual(["What makes bridges fall", "Lamps"]);
	expect(revised.sections[0]?.form).toBe("bullets");
	expect(revised.sections[0]?.sentences).toEqual([
		sentences[0],
		{ kind: "fact", text: "Pier 7 carries lamp model 506.", claimIds: [ids[9]], opens: true },
		{ kind: "fact", text: "Salt spray eats steel cables within nine winters.", claimIds: [ids[1]], opens: true },
	]);
});

test("a conclusion keeps its words unless it is changed, and its certainty is computed again", async () => {
	const conclusion = { ...cited, certainty: "low" as const, why: "" };
	const draft: Draft = { ...before, bottomLine: [conclusion, { ...conclusion, text: "Rust has 42%." }] };
	const asker = scriptedAsker([{ changes: [change("s2", "replace", "Salt spray eats steel cables.", ["c2"])] }]);
	const { bottomLine = [] } = await revise(asker, { ...input, draft, review });
	expect(bottomLine.map(({ text }) => text)).toEqual(["Rust leads with 42%.", "Salt spray eats steel cables."]);
	expect(bottomLine[1]?.why).not.toBe("");
});

test("new cells replace those of the table, others stay", async () => {
	const cell = (text: string, at: number) => ({ text, claimIds: ids.slice(at, at + 1) });
	const table = { columns: ["lamp"], rows: [{ label: "Pier 1", cells: [cell("model 500", 3)] }] };
	const given = (row: string, value: string, mark: string) => ({ row, column: "lamp", value, claims: [mark] });
	const cells = [given("Pier 2", "model 501", "c5"), given("Pier 1", "model 777", "c4")];
	const { table: again } = await revise(scriptedAsker([{ cells }]), {
		...{ ...input, draft: { ...before, table }, review: { ...review, missingPoints: ids } },
	});
	expect(again?.rows).toEqual([
		{ label: "Pier 1", cells: [expect.objectContaining({ text: "model 777" })] },
		{ label: "Pier 2", cells: [cell("model 501", 4)] },
	]);
});

test("an answer whose changes name no place of the draft is asked for again", async () => {
	const lost = { changes: [change("the first", "replace", "Rust has 42%.", ["c1"])] };
	const asker = scriptedAsker([lost, { changes: [change("s1", "replace", "Rust has 42%.", ["c1"])] }]);
	const revised = await revise(asker, { ...input, draft: before, review });
	expect(asker.asked[0]?.faults[0]).toMatch(/no "at" names a sentence/u);
	expect(revised.sections[0]?.sentences[0]?.text).toBe("Rust has 42%.");
});

test("a table that was asked for keeps all its rows and columns, however many", async () => {
	const at = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
	const [columns, labels] = [at(8, "Value"), at(25, "Pier")];
	const table = {
		columns,
		rows: labels.map((label) => ({ label, cells: columns.map(() => ({ text: "42%", claimIds: ids.slice(0, 1) })) })),
	};
	const asked = {
		...input,
		route: { ...lookupRoute, shape: "extraction" as const, values: columns, subjects: labels },
	};
	const { table: kept } = await revise(scriptedAsker([nothing]), { ...asked, draft: { ...before, table }, review });
	expect(kept).toEqual(table);
});

test("a second request repairs a revision's conclusions, and at depth deep its other sentences", async () => {
	const conclusion = { ...cited, certainty: "low" as const, why: "" };
	const draft = { ...before, bottomLine: [conclusion] };
	const asked = async (at: string, depth: "standard" | "deep") => {
		const asker = scriptedAsker([{ changes: [change(at, "replace", "Rust leads with 97%.", ["c1"])] }, { mended: [] }]);
		await revise(asker, { ...input, depth, draft, review });
		return asker.asked.length;
	};
	expect(await asked("s2", "standard")).toBe(1);
	expect(await asked("s2", "deep")).toBe(2);
	expect(await asked("s1", "standard")).toBe(2);
});

test("a change of a table's cell keeps its place; a new row stands after the row that it is put after", async () => {
	const cell = (row: string, column: string, text: string) => ({ ...cited, text, cell: { row, column } });
	const columns = ["lamp", "share"];
	const sentences = [
		{ ...cell("Pier 1", "lamp", "model 500"), opens: true as const },
		cell("Pier 1", "share", "42%"),
		{ ...cell("Pier 2", "lamp", "model 501"), opens: true as const },
	];
	const draft: Draft = { sections: [{ heading: "Piers", form: "table", columns, sentences }] };
	const asker = scriptedAsker([
		{
			changes: [
				change("s2", "replace", "Rust (42%).", ["c1"]),
				change("s3", "remove", "", []),
				{
					...change("s1", "after", "Pier 3", []),
					sentences: [
						{ text: "Pier 3", claims: [] },
						{ text: "", claims: [] },
						{ text: "42%", claims: ["c1"] },
					],
				},
			],
		},
	]);
	const { sections } = await revise(asker, { ...input, draft, review });
	expect(asker.shown("The draft")).toContain("s1: Pier 1, lamp: model 500 [c1]\ns2: Pier 1, share: 42% [c1]\n\ns3:");
	expect(sections[0]).toMatchObject({ form: "table", columns });
	expect(
		sections[0]?.sentences.map(({ text, cell: place, opens = false }) => [place?.row, place?.column, text, opens]),
	).toEqual([
		["Pier 1", "lamp", "model 500", true],
		["Pier 1", "share", "Rust (42%)", false],
		["Pier 3", "share", "42%", true],
	]);
});
