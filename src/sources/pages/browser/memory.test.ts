import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumProgram } from "../../../../test/real/chromium.ts";
import { type LoopbackServer, serve } from "../../../../test/support/server.ts";
import { processTree } from "../../../base/process-memory.ts";
import { openGate } from "../../../net/gate.ts";
import type { Renderer } from "../reader.ts";
import { openBrowser } from "./open.ts";

const program = chromiumProgram();
const executable = typeof program === "string" ? program : "";
const reason = process.platform === "win32" ? "memory is not measured here" : undefined;
const skipped = typeof program === "string" && !reason ? "" : ` (skipped: ${reason ?? "chromium is not installed"})`;

const words = "The harbour of Lomvik landed 41 tonnes of herring in the season. ".repeat(8);
/** Memory of one page in this test; an empty one takes half of it. */
const memoryBytes = 600e6;
const fill = (megabytes: number): string =>
	`const all = []; for (let i = 0; i < ${megabytes / 10}; i++) all.push(new Uint8Array(1e7).fill(1));`;
/**
 * The page changes until it calls `over`. A page that is to exceed the limit never calls it, so that the watcher has the page's whole
 * time to measure.
 */
const page = (code: string): string =>
	`<p>${words}<p id=a><script>const busy = setInterval(() => { a.textContent += "." }, 100);
	const over = () => { clearInterval(busy); a.textContent = "all is there" };</script><script>${code}</script>`;

const pages: Record<string, string> = {
	"/plain": page("setTimeout(over, 1500)"),
	"/heavy": page(`${fill(100)} over()`),
	"/arrays": page(fill(900)),
	// Memory that a page holds in other processes of the browser.
	"/blobs": page(`const all = []; for (let i = 0; i < 45; i++) all.push(new Blob([new Uint8Array(2e7).fill(1)]))`),
};

describe.skipIf(skipped)(`a page's memory${skipped}`, () => {
	let server: LoopbackServer;
	let browser: Renderer;
	beforeAll(async () => {
		server = await serve((request, response) => {
			response.setHeader("content-type", "text/html; charset=utf-8");
			response.end(pages[request.url ?? ""]);
		});
		const gate = openGate({ world: { hosts: ["site.example.net"], endpoint: server.endpoint } });
		browser = openBrowser({ gate, executable, memoryBytes, ms: 60_000 });
	});
	afterAll(async () => {
		await browser.close();
		await server.close();
	});
	const read = (path: string): Promise<string> =>
		browser.render(`http://site.example.net${path}`).then(
			({ html }) => (html.includes("all is there") ? "read" : "read in part"),
			({ obstacle, message }) => `${obstacle}: ${message}`,
		);

	test("a page over the memory limit fails with a message, the page beside it is read, and the memory is freed", async () => {
		const past = expect.stringMatching(
			/^unreadable: the page of site\.example\.net takes [\d.]+ GB of memory .* 0\.60 GB/,
		);
		expect(await Promise.all(["/arrays", "/plain"].map(read))).toEqual([past, "read"]);
		expect(await Promise.all(["/blobs", "/heavy"].map(read))).toEqual([past, "read"]);
		const held = async () =>
			((await processTree(process.pid)) ?? [])
				.filter(({ pid }) => pid !== process.pid)
				.reduce((all, { bytes }) => all + bytes, 0);
		await expect.poll(held).toBeLessThan(2 * memoryBytes);
		expect(await read("/heavy")).toBe("read");
	});
});
