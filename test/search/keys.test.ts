import { expect, test } from "vitest";
import { Secret } from "../../src/base/secret.ts";
import { openService } from "../../src/sources/search/open-service.ts";
import { closeAfterTest } from "../support/close.ts";
import { echoes } from "../support/key-echoes.ts";
import { openServer, openTestWeb } from "./server.ts";

const key = "tvly-dev-8Qz2LmXw7RkYb4TnVc9HsJd";
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

test("results and faults of a service hold no key in any form", async () => {
	const web = closeAfterTest(openTestWeb());
	const forms = echoes(key);
	const results = forms.map(({ text }, at) => ({
		title: `Tide ${text}`,
		url: `https://harbour.example/${at}?k=${encodeURIComponent(text)}`,
		content: `High tide ${text} at noon.`,
	}));
	const server = closeAfterTest(await openServer(() => ({ body: { results } })));
	const service = openService("tavily", { web, baseUrl: server.url, pauseMs: 0, key: new Secret(key) });
	const found = await service.search({ text: "tide", limit: 500, sites: [] });
	expect(found).toHaveLength(forms.length);
	for (const { form, text } of forms) expect(plain(JSON.stringify(found)), form).not.toContain(plain(text));
	for (const { form, text } of forms) {
		server.set(() => ({ status: 200, body: `<!doctype html><title>No ${text}</title>` }));
		const fault = await service.search({ text: "tide", limit: 5, sites: [] }).catch((error: Error) => error);
		expect(fault).toBeInstanceOf(Error);
		expect(plain(String(fault)), form).not.toContain(plain(text));
	}
});
