import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../../test/support/server.ts";
import { Secret } from "../../base/secret.ts";
import { openGate } from "../../net/gate.ts";
import { openWeb } from "../../net/web.ts";
import { openSteel } from "./steel.ts";

interface SteelRequest {
	path: string;
	headers: IncomingHttpHeaders;
	body: { url: string; format: string[] };
}

/**
 * A server with Steel's protocol, and a renderer that uses it. Names resolve to public addresses, `inside.example.net` to this
 * network.
 */
async function steel(answer: (asked: SteelRequest) => { status?: number; body: unknown }, key?: Secret) {
	const asked: SteelRequest[] = [];
	const server = await serve((request, response) => {
		text(request)
			.then((body) => {
				const one = {
					path: request.url ?? "",
					headers: request.headers,
					body: JSON.parse(body) as SteelRequest["body"],
				};
				asked.push(one);
				const { status = 200, body: said } = answer(one);
				response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
			})
			.catch(() => response.destroy());
	});
	const resolve = async (host: string) => [
		{ address: host === "inside.example.net" ? "10.0.0.7" : "93.184.216.34", family: 4 },
	];
	const gate = openGate({ resolve });
	const web = openWeb({ gate });
	const baseUrl = `${server.url}/v1/`;
	const renderer = openSteel({ web, gate, key, baseUrl });
	onTestFinished(async () => {
		await renderer.close();
		await web.close();
		await server.close();
	});
	return { renderer, asked };
}

const page = (urlSource: string, html = "<p>Rendered.</p>") => ({
	content: { html },
	links: [],
	metadata: { statusCode: 200, urlSource, title: "A page" },
});

test("the key is removed from a page that repeats it", async () => {
	const key = "ste-8QmZx2LrWbKv0TnYcHd7";
	const encoded = Buffer.from(`key: ${key}`).toString("base64");
	const { renderer } = await steel(({ headers }) => {
		const html = `<p>${String(headers["steel-api-key"])}, ${encoded}, ${[...key].join("&#8203;")}</p>`;
		return { body: page("https://news.example.net/late", html) };
	}, new Secret(key));
	const { html } = await renderer.render("https://news.example.net/late");
	expect(html).toMatch(/^<p>\(key\), [\w+/=]*\(key\)[\w+/=]*, \(key\)<\/p>$/);
	expect(html).not.toContain(encoded);
});

test("Steel renders a page and gets its address and the key", async () => {
	const { renderer, asked } = await steel(() => ({ body: page("https://news.example.net/moved") }), new Secret("k-1"));
	expect(await renderer.render("https://news.example.net/late")).toEqual({
		url: "https://news.example.net/moved",
		status: 200,
		html: "<p>Rendered.</p>",
	});
	expect(asked).toMatchObject([
		{
			path: "/v1/scrape",
			headers: { "steel-api-key": "k-1" },
			body: { url: "https://news.example.net/late", format: ["html"] },
		},
	]);
});

test("Steel does not get an address that the gate refuses", async () => {
	const { renderer, asked } = await steel(({ body }) => ({ body: page(body.url) }));
	for (const url of [
		"http://127.0.0.1/",
		"http://[::1]/",
		"http://inside.example.net/",
		"file:///etc/passwd",
		"http://a:b@news.example.net/",
	])
		await expect(renderer.render(url)).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
	expect(asked).toEqual([]);
});

test("a page that Steel brings from a refused address is not used", async () => {
	for (const led of ["http://169.254.169.254/latest/meta-data/", "http://inside.example.net/", "about:blank"]) {
		const { renderer } = await steel(() => ({ body: page(led, "<p>a secret</p>") }));
		await expect(renderer.render("https://news.example.net/")).rejects.toMatchObject({ obstacle: "refused" });
	}
});

test("an error of Steel names its cause", async () => {
	const faults: [number, unknown, object][] = [
		[401, {}, { code: "STEEL_KEY" }],
		[429, {}, { code: "STEEL_LIMITED" }],
		[500, { message: "out of browsers" }, { code: "STEEL_AWAY" }],
		[500, { message: "net::ERR_NAME_NOT_RESOLVED at https://news.example.net/" }, { obstacle: "away" }],
		[200, { content: {} }, { code: "STEEL_FORMAT" }],
	];
	for (const [status, body, expected] of faults) {
		const { renderer } = await steel(() => ({ status, body }), new Secret("k-1"));
		const failed = await renderer.render("https://news.example.net/").catch((error: unknown) => error);
		expect(failed).toMatchObject(expected);
		expect(String(failed)).not.toContain("k-1");
	}
});
