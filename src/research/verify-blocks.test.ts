import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockOf, manual, passages } from "../../test/support/passages.ts";
import { evidenceOf } from "../../test/support/report.ts";
import { blocksIn, citedIn, type Draft, isEmpty, type QuotedBlock } from "../evidence/report.ts";
import { passagesIn } from "../reasoning/rules/blocks/find-passages.ts";
import { checkBlock } from "../verification/check-block.ts";
import { verify } from "../verification/verify.ts";

const all: QuotedBlock[] = Object.values(passages);

function draftOf(...blocks: QuotedBlock[]): Draft {
	return { sections: [{ heading: "Isolation", sentences: [], blocks }] };
}

const checked = (draft: Draft, library = manual) => verify(draft, evidenceOf(library));

describe("blocks", () => {
	test("that stand in their pages stay as they are, without a sentence beside them, and the checks are counted", () => {
		const { draft, removed, checks } = checked(draftOf(...all));
		expect(removed).toEqual([]);
		expect(draft).toEqual(draftOf(...all));
		const passed = Object.fromEntries(checks.map((one) => [one.kind, one.failed === 0 && one.passed]));
		// 17 pieces and 4 headings; 6 marks and 5 quotes.
		expect(passed).toMatchObject({ cited: 5, marker: 5, quote: 5, passage: 21, mark: 11, quotation: 0, number: 0 });
	});

	test("keep their lead-in, and lose it when they go", () => {
		const lead = { kind: "frame" as const, text: "In the manual's words:", claimIds: [] };
		const { paragraph } = passages;
		const section = { heading: "", sentences: [lead], blocks: [paragraph] };
		expect(checked({ sections: [section] }).draft.sections).toEqual([section]);
		const wrong = { ...section, blocks: [{ ...paragraph, claimIds: [] }] };
		expect(checked({ sections: [wrong] }).draft.sections).toEqual([]);
	});

	test("make a report, cite their claims after the sentences, and are removed when they fail", () => {
		const fact = { kind: "fact" as const, text: "It is fast.", claimIds: ["c9"] };
		const draft: Draft = { sections: [{ heading: "", sentences: [fact], blocks: [passages.list] }] };
		expect(citedIn({ ...draft, disputes: [] })).toEqual(["c9", ...passages.list.claimIds]);
		expect(isEmpty(draftOf(passages.list))).toBe(false);
		expect(isEmpty(checked(draftOf({ ...passages.list, path: ["A heading of ours"] })).draft)).toBe(true);
	});

	test("a heading may lack the markup that it has in its page", () => {
		const text = "# The `wal_level` *setting*\n\nIt decides how much is written.";
		const [passage] = passagesIn({ text, kind: "markdown" }, "s1");
		expect(passage?.path).toEqual(["The wal_level setting"]);
		const block = {
			sourceId: "s1",
			path: passage?.path ?? [],
			pieces: passage?.pieces ?? [],
			marked: [],
			claimIds: [],
		};
		const found = checkBlock({ ...block, kind: "paragraph" }, [], { title: "", text });
		expect(found.flatMap(({ fault }) => fault ?? [])).toEqual([]);
	});

	test("a quote may run over two pieces, but not over words that are not shown", () => {
		const quote = "Read Committed is the default isolation level in PostgreSQL. When a transaction uses";
		const [claim] = manual.claims.filter(({ id }) => passages.paragraph.claimIds.includes(id));
		if (!claim) throw new Error("no claim");
		const library = { ...manual, claims: [{ ...claim, quote }] };
		const pieces = (second: string, cut?: "cut") =>
			blockOf(library, 0, "paragraph", {
				pieces: [
					["prose", "Read Committed is the default isolation level in PostgreSQL."],
					["prose", second, cut],
				],
			});
		const block = (second: string, cut?: "cut") => draftOf({ ...pieces(second, cut), claimIds: [claim.id] });
		expect(checked(block("When a transaction uses this isolation level"), library).removed).toEqual([]);
		expect(checked(block("this isolation level", "cut"), library).removed[0]?.reason).toContain(
			"does not lie within its pieces",
		);
	});

	test.each<[string, QuotedBlock, string]>([
		[
			"leaves words out in silence",
			{ ...passages.paragraph, pieces: passages.paragraph.pieces.map(({ cut: _, ...piece }) => piece) },
			"left out, and it does not say so",
		],
		["shows nothing", { ...passages.paragraph, pieces: [], marked: [] }, "shows no piece"],
		["cites nothing", { ...passages.paragraph, claimIds: [] }, "rests on no claim"],
		[
			"cites a quote elsewhere in its page",
			{ ...passages.paragraph, claimIds: [...passages.paragraph.claimIds, ...passages.table.claimIds] },
			"does not lie within its pieces",
		],
		["cites another page", { ...passages.paragraph, claimIds: passages.list.claimIds }, "is of another page"],
		[
			"repeats a piece",
			{ ...passages.list, pieces: passages.list.pieces.flatMap((piece) => [piece, piece]) },
			"not in the order of the page",
		],
		[
			"marks the same twice",
			{ ...passages.list, marked: [...passages.list.marked, ...passages.list.marked] },
			"not within one of its pieces",
		],
	])("one that %s is taken out with the reason", (_name, block, reason) => {
		const { draft, removed } = checked(draftOf(block, passages.definition));
		expect(blocksIn(draft)).toEqual([{ section: "Isolation", ...passages.definition }]);
		expect(removed).toHaveLength(1);
		expect(removed[0]?.reason).toContain(reason);
	});

	test("a block with a changed offset, word, source, heading or claim is removed, and the others stay", () => {
		const shift = fc.integer({ min: -60, max: 60 }).filter((by) => by !== 0);
		const sabotage = fc.record({
			which: fc.nat(all.length - 1),
			at: fc.nat(50),
			by: fc.oneof(shift, fc.constantFrom(0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12)),
			kind: fc.constantFrom(
				"start",
				"end",
				"both",
				"word",
				"markStart",
				"markEnd",
				"source",
				"heading",
				"claim",
				"drop",
			),
		});
		fc.assert(
			fc.property(sabotage, ({ which, at, by, kind }) => {
				const block = all[which] ?? passages.list;
				const piece = at % block.pieces.length;
				const inPiece = (change: (one: QuotedBlock["pieces"][number]) => object) => ({
					...block,
					pieces: block.pieces.map((one, index) => (index === piece ? { ...one, ...change(one) } : one)),
				});
				const outOfPiece = 5_000 * Math.sign(by || 1) + (Number.isFinite(by) ? by : 0);
				const changed: Record<typeof kind, () => QuotedBlock> = {
					start: () => inPiece(({ start }) => ({ start: start + by })),
					end: () => inPiece(({ end }) => ({ end: end + by })),
					both: () => inPiece(({ start, end }) => ({ start: start + by, end: end + by })),
					word: () => inPiece(({ text }) => ({ text: `${text.slice(0, at)}x${text.slice(at)}` })),
					markStart: () => ({ ...block, marked: block.marked.map((one) => ({ ...one, start: one.start - 5_000 })) }),
					markEnd: () => ({ ...block, marked: block.marked.map((one) => ({ ...one, end: one.end + outOfPiece })) }),
					source: () => ({ ...block, sourceId: block.sourceId === "s1" ? "s2" : "s1" }),
					heading: () => ({ ...block, path: [...block.path, "13.9. A level of our own"] }),
					claim: () => ({ ...block, claimIds: [...block.claimIds, `c${at}`] }),
					drop: () => ({ ...block, claimIds: [] }),
				};
				const wrong = changed[kind]();
				const { draft, removed, checks } = checked(draftOf(...all.with(which, wrong)));
				expect(blocksIn(draft).map(({ section: _, ...one }) => one)).toEqual(all.toSpliced(which, 1));
				expect(removed).toHaveLength(1);
				expect(checks.some(({ failed }) => failed > 0)).toBe(true);
			}),
			{ numRuns: 400 },
		);
	});

	test("blocks of a page that has changed since it was read are removed", () => {
		const evidence = evidenceOf(manual);
		const pageText = (id: string) => (id === "s1" ? `${evidence.pageText(id)} ` : evidence.pageText(id));
		const { draft } = verify(draftOf(...all), { ...evidence, pageText });
		expect(blocksIn(draft).map(({ kind }) => kind)).toEqual(["steps", "list"]);
	});
});
