import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { blocksIn, counterEvidence } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { evidenceOf, told } from "./ask.ts";

const statements = [
	"The keeper opens a lantern gate by hand when a boat is seen from the tower.",
	"Ships were used to carry the stones of which the lantern gate was once built.",
	"A lantern gate is painted white so that it can be seen in fog and rain.",
	"Before a storm the council has every lantern gate of the harbour closed with chains.",
	"The lamp above a lantern gate burns oil that is kept in the cellar of the mill.",
	"Visitors may walk over a lantern gate in summer, but never with a cart or a horse.",
	"Two men mend the hinges of the lantern gate with iron that comes from the south.",
	"A bell is used beside the lantern gate where the tower cannot be seen by a pilot.",
];

test("a manual answers a question for yes or no in a few passages", async () => {
	const pages = statements.map((one, at) =>
		told(`Chapter ${at}`, `${one} ${statements[(at + 3) % statements.length]}`),
	);
	const input = await evidenceOf("Can a lantern gate be used for ships?", pages);
	const files = (url: string) => url.replace("http://news.test", `file://${tmpdir()}`);
	const { sections } = await draft({
		...input,
		answer: undefined,
		sources: input.sources.map((one) => ({ ...one, url: files(one.url) })),
		pages: input.pages?.map((one) => ({ ...one, url: files(one.url) })),
	});
	const shown = blocksIn({ sections: sections.filter(({ heading }) => heading !== counterEvidence) });
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.length).toBeLessThanOrEqual(3);
});
