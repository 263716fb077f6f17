import { request as httpRequest } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, it, onTestFinished } from "vitest";
import { lighthouse, lighthouseQuestion, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { connect, idIn } from "./support.ts";

const token = "test-token-0123456789";

/** `assay mcp --http` in a process of its own. */
async function serve(home: string) {
	const started = start(["mcp", "--http", "--port", "0", "--home", home, "--json"], { env: { ASSAY_TOKEN: token } });
	onTestFinished(() => void started.child.kill("SIGKILL"));
	let written = "";
	started.child.stdout?.on("data", (text: string) => {
		written += text;
	});
	await started.until("a client sends this header");
	await expect.poll(() => written).toContain("\n");
	const { address } = JSON.parse(written) as { address: string };
	return { ...started, address };
}

const connectTo = (address: string) =>
	connect(
		new StreamableHTTPClientTransport(new URL(address), {
			requestInit: { headers: { authorization: `Bearer ${token}` } },
		}) as Transport,
	);

it("a client does a research over HTTP, and resumes it after kill -9 of the server", async () => {
	const home = emptyFolder();
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 150 }));
	const request = { question: lighthouseQuestion, corpus: [folderOf(lighthouse)], vectors: false };
	const server = await serve(home);
	const { call } = await connectTo(server.address);
	const id = idIn(await call("start", { ...request, model: "openai-compatible:sim", baseUrl }));
	await expect.poll(async () => (await call("progress", { id })).data.state).toMatchObject({ wave: 1 });
	server.child.kill("SIGKILL");
	await server.end;

	const again = await connectTo((await serve(home)).address);
	const done = await again.call("resume", { id }, { progress: true });
	expect(done.data).toMatchObject({ run: { id, status: "completed" } });
	expect(done.progress.length).toBeGreaterThan(3);
	expect(await again.read(`assay://runs/${id}/report`)).toBe((await again.call("report", { id })).text);
	expect((await again.call("evidence", { id })).data.total).toBeGreaterThan(0);
	expect((await again.call("ask", { id, question: "Who built it?", model: false, wait: true })).text).toContain("[1]");
});

it("whoever lacks the token, or comes from another site or name, is refused", async () => {
	const { address } = await serve(emptyFolder());
	const { hostname, port, pathname } = new URL(address);
	const body = JSON.stringify({
		...{ jsonrpc: "2.0", id: 1, method: "initialize" },
		params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "0" } },
	});
	const statusWith = (headers: Record<string, string>) =>
		new Promise<number | undefined>((resolve, reject) => {
			const own = { "content-type": "application/json", accept: "application/json, text/event-stream" };
			const options = { hostname, port, path: pathname, method: "POST", headers: { ...own, ...headers } };
			const sent = httpRequest(options, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			sent.on("error", reject);
			sent.end(body);
		});
	const authorization = `Bearer ${token}`;
	expect(await statusWith({ authorization })).toBe(200);
	expect(await statusWith({})).toBe(401);
	expect(await statusWith({ authorization: "Bearer test-token-0123456780" })).toBe(401);
	expect(await statusWith({ authorization, host: "evil.example" })).toBe(403);
	expect(await statusWith({ authorization, origin: "http://evil.example" })).toBe(403);
	expect(await statusWith({ authorization, "sec-fetch-site": "cross-site" })).toBe(403);
	expect(await statusWith({ authorization, "mcp-session-id": "guessed" })).toBe(404);
});
