import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { Secret } from "../../src/base/secret.ts";
import { createRateLimit } from "../../src/serving/rate-limit.ts";
import { serverToken } from "../../src/serving/token.ts";
import { finishRun, serveHere, token } from "./support.ts";

/** Sends the bytes of a request, and returns the response until the server closes, or `enough` of it. */
function raw(address: string, lines: string[], body = ""): Promise<string> {
	const { hostname, port } = new URL(address);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let text = "";
		socket.setEncoding("utf8").on("data", (part: string) => {
			text += part;
		});
		socket.once("close", () => resolve(text));
		socket.once("error", reject);
		socket.write(`${[...lines, "connection: close", "", ""].join("\r\n")}${body}`);
	});
}

const bearer = `authorization: Bearer ${token}`;

describe("a request is refused", () => {
	it.each([
		["without a token", {}, 401, "TOKEN_MISSING"],
		["with a wrong token", { authorization: `Bearer ${token}x` }, 401, "TOKEN_WRONG"],
		["with a wrong cookie", { cookie: "assay_PORT=x" }, 401, "TOKEN_WRONG"],
		["with the token as a cookie", { cookie: `assay_PORT=${token}` }, 401, "TOKEN_WRONG"],
		["with another way of signing in", { authorization: `Basic ${btoa(`x:${token}`)}` }, 401, "TOKEN_MISSING"],
		["from a page of another site", { origin: "https://evil.example" }, 403, "ORIGIN_FOREIGN"],
		["from another port of this machine", { origin: "http://127.0.0.1:1" }, 403, "ORIGIN_FOREIGN"],
		["from an opaque page", { origin: "null" }, 403, "ORIGIN_FOREIGN"],
		[
			"from a page without an origin",
			{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
			403,
			"ORIGIN_FOREIGN",
		],
		[
			"from the same site, another port",
			{ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
			403,
			"ORIGIN_FOREIGN",
		],
	])("%s", async (what, headers: Record<string, string>, status, code) => {
		const client = await serveHere();
		const { port } = new URL(client.address);
		const own = Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", port)]);
		const given = {
			...(what.startsWith("with") ? {} : { authorization: `Bearer ${token}` }),
			...Object.fromEntries(own),
		};
		const response = await fetch(`${client.address}/api/runs`, { headers: given });
		expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
		expect(response.headers.get("access-control-allow-origin")).toBeNull();
	});

	it.each(["evil.example", "evil.example:4780", "127.0.0.1.evil.example", "localhost.evil.example"])(
		"for the host %s, as after DNS rebinding",
		async (host) => {
			const client = await serveHere();
			const text = await raw(client.address, ["GET /api/runs HTTP/1.1", `host: ${host}`, bearer]);
			expect([text.split("\r\n", 1)[0], text.includes("HOST_FOREIGN")]).toEqual(["HTTP/1.1 403 Forbidden", true]);
		},
	);

	it("with a body that is too large, by its stated length or by its bytes", async () => {
		const client = await serveHere();
		const large = JSON.stringify({ question: "x".repeat(300_000) });
		await client.json("POST", "/api/runs", large, 413);
		const head = ["POST /api/runs HTTP/1.1", "host: localhost", bearer, "content-type: application/json"];
		const chunk = `${(100_000).toString(16)}\r\n${" ".repeat(100_000)}\r\n`;
		const chunked = await raw(client.address, [...head, "transfer-encoding: chunked"], `${chunk.repeat(3)}0\r\n\r\n`);
		expect([chunked.split("\r\n", 1)[0], chunked.includes("BODY_TOO_LARGE")]).toEqual([
			"HTTP/1.1 413 Payload Too Large",
			true,
		]);
		// A question is limited for itself.
		await client.json("POST", "/api/runs", { question: "x".repeat(5_000), corpus: ["/tmp"] }, 400);
	});

	it("with a body that a form of another site could send", async () => {
		const client = await serveHere();
		const response = await client.request("POST", "/api/runs", '{"question":"x"}', { "content-type": "text/plain" });
		expect([response.status, await response.json()]).toMatchObject([415, { error: { code: "BODY_TYPE" } }]);
	});

	it("when there are too many, and those without a token do not use up the user's", async () => {
		const client = await serveHere();
		const strangers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${client.address}/api/runs`)));
		expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([401, 429]));
		expect(strangers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("1");
		expect((await client.request("GET", "/api/runs")).status).toBe(200);
	});
});

describe("a browser", () => {
	it("gets a strict cookie from the link, which does not hold the token, and comes in with it", async () => {
		const client = await serveHere();
		const entered = await fetch(client.link, { redirect: "manual" });
		const cookie = entered.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/^assay_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
		expect([cookie.includes(token), await entered.text()]).toEqual([false, expect.not.stringContaining(token)]);
		const headers = { cookie: cookie.split(";")[0] ?? "", origin: client.address, "sec-fetch-site": "same-origin" };
		expect((await fetch(`${client.address}/api/runs`, { headers })).status).toBe(200);
		const foreign = { ...headers, origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" };
		expect((await fetch(`${client.address}/api/runs`, { method: "POST", headers: foreign })).status).toBe(403);
		// The token opens the page alone: no address of the API takes it.
		expect((await fetch(`${client.address}/api/runs?token=${token}`)).status).toBe(401);
		expect((await fetch(`${client.address}/?token=${token}x`)).status).toBe(401);
	});

	it("may follow a link to the page from another site", async () => {
		const client = await serveHere();
		const { pathname, search } = new URL(client.link);
		const from = (mode: string, dest: string) =>
			raw(client.address, [
				...[`GET ${pathname}${search} HTTP/1.1`, "host: localhost", "sec-fetch-site: cross-site"],
				...[`sec-fetch-mode: ${mode}`, `sec-fetch-dest: ${dest}`],
			]);
		expect(await from("navigate", "document")).toMatch(/^HTTP\/1.1 200 /);
		expect(await from("navigate", "iframe")).toMatch(/^HTTP\/1.1 403 /);
		expect(await from("no-cors", "image")).toMatch(/^HTTP\/1.1 403 /);
	});

	it("runs and loads nothing that the report's own policy does not allow", async () => {
		const client = await serveHere();
		const id = await finishRun(client);
		const policies: Record<string, RegExp> = {
			"/": /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self';/,
			"/openapi.json": /^default-src 'none'; frame-ancestors 'none'$/,
			[`/api/runs/${id}/report.html`]:
				/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; .*frame-ancestors 'self'$/,
			"/nonesuch": /^default-src 'none'/,
		};
		for (const [path, policy] of Object.entries(policies)) {
			const { headers } = await client.request("GET", path);
			expect([path, headers.get("content-security-policy")]).toEqual([path, expect.stringMatching(policy)]);
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("referrer-policy")).toBe("no-referrer");
		}
	});
});

describe("a token", () => {
	it("is random and long, or the user's own if nobody guesses it", () => {
		const [one, two] = [serverToken(undefined), serverToken(undefined)];
		expect(one.reveal()).toMatch(/^[\w-]{43}$/);
		expect(one.reveal()).not.toBe(two.reveal());
		expect(serverToken(new Secret(token)).reveal()).toBe(token);
		expect(() => serverToken(new Secret("short"))).toThrow(
			expect.objectContaining({ code: "TOKEN_SHORT", exitCode: 2 }),
		);
		expect(() => serverToken(new Secret("with spaces and more"))).toThrow(
			expect.objectContaining({ code: "TOKEN_INVALID" }),
		);
	});
});

it("a rate limit lets a burst through, then so many a second, for each client", () => {
	let now = 0;
	const { take } = createRateLimit(3, 2, () => now);
	const taken = (client: string, times: number) =>
		Array.from({ length: times }, () => take(client)).filter(Boolean).length;
	expect([taken("a", 10), taken("b", 10)]).toEqual([3, 3]);
	now = 1_000;
	expect([taken("a", 10), taken("c", 1)]).toEqual([2, 1]);
	now = 3_600_000;
	expect(taken("a", 10)).toBe(3);
});
