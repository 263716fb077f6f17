import { describe, expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { lookupRoute } from "../../../../test/support/evidence.ts";
import { libraryOf, writeInputOf } from "../../../../test/support/report.ts";
import type { Route } from "../../../evidence/question.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { ModelError } from "../error.ts";
import { answer } from "./answer.ts";
import { draft } from "./draft.ts";
import { revise } from "./revise.ts";

const library = libraryOf(
	[
		{
			title: "The Daemon",
			text: "The daemon wakes up every 60 seconds. It skips small tables. Ada Moor designed the daemon.",
		},
		{ title: "People", text: "Ada Moor was born in Kestrelford. The daemon runs every 90 seconds." },
	],
	[
		[0, "The daemon wakes up every 60 seconds."],
		[0, "It skips small tables.", { text: "The daemon skips small tables." }],
		[0, "Ada Moor designed the daemon."],
		[1, "Ada Moor was born in Kestrelford."],
		[1, "The daemon runs every 90 seconds."],
	],
);
const [wakes = "", skips = "", designed = "", born = "", runs = ""] = library.claims.map(({ id }) => id);

function inputOf(more: Partial<Route> = {}, rest: Partial<WriteInput> = {}) {
	return writeInputOf("How often does the daemon wake up?", library, {
		route: { ...lookupRoute, values: ["interval"], subjects: ["daemon"], ...more },
		conflicts: [{ kind: "number", a: wakes, b: runs, why: "60 against 90" }],
		...rest,
	});
}

describe("answer", () => {
	const given = { found: true, answer: "60 seconds", claims: ["c1"], confidence: "medium", why: "", complete: true };

	test("is a span of a cited quote, with claim ids for numbers", async () => {
		const asker = scriptedAsker([{ ...given, alternatives: [{ answer: "90 seconds", claims: ["[C5]"] }] }]);
		expect(await answer(asker, inputOf())).toMatchObject({
			text: "60 seconds",
			claimIds: [wakes],
			alternatives: [{ text: "90 seconds", claimIds: [runs] }],
			complete: true,
		});
	});

	test.each([
		["words of its own", { answer: "once a minute" }],
		["a claim that does not hold it", { claims: ["c2"] }],
		["no claim that is there", { claims: ["c77"] }],
		["nothing", { answer: " " }],
		["an alternative that stands nowhere", { alternatives: [{ answer: "61", claims: ["c1"] }] }],
	])("is asked for once more when it gives %s", async (_what, wrong) => {
		const asker = scriptedAsker([{ ...given, ...wrong }, given]);
		expect(await answer(asker, inputOf())).toMatchObject({ text: "60 seconds", claimIds: [wakes] });
		expect(asker.asked[0]?.faults).toHaveLength(1);
	});

	test("that is still wrong is no answer, and wrong alternatives are left out of a right one", async () => {
		expect(await answer(scriptedAsker([{ ...given, answer: "once a minute" }]), inputOf())).toBeUndefined();
		const alternatives = [{ answer: "61", claims: ["c1"] }];
		expect(await answer(scriptedAsker([{ ...given, alternatives }]), inputOf())).toMatchObject({ alternatives: [] });
	});

	test("of several facts cites all their claims, and needs independent origins of the answer itself for high confidence", async () => {
		const chain = { ...given, answer: "Kestrelford", claims: ["c4", "c3"], confidence: "high" };
		// Two pages are cited, but only one states the answer.
		expect(await answer(scriptedAsker([chain]), inputOf())).toMatchObject({
			claimIds: [born, designed],
			confidence: "medium",
		});
		const twice = { ...given, answer: "the daemon", claims: ["c3", "c5"], confidence: "high" };
		expect(await answer(scriptedAsker([twice]), inputOf({ answerType: "entity" }))).toMatchObject({
			confidence: "high",
		});
		// Each page gives one half of a comparison: they do not confirm each other.
		const halves = { ...given, answer: "No", claims: ["c1", "c5"], confidence: "high" };
		expect(await answer(scriptedAsker([halves]), inputOf({ answerType: "yes_no" }))).toMatchObject({
			confidence: "medium",
		});
	});

	test("has no reason with figures that no cited quote holds", async () => {
		expect(await answer(scriptedAsker([{ ...given, why: "It ran 61 times [c1]." }]), inputOf())).toMatchObject({
			why: "",
		});
		expect(await answer(scriptedAsker([{ ...given, why: "The page says it plainly [c1]" }]), inputOf())).toMatchObject({
			why: "The page says it plainly.",
		});
	});

	test("is not asked for a synthesis, a table, or without claims", async () => {
		const asker = scriptedAsker([given]);
		await answer(asker, inputOf({ shape: "synthesis", answerType: "explanation" }));
		await answer(asker, inputOf({ shape: "extraction", values: ["a", "b"] }));
		await answer(asker, inputOf({}, { claims: [] }));
		expect(asker.asked).toEqual([]);
	});
});

function section(...sentences: { text: string; claims: string[] }[]) {
	return { heading: "How it works", paragraphs: [sentences] };
}
const good = { text: "It wakes up once every 60 seconds.", claims: ["c1"] };

describe("draft", () => {
	test("has claim ids for claim numbers, also for numbers within the text, and marks where paragraphs begin", async () => {
		const written = {
			sections: [
				{
					heading: "# How it works.",
					paragraphs: [
						[good, { text: "**Small** tables are skipped [c2]", claims: [] }],
						[{ text: "Ada Moor made it.", claims: ["3", "c99"] }],
					],
				},
			],
		};
		const { sections } = await draft(scriptedAsker([written]), inputOf());
		expect(sections).toEqual([
			{
				heading: "How it works",
				sentences: [
					{ kind: "fact", text: good.text, claimIds: [wakes], opens: true },
					{ kind: "fact", text: "Small tables are skipped.", claimIds: [skips] },
					{ kind: "fact", text: "Ada Moor made it.", claimIds: [designed], opens: true },
				],
			},
		]);
	});

	test.each([
		["cites nothing", { text: "It is good.", claims: [] }, /no claim/],
		["cites what is not there", { text: "It is good.", claims: ["c99"] }, /no claim/],
		["invents a number", { text: "It wakes up every 61 seconds.", claims: ["c1"] }, /61/],
		["puts words into a source's mouth", { text: 'It "skips large tables".', claims: ["c2"] }, /skips large tables/],
		["miscalculates", { text: "The difference is 90 − 60 = 20 seconds.", claims: ["c1", "c5"] }, /20/],
		["goes on and on", { text: `It skips ${"small tables and ".repeat(60)}more.`, claims: ["c2"] }, /too long/],
		["speaks of claims", { text: "As c1 says, it wakes up.", claims: ["c1"] }, /claim's number/],
	])("is asked once to mend a sentence that %s, and only that", async (_what, wrong, reason) => {
		const again = { number: 1, text: "It skips small tables.", claims: ["c2"] };
		const asker = scriptedAsker([{ sections: [section(good, wrong)] }, { mended: [again] }]);
		const { sections } = await draft(asker, inputOf());
		expect(asker.asked).toHaveLength(2);
		const shown = asker.asked[1]?.parts.at(-1)?.text ?? "";
		expect(shown).toMatch(reason);
		expect(shown).not.toContain(good.text);
		expect(sections[0]?.sentences.map(({ text }) => text)).toEqual([good.text, again.text]);
	});

	test("loses a sentence whose repair is empty, and keeps an unrepaired one for the later check", async () => {
		const wrong = ["It is good.", "It is fast."].map((text) => ({ text, claims: [] }));
		const sentences = async (mended: unknown) => {
			const { sections } = await draft(scriptedAsker([{ sections: [section(good, ...wrong)] }, mended]), inputOf());
			return sections[0]?.sentences.map(({ text }) => text);
		};
		expect(await sentences({ mended: [{ number: 1, text: " ", claims: [] }] })).toEqual([good.text, "It is fast."]);
		const worse = { number: 2, text: "It runs every 61 seconds.", claims: ["c1"] };
		expect(await sentences({ mended: [worse, { ...worse, number: 3 }] })).toEqual([
			good.text,
			"It is good.",
			"It is fast.",
		]);
	});

	test("that cannot be repaired is still a draft, unless the provider is down", async () => {
		const failing = (code: "MODEL_BUDGET" | "MODEL_UNREACHABLE") => {
			const asker = scriptedAsker([{ sections: [section(good, { text: "It is good.", claims: [] })] }]);
			let asked = 0;
			const ask: typeof asker.ask = (question, context) =>
				asked++ === 0 ? asker.ask(question, context) : Promise.reject(new ModelError(code, "no"));
			return draft({ ...asker, ask }, inputOf());
		};
		expect((await failing("MODEL_BUDGET")).sections).toHaveLength(1);
		await expect(failing("MODEL_UNREACHABLE")).rejects.toThrow("no");
	});

	test("may calculate over cited numbers", async () => {
		const shown = { text: "The difference is 90 − 60 = 30 seconds.", claims: ["c1", "c5"] };
		const asker = scriptedAsker([{ sections: [section(shown)] }]);
		await draft(asker, inputOf());
		expect(asker.asked).toHaveLength(1);
	});

	test("without a sound sentence after the repair fails its role, so that the rules write", async () => {
		const empties = [{ sections: [] }, { sections: [{ heading: "A", paragraphs: [] }] }];
		for (const empty of empties)
			await expect(draft(scriptedAsker([empty]), inputOf())).rejects.toBeInstanceOf(ModelError);
		const uncited = { sections: [section({ text: "It is good.", claims: [] })] };
		await expect(draft(scriptedAsker([uncited, { mended: [] }]), inputOf())).rejects.toBeInstanceOf(ModelError);
	});

	test("that repeats itself endlessly is cut", async () => {
		const many = Array.from({ length: 40 }, (_, at) =>
			section(
				...Array.from({ length: 40 }, (__, index) => ({
					text: `It skips small tables, ${"so".repeat(at * 40 + index)}.`,
					claims: ["c2"],
				})),
				good,
			),
		);
		const { sections } = await draft(scriptedAsker([{ sections: many }, { mended: [] }]), inputOf());
		expect(sections.flatMap(({ sentences }) => sentences).length).toBeLessThanOrEqual(150);
	});

	test("has no heading with a figure that its section does not cite", async () => {
		const written = (heading: string) => ({ sections: [{ heading, paragraphs: [[good]] }] });
		expect((await draft(scriptedAsker([written("61 reasons")]), inputOf())).sections[0]?.heading).toBe("");
		expect((await draft(scriptedAsker([written("Every 60 seconds")]), inputOf())).sections[0]?.heading).toBe(
			"Every 60 seconds",
		);
	});

	test("of a synthesis keeps inferences, and its conclusions get a certainty by their sources", async () => {
		const weighed = { text: "Which interval holds is open: 60 and 90 seconds are both given.", kind: "inference" };
		const asker = scriptedAsker([
			{
				bottomLine: [
					{ ...weighed, claims: ["c1", "c5"] },
					{ text: "Small tables are skipped.", claims: ["c2"] },
				],
				sections: [section(good, { ...weighed, text: "It weighs more than Kestrelford.", claims: ["c1"] } as never)],
			},
			{ mended: [{ number: 1, text: "The daemon is the same in both.", claims: ["c1", "c5"] }] },
		]);
		const { bottomLine, sections } = await draft(asker, inputOf({ shape: "synthesis", answerType: "explanation" }));
		expect(asker.asked[1]?.parts.at(-1)?.text).toMatch(/Kestrelford stands in none of its findings/);
		expect(bottomLine).toEqual([
			{
				kind: "inference",
				text: weighed.text,
				claimIds: [wakes, runs],
				certainty: "low",
				why: expect.stringContaining("sources disagree"),
			},
			{ kind: "fact", text: "Small tables are skipped.", claimIds: [skips], certainty: "low", why: expect.any(String) },
		]);
		expect(sections[0]?.sentences.map(({ kind }) => kind)).toEqual(["fact", "inference"]);
	});

	test("of a synthesis is written from clusters, and says which it leaves out and which gaps it fills", async () => {
		const asker = scriptedAsker([
			{
				sections: [section(good)],
				leftOut: [
					{ cluster: "k1", reason: "it is elsewhere" },
					{ cluster: "k9", reason: "" },
				],
				answeredGaps: ["g2", "g9"],
			},
		]);
		const input = inputOf({ shape: "synthesis", answerType: "explanation" }, { open: ["Who pays?", "Who made it?"] });
		const { leftOut, answeredGaps } = await draft(asker, input);
		const shown = asker.shown();
		expect(shown).toMatch(/^Cluster k1 \(.+\):\nc\d \(p\d, q1\): /m);
		for (const mark of ["c1", "c2", "c3", "c4", "c5"]) expect(shown).toContain(`\n${mark} (`);
		expect(shown).toContain("g2 Who made it?");
		expect(leftOut).toEqual([{ cluster: expect.any(String), reason: "it is elsewhere" }]);
		expect(answeredGaps).toEqual(["Who made it?"]);
	});

	test("is written with the classes of disputes and the holders of views at hand", async () => {
		const asker = scriptedAsker([{ sections: [section(good)] }]);
		const [first, ...others] = library.claims;
		const claims = first ? [{ ...first, kind: "figure" as const, holder: "the project" }, ...others] : [];
		const conflict = { kind: "number", a: wakes, b: runs, why: "60 against 90" } as const;
		const conflicts = [{ ...conflict, class: "scope" as const, settleable: false }];
		await draft(asker, inputOf({ shape: "synthesis", answerType: "explanation" }, { claims, conflicts }));
		const shown = asker.shown();
		expect(shown).toContain("c1 against c5: 60 against 90 (they differ in scope; a genuine disagreement)");
		expect(shown).toMatch(/^c1 \(p1, q1, figure, said by the project\): /m);
	});

	test("of a table asks for a repair of a value of another row and of a bare yes", async () => {
		const cell = (row: string, column: string, value: string, claim: string) => ({
			row,
			column,
			value,
			claims: [claim],
		});
		const cells = [
			cell("Ada Moor", "birthplace", "Kestrelford", "c4"),
			cell("The daemon", "birthplace", "Kestrelford", "c4"),
		];
		const asker = scriptedAsker([
			{ cells: [...cells, cell("The daemon", "skips", "yes", "c2")], sections: [section(good)] },
			{ mended: [1, 2].map((number) => ({ number, text: "", claims: [] })) },
		]);
		const subjects = ["Ada Moor", "The daemon"];
		const input = inputOf({ shape: "extraction", values: ["birthplace", "skips"], subjects, answerType: "list" });
		const { table } = await draft(asker, input);
		const repairText = asker.asked[1]?.parts.at(-1)?.text ?? "";
		expect(repairText).toContain("does not speak of The daemon");
		expect(repairText).toContain("a bare yes or no");
		expect(repairText).not.toContain("Ada Moor / birthplace");
		expect(table?.rows.map(({ cells: row }) => "text" in (row[0] ?? {}))).toEqual([true, false]);
	});

	test("of a table has cited values in its cells, and says where missing ones were looked for", async () => {
		const cells = [
			{ row: "Daemon", column: "interval", value: "60 seconds", claims: ["c1"] },
			{ row: "Daemon", column: "designer", value: "", claims: [] },
		];
		const input = inputOf({ shape: "extraction", values: ["interval", "designer"] });
		const { table, answer: none } = await draft(scriptedAsker([{ cells, sections: [section(good)] }]), input);
		expect(none).toBeUndefined();
		expect(table?.columns).toEqual(["interval", "designer"]);
		expect(table?.rows).toEqual([
			{
				label: "daemon",
				cells: [{ text: "60 seconds", claimIds: [wakes] }, { missing: expect.stringContaining("The Daemon") }],
			},
		]);
	});

	test("of a table accepts the repair of a cell only with a value that its quote holds", async () => {
		const cells = [{ row: "daemon", column: "interval", value: "once a minute", claims: ["c1"] }];
		const input = inputOf({ shape: "extraction" });
		const cellOf = async (text: string) => {
			const asker = scriptedAsker([
				{ cells, sections: [section(good)] },
				{ mended: [{ number: 1, text, claims: ["c1"] }] },
			]);
			return (await draft(asker, input)).table?.rows[0]?.cells[0];
		};
		expect(await cellOf("60 seconds")).toEqual({ text: "60 seconds", claimIds: [wakes] });
		expect(await cellOf("")).toMatchObject({ missing: expect.any(String) });
		expect(await cellOf("61 seconds")).toMatchObject({ text: "once a minute" });
	});

	test("of a table without subjects has the rows that the claims name", async () => {
		const cells = [
			{ row: "Ada Moor", column: "birthplace", value: "Kestrelford", claims: ["c4"] },
			{ row: "Bob", column: "birthplace", value: "Kestrelford", claims: ["c4"] },
		];
		const asker = scriptedAsker([{ cells, sections: [] }, { mended: [] }]);
		const { table } = await draft(asker, inputOf({ shape: "extraction", values: ["birthplace"], subjects: [] }));
		expect(table?.rows.map(({ label }) => label)).toEqual(["Ada Moor"]);
		expect(asker.asked[1]?.parts.at(-1)?.text).toContain("Bob");
	});

	test("is written from the most relevant claims that fit, without addresses", async () => {
		const claims = library.claims.map((claim, index) => ({ ...claim, relevance: index === 4 ? 0.9 : 0.1 }));
		const asker = scriptedAsker([{ sections: [section({ text: "It runs.", claims: ["c5"] })] }], 160);
		await draft(asker, inputOf({}, { claims }));
		const text = asker.shown();
		expect(text).toContain("every 90 seconds");
		expect(text).not.toContain("Kestrelford");
		expect(text).not.toContain("file:");
	});
});

describe("revise", () => {
	const answered: Answer = { text: "60 seconds", claimIds: [wakes], confidence: "medium", alternatives: [], why: "" };
	const before = {
		answer: answered,
		sections: [{ heading: "A", sentences: [{ kind: "fact" as const, text: "It sleeps.", claimIds: [wakes] }] }],
	};

	test("is shown the draft with its claims and the faults, and keeps the answer", async () => {
		const asker = scriptedAsker([{ changes: [{ at: "s1", how: "replace", sentences: [good] }] }]);
		const faults = [{ sentence: "It sleeps.", reason: "unsupported: it wakes up" }];
		const { answer: kept, sections } = await revise(asker, { ...inputOf(), draft: before, faults });
		expect(kept).toEqual(answered);
		expect(sections[0]?.sentences[0]?.text).toBe(good.text);
		const shown = asker.shown();
		expect(shown).toContain("It sleeps. [c1]");
		expect(shown).toContain("unsupported: it wakes up");
	});
});
