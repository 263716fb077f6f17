import { shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import type { PooledHit, Source } from "../../evidence/source.ts";
import type { RunContext } from "../../store/store.ts";
import { withDeadline } from "../deadline-source.ts";
import { type ReadFailure, readAndStore, sourceOf } from "../read.ts";
import { loadPage, type Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import { notesText, takeNotes } from "./notes.ts";
import { headOf, unreadableText, windowOf } from "./read-tool.ts";
import { readResultPage, recordRead } from "./result-page.ts";
import {
	nameResult,
	type ParentRun,
	type ReadResult,
	readsLeftText,
	recordStep,
	type SharedSearches,
	ToolRefusal,
	type ToolResult,
	type Workspace,
} from "./workspace.ts";

interface ToolRequest {
	url: string;
	isChanging: boolean;
	/** The time for research that is left. */
	leftMs: ParentRun["leftMs"];
}

type CallResult = { source: Source } | ReadFailure;

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
	const result = await readResultPage(workspace, found, (workspace, url) => called(workspace, url, tool.isChanging));
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

/** The page of a call; an investigator without others makes it itself. */
async function called({ run, tools, parent }: Workspace, url: string, isChanging: boolean): Promise<ReadResult> {
	const result = await (parent.shared?.call?.(url, isChanging) ??
		callInRun(run, tools, { url, isChanging, leftMs: parent.leftMs }));
	if ("reason" in result) return result;
	return { page: { source: result.source, page: await loadPage(tools, result.source, run.signal) } };
}

/** This process, among those that may have worked on a run. */
const processMark = crypto.randomUUID();
const unknownEnd = "the process ended during the call: whether it was carried out is not known, and it is not repeated";

/**
 * Makes a call as a recorded step. That a call which may change something begins is recorded before: a process that finds the
 * beginning of another one without its end does not repeat it.
 */
async function callInRun(run: RunContext, tools: Tools, { url, isChanging, leftMs }: ToolRequest): Promise<CallResult> {
	const source = leftMs ? withDeadline(tools.source, { leftMs }) : tools.source;
	const begun = isChanging ? await recordStep(run, "begin", async () => ({ by: processMark })) : { by: processMark };
	return recordStep<CallResult>(
		run,
		`call:${shortHash(url)}`,
		async (signal) => {
			if (begun.by !== processMark) return { reason: unknownEnd };
			const result = await readAndStore({ source, pages: tools.pages }, url, signal);
			return "page" in result ? { source: sourceOf(result.page) } : result;
		},
		(reason) => ({ reason }),
	);
}

/** Makes each call once in a run, as a child run that the call names. So its result is in the log before anybody is shown it. */
export function shareCalls(
	tools: Tools,
): (child: RunContext["child"], leftMs: ParentRun["leftMs"]) => NonNullable<SharedSearches["call"]> {
	const calls = new Map<string, Promise<CallResult>>();
	return (child, leftMs) => (url, isChanging) => {
		const known = calls.get(url);
		if (known !== undefined) return known;
		const made = child(`call:${shortHash(url)}`, url, async (run) => {
			return (await callInRun(run, tools, { url, isChanging, leftMs })) as unknown as Json;
		}) as unknown as Promise<CallResult>;
		calls.set(url, made);
		return made;
	};
}
