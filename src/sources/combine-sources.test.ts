import fc from "fast-check";
import { expect, test } from "vitest";
import { hitOf } from "../../test/support/evidence.ts";
import { combineSources } from "./combine-sources.ts";
import type { SearchResponse, SourceProvider } from "./provider.ts";
import { SearchFailedError } from "./search/search.ts";

const found = (urls: readonly string[], sent: string[] = []): SearchResponse => ({
	hits: urls.map((url) => hitOf(url, url, "")),
	faults: [],
	sent,
});

function sourceOf(name: string, search: () => Promise<SearchResponse>): SourceProvider {
	return {
		name,
		search,
		titles: search,
		probe: async () => {
			await search();
			return { answered: ["brave"], faults: [] };
		},
		read: async (url) => Promise.reject(new Error(`${name} was asked for ${url}`)),
		close: async () => undefined,
	};
}

const fault = { service: "brave", reason: "its quota is used up", skipped: true };
const failed = () => Promise.reject(new SearchFailedError([fault], ["brave"]));

test("results of both sources alternate, and each list keeps its order", async () => {
	const urls = fc.uniqueArray(fc.nat(), { maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(urls, urls, async (near, far) => {
			const files = near.map((n) => `file:///${n}`);
			const pages = far.map((n) => `https://example.org/${n}`);
			const both = combineSources(
				sourceOf("corpus", async () => found(files)),
				sourceOf("web", async () => found(pages, ["brave"])),
			);
			const { hits, sent } = await both.search("q", 12);
			const order = hits.map(({ url }) => url);
			expect(order.filter((url) => url.startsWith("file:"))).toEqual(files);
			expect(order.filter((url) => url.startsWith("https:"))).toEqual(pages);
			expect(
				order.slice(0, 2 * Math.min(files.length, pages.length)).filter((url) => url.startsWith("file:")),
			).toHaveLength(Math.min(files.length, pages.length));
			expect(sent).toEqual(["brave"]);
		}),
	);
});

test("a failing web hides no result of the folders, and its faults and sent queries are reported", async () => {
	const both = combineSources(
		sourceOf("corpus", async () => found(["file:///a"])),
		sourceOf("web", failed),
	);
	const one = await both.search("q", 10);
	expect(one.hits.map(({ url }) => url)).toEqual(["file:///a"]);
	expect(one).toMatchObject({ faults: [fault], sent: ["brave"] });
	expect(await both.probe?.()).toEqual({ answered: [], faults: [fault] });
});

test("failing folders fail the search, and each address is read from its own source", async () => {
	const both = combineSources(
		sourceOf("corpus", async () => Promise.reject(new Error("the index is damaged"))),
		sourceOf("web", async () => found([])),
	);
	await expect(both.search("q", 10)).rejects.toThrow("the index is damaged");
	await expect(both.read("file:///etc/x")).rejects.toThrow("corpus was asked");
	await expect(both.read("https://example.org/")).rejects.toThrow("web was asked");
});
