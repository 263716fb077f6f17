import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { contentHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { scrub } from "../../base/scrub.ts";
import { oneLine, shortLine } from "../../base/text.ts";
import { mcpScheme, type Page } from "../../evidence/source.ts";
import { PageError } from "../provider.ts";
import { readMarkdown } from "../read/markdown.ts";
import type { ParsedDocument } from "../read/parsed-document.ts";
import { readText } from "../read/plain-text.ts";
import { sanitizeDocument, sanitizeText } from "../read/sanitize.ts";

const titleMost = 120;
const reasonMost = 200;

/** Where a page comes from: the server and what was requested of it, for people and as an address. */
export interface McpOrigin {
	server: string;
	url: string;
	title: string;
	label: string;
}

/** Arguments as a label shows them: `path: notes.md, limit: 3`. */
function argumentWords(input: Record<string, unknown>): string {
	return Object.entries(input)
		.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
		.join(", ");
}

export function toolOrigin(server: string, tool: string, input: { [key: string]: Json }): McpOrigin {
	const words = argumentWords(input);
	const title = shortLine(sanitizeText(oneLine(words === "" ? tool : `${tool} (${words})`)), titleMost);
	return { server, title, label: `mcp:${server}/${title}`, url: toolAddress(server, tool, input) };
}

export function toolAddress(server: string, tool: string, input: Json): string {
	return `${mcpScheme}${server}/tools/${encodeURIComponent(tool)}?${encodeURIComponent(JSON.stringify(input))}`;
}

export function resourceOrigin(
	server: string,
	{ uri, name, title }: { uri: string; name: string; title?: string | undefined },
): McpOrigin {
	const shown = shortLine(sanitizeText(oneLine(title ?? name)), titleMost) || uri;
	return {
		server,
		title: shown,
		label: `mcp:${server}/${shown}`,
		url: `${mcpScheme}${server}/resources/${encodeURIComponent(uri)}`,
	};
}

/** The page of a tool's result. Throws `PageError` where it failed, or holds no text. */
export function pageOfResult(origin: McpOrigin, result: CallToolResult): Page {
	const parts = result.content.flatMap((one) => {
		if (one.type === "text") return [one.text];
		if (one.type === "resource") return "text" in one.resource ? [one.resource.text] : [];
		return one.type === "resource_link" ? [`${one.title ?? one.name}: ${one.uri}`] : [];
	});
	if (result.isError)
		throw new PageError("error", `the tool failed: ${shortLine(oneLine(parts.join(" ")), reasonMost)}`);
	const text = parts.join("\n\n");
	const { structuredContent } = result;
	return pageOf(origin, text.trim() === "" && structuredContent ? JSON.stringify(structuredContent, null, 1) : text);
}

/** The page of a resource. Throws `PageError` where it holds no text. */
export function pageOfResource(origin: McpOrigin, { contents }: ReadResourceResult): Page {
	const texts = contents.flatMap((one) => ("text" in one ? [one.text] : []));
	const isMarkdown = contents.some(
		({ uri, mimeType = "" }) => mimeType.includes("markdown") || /\.(?:md|markdown)$/i.test(uri),
	);
	return pageOf(origin, texts.join("\n\n"), isMarkdown ? readMarkdown : readText);
}

function pageOf(
	{ server, url, title, label }: McpOrigin,
	whole: string,
	read: (text: string) => ParsedDocument = readText,
): Page {
	if (whole.length > limits.mcpCharacters)
		throw new PageError(
			"unreadable",
			`it has ${whole.length} characters, and ${limits.mcpCharacters} are read at most`,
		);
	const { text, marks, kind, tables, date } = sanitizeDocument(read(scrub(whole.toWellFormed())));
	if (text.trim() === "") throw new PageError("empty", "it holds no text");
	return {
		...{ url, title, label, kind, date, text, marks, hash: contentHash(text) },
		// One server is one publisher, whatever it says of its parts.
		origin: `MCP server ${server}`,
		...(tables === undefined || tables.length === 0 ? {} : { tables }),
	};
}
