// The web page in a real Chromium, on a server in a process of its own and a model that answers slowly.
import { expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { lighthouse, lighthouseQuestion, newestRun, start } from "../cli/support.ts";
import { startChromium } from "../real/chromium.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer, startSimulatedModel } from "../support/simulated.ts";
import { openPage, violations } from "./open-page.ts";
import { finishRun, lighthouseRun, serveApart } from "./support.ts";

it("a run is started, watched, steered, seen again after a reload, and read with its quotes", async ({ skip }) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 1_500 }));
	const server = await serveApart(emptyFolder());
	const stranger = await browser.newPage();
	await stranger.goto(server.address);
	expect(await stranger.textContent("p")).toContain("Open the link that assay serve printed");
	const { page, faults, origin } = await openPage(browser, server.link);

	await page.getByRole("link", { name: "New research" }).click();
	await page.getByRole("textbox", { name: "Question" }).fill(lighthouseQuestion);
	await page.getByLabel(/^Folders/).fill(folderOf(lighthouse));
	await page.getByLabel(/^Name/).fill("openai-compatible:sim");
	await page.getByLabel(/^Address/).fill(baseUrl);
	await expect.poll(() => page.locator(".estimate").textContent()).toMatch(/\d+ to \d+ calls/);
	await page.getByRole("button", { name: "Start" }).click();

	await page.waitForURL(/\/runs\/[0-9a-f]+$/);
	await expect.poll(() => page.locator(".covered li").count()).toBeGreaterThan(0);
	await page.getByLabel("Look for this from now on").fill("who kept the lighthouse");
	await page.getByRole("button", { name: "Send" }).click();
	await page.getByText("Sent. The run takes it before its next wave.").waitFor();

	await page.reload();
	await page.getByRole("heading", { name: lighthouseQuestion }).waitFor();
	await page.locator(".status.completed").waitFor({ timeout: 120_000 });
	await page.getByRole("link", { name: "How it went" }).click();
	await page.getByRole("heading", { name: "What you asked for" }).waitFor();
	expect(await page.locator("aside").textContent()).toContain("who kept the lighthouse");

	await page.getByRole("link", { name: "Report", exact: true }).click();
	await page.locator("a.m").first().click();
	const quotes = page.getByRole("complementary", { name: "Quote and source" });
	const quote = await quotes.locator(".figures mark").first().textContent();
	expect(lighthouse["guide.md"] + lighthouse["history.md"] + lighthouse["letters.md"]).toContain(quote?.trim());
	// The stored page opens at the quote, beside the text and not over it.
	const stored = page.frameLocator("iframe").locator("mark:target");
	expect((await stored.textContent())?.trim()).toBe(quote?.trim());
	const [text, beside] = [await page.locator(".report section").first().boundingBox(), await quotes.boundingBox()];
	expect(beside?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
	await page.keyboard.press("Escape");
	expect(await quotes.count()).toBe(0);
	expect(await page.evaluate("document.querySelector('.report').shadowRoot.activeElement.className")).toBe("m");

	await page.getByRole("button", { name: "Delete …" }).click();
	await page.getByRole("button", { name: "Delete it" }).click();
	await page.waitForURL(`${origin}/`);
	await page.getByText("There is no run yet.").waitFor();
	expect(faults).toEqual([]);
});

it("a run that waits for its user shows its plan, and goes on with the one that the user made of it", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const server = await serveApart(emptyFolder());
	const { page, faults, origin } = await openPage(browser, server.link);
	await page.goto(`${origin}/new`);
	await page.getByRole("textbox", { name: "Question" }).fill(lighthouseQuestion);
	await page.getByLabel(/^Folders/).fill(folderOf(lighthouse));
	await page.getByLabel("Show me the plan first").check();
	await expect.poll(() => page.locator(".estimate").textContent()).toBe("Costs nothing: no model is used.");
	await page.getByRole("button", { name: "Start" }).click();
	const plan = page.getByLabel(/^The plan/);
	await plan.waitFor();
	// The work of the button that had the focus is done, and it is gone: the focus goes on to what was begun.
	expect(await page.evaluate("document.activeElement.id")).toBe("main");
	await plan.fill(`${await plan.inputValue()}\n- [optional] Who kept the Skerry lighthouse?\n`);
	await page.getByRole("button", { name: "Go on with this plan" }).click();
	await page.locator(".status.completed").waitFor();
	await page.getByRole("link", { name: "Plan", exact: true }).click();
	await page.getByRole("rowheader", { name: /Who kept the Skerry lighthouse/ }).waitFor();
	await page.getByRole("link", { name: "Evidence" }).click();
	// Two sources say 1887, one says 1889.
	await page.locator("svg.wide .disputed").first().waitFor();
	await page.getByText("The same as a table").first().click();
	await page.getByRole("columnheader", { name: "Independent origins" }).waitFor();
	expect(faults).toEqual([]);
});

it("in the middle of a wave the page shows what the run is doing, and which pages it found and read", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const gate = Promise.withResolvers<void>();
	const model = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = simulatedAnswer(asked);
			return roleOf(asked) === "extractClaims" ? heldUntil(gate.promise, answer) : answer;
		}),
	);
	const home = emptyFolder();
	const server = await serveApart(home);
	const { page, faults, origin } = await openPage(browser, server.link);
	// A run of another process: this server hears of it by its log alone.
	const models = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl];
	const args = [lighthouseQuestion, "--corpus", folderOf(lighthouse), "--no-vectors", "--home", home, ...models];
	const run = start(args);
	await run.until("found");
	await page.goto(`${origin}/runs/${await newestRun(home)}`);
	await expect.poll(() => page.locator(".now").first().textContent()).toMatch(/weighing/);
	await expect.poll(() => page.locator(".threads").textContent()).toMatch(/weighing \w+\.md/);
	await expect.poll(() => page.locator("#flow svg.wide").textContent()).toMatch(/Found: 3.*Read: [1-9]/);
	expect(await page.locator("#found").textContent()).toContain("0 facts");
	// Each message of the user's stands there until the run takes it, also when the page is loaded again.
	const asked = ["who kept the lighthouse", "what it guards"];
	const field = page.getByLabel("Look for this from now on");
	for (const text of asked) {
		await field.fill(text);
		await field.press("Enter");
		await expect.poll(() => field.inputValue()).toBe("");
	}
	const pending = (text: string) => page.getByText(`“${text}”: sent, and taken before the next wave`);
	for (const text of asked) await pending(text).waitFor();
	await page.reload();
	for (const text of asked) await pending(text).waitFor();
	gate.resolve();
	for (const text of asked) await pending(text).waitFor({ state: "detached" });
	await page.locator(".status.completed").waitFor({ timeout: 120_000 });
	expect([(await run.end).code, faults]).toEqual([0, []]);
});

it("of many runs a field finds one, and says how many it found", async ({ skip }) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const home = emptyFolder();
	const store = await openStore({ home });
	for (let n = 1; n <= 30; n++)
		await store.create({ question: `Who kept lighthouse ${n}?`, options: { corpus: [], vectors: false } });
	await store.close();
	const server = await serveApart(home);
	const { page, faults } = await openPage(browser, server.link);
	await expect.poll(() => page.locator(".runs li").count()).toBe(30);
	await page.getByLabel("Find a run").fill("LIGHTHOUSE 17?");
	await expect.poll(() => page.locator(".runs .q").allTextContents()).toEqual(["Who kept lighthouse 17?"]);
	await page.getByText("1 of 30 runs").waitFor();
	await page.getByLabel("Find a run").fill("nothing of the kind");
	await page.getByText("0 of 30 runs").waitFor();
	expect([await violations(page), faults]).toEqual([[], []]);
});

it("the page goes on by itself after its server was killed", async ({ skip }) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 1_000 }));
	const home = emptyFolder();
	const first = await serveApart(home);
	const { page, origin } = await openPage(browser, first.link);
	const body = { ...lighthouseRun(), model: "openai-compatible:sim", baseUrl };
	const { run } = await first.json<{ run: { id: string } }>("POST", "/api/runs", body, 202);
	await page.goto(`${origin}/runs/${run.id}`);
	await expect.poll(() => page.locator(".covered li").count()).toBeGreaterThan(0);
	first.child.kill("SIGKILL");
	await page.getByText("The connection is lost").waitFor();
	await serveApart(home, ["--port", new URL(origin).port]);
	await page.getByRole("button", { name: "Resume" }).click();
	await page.locator(".status.completed").waitFor({ timeout: 120_000 });
});

it.each([
	[360, "light"],
	[360, "dark"],
	[1280, "light"],
	[1280, "dark"],
] as const)(
	"every part of the page can be used without a mouse and read aloud: %d px, %s",
	async (width, colorScheme) => {
		const browser = await startChromium();
		if ("missing" in browser) return;
		closeAfterTest(browser);
		const server = await serveApart(emptyFolder());
		const id = await finishRun(server);
		const { page, faults, origin } = await openPage(browser, server.link, {
			viewport: { width, height: 800 },
			colorScheme,
		});
		for (const path of [
			"/",
			"/new",
			...["report", "progress", "evidence", "plan", "trace"].map((part) => `/runs/${id}/${part}`),
			`/api/runs/${id}/report.html`,
		]) {
			await page.goto(origin + path);
			await page.locator("h1").first().waitFor();
			if (path.endsWith("/report")) await page.locator("a.m").first().click();
			await page.waitForLoadState("networkidle");
			expect({ path, found: await violations(page) }).toEqual({ path, found: [] });
			expect({ path, wide: await page.evaluate<number>("document.documentElement.scrollWidth") }).toEqual({
				path,
				wide: width,
			});
		}
		expect(faults).toEqual([]);
	},
);
