import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import { changeLists, movedLines } from "../../src/app/report/changes.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { silentHooks } from "../support/world.ts";

const things = ["windows", "steps", "lamps", "bells", "rooms", "doors"] as const;
type Form = "prose" | "list" | "table";

/** A page on a tower with a figure for each thing, in prose, in a list or in a table. `short`: the sentences leave its name out. */
function pageOf(form: Form, figures: readonly number[], short = false): string {
	const subject = short ? "It" : "The Brackmoor tower";
	const rows = figures.map((figure, at) => [things[at] ?? "", figure] as const);
	const body = {
		prose: rows.map(([thing, figure]) => `${subject} has ${figure} ${thing}.`).join(" "),
		list: rows.map(([thing, figure]) => `- ${subject} has ${figure} ${thing}.`).join("\n"),
		table: `| part of the Brackmoor tower | number |\n|---|---|\n${rows.map(([thing, figure]) => `| ${thing} of the Brackmoor tower | ${figure} |`).join("\n")}`,
	}[form];
	return `# The Brackmoor tower\n\nThe Brackmoor tower stands above the harbour.\n\n${body}\n`;
}

const figures = fc.uniqueArray(fc.integer({ min: 11, max: 899 }), { minLength: 3, maxLength: 5 });
const planted = fc
	.record({
		form: fc.constantFrom<Form>("prose", "list", "table"),
		figures,
		at: fc.nat(),
		by: fc.integer({ min: 1, max: 90 }),
		short: fc.boolean(),
	})
	.map((one) => ({ ...one, at: one.at % one.figures.length }));

test("a figure of the report that a page has changed is told with both values, and of unchanged pages nothing is told", {
	timeout: 180_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(planted, async ({ form, figures, at, by, short }) => {
			const corpus = folderOf({
				"tower.md": pageOf(form, figures),
				"port.md": "# The port\n\nThe port of Brackmoor was dredged in 1911.\n",
			});
			const home = emptyFolder();
			const app = closeAfterTest(await openApp(readConfig({ home, out: home }, {})));
			const question = "What is known about the parts of the Brackmoor tower?";
			const { id, markdown } = await app.research({ question, corpus: [corpus], vectors: false }, silentHooks());
			await app.delivered(id);
			const look = async () => {
				const { id: own, state } = await app.monitor(id, {}, silentHooks());
				await app.delivered(own);
				return changeLists(state).flatMap(({ title, items }) =>
					items.map(({ lead = "", text, place = "" }) => [title, `${lead} ${text} ${place}`] as const),
				);
			};
			expect(await look()).toEqual([]);
			const before = figures[at] ?? 0;
			const after = before + by + (figures.includes(before + by) ? 1_000 : 0);
			writeFileSync(
				join(corpus, "tower.md"),
				pageOf(
					form,
					figures.map((one) => (one === before ? after : one)),
					short && form !== "table",
				),
			);
			const told = await look();
			fc.pre(markdown.includes(String(before)));
			const own = told.filter(([, words]) => words.includes(String(before)) && words.includes(String(after)));
			expect(own.map(([title]) => title)).toContain("Changed");
			// The sentences of the other figures are the same, unless all of them were shortened.
			const others = told.filter((one) => !own.includes(one));
			if (form === "table" || !short) expect(others).toEqual([]);
			expect(await look()).toEqual([]);
		}),
		{ numRuns: 12, seed: 20261127 },
	);
});

/** A finished run on a folder, and what each look at it tells. */
async function looksAt(question: string, files: Record<string, string>) {
	const [corpus, home] = [folderOf(files), emptyFolder()];
	const app = closeAfterTest(await openApp(readConfig({ home, out: home }, {})));
	const { id, markdown } = await app.research({ question, corpus: [corpus], vectors: false }, silentHooks());
	await app.delivered(id);
	const look = async () => {
		const { id: own, state } = await app.monitor(id, {}, silentHooks());
		await app.delivered(own);
		const lists = changeLists(state).flatMap(({ title, items }) =>
			items.map(({ lead = "", text, place = "" }) => `${title}: ${lead} ${text} ${place}`),
		);
		return { lists, moved: movedLines(state) };
	};
	return { corpus, markdown, look };
}

test("a renamed page is told as renamed, and a figure that it changed by that as a change, both once", {
	timeout: 180_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(planted, fc.boolean(), async ({ form, figures, at, by }, isEdited) => {
			const question = "What is known about the parts of the Brackmoor tower?";
			const port = "# The port\n\nThe port of Brackmoor was dredged in 1911.\n";
			const { corpus, markdown, look } = await looksAt(question, {
				"tower.md": pageOf(form, figures),
				"port.md": port,
			});
			const before = figures[at] ?? 0;
			fc.pre(markdown.includes(String(before)));
			const after = isEdited ? before + by + (figures.includes(before + by) ? 1_000 : 0) : before;
			const renamed = join(corpus, "brackmoor-2025.md");
			renameSync(join(corpus, "tower.md"), renamed);
			const now = figures.map((one) => (one === before ? after : one));
			writeFileSync(renamed, pageOf(form, now));
			const { lists, moved } = await look();
			expect(moved).toEqual([expect.stringMatching(/tower\.md → .*brackmoor-2025\.md/)]);
			expect(moved[0]?.includes("same text")).toBe(!isEdited);
			expect(lists.filter((one) => !one.startsWith("Changed: "))).toEqual([]);
			expect(lists.some((one) => one.includes(String(before)) && one.includes(String(after)))).toBe(isEdited);
			expect(await look()).toEqual({ lists: [], moved: [] });
		}),
		{ numRuns: 8, seed: 20261127 },
	);
});

test("a dispute that has ended is told once, also where its page is gone, and what changed its value is none that began", {
	timeout: 120_000,
}, async () => {
	const page = (who: string, year: number) => `# ${who}\n\nThe Brackmoor tower was built in ${year}, ${who} says.\n`;
	const question = "When was the Brackmoor tower built?";
	const files = { "guide.md": page("the guide", 1887), "letters.md": page("the keeper", 1889) };
	const { corpus, markdown, look } = await looksAt(question, files);
	expect(markdown).toContain("1887 against 1889");
	writeFileSync(join(corpus, "letters.md"), page("the keeper", 1891));
	const edited = (await look()).lists;
	expect(edited.filter((one) => one.startsWith("Changed: 1889 → 1891"))).toHaveLength(1);
	expect(edited.filter((one) => /dispute/i.test(one))).toEqual([]);
	rmSync(join(corpus, "letters.md"));
	const { lists } = await look();
	expect(lists.filter((one) => one.startsWith("No longer disputed: "))).toEqual([
		expect.stringMatching(/1887 against 1891/),
	]);
	expect(lists.filter((one) => one.startsWith("No longer stated: ") && one.includes("1891"))).toHaveLength(1);
	expect((await look()).lists).toEqual([]);
});
