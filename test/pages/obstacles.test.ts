import { expect, test } from "vitest";
import { first } from "./fixtures/first.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { second } from "./fixtures/second.ts";
import { third } from "./fixtures/third.ts";
import { type Answer, obstacle, site } from "./site.ts";

/** Serves each under an address of its own and says what the reader took it for. */
async function taken(fixtures: Fixture[]): Promise<string[]> {
	const pages: Record<string, Answer> = {};
	const addresses = fixtures.map(({ ends, html, status = 200, headers = {} }, at) => {
		const host = `site${at}.test`;
		const asked = `${host}/2025/03/what-was-asked-for`;
		const target = ends === undefined ? undefined : ends.startsWith("//") ? ends.slice(2) : `${host}${ends}`;
		if (target !== undefined) pages[asked] = { status: 302, headers: { location: `http://${target}` } };
		pages[target ?? asked] = { status, headers, body: html };
		return `http://${asked}`;
	});
	const { reader } = await site(pages);
	return Promise.all(addresses.map(async (address) => (await obstacle(reader, address))?.obstacle ?? "page"));
}

test("walls, errors and empty places are told from pages that speak of them", async () => {
	const all = [...first, ...second, ...third];
	const found = await taken(all);
	expect(all.map(({ name }, at) => `${name}: ${found[at]}`)).toEqual(all.map(({ name, is }) => `${name}: ${is}`));
});
