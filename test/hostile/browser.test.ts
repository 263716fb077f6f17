import { createSocket } from "node:dgram";
import { globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Gate } from "../../src/net/gate.ts";
import { openBrowserProxy } from "../../src/net/proxy.ts";
import { launchBrowser } from "../../src/sources/pages/browser/launch.ts";
import { openBrowser } from "../../src/sources/pages/browser/open.ts";
import type { Renderer } from "../../src/sources/pages/reader.ts";
import { chromiumProgram } from "../real/chromium.ts";
import { attackPage } from "./attack.ts";
import { openStage, type Stage } from "./stage.ts";

const program = chromiumProgram();
const executable = typeof program === "string" ? program : "";
const skipped = typeof program === "string" ? "" : ` (skipped: ${program.missing})`;

/** Where the attacker's pages stand. */
const site = "pages.example.net";
/** A page with text is not waited for. */
const words = "A page with much to say. ".repeat(20);
const kept = `kept-${process.pid}-${Date.now()}.bin`;

let stage: Stage;
let gate: Gate;
let datagrams = 0;
let attackOf: (isTried: (url: string, at: number) => boolean) => string;
const asked = new Set<string>();
const udp = createSocket("udp4", () => datagrams++);
const pages = createServer((request, response) => {
	const url = new URL(request.url ?? "/", `http://${site}`);
	asked.add(url.pathname + url.search);
	answer(url, response);
});

function answer(url: URL, response: ServerResponse): void {
	response.setHeader("content-type", "text/html; charset=utf-8");
	const to = JSON.stringify(url.searchParams.get("to"));
	if (url.pathname === "/attack") response.end(attackOf((_, at) => !url.search || at % 24 === 0));
	else if (url.pathname === "/script") response.end(`<p>${words}<script>location.href = ${to}</script>`);
	else if (url.pathname === "/meta")
		response.end(`<p>${words}<meta http-equiv=refresh content='0; url=${to.slice(1, -1)}'>`);
	else if (url.pathname === "/form")
		response.end(
			`<p>${words}<form method=post><script>document.forms[0].action = ${to}; document.forms[0].submit()</script>`,
		);
	else if (url.pathname === "/kept")
		response
			.setHeader("content-type", "application/octet-stream")
			.setHeader("content-disposition", `attachment; filename=${kept}`)
			.end("kept");
	else response.end("control");
}

beforeAll(async () => {
	stage = await openStage();
	await Promise.all([
		new Promise<void>((done) => pages.listen(0, "127.0.0.1", done)),
		new Promise<void>((done) => udp.bind(0, "127.0.0.1", done)),
	]);
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: (pages.address() as AddressInfo).port };
	gate = {
		check: stage.gate.check,
		open: async (host, port, options) => (host === site ? endpoint : stage.gate.open(host, port, options)),
	};
	const urls = stage.urls.map(({ url }) => url);
	const listening = { tcp: stage.insidePort, udp: udp.address().port };
	attackOf = (isTried) => attackPage(urls.filter(isTried), `http://${site}/control`, listening);
});
afterAll(async () => {
	udp.close();
	pages.closeAllConnections();
	pages.close();
	await stage.close();
});

test("no hostile address is reached through the browser's proxy, asked in the clear or by a tunnel", async () => {
	const proxy = await openBrowserProxy(gate);
	const { username, password } = proxy.session();
	const pass = `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
	const say = (line: string): Promise<string> =>
		new Promise((done) => {
			let said = "";
			const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1", () =>
				socket.write(`${line}\r\nHost: any\r\n${pass}\r\n\r\n`),
			);
			socket.on("error", () => undefined).on("close", () => done(said));
			socket.on("data", (more) => {
				said += more;
				socket.end();
			});
		});
	const host = (url: string): string => url.replace(/^\s*\w+:[/\\]*/, "").replace(/[/\\?#].*/s, "");
	const before = stage.reached();
	for (const { url } of stage.urls)
		await Promise.all([
			say(`GET ${url} HTTP/1.1`),
			say(`GET ${URL.canParse(url) ? new URL(url).href : url} HTTP/1.1`),
			say(`CONNECT ${host(url)} HTTP/1.1`),
		]);
	expect(stage.reached()).toBe(before);
	expect(proxy.refused).toBeGreaterThan(stage.urls.length);
	expect(await say(`GET http://${stage.attacker}/ HTTP/1.1`)).toContain("outside");
	expect(await say(`CONNECT ${stage.attacker}:443 HTTP/1.1`)).toContain(" 200 ");
	await proxy.close();
});

describe.skipIf(skipped)(`the browser${skipped}`, () => {
	test("the proxy and the browser's settings alone keep a page from every address inside", async () => {
		const proxy = await openBrowserProxy(gate);
		const { browser, close } = await launchBrowser(executable, proxy);
		try {
			const session = proxy.session();
			const { username, password } = session;
			// A browser that lets a page load whatever it names: images, frames, windows, workers.
			const context = await browser.newContext({
				proxy: { server: proxy.url, bypass: "<-loopback>", username, password },
			});
			const page = await context.newPage();
			let running = 0;
			context.on("request", () => running++);
			context.on("requestfinished", () => running--);
			context.on("requestfailed", () => running--);
			await page.goto(`http://${site}/attack`, { waitUntil: "commit" });
			for (let still = 0, last = -1; still < 10; still = running === last ? still + 1 : 0) {
				last = running;
				await delay(100);
			}
			// A machine with much else to do stands still for seconds, and the page is not through.
			await expect.poll(() => proxy.refused).toBeGreaterThan(500);
			expect({ reached: stage.reached(), datagrams }).toEqual({ reached: 0, datagrams: 0 });
			// The ways were real: nearly each of them led to where it may.
			const ways = [...asked].flatMap((path) => /^\/control\?way=(\w+)/.exec(path)?.[1] ?? []);
			expect(ways).toEqual(
				expect.arrayContaining(["image", "script", "iframe", "fetch", "xhr", "events", "socket", "style", "css"]),
			);
			expect(ways.length).toBeGreaterThan(20);
		} finally {
			await close();
			await proxy.close();
		}
	});

	describe("as pages are read", () => {
		let renderer: Renderer;
		const { HOME } = process.env;
		const home = mkdtempSync(join(tmpdir(), "assay-home-"));
		beforeAll(() => {
			// The browser is told of it when it starts.
			process.env.HOME = home;
			renderer = openBrowser({ gate, executable });
		});
		afterAll(async () => {
			if (HOME === undefined) delete process.env.HOME;
			else process.env.HOME = HOME;
			await renderer.close();
			rmSync(home, { recursive: true });
		});

		test("no hostile address is reached by a page or as a page", async () => {
			asked.clear();
			const targets = stage.urls.filter(({ kind }) => kind !== "loop").map(({ url }) => url);
			// A few as pages, and by each way that leads a page on: each costs a page.
			const some = targets.filter((_, at) => at % 200 === 0);
			const ways = ["script", "meta", "form"];
			const led = some.map((to, at) => `http://${site}/${ways[at % ways.length]}?to=${encodeURIComponent(to)}`);
			const outcomes = await Promise.allSettled(
				[`http://${site}/attack?few`, ...some, ...led].map((url) => renderer.render(url)),
			);
			expect(outcomes.length).toBeGreaterThan(7);
			expect({ reached: stage.reached(), datagrams }).toEqual({ reached: 0, datagrams: 0 });
			expect(JSON.stringify(outcomes)).not.toContain(">inside");
		});

		test("a download leaves no file, and the user's own folder is as it was", async () => {
			await expect(renderer.render(`http://${site}/kept`)).rejects.toMatchObject({ obstacle: "unreadable" });
			const folders = [process.cwd(), tmpdir(), join(tmpdir(), "playwright*")];
			expect(globSync(folders.flatMap((folder) => [join(folder, kept), join(folder, `*${kept}*`)]))).toEqual([]);
			expect(readdirSync(home)).toEqual([]);
		});
	});

	test("the listeners would have counted", async () => {
		const before = stage.reached();
		const socket = connect(stage.insidePort, "127.0.0.1");
		await expect.poll(() => stage.reached()).toBe(before + 1);
		socket.destroy();
		udp.send("x", udp.address().port, "127.0.0.1");
		await expect.poll(() => datagrams).toBe(1);
	});
});
