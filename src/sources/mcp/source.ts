import type { Resource } from "@modelcontextprotocol/sdk/types.js";
import { AssayError, UsageError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import type { Page } from "../../evidence/source.ts";
import type { Web } from "../../net/web.ts";
import { PageError, type SourceCall, type SourceProvider } from "../provider.ts";
import { createStoredSource, type StoredSourceModels } from "../stored/source.ts";
import { type McpConnection, type McpServer, openMcpConnection } from "./connection.ts";
import { listOfferedTools, type OfferedTools } from "./offered-tools.ts";
import { pageOfResource, pageOfResult, resourceOrigin, toolOrigin } from "./page.ts";

export interface McpSourceSettings {
	servers: readonly McpServer[];
	/** `SERVER/TOOL`, `SERVER/*`: tools that may be called though they do not say that they change nothing. */
	allow: readonly string[];
	/** Whether investigators can call tools. */
	callsTools: boolean;
	/** The way out for servers on the web; closed with the source. */
	web: Web;
	models: StoredSourceModels;
	/** Says what is offered, and what is left out. Must not throw. */
	onNote(text: string): void;
	signal: AbortSignal;
}

/**
 * Servers of the Model Context Protocol as a source. Their resources are read once, and searched like the pages of an earlier run.
 * Their tools are for investigators: a call is the read of an address. Throws `MCP_UNREACHABLE`, `MCP_TOOL_UNKNOWN`, or
 * `MCP_NEEDS_MODEL` where a server has nothing that a run without investigators can use.
 */
export async function openMcpSource(settings: McpSourceSettings): Promise<SourceProvider> {
	// A server that changes what it offers before it was listed is listed as it is then.
	const offered = new Map<string, OfferedTools>();
	const connections = settings.servers.map((server) =>
		openMcpConnection(server, settings.web, (what) => {
			if (what === "tools") offered.get(server.name)?.setChanged();
			else if (offered.has(server.name))
				settings.onNote(`MCP server ${server.name}: its resources have changed; this run keeps those of its beginning`);
		}),
	);
	const closeAll = async () => {
		await Promise.allSettled(connections.map((one) => one.close()));
		await settings.web.close();
	};
	try {
		const offers = await Promise.all(connections.map((one) => offerOf(one, settings)));
		assertKnown(settings.allow, offers);
		const pages = offers.flatMap((one) => one.pages);
		const stored = createStoredSource(pages, settings.models);
		const tools = offers.flatMap((one) => one.offered.tools);
		for (const [at, { name }] of connections.entries()) {
			const offer = offers[at];
			if (offer) offered.set(name, offer.offered);
		}
		return {
			...stored,
			name: "mcp",
			...(settings.callsTools && tools.length > 0 ? { tools } : {}),
			read: (url, signal) =>
				pages.some((page) => page.url === url) ? stored.read(url) : callAt(url, connections, offered, signal),
			callOf: (url) => callOf(url, settings.servers),
			async close() {
				await Promise.allSettled([stored.close(), closeAll()]);
			},
		};
	} catch (error) {
		await closeAll();
		throw error;
	}
}

interface Offer {
	pages: Page[];
	offered: OfferedTools;
}

async function offerOf(connection: McpConnection, settings: McpSourceSettings): Promise<Offer> {
	const { name } = connection;
	const { allow, callsTools, onNote, signal } = settings;
	// A run without investigators makes calls again only to look whether a result has changed.
	const isAllowed = (tool: string) => callsTools && (allow.includes(`${name}/${tool}`) || allow.includes(`${name}/*`));
	const [offered, resources] = await Promise.all([
		listOfferedTools(connection, isAllowed, onNote, signal),
		connection.resources(signal),
	]);
	const { tools, labels } = offered;
	const pages = await readResources(connection, resources, settings);
	if (!callsTools && pages.length === 0)
		throw new UsageError(
			"MCP_NEEDS_MODEL",
			`the MCP server ${name} offers no text to search, only ${labels.length} tools`,
			{
				hint: "tools need a model that calls them: --model NAME --gather agent",
			},
		);
	const withheld = labels.filter((one) => !tools.some(({ label }) => label === one));
	const parts = [
		`${pages.length} resources`,
		...(callsTools ? [`tools: ${tools.map(({ label }) => label).join(", ") || "none"}`] : []),
	];
	onNote(`MCP server ${name}: ${parts.join("; ")}`);
	if (callsTools && withheld.length > 0)
		onNote(
			`MCP server ${name}: not called, because they may change things: ${withheld.map((one) => one.slice(name.length + 1)).join(", ")}; to allow one: --mcp-allow ${name}/TOOL`,
		);
	return { pages, offered };
}

async function readResources(
	connection: McpConnection,
	resources: readonly Resource[],
	{ onNote, signal }: McpSourceSettings,
): Promise<Page[]> {
	const pages: Page[] = [];
	let bytes = 0;
	let failed = 0;
	for (const resource of resources) {
		if (bytes > limits.mcpResourcesBytes) {
			onNote(
				`MCP server ${connection.name}: only the first ${pages.length} of ${resources.length} resources are searched`,
			);
			break;
		}
		try {
			const page = pageOfResource(
				resourceOrigin(connection.name, resource),
				await connection.read(resource.uri, signal),
			);
			bytes += page.text.length;
			pages.push(page);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof AssayError)) throw error;
			failed++;
		}
	}
	if (failed > 0) onNote(`MCP server ${connection.name}: ${failed} resources hold no text that can be read`);
	return pages;
}

/** The parts of the address of a call: server, name of the tool, arguments as JSON text. All empty for another address. */
function partsOf(url: string): { server: string; name: string; sent: string } {
	const [, server = "", tool = "", sent = ""] = /^mcp:\/\/([^/]+)\/tools\/([^?]+)\?(.*)$/.exec(url) ?? [];
	return { server, name: decodeURIComponent(tool), sent: decodeURIComponent(sent) };
}

function callOf(url: string, servers: readonly McpServer[]): SourceCall | undefined {
	const { server, name, sent } = partsOf(url);
	const found = servers.find((one) => one.name === server);
	return found && { label: `${server}/${name}`, input: sent, usd: found.usdPerCall };
}

/** Makes the call that an address names. Throws `PageError`. */
async function callAt(
	url: string,
	connections: readonly McpConnection[],
	offered: ReadonlyMap<string, OfferedTools>,
	signal?: AbortSignal,
): Promise<Page> {
	const { server, name, sent } = partsOf(url);
	const connection = connections.find((one) => one.name === server);
	if (!connection) throw new PageError("away", "no server of this run returns it");
	const input = JSON.parse(sent) as { [key: string]: Json };
	await offered.get(server)?.assertOffered(name, signal);
	const result = await connection.call(name, input, signal).catch((error: unknown) => {
		signal?.throwIfAborted();
		throw new PageError("away", error instanceof AssayError ? error.message : String(error), { cause: error });
	});
	return pageOfResult(toolOrigin(server, name, input), result);
}

function assertKnown(allow: readonly string[], offers: readonly Offer[]): void {
	const labels = offers.flatMap((one) => one.offered.labels);
	const unknown = allow.find((one) => !one.endsWith("/*") && !labels.includes(one));
	if (unknown !== undefined)
		throw new UsageError("MCP_TOOL_UNKNOWN", `no MCP server of this run has a tool ${JSON.stringify(unknown)}`, {
			hint: `the tools: ${labels.join(", ") || "none"}`,
		});
}
