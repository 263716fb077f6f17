import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelError } from "../../src/reasoning/model/error.ts";
import { draft } from "../../src/reasoning/model/roles/draft.ts";
import { verify } from "../../src/verification/verify.ts";
import { scriptedAsker } from "../support/asker.ts";
import { lookupRoute } from "../support/evidence.ts";
import { evidenceOf, libraryOf, writeInputOf } from "../support/report.ts";

const library = libraryOf(
	[
		{ title: "The Daemon", text: "The daemon wakes up every 60 seconds. It skips small tables." },
		{ title: "People", text: "Ada Moor designed the daemon." },
	],
	[
		[0, "The daemon wakes up every 60 seconds."],
		[0, "It skips small tables.", { text: "The daemon skips small tables." }],
		[1, "Ada Moor designed the daemon."],
	],
);

const input = writeInputOf("How often does the daemon wake up?", library, {
	route: { ...lookupRoute, values: ["interval"], subjects: ["daemon"] },
});

const anyText = fc.oneof(
	fc.string({ maxLength: 60 }),
	fc.constantFrom(
		"It wakes up once every 60 seconds.",
		'It "skips small tables"',
		"“It skips",
		'a " b',
		"[c1]",
		"61",
		"Note: c3",
		"«Ada Moor» made it",
		"„It skips small tables.“",
	),
);
const anyProse = fc.array(
	fc.record({
		heading: anyText,
		paragraphs: fc.array(
			fc.array(
				fc.record({
					text: anyText,
					claims: fc.array(fc.oneof(fc.constantFrom("c1", "c2", "5", "[c3]"), fc.string({ maxLength: 4 })), {
						maxLength: 3,
					}),
				}),
				{ maxLength: 4 },
			),
			{ maxLength: 2 },
		),
	}),
	{ maxLength: 3 },
);

test("whatever the model writes is a draft that code can check, or a typed failure", async () => {
	await fc.assert(
		fc.asyncProperty(anyProse, anyProse, async (first, second) => {
			const again = second
				.flatMap(({ paragraphs }) => paragraphs.flat())
				.map((one, at) => ({ ...one, number: at + 1 }));
			const asker = scriptedAsker([{ sections: first }, { sections: second, mended: again }]);
			const made = await draft(asker, input).catch((error: unknown) => {
				expect(error).toBeInstanceOf(ModelError);
			});
			if (!made) return;
			const { draft: kept, removed } = verify(made, evidenceOf(library));
			expect(kept.sections.length).toBeGreaterThan(0);
			// What nothing had to be mended in, code takes nothing out of.
			if (asker.asked.length === 1) expect(removed).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});
