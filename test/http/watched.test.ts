// One run, watched at once on the page in a real Chromium and in a real terminal: steered from both, killed, resumed.
import { expect, it } from "vitest";
import { assay, environment, main } from "../cli/support.ts";
import { startChromium } from "../real/chromium.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer } from "../support/simulated.ts";
import { hasTmux, openTmux } from "../support/tmux.ts";
import { serveApart } from "./support.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";
const fromTerminal = "who designed the logo of Larkdb?";
const fromPage = "how are backups of Larkdb made?";

/** A model that waits before the gap analysis, and before the draft. */
async function gatedModel() {
	const gates = { findGaps: Promise.withResolvers<void>(), draft: Promise.withResolvers<void>() };
	const reached = Promise.withResolvers<void>();
	const { baseUrl } = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = simulatedAnswer(asked);
			const role = roleOf(asked);
			if (role === "draft") reached.resolve();
			return role === "findGaps" || role === "draft" ? heldUntil(gates[role].promise, answer) : answer;
		}),
	);
	return { baseUrl, gates, writing: reached.promise };
}

it("a run on page and terminal at once: what one sends the other shows, kill -9 loses nothing, and both show one report", async ({
	skip,
}) => {
	const browser = await startChromium();
	if ("missing" in browser) return skip(browser.missing);
	closeAfterTest(browser);
	if (!hasTmux && process.env.ASSAY_REQUIRE_REAL !== "1") return skip("tmux is missing");
	const home = emptyFolder();
	const model = await gatedModel();
	const server = await serveApart(home);
	const { run } = await server.json<{ run: { id: string } }>(
		"POST",
		"/api/runs",
		{
			...{ question, corpus: [folderOf(larkdb)], vectors: false },
			...{ model: "openai-compatible:sim", baseUrl: model.baseUrl },
		},
		202,
	);
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
	const pageText = async () => (await page.locator("body").textContent()) ?? "";
	const openRun = async ({ link, address }: { link: string; address: string }) => {
		await page.goto(link);
		await page.waitForURL((url) => url.searchParams.get("token") === null);
		await page.goto(`${address}/runs/${run.id}`);
		await page.getByRole("heading", { name: question }).waitFor();
	};
	await openRun(server);
	const terminal = closeAfterTest(openTmux(120, 40, environment({ NO_COLOR: "1" })));
	const type = (args: string) =>
		terminal.type(`${process.execPath} ${main} ${args} --home ${home}; echo "code $?"`, "Enter");
	type(`watch ${run.id}`);

	await terminal.until(/looking for gaps/);
	terminal.type(fromTerminal, "Enter");
	await terminal.until(`“${fromTerminal}”: recorded`);
	await expect.poll(pageText).toContain(fromTerminal);
	await page.getByLabel("Look for this from now on").fill(fromPage);
	await page.getByRole("button", { name: "Send" }).click();
	await expect.poll(() => terminal.history()).toContain(`“${fromPage}”`);
	model.gates.findGaps.resolve();
	await expect.poll(() => new Set(terminal.history().match(/q\d was added/g)).size).toBe(2);
	await expect.poll(() => page.locator("ul.covered").textContent()).toMatch(/logo.*backups|backups.*logo/s);

	await model.writing;
	server.child.kill("SIGKILL");
	await server.end;
	await terminal.until("code ");
	expect(terminal.history()).toContain(`resume ${run.id.slice(0, 8)}`);

	const next = await serveApart(home);
	await openRun(next);
	await page.locator(".status.interrupted").waitFor();
	// The page notices that another process works on the run again.
	type(`resume ${run.id}`);
	await page.locator(".status.running").waitFor();
	await expect.poll(pageText).toContain(fromPage);
	model.gates.draft.resolve();
	await page.locator(".status.completed").waitFor({ timeout: 120_000 });
	await terminal.until("A further question");
	terminal.type("", "Enter");
	await terminal.until("code 0");

	const markdown = await (await next.request("GET", `/api/runs/${run.id}/report.md`)).text();
	expect((await assay(["show", run.id, "--home", home])).stdout).toContain(markdown.trim());
	await page.goto(`${next.address}/runs/${run.id}`);
	await page.getByRole("link", { name: "Report", exact: true }).click();
	const history = terminal.history().replace(/\s+/g, " ");
	const { messages } = await next.json<{ messages: { text: string }[] }>("GET", `/api/runs/${run.id}/report.json`);
	expect(messages.map(({ text }) => text).toSorted()).toEqual([fromPage, fromTerminal].toSorted());
	for (const asked of [fromPage, fromTerminal]) {
		await page.getByText(asked).first().waitFor();
		expect(history).toContain(`“${asked}”`);
	}
	for (const heading of markdown.match(/(?<=^## ).+$/gm) ?? []) {
		await page.getByRole("heading", { name: heading }).first().waitFor();
		expect(history.toLowerCase()).toContain(heading.toLowerCase());
	}
});
