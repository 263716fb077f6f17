import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "../../src/base/errors.ts";
import { Secret } from "../../src/base/secret.ts";
import { openService } from "../../src/sources/search/open-service.ts";
import { SearchServiceError } from "../../src/sources/search/service.ts";
import { expandServiceNames } from "../../src/sources/search/service-names.ts";
import { closeAfterTest } from "../support/close.ts";
import { openServer, openTestWeb } from "./server.ts";

const limit = 10;
const web = openTestWeb();
afterAll(() => web.close());
const serving = async (answer: Parameters<typeof openServer>[0]) => closeAfterTest(await openServer(answer));

describe("a service in a run", () => {
	test("a passing failure is forgiven once; a second in a row is for good; those at the same time count as one", async () => {
		const server = await serving(() => ({ status: 503, body: {} }));
		const one = openService("hackernews", { web, baseUrl: server.url });
		const ask = () =>
			one.search({ text: "tide", limit, sites: [] }).then(
				() => "answered",
				(error: SearchServiceError) => error.lasting,
			);
		expect(await Promise.all([ask(), ask(), ask()])).toEqual([false, false, false]);
		server.set(() => ({ body: { hits: [], nbHits: 0 } }));
		expect(await ask()).toBe("answered");
		server.set(() => ({ status: 400, body: {} }));
		expect([await ask(), await ask()]).toEqual([false, true]);
	});

	test("one that counts the queries of a second is asked again, more slowly", async () => {
		let times = 0;
		const server = await serving(() =>
			++times === 1
				? { status: 429, body: { type: "ErrorResponse", error: { code: "RATE_LIMITED", status: 429 } } }
				: { body: { results: [{ title: "Tide", url: "https://harbour.example/" }] } },
		);
		const one = openService("tavily", { web, baseUrl: server.url, key: new Secret("k") });
		expect(await one.search({ text: "tide", limit, sites: [] })).toHaveLength(1);
		expect(server.asked).toHaveLength(2);
	});

	test.each([
		["duckduckgo", `<!doctype html><body>${"<div class=result>".repeat(150_000)}`],
		["duckduckgo", `<!doctype html><body>${"<a ".repeat(500_000)}`],
		["arxiv", `<feed>${"<entry>".repeat(150_000)}</feed>`],
		["searxng", `{"results":${"[".repeat(500_000)}${"]".repeat(500_000)}}`],
		[
			"wikipedia",
			`{"query":{"search":[${Array.from({ length: 3_000 }, () => `{"title":"${"<!--".repeat(100)}","snippet":"${"<a ".repeat(300)}"}`).join(",")}]}}`,
		],
	])("%s: an answer made to break its reader is refused or read, and breaks nothing", async (name, body) => {
		const type = body.startsWith("{") ? "application/json" : "text/html";
		const server = await serving(() => ({ body, headers: { "content-type": type } }));
		const asked = openService(name, { web, baseUrl: server.url, pauseMs: 0 }).search({
			text: "tide",
			limit,
			sites: [],
		});
		const code = await asked.then(
			() => "read",
			(error: unknown) => (error instanceof SearchServiceError ? error.code : error),
		);
		expect(["read", "SEARCH_FORMAT"]).toContain(code);
	});

	test("a probe tells what is in the way, and how to mend it", async () => {
		const server = await serving(() => ({}));
		const probe = async (name: string, contact?: string) =>
			openService(name, { web, baseUrl: server.url, contact, pauseMs: 0 })
				.probe?.()
				.then(
					() => "answers",
					(error: SearchServiceError) => error.reason,
				);
		server.set(() => ({ status: 400, body: { error: "No query" } }));
		expect(await probe("searxng")).toBe("answers");
		expect(server.asked[0]?.url.searchParams.get("q")).toBe("");
		server.set(() => ({ status: 403, body: "<!doctype html><title>403 Forbidden</title>" }));
		expect(await probe("searxng")).toMatch(/JSON.*settings\.yml/);
		server.set(() => ({
			status: 429,
			body: "<!doctype html><title>429 Too Many Requests</title>",
			headers: { "retry-after": "3600" },
		}));
		expect(await probe("searxng")).toMatch(/limiter.*limiter\.toml/);
		server.set(() => ({
			status: 202,
			body: '<!doctype html><form id="challenge-form" action="//duckduckgo.com/anomaly.js"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form>',
		}));
		expect(await probe("duckduckgo")).toMatch(/robot.*another service/);
		server.set(() => ({ body: "<!doctype html><div class='no-results'>No results.</div>" }));
		expect(await probe("duckduckgo")).toMatch(/robot/);
		expect(
			await openService("searxng", { web })
				.probe?.()
				.catch((error: SearchServiceError) => error.reason),
		).toMatch(/--searxng/);
		const gone = openService("searxng", { web, baseUrl: "http://127.0.0.1:9" });
		expect(await gone.probe?.().catch((error: SearchServiceError) => error.reason)).toMatch(/not reached.*start it/);
		expect(await probe("sec")).toMatch(/ASSAY_CONTACT/);
		expect(await probe("sec", "reader@example.org\r\nx-evil: 1")).toMatch(/ASSAY_CONTACT/);
		server.set(() => ({ body: { hits: { total: { value: 0 }, hits: [] } } }));
		expect(await probe("sec", "reader@example.org")).toBe("answers");
		server.set(() => ({ status: 503, body: "<title>away</title>" }));
		for (const name of ["wikipedia", "arxiv", "openalex", "crossref", "europepmc", "github", "hackernews"])
			expect(await probe(name), name).not.toBe("answers");
		const asked = server.asked.length;
		const paid = openService("brave", { web, baseUrl: server.url, key: new Secret("k"), pauseMs: 0 });
		await paid.probe?.();
		expect([paid.paid, server.asked.length]).toEqual([true, asked]);
	});

	test("a query that nothing matches is sent once more, in a wider form where there is one", async () => {
		const feed = "<feed></feed>";
		const since = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
		const server = await serving(({ url }) => ({ body: url.pathname === "/search" ? { results: [] } : feed }));
		const sent = async (name: string, param: string, query: { text: string; since?: string }) => {
			server.asked.length = 0;
			const one = openService(name, { web, baseUrl: server.url, pauseMs: 0 });
			expect(await one.search({ ...query, limit, sites: [] })).toEqual([]);
			return server.asked.map(({ url }) => url.searchParams.get(param));
		};
		expect(await sent("searxng", "time_range", { text: "tide", since })).toEqual(["month", null]);
		expect(await sent("searxng", "time_range", { text: "tide" })).toEqual([null]);
		expect(await sent("arxiv", "search_query", { text: 'the tide in "a AND b" harbours' })).toEqual([
			'(all:tide AND all:"a AND b" AND all:harbours)',
			'(all:tide OR all:"a AND b" OR all:harbours)',
		]);
		expect(await sent("arxiv", "search_query", { text: "tide harbours" })).toHaveLength(1);
		expect(await sent("arxiv", "search_query", { text: "the of" })).toEqual([]);
	});

	test("engines that do not answer are no empty result", async () => {
		const server = await serving(() => ({
			body: {
				results: [],
				unresponsive_engines: [
					["google", "CAPTCHA"],
					["bing", "timeout"],
				],
			},
		}));
		const asked = openService("searxng", { web, baseUrl: `${server.url}/` }).search({
			text: "tide",
			limit,
			sites: [],
		});
		await expect(asked).rejects.toThrow(/engines do not answer \(google: CAPTCHA; bing: timeout\)/);
	});

	test("Wikipedia's pages are found by name: redirects followed, lists of meanings marked, missing ones left out", async () => {
		const server = await serving(() => ({
			body: {
				batchcomplete: true,
				query: {
					redirects: [{ from: "Tides", to: "Tide" }],
					pages: [
						{ pageid: 1, ns: 0, title: "Tide", extract: "Tides are the rise and fall of sea levels." },
						{ pageid: 2, ns: 0, title: "Ebb", extract: "Ebb may refer to:", pageprops: { disambiguation: "" } },
						{ ns: 0, title: "Neap tyde", missing: true },
					],
				},
			},
		}));
		const found = await openService("wikipedia", { web, baseUrl: server.url }).titles?.(["Tides", "Ebb", "Neap|tyde"]);
		expect(found).toEqual([
			{
				url: `${server.url}/wiki/Tide`,
				title: "Tide",
				snippet: "Tides are the rise and fall of sea levels.",
				site: "Wikipedia",
			},
			{
				url: `${server.url}/wiki/Ebb`,
				title: "Ebb (disambiguation)",
				snippet: "A list of things of this name: Ebb may refer to:",
				site: "Wikipedia",
			},
		]);
		expect(server.asked[0]?.url.searchParams.get("titles")).toBe("Tides|Ebb|Neap tyde");
		server.set(() => ({ body: { error: { code: "ratelimited", info: "Slow down." }, servedby: "mw" } }));
		await expect(
			openService("wikipedia", { web, baseUrl: server.url }).search({ text: "tide", limit, sites: [] }),
		).rejects.toThrow(/ratelimited: Slow down/);
	});

	test("a paper is found by its title, and what only shares words with it is not that paper", async () => {
		const item = (title: string) => ({ DOI: `10.5555/${title.length}`, title: [title], type: "book-chapter" });
		const items = [
			item("Tides of a harbour: ten years of readings"),
			item("Tides of a Harbor"),
			item("Harbours and their tides in law"),
		];
		const server = await serving(() => ({ body: { status: "ok", message: { items } } }));
		const found = await openService("crossref", { web, baseUrl: server.url }).titles?.(["Tides of a harbour"]);
		expect(found?.map(({ title }) => title)).toEqual([
			"Tides of a harbour: ten years of readings",
			"Tides of a Harbor",
		]);
	});

	test("a repository that is asked for by its address is all that GitHub looks in", async () => {
		const server = await serving(() => ({ body: { total_count: 0, incomplete_results: false, items: [] } }));
		const one = openService("github", { web, baseUrl: server.url });
		expect(await one.search({ text: "tide", limit, sites: ["github.com/harbour/tides"] })).toEqual([]);
		for (const { url } of server.asked) expect(url.searchParams.get("q")).toContain("repo:harbour/tides");
		server.set(() => ({ body: { total_count: 9, incomplete_results: true, items: [] } }));
		await expect(one.search({ text: "tide", limit, sites: [] })).rejects.toThrow(/ran out of time/);
	});

	test("a company's latest reports are found by its name", async () => {
		const server = await serving(({ url }) =>
			url.pathname === "/files/company_tickers.json"
				? {
						body: {
							0: { cik_str: 1234, ticker: "TIDE", title: "Tide Works Inc." },
							1: { cik_str: 9, ticker: "EBB", title: "Ebb Corp" },
						},
					}
				: url.pathname === "/submissions/CIK0000001234.json"
					? {
							body: {
								cik: "0000001234",
								name: "Tide Works Inc.",
								filings: {
									recent: {
										accessionNumber: ["0000001234-31-000009", "0000001234-31-000008", "0000001234-30-000001"],
										filingDate: ["2031-05-01", "2031-04-05", "2030-04-05"],
										reportDate: ["", "2031-03-31", "2030-03-31"],
										form: ["4", "10-K", "10-K"],
										primaryDocument: ["form4.xml", "tide-20310331.htm", "tide-20300331.htm"],
									},
									files: [],
								},
							},
						}
					: { status: 404, body: {} },
		);
		const found = await openService("sec", {
			web,
			baseUrl: server.url,
			contact: "reader@example.org",
			pauseMs: 0,
		}).titles?.(["tide works"]);
		expect(found).toMatchObject([
			{
				url: "https://www.sec.gov/Archives/edgar/data/1234/000000123431000008/tide-20310331.htm",
				title: "Tide Works Inc.: 10-K, period to 2031-03-31",
				date: "2031-04-05",
			},
		]);
		for (const { headers } of server.asked) expect(headers["user-agent"]).toContain("reader@example.org");
	});
});

test("names are opened and mistyped ones corrected", () => {
	expect(expandServiceNames(["Brave", "papers", "arxiv", " "])).toEqual([
		"brave",
		"arxiv",
		"openalex",
		"crossref",
		"europepmc",
	]);
	expect(() => expandServiceNames(["duckduckgoo"])).toThrow(UsageError);
	expect(() => openService("wikipeda", { web })).toThrow(
		expect.objectContaining({ code: "SEARCH_UNKNOWN", hint: expect.stringContaining("did you mean wikipedia?") }),
	);
});
