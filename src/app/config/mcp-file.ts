import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf, UsageError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import type { McpServer } from "../../sources/mcp/connection.ts";
import { readUserFile } from "../user-file.ts";

const error = {
	code: "MCP_FILE_INVALID",
	hint: 'write {"mcpServers": {"NAME": {"command": "npx", "args": ["-y", "PACKAGE"], "env": {"KEY": "…"}}}} into it, or {"url": "https://…", "headers": {…}}',
};
const texts = z.record(z.string(), z.string()).default({});
/** The only field of ours: it counts against the run's limit on cost. USD. */
const usdPerCall = z.number().min(0).optional();
/** The form that other clients use, whose further fields are ignored. */
const fileSchema = z.object({
	mcpServers: z.record(
		z.string(),
		z.union([
			z.object({ command: z.string().min(1), args: z.array(z.string()).default([]), env: texts, usdPerCall }),
			z.object({ url: z.url({ protocol: /^https?$/ }), headers: texts, usdPerCall }),
		]),
	),
});

/** Names of variables and headers whose values are keys: they are removed from whatever is shown or sent. */
const keyName = /key|token|secret|passw|auth|credential/i;

/** The server of a name in `mcp.json` of the home. Throws `MCP_FILE_INVALID` or `MCP_UNKNOWN`. */
export function serverInFile(home: string, name: string): McpServer {
	const path = join(home, "mcp.json");
	const servers = existsSync(path) ? readServers(path) : {};
	const found = Object.hasOwn(servers, name) ? servers[name] : undefined;
	if (!found) {
		const known = Object.keys(servers);
		throw new UsageError("MCP_UNKNOWN", `${path} has no MCP server ${JSON.stringify(name)}`, {
			hint: `${known.length === 0 ? "" : `it has ${known.join(", ")}; else `}say how it is started: --mcp ${name}="COMMAND"`,
		});
	}
	for (const [variable, value] of Object.entries("command" in found ? found.env : found.headers))
		if (keyName.test(variable))
			for (const spelling of new Set([value, value.replace(/^\w+ +/, "")])) new Secret(spelling);
	return { name, ...found };
}

function readServers(path: string): z.infer<typeof fileSchema>["mcpServers"] {
	const text = readUserFile(path, error);
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch (cause) {
		throw new UsageError(error.code, `${path} is no JSON: ${messageOf(cause)}`, { ...error, cause });
	}
	const parsed = fileSchema.safeParse(content);
	if (parsed.success) return parsed.data.mcpServers;
	const [issue] = parsed.error.issues;
	throw new UsageError(error.code, `${path} cannot be used: ${issue?.path.join(".")}: ${issue?.message}`, error);
}
