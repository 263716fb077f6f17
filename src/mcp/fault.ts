import { type CallToolResult, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { scrub } from "../base/scrub.ts";
import { bodyOf, type ErrorBody } from "../serving/fault.ts";

/** A resource that is not there, as the protocol numbers it. */
const notFound = -32_002;

/** What to do next where the app's hint is for a terminal only. */
const hints: Record<string, string> = {
	RUN_UNFINISHED: "follow it with the tool progress, go on with it with the tool resume",
	RUN_UNKNOWN: "the tool list names all runs",
	RUN_AMBIGUOUS: "give more digits of the id; the tool list names all runs",
	RUN_NOT_RUNNING: "to go on with it, call the tool resume",
	RUN_FINISHED: "read it with the tool report; a further question goes to the tool ask",
	PAGE_UNKNOWN: "the tool evidence names the pages of a run",
	RUN_BUSY: "another process works on it: follow it with the tool progress",
};

/** An error with its code, and with a hint for a client of this protocol. */
function faultOf(error: unknown): ErrorBody["error"] {
	const { code, message, hint } = bodyOf(error);
	return { code, message, hint: hints[code] ?? hint };
}

/** The result of a call that failed: the model reads it, and can do better. */
export function errorResult(error: unknown): CallToolResult {
	const fault = faultOf(error);
	const { code, message, hint } = fault;
	return {
		isError: true,
		content: [{ type: "text", text: scrub(`${code}: ${message}${hint === undefined ? "" : `\n→ ${hint}`}`) }],
		structuredContent: { error: JSON.parse(JSON.stringify(fault)) as Record<string, unknown> },
	};
}

/** The error of a resource that cannot be read. */
export function resourceError(error: unknown): McpError {
	const { code, message, hint } = faultOf(error);
	const isMissing = /_(UNKNOWN|UNFINISHED|MISSING|NOT_STORED|AMBIGUOUS)$/.test(code);
	return new McpError(
		isMissing ? notFound : ErrorCode.InternalError,
		scrub(`${code}: ${message}${hint === undefined ? "" : ` (${hint})`}`),
		{ code, message, hint },
	);
}
