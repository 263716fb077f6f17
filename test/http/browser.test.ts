import { expect, it } from "vitest";
import { startChromium } from "../real/chromium.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { eventsIn, follow, lighthouseRun, serveApart } from "./support.ts";

it("a browser comes in by the link, follows a run, and after kill -9 of the server goes on by itself", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const home = emptyFolder();
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 200 }));
	const first = await serveApart(home);
	const { port } = new URL(first.address);
	const page = await browser.newPage();
	await page.goto(first.link);
	await page.waitForURL(`${first.address}/`);
	expect(await page.evaluate("document.cookie")).toBe("");

	const body = JSON.stringify({ ...lighthouseRun(), model: "openai-compatible:sim", baseUrl });
	const post = (path: string, sent: string) =>
		page.evaluate<{ run: { id: string } }>(
			`fetch(${JSON.stringify(path)}, { method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(sent)} }).then((response) => response.json())`,
		);
	const { run } = await post("/api/runs", body);
	await page.evaluate(`
		globalThis.ids = [];
		globalThis.ends = [];
		const source = new EventSource("/api/runs/${run.id}/events");
		source.onmessage = ({ lastEventId }) => ids.push(Number(lastEventId));
		source.addEventListener("end", ({ data }) => ends.push(JSON.parse(data).status));
	`);
	const ids = () => page.evaluate<number[]>("ids");
	await expect.poll(async () => (await ids()).length).toBeGreaterThan(3);
	first.child.kill("SIGKILL");
	await first.end;
	const second = await serveApart(home, ["--port", port]);
	await post(`/api/runs/${run.id}/resume`, "{}");
	await expect.poll(() => page.evaluate<string[]>("ends")).toContain("completed");
	const whole = eventsIn(await follow(second, run.id)).map(({ id }) => id);
	expect(await ids()).toEqual(whole);
});
