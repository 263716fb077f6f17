import { afterAll, describe, expect, test } from "vitest";
import { AssayError } from "../../src/base/errors.ts";
import { Secret } from "../../src/base/secret.ts";
import { openService } from "../../src/sources/search/open-service.ts";
import { type SearchQuery, SearchServiceError } from "../../src/sources/search/service.ts";
import { serviceNames } from "../../src/sources/search/service-names.ts";
import { engines } from "./engines.ts";
import { challenge, errorPage, huge, portal } from "./protocol.ts";
import { openServer, openTestWeb, type Reply } from "./server.ts";
import { sources } from "./sources.ts";

const protocols = [...engines, ...sources];
const secret = "key-4711-secret";
const query: SearchQuery = { text: "tide height harbour", limit: 10, sites: [] };
const web = openTestWeb();
afterAll(() => web.close());

async function faultOf(work: Promise<unknown>): Promise<SearchServiceError> {
	const error = await work.then(
		(value) => new Error(`it answered: ${JSON.stringify(value)}`),
		(reason: unknown) => reason,
	);
	if (error instanceof SearchServiceError) return error;
	throw error;
}

test("every service has its documented answers here", () => {
	expect(protocols.map(({ name }) => name).toSorted()).toEqual([...serviceNames].toSorted());
});

describe.each(protocols)("$name", (protocol) => {
	const contact = "reader@example.org";
	const open = (baseUrl: string, key: string | undefined = protocol.key && secret) =>
		openService(protocol.name, {
			web,
			baseUrl,
			contact,
			pauseMs: 0,
			key: key === undefined ? undefined : new Secret(key),
		});

	async function answering(reply: Reply) {
		const server = await openServer(() => reply);
		return { server, service: open(server.url), [Symbol.asyncDispose]: () => server.close() };
	}

	test("gives its results, cleaned, and its key stands in no address", async () => {
		await using to = await answering(protocol.some);
		const found = await to.service.search(query);
		const { url, title, snippet, date } = protocol.first;
		expect(found[0]).toMatchObject({ url: url.replace("BASE", to.server.url), title });
		expect(found[0]?.snippet).toMatch(snippet);
		expect(found[0]?.date).toBe(date);
		for (const request of to.server.asked) {
			expect(decodeURIComponent(`${request.url.search} ${request.body}`)).toMatch(/tide/);
			expect(`${request.url.href} ${request.body}`).not.toContain(secret);
			if (protocol.key) expect(JSON.stringify(request.headers)).toContain(secret);
		}
	});

	test.skipIf(protocol.name === "searxng")("is asked only at the hosts that it declares", async () => {
		const hosts: string[] = [];
		const request = ({ url }: { url: string }) => {
			hosts.push(new URL(url).host);
			return Promise.reject(new AssayError("TOO_SLOW", "no answer"));
		};
		const settings = { web: { ...web, request }, contact, pauseMs: 0, key: new Secret(secret) };
		const { at, search, titles } = openService(protocol.name, settings);
		await faultOf(search({ ...query, sites: ["de.wikipedia.org"] }));
		if (titles) await faultOf(titles(["Harbour"]));
		const declared = (host: string) => at.some((one) => one === host || host.endsWith(one.replace(/^\*/, "")));
		expect(hosts.filter((host) => !declared(host))).toEqual([]);
		expect(hosts.length).toBeGreaterThan(0);
	});

	test("says that nothing matches only when nothing does", async () => {
		await using to = await answering(protocol.none);
		expect(await to.service.search(query)).toEqual([]);
	});

	test("passes on sites and days where it can", async () => {
		await using to = await answering(protocol.some);
		await to.service.search({ ...query, sites: ["harbour.example"], since: "2031-01-01" });
		const sent = to.server.asked.map(({ url, body }) => `${url.search} ${body}`).join("\n");
		for (const filter of protocol.filters) expect(sent).toMatch(filter);
	});

	if (protocol.key === "needed")
		test("without its key asks nothing, and says what to set", async () => {
			await using to = await answering(protocol.some);
			const service = openService(protocol.name, { web, baseUrl: to.server.url });
			const fault = await faultOf(service.search(query));
			expect(fault).toMatchObject({ code: "SEARCH_KEY", lasting: true, unsent: true });
			expect(fault.reason).toContain(protocol.variable);
			expect((await faultOf(Promise.resolve(service.probe?.()))).code).toBe("SEARCH_KEY");
			expect(to.server.asked).toEqual([]);
		});

	if (protocol.wrongKey)
		test("tells a wrong key, and does not repeat it", async () => {
			const body = JSON.parse(JSON.stringify(protocol.wrongKey?.body)) as Record<string, unknown>;
			await using to = await answering({ ...protocol.wrongKey, body: { ...body, received: secret } });
			const fault = await faultOf(to.service.search(query));
			expect(fault).toMatchObject({ code: "SEARCH_KEY", lasting: true });
			expect(fault.reason).toContain(protocol.variable);
			expect(`${fault.reason} ${fault.stack} ${JSON.stringify(fault)}`).not.toContain(secret);
		});

	if (protocol.usedUp)
		test("tells a plan that is used up", async () => {
			await using to = await answering(protocol.usedUp ?? {});
			expect(await faultOf(to.service.search(query))).toMatchObject({ code: "SEARCH_LIMITED", lasting: true });
		});

	test.each([
		["a challenge", challenge, ["SEARCH_BLOCKED"], true],
		["a challenge told by its header", { ...challenge, body: "" }, ["SEARCH_BLOCKED"], true],
		["a network's login page", portal, ["SEARCH_AWAY"], false],
		["an error page that claims to be fine", errorPage, ["SEARCH_FORMAT"], undefined],
		["JSON of another kind", { body: { message: "hello" } }, ["SEARCH_FORMAT"], undefined],
		["an empty answer", { body: "", headers: { "content-type": "application/json" } }, ["SEARCH_FORMAT"], undefined],
		[
			"too many requests for an hour",
			{ status: 429, headers: { "retry-after": "3600" }, body: {} },
			["SEARCH_LIMITED", "SEARCH_BLOCKED"],
			true,
		],
		["more than an answer can be", huge, ["SEARCH_FORMAT"], false],
	] as const)("takes %s for no answer", async (_, reply, codes, lasting) => {
		await using to = await answering(reply);
		const fault = await faultOf(to.service.search(query));
		expect(codes).toContain(fault.code);
		if (lasting !== undefined) expect(fault.lasting).toBe(lasting);
		expect(fault.message).toMatch(new RegExp(`^${to.service.title} `));
	});

	if (protocol.key)
		test("does not repeat its key when the service does", async () => {
			await using to = await answering({ body: `<!doctype html><title>Hello ${secret}</title>` });
			const fault = await faultOf(to.service.search(query));
			expect(fault.reason).toContain("Hello (key)");
			expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toContain(secret);
		});

	test("takes an answer that breaks off for no answer", async () => {
		const { body, headers } = protocol.some;
		const whole = typeof body === "string" ? body : JSON.stringify(body);
		const type = typeof body === "string" ? "text/html" : "application/json";
		await using to = await answering({ body: whole.slice(0, -40), headers: { "content-type": type, ...headers } });
		// A page may be read as far as it came; data may not.
		if (protocol.name === "duckduckgo") expect((await to.service.search(query)).length).toBe(1);
		else expect((await faultOf(to.service.search(query))).code).toBe("SEARCH_FORMAT");
	});

	test("ends at once when it is told to", async () => {
		await using to = await answering({ silent: true });
		const stop = new AbortController();
		const asked = to.service.search(query, stop.signal);
		stop.abort(new Error("enough"));
		await expect(asked).rejects.toThrow("enough");
	});

	if (protocol.key)
		test("sends its key to no other host", async () => {
			await using other = await answering(protocol.some);
			await using to = await answering({ status: 302, headers: { location: `${other.server.url}/search` } });
			expect((await faultOf(to.service.search(query))).code).toBe("SEARCH_AWAY");
			expect(other.server.asked).toEqual([]);
		});
});
