import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AssayError } from "../../base/errors.ts";
import { readConfig } from "../config.ts";
import { parseOptions } from "./parse.ts";
import type { OptionsInput } from "./schema.ts";
import { webOptionsOf } from "./web.ts";

const question = "Who designed the tower?";

const emptyConfig = readConfig({ home: "/nowhere" }, {}).web();

function optionsFor(given: OptionsInput, folders = 0, environment?: Record<string, string>, text = question) {
	const config = environment ? readConfig({ home: "/nowhere" }, environment).web() : emptyConfig;
	const corpus = Array.from({ length: folders }, (_, at) => `/folder-${at}`);
	return webOptionsOf(parseOptions({ corpus, ...given }), text, config);
}

function errorTextOf(work: () => unknown): string {
	try {
		work();
		return "";
	} catch (error) {
		return error instanceof AssayError ? `${error.code} ${error.message} ${error.hint}` : String(error);
	}
}

describe("the web options of a run", () => {
	it.each<[string, OptionsInput, number, string, string]>([
		["nowhere to look", {}, 0, "SOURCE_MISSING", "--search duckduckgo,wikipedia"],
		["a service that is not there", { search: ["wikipeda"] }, 0, "SEARCH_UNKNOWN", "wikipedia"],
		["folders and a service", { search: ["wikipedia"] }, 1, "WEB_NOT_ALLOWED", "--allow-web"],
		["folders and one's own service", { searxng: "http://10.0.0.1" }, 1, "WEB_NOT_ALLOWED", "--allow-web"],
		["a SearXNG without an address", { search: ["searxng"] }, 0, "SEARXNG_MISSING", "--searxng http://"],
		["an address that is none", { searxng: "10.0.0.1:80" }, 0, "ADDRESS_INVALID", "http://HOST:PORT"],
		["a filter of nothing", { since: "2024" }, 1, "SEARCH_MISSING", "--search"],
		["a date that is none", { search: ["wikipedia"], since: "2024-02-31" }, 0, "SINCE_INVALID", "--since 2024"],
		["a site that is none", { search: ["wikipedia"], site: ["a b"] }, 0, "SITE_INVALID", "--site example.org"],
		["an address with a password", { url: ["https://me:secret@host/x"] }, 0, "URL_INVALID", "--url https://"],
		["a file", { url: ["file:///etc/passwd"] }, 0, "URL_INVALID", '"file:///etc/passwd" is not the address of a page'],
	])("are rejected with a hint on what to type: %s", (_what, web, folders, code, hint) => {
		const errorText = errorTextOf(() => optionsFor(web, folders));
		expect(errorText.split(" ")[0]).toBe(code);
		expect(errorText).toContain(hint);
		expect(errorText).not.toContain("secret");
	});

	it("prefer typed services to the environment's, which do not count where folders are searched", () => {
		const environment = { ASSAY_SEARCH: "duckduckgo, papers", ASSAY_SEARXNG_URL: "http://10.0.0.1:8080/" };
		expect(optionsFor({}, 0, environment)?.search).toEqual([
			"duckduckgo",
			"arxiv",
			"openalex",
			"crossref",
			"europepmc",
		]);
		expect(optionsFor({ search: ["wikipedia", "searxng"] }, 0, environment)).toMatchObject({
			search: ["wikipedia", "searxng"],
			searxng: "http://10.0.0.1:8080",
		});
		expect(optionsFor({}, 1, environment)).toBeUndefined();
		expect(optionsFor({ allowWeb: true }, 1, environment)?.search).toContain("duckduckgo");
	});

	it("contain no service only because its key is set", () => {
		const keys = ["BRAVE_API_KEY", "TAVILY_API_KEY", "EXA_API_KEY", "SERPER_API_KEY", "GITHUB_TOKEN", "STEEL_API_KEY"];
		const environment = Object.fromEntries(keys.map((name) => [name, "k"]));
		expect(errorTextOf(() => optionsFor({}, 0, environment))).toMatch(/^SOURCE_MISSING/);
		expect(optionsFor({ search: ["wikipedia"] }, 0, environment)).toMatchObject({
			search: ["wikipedia"],
			steel: false,
		});
	});

	it("contain the addresses in the question, without the punctuation around them, but not where only folders are searched", () => {
		const text =
			"What does (see https://example.org/a_(b)) say of http://example.com/x?y=1, and “https://example.net/#top”?";
		const urls = ["https://example.org/a_(b)", "http://example.com/x?y=1", "https://example.net/"];
		expect(optionsFor({ url: ["https://first.org/"] }, 0, undefined, text)?.urls).toEqual([
			"https://first.org/",
			...urls,
		]);
		expect(optionsFor({}, 0, undefined, text)?.urls).toEqual(urls);
		expect(optionsFor({}, 1, undefined, text)).toBeUndefined();
	});

	it("are equal for equal choices, and no text makes them fail", () => {
		const one = optionsFor({
			search: ["wikipedia,duckduckgo"],
			site: ["https://www.Example.org/x", "b.org"],
			since: "2024",
		});
		const two = optionsFor({
			search: ["wikipedia", "duckduckgo"],
			site: ["b.org", "example.org"],
			since: "2024-01-01",
		});
		expect(one).toEqual(two);
		fc.assert(
			fc.property(fc.string(), fc.webUrl(), fc.string(), (before, url, after) => {
				const urls = optionsFor({ search: ["wikipedia"] }, 0, undefined, `${before} ${url} ${after}`)?.urls ?? [];
				for (const found of urls) expect(new URL(found).protocol).toMatch(/^https?:$/);
			}),
		);
	});
});
