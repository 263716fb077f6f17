import type { Json } from "../../base/json.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import { notesText, takeNotes } from "./notes.ts";
import { headOf, unreadableText, windowOf } from "./read-tool.ts";
import { readResultPage, recordRead } from "./result-page.ts";
import { nameResult, readsLeftText, ToolRefusal, type ToolResult, type Workspace } from "./workspace.ts";

/** The assignment with the tools of the run's source in its spec. */
export function withSourceTools(assignment: Assignment, { source: { tools = [] } }: Tools): Assignment {
	const { spec } = assignment;
	if (!spec || tools.length === 0) return assignment;
	return { ...assignment, spec: { ...spec, tools: [...spec.tools, ...tools.map(({ name }) => name)] } };
}

/**
 * Calls a tool of the source. Its result is a page: read once in the run, quoted like any other, and counted as one of the pages that
 * may be read. Throws a `ToolRefusal` when there is no such tool, or no read is left.
 */
export async function sourceToolCall(workspace: Workspace, name: string, value: Json): Promise<() => ToolResult> {
	const tool = workspace.tools.source.tools?.find((one) => one.name === name);
	if (!tool) throw new ToolRefusal(`There is no tool ${name}.`);
	if (value === null || typeof value !== "object" || Array.isArray(value))
		throw new ToolRefusal(`Invalid arguments for ${name}: they must be an object.`);
	const found = nameResult(workspace, resultOf(tool.address(value), tool.label));
	const result = await readResultPage(workspace, found, { once: tool.isChanging });
	const note = "page" in result ? await takeNotes(workspace, result.page, []) : undefined;
	return () => {
		recordRead(workspace, found, result);
		if ("reason" in result) {
			const text = unreadableText(found, result.reason);
			return { text, later: text };
		}
		note?.();
		const notes = notesText(workspace, result.page);
		return {
			text: [windowOf(found.id, result.page, 0), notes, readsLeftText(workspace)].join("\n\n"),
			later: `${headOf(found.id, result.page)}\n\n${notes}`,
		};
	};
}

/** A call as a result that was found: it has no passages. */
function resultOf(url: string, label: string): PooledHit {
	return {
		...{ url, title: label, label, kind: "text", snippet: "", start: 0, end: 0, score: 1, passages: [] },
		locator: { kind: "line", line: 1 },
	};
}
