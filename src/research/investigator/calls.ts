import { messageOf } from "../../base/errors.ts";
import { canonical, shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import type { ToolCall } from "../../evidence/call.ts";
import { runCode } from "./code/run.ts";
import { type Desk, Refusal, recorded, type Shown } from "./desk.ts";
import { findIn } from "./find.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { argumentsOf } from "./specs.ts";

/** A call's result. It is rendered in the order of the calls, once all of them are done. */
type Tell = () => string | Shown;

/** Carries out tool calls for one investigator. A repeated call gives the same result and costs nothing. */
export interface Caller {
	/**
	 * The results of one message's calls, in their order, and how many calls were neither refused nor repeated. `report` is not
	 * among them. Throws what stops the run.
	 */
	carryOut(calls: readonly ToolCall[]): Promise<{ results: Shown[]; anew: number }>;
}

export function createCaller(desk: Desk): Caller {
	const given = new Map<string, Shown>();

	/** All that decides whether the call is made happens before the first wait, so in the order of the calls. */
	async function begin({ name, arguments: value }: ToolCall): Promise<Tell> {
		switch (name) {
			case "search":
				return search(desk, checked(name, argumentsOf.search.safeParse(value)));
			case "read":
				return read(desk, checked(name, argumentsOf.read.safeParse(value)));
			case "read_document":
				return findIn(desk, checked(name, argumentsOf.read_document.safeParse(value)));
			case "run_code":
				return code(desk, checked(name, argumentsOf.run_code.safeParse(value)).code);
			default:
				throw new Refusal(`There is no tool ${name}.`);
		}
	}

	return {
		async carryOut(calls) {
			const begun = new Set<string>();
			const keys = calls.map((call) => canonical([call.name, tidied(call)]));
			const settled = await Promise.allSettled(
				calls.map((call, at) => {
					const key = keys[at] ?? "";
					if (given.has(key) || begun.has(key))
						return Promise.resolve<Tell>(() => given.get(key) ?? "See the same call above.");
					if (begun.size >= limits.callsPerMessage) return Promise.reject(tooMany());
					begun.add(key);
					return begin({ ...call, arguments: tidied(call) });
				}),
			);
			const failed = settled.find((one) => one.status === "rejected" && !(one.reason instanceof Refusal));
			if (failed?.status === "rejected") throw failed.reason;
			let anew = 0;
			const results = settled.map((one, at) => {
				if (one.status === "rejected") return asShown((one.reason as Refusal).message);
				const result = asShown(one.value());
				const key = keys[at] ?? "";
				if (!given.has(key)) anew++;
				given.set(key, result);
				return result;
			});
			return { results, anew };
		},
	};
}

function asShown(result: string | Shown): Shown {
	return typeof result === "string" ? { text: result, later: result } : result;
}

function tooMany(): Refusal {
	return new Refusal(`Refused: at most ${limits.callsPerMessage} calls in one message.`);
}

async function code(desk: Desk, text: string): Promise<Tell> {
	desk.tools.onActivity?.(`${desk.assignment.subQuestion.id} calculating`);
	const failed = (reason: string) => `The code could not be run: ${reason}`;
	const output = await recorded(
		desk.run,
		`code:${shortHash(text)}`,
		async (signal) => {
			try {
				return await runCode(text, signal);
			} catch (error) {
				if (signal.aborted) throw error;
				return failed(messageOf(error));
			}
		},
		failed,
	);
	return () => output;
}

function checked<T>(
	name: string,
	parsed:
		| { success: true; data: T }
		| { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } },
): T {
	if (parsed.success) return parsed.data;
	const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
	throw new Refusal(`The call of ${name} cannot be read: ${faults.join("; ")}.`);
}

/** Trims the arguments, makes a number of one that came as text, and a list of one page to read. */
function tidied({ name: tool, arguments: value }: ToolCall): Json {
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

function idsIn(given: Json): Json {
	if (typeof given === "string") return given.split(/[\s,;]+/).filter((id) => id !== "");
	return Array.isArray(given) ? given.map((id) => (typeof id === "string" ? id.trim() : id)) : given;
}
