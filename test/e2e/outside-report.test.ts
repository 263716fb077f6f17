import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { evaluate, loadEvaluation, outsideRequest } from "../../src/eval/index.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { inWorld, silentHooks } from "../support/world.ts";
import { startWorld } from "../world/serve.ts";

const world = await startWorld();
afterAll(() => world.close());

const report = `# Petrels and lamps

Dimming harbour lights accounts for at most 20 percent of the decline in petrel groundings [1].
The autumn of 2022 had 31 nights of fog, and the autumn of 2024 only 77 ([Ardmoor](http://ardmoor.ac.test/news/petrels-fog-not-lamps)).
A members' newsletter reports the largest colony of the islands in 1998 [2].
Most people on the islands like the dark harbours better.

[1]: http://www.ardmoor.ac.test/news/petrels-fog-not-lamps
[2]: http://seabirdclub.test/members/newsletter-47
`;

test("a report of another system is judged: its citations are read through the way out and compared with what they say", async () => {
	const { baseUrl, requests } = closeAfterTest(await startSimulatedModel());
	const folder = emptyFolder();
	const file = join(folder, "report.md");
	writeFileSync(file, report);
	const request = outsideRequest({ report: file, question: "Do dimmed harbour lights save petrels?" });
	const judges = ["openai-compatible:strict"];
	const options = { baseUrl, browser: false, vectors: false };
	const result = await inWorld(world, folder, async (app) => {
		const access = app.evaluations;
		return loadEvaluation(
			access,
			await evaluate(access, { ...request, judges, repeats: 1, parallel: 1, options }, silentHooks()),
		);
	});
	const shares = Object.fromEntries(
		result.runs[0]?.verdicts.map((one) => [one.criterion, one.share ?? one.score]) ?? [],
	);
	// One of the two pages lies behind a login; three of four statements cite one.
	expect(shares).toMatchObject({ pagesRead: [1, 2], citations: 0.75 });
	// 20, 31, 2022 and 2024 stand in the page, 77 does not.
	expect(shares.numbersHeld).toEqual([4, 5]);
	const citations = result.runs[0]?.verdicts.filter(({ criterion }) => criterion.startsWith("cited:")) ?? [];
	// Nobody knows what the page says that could not be read.
	expect(citations.map(({ label }) => label)).toEqual(["full", "full"]);
	const figure = result.figures.find(({ name }) => name === "citationPrecision");
	expect(figure).toMatchObject({ value: 1, judge: judges[0] });
	// The judge is told neither the file's name nor who wrote the report, and a page without text is not paid for.
	const sent = JSON.stringify(requests.map(({ body }) => body));
	expect(sent).not.toMatch(/report\.md|assay/);
	expect(result.losses).toBeUndefined();
});
