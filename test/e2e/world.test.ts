import { afterAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../src/app/index.ts";
import { blocksIn } from "../../src/evidence/report.ts";
import { findBrowser } from "../../src/sources/pages/browser/find-browser.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { quotedIn } from "../support/report.ts";
import { askWorld } from "../support/world.ts";
import { startWorld } from "../world/serve.ts";

const institute = "http://www.tolmouth-institute.test/news";
const correction = `${institute}/correction-petrel-counts`;
const dissent = "http://ardmoor.ac.test/news/petrels-fog-not-lamps";
const copies = [
	`${institute}/dimmed-lights-petrels`,
	"http://northernpost.test/2024/11/dimmed-harbour-lights",
	"http://tolmouthgazette.test/news/petrels-lamps",
	"http://ferrowdaily.test/science/lights-out-birds-saved",
	"http://brackhavenecho.test/local/our-harbour-in-the-dark",
	"http://islesradio.test/stories/night-shift-petrels",
	"http://sciencedesk.test/feed/dimmed-harbour-lights-cut-petrel-groundings",
	"http://fna-wire.test/releases/20241114-tolmouth-institute",
];
/** What a person would say stands there instead of a page. */
const walls: Record<string, string> = {
	"http://harbourtimes.test/opinion/petrels-after-the-correction": "paywall",
	"http://quaysideweekly.test/features/dark-harbours": "consent",
	"http://seabirdclub.test/members/newsletter-47": "login",
	"http://weatherdesk.test/fog-2024": "challenge",
	"http://tidetables.test/petrels-and-tides": "challenge",
	"http://datashelf.test/datasets/petrel-groundings-2024": "not_found",
	"http://northernpost.test/2023/08/lamps-first-night": "not_found",
	"http://fieldnotes.test/private/petrel-draft": "robots",
};
const noSources = [
	...Object.keys(walls).map((url) => new URL(url).hostname),
	"top10facts.test",
	"bestharbourlights.test",
]
	.filter((host) => host !== "northernpost.test")
	.concat("shop.lumenharbour.test", "wordhoard.test");

const world = await startWorld();
afterAll(() => world.close());

/** The addresses that the report cites, and that none of them is a wall, a farm, a shop or a dictionary. */
function citedBy({ state }: RunResult): string[] {
	const ids = new Set([
		...(state.report?.sections.flatMap(({ sentences, blocks = [] }) =>
			[...sentences, ...blocks].flatMap(({ claimIds }) => claimIds),
		) ?? []),
		...(state.report?.answer?.claimIds ?? []),
		...(state.report?.answer?.alternatives.flatMap(({ claimIds }) => claimIds) ?? []),
	]);
	const sources = new Set(state.claims.filter(({ id }) => ids.has(id)).map(({ sourceId }) => sourceId));
	const cited = state.sources.filter(({ id }) => sources.has(id)).map(({ url }) => url);
	expect(cited.map((url) => new URL(url).hostname).filter((host) => noSources.includes(host))).toEqual([]);
	return cited;
}

/** Each run is a whole one, on a machine that may have much else to do. */
describe("the invented web, without a model", () => {
	test("the correction and the dissent are shown, and nothing of a wall, a farm or a shop", async () => {
		const run = await askWorld(world, world.question);
		const cited = citedBy(run);
		expect(cited).toContain(correction);
		expect(cited).toContain(dissent);
		expect(run.markdown).toContain("47 percent");
		expect(run.markdown).toContain("Fog and moon, not lamps");
	});

	test("a press release and its seven copies are one origin; redirects inside and without end are not followed", async () => {
		const question = "By how much did petrel groundings in the Ferrow Islands fall?";
		const astray = ["http://go.northernpost.test/round", "http://go.northernpost.test/out"];
		const urls = [...copies, ...astray];
		const { state, markdown } = await askWorld(world, question, { url: urls, search: [], searxng: undefined });
		expect(state.unread.map(({ url }) => url)).toEqual(astray);
		expect(state.sources.map(({ url }) => url).toSorted()).toEqual(copies.toSorted());
		const told = state.groups.filter(({ sourceIds }) => new Set(sourceIds).size > 1);
		expect(Math.max(...told.map(({ sourceIds }) => new Set(sourceIds).size))).toBeGreaterThan(3);
		expect(told.map(({ text, origins }) => [origins, text]).filter(([origins]) => origins !== 1)).toEqual([]);
		expect(markdown).toContain("62 percent");
		expect(markdown).not.toContain("independent origins");
	});

	test("what stands in a page's place is named as a gap, and is no source; redirects of every kind are followed", async () => {
		const redirected = ["http://tolmouth-institute.test/news/correction", "http://go.northernpost.test/x7"];
		const urls = [...Object.keys(walls), ...redirected];
		const run = await askWorld(world, world.question, { url: urls, search: [], searxng: undefined });
		const { unread, sources } = run.state;
		expect(Object.fromEntries(unread.map(({ url, obstacle }) => [url, obstacle]))).toEqual(walls);
		expect(sources.map(({ capture }) => capture?.url).toSorted()).toEqual([copies[1], correction].toSorted());
		expect(citedBy(run).toSorted()).toEqual(redirected.toSorted());
		for (const name of ["Harbour Times", "Quayside Weekly", "Seabird Club"]) expect(run.markdown).toContain(name);
		expect(world.count("fieldnotes.test", "/private/petrel-draft")).toBe(0);
	});

	test("a figure in a table of the PDF is shown with its row and its page", async () => {
		const run = await askWorld(world, "How much electricity did harbour lighting use in Pellwick in 2024?");
		expect(quotedIn(run.state.report)).toMatch(/Pellwick.*\b243\b/);
		expect(citedBy(run)).toContain("http://ports.gov.test/reports/harbour-lighting-2024.pdf");
		expect(run.markdown).toContain("p. 3, table 2, Pellwick × 2024");
	});

	test("a page is read where it moved to", async () => {
		const urls = ["http://lunsay-council.test/old/minutes"];
		const run = await askWorld(world, "In what year was the lighthouse on Knight Reef first lit?", { url: urls });
		const captured = run.state.sources.map(({ capture }) => capture?.url);
		expect(captured).toContain("http://lunsay-council.test/minutes/2023-09.txt");
		expect(quotedIn(run.state.report)).toContain("1884");
		citedBy(run);
	});

	const owner = "http://skarrowtidal.test/";
	test("the page of whoever owns a thing comes before one that altered its number", async () => {
		const run = await askWorld(world, "How many megawatts of rated power does the Skarrow Tidal Mill have?");
		const [first] = blocksIn(run.state.report ?? { sections: [] });
		expect(first && blockText(first)).toMatch(/\b3\.4 (?:MW|megawatts)/);
		expect(quotedIn(run.state.report)).not.toContain("4.3 MW");
		expect(new Set(run.state.report?.sourceIds)).toContain(run.state.sources.find(({ url }) => url === owner)?.id);
	});

	const late = "Who found the error in the petrel counts of Pellwick?";
	test("without a browser, a page that its scripts write is a gap that says so", async () => {
		const run = await askWorld(world, late);
		expect(run.markdown).toContain("needs a browser");
		expect(quotedIn(run.state.report)).not.toContain("Ashby");
	});

	const browser = findBrowser([]);
	test.skipIf(!browser && process.env.ASSAY_REQUIRE_REAL !== "1")(
		"with Chromium, a page that its scripts write is read, and one that a script leads on to",
		async () => {
			const urls = ["http://old.tolmouth-institute.test/petrels"];
			const run = await askWorld(world, late, { url: urls, browser: true });
			expect(run.markdown).toContain("Runa Ashby");
			const captures = run.state.sources.flatMap(({ capture }) => (capture?.how === "browser" ? [capture.url] : []));
			expect(captures.toSorted()).toEqual([
				"http://portboard.test/live/petrels",
				"http://www.tolmouth-institute.test/projects/dim-harbours/",
			]);
		},
	);
});
