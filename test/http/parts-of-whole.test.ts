// What consists of several runs, on the web page in a real Chromium: a survey with its passes, a campaign with its pulses.
import { expect, it } from "vitest";
import { startChromium } from "../real/chromium.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { delayed, heldUntil, simulatedAnswer } from "../support/simulated.ts";
import { openPage, violations } from "./open-page.ts";
import { follow, serveApart } from "./support.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

/** Begins a run or campaign whose model takes its time, and drafts nothing until `isSeen`. */
async function begin(path: string, options: object, isSeen: Promise<void> = Promise.resolve()) {
	const { baseUrl } = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = simulatedAnswer(asked);
			return roleOf(asked) === "draft" ? heldUntil(isSeen, answer) : delayed(answer, 300);
		}),
	);
	const server = await serveApart(emptyFolder());
	const model = { model: "openai-compatible:sim", baseUrl };
	const body = { question, corpus: [folderOf(larkdb)], vectors: false, ...model, ...options };
	const { run } = await server.json<{ run: { id: string } }>("POST", path, body, 202);
	return { server, id: run.id };
}

it("a survey shows its passes while they are at work, then each with its own report, and leads back", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const seen = Promise.withResolvers<void>();
	const { server, id } = await begin("/api/runs", { depth: "survey" }, seen.promise);
	const { page, faults, origin } = await openPage(browser, server.link);
	await page.goto(`${origin}/runs/${id}`);
	await page.getByRole("link", { name: "Passes", exact: true }).click();
	await page.getByRole("heading", { name: "Round 1: the plan" }).waitFor();
	const first = page.locator(".passes > li").first();
	await expect.poll(() => first.textContent(), { timeout: 30_000 }).toMatch(/at work.*[1-9]\d* claim/s);
	await first.getByRole("link", { name: "Pass p1" }).click();
	await page.locator(".covered li").first().waitFor();
	seen.resolve();
	await page.locator(".status.completed").waitFor({ timeout: 120_000 });

	await page.getByRole("link", { name: "Report", exact: true }).click();
	await page.locator("a.m").first().click();
	const quotes = page.getByRole("complementary", { name: "Quote and source" });
	const stored = page.frameLocator("iframe").locator("mark:target");
	expect((await stored.textContent())?.trim()).toBe((await quotes.locator("mark").first().textContent())?.trim());
	expect(await violations(page)).toEqual([]);
	await page.getByRole("link", { name: "All passes of the survey" }).click();
	await follow(server, id);
	await page.getByText("Why no further round:").waitFor({ timeout: 30_000 });
	const { passes, rounds } = await server.json<{
		passes: { status: string; spending: { calls: number } }[];
		rounds: object[];
	}>("GET", `/api/runs/${id}/passes`);
	expect(passes.every(({ status, spending }) => status === "finished" && spending.calls > 0)).toBe(true);
	expect(rounds.length).toBeGreaterThan(0);
	expect(await violations(page)).toEqual([]);
	await server.json("GET", `/api/runs/${id}/passes/p99`, undefined, 404);
	expect(faults).toEqual([]);
});

it("a campaign shows each pulse with the decision after it, the one at work as it goes, and one report of all", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const { server, id } = await begin("/api/campaigns", { depth: "quick", pulses: 2 });
	const { page, faults, origin } = await openPage(browser, server.link);
	await page.goto(`${origin}/runs/${id}`);
	// What the pulse is doing is in no log: the campaign's process tells it.
	await page.locator(".passes .now", { hasText: /: / }).waitFor();
	await page.getByRole("heading", { name: /^Pulse 2/ }).waitFor({ timeout: 60_000 });
	expect(await page.locator(".passes .why").first().textContent()).toMatch(/^The campaign \w+/);
	await page.getByRole("link", { name: "Report", exact: true }).click();
	await page.getByText("From the 1 pulse that has ended.").waitFor();
	await page.locator(".head .status.completed").waitFor({ timeout: 60_000 });
	await page.getByText("From the 2 pulses that have ended.").waitFor();
	await page.locator("a.m").first().click();
	await page.frameLocator("iframe").locator("mark:target").waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByRole("link", { name: "Sources", exact: true }).click();
	await page.locator(".sources").getByRole("link", { name: "pulse 1" }).first().click();
	await page.getByRole("link", { name: "a campaign" }).click();
	await page.getByRole("heading", { name: question }).waitFor();

	await page.getByRole("button", { name: "Delete …" }).click();
	await page.getByRole("button", { name: "Delete it" }).click();
	await page.waitForURL(`${origin}/`);
	// Its pulses stay, as runs of their own.
	await expect.poll(() => page.locator(".runs li").count()).toBe(2);
	expect(faults).toEqual([]);
});

it("a campaign is begun from the form of the page, and shows each of its pulses at the end", async ({ skip }) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	const server = await serveApart(emptyFolder());
	const { page, faults, origin } = await openPage(browser, server.link);
	await page.goto(`${origin}/new`);
	await page.getByRole("textbox", { name: "Question" }).fill(question);
	await page.getByLabel(/^Folders/).fill(folderOf(larkdb));
	await page.getByLabel("Show me the plan first").waitFor();
	await page.getByRole("radio", { name: /^campaign/ }).check();
	// Nobody sits beside each of its runs.
	expect(await page.getByLabel("Show me the plan first").count()).toBe(0);
	await page.getByLabel("Runs at most").fill("2");
	expect(await violations(page)).toEqual([]);
	await page.getByRole("button", { name: "Start" }).click();
	await page.locator(".head .status.completed").waitFor({ timeout: 60_000 });
	await page.getByText("2 pulses of at most 2").first().waitFor();
	// A campaign that has ended opens at its report.
	await page.getByRole("link", { name: "Pulses", exact: true }).click();
	for (const n of [1, 2]) await page.getByRole("heading", { name: new RegExp(`^Pulse ${n}`) }).waitFor();
	expect(faults).toEqual([]);
});
