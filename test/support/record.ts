/**
 * `node test/support/record.ts NAME --upstream URL --out FILE`: runs a recording's question again. Requests that were recorded
 * are answered as they were; others go to the OpenAI-compatible server at URL. FILE gets the head and every exchange of this
 * run, in the form of `test/recorded`. Prints the report.
 */
import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askedOf, type ChatBody, keyOf, roleOf } from "./chat.ts";
import { argsOfRecording, corpusOf, recordingOf } from "./recorded.ts";
import { serve } from "./server.ts";

/** How long a reader may take for one answer. s */
const patience = 3000;

if (import.meta.main) {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { upstream: { type: "string" }, out: { type: "string" } },
	});
	const [name] = positionals;
	if (!name || !values.upstream || !values.out) throw new Error("say: record.ts NAME --upstream URL --out FILE");
	const recorder = await startRecorder(name, values.upstream, values.out);
	process.exitCode = await ask(name, recorder.baseUrl);
	await recorder.close();
}

/** A server on loopback that answers what a recording holds, asks `upstream` for the rest, and writes both to `out`. */
export async function startRecorder(
	recording: string,
	upstream: string,
	out: string,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
	const { head, exchanges } = recordingOf(recording);
	writeFileSync(out, `${JSON.stringify(head)}\n`);
	const known = new Map(exchanges.map(({ key, answer }) => [key, answer]));
	const written = new Set<string>();
	const server = await serve((request, response) => {
		void (async () => {
			let raw = "";
			for await (const chunk of request) raw += String(chunk);
			response.setHeader("content-type", "text/event-stream");
			if (request.method === "GET") return response.end(JSON.stringify({ data: [{ id: "replay" }] }));
			const asked = JSON.parse(raw) as ChatBody;
			const key = keyOf(asked);
			const answer = known.get(key) ?? (await answerFrom(upstream, raw));
			known.set(key, answer);
			const line = JSON.stringify({ role: roleOf(asked), key, asked: askedOf(asked), answer });
			if (!written.has(key)) appendFileSync(out, `${line}\n`);
			written.add(key);
			response.end(streamed(answer, raw.length));
		})();
	});
	return { baseUrl: `${server.url}/v1`, close: server.close };
}

/** The recording's command line, in a process of its own. Gives its exit code. */
async function ask(recording: string, baseUrl: string): Promise<number> {
	const { head } = recordingOf(recording);
	const folder = mkdtempSync(join(tmpdir(), "record-"));
	const corpus = corpusOf(head, join(folder, "corpus"));
	if ("missing" in corpus) throw new Error(corpus.missing);
	const main = join(import.meta.dirname, "../../bin/assay.js");
	const args = [...argsOfRecording(head, corpus.folder), "--base-url", baseUrl, "--model-timeout", String(patience)];
	const child = spawn(process.execPath, [main, ...args, "--deadline", "20000"], {
		env: { ...process.env, ASSAY_HOME: join(folder, "home") },
		stdio: ["ignore", "inherit", "inherit"],
	});
	return new Promise((done) => child.on("close", (code) => done(code ?? 1)));
}

/** The words of an answer, or its tool calls in the form of a recording. */
async function answerFrom(upstream: string, raw: string): Promise<string> {
	const response = await fetch(`${upstream}/chat/completions`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...(JSON.parse(raw) as object), stream: false, stream_options: undefined }),
	});
	const { choices } = (await response.json()) as {
		choices: { message: { content?: string; tool_calls?: { function: { name: string; arguments: string } }[] } }[];
	};
	const message = choices[0]?.message;
	const calls = message?.tool_calls ?? [];
	if (calls.length === 0) return message?.content ?? "";
	const tool_calls = calls.map(({ function: { name, arguments: given } }) => ({
		name,
		arguments: JSON.parse(given) as unknown,
	}));
	return JSON.stringify({ content: message?.content ?? "", tool_calls });
}

/** A recorded answer as a stream of events. */
function streamed(answer: string, askedLength: number): string {
	const calls = answer.trim().startsWith("{") && answer.includes('"tool_calls"');
	const parsed = calls
		? (JSON.parse(answer) as { content?: string; tool_calls: { name: string; arguments?: unknown }[] })
		: undefined;
	const delta = parsed
		? {
				content: parsed.content ?? "",
				tool_calls: parsed.tool_calls.map(({ name, arguments: given }, index) => ({
					index,
					id: `call_${index}`,
					type: "function",
					function: { name, arguments: JSON.stringify(given ?? {}) },
				})),
			}
		: { content: answer };
	const base = { id: "r", object: "chat.completion.chunk", created: 0, model: "replay" };
	const usage = { prompt_tokens: Math.ceil(askedLength / 4), completion_tokens: Math.ceil(answer.length / 4) };
	const events = [
		{ ...base, choices: [{ index: 0, delta: { role: "assistant", ...delta } }] },
		{ ...base, choices: [{ index: 0, delta: {}, finish_reason: parsed ? "tool_calls" : "stop" }] },
		{ ...base, choices: [], usage },
	];
	return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}
