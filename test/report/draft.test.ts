import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim } from "../../src/evidence/claim.ts";
import type { SubQuestion } from "../../src/evidence/plan.ts";
import type { Route, Shape } from "../../src/evidence/question.ts";
import { blocksIn } from "../../src/evidence/report.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { verify } from "../../src/verification/verify.ts";
import { lookupRoute, subQuestionOf } from "../support/evidence.ts";
import { evidenceOf, groupsOf, libraryOf, pagesOf, shownIn, writeInputOf } from "../support/report.ts";

const number = (text: string) => ({ kind: "number" as const, text, normal: text.replaceAll(",", "") });
const date = (text: string, normal: string) => ({ kind: "date" as const, text, normal });

const library = libraryOf(
	[
		{
			title: "25.1. Routine Vacuuming",
			text: "The autovacuum daemon is an optional feature that removes dead rows. It wakes up every 60 seconds. However, it never touches temporary tables. However, tables of the catalog are checked too.\n\nautovacuum_naptime (integer)\n\nSpecifies the minimum delay between two runs. The default is one minute.",
		},
		{
			title: "Tuning – A Blog",
			text: "Autovacuum is needed because dead rows fill the disk. In practice the autovacuum daemon wakes up every 30 seconds. Administrators lower the autovacuum threshold for busy tables.",
		},
		{
			title: "Ferdi Taygan",
			text: "Ferdi Taygan (born December 5, 1956) is a former tennis player. He won 19 doubles titles.",
		},
		{
			title: "Mahesh Bhupathi",
			text: "Mahesh Bhupathi (born 7 June 1974) is an Indian player of 12 Grand Slam titles.",
		},
	],
	[
		[
			0,
			"The autovacuum daemon is an optional feature that removes dead rows.",
			{ subQuestionIds: ["q1"], subject: "autovacuum daemon" },
		],
		[
			0,
			"It wakes up every 60 seconds.",
			{ subQuestionIds: ["q2"], text: "The autovacuum daemon wakes up every 60 seconds.", values: [number("60")] },
		],
		[
			0,
			"However, it never touches temporary tables.",
			{ subQuestionIds: ["q3"], text: "The autovacuum daemon never touches temporary tables." },
		],
		[0, "However, tables of the catalog are checked too.", { subQuestionIds: ["q3"] }],
		[
			0,
			"Specifies the minimum delay between two runs.",
			{ subQuestionIds: ["q2"], text: "autovacuum_naptime (integer): Specifies the minimum delay between two runs." },
		],
		[1, "Autovacuum is needed because dead rows fill the disk.", { subQuestionIds: ["q1"] }],
		[
			1,
			"In practice the autovacuum daemon wakes up every 30 seconds.",
			{ subQuestionIds: ["q2"], values: [number("30")] },
		],
		[1, "Administrators lower the autovacuum threshold for busy tables.", { subQuestionIds: ["q4"] }],
		[
			2,
			"Ferdi Taygan (born December 5, 1956) is a former tennis player.",
			{ subQuestionIds: ["q1"], values: [date("December 5, 1956", "1956-12-05")] },
		],
		[
			2,
			"He won 19 doubles titles.",
			{ subQuestionIds: ["q2"], text: "Ferdi Taygan won 19 doubles titles.", values: [number("19")] },
		],
		[
			3,
			"Mahesh Bhupathi (born 7 June 1974) is an Indian player of 12 Grand Slam titles.",
			{ subQuestionIds: ["q1"], values: [date("7 June 1974", "1974-06-07"), number("12")] },
		],
	],
);

const routeOf = (shape: Shape, more: Partial<Route> = {}): Route => ({
	...{ ...lookupRoute, shape, values: [], subjects: [], effort: "complex" },
	...more,
});

const asked: SubQuestion[] = [
	["What is autovacuum?", "factual", "supporting"],
	["How does autovacuum work?", "mechanistic", "supporting"],
	["What are the limitations, drawbacks and exceptions of autovacuum?", "critical", "adversarial"],
	["How is autovacuum used in practice?", "practical", "supporting"],
].map(([text = "", dimension, stance], index) =>
	subQuestionOf({
		...{ id: `q${index + 1}`, text, focus: [], threads: [text] },
		dimension: dimension as SubQuestion["dimension"],
		stance: stance as SubQuestion["stance"],
	}),
);

function inputOf(claims: Claim[], route: Route, more: Partial<WriteInput> = {}) {
	const found = { sources: library.sources, claims };
	return writeInputOf("How does autovacuum work, and what are its limits?", found, {
		...{ route, plan: { dimensions: [], subQuestions: asked }, groups: groupsOf(found) },
		...more,
	});
}

test("whatever is drafted from whichever claims passes every check", async () => {
	const routes = [
		routeOf("lookup"),
		routeOf("synthesis"),
		routeOf("extraction", {
			subjects: ["Ferdi Taygan", "Mahesh Bhupathi"],
			values: ["birth date", "number of titles"],
		}),
		routeOf("extraction", { values: ["delay"] }),
		routeOf("extraction"),
	];
	await fc.assert(
		fc.asyncProperty(
			fc.subarray(library.claims),
			fc.constantFrom(...routes),
			fc.boolean(),
			fc.boolean(),
			async (claims, route, answered, paged) => {
				const [first, second] = claims;
				const answer = {
					text: first?.quote.split(" ").slice(0, 2).join(" ") ?? "",
					claimIds: first ? [first.id] : [],
					confidence: "medium" as const,
					alternatives: second ? [{ text: second.quote.split(" ")[0] ?? "", claimIds: [second.id] }] : [],
					why: "",
				};
				const conflicts = first && second ? [{ kind: "number" as const, a: first.id, b: second.id, why: "" }] : [];
				const input = {
					...inputOf(claims, route, { conflicts, ...(paged ? { pages: pagesOf(library) } : {}) }),
					answer: answered && first ? answer : undefined,
				};
				const written = await draft(input);
				const { removed, draft: kept } = verify(written, evidenceOf(library));
				expect(removed).toEqual([]);
				expect(kept).toEqual(written);
				expect(await draft(input)).toEqual(written);
			},
		),
		{ numRuns: 300 },
	);
});

describe("a synthesis", async () => {
	const route = routeOf("synthesis", { subjects: ["autovacuum"] });
	const written = await draft(inputOf(library.claims.slice(0, 8), route, { pages: pagesOf(library) }));
	const shown = shownIn(written)
		.map(({ text }) => text)
		.join("\n");

	test("shows what sources say in their own passages, each once, under headings that differ", () => {
		expect(shown).toContain("is an optional feature");
		expect(shown).toContain("because dead rows fill the disk");
		const starts = blocksIn(written).flatMap(({ sourceId, pieces }) =>
			pieces.map(({ start }) => `${sourceId} ${start}`),
		);
		expect(new Set(starts).size).toBe(starts.length);
		const headings = written.sections.map(({ heading }) => heading);
		expect(new Set(headings).size).toBe(headings.length);
	});

	test("cuts nothing before what turns its meaning", () => {
		const found = blocksIn(written).find(({ pieces }) => pieces.some(({ text }) => text.includes("every 60 seconds")));
		expect(found?.pieces.map(({ text }) => text).join(" ")).toContain("However, it never touches temporary tables.");
	});
});

describe("an extraction", async () => {
	const route = routeOf("extraction", {
		subjects: ["Ferdi Taygan", "Mahesh Bhupathi"],
		values: ["birth date", "number of doubles titles", "height"],
	});
	const text = "What is the height of Ferdi Taygan?";
	const height = subQuestionOf({ id: "q9", subject: "Ferdi Taygan", value: "height", text });
	const gaps = [{ text: height.text, subQuestionId: "q9", lookedIn: ["search: height Ferdi Taygan", "Ferdi Taygan"] }];
	const plan = { dimensions: [], subQuestions: [...asked, height] };
	const { table, answer } = await draft(inputOf(library.claims.slice(8), route, { gaps, plan }));

	test("fills each cell from a claim about its row, and says where an empty one was looked for", () => {
		expect(answer).toBeUndefined();
		expect(
			table?.rows.map(({ label, cells }) => [label, ...cells.map((cell) => ("text" in cell ? cell.text : "—"))]),
		).toEqual([
			["Ferdi Taygan", "December 5, 1956", "19", "—"],
			["Mahesh Bhupathi", "7 June 1974", "12", "—"],
		]);
		expect(table?.rows[0]?.cells[2]).toEqual({ missing: "searched for “height Ferdi Taygan”; looked in Ferdi Taygan" });
	});
});

test("a lookup without an answer shows the passages that bear on it, the best first", async () => {
	const written = await draft(
		inputOf(library.claims.slice(0, 3), routeOf("lookup"), { question: "How often does autovacuum wake up?" }),
	);
	expect(written.answer).toBeUndefined();
	const [first] = blocksIn(written);
	expect(first && blockText(first)).toContain("wakes up every 60 seconds");
});

test("what is asked of nothing else is a list: passages answer, no table of one cell", async () => {
	const one = { subjects: ["limits of autovacuum"], values: ["limits of autovacuum"] };
	const written = await draft(
		inputOf(library.claims.slice(0, 5), routeOf("extraction", { ...one, answerType: "list" }), {
			question: "What are the limits of autovacuum?",
		}),
	);
	expect(written.table).toBeUndefined();
	expect(blocksIn(written).length).toBeGreaterThan(0);
});

test("passages are ordered by their meaning where it can be read, and by words where it cannot", async () => {
	const input = inputOf(library.claims.slice(0, 8), routeOf("lookup"), { pages: pagesOf(library) });
	const firstBy = async (similarity: WriteInput["similarity"]) => {
		const [first] = blocksIn(await draft({ ...input, similarity }));
		return first?.pieces.map(({ text }) => text).join("\n") ?? "";
	};
	for (const wanted of ["dead rows", "60 seconds"])
		expect(
			await firstBy(async (_query, texts) =>
				texts.map((text) => ({ whole: text.includes(wanted) ? 0.9 : 0, tokens: [] })),
			),
		).toContain(wanted);
	expect(await firstBy(async () => undefined)).toBe(await firstBy(undefined));
});

test("a name that no page holds is told first; where nothing else was asked of, nothing is written", async () => {
	const pages = pagesOf(library);
	const about = (question: string) =>
		draft(inputOf(library.claims.slice(0, 8), routeOf("lookup"), { question, pages, sources: library.sources }));
	expect((await about("How is Zweibrucken configured?")).sections).toEqual([]);
});

test("no claims, no text", async () => {
	for (const shape of ["lookup", "synthesis"] as const)
		expect((await draft(inputOf([], routeOf(shape)))).sections).toEqual([]);
});
