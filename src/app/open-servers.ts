import type { McpOptions, RunOptions } from "../evidence/event.ts";
import { openGate } from "../net/gate.ts";
import { openWeb } from "../net/web.ts";
import { openPassageReader } from "../sources/comprehension/passage-reader.ts";
import type { McpServer } from "../sources/mcp/connection.ts";
import { openMcpSource } from "../sources/mcp/source.ts";
import type { SourceProvider } from "../sources/provider.ts";
import { openTextSimilarity } from "../sources/vectors/text-similarity.ts";
import { serverInFile } from "./config/mcp-file.ts";
import type { Config } from "./config.ts";
import type { Hooks } from "./progress.ts";

/** Starts the servers of the Model Context Protocol of a run. Throws what `openMcpSource` and `serverInFile` throw. */
export function openServers(
	{ vectors, model, earlier }: Pick<RunOptions, "vectors" | "model" | "earlier">,
	{ servers, allow }: McpOptions,
	config: Config,
	hooks: Hooks,
): Promise<SourceProvider> {
	const onNote = (text: string) => hooks.onProgress({ type: "note", text });
	const known = servers.map(({ name, command, url }): McpServer => {
		if (url !== undefined) return { name, url, headers: {} };
		const [program, ...args] = command ?? [];
		return program === undefined ? serverInFile(config.home, name) : { name, command: program, args, env: {} };
	});
	for (const one of known) {
		// Arguments in the file may be keys.
		const isTyped = servers.some(({ name, command }) => name === one.name && command !== undefined);
		const text =
			"url" in one
				? `Sends calls to the MCP server ${one.name} at ${new URL(one.url).host}`
				: `Starts the MCP server ${one.name}: ${[one.command, ...(isTyped ? one.args : [])].join(" ")}`;
		hooks.onProgress({ type: "destination", text });
	}
	return openMcpSource({
		...{ servers: known, allow, onNote, signal: hooks.signal },
		callsTools: model?.gather === "agent" && earlier?.purpose !== "monitor",
		web: openWeb({ gate: openGate(), contact: config.web().contact() }),
		models: vectors ? { meaning: openTextSimilarity(onNote), passageReader: openPassageReader(onNote) } : {},
	});
}
