import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult, LoggingMessageNotification } from "@modelcontextprotocol/sdk/types.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { environment, main } from "../cli/support.ts";

/** A call may take long on a busy machine. ms */
const timeout = 120_000;

/** What a tool answered. */
export interface Answered {
	text: string;
	data: Record<string, unknown>;
	isError: boolean;
	progress: string[];
}

/** The official SDK's client at one server. */
export async function connect(transport: Transport) {
	const client = new Client({ name: "test", version: "0" });
	const logged: LoggingMessageNotification["params"][] = [];
	client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
	await client.connect(transport, { timeout });
	onTestFinished(() => client.close());
	return {
		client,
		logged,
		/** Calls a tool; with `progress` it asks for notifications. */
		async call(
			name: string,
			args: Record<string, unknown> = {},
			{ progress: asks = false, signal }: { progress?: boolean; signal?: AbortSignal } = {},
		): Promise<Answered> {
			const progress: string[] = [];
			const result = (await client.callTool({ name, arguments: args }, undefined, {
				timeout,
				...(signal ? { signal } : {}),
				...(asks ? { onprogress: ({ message = "" }) => void progress.push(message) } : {}),
			})) as CallToolResult;
			const [first] = result.content;
			return {
				text: first?.type === "text" ? first.text : "",
				data: result.structuredContent ?? {},
				isError: result.isError ?? false,
				progress,
			};
		},
		async read(uri: string): Promise<string> {
			const [first] = (await client.readResource({ uri }, { timeout })).contents;
			return first && "text" in first ? first.text : "";
		},
	};
}

/** `assay mcp` in a process of its own, and a client at its standard input and output. */
export async function connectToAssay(home: string, env: Record<string, string> = {}, args: string[] = []) {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [main, "mcp", "--home", home, ...args],
		env: Object.fromEntries(
			Object.entries(environment(env)).filter((entry): entry is [string, string] => entry[1] !== undefined),
		),
		stderr: "pipe",
	});
	let said = "";
	transport.stderr?.on("data", (text: Buffer) => {
		said += text.toString();
	});
	const connected = await connect(transport);
	return { ...connected, transport, said: () => said };
}

/** The id of the run that an answer is about. */
export function idIn({ data }: Answered): string {
	return (data.run as { id: string }).id;
}
