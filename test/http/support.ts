import { onTestFinished } from "vitest";
import type { Config } from "../../src/app/config.ts";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import { Secret } from "../../src/base/secret.ts";
import { serve } from "../../src/http/index.ts";
import { lighthouse, lighthouseQuestion, start } from "../cli/support.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";

export const token = "test-token-0123456789";

/** A client of one server. */
export interface Client {
	address: string;
	/** Sends a request with the token; `body` as JSON. */
	request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
	/** The JSON of a response with this status. Throws where it has another one. */
	json<T = Record<string, unknown>>(method: string, path: string, body?: unknown, status?: number): Promise<T>;
}

export function clientOf(address: string): Client {
	const request: Client["request"] = (method, path, body, headers = {}) =>
		fetch(address + path, {
			method,
			headers: {
				authorization: `Bearer ${token}`,
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
	return {
		address,
		request,
		async json<T>(method: string, path: string, body?: unknown, status = 200) {
			const response = await request(method, path, body);
			const text = await response.text();
			if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${text}`);
			return JSON.parse(text) as T;
		},
	};
}

/** A server in this process, at a port of its own; closed with the test. */
export async function serveHere(home = emptyFolder(), config: Partial<Config> = {}) {
	const app = await openApp({ ...readConfig({ home }, {}), ...config });
	const server = await serve(app, {
		host: "127.0.0.1",
		port: 0,
		token: new Secret(token),
		version: "0",
		say: () => undefined,
	});
	const close = async () => {
		const ids = await server.close();
		await app.close();
		return ids;
	};
	let closing: Promise<string[]> | undefined;
	const closeOnce = () => {
		closing ??= close();
		return closing;
	};
	onTestFinished(async () => void (await closeOnce()));
	return { ...clientOf(server.address), app, home, link: server.link, close: closeOnce };
}

/** A server in a process of its own. */
export async function serveApart(home: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
	const started = start(["serve", "--home", home, "--port", "0", ...args], { env: { ASSAY_TOKEN: token, ...env } });
	onTestFinished(() => void started.child.kill("SIGKILL"));
	let written = "";
	started.child.stdout?.on("data", (text: string) => {
		written += text;
	});
	await Promise.all([started.until("?token="), started.until("Ctrl-C stops the server, and")]);
	const link = written.trim();
	return { ...clientOf(new URL(link).origin), ...started, link };
}

/** The body that starts a short run on a folder of the test's own. */
export function lighthouseRun(files: Record<string, string> = lighthouse) {
	return { question: lighthouseQuestion, corpus: [folderOf(files)], vectors: false };
}

/** One message of a stream. */
export interface Message {
	id?: number;
	event: string;
	data: unknown;
}

/** The messages of a stream as they arrive, until it ends. */
export async function* messagesOf(response: Response): AsyncGenerator<Message> {
	let rest = "";
	for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		rest += part;
		for (let at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
			const fields = rest.slice(0, at).split("\n");
			rest = rest.slice(at + 2);
			const field = (name: string) => fields.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2);
			const data = field("data");
			if (data === undefined) continue;
			const id = field("id");
			yield {
				...(id === undefined ? {} : { id: Number(id) }),
				event: field("event") ?? "message",
				data: JSON.parse(data),
			};
		}
	}
}

/** All messages of a run's stream after a position, until it ends. */
export async function follow(client: Client, id: string, after?: number): Promise<Message[]> {
	const headers = after === undefined ? undefined : { "last-event-id": String(after) };
	const response = await client.request("GET", `/api/runs/${id}/events`, undefined, headers);
	return Array.fromAsync(messagesOf(response));
}

/** The events of a log among messages. */
export function eventsIn(messages: readonly Message[]): Message[] {
	return messages.filter(({ event }) => event === "message");
}

/** Starts a run and waits for its end. Returns its id. */
export async function finishRun(client: Client, body: object = lighthouseRun()): Promise<string> {
	const { run } = (await (await client.request("POST", "/api/runs", body)).json()) as { run: { id: string } };
	const messages = await follow(client, run.id);
	const end = messages.at(-1);
	if (end?.event !== "end" || (end.data as { status: string }).status !== "completed")
		throw new Error(`the run ended so: ${JSON.stringify(end)}`);
	return run.id;
}
