import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
	type CallToolResult,
	CallToolResultSchema,
	ListResourcesResultSchema,
	ListToolsResultSchema,
	type ReadResourceResult,
	ReadResourceResultSchema,
	type Resource,
	ResourceListChangedNotificationSchema,
	type Tool,
	ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import manifest from "../../../package.json" with { type: "json" };
import { AssayError, messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { oneLine, shortLine } from "../../base/text.ts";
import type { Web } from "../../net/web.ts";
import { fetchThrough } from "./fetch-through.ts";

/** How a server is reached. */
export type McpServer = {
	name: string;
	/** What a call of one of its tools costs, as the user says. USD. */
	usdPerCall?: number | undefined;
} & (
	| { command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
	| { url: string; headers: Readonly<Record<string, string>> }
);

/** A server that is started when it is needed, and again if it ended. What it returns is not checked yet. */
export interface McpConnection {
	readonly name: string;
	/** At most `limits.mcpTools`. Throws `MCP_UNREACHABLE`. */
	tools(signal?: AbortSignal): Promise<Tool[]>;
	/** At most `limits.mcpResources`; none where it offers none. */
	resources(signal?: AbortSignal): Promise<Resource[]>;
	/** Throws `MCP_UNREACHABLE` or `MCP_CALL_FAILED`. */
	call(tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<CallToolResult>;
	/** Likewise. */
	read(uri: string, signal?: AbortSignal): Promise<ReadResourceResult>;
	close(): Promise<void>;
}

/** Characters of what a server wrote to standard error that an error shows. */
const saidMost = 300;

/** `onChange`: the server says that what it offers has changed, or it was started again. Must not throw. */
export function openMcpConnection(
	server: McpServer,
	web: Web,
	onChange: (what: "tools" | "resources") => void = () => undefined,
): McpConnection {
	const { name } = server;
	let client: Promise<Client> | undefined;
	let starts = 0;
	let said = "";

	function transportOf(): Transport {
		if ("url" in server)
			// The SDK's class differs from its own interface under `exactOptionalPropertyTypes`.
			return new StreamableHTTPClientTransport(new URL(server.url), {
				fetch: fetchThrough(web),
				requestInit: { headers: server.headers },
			}) as Transport;
		const { command, args, env } = server;
		const transport = new StdioClientTransport({
			...{ command, args: [...args], env: { ...env }, stderr: "pipe" },
			maxBufferSize: limits.mcpMessageBytes,
		});
		transport.stderr?.on("data", (part: Buffer) => {
			said = (said + part.toString()).slice(-saidMost);
		});
		return transport;
	}

	async function start(): Promise<Client> {
		if (starts > limits.mcpRestarts) throw unreachable(`it ended ${starts} times`);
		starts++;
		const started = new Client({ name: "assay", version: manifest.version }, { capabilities: {} });
		started.onclose = () => {
			client = undefined;
		};
		started.setNotificationHandler(ToolListChangedNotificationSchema, () => onChange("tools"));
		started.setNotificationHandler(ResourceListChangedNotificationSchema, () => onChange("resources"));
		// The program may be another one by now.
		if (starts > 1) onChange("tools");
		try {
			await started.connect(transportOf(), { timeout: limits.mcpStartMs, maxTotalTimeout: limits.mcpStartMs });
		} catch (cause) {
			await started.close().catch(() => undefined);
			throw unreachable(messageOf(cause), cause);
		}
		return started;
	}

	function connected(): Promise<Client> {
		client ??= start();
		client.catch(() => {
			client = undefined;
		});
		return client;
	}

	function unreachable(reason: string, cause?: unknown): AssayError {
		const hearsay = said.trim() === "" ? "" : `; it says: ${shortLine(oneLine(said), saidMost)}`;
		return new AssayError("MCP_UNREACHABLE", `the MCP server ${name} cannot be used: ${oneLine(reason)}${hearsay}`, {
			hint: "start it by hand to see why, or leave it out",
			keepsRun: true,
			cause,
		});
	}

	/** Sends a request under the limit of time. An error of the server is one of the call. */
	async function send<T>(work: (client: Client) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		const now = await connected();
		try {
			return await work(now);
		} catch (cause) {
			signal?.throwIfAborted();
			throw new AssayError("MCP_CALL_FAILED", `the MCP server ${name} did not answer: ${oneLine(messageOf(cause))}`, {
				cause,
			});
		}
	}

	const timesOf = (signal?: AbortSignal, ms: number = limits.mcpCallMs) => ({
		...{ timeout: ms, maxTotalTimeout: ms },
		...(signal ? { signal } : {}),
	});

	/** All pages of a list, at most `most` entries. */
	async function listAll<T>(
		most: number,
		page: (cursor: string | undefined) => Promise<{ entries: T[]; nextCursor?: string | undefined }>,
	): Promise<T[]> {
		const all: T[] = [];
		const seen = new Set<string>();
		for (let cursor: string | undefined; ; ) {
			const { entries, nextCursor } = await page(cursor);
			all.push(...entries);
			if (nextCursor === undefined || seen.has(nextCursor) || all.length >= most || seen.size >= most)
				return all.slice(0, most);
			seen.add(nextCursor);
			cursor = nextCursor;
		}
	}

	// Requests are sent without the client's own `callTool`, which compiles the schemas of the server into code.
	return {
		name,
		tools: (signal) =>
			send(async (client) => {
				if (!client.getServerCapabilities()?.tools) return [];
				return listAll(limits.mcpTools, async (cursor) => {
					const params = cursor === undefined ? {} : { cursor };
					const { tools, nextCursor } = await client.request(
						{ method: "tools/list", params },
						ListToolsResultSchema,
						timesOf(signal, limits.mcpStartMs),
					);
					return { entries: tools, nextCursor };
				});
			}, signal),
		resources: (signal) =>
			send(async (client) => {
				if (!client.getServerCapabilities()?.resources) return [];
				return listAll(limits.mcpResources, async (cursor) => {
					const params = cursor === undefined ? {} : { cursor };
					const { resources, nextCursor } = await client.request(
						{ method: "resources/list", params },
						ListResourcesResultSchema,
						timesOf(signal, limits.mcpStartMs),
					);
					return { entries: resources, nextCursor };
				});
			}, signal),
		call: (tool, input, signal) =>
			send(
				(client) =>
					client.request(
						{ method: "tools/call", params: { name: tool, arguments: input } },
						CallToolResultSchema,
						timesOf(signal),
					),
				signal,
			),
		read: (uri, signal) =>
			send(
				(client) =>
					client.request({ method: "resources/read", params: { uri } }, ReadResourceResultSchema, timesOf(signal)),
				signal,
			),
		async close() {
			const last = client;
			client = undefined;
			await last?.then((one) => one.close()).catch(() => undefined);
		},
	};
}
