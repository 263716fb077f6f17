import { UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import type { McpOptions, ModelOptions } from "../../evidence/event.ts";
import type { Options } from "./schema.ts";

/** A part of the names of tools, which providers limit. */
const namePattern = /^[a-z0-9][a-z0-9_-]{0,23}$/i;
const hint =
	'type --mcp NAME="COMMAND ARGUMENTS", --mcp NAME=https://HOST/PATH, or --mcp NAME of a server in HOME/mcp.json';

/**
 * The servers of the Model Context Protocol that are stored with a run; undefined where none is named. What the file of servers holds
 * is looked up when a run opens it, and not stored. Throws `UsageError` `MCP_INVALID`, `MCP_SERVERS_MANY`, `MCP_ALLOW_INVALID` or `WEB_NOT_ALLOWED`.
 */
export function mcpOptionsOf(options: Options, model: ModelOptions | undefined): McpOptions | undefined {
	const servers = options.mcp.map(parseServer);
	const names = servers.map(({ name }) => name);
	const allow = [...new Set(options.mcpAllow)].toSorted();
	const stray = allow.find((one) => !names.includes(one.split("/")[0] ?? "") || !/^[^/]+\/.+$/.test(one));
	if (stray !== undefined)
		throw new UsageError(
			"MCP_ALLOW_INVALID",
			`--mcp-allow ${JSON.stringify(stray)} names no tool of a server of this run`,
			{
				hint: "type --mcp-allow SERVER/TOOL, with a server that --mcp names",
			},
		);
	if (servers.length === 0) return undefined;
	if (servers.length > limits.mcpServers || new Set(names).size < names.length)
		throw new UsageError("MCP_SERVERS_MANY", `--mcp names ${servers.length} servers: ${names.join(", ")}`, {
			hint: `name each once, and at most ${limits.mcpServers}`,
		});
	// What an investigator read in private documents can stand in the arguments of its calls.
	if (options.corpus.length > 0 && model?.gather === "agent" && !options.allowWeb)
		throw new UsageError(
			"WEB_NOT_ALLOWED",
			`words of your documents could stand in calls that are sent to ${names.join(", ")}`,
			{ hint: "if that may be, add --allow-web; if not, leave out --mcp or --corpus" },
		);
	return { servers, allow };
}

function parseServer(text: string): McpOptions["servers"][number] {
	const at = text.indexOf("=");
	const name = (at < 0 ? text : text.slice(0, at)).trim();
	const how = at < 0 ? undefined : text.slice(at + 1).trim();
	if (!namePattern.test(name))
		throw new UsageError(
			"MCP_INVALID",
			`--mcp cannot be ${JSON.stringify(text)}: ${JSON.stringify(name)} is no name of a server`,
			{ hint },
		);
	if (how === undefined) return { name };
	if (/^https?:\/\//i.test(how)) return { name, url: parseUrl(how) };
	const command = wordsOf(how);
	if (command.length === 0) throw new UsageError("MCP_INVALID", `--mcp ${name}= names no command`, { hint });
	return { name, command };
}

function parseUrl(text: string): string {
	const url = URL.parse(text);
	if (url && url.username + url.password === "") return url.href;
	throw new UsageError("MCP_INVALID", "this is not the address of an MCP server (without a password in it)", { hint });
}

/** The words of a command: quotation marks hold words together, and nothing is expanded. */
function wordsOf(command: string): string[] {
	return [...command.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
		word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
	);
}

/** The options as a user would type them. */
export function mcpTexts({ servers, allow }: McpOptions): { mcp: string[]; mcpAllow: string[] } {
	const quoted = (word: string) => (/[\s"']/.test(word) || word === "" ? `"${word.replaceAll('"', `"'"'"`)}"` : word);
	const texts = servers.map(({ name, command, url }) => {
		const how = url ?? command?.map(quoted).join(" ");
		return how === undefined ? name : `${name}=${how}`;
	});
	return { mcp: texts, mcpAllow: allow };
}
