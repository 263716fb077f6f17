import { expect, test } from "vitest";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import { hasChanged } from "../../src/app/report/changes.ts";
import { changesOf } from "../../src/evidence/changes.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { inWorld, silentHooks, worldOptions } from "../support/world.ts";
import { type Planting, startWorld } from "../world/serve.ts";

const correction = "http://www.tolmouth-institute.test/news/correction-petrel-counts";
const dissent = "http://ardmoor.ac.test/news/petrels-fog-not-lamps";
const petition = "http://quietquays.test/";
const wire = "http://fna-wire.test/releases/20241114-tolmouth-institute";
const paper = "http://www.islandecology.test/articles/jie.2024.0117";
const usualQuestion = "How do dimmed harbour lights affect petrel groundings?";

const worldWith = async (planting?: Planting) => closeAfterTest(await startWorld(planting));

/** The web a while later: a figure, a sentence, a page less, a server that is down, and a visitors' counter. */
const later: Planting = (url, page) => {
	const edited = (edit: (body: string) => string) => ({ ...page, body: edit(String(page.body)) });
	switch (url) {
		case correction:
			return edited((body) => body.replaceAll("488", "410"));
		case dissent:
			return edited((body) => body.replace(/ Dimming harbour lights accounts for at most 20 percent[^<]*/, ""));
		case petition:
			return { ...page, status: 410, body: "Gone." };
		case wire:
			return { ...page, status: 503, body: "Down for maintenance." };
		case paper:
			return edited((body) => body.replace("</article>", "<p>Visits: 1204</p></article>"));
		default:
			return page;
	}
};

/** A finished run on the invented web, and looks at it later, when the web may be another one. */
async function monitoredRun({ question = usualQuestion, ...options }: OptionsInput & { question?: string } = {}) {
	const [folder, world] = [emptyFolder(), await worldWith()];
	const request = { question, ...worldOptions(world), ...options };
	const { id, state } = await inWorld(world, folder, async (app) => {
		const result = await app.research(request, silentHooks());
		await app.delivered(result.id);
		return result;
	});
	const look = async (planting?: Planting) => {
		const later = await worldWith(planting);
		return inWorld(later, folder, async (app) => {
			const result = await app.monitor(id, {}, silentHooks());
			await app.delivered(result.id);
			return result;
		});
	};
	return { state, look };
}

test("an unchanged web costs no model request, and a look at it finds nothing", { timeout: 60_000 }, async () => {
	const { baseUrl, requests } = closeAfterTest(await startSimulatedModel());
	const { state, look } = await monitoredRun({ model: "openai-compatible:sim", baseUrl });
	const asked = requests.length;
	const { state: seen } = await look();
	expect(requests.length - asked).toBe(0);
	expect(seen.revisits?.map(({ outcome }) => outcome)).toEqual(state.sources.map(() => "unchanged"));
	expect(hasChanged(seen)).toBe(false);
	expect(seen.report?.sections).toEqual(state.report?.sections);
});

test.each([
	[
		"by investigators",
		{ question: "When was the Skerry lighthouse built, and by whom?", gather: "agent", maxSources: 3 },
	],
	["in a survey", { depth: "survey", maxSources: 6 }],
] as const)(
	"what a run gathered %s has seen is nothing new for its first look",
	{ timeout: 120_000 },
	async (_how, options) => {
		const { baseUrl } = closeAfterTest(await startSimulatedModel());
		const { state, look } = await monitoredRun({ model: "openai-compatible:sim", baseUrl, ...options });
		expect(state.sources.length).toBeGreaterThan(0);
		const { state: seen } = await look();
		expect(seen.turns.flatMap(({ choices }) => choices.map(({ url }) => url))).toEqual([]);
		expect(seen.sources.map(({ url }) => url).toSorted()).toEqual(state.sources.map(({ url }) => url).toSorted());
		expect(hasChanged(seen)).toBe(false);
	},
);

test("planted changes are found, an outage is none, and only changed pages cost a request for claims", {
	timeout: 60_000,
}, async () => {
	const roles: string[] = [];
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ onRequest: (role) => roles.push(role) }));
	const { state, look } = await monitoredRun({ model: "openai-compatible:sim", baseUrl });
	roles.length = 0;
	const { state: seen, output, markdown } = await look(later);
	const urlOf = (id: string) => state.sources.find((source) => source.id === id)?.url;
	const changes = changesOf(seen);
	expect(changes?.changed.map(({ before, after }) => [urlOf(after.sourceId), before.quote, after.quote])).toEqual([
		[correction, expect.stringContaining("488 in 2024"), expect.stringContaining("410 in 2024")],
	]);
	const gone = changes?.gone.map(({ source, isPageGone, claim }) => [source.url, isPageGone, claim.quote]) ?? [];
	expect(gone).toContainEqual([dissent, false, expect.stringContaining("at most 20 percent")]);
	const ofPetition = state.claims.filter(({ sourceId }) => urlOf(sourceId) === petition);
	expect(gone.filter(([url]) => url === petition)).toEqual(ofPetition.map(({ quote }) => [petition, true, quote]));
	expect(gone).toHaveLength(1 + ofPetition.length);
	expect(changes?.added).toEqual([]);
	expect(changes?.unreachable.map(({ source }) => source.url)).toEqual([wire]);
	const kept = (claims: typeof state.claims) => claims.filter(({ sourceId }) => urlOf(sourceId) === wire);
	expect(kept(seen.claims)).toEqual(kept(state.claims));
	// One for the changed figure, and one for each page that the searches show for the first time.
	const fresh = seen.sources.filter(({ id }) => urlOf(id) === undefined);
	expect(roles.filter((role) => role === "extractClaims")).toHaveLength(1 + fresh.length);
	expect(markdown).toContain("**488 → 410**");
	expect(output.changes?.claimsGone.map(({ url }) => url)).toContain(petition);

	// The next look starts from this one.
	roles.length = 0;
	const { state: after } = await look(later);
	expect(hasChanged(after)).toBe(false);
	expect(roles).toEqual([]);
});
