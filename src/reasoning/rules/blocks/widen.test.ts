import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkBlock } from "../../../verification/check-block.ts";
import { passagesIn } from "./find-passages.ts";
import type { ScoredPassage } from "./score-passages.ts";
import { widenPassage } from "./widen.ts";
import { wordCountOf } from "./windows.ts";

const page = `# Backups

The daily backup runs at night.

## What it holds

It holds the tables and the settings.

## How long it is kept

A backup is kept for 30 days. Then it is deleted.

## Where it lies

On the second disk.
`;

function widenedFrom(text: string, at: number, max: number) {
	const read = passagesIn({ text, kind: "markdown" }, "s1");
	const passage = read[at % Math.max(1, read.length)];
	if (!passage) return undefined;
	const one: ScoredPassage = { passage, claims: [], counts: new Map(), score: 1, covered: [] };
	const pages = new Map([["s1", { text, passages: read }]]);
	return { before: passage, after: widenPassage(one, { pages, hits: [] }, [], max).passage };
}

describe("a passage with its surroundings", () => {
	test("includes its neighbours with their headings, as many as fit", () => {
		const shown = widenedFrom(page, 1, 32)?.after.pieces.map(({ text }) => text);
		expect(shown).toEqual([
			"The daily backup runs at night.",
			"What it holds",
			"It holds the tables and the settings.",
			"How long it is kept",
			"A backup is kept for 30 days. Then it is deleted.",
		]);
	});

	test("does not end in a line that belongs to something else", () => {
		const text = "The pond leaked at night.\n\nNobody was hurt.\n\nMore like this\n\n2 comments\n";
		const read = passagesIn(
			{ text, kind: "html", marks: [{ start: 500, locator: { kind: "line", line: 1 }, level: 2 }] },
			"s1",
		);
		const [passage] = read;
		if (!passage) throw new Error("no passage");
		const one: ScoredPassage = { passage, claims: [], counts: new Map(), score: 1, covered: [] };
		const { pieces } = widenPassage(
			one,
			{ pages: new Map([["s1", { text, passages: read }]]), hits: [] },
			[],
			50,
		).passage;
		expect(pieces.map((piece) => piece.text)).toEqual(["The pond leaked at night.", "Nobody was hurt."]);
	});

	test("that explains what was named ends where another term begins; of another entry none before it is shown", () => {
		const text = "max_use\nHow often it is used.\n\nmin_use\nHow often at least.\n\nmax_idle\nHow long it waits.";
		const read = passagesIn({ text, kind: "html" }, "s1");
		const [, passage] = read;
		if (!passage) throw new Error("no passage");
		const one: ScoredPassage = {
			passage,
			claims: [],
			counts: new Map(),
			score: 1,
			covered: [],
			explains: true,
		};
		const pages = new Map([["s1", { text, passages: read }]]);
		const shown = (found: ScoredPassage) => widenPassage(found, { pages, hits: [] }, [], 50).passage.pieces;
		expect(shown(one).map((piece) => piece.text)).toEqual(["min_use", "How often at least."]);
		const others = shown({ ...one, explains: undefined }).map((piece) => piece.text);
		expect(others).toEqual(["min_use", "How often at least.", "max_idle", "How long it waits."]);
	});

	test("is verbatim, in order, within the limit, and holds the original passage", () => {
		const line = fc.constantFrom(
			"# Top",
			"## Part",
			"A sentence of five words.",
			"- item one",
			"| a | b |",
			"",
			"    code",
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 40 }), fc.nat(30), fc.integer({ min: 1, max: 60 }), (lines, at, max) => {
				const text = lines.join("\n");
				const found = widenedFrom(text, at, max);
				if (!found) return;
				const { before, after } = found;
				const block = {
					sourceId: "s1",
					kind: "paragraph" as const,
					path: after.path,
					pieces: after.pieces,
					marked: [],
					claimIds: [],
				};
				expect(checkBlock(block, [], { title: "", text }).flatMap(({ fault }) => fault ?? [])).toEqual([]);
				expect(after.pieces.map((piece) => piece.text)).toEqual(
					expect.arrayContaining(before.pieces.map((piece) => piece.text)),
				);
				const added = after.pieces.filter(({ kind }) => kind !== "term");
				expect(wordCountOf(added)).toBeLessThanOrEqual(Math.max(max, wordCountOf(before.pieces)));
			}),
		);
	});
});
