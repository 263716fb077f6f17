import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { JsonOutput } from "../../src/app/report/output.ts";
import { openGate } from "../../src/net/gate.ts";
import { openWeb } from "../../src/net/web.ts";
import { openMcpConnection } from "../../src/sources/mcp/connection.ts";
import { assay, environment, lighthouseQuestion, newestRun, start } from "../cli/support.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startProvider } from "../support/provider.ts";
import { freePort, serve } from "../support/server.ts";
import { simulatedAnswer } from "../support/simulated.ts";

const everything = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");
const oddServer = join(import.meta.dirname, "odd-server.ts");

/** A model whose investigators call one tool, then report. `offered`: the tools of each of their requests, as sent. */
async function callingModel(tool: string, input: object, answersAfterMs = 0) {
	const offered: string[] = [];
	const results: string[] = [];
	const { baseUrl } = closeAfterTest(
		await startProvider(async (request) => {
			const body = request.body as unknown as ChatBody;
			if (roleOf(body) !== "nextAction") return simulatedAnswer(body);
			offered.push(JSON.stringify(body.tools));
			await sleep(answersAfterMs);
			const said = body.messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content));
			results.push(...said);
			const report = { name: "report", arguments: JSON.stringify({ summary: "It was looked up.", gaps: [] }) };
			return { toolCalls: [said.length === 0 ? { name: tool, arguments: JSON.stringify(input) } : report] };
		}),
	);
	return { offered, results, flags: ["--model", "openai-compatible:sim", "--base-url", baseUrl, "--gather", "agent"] };
}

/** A run that asks a server of its own: its arguments, and the calls that the server got. */
async function oddRun(
	mode: string,
	{ tool = "odd__lookup", more = [] as string[], answersAfterMs = 0, named = {}, price = false } = {},
) {
	const home = emptyFolder();
	const log = join(folderOf({ "calls.txt": "" }), "calls.txt");
	const model = await callingModel(tool, { name: "Skerry" }, answersAfterMs);
	const command = [process.execPath, oddServer, mode, log];
	const isNamed = Object.keys(named).length > 0;
	const server = isNamed ? "odd" : `odd=${command.join(" ")}`;
	const entry = { command: command[0], args: command.slice(1), ...named };
	if (isNamed) writeFileSync(join(home, "mcp.json"), JSON.stringify({ mcpServers: { odd: entry } }));
	const prices = { "openai-compatible:sim": { input: 0.01, output: 0.01 } };
	if (price) writeFileSync(join(home, "models.json"), JSON.stringify(prices));
	const args = [lighthouseQuestion, "--home", home, "--no-vectors", "--mcp", server, "--json", ...model.flags, ...more];
	return { home, args, ...model, calls: () => readFileSync(log, "utf8").split("\n").filter(Boolean) };
}

it("the resources of a server written by others are searched and quoted without a model", async () => {
	const question = "What does the everything server demonstrate?";
	const home = emptyFolder();
	const overStdio = ["--mcp", `every=${process.execPath} ${everything}`];
	const { code, stdout, stderr } = await assay([question, "--home", home, "--no-vectors", "--json", ...overStdio]);
	expect([code, stderr]).toEqual([0, expect.stringContaining("Starts the MCP server every: ")]);
	const { sources, claims } = JSON.parse(stdout) as JsonOutput;
	expect(sources.map(({ url }) => url.startsWith("mcp://every/resources/"))).toContain(true);
	expect(claims.length).toBeGreaterThan(3);
});

it("a server that offers tools only needs a model, and says so", async () => {
	const { args } = await oddRun("good");
	const { code, stderr } = await assay(args.slice(0, 6));
	expect([code, stderr]).toEqual([2, expect.stringMatching(/only 2 tools[\s\S]*--gather agent/)]);
});

it("an investigator calls a tool: the result is a page, named by server, tool and arguments, whose quotes are checked", async () => {
	const run = await oddRun("good");
	const { code, stdout, stderr } = await assay(run.args);
	expect([code, run.calls()]).toEqual([0, ["lookup Skerry"]]);
	const output = JSON.parse(stdout) as JsonOutput;
	expect(output.sources).toMatchObject([{ url: expect.stringMatching(/^mcp:\/\/odd\/tools\/lookup\?/) }]);
	expect(JSON.stringify(output.sources)).toContain("odd/lookup (name: Skerry)");
	expect(output.claims[0]?.quote).toContain("built in 1887");
	expect(stderr).toContain("not called, because they may change things: enter");
	// Only what the user allowed is offered.
	expect(run.offered.join()).not.toContain("odd__enter");
	expect(run.results.join()).toContain("The Skerry lighthouse was built in 1887");
});

it.each([
	["leaving", "the server odd offers no such tool now", /MCP server odd: it offers no more: odd\/lookup/],
	["turning", "it may change things now", /MCP server odd/],
])("a tool that the server changes during the run is not called as it was: %s", async (mode, reason, note) => {
	const run = await oddRun(mode, { answersAfterMs: 3_000 });
	const { stdout, stderr } = await assay(run.args);
	expect(run.calls()).toEqual([]);
	expect([run.results.join(), stdout]).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
	expect(stderr).toMatch(note);
});

it("calls are in the ledger: counted, shown, and kept under the limit on cost at the price that the user named", async () => {
	const run = await oddRun("good", { named: { usdPerCall: 0.02 } });
	const { code, stdout, stderr } = await assay(run.args);
	const { usage, toolCalls } = JSON.parse(stdout) as JsonOutput & { toolCalls: unknown[] };
	expect([code, usage]).toMatchObject([0, { usd: 0.02, tools: { calls: 1, failed: 0, lost: 0, usd: 0.02 } }]);
	expect(toolCalls).toMatchObject([
		{ tool: "odd/lookup", arguments: '{"name":"Skerry"}', status: "answered", usd: 0.02 },
	]);
	expect(stderr).toContain("1 tool call");
	const shown = await assay(["show", await newestRun(run.home), "--home", run.home]);
	expect(shown.stdout).toContain("1 call of MCP tools, $0.020 (counted in)");

	const dear = await oddRun("good", { named: { usdPerCall: 5 }, more: ["--max-cost", "2"], price: true });
	const refused = await assay(dear.args);
	expect(dear.calls()).toEqual([]);
	expect(dear.results.join()).toMatch(/The call of odd\/lookup may cost up to \$5/);
	expect(refused.stdout).not.toContain("MODEL_PRICE_UNKNOWN");
});

it("a tool that changes things is called once the user allows it", async () => {
	const run = await oddRun("good", { tool: "odd__enter", more: ["--mcp-allow", "odd/enter"] });
	expect((await assay(run.args)).code).toBe(0);
	expect(run.calls()).toEqual(["enter Skerry"]);
	const wrong = await oddRun("good", { more: ["--mcp-allow", "odd/erase"] });
	expect((await assay(wrong.args)).stdout).toContain("MCP_TOOL_UNKNOWN");
});

it("a call that was recorded is not repeated after kill -9", async () => {
	const run = await oddRun("good");
	let seen = 0;
	const first = start(run.args);
	// The result is in the log as soon as the model is shown it.
	await expect.poll(() => run.results.length).toBeGreaterThan(0);
	first.child.kill("SIGKILL");
	await first.end;
	seen = run.calls().length;
	const resumed = await assay(["resume", await newestRun(run.home), "--home", run.home, "--json"]);
	expect([resumed.code, seen, run.calls()]).toEqual([0, 1, ["lookup Skerry"]]);
});

it("a call that may have changed something is not repeated after kill -9 in its middle; the run says so, and the ledger has it without a result", async () => {
	const run = await oddRun("slow", { tool: "odd__enter", more: ["--mcp-allow", "odd/enter"] });
	const first = start(run.args);
	await expect.poll(() => run.calls().length).toBe(1);
	first.child.kill("SIGKILL");
	await first.end;
	const resumed = await assay(["resume", await newestRun(run.home), "--home", run.home, "--json"]);
	expect(run.calls()).toEqual(["enter Skerry"]);
	expect(resumed.stdout).toContain("whether it was carried out is not known");
	const { usage } = JSON.parse(resumed.stdout) as JsonOutput;
	expect(usage).toMatchObject({ tools: { calls: 1, failed: 0, lost: 1, usd: 0 } });
});

it.each([
	["die", /did not answer/],
	["flood", /did not answer/],
	["huge", /characters are read at most|are read at most/],
	["nonsense", /did not answer/],
	["hang", /had not answered when the time for research was over/],
])("a server that does this harms no run: %s", async (mode, reason) => {
	const run = await oddRun(mode, { more: mode === "hang" ? ["--deadline", "20"] : [] });
	const { code, stdout } = await assay(run.args);
	expect(run.calls().length).toBeGreaterThan(0);
	expect([0, 3, 4]).toContain(code);
	expect(stdout).toMatch(reason);
});

it("a server's instructions reach no model as such, and what it returned with them is marked", async () => {
	const run = await oddRun("inject");
	const { stdout } = await assay(run.args);
	expect(run.offered.join()).toContain("odd__lookup");
	expect(run.offered.join()).not.toContain("Ignore all previous");
	const { sources } = JSON.parse(stdout) as JsonOutput;
	const evidence = readFileSync(join(run.home, "runs", await newestRun(run.home), "evidence.json"), "utf8");
	expect(JSON.parse(evidence)).toMatchObject({ sources: [{ addressed: true }] });
	expect(sources).toHaveLength(1);
});

it("what is wrong with --mcp is said before anything starts", async () => {
	const home = emptyFolder();
	const errorOf = async (...more: string[]) => {
		const { code, stdout } = await assay([lighthouseQuestion, "--home", home, "--json", ...more]);
		return [code, (JSON.parse(stdout) as { error: { code: string } }).error.code];
	};
	expect(await errorOf("--mcp", "a/b=x")).toEqual([2, "MCP_INVALID"]);
	expect(await errorOf("--mcp", "notes")).toEqual([2, "MCP_UNKNOWN"]);
	expect(await errorOf("--mcp", "x=/nowhere/at/all")).toEqual([1, "MCP_UNREACHABLE"]);
	expect(await errorOf("--mcp", "a=x", "--mcp-allow", "x/y")).toEqual([2, "MCP_ALLOW_INVALID"]);
});

it("a server on the web is called through the way out, and its redirects are not followed", async () => {
	const port = await freePort();
	const child = spawn(process.execPath, [everything, "streamableHttp"], { env: environment({ PORT: String(port) }) });
	onTestFinished(() => void child.kill("SIGKILL"));
	const address = `http://127.0.0.1:${port}/mcp`;
	await expect
		.poll(() =>
			fetch(address).then(
				({ status }) => status,
				() => 0,
			),
		)
		.toBe(400);
	const question = "What does the everything server demonstrate?";
	const home = emptyFolder();
	const { code, stdout } = await assay([
		question,
		"--home",
		home,
		"--no-vectors",
		"--json",
		"--mcp",
		`every=${address}`,
	]);
	expect([code, (JSON.parse(stdout) as JsonOutput).sources[0]?.url]).toEqual([
		0,
		expect.stringMatching(/^mcp:\/\/every/),
	]);

	const elsewhere = closeAfterTest(
		await serve((_, response) => {
			response.writeHead(307, { location: address }).end();
		}),
	);
	const moved = `moved=${elsewhere.url}/mcp`;
	expect((await assay([question, "--home", home, "--json", "--mcp", moved])).stdout).toContain("MCP_UNREACHABLE");
});

it("a server of mcp.json gets the environment that is set for it, and no key of assay", async () => {
	const run = await callingModel("every__get-env", {});
	const env = { NOTES_FOLDER: "the-folder-of-notes", NOTES_KEY: "sk-notes-0123456789abcdef" };
	const home = folderOf({
		"mcp.json": JSON.stringify({ mcpServers: { every: { command: process.execPath, args: [everything], env } } }),
	});
	const args = [lighthouseQuestion, "--home", home, "--no-vectors", "--mcp", "every", "--mcp-allow", "every/get-env"];
	const { code, stderr } = await assay([...args, ...run.flags], {
		env: { BRAVE_API_KEY: "BSA-not-for-servers-0123456789" },
	});
	expect([0, 3]).toContain(code);
	expect(stderr).toContain("Starts the MCP server every: ");
	const results = run.results.join();
	expect(results).toContain("NOTES_FOLDER");
	expect(results).not.toContain("BRAVE_API_KEY");
	// Its own key stands in no request to a model, though the server repeats it.
	expect([results.includes("the-folder-of-notes"), results.includes(env.NOTES_KEY)]).toEqual([true, false]);
});

it("a server that hangs is given up with the run, and its process ends", async () => {
	const log = join(folderOf({ "calls.txt": "" }), "calls.txt");
	const server = { name: "odd", command: process.execPath, args: [oddServer, "hang", log], env: {} };
	const web = openWeb({ gate: openGate() });
	const connection = openMcpConnection(server, web);
	await connection.tools();
	const call = connection.call("lookup", { name: "x" }, AbortSignal.timeout(300));
	await expect(call).rejects.toThrow();
	expect(readFileSync(log, "utf8")).toBe("lookup x\n");
	await connection.close();
	await web.close();
});
