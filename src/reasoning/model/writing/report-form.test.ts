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
				...section("prose", [wakes]),
				cells: [{ row: "daemon", column: "interval", value: "60 seconds", claims: ["c1"] }],
			},
			/"cells" is empty/,
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

test("without a requested length, the number of claims decides it within the limits of the depth", async () => {
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
	expect(await lengthOf(50)).toContain("Length: 600 to 1250 words in all");
	expect(await lengthOf(200)).toContain("Length: 1200 to 2500 words in all");
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

test("a synthesis table has the rows and columns that the writer names, if the claims name the rows", async () => {
	const cell = (row: string, column: string, value: string) => ({ row, column, value, claims: ["c1"] });
	const { made } = await drafted({ table: true }, [
		{
			...section("prose", [wakes]),
			cells: [cell("Daemon", "interval", "60 seconds"), cell("Heron", "interval", "60 seconds")],
		},
		{ mended: [] },
	]);
	expect(made.table).toMatchObject({
		columns: ["interval"],
		rows: [{ label: "Daemon", cells: [{ text: "60 seconds" }] }],
	});
	const captioned = async (tableCaption: string) => {
		const cells = [cell("Daemon", "interval", "60 seconds")];
		const answer = { ...section("prose", [wakes]), cells, tableCaption };
		return (await drafted({ table: true }, [answer, { mended: [] }])).made.table?.caption;
	};
	expect(await captioned("daemons by how often they wake up.")).toBe("daemons by how often they wake up");
	expect(await captioned("60 daemons")).toBeUndefined();
});

test("a synthesis cell whose quote is about another row is sent back", async () => {
	const cell = (row: string, claim: string) => ({
		row,
		column: "what it does",
		value: "small tables",
		claims: [claim],
	});
	const given = { ...section("prose", [wakes]), cells: [cell("daemon", "c2"), cell("tables", "c2")] };
	const { mended } = await drafted({}, [given, { mended: [] }]);
	expect(mended).toContain("its claim does not speak of");
	expect(mended).not.toContain("cell tables");
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
