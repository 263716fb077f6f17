import { fork, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { chromiumProgram } from "../../../../test/real/chromium.ts";
import { type Gate, openGate } from "../../../net/gate.ts";
import type { Renderer } from "../reader.ts";
import { openBrowser } from "./open.ts";

const program = chromiumProgram();
const executable = typeof program === "string" ? program : "";
const skipped = typeof program === "string" ? "" : ` (skipped: ${program.missing})`;

/** Time for a page that ends by itself. It is long, because the machine may be busy. ms */
const ms = 60_000;
const words = "The harbour of Lomvik landed 41 tonnes of herring in the season. ".repeat(8);

/** Number of requests for `/waits`, which answers only the second one. */
let waited = 0;

/** The pages of the test's site by path, as HTML or as a handler. */
const pages: Record<string, string | ((response: ServerResponse, headers: IncomingHttpHeaders) => void)> = {
	"/plain": `<title>Plain</title><p>${words}`,
	"/late": `<p id=a></p><script>setTimeout(() => { document.getElementById("a").textContent = ${JSON.stringify(words)} }, 900)</script>`,
	"/asked": `<p id=a></p><script>fetch("/words").then((r) => r.text()).then((t) => { document.getElementById("a").textContent = t })</script>`,
	"/words": (response) => void setTimeout(() => response.end(words), 700),
	"/script": `<script>location.replace("/late")</script>`,
	"/meta": `<meta http-equiv=refresh content="0; url=/plain">`,
	"/waits": (response) => void (++waited > 1 && response.end(`<p>${words}`)),
	"/moved": (response) => response.writeHead(301, { location: "/script" }).end(),
	"/circle": `<script>location.href = "/circle?" + Math.random()</script>`,
	"/shadow": `<x-a><b slot=name>The slot,</b> the rest, ${words}</x-a><script>
		customElements.define("x-a", class extends HTMLElement { connectedCallback() {
			this.attachShadow({ mode: "open" }).innerHTML = "<style>b{}</style><p>Before, <slot name=name></slot><slot></slot> after.</p>";
		} })</script>`,
	"/inside": `<p>${words}<script>location.href = "http://127.0.0.1:8080/"</script>`,
	"/elsewhere": `<p>${words}<script>location.href = "http://nowhere.example.net/"</script>`,
	"/settings": `<p>${words}<script>location.href = "chrome://version"</script>`,
	"/download": (response) =>
		response
			.writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" })
			.end("x"),
	"/hang": `<p>${words}<script>for (;;) {}</script>`,
	"/alerts": `<p>${words}<script>for (;;) alert("again")</script>`,
	"/endless": `<script>setInterval(() => { for (let i = 0; i < 3e4; i++) document.body.append("${words}") }, 1)</script>`,
	"/hungry": `<p>${words}<script>for (let i = 0; i < 40; i++) fetch("/megabyte?" + i)</script>`,
	"/megabyte": (response) => response.end("x".repeat(1_000_000)),
	"/windows": `<p>${words}<script>for (let i = 0; i < 20; i++) open("/plain?" + i)</script>`,
	"/leave": `<p>${words}<script>document.cookie = "who=me; max-age=9999"; localStorage.who = "me"; sessionStorage.who = "me"</script>`,
	"/look": (response, headers) =>
		response.end(`<p>${words}<p id=a><script>document.getElementById("a").textContent =
			"left: " + ${JSON.stringify(headers.cookie ?? "")} + document.cookie + (localStorage.who ?? "") + (sessionStorage.who ?? "")</script>`),
	"/self": `<p>${words}<p id=a><script>
		JSON.stringify = () => "forged"; Object.defineProperty(Element.prototype, "outerHTML", { get: () => "forged" });
		Document.prototype.querySelectorAll = () => { throw new Error("forged") };</script>`,
};

describe.skipIf(skipped)(`a page in the browser${skipped}`, () => {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? "");
		const page = pages[new URL(request.url ?? "/", "http://any").pathname];
		response.setHeader("content-type", "text/html; charset=utf-8");
		if (page === undefined) response.writeHead(404).end("<p>There is no such page.");
		else if (typeof page === "string") response.end(page);
		else page(response, request.headers);
	});
	let browser: Renderer;
	let hasty: Renderer;

	beforeAll(async () => {
		process.env.ASSAY_TEST_API_KEY = "a key of the user";
		await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
		const gate = gateOf(server);
		browser = openBrowser({ gate, executable, ms });
		hasty = openBrowser({ gate, executable, ms: 4_000 });
	});
	afterAll(async () => {
		delete process.env.ASSAY_TEST_API_KEY;
		await Promise.all([browser.close(), hasty.close()]);
		server.closeAllConnections();
		server.close();
	});
	const at = (path: string): string => `http://site.example.net${path}`;

	test("late content is read, whether it comes by a timer or by a request", async () => {
		const [late, fetched] = await Promise.all([browser.render(at("/late")), browser.render(at("/asked"))]);
		expect(late).toMatchObject({ url: at("/late"), status: 200 });
		expect(late.html).toContain(`<p id="a">${words}</p>`);
		expect(fetched.html).toContain(`<p id="a">${words}</p>`);
	});

	test("redirects of servers, scripts and meta elements are followed to their end", async () => {
		const [script, meta, none] = await Promise.all(
			["/moved", "/meta", "/none"].map((path) => browser.render(at(path))),
		);
		expect(script).toMatchObject({ url: at("/late"), status: 200, html: expect.stringContaining(words) });
		expect(meta).toMatchObject({ url: at("/plain"), status: 200, html: expect.stringContaining(words) });
		expect(none).toMatchObject({ url: at("/none"), status: 404 });
	});

	test("the text of open shadow roots is in the place where a reader sees it", async () => {
		const { html } = await browser.render(at("/shadow"));
		expect(html.replace(/<script[\s\S]*|<style[\s\S]*?<\/style>|<[^>]*>/g, "").trim()).toBe(
			`Before, The slot, the rest, ${words} after.`,
		);
	});

	test("a page cannot change how its content is extracted", async () => {
		const { html } = await browser.render(at("/self"));
		expect(html).toContain(`<p>${words}`);
	});

	test("a page that leads to a refused or missing address fails with that reason", async () => {
		const outcomes = await Promise.all(
			["/inside", "/elsewhere", "/circle", "/download", "/hungry", "/alerts"].map((path) =>
				browser.render(at(path)).then(
					() => "read",
					({ obstacle, message }) => `${obstacle}: ${message}`,
				),
			),
		);
		expect(outcomes).toEqual([
			expect.stringMatching(/^refused: .*127\.0\.0\.1/),
			expect.stringMatching(/^away: .*nowhere/),
			expect.stringMatching(/^unreadable: .*leads on and on/),
			expect.stringMatching(/^unreadable: .*a file to keep/),
			expect.stringMatching(/^unreadable: .*loads more/),
			expect.stringMatching(/^unreadable: .*dialogue/),
		]);
		// Chromium does not follow a page to its own settings.
		expect((await browser.render(at("/settings"))).html).toContain(words);
		for (const url of [
			"file:///etc/passwd",
			"chrome://version",
			"data:text/html,x",
			"view-source:http://site.example.net/",
		])
			await expect(browser.render(url)).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
	});

	test("no data is kept from one page to the next, and no window is opened", async () => {
		await browser.render(at("/leave"));
		expect((await browser.render(at("/look"))).html).toContain(`<p id="a">left: </p>`);
		await browser.render(at("/windows"));
		expect(asked.filter((path) => path.startsWith("/plain?"))).toEqual([]);
	});

	test("a page that hangs or grows without end fails, and the next one is read", async () => {
		const [hung, grown] = await Promise.allSettled(["/hang", "/endless"].map((path) => hasty.render(at(path))));
		expect([hung, grown]).toMatchObject([
			{ reason: { obstacle: "unreadable" } },
			{ reason: { obstacle: "unreadable" } },
		]);
		// On a busy machine, four seconds may be too short for any page.
		const plain = () => hasty.render(at("/plain")).then(({ html }) => html, String);
		await expect.poll(plain).toContain(words);
	});

	test.skipIf(process.platform !== "linux")("the browser is told no key of ours", async () => {
		await browser.render(at("/plain"));
		const environments = descendants("chrom").map((pid) =>
			unlessGone(() => readFileSync(`/proc/${pid}/environ`, "utf8")),
		);
		expect(environments.length).toBeGreaterThan(2);
		expect(environments.join()).toContain("PATH=");
		expect(environments.join()).not.toContain("a key of the user");
	});

	test.skipIf(process.platform === "win32")(
		"a long name of the folder for temporary files is no obstacle",
		async () => {
			const temporary = mkdtempSync(join(tmpdir(), "assay-test-".padEnd(80, "long-")));
			vi.stubEnv("TMPDIR", temporary);
			const other = openBrowser({ gate: gateOf(server), executable, ms });
			const page = await other.render(at("/plain")).finally(() => vi.unstubAllEnvs());
			expect(page.html).toContain(words);
			await other.close();
			rmSync(temporary, { recursive: true });
		},
	);

	test("a program that is no browser is reported", async () => {
		const none = openBrowser({ gate: openGate(), executable: process.execPath });
		await expect(none.render("http://site.example.net/")).rejects.toMatchObject({ code: "BROWSER_NOT_STARTED" });
		await none.close();
	});

	test("the caller can stop the loading of a page", async () => {
		const stop = new AbortController();
		const read = browser.render(at("/hang"), stop.signal);
		setTimeout(() => stop.abort(new Error("stopped by the user")), 300);
		await expect(read).rejects.toThrow("stopped by the user");
	});

	test("a browser ends with the process that opened it, even one that is killed", async () => {
		// The profile of a killed browser stays in this folder.
		const temporary = mkdtempSync(join(tmpdir(), "assay-test-"));
		const child = fork("test/real/browser-child.ts", [executable, String((server.address() as AddressInfo).port)], {
			stdio: ["ignore", "pipe", "inherit", "ipc"],
			env: { ...process.env, TMPDIR: temporary },
		});
		await new Promise((done) => child.stdout?.once("data", done));
		const pids = descendants("chrom", child.pid);
		expect(pids.length).toBeGreaterThan(2);
		child.kill("SIGKILL");
		await expect.poll(() => living().filter(({ pid }) => pids.includes(pid))).toEqual([]);

		// The next browser removes it.
		const left = readdirSync(temporary);
		expect(left.length).toBeGreaterThan(0);
		const usual = process.env.TMPDIR;
		process.env.TMPDIR = temporary;
		const next = openBrowser({ gate: gateOf(server), executable });
		await next.render(at("/plain"));
		expect(readdirSync(temporary).filter((name) => left.includes(name))).toEqual([]);
		await next.close();
		expect(readdirSync(temporary)).toEqual([]);
		if (usual === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = usual;
		rmSync(temporary, { recursive: true, force: true });
	});

	test("a page that dies fails, a browser that dies is started again, and a closed browser is gone", async () => {
		await hasty.close();
		const read = browser.render(at("/hang?on"));
		read.catch(() => undefined);
		await expect.poll(() => asked).toContain("/hang?on");
		kill(descendants("type=renderer"));
		await expect(read).rejects.toMatchObject({ obstacle: "unreadable", message: expect.stringContaining("breaks") });

		const again = browser.render(at("/late"));
		kill(descendants("chrom"));
		expect((await again).html).toContain(words);

		// The browser is killed while a page is opened, and while it loads.
		const opening = [browser.render(at("/late")), browser.render(at("/shadow"))];
		await expect.poll(() => descendants("type=renderer")).not.toEqual([]);
		kill(descendants("chrom").slice(0, 1));
		for (const { html } of await Promise.all(opening)) expect(html).toContain(words);
		const loading = browser.render(at("/waits"));
		await expect.poll(() => asked).toContain("/waits");
		kill(descendants("chrom"));
		expect((await loading).html).toContain(words);
		await browser.close();
		await expect.poll(() => descendants("chrom")).toEqual([]);
		await expect(browser.render(at("/plain"))).rejects.toThrow("closed");
	});
});

function gateOf(server: Server): Gate {
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: (server.address() as AddressInfo).port };
	return openGate({ world: { hosts: ["site.example.net"], endpoint } });
}

/** Returns undefined when a process has ended meanwhile. */
function unlessGone<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch (error) {
		if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "ENOENT"))
			return undefined;
		throw error;
	}
}

function kill(pids: readonly number[]): void {
	for (const pid of pids) unlessGone(() => process.kill(pid, "SIGKILL"));
}

interface Running {
	pid: number;
	parent: number;
	args: string;
}

function living(): Running[] {
	const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
	return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/gm)].map(([, pid, parent, , args]) => ({
		pid: Number(pid),
		parent: Number(parent),
		args: args ?? "",
	}));
}

/** Living descendants of a process whose command contains a word. */
function descendants(word: string, of = process.pid): number[] {
	const all = living();
	const below = (parent: number): Running[] =>
		all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
	return below(of).flatMap(({ pid, args }) => (args.includes(word) ? [pid] : []));
}
