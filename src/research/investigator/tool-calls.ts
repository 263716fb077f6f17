import { messageOf } from "../../base/errors.ts";
import { canonical, shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import type { ToolCall } from "../../evidence/call.ts";
import { runCode } from "./code/run.ts";
import { findTool } from "./find-tool.ts";
import { readTool } from "./read-tool.ts";
import { searchTool } from "./search-tool.ts";
import { sourceToolCall } from "./source-tool.ts";
import { argumentSchemas } from "./tool-specs.ts";
import { recordStep, ToolRefusal, type ToolResult, type Workspace } from "./workspace.ts";

/** Renders a call's result. It is called in the order of the calls, once all of them are done. */
type DeferredResult = () => string | ToolResult;

/** Carries out tool calls for one investigator. A repeated call gives the same result and costs nothing. */
export interface ToolRunner {
	/**
	 * The results of one message's calls, in their order. `newCalls`: how many were neither refused nor repeated. The caller handles
	 * the tool `report` itself. Throws any error that is no refusal.
	 */
	execute(calls: readonly ToolCall[]): Promise<{ results: ToolResult[]; newCalls: number }>;
	/** Calls that may still be made. */
	left(): number;
}

export function createToolRunner(workspace: Workspace): ToolRunner {
	const earlierResults = new Map<string, ToolResult>();
	const { spec } = workspace.assignment;
	let callsLeft = spec?.budget.calls ?? Number.POSITIVE_INFINITY;

	/** The tools check their budgets before they first await, so the calls spend them in their order. */
	async function startCall({ name, arguments: value }: ToolCall): Promise<DeferredResult> {
		if (spec && !spec.tools.includes(name)) throw new ToolRefusal(`Refused: ${name} is none of your tools.`);
		switch (name) {
			case "search":
				return searchTool(workspace, parsedArguments(name, argumentSchemas.search.safeParse(value)));
			case "read":
				return readTool(workspace, parsedArguments(name, argumentSchemas.read.safeParse(value)));
			case "read_document":
				return findTool(workspace, parsedArguments(name, argumentSchemas.read_document.safeParse(value)));
			case "run_code":
				return codeTool(workspace, parsedArguments(name, argumentSchemas.run_code.safeParse(value)).code);
			default:
				return sourceToolCall(workspace, name, value);
		}
	}

	return {
		left: () => callsLeft,
		async execute(calls) {
			const started = new Map<string, Promise<DeferredResult>>();
			const keys = calls.map((call) => canonical([call.name, cleanArguments(call)]));
			const settled = await Promise.allSettled(
				calls.map((call, at) => {
					const key = keys[at] ?? "";
					const earlier = earlierResults.get(key);
					if (earlier) return Promise.resolve<DeferredResult>(() => earlier);
					const same = started.get(key);
					// A refusal is repeated as it is.
					if (same !== undefined)
						return same.then((): DeferredResult => () => earlierResults.get(key) ?? "See the same call above.");
					if (started.size >= limits.callsPerMessage) return Promise.reject(tooManyCalls());
					if (callsLeft <= 0) return Promise.reject(new ToolRefusal("Refused: no call is left. Report."));
					callsLeft--;
					const work = startCall({ ...call, arguments: cleanArguments(call) });
					started.set(key, work);
					return work;
				}),
			);
			const fatal = settled.find((one) => one.status === "rejected" && !(one.reason instanceof ToolRefusal));
			if (fatal?.status === "rejected") throw fatal.reason;
			const before = earlierResults.size;
			const results = settled.map((one, at) => {
				if (one.status === "rejected") return toToolResult((one.reason as ToolRefusal).message);
				const result = toToolResult(one.value());
				const key = keys[at] ?? "";
				if (!earlierResults.has(key)) earlierResults.set(key, result);
				return result;
			});
			return { results, newCalls: earlierResults.size - before };
		},
	};
}

function toToolResult(result: string | ToolResult): ToolResult {
	return typeof result === "string" ? { text: result, later: result } : result;
}

function tooManyCalls(): ToolRefusal {
	return new ToolRefusal(`Refused: at most ${limits.callsPerMessage} calls in one message.`);
}

async function codeTool(workspace: Workspace, text: string): Promise<DeferredResult> {
	workspace.tools.onActivity?.(`${workspace.assignment.subQuestion.id} calculating`);
	const failureText = (reason: string) => `The code could not be run: ${reason}`;
	const output = await recordStep(
		workspace.run,
		`code:${shortHash(text)}`,
		async (signal) => {
			try {
				return await runCode(text, signal);
			} catch (error) {
				if (signal.aborted) throw error;
				return failureText(messageOf(error));
			}
		},
		failureText,
	);
	return () => output;
}

function parsedArguments<T>(
	name: string,
	parsed:
		| { success: true; data: T }
		| { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } },
): T {
	if (parsed.success) return parsed.data;
	const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
	throw new ToolRefusal(`Invalid arguments for ${name}: ${faults.join("; ")}.`);
}

/** Normalizes a model's arguments: trims texts, drops nulls, makes `from` a number, and `id` or `ids` of `read` a list. */
function cleanArguments({ name: tool, arguments: value }: ToolCall): Json {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	const fields = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
		if (one === undefined || one === null) return [];
		if (tool === "read" && (name === "id" || name === "ids")) return [["ids", idsIn(one)]];
		if (typeof one !== "string") return [[name, one]];
		const text = one.trim();
		return [[name, name === "from" && /^\d+$/.test(text) ? Number(text) : text]];
	});
	return Object.fromEntries(fields);
}

function idsIn(value: Json): Json {
	if (typeof value === "string") return value.split(/[\s,;]+/).filter((id) => id !== "");
	return Array.isArray(value) ? value.map((id) => (typeof id === "string" ? id.trim() : id)) : value;
}
