import { expect, it } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { startProvider } from "../support/provider.ts";
import { serve } from "../support/server.ts";
import { assay, place } from "./support.ts";

const key = "sk-test-0123456789abcdef";
const nowhere = "http://127.0.0.1:9/v1";
const noServers = { OLLAMA_BASE_URL: nowhere, LMSTUDIO_BASE_URL: nowhere, LLAMACPP_BASE_URL: nowhere };
const offered = (stderr: string) => stderr.split("\n").filter((line) => line.includes("no language model is used"));

it("a run without a model names a server of this machine and a key that is set, in one line, and uses neither", async () => {
	const server = closeAfterTest(await startProvider([{ status: 500 }]));
	const { run } = place();
	const end = await assay(run, { env: { ...noServers, LMSTUDIO_BASE_URL: server.baseUrl, GEMINI_API_KEY: key } });
	expect(end.code, end.stderr).toBe(0);
	expect(offered(end.stderr)).toHaveLength(1);
	expect(offered(end.stderr)[0]).toContain(
		"--model lmstudio:scripted (on this machine) or --model google (GEMINI_API_KEY is set); what one costs: add --estimate; to choose once: assay --home",
	);
	expect(server.requests).toEqual([]);
});

it.each([["--quiet"], ["--json"], ["--no-model"]])("%s: nothing is looked for", async (flag) => {
	const asked: string[] = [];
	const server = closeAfterTest(
		await serve((request, response) => {
			asked.push(request.url ?? "");
			response.end();
		}),
	);
	const env = { ...noServers, OLLAMA_BASE_URL: `${server.url}/v1`, ANTHROPIC_API_KEY: key };
	const end = await assay([...place().run, flag], { env });
	expect([end.code, offered(end.stderr), asked]).toEqual([0, [], []]);
});

it("a server that hangs, sends nonsense or redirects elsewhere neither delays nor fails a run", async () => {
	const asked: string[] = [];
	const elsewhere = closeAfterTest(await serve((request) => void asked.push(request.url ?? "")));
	const hanging = closeAfterTest(await serve(() => undefined));
	const nonsense = closeAfterTest(await serve((_request, response) => response.end('{"data": [{"id": 7}]}')));
	const redirecting = closeAfterTest(
		await serve((_request, response) => response.writeHead(302, { location: elsewhere.url }).end()),
	);
	const env = {
		OLLAMA_BASE_URL: `${hanging.url}/v1`,
		LMSTUDIO_BASE_URL: `${nonsense.url}/v1`,
		LLAMACPP_BASE_URL: `${redirecting.url}/v1`,
	};
	const end = await assay(place().run, { env });
	expect([end.code, offered(end.stderr), asked]).toEqual([0, [], []]);
});

it("an address of another machine is not asked", async () => {
	const env = { ...noServers, OLLAMA_BASE_URL: "http://192.0.2.1:11434/v1", HTTP_PROXY: nowhere };
	const end = await assay(place().run, { env });
	expect([end.code, offered(end.stderr)]).toEqual([0, []]);
});
