import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { http, openWorld } from "../../test/hostile/server.ts";
import { exchange } from "./exchange.ts";

interface Seen {
	method: string;
	host: string;
	path: string;
	headers: IncomingMessage["headers"];
	body: string;
}

let web: Awaited<ReturnType<typeof openWorld>>;
let seen: Seen[] = [];
let now = { all: 0, most: 0, ofOne: new Map<string, number>(), mostOfOne: 0 };
const many = Array.from({ length: 30 }, (_, at) => `host-${at}.example.com`);
const hosts = ["one.example.com", "two.example.com", "slow.example.com", "quick.example.com", ...many];
const robots = new Map<string, { status: number; body?: string; location?: string }>();
for (const [host, file] of Object.entries({
	"none.example.com": { status: 404 },
	"private.example.com": { status: 403 },
	"broken.example.com": { status: 500 },
	"busy.example.com": { status: 429 },
	"rules.example.com": {
		status: 200,
		body: "\uFEFFUser-agent: other\nDisallow: /\n\nuser-agent: *\ndisallow: /a\nallow: /a/open$\nDisallow: /*.pdf$\nDisallow: /caf%C3%A9",
	},
	"named.example.com": { status: 200, body: "User-agent: *\nDisallow:\n\nUser-agent: Assay\nDisallow: /" },
	"moved.example.com": { status: 301, location: "http://rules.example.com/robots.txt" },
	"circle.example.com": { status: 301, location: "/robots.txt" },
	"html.example.com": { status: 200, body: "<!doctype html><p>Disallow: /</p>" },
	"large.example.com": { status: 200, body: `User-agent: *\nDisallow: /a\n${"# filler\n".repeat(100_000)}Disallow: /` },
	"slow.example.com": { status: 200, body: "User-agent: *\nCrawl-delay: 600" },
})) {
	robots.set(host, file);
	if (!hosts.includes(host)) hosts.push(host);
}
const full = Promise.withResolvers<void>();
const packed: Record<string, Buffer> = {
	gzip: gzipSync("päckchen"),
	br: brotliCompressSync("päckchen"),
	zstd: zstdCompressSync("päckchen"),
	"gzip, br": brotliCompressSync(gzipSync("päckchen")),
};

beforeAll(async () => {
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
		const host = request.headers.host ?? "";
		const { pathname, searchParams } = new URL(request.url ?? "/", `http://${host}`);
		let body = "";
		for await (const part of request) body += part;
		seen.push({ method: request.method ?? "", host, path: pathname, headers: request.headers, body });
		const file = robots.get(host);
		if (pathname === "/robots.txt" && file)
			return response.writeHead(file.status, file.location ? { location: file.location } : {}).end(file.body);
		if (pathname === "/go")
			return response.writeHead(Number(searchParams.get("status")), { location: searchParams.get("to") ?? "" }).end();
		if (pathname === "/raw-location") {
			return response.socket?.end("HTTP/1.1 302 Found\r\nLocation: /café\r\nContent-Length: 0\r\n\r\n");
		}
		if (pathname === "/packed") {
			const coding = searchParams.get("coding") ?? "";
			return response.writeHead(200, { "content-encoding": coding }).end(packed[coding]);
		}
		if (pathname === "/broken-off")
			return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(50_000)).subarray(0, -8));
		if (pathname === "/empty") return response.writeHead(204, { "content-encoding": "gzip" }).end();
		const times = seen.filter((one) => one.path === pathname).length;
		if (pathname === "/tired" && times < 3) return response.writeHead(503, { "retry-after": "0" }).end("tired");
		if (pathname === "/later") return response.writeHead(429, { "retry-after": "3600" }).end("later");
		if (pathname === "/flaky" && times < 3) return response.socket?.destroy();
		if (pathname === "/dead") return response.socket?.destroy();
		if (pathname === "/crowd") {
			const here = (now.ofOne.get(host) ?? 0) + 1;
			now.ofOne.set(host, here);
			now.all++;
			now.most = Math.max(now.most, now.all);
			now.mostOfOne = Math.max(now.mostOfOne, here);
			// The first ten wait for each other, so an eleventh parallel request would be noticed.
			if (now.all === 10) full.resolve();
			await full.promise;
			await new Promise((done) => setTimeout(done, 5));
			now.ofOne.set(host, here - 1);
			now.all--;
		}
		return response.writeHead(200, { "content-type": "Text/HTML; charset=utf-8", "set-cookie": "a=b" }).end("page");
	};
	const serve = http((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
	web = await openWorld(hosts, serve);
});
afterAll(() => web.close());
beforeEach(() => {
	seen = [];
	now = { all: 0, most: 0, ofOne: new Map(), mostOfOne: 0 };
});

const text = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();
const go = (status: number, to: string) => `http://one.example.com/go?status=${status}&to=${encodeURIComponent(to)}`;
const code = (asked: Promise<unknown>) =>
	asked.then(
		() => "answered",
		(error) => error.code,
	);

describe("a request", () => {
	test("may allow more bytes for one media type than for another", async () => {
		const most = (mime: string) => (mime === "text/html" ? 1 : 1_000_000);
		expect(await code(web.request({ url: "http://one.example.com/page", bytes: most }))).toBe("TOO_LARGE");
		const other = (mime: string) => (mime === "text/html" ? 1_000_000 : 1);
		expect(await code(web.request({ url: "http://one.example.com/page", bytes: other }))).toBe("answered");
	});

	test("names the program, and says nothing about the user", async () => {
		const answer = await web.request({ url: "http://one.example.com/page#part" });
		expect(answer).toMatchObject({ status: 200, mime: "text/html", url: "http://one.example.com/page" });
		await web.request({ url: "http://one.example.com/page" });
		for (const { headers } of seen) {
			expect(headers["user-agent"]).toMatch(/^assay\/\d/);
			expect(Object.keys(headers).toSorted()).toEqual(
				["accept", "accept-encoding", "accept-language", "connection", "host", "user-agent"].toSorted(),
			);
		}
	});

	test.each(Object.keys(packed))("unpacks %s", async (coding) => {
		const url = `http://one.example.com/packed?coding=${encodeURIComponent(coding)}`;
		expect(text(await web.request({ url }))).toBe("päckchen");
	});

	test("keeps the received part of a truncated archive, and reads an empty one as empty", async () => {
		expect(text(await web.request({ url: "http://one.example.com/broken-off" }))).toMatch(/^x+$/);
		expect(text(await web.request({ url: "http://one.example.com/empty" }))).toBe("");
	});

	test("is retried when the server is busy or breaks off, up to three tries, and only when that is safe", async () => {
		expect((await web.request({ url: "http://one.example.com/tired" })).status).toBe(200);
		expect(text(await web.request({ url: "http://one.example.com/flaky" }))).toBe("page");
		expect(await code(web.request({ url: "http://one.example.com/dead" }))).toBe("CONNECTION_FAILED");
		expect(seen.map(({ path }) => path)).toEqual(["/tired", "/flaky", "/dead"].flatMap((path) => [path, path, path]));
		seen = [];
		expect(await code(web.request({ url: "http://one.example.com/dead", body: "{}" }))).toBe("CONNECTION_FAILED");
		// It does not wait for an hour.
		expect((await web.request({ url: "http://one.example.com/later" })).status).toBe(429);
		expect(seen.map(({ path }) => path)).toEqual(["/dead", "/later"]);
	});

	test("ends with the signal's reason when its caller aborts", async () => {
		const reason = new Error("enough");
		await expect(web.request({ url: "http://one.example.com/page", signal: AbortSignal.abort(reason) })).rejects.toBe(
			reason,
		);
		expect(seen).toEqual([]);
	});
});

describe("a redirect", () => {
	test.each([
		[301, "GET", ""],
		[302, "GET", ""],
		[303, "GET", ""],
		[307, "POST", "sent"],
		[308, "POST", "sent"],
	])("by %i makes %s of a POST", async (status, method, body) => {
		const answer = await web.request({ url: go(status, "/there"), body: "sent", headers: { Authorization: "key" } });
		expect(answer.via).toEqual([go(status, "/there"), "http://one.example.com/there"]);
		expect(seen[1]).toMatchObject({ method, body, path: "/there", headers: { authorization: "key" } });
	});

	test("sends no key and no body to another origin", async () => {
		const headers = { "X-Subscription-Token": "key", Authorization: "key", Accept: "application/json" };
		await web.request({ url: go(302, "http://two.example.com/there"), headers });
		expect(seen[1]?.headers).toMatchObject({ host: "two.example.com", accept: "application/json" });
		expect(JSON.stringify(seen[1]?.headers)).not.toContain("key");
		for (const status of [307, 308])
			expect(await code(web.request({ url: go(status, "http://two.example.com/there"), body: "sent" }))).toBe(
				"ADDRESS_REFUSED",
			);
		expect(seen.filter(({ host, body }) => host === "two.example.com" && body !== "")).toEqual([]);
	});

	test("does not leave a server that the user named", async () => {
		const named = `http://127.0.0.1:${web.port}`;
		const at = (to: string) =>
			web.request({ url: `${named}/go?status=302&to=${encodeURIComponent(to)}`, trusted: true });
		expect((await at("/there")).url).toBe(`${named}/there`);
		expect(await code(at("http://one.example.com/"))).toBe("ADDRESS_REFUSED");
		expect(await code(at(`http://127.0.0.1:${web.port + 1}/`))).toBe("ADDRESS_REFUSED");
	});

	test("is not followed if its caller refuses the target", async () => {
		const asked: string[] = [];
		const follow = async (url: string) => {
			asked.push(url);
			if (url.includes("closed")) throw new Error("closed");
		};
		await web.request({ url: go(302, "/open#part"), follow });
		await expect(web.request({ url: go(302, "http://two.example.com/closed"), follow })).rejects.toThrow("closed");
		expect(asked).toEqual(["http://one.example.com/open", "http://two.example.com/closed"]);
		expect(seen.map(({ path }) => path)).toEqual(["/go", "/open", "/go"]);
	});

	test("is read like browsers do if its address is not plain ASCII", async () => {
		expect((await web.request({ url: "http://one.example.com/raw-location" })).url).toBe(
			"http://one.example.com/caf%C3%A9",
		);
	});
});

test("one request at a time to a host, ten in all", async () => {
	const urls = many.flatMap((host) => Array.from({ length: 3 }, () => `http://${host}/crowd`));
	await Promise.all(urls.map((url) => web.request({ url })));
	expect(now.mostOfOne).toBe(1);
	expect(now.most).toBe(10);
});

test("a reader other than `request` waits for the host's turn like a request", async () => {
	const turn = await web.turn("http://one.example.com/page");
	const waiting = web.request({ url: "http://one.example.com/after" });
	for (let at = 0; at < 5; at++) await web.request({ url: "http://two.example.com/meanwhile" });
	expect(seen.map(({ path }) => path)).not.toContain("/after");
	turn();
	expect((await waiting).status).toBe(200);
	await expect(web.turn("http://127.0.0.1/")).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
});

describe("robots.txt", () => {
	const allowed = async (url: string) => (await web.robots(`http://${url}`)).allowed;

	test("a missing file allows everything, a failing server allows nothing for now", async () => {
		expect(await allowed("none.example.com/a")).toBe(true);
		expect(await allowed("private.example.com/a")).toBe(true);
		expect(await allowed("circle.example.com/a")).toBe(true);
		expect(await allowed("html.example.com/a")).toBe(true);
		expect(await allowed("broken.example.com/a")).toBe(false);
		expect(await allowed("busy.example.com/a")).toBe(false);
		expect((await web.robots("http://broken.example.com/b")).reason).toContain("broken.example.com");
	});

	test("its rules are respected: our group or that of all, the longest match, wild cards, but no rules beyond the size limit", async () => {
		for (const host of ["rules.example.com", "moved.example.com"]) {
			expect(await allowed(`${host}/a/closed`)).toBe(false);
			expect(await allowed(`${host}/a/open`)).toBe(true);
			expect(await allowed(`${host}/report.pdf`)).toBe(false);
			expect(await allowed(`${host}/report.pdf?page=2`)).toBe(true);
			expect(await allowed(`${host}/café`)).toBe(false);
			expect(await allowed(`${host}/b`)).toBe(true);
		}
		expect(await allowed("named.example.com/b")).toBe(false);
		expect(await allowed("large.example.com/a")).toBe(false);
		expect(await allowed("large.example.com/b")).toBe(true);
	});

	test("is requested once for all callers, and one caller's abort does not affect the others", async () => {
		const gone = web.robots("http://two.example.com/a", AbortSignal.abort());
		const asked = Promise.all(Array.from({ length: 5 }, () => web.robots("http://two.example.com/a")));
		await expect(gone).rejects.toThrow();
		expect((await asked).every((one) => one.allowed)).toBe(true);
		expect(seen.filter(({ path }) => path === "/robots.txt").length).toBe(1);
	});

	test("its crawl delay separates two requests, and delays no other host", async () => {
		await web.robots("http://slow.example.com/");
		const giveUp = new AbortController();
		const second = web.request({ url: "http://slow.example.com/second", signal: giveUp.signal });
		for (let at = 0; at < 5; at++) await web.request({ url: "http://quick.example.com/" });
		giveUp.abort();
		await expect(second).rejects.toThrow();
		expect(seen.map(({ path }) => path)).not.toContain("/second");
	});
});

test("a connection goes to the approved address, and the name is not looked up again", async () => {
	// A proxy from the environment would look it up, too.
	process.env.http_proxy = process.env.HTTP_PROXY = "http://127.0.0.1:9";
	// `localhost` means this machine to every resolver; the gate here returned another address, where nobody listens.
	const dial = (address: string, port: number, others: { address: string; family: 4 | 6 }[] = []) =>
		exchange({
			url: new URL("http://localhost:9/page"),
			endpoint: { address, family: 4, port, others },
			method: "GET",
			headers: {},
			body: undefined,
			most: () => 100,
			cut: false,
			signal: AbortSignal.timeout(10_000),
		});
	expect(text(await dial("127.0.0.1", web.port))).toBe("page");
	await expect(dial("127.0.0.3", web.port)).rejects.toThrow("could not be read");
	// Of several approved addresses, one that answers is enough.
	expect(text(await dial("127.0.0.3", web.port, [{ address: "127.0.0.1", family: 4 }]))).toBe("page");
	delete process.env.http_proxy;
	delete process.env.HTTP_PROXY;
});
