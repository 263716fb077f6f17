import type { Backend, WorkflowRun } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { contentHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import type { CrashWatch } from "./crashes.ts";
import { createRun, engine, executeRun } from "./engine.ts";
import { errorOf, type Failure, keepsRun, readFailure } from "./failure.ts";
import { pack, unpackColumn } from "./pack.ts";
import type { Recorder } from "./recorder.ts";
import type { StorageBackend } from "./storage-backend.ts";
import type { CallLog, RunBody, RunContext } from "./store.ts";

/**
 * Child runs. Each has its own engine namespace, named by a hash of its parent and its name, and so its own steps and its own limit
 * of steps. It has no lock: the process that works on it holds its parent's lock.
 */
export interface ParentContext {
	runId: string;
	storageBackend: StorageBackend;
	recorder: Recorder;
	watch: CrashWatch;
	/** The parent's ledger, shared by its children. */
	calls: CallLog;
}

/** 16 hex digits, like any run's. */
function childIdOf(parentId: string, name: string): string {
	return contentHash(`${parentId}/${name}`).slice(0, 16);
}

/** The name of a child, read from its row. */
export function childNameOf(config: unknown): string {
	const name = typeof config === "object" && config !== null && "name" in config ? config.name : undefined;
	if (typeof name !== "string") throw new AssayError("STORE_CORRUPT", "a child run has no readable name");
	return String(unpackColumn(name));
}

/** `RunContext.child` of a run that this process works on. */
export function createChildRunner(parent: ParentContext): RunContext["child"] {
	const running = new Map<string, Promise<Json>>();
	return (name, input, body) => {
		const result = running.get(name) ?? executeChild(parent, name, running.size, input, body);
		running.set(name, result);
		parent.recorder.children.add(result);
		// As with steps: nobody may be left to await a child that ends because the run was stopped.
		result.catch(() => undefined);
		return result;
	};
}

async function executeChild(
	parent: ParentContext,
	name: string,
	order: number,
	input: Json,
	body: RunBody,
): Promise<Json> {
	const { storageBackend: storage, recorder } = parent;
	const runId = childIdOf(parent.runId, name);
	const backend = storage.backend(runId);
	const config = { parent: parent.runId, name: pack(name), order };
	const read = () => recorder.callDatabase(async () => childStateOf(await findOrCreate(backend, input, config)));
	const before = await read();
	if (before.ending) return outputOrThrow(before.ending);
	let failed: { error: unknown } | undefined;
	try {
		failed = await executeRun({
			...{ runId, workflow: engine.childWorkflow, createdAt: before.createdAt, input: before.input, body },
			...{ signal: recorder.signal, backend, watch: parent.watch },
			callDatabase: (call) => storage.callDatabase(call, limits.databaseAwayMs),
			extras: (childRecorder) => ({ calls: callLogOfChild(childRecorder, parent.calls), child: rejectGrandchild }),
		});
	} catch (error) {
		// When a child can no longer be recorded, its parent does not fail but stops, as it would for its own database.
		if (!keepsRun(error)) recorder.stop(error);
		throw error;
	}
	if (failed) throw failed.error;
	const { ending } = await read();
	if (!ending) throw new AssayError("STORE_FAILED", `child run ${JSON.stringify(name)} ended without a record of it`);
	return outputOrThrow(ending);
}

type ChildConfig = { parent: string; name: string; order: number };

async function findOrCreate(backend: Backend, input: Json, config: ChildConfig): Promise<WorkflowRun> {
	const find = async () => (await backend.listWorkflowRuns({ limit: 1 })).data[0];
	return (await find()) ?? (await createRun(backend, input, config));
}

type ChildEnding = { output: Json } | { failure: Failure };

function childStateOf(row: WorkflowRun): { createdAt: Date; input: Json; ending?: ChildEnding } {
	const begun = { createdAt: row.createdAt, input: unpackColumn(row.input) };
	if (row.status === "completed") return { ...begun, ending: { output: unpackColumn(row.output) } };
	if (row.status === "failed") return { ...begun, ending: { failure: readFailure(row.error) } };
	return begun;
}

function outputOrThrow(ending: ChildEnding): Json {
	if ("failure" in ending) throw errorOf(ending.failure);
	return ending.output;
}

/** The ledger for a child. A stopped child begins no request. Requests in flight are still recorded, because they are paid. */
function callLogOfChild(childRecorder: Recorder, calls: CallLog): CallLog {
	return {
		...calls,
		begin: async (request) => {
			childRecorder.signal.throwIfAborted();
			return calls.begin(request);
		},
	};
}

async function rejectGrandchild(name: string): Promise<never> {
	throw new AssayError("CHILD_TOO_DEEP", `a child run cannot have a child of its own (${JSON.stringify(name)})`, {
		hint: "begin it from the run itself",
	});
}
