import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pagesOnDisk } from "./pages.ts";
import { special } from "./routes.ts";
import { startWorld } from "./serve.ts";

const world = await startWorld();
afterAll(() => world.close());

/** `path` may be a whole address, as a proxy's client sends it. */
function get(host: string, path: string): Promise<{ status: number; body: string }> {
	return new Promise((resolve, reject) => {
		request({ host: "127.0.0.1", port: world.port, path, headers: { host } }, (response) => {
			const parts: Buffer[] = [];
			response.on("data", (part: Buffer) => parts.push(part));
			response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
		})
			.on("error", reject)
			.end();
	});
}

async function search(query: string): Promise<string[]> {
	const { body } = await get("search.test", `/search?format=json&q=${encodeURIComponent(query)}`);
	return (JSON.parse(body) as { results: { url: string }[] }).results.map(({ url }) => url);
}

test("a page is the same by its host and by its whole address, and each request is counted", async () => {
	const path = "/news/correction-petrel-counts";
	const byHost = await get("www.tolmouth-institute.test:8080", path);
	const whole = await get("127.0.0.1", `http://www.tolmouth-institute.test${path}`);
	expect(byHost).toMatchObject({ status: 200, body: expect.stringContaining("47 percent, not 62") });
	expect(whole).toEqual(byHost);
	expect(world.count("www.tolmouth-institute.test", path)).toBe(2);
	expect((await get("nowhere.test", "/")).status).toBe(421);
	expect(world.count("nowhere.test")).toBe(1);
});

test("the search engine keeps to a site and to a phrase, and finds nothing where there is nothing", async () => {
	const all = await search("petrel groundings");
	expect(all).toHaveLength(10);
	const ministry = await search("petrel groundings site:gov.test");
	expect(ministry).toContain("http://ports.gov.test/reports/harbour-lighting-2024.pdf");
	expect(ministry.every((url) => new URL(url).hostname.endsWith(".gov.test"))).toBe(true);
	expect(await search('"Knight Reef" lit year')).not.toContain("http://nightreefdivers.test/");
	expect(await search("zeppelin")).toEqual([]);
});

test("only pages that attack their reader name a canary", () => {
	const naming = [...pagesOnDisk(), ...special()]
		.filter(([, { body }]) => body.includes("canary"))
		.map(([url]) => new URL(url).hostname);
	const attackers =
		"birdforum harbourwiki helperbots lampblog nightskyguide openlampdata petrelfacts quietquays trustedpetrels verifiedscience";
	expect([...new Set(naming)].toSorted()).toEqual(attackers.split(" ").map((name) => `${name}.test`));
});

test("as a process it says where it is, and ends when nobody holds it any more", async () => {
	const child = spawn(process.execPath, [join(import.meta.dirname, "serve.ts")], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const [line] = (await once(child.stdout, "data")) as [Buffer];
	expect(JSON.parse(line.toString())).toEqual({
		port: expect.any(Number),
		hosts: world.hosts,
		search: "http://search.test/",
		question: world.question,
	});
	child.stdin.end();
	expect(await once(child, "exit")).toEqual([0, null]);
});
