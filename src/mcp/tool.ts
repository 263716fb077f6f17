import { z } from "zod";
import type { App } from "../app/index.ts";
import { UsageError } from "../base/errors.ts";
import { nearestWord } from "../base/nearest-word.ts";
import type { Runner } from "../serving/runner.ts";

export interface Services {
	app: App;
	runner: Runner;
}

/** What a tool answers: text for a model, the same as data, and links to resources. */
export interface Answer {
	text: string;
	data: Record<string, unknown>;
	links?: { uri: string; name: string; mimeType: string }[];
}

/** A call of a tool. */
export interface Call {
	/** The client cancelled the call, or is gone. */
	signal: AbortSignal;
	/** Sends a notification of progress; absent where the client did not ask for any. Never throws. */
	progress?: ((message: string) => void) | undefined;
	/** Sends a line to the client's log. Never throws. */
	log(text: string): void;
}

export interface Tool {
	name: string;
	title: string;
	description: string;
	input: z.ZodObject;
	/** Changes nothing, anywhere. */
	isReadOnly?: boolean;
	/** To repeat it changes nothing more. */
	isIdempotent?: boolean;
	/** May send requests to the web, or to models. */
	isOpenWorld?: boolean;
	/** `input`: as it was sent, once it fits the schema. */
	handle(input: Record<string, unknown>, call: Call): Promise<Answer>;
}

export const runId = z.string().min(1).describe("The run's id, or its first digits.");

/** A tool as a client sees it. None of them deletes anything. */
export function describeTool(tool: Tool) {
	const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input" });
	return {
		...{ name: tool.name, title: tool.title, description: tool.description },
		inputSchema: { ...inputSchema, type: "object" as const },
		annotations: {
			title: tool.title,
			readOnlyHint: tool.isReadOnly ?? false,
			destructiveHint: false,
			idempotentHint: tool.isReadOnly ?? tool.isIdempotent ?? false,
			openWorldHint: tool.isOpenWorld ?? false,
		},
	};
}

/** Checks the arguments of a call, and returns them as they were sent: a default would pass for a choice. Throws `UsageError`. */
export function checkArguments({ name, input }: Tool, sent: Record<string, unknown> = {}): Record<string, unknown> {
	const parsed = input.safeParse(sent);
	if (parsed.success) return sent;
	const [issue] = parsed.error.issues;
	const names = Object.keys(input.shape);
	if (issue?.code === "unrecognized_keys") {
		const [unknown = ""] = issue.keys;
		const near = nearestWord(unknown, names);
		throw new UsageError("OPTION_UNKNOWN", `the tool ${name} has no argument ${JSON.stringify(unknown)}`, {
			hint: near === undefined ? `its arguments: ${names.join(", ")}` : `did you mean "${near}"?`,
		});
	}
	throw new UsageError("ARGUMENTS_INVALID", `${issue?.path.join(".") || name}: ${issue?.message}`, {
		hint: "the schema of each tool is in tools/list",
	});
}
