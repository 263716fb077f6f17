import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import { changeLists } from "../../src/app/report/changes.ts";
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
