import type { Backend, WorkflowRun } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { contentHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import { createRun, engine, executeRun } from "./engine.ts";
import { errorOf, keepsRun, readFailure } from "./failure.ts";
import type { Medium } from "./medium.ts";
import { pack, unpack } from "./pack.ts";
import type { Recorder } from "./recorder.ts";
import type { CallLog, RunBody, RunContext } from "./store.ts";

/**
 * Runs under a run. Each has an engine namespace of its own, named by a hash of its parent and its name, and so its own steps
 * and its own limit of them. It has no lock: whoever works on it holds its parent's.
 */
export interface Parent {
	runId: string;
	medium: Medium;
	recorder: Recorder;
	/** The parent's ledger, shared by its children. */
	calls: CallLog;
}

/** 16 hex digits, like any run's. */
function childIdOf(parentId: string, name: string): string {
	return contentHash(`${parentId}/${name}`).slice(0, 16);
}

/** The name of a child as its row has it. */
export function childNameOf(config: unknown): string {
	const name = typeof config === "object" && config !== null && "name" in config ? config.name : undefined;
	if (typeof name !== "string") throw new AssayError("STORE_CORRUPT", "a child run has no readable name");
	return String(unpack(name));
}

/** `RunContext.child` of a run that this process works on. */
export function openChildren(parent: Parent): RunContext["child"] {
	const begun = new Map<string, Promise<Json>>();
	return (name, input, body) => {
		const result = begun.get(name) ?? workOn(parent, name, begun.size, input, body);
		begun.set(name, result);
		// As with steps: one that ends because the run was stopped may have nobody left who awaits it.
		result.catch(() => undefined);
		return result;
	};
}

async function workOn(parent: Parent, name: string, order: number, input: Json, body: RunBody): Promise<Json> {
	const { medium, recorder } = parent;
	const runId = childIdOf(parent.runId, name);
	const backend = medium.backend(runId);
	const config = { parent: parent.runId, name: pack(name), order };
	const row = await recorder.write(() => findOrCreate(backend, input, config));
	if (isEnded(row)) return outputOf(row);
	let failed: { error: unknown } | undefined;
	try {
		failed = await executeRun({
			...{ runId, workflow: engine.childWorkflow, createdAt: row.createdAt, input: unpack(String(row.input)), body },
			...{ signal: recorder.signal, backend },
			attempt: (call) => medium.attempt(call, limits.databaseAwayMs),
			extras: (own) => ({ calls: heldBy(own, parent.calls), child: tooDeep }),
		});
	} catch (error) {
		// A child that cannot be recorded any more does not fail its parent: it stops it, as the parent's own database would.
		if (!keepsRun(error)) recorder.stop(error);
		throw error;
	}
	if (failed) throw failed.error;
	return outputOf(await recorder.write(() => findOrCreate(backend, input, config)));
}

type ChildConfig = { parent: string; name: string; order: number };

async function findOrCreate(backend: Backend, input: Json, config: ChildConfig): Promise<WorkflowRun> {
	const find = async () => (await backend.listWorkflowRuns({ limit: 1 })).data[0];
	return (await find()) ?? (await createRun(backend, input, config));
}

function isEnded({ status }: WorkflowRun): boolean {
	return status !== "pending" && status !== "running" && status !== "sleeping";
}

function outputOf(row: WorkflowRun): Json {
	if (row.status === "failed" || row.status === "canceled") throw errorOf(readFailure(row.error));
	return unpack(String(row.output));
}

/** A child's way to the ledger: it begins nothing once it was stopped; what is in flight then is still recorded, for it is paid. */
function heldBy(own: Recorder, calls: CallLog): CallLog {
	return {
		...calls,
		begin: async (request) => {
			own.signal.throwIfAborted();
			return calls.begin(request);
		},
	};
}

async function tooDeep(name: string): Promise<never> {
	throw new AssayError("CHILD_TOO_DEEP", `a child run cannot have a child of its own (${JSON.stringify(name)})`, {
		hint: "begin it from the run itself",
	});
}
