import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { chromiumProgram } from "../real/chromium.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startWorld } from "../world/serve.ts";
import { dieEnvironment } from "./die.ts";
import { askedOf, calmRun, survivesKills } from "./web-check.ts";
import { below, commandOf, killLife, leftOver, read, runOf, startLife } from "./web-lives.ts";

const browser = typeof chromiumProgram() === "string";
/** Every variable that holds a key, and something in each that is found wherever it goes. */
const keys = Object.fromEntries(
	[
		["BRAVE_API_KEY", "TAVILY_API_KEY", "EXA_API_KEY", "SERPER_API_KEY", "GITHUB_TOKEN", "STEEL_API_KEY"],
		["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "ZAI_API_KEY"],
	]
		.flat()
		.map((name) => [name, `canary-of-${name}`]),
);

describe("a run on the web that is killed", () => {
	test("on Postgres, gone on with by its id, ends with the report of an unbroken one, and asks for nothing twice", async ({
		skip,
	}) => {
		const postgres = await startPostgres();
		if ("missing" in postgres) return skip(postgres.missing);
		const world = await startWorld();
		try {
			const asked = askedOf(world, false);
			const calm = await calmRun(asked, { home: emptyFolder() });
			const place = { home: emptyFolder(), databaseUrl: postgres.url };
			// One kill: `npm run torture -- --web` has the many.
			const moments = [{ steps: 9 }];
			const { wrong, kills } = await survivesKills(asked, calm, { place, moments, visits: world.visits });
			expect(wrong).toEqual([]);
			expect(kills).toBe(1);
		} finally {
			await world.close();
			await postgres.stop();
		}
	});

	test("while a page is rendered leaves no process behind, none of which was told a key; nor does anything that is kept hold one", async () => {
		const world = closeAfterTest(await startWorld());
		const place = { home: emptyFolder(), env: keys };
		const life = startLife(askedOf(world, browser), place);
		const wanted = browser ? /type=renderer/ : /worker\.ts/;
		while (life.child.exitCode === null && !below(life.child.pid ?? 0).some((pid) => wanted.test(commandOf(pid))))
			await sleep(20);
		const children = below(life.child.pid ?? 0);
		const told = children.map((pid) => [commandOf(pid), read(pid, "environ"), read(pid, "cmdline")].join("\n"));
		expect(told.length).toBeGreaterThan(0);
		expect(told.filter((text) => text.includes("canary-of-"))).toEqual([]);
		expect(await killLife(life, place)).toEqual([]);

		const resumed = startLife({ ...askedOf(world, browser), resume: (await runOf(place))?.id ?? "" }, place);
		expect(await resumed.ended, resumed.said.stderr).toBe(0);
		expect(await leftOver(place.home)).toEqual([]);
		expect([resumed.said, life.said].some((said) => JSON.stringify(said).includes("canary-of-"))).toBe(false);
		expect(filesWith(place.home, "canary-of-")).toEqual([]);
	});
});

const slow = "http://portboard.test/live/petrels";

test("a page that does not come is left when the time for research is over, and is named for it", async () => {
	const world = closeAfterTest(await startWorld((url, page) => (url === slow ? { ...page, delayMs: 25_000 } : page)));
	const place = { home: emptyFolder() };
	const asked = askedOf(world, false);
	const options = { url: [slow], search: [], browser: false, deadline: 4 };
	const life = startLife({ ...asked, options }, place);
	await life.ended;
	const left = ((await runOf(place))?.log ?? []).map(({ output }) => JSON.stringify(output)).join("\n");
	expect(left).toContain("had not answered when the time for research was over");
});

test("what was read before the web went away stays as it was read, and what failed since is told", async () => {
	const world = await startWorld();
	const place = { home: emptyFolder() };
	const asked = askedOf(world, false);
	const first = startLife(asked, { ...place, env: dieEnvironment("step:rewrite:2") });
	expect(await first.ended).toBeNull();
	await world.close();
	const life = startLife({ ...asked, resume: (await runOf(place))?.id ?? "" }, place);
	expect(await life.ended, life.said.stderr).toBe(0);
	const { report } = JSON.parse(life.said.stdout) as { report: string };
	expect(report).toContain("3.4 megawatts");
	expect(report).toContain("search.test could not be read");
});

function filesWith(folder: string, text: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile() && readFileSync(path, "latin1").includes(text));
}
