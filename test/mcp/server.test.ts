import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { lighthouse, lighthouseQuestion, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { connectToAssay, idIn } from "./support.ts";

const request = () => ({ question: lighthouseQuestion, corpus: [folderOf(lighthouse)], vectors: false });

/** A run that takes some seconds, because its model does. */
async function slowRequest() {
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 150 }));
	return { ...request(), model: "openai-compatible:sim", baseUrl };
}

it("does a whole research for a client: start, progress, report, evidence, a further question, resources", async () => {
	const { client, call, read } = await connectToAssay(emptyFolder());
	const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
	expect(tools.get("start")?.inputSchema.required).toEqual(["question"]);
	expect(tools.get("report")?.annotations?.readOnlyHint).toBe(true);
	expect(tools.get("start")?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });

	const started = await call("start", request());
	const id = idIn(started);
	expect((await call("progress", { id, wait: 50 })).data).toMatchObject({
		run: { id, status: "completed", question: lighthouseQuestion },
		state: { figures: { sources: 3 } },
	});
	const report = await call("report", { id: id.slice(0, 8) });
	expect(report.text).toContain("The Skerry lighthouse was built in 1887");
	const { report: output } = (await call("report", { id, format: "json" })).data;
	expect(outputSchema.parse(output).sources).toHaveLength(3);

	const first = await call("evidence", { id, limit: 1 });
	const rest = await call("evidence", { id, from: 1 });
	const claims = [first, rest].flatMap(({ data }) => data.claims as { quote: string; page: string }[]);
	expect(claims).toHaveLength(Number(first.data.total));
	for (const { quote, page } of claims) expect(await read(page)).toContain(quote);

	const asked = await call("ask", { id, question: "Who built the lighthouse?" }, { progress: true });
	expect(asked.text).toContain("by the harbour board");
	expect(asked.progress.some((one) => one.startsWith("read: "))).toBe(true);

	const { resources } = await client.listResources();
	expect(resources.map(({ uri }) => uri)).toContain(`assay://runs/${id}/report`);
	for (const { uri } of resources) expect((await read(uri)).length).toBeGreaterThan(0);
	expect(await read(`assay://runs/${id}/report`)).toBe(report.text);
	JSON.parse(await read(`assay://runs/${id}/evidence`));
});

it("an error has a code, a message and what to do next; a wrong call harms no later one", async () => {
	const { client, call, read } = await connectToAssay(emptyFolder());
	const codeOf = async (name: string, args: Record<string, unknown>) => {
		const { isError, data, text } = await call(name, args);
		const { code, message, hint } = data.error as { code: string; message: string; hint: string };
		expect([isError, text]).toEqual([true, `${code}: ${message}\n→ ${hint}`]);
		return code;
	};
	expect(await codeOf("start", { question: "When?", corpu: ["/x"] })).toBe("OPTION_UNKNOWN");
	expect(await codeOf("start", { question: "When?", corpus: 7 })).toBe("ARGUMENTS_INVALID");
	expect(await codeOf("start", { question: "When?", corpus: ["/nowhere"] })).toMatch(/^CORPUS_/);
	expect(await codeOf("report", { id: "ffff" })).toBe("RUN_UNKNOWN");
	expect(await codeOf("destroy", {})).toBe("TOOL_UNKNOWN");
	for (const uri of ["assay://runs/ffff/report", "assay://runs/../../etc/passwd", "file:///etc/passwd"])
		await expect(read(uri)).rejects.toThrow(McpError);
	expect((await client.listTools()).tools.length).toBeGreaterThan(5);
});

it("a run survives kill -9 of the server, and a cancelled call; the log of the client says how it goes on", async () => {
	const home = emptyFolder();
	const slow = await slowRequest();
	const killed = await connectToAssay(home);
	const id = idIn(await killed.call("start", slow));
	const standing = async (server: typeof killed) => (await server.call("progress", { id })).data;
	await expect.poll(async () => (await standing(killed)).state).toMatchObject({ wave: 1 });
	process.kill(killed.transport.pid ?? 0, "SIGKILL");

	const next = await connectToAssay(home);
	expect(await standing(next)).toMatchObject({ run: { status: "interrupted" } });
	const cancelling = new AbortController();
	const begun = Promise.withResolvers<string>();
	const cancelled = next.client.callTool({ name: "resume", arguments: { id } }, undefined, {
		signal: cancelling.signal,
		onprogress: ({ message = "" }) => {
			if (message.includes("is at work")) begun.resolve(message);
		},
	});
	expect(await begun.promise).toContain(id);
	cancelling.abort();
	await expect(cancelled).rejects.toThrow();
	await expect
		.poll(() => next.logged.map(({ data }) => data))
		.toEqual([expect.stringContaining(`assay resume ${id.slice(0, 8)}`)]);
	await expect.poll(async () => (await standing(next)).run).toMatchObject({ status: "interrupted" });

	const done = await next.call("resume", { id }, { progress: true });
	expect(done.data).toMatchObject({ run: { id, status: "completed" } });
	// The same question continues no finished run that was never delivered: `resume` delivered it.
	expect(done.text).toContain("[1]");
});

it("a run is steered and finished by a client", async () => {
	const { call } = await connectToAssay(emptyFolder());
	const id = idIn(await call("start", { ...(await slowRequest()), wait: false }, { progress: true }));
	expect((await call("steer", { id, text: "also who paid for it" })).isError).toBe(false);
	expect((await call("finish", { id })).isError).toBe(false);
	expect((await call("progress", { id, wait: 50 })).data).toMatchObject({ run: { status: "completed" } });
	expect((await call("pause", { id })).data).toMatchObject({ error: { code: "RUN_FINISHED" } });
});

it("a run that waits for its user says for what, and a client decides", async () => {
	const { call } = await connectToAssay(emptyFolder());
	const planned = await call("start", { ...(await slowRequest()), confirm: true, wait: true });
	expect(planned.data).toMatchObject({ run: { status: "waiting" }, waitsFor: { kind: "plan" } });
	expect(planned.text).toContain('"accept": true');
	const id = idIn(planned);
	expect((await call("resume", { id, wait: true })).data).toMatchObject({ run: { status: "waiting" } });
	expect((await call("resume", { id, accept: true, wait: true })).data).toMatchObject({ run: { status: "completed" } });
});

it("standard output holds the protocol alone, and the server ends in order when its client goes", async () => {
	const message = (id: number, method: string, params: unknown) =>
		`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
	const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } };
	const call = { name: "start", arguments: { ...request(), wait: true } };
	const home = emptyFolder();
	const started = start(["mcp", "--home", home], {
		input: `${message(1, "initialize", hello)}nonsense\n${message(2, "tools/call", call)}`,
	});
	const { code, stdout, stderr } = await started.end;
	const lines = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as { jsonrpc: string; id?: number });
	expect(lines.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
	expect([code, lines[0]?.id]).toEqual([0, 1]);
	expect(stderr).toContain("a message was not understood");
});
