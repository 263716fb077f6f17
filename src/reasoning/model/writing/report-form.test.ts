import { describe, expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { synthesisRoute } from "../../../../test/support/evidence.ts";
import { libraryOf, writeInputOf } from "../../../../test/support/report.ts";
import type { RequestedForm } from "../../../evidence/question.ts";
import { draft } from "../roles/draft.ts";
import { route } from "../roles/route.ts";

const library = libraryOf([
	{ title: "The Daemon", text: "The daemon wakes up every 60 seconds. It skips small tables." },
]);
const wakes = { text: "The daemon wakes up every 60 seconds.", claims: ["c1"] };
const skips = { text: "The daemon skips small tables.", claims: ["c2"] };
const section = (form: string, ...paragraphs: object[][]) => ({ sections: [{ heading: "", form, paragraphs }] });

async function drafted(
	form: RequestedForm,
	answers: unknown[],
	question = "How does the daemon work?",
	claims = library.claims,
) {
	const asker = scriptedAsker(answers);
	const routed = { ...synthesisRoute, form };
	const made = await draft(asker, writeInputOf(question, { ...library, claims }, { route: routed }));
	const { parts = [], faults = [] } = asker.asked[0] ?? {};
	const mended = asker.asked[1]?.parts.at(-1)?.text ?? "";
	return { made, mended, faults, told: parts.find(({ title }) => title === "The form of the report")?.text ?? "" };
}

const german = "Der Dienst wacht alle 60 Sekunden auf, prüft jede Tabelle und überspringt die kleinen Tabellen dabei.";
const english = "The daemon wakes up every 60 seconds, looks at each table, and skips the small tables as it goes.";

describe("the requested form is in the prompt, and a draft without it is sent back once", () => {
	test.each([
		[
			"length",
			{ words: 10 },
			/At most 10 words/,
			section("prose", [wakes, skips]),
			section("prose", [wakes]),
			/it has 12 words; at most 10/,
		],
		[
			"bullets",
			{ items: 2 },
			/Exactly 2 bullets/,
			section("bullets", [wakes]),
			section("bullets", [wakes], [skips]),
			/it has 1 bullets; exactly 2/,
		],
		[
			"a table",
			{ table: true },
			/A table is asked for/,
			section("prose", [wakes]),
			{
				sections: [{ heading: "", form: "table", columns: ["interval"], paragraphs: [[{ text: "daemon" }, wakes]] }],
			},
			/a table is asked for, and there is none/,
		],
		[
			"language",
			{ language: "de" },
			/Language: German/,
			section("prose", [{ ...wakes, text: english }]),
			section("prose", [{ ...wakes, text: german }]),
			/it is not in German/,
		],
	] satisfies [string, RequestedForm, RegExp, object, object, RegExp][])(
		"%s",
		async (_what, form, said, wrong, right, fault) => {
			const { faults, told } = await drafted(form, [wrong, right]);
			expect(told).toMatch(said);
			expect(faults).toEqual([expect.stringMatching(fault)]);
			expect((await drafted(form, [right])).faults).toEqual([]);
		},
	);

	test("audience", async () => {
		const { told } = await drafted({ audience: "a board meeting" }, [section("prose", [wakes])]);
		expect(told).toContain("It is read by: a board meeting.");
	});
});

test("without a requested length, the depth, the sub-questions and the claims decide it", async () => {
	const lengthOf = async (count: number) => {
		const claims = library.claims.flatMap((claim) =>
			Array.from({ length: count / 2 }, (_, at) => ({
				...claim,
				id: `${claim.id}${at}`,
				start: claim.start + at * 1_000,
			})),
		);
		return (await drafted({}, [section("prose", [wakes])], undefined, claims)).told;
	};
	expect(await lengthOf(2)).toContain("Length: 150 to 150 words in all");
	expect(await lengthOf(30)).toContain("Length: 300 to 600 words in all");
	expect(await lengthOf(200)).toContain("Length: 650 to 900 words in all");
});

test("a draft that has a wrong form twice is accepted as it is", async () => {
	const { made, faults } = await drafted({ words: 5 }, [section("prose", [wakes])]);
	expect(faults).toHaveLength(1);
	expect(made.sections[0]?.sentences).toHaveLength(1);
});

test("without a requested language, it is the question's; bullets stay bullets", async () => {
	const { faults } = await drafted({}, [section("prose", [{ ...wakes, text: german }])]);
	expect(faults).toEqual([expect.stringContaining("it is not in English")]);
	const asked = "Wie arbeitet der Dienst, und warum überspringt er die kleinen Tabellen?";
	expect((await drafted({}, [section("steps", [{ ...wakes, text: german }])], asked)).faults).toEqual([]);
	const { made } = await drafted({ items: 2 }, [section("bullets", [wakes], [skips])]);
	expect(made.sections[0]).toMatchObject({ form: "bullets", sentences: [{ opens: true }, { opens: true }] });
});

test("a section can be a table: each paragraph is a row, and each cell a sentence with claims of its own", async () => {
	const name = { text: "The daemon", claims: [] };
	const every = { text: "every 60 seconds", claims: ["c1"] };
	const small = { text: "Small tables.", claims: ["c2"] };
	const blank = { text: "", claims: [] };
	const columns = ["wakes up", "skips"];
	const rows = [[name, every, small], [{ ...name, text: "Heron", claims: ["c1"] }, blank, small], [wakes]];
	const { made, mended } = await drafted({ table: true }, [
		{ sections: [{ heading: "What it does", form: "table", columns, paragraphs: rows }] },
		{ mended: [] },
	]);
	expect(mended).toBe("");
	expect(made.sections).toEqual([
		expect.objectContaining({
			...{ form: "table", columns },
			sentences: [
				expect.objectContaining({
					text: "every 60 seconds",
					cell: { row: "The daemon", column: "wakes up" },
					opens: true,
				}),
				expect.objectContaining({ text: "Small tables", cell: { row: "The daemon", column: "skips" } }),
				expect.objectContaining({ text: "Small tables", cell: { row: "Heron", column: "skips" }, opens: true }),
				expect.not.objectContaining({ cell: expect.anything() }),
			],
		}),
	]);
	const { mended: faulty } = await drafted({}, [
		{
			sections: [
				{ heading: "", form: "table", columns, paragraphs: [[name, { ...every, text: "every 61 seconds" }], [wakes]] },
			],
		},
		{ mended: [] },
	]);
	expect(faulty).toMatch(/every 61 seconds/);
});

test("a command at the end of a sentence becomes code when a quote holds it, and is sent back when none does", async () => {
	const run = { text: "Wake it up: `60 seconds`.", claims: ["c1"] };
	const made = await drafted({}, [section("steps", [run], [wakes])]);
	expect(made.made.sections[0]?.sentences[0]).toMatchObject({ text: "Wake it up:", code: "60 seconds" });
	const wrong = section("steps", [{ ...run, text: "Wake it up: `rm -r`" }], [wakes]);
	const { made: left } = await drafted({}, [wrong, { mended: [{ number: 1, text: "", claims: [] }] }]);
	expect(left.sections[0]?.sentences.map(({ text }) => text)).toEqual([wakes.text]);
});

test("a route holds the form that the question asks for", async () => {
	const given = {
		...synthesisRoute,
		form: { words: 200, items: null, table: false, language: "de", audience: " a board meeting " },
	};
	const asked = await route(scriptedAsker([given]), { question: "Why?" });
	expect(asked.form).toEqual({ words: 200, language: "de", audience: "a board meeting" });
	expect((await route(scriptedAsker([{ ...given, form: null }]), { question: "Why?" })).form).toEqual({});
});
