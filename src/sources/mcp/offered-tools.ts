import { AssayError } from "../../base/errors.ts";
import { PageError, type SourceTool } from "../provider.ts";
import type { McpConnection } from "./connection.ts";
import { sourceTool } from "./tools.ts";

/** The tools of a server that a run may call. */
export interface OfferedTools {
	/** Those of the run's beginning, for its investigators. */
	readonly tools: readonly SourceTool[];
	/** `SERVER/TOOL` of all tools, also of those that may not be called. */
	readonly labels: readonly string[];
	/** The server says that its tools are others now. */
	setChanged(): void;
	/** Throws a `PageError` where the server offers the tool no more, or where it may change something now and nobody allowed that. */
	assertOffered(tool: string, signal?: AbortSignal): Promise<void>;
}

/** Reads the list of tools, and again before a call once the server said that it has changed. Throws what `McpConnection.tools` throws. */
export async function listOfferedTools(
	connection: McpConnection,
	isAllowed: (tool: string) => boolean,
	onNote: (text: string) => void,
	signal: AbortSignal,
): Promise<OfferedTools> {
	const { name } = connection;
	const list = async (signal?: AbortSignal) => {
		const listed = await connection.tools(signal);
		return {
			labels: listed.map((tool) => `${name}/${tool.name}`),
			tools: listed.flatMap((tool) => sourceTool(name, tool, isAllowed(tool.name)) ?? []),
		};
	};
	const first = await list(signal);
	let now = first;
	let hasChanged = false;

	async function listAgain(signal?: AbortSignal): Promise<void> {
		hasChanged = false;
		const before = now;
		try {
			now = await list(signal);
		} catch (error) {
			hasChanged = true;
			throw error;
		}
		const gone = before.labels.filter((label) => !now.labels.includes(label));
		const added = now.labels.filter((label) => !before.labels.includes(label));
		const parts = [
			...(gone.length > 0 ? [`it offers no more: ${gone.join(", ")}`] : []),
			...(added.length > 0 ? [`new, for later runs: ${added.join(", ")}`] : []),
		];
		if (parts.length > 0) onNote(`MCP server ${name}: ${parts.join("; ")}`);
	}

	return {
		...first,
		setChanged() {
			hasChanged = true;
		},
		async assertOffered(tool, signal) {
			const label = `${name}/${tool}`;
			try {
				if (hasChanged) await listAgain(signal);
			} catch (cause) {
				signal?.throwIfAborted();
				throw new PageError("away", cause instanceof AssayError ? cause.message : String(cause), { cause });
			}
			const known = first.tools.find((one) => one.label === label);
			const current = now.tools.find((one) => one.label === label);
			if (known && current && (known.isChanging || !current.isChanging)) return;
			const reason = now.labels.includes(label)
				? "it may change things now, and a run calls such a tool only if it was allowed when the run began"
				: `the server ${name} offers no such tool now`;
			throw new PageError("away", reason);
		},
	};
}
