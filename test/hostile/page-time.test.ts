import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { openPageReader } from "../../src/sources/pages/open.ts";
import { http, openWorld } from "./server.ts";

const hosts = Array.from({ length: 12 }, (_, at) => `h${at}.example.com`);

/** Each address keeps its reader for as long as it may alone, and leads on to the next host by `lead`. */
async function siteThat(lead: "meta" | "redirect", slow: "page" | "robots.txt") {
	const seen: string[] = [];
	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { host = "", isRobots } = { host: request.headers.host, isRobots: request.url === "/robots.txt" };
		if (!isRobots) seen.push(host);
		if (isRobots === (slow === "robots.txt")) await delay(350);
		const next = `http://h${Number(/\d+/.exec(host)?.[0]) + 1}.example.com/`;
		if (isRobots) response.writeHead(404).end();
		else if (lead === "redirect") response.writeHead(302, { location: next }).end();
		else
			response
				.setHeader("content-type", "text/html")
				.end(`<title>On</title><meta http-equiv="refresh" content="0; url=${next}"><p>We have moved.</p>`);
	}
	const web = await openWorld(
		hosts,
		http((request, response) => void answer(request, response)),
	);
	const reader = openPageReader({ web, ms: 700 });
	return {
		seen,
		reader,
		async close() {
			await reader.close();
			await web.close();
		},
	};
}

test.each([
	["meta", "page"],
	["meta", "robots.txt"],
	["redirect", "robots.txt"],
] as const)("addresses that lead on by %s, each with a slow %s, share the time of one page", async (lead, slow) => {
	const { seen, reader, close } = await siteThat(lead, slow);
	await expect(reader.read("http://h0.example.com/")).rejects.toThrow(/took longer than/);
	expect(seen.length).toBeLessThan(4);
	await close();
});
