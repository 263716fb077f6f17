import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openGate } from "../../src/net/gate.ts";
import { SearchFailedError, searchServices, searchTitles } from "../../src/sources/search/search.ts";
import {
	type SearchQuery,
	type SearchResult,
	type SearchService,
	SearchServiceError,
} from "../../src/sources/search/service.ts";

const limit = 10;
const result = (url: string, more: Partial<SearchResult> = {}): SearchResult => ({
	url,
	title: `About ${url}`,
	snippet: "",
	...more,
});

function service(name: string, answer: readonly SearchResult[] | Error, more: Partial<SearchService> = {}) {
	const asked: SearchQuery[] = [];
	const one: SearchService = {
		at: [],
		name,
		title: name.toUpperCase(),
		async search(query) {
			asked.push(query);
			if (answer instanceof Error) throw answer;
			return [...answer];
		},
		...more,
	};
	return { ...one, asked };
}

const fault = (name: string, lasting = true, unsent = false) =>
	new SearchServiceError(name, "away", `${name} is away`, { hint: "try later", lasting, unsent });

describe("several services at once", () => {
	test("a page that several give is one hit, with the best of each and the one address a person would open", async () => {
		const a = service("a", [
			result("http://m.harbour.example/tides/?utm_source=a", { title: "Tides of the har…", snippet: "short" }),
			result("https://only-a.example/"),
		]);
		const b = service("b", [
			result("https://only-b.example/x.pdf"),
			result("https://www.harbour.example/tides#top", {
				title: "Tides of the harbour",
				snippet: "a longer snippet",
				date: "2031-04-05",
			}),
		]);
		const { hits } = await searchServices([a, b], "tides", { limit });
		expect(hits.map(({ url }) => url)).toEqual([
			"https://www.harbour.example/tides",
			"https://only-b.example/x.pdf",
			"https://only-a.example/",
		]);
		expect(hits[0]).toMatchObject({
			title: "Tides of the harbour",
			snippet: "a longer snippet",
			date: "2031-04-05",
			label: "harbour.example/tides",
			services: ["a", "b"],
			kind: "html",
			start: 0,
			end: 0,
		});
		expect(hits[1]).toMatchObject({ kind: "pdf", locator: { kind: "page", page: 1 } });
	});

	test("a paper is one hit by its DOI, wherever its text lies", async () => {
		const doi = "https://doi.org/10.5555/Tides";
		const { hits } = await searchServices(
			[
				service("x", [result("https://repository.example/1", { sameAs: [doi], peerReviewed: true })]),
				service("y", [result("https://dx.doi.org/10.5555/tides")]),
				service("z", [result("https://arxiv.org/abs/1", { sameAs: ["https://repository.example/1"] })]),
			],
			"tides",
			{ limit },
		);
		expect(hits).toHaveLength(1);
		expect(hits[0]).toMatchObject({ services: ["x", "y", "z"], authority: "peer-reviewed" });
	});

	test("the order of services that agree is theirs; what more of them give comes first", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.shuffledSubarray(["a", "b", "c", "d", "e"], { minLength: 1 }),
				fc.integer({ min: 1, max: 3 }),
				async (order, count) => {
					const urls = order.map((name) => `https://${name}.example/`);
					const all = Array.from({ length: count }, (_, at) =>
						service(
							`s${at}`,
							urls.map((url) => result(url)),
						),
					);
					const { hits } = await searchServices(all, "tides", { limit });
					expect(hits.map(({ url }) => url)).toEqual(urls);
					const lone = service("lone", [result("https://lone.example/")]);
					const second = await searchServices(
						[
							lone,
							...all,
							service(
								"extra",
								urls.map((url) => result(url)),
							),
						],
						"tides",
						{ limit },
					);
					expect(second.hits[0]?.url).toBe(urls[0]);
				},
			),
			{ numRuns: 30 },
		);
	});

	test("sites and days are kept where a service did not keep them; what has no date stays", async () => {
		const one = service("a", [
			result("https://data.example.org/1", { date: "2031-02-01" }),
			result("https://example.org/2", { date: "2029" }),
			result("https://example.org/3"),
			result("https://example.org/2030/11/tides"),
			result("https://example.org/2031-02-03/tides"),
			result("https://example.com/4", { date: "2031-02-01" }),
			result("https://old.example.org/5", { date: "2031-02-01" }),
		]);
		const { hits } = await searchServices([one], "tides -site:old.example.org", {
			limit,
			sites: ["example.org"],
			since: "2031-01-01",
		});
		expect(hits.map(({ url }) => url)).toEqual([
			"https://data.example.org/1",
			"https://example.org/3",
			"https://example.org/2031-02-03/tides",
		]);
		expect(one.asked[0]).toMatchObject({
			text: "tides",
			sites: ["example.org"],
			without: ["old.example.org"],
			since: "2031-01-01",
		});
	});

	test("what nobody may read is dropped: other schemes, passwords, this machine in any notation", async () => {
		const bad = [
			"javascript:alert(1)",
			"file:///etc/passwd",
			"https://a:b@example.org/",
			"http://127.0.0.1/",
			"http://[::ffff:10.0.0.1]/",
			"http://0x7f.1/",
			"http://169.254.169.254/latest",
			"ftp://example.org/",
			"not an address",
		];
		const one = service(
			"a",
			[...bad, "https://example.org/"].map((url) => result(url)),
		);
		const { hits } = await searchServices([one], "tides", { limit, gate: openGate() });
		expect(hits.map(({ url }) => url)).toEqual(["https://example.org/"]);
	});

	test("a service that fails is a fault beside the others' results", async () => {
		const found = await searchServices(
			[service("a", fault("a", false)), service("b", [result("https://example.org/")])],
			"tides",
			{ limit },
		);
		expect(found.hits).toHaveLength(1);
		expect(found.faults).toEqual([{ service: "a", reason: "a is away; try later", skipped: false }]);
	});

	test("nothing found is only said when one that was asked says so", async () => {
		const none = await searchServices([service("a", [])], "tides", { limit });
		expect(none).toEqual({ hits: [], faults: [], sent: ["a"] });
		const failed = searchServices([service("a", fault("a")), service("b", fault("b"))], "tides", { limit });
		await expect(failed).rejects.toThrow(SearchFailedError);
		await expect(failed).rejects.toMatchObject({
			keepsRun: true,
			faults: [{ service: "a", skipped: true }, { service: "b" }],
		});
		await expect(searchServices([service("a", [])], "tides", { limit, skip: ["a"] })).rejects.toThrow(
			"No search service is left",
		);
	});

	test("a query goes to those that were named, and it is told to whom", async () => {
		const [left, inside, unsent, failed, asked] = [
			service("left", []),
			service("inside", [], { inside: true }),
			service("unsent", fault("unsent", true, true)),
			service("failed", fault("failed")),
			service("asked", []),
		];
		const { sent } = await searchServices([left, inside, unsent, failed, asked], "tides", { limit, skip: ["left"] });
		expect(sent).toEqual(["failed", "asked"]);
		expect(left.asked).toEqual([]);
	});

	test("one that has nothing of the sites asked for is not sent the query", async () => {
		const encyclopedia = service("w", [], { hosts: ["wikipedia.org"] });
		const other = service("o", []);
		const { sent } = await searchServices([encyclopedia, other], "tides site:example.org", { limit });
		expect(sent).toEqual(["o"]);
		await searchServices([encyclopedia], "tides site:de.wikipedia.org", { limit });
		expect(encyclopedia.asked).toHaveLength(1);
		await expect(searchServices([encyclopedia], "tides", { limit, sites: ["example.org"] })).rejects.toThrow(
			"nothing of these sites",
		);
	});

	test("a fault of ours is not a service's", async () => {
		await expect(
			searchServices([service("a", new TypeError("oops")), service("b", [])], "tides", { limit }),
		).rejects.toThrow("oops");
	});

	test("titles are looked up where that can be done", async () => {
		const able = service("w", [], {
			titles: async (names) => names.map((name) => result(`https://w.example/${name}`)),
		});
		const found = await searchTitles([service("a", []), able], ["Tide", "Ebb"], { limit });
		expect(found.hits.map(({ url }) => url)).toEqual(["https://w.example/Tide", "https://w.example/Ebb"]);
		expect(await searchTitles([service("a", [])], ["Tide"], { limit })).toEqual({ hits: [], faults: [], sent: [] });
	});
});
