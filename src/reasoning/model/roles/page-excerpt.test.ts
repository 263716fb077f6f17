import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf, lookupRoute as route, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { excerptPage } from "./page-excerpt.ts";

const filler = (at: number) =>
	`## Part ${at}\n\n${`The lamps of pier ${at} are lit at dusk and put out at dawn. `.repeat(14)}`;
const reasons = Array.from(
	{ length: 20 },
	(_, at) => `- Reason ${at + 1}: crews of the ferry were ${at + 1} short.`,
).join("\n");
const rows = Array.from({ length: 12 }, (_, at) => `| Route ${at + 1} | ${at + 3} min |`).join("\n");
const table = `| Ferry route | Mean delay |\n|---|---|\n${rows}`;
const long = [
	"# The ferry in winter\n\nA short account.",
	...[1, 2, 3, 4, 5, 6].map(filler),
	`## Why it was late\n\nThere were twenty reasons for the delay:\n\n${reasons}`,
	...[7, 8, 9].map(filler),
	`## By route\n\n${table}`,
	...[10, 11, 12].map(filler),
].join("\n\n");
const question = "Why was the ferry late, and by how much?";
const subQuestion = subQuestionOf({ text: "Why was the ferry late?", focus: ["ferry"] });
const others = [subQuestionOf({ id: "q2", text: "What was the mean delay of each route?", focus: [] })];
const input: ExtractInput = { question, route, subQuestion, others, page: pageOf(long), max: 8 };

test("a long page shows whole the list and table that the sub-questions are about, with their headings", () => {
	const shown = excerptPage(input, 4_500);
	expect(shown.length).toBeLessThanOrEqual(4_500);
	expect(shown).toContain("A short account.");
	expect(shown).toContain(`## Why it was late\n\nThere were twenty reasons for the delay:\n\n${reasons}`);
	expect(shown).toContain(`## By route\n\n${table}`);
});

test("in any room, a list, table or paragraph is shown whole or not at all", () => {
	fc.assert(
		fc.property(fc.integer({ min: 3_000, max: long.length - 1 }), (room) => {
			const shown = excerptPage(input, room);
			expect(shown.length).toBeLessThanOrEqual(room);
			for (const whole of [reasons, rows]) {
				const lines = whole.split("\n").filter((line) => shown.includes(line));
				expect([0, whole.split("\n").length]).toContain(lines.length);
			}
			for (const piece of shown.split("\n\n[…]\n\n")) expect(long).toContain(piece);
		}),
	);
});

test("a table that is longer than the room shows its header above the rows", () => {
	const many = Array.from({ length: 400 }, (_, at) => `| Quay ${at + 1} | ${at} lamps |`);
	many[300] = "| Quay of the ferry | late by 9 min |";
	const page = pageOf(`# Quays\n\n| Name of the quay | Remark |\n|---|---|\n${many.join("\n")}`);
	const shown = excerptPage({ ...input, page }, 3_000);
	expect(shown.length).toBeLessThanOrEqual(3_000);
	expect(shown).toContain("| Name of the quay | Remark |");
	expect(shown).toContain("late by 9 min");
});

test("a page that was extracted before shows only what fits the new sub-question", () => {
	const shown = excerptPage({ ...input, subQuestion: others[0] ?? subQuestion, others: [], only: true }, 10_000);
	expect(shown).toContain(table);
	expect(shown).not.toContain("The lamps of pier");
});

test("a long page shows its author where the paragraph that names him is too long to show whole", () => {
	const byline = "This paper was read by Ada Moor at the harbour conference of 2005.";
	const tale = "On the quay a child said that it liked storms. ".repeat(60);
	const bearing = Array.from({ length: 12 }, (_, at) => `## Winter ${at}\n\n${"The ferry was late. ".repeat(30)}`);
	const page = pageOf(
		[
			"On ferries and why they are late :: the papers of the Harbour Library.",
			`${byline} ${tale}`,
			...bearing,
			long,
		].join("\n\n"),
	);
	const shown = excerptPage({ ...input, page }, 6_000);
	expect(shown).toContain(byline);
	expect(shown.length).toBeLessThanOrEqual(6_000);
});

test("a long page shows the sections whose headings name what a sub-question asks about, however much else fits it", () => {
	const gate = (name: string) =>
		`## ${name} Directive\n\nSyntax: ${name} n\n\nThis sets a number for ${name}. ${"It counts boats at the gate. ".repeat(20)}`;
	const talk = Array.from(
		{ length: 20 },
		(_, at) =>
			`## Notes ${at}\n\n${"What limits of a gate are by default is told here, and what a limit does by default. ".repeat(8)}`,
	);
	const names = Array.from(
		{ length: 40 },
		(_, at) => `Gate${"ABCDEFGHIJ"[at % 10]}${"klmn"[Math.floor(at / 10)]}Count`,
	);
	const text = ["# Gates", ...talk, ...names.map(gate)].join("\n\n");
	const asked = subQuestionOf({ text: `What does ${names[33]} limit, and what is the default?`, focus: [] });
	const hits = Array.from({ length: 20 }, (_, at) => text.indexOf(`## Notes ${at}`)).map((start) => ({
		...{ start, end: start + 600 },
		score: 1,
	}));
	const shown = excerptPage({ ...input, page: pageOf(text), subQuestion: asked, others, passages: hits }, 6_000);
	expect(shown.length).toBeLessThanOrEqual(6_000);
	expect(shown).toContain(`This sets a number for ${names[33]}.`);
	expect(shown).not.toContain(`This sets a number for ${names[12]}.`);
});

test("a list of which a sub-question names some items is shown without holes", () => {
	const item = (at: number) => `Gate ${at}: ${at % 2 ? "the ferry waits for fog" : "open at all hours of the day"}.`;
	const rows = Array.from({ length: 12 }, (_, at) => item(at));
	const page = pageOf(["# Gates", "All gates.", ...rows, long].join("\n\n"));
	const asked = subQuestionOf({ text: "Where does the ferry wait for fog?", focus: [] });
	const shown = excerptPage({ ...input, page, subQuestion: asked, others: [] }, 3_000);
	const [first, last] = [shown.indexOf(item(1)), shown.indexOf(item(11))];
	expect(first).toBeGreaterThan(0);
	expect(last).toBeGreaterThan(first);
	expect(shown.slice(first, last)).not.toContain("[…]");
});
