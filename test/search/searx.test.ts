import { expect, test } from "vitest";
import { openGate } from "../../src/net/gate.ts";
import { openService } from "../../src/sources/search/open-service.ts";
import { searchServices } from "../../src/sources/search/search.ts";
import { startSearx } from "../real/searx.ts";
import { startWorld } from "../world/serve.ts";
import { openTestWeb } from "./server.ts";

test("a real SearX in front of the invented web: found, nothing found, and engines that do not answer are three things", async ({
	skip,
}) => {
	const world = await startWorld();
	const web = openTestWeb();
	const searx = await startSearx({
		search: `${world.search}search?q={query}&format=json`,
		proxy: `http://127.0.0.1:${world.port}`,
	});
	if ("missing" in searx) {
		await world.close();
		return skip(searx.missing);
	}
	try {
		const service = openService("searxng", { web, baseUrl: searx.url });
		await service.probe?.();
		expect(world.visits).toEqual([]);

		const gate = openGate({
			world: { hosts: world.hosts, endpoint: { address: "127.0.0.1", family: 4, port: world.port } },
		});
		const options = { limit: 5, gate };
		const found = await searchServices([service], world.question, options);
		expect(found).toMatchObject({ faults: [], sent: ["searxng"] });
		expect(found.hits.length).toBeGreaterThan(2);
		for (const hit of found.hits) {
			expect(world.hosts).toContain(new URL(hit.url).hostname);
			expect(hit).toMatchObject({
				services: ["searxng"],
				title: expect.stringMatching(/\w/),
				snippet: expect.stringMatching(/\w/),
			});
		}
		const site = new URL(found.hits.at(-1)?.url ?? "").hostname;
		const narrowed = await searchServices([service], `${world.question} site:${site}`, options);
		expect(new Set(narrowed.hits.map(({ url }) => new URL(url).hostname))).toEqual(new Set([site]));

		expect(await searchServices([service], "qqzxv wwkjhq", options)).toEqual({
			hits: [],
			faults: [],
			sent: ["searxng"],
		});

		await world.close();
		await expect(searchServices([service], world.question, options)).rejects.toThrow(
			/its engines do not answer \(world: /,
		);
	} finally {
		await searx.stop();
		await web.close();
		await world.close().catch(() => undefined);
	}
});
