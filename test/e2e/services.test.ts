import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { serve } from "../support/server.ts";

const question = "When was the Skerry lighthouse built?";
const words = "It stands on the northern point, and its lamp is seen from eleven miles away in clear weather. ".repeat(
	4,
);
const pages: Record<string, string> = {
	"guide.test/skerry": `<title>Harbour guide</title><h1>Harbour guide</h1><p>The Skerry lighthouse was built in 1887. ${words}</p>`,
	"annals.test/coast": `<title>Annals of the coast</title><h1>Annals</h1><p>The Skerry lighthouse was built in 1887 by the harbour board. ${words}</p>`,
};

type Search = (response: ServerResponse, asked: number) => void;

/** A web of two pages and a search service that does as it is told. Gives what was asked for, in order. */
async function serveSearch(search: Search) {
	const visits: string[] = [];
	let searches = 0;
	const server = await serve((request, response) => {
		const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
		const place = `${url.hostname}${url.pathname}`;
		if (url.pathname !== "/robots.txt") visits.push(place);
		const page = pages[place];
		if (place === "search.test/search") {
			// The probe sends no query.
			if (url.searchParams.get("q")) searches++;
			return search(response, searches);
		}
		if (place === "guide.test/old") return response.writeHead(302, { location: "/skerry" }).end();
		if (page === undefined) response.writeHead(404).end("<title>Not found</title>");
		else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
	});
	const hosts = ["guide.test", "annals.test", "search.test"];
	return { visits, world: { hosts, endpoint: closeAfterTest(server).endpoint } };
}

const finding = (response: ServerResponse, ...urls: string[]) =>
	response.writeHead(200, { "content-type": "application/json" }).end(
		JSON.stringify({
			results: urls.map((url) => ({
				url,
				title: `Skerry: ${url}`,
				content: `The Skerry lighthouse was built, says ${url}`,
			})),
		}),
	);

async function ask({ world }: Awaited<ReturnType<typeof serveSearch>>, options: OptionsInput) {
	const folder = emptyFolder();
	const app = closeAfterTest(await openApp(readConfig({ home: folder, out: folder }, {}), { world }));
	return app.research(
		{ question, depth: "quick", vectors: false, model: false, browser: false, ...options },
		{ onProgress: () => undefined, signal: new AbortController().signal },
	);
}

test("when the only service fails on the way, the run ends with what it has read, and says why", async () => {
	const served = await serveSearch((response, asked) =>
		asked <= 1 ? finding(response, "http://guide.test/skerry") : response.writeHead(403).end("Forbidden"),
	);
	const { exitCode, markdown, output, state } = await ask(served, {
		search: ["searxng"],
		searxng: "http://search.test",
	});
	expect(exitCode).toBe(0);
	expect(output.report).toContain("1887");
	expect(markdown).toMatch(/\*\*Stopped because:\*\* .*no search service is left \(SearXNG/);
	expect(markdown).toContain("Not searched: searxng");
	expect(state.turns.map(({ signal }) => signal)).not.toContain("NO_RETRIEVAL_RESULTS");
});

test("pages that the user names are read before anything is searched, and are weighed like what was found", async () => {
	const served = await serveSearch((response) => finding(response, "http://guide.test/skerry"));
	const { exitCode, markdown, state } = await ask(served, {
		search: ["searxng"],
		searxng: "http://search.test",
		url: ["http://annals.test/coast", "http://annals.test/gone"],
	});
	expect(exitCode).toBe(0);
	const searches = served.visits.indexOf("search.test/search", 1);
	expect(served.visits.indexOf("annals.test/coast")).toBeLessThan(searches);
	expect(state.claims.some(({ quote }) => quote.includes("harbour board"))).toBe(true);
	expect(markdown).toContain("Not there any more");
});

test("with pages alone nothing is searched; when none can be read, the run ends before anything else", async () => {
	const served = await serveSearch((response) => finding(response));
	const { markdown } = await ask(served, { url: ["http://annals.test/coast"] });
	expect(markdown).toContain("1887");
	expect(served.visits.filter((place) => place.startsWith("search."))).toEqual([]);
	await expect(ask(served, { url: ["http://annals.test/gone", "http://10.0.0.1/"] })).rejects.toMatchObject({
		code: "PAGES_UNREADABLE",
		exitCode: 3,
		message: expect.stringContaining("http://annals.test/gone: "),
	});
});

test("a page that two addresses lead to is one source", async () => {
	const served = await serveSearch((response) =>
		finding(response, "http://guide.test/skerry", "http://guide.test/old", "http://annals.test/coast"),
	);
	const { state } = await ask(served, { search: ["searxng"], searxng: "http://search.test" });
	expect(served.visits).toEqual(expect.arrayContaining(["guide.test/old", "guide.test/skerry"]));
	expect(state.sources.filter(({ capture }) => capture?.url === "http://guide.test/skerry")).toHaveLength(1);
});
