import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { closeAfterTest } from "../../test/support/close.ts";
import { serve } from "../../test/support/server.ts";
import { limits } from "../base/limits.ts";
import { openGate } from "./gate.ts";
import { openBrowserProxy, type ProxySession } from "./proxy.ts";

/** A proxy whose gate knows one host, `here.example.net`, and the server behind that name. */
async function open(answer: RequestListener = (_request, response) => response.end("the page")) {
	const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
	const server = await serve((request, response) => {
		seen.push({ url: request.url, headers: request.headers });
		answer(request, response);
	});
	const proxy = await openBrowserProxy(openGate({ world: { hosts: ["here.example.net"], endpoint: server.endpoint } }));
	onTestFinished(async () => {
		await proxy.close();
		await server.close();
	});
	/** Sends bytes to the proxy and returns everything that comes back. */
	async function say(
		first: string,
		session?: Pick<ProxySession, "username" | "password">,
		then = "",
		body = "",
	): Promise<string> {
		const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
		socket.on("error", () => undefined);
		const pass = session && Buffer.from(`${session.username}:${session.password}`).toString("base64");
		const lines = [first, "Host: other.example.net", ...(pass ? [`Proxy-Authorization: Basic ${pass}`] : [])];
		socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
		if (then !== "") socket.once("data", () => socket.write(then));
		return (await buffer(socket).catch(() => Buffer.from("(cut)"))).toString();
	}
	return { proxy, seen, say };
}

const get = "GET http://here.example.net/page?x=1 HTTP/1.1";
const tunnel = "CONNECT here.example.net:443 HTTP/1.1";

test("a request and a tunnel of a session reach the approved address without the proxy's password", async () => {
	const { proxy, seen, say } = await open();
	const session = proxy.session();
	expect(await say(get, session)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*the page/);
	const inner = "GET /inner HTTP/1.1\r\nHost: here.example.net\r\nConnection: close\r\n\r\n";
	expect(await say(tunnel, session, inner)).toMatch(/^HTTP\/1.1 200 [\s\S]*the page/);
	expect(seen.map(({ url, headers }) => [url, headers.host])).toEqual([
		["/page?x=1", "here.example.net"],
		["/inner", "here.example.net"],
	]);
	expect(JSON.stringify(seen)).not.toMatch(/proxy|basic/i);
	expect(session.bytes).toBeGreaterThan(100);
});

test("nobody without the password of an open session is served", async () => {
	const { proxy, seen, say } = await open();
	const session = proxy.session();
	const other = proxy.session();
	for (const line of [get, tunnel]) {
		expect(await say(line)).toMatch(/^HTTP\/1.1 407 /);
		// The third is as long as the password in characters, but longer in bytes.
		for (const password of [other.password, "", "é".repeat(session.password.length / 2)])
			expect(await say(line, { username: session.username, password })).toMatch(/^HTTP\/1.1 407 /);
	}
	session.close();
	expect(await say(get, session)).toMatch(/^HTTP\/1.1 407 /);
	expect(seen).toEqual([]);
});

test("the proxy does not connect to hosts that are refused or unknown, and the session holds the reason", async () => {
	const { proxy, seen, say } = await open();
	const session = proxy.session();
	const inside = new URL(proxy.url).port;
	for (const host of ["127.0.0.1", "[::1]", "0x7f.1", "2130706433", "localhost"]) {
		expect(await say(`GET http://${host}:${inside}/ HTTP/1.1`, session)).not.toMatch(/ 200 /);
		expect(await say(`CONNECT ${host}:${inside} HTTP/1.1`, session)).toMatch(/^HTTP\/1.1 403 /);
	}
	expect(proxy.refused).toBe(10);
	expect(session.fault(`http://127.0.0.1:${inside}/x`)).toMatchObject({ code: "ADDRESS_REFUSED" });
	expect(await say("GET http://elsewhere.example.net/ HTTP/1.1", session)).not.toMatch(/ 200 /);
	expect(session.fault("http://elsewhere.example.net/")).toMatchObject({ code: "HOST_UNKNOWN" });
	expect(session.fault("http://here.example.net/")).toBeUndefined();
	expect(seen).toEqual([]);
});

test("only requests that a browser sends to a proxy are accepted", async () => {
	const { proxy, seen, say } = await open();
	const session = proxy.session();
	for (const line of [
		"GET / HTTP/1.1",
		"GET https://here.example.net/ HTTP/1.1",
		"GET ftp://here.example.net/ HTTP/1.1",
		"CONNECT here.example.net:443/path HTTP/1.1",
		"CONNECT a:b@here.example.net:443 HTTP/1.1",
	])
		expect(await say(line, session)).toMatch(/^HTTP\/1.1 400 /);
	expect(await say(`${get}\r\nUpgrade: websocket\r\nConnection: Upgrade`, session)).not.toMatch(/ 101 | 200 /);
	expect(seen).toEqual([]);
});

test("a chunked body stays chunked, so that no part of it is taken for a request", async () => {
	const { proxy, say } = await open((request, response) => void request.pipe(response));
	const inner = "GET /hidden HTTP/1.1\r\nHost: here.example.net\r\n\r\n";
	for (const method of ["GET", "DELETE", "POST"]) {
		const first = `${method} http://here.example.net/ HTTP/1.1\r\nTransfer-Encoding: chunked`;
		const body = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
		expect(await say(first, proxy.session(), "", body)).toContain(inner);
	}
});

test("a page with unanswered DNS lookups makes few at a time, and none once it is closed", async () => {
	const asked: string[] = [];
	const silent = Promise.withResolvers<{ address: string; family: number }[]>();
	const gate = openGate({
		resolve: (name) => {
			asked.push(name);
			return name === "quick.example.net" ? Promise.resolve([{ address: "10.0.0.1", family: 4 }]) : silent.promise;
		},
	});
	const proxy = closeAfterTest(await openBrowserProxy(gate));
	const connectTo = (host: string, { username, password }: ProxySession) => {
		const pass = Buffer.from(`${username}:${password}`).toString("base64");
		const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
		socket.on("error", () => undefined);
		socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic ${pass}\r\n\r\n`);
		return buffer(socket).then(String, () => "(cut)");
	};
	const greedy = proxy.session();
	const cut = Array.from({ length: 30 }, (_, at) => connectTo(`n${at}.example.net`, greedy));
	await expect.poll(() => asked.length).toBe(limits.renderLookups);
	expect(await connectTo("quick.example.net", proxy.session())).toMatch(/ 403 /);
	greedy.close();
	silent.resolve([]);
	await Promise.all(cut);
	expect(asked.filter((name) => name !== "quick.example.net").length).toBe(limits.renderLookups);
});

test("a session that loads too much is cut off, others continue", async () => {
	const { proxy, say } = await open((request, response) => {
		if (request.url !== "/endless") return response.end("the page");
		const more = (): void => void response.write("x".repeat(1_000_000), () => response.destroyed || setImmediate(more));
		more();
	});
	let full = 0;
	const greedy = proxy.session(() => full++);
	const modest = proxy.session();
	const [endless] = await Promise.all([
		say("GET http://here.example.net/endless HTTP/1.1", greedy),
		say("GET http://here.example.net/endless HTTP/1.1", greedy),
	]);
	expect(endless.length).toBeLessThan(limits.renderBytes);
	expect([full, greedy.full]).toEqual([1, true]);
	expect(await say(get, greedy)).not.toMatch(/ 200 /);
	expect(await say(get, modest)).toMatch(/ 200 /);
});
