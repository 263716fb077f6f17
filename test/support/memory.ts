import type { Json } from "../../src/base/json.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { Page } from "../../src/evidence/source.ts";
import type { CallLog, LoggedStep, PageStore, RunContext } from "../../src/store/store.ts";

/** A run whose steps are kept in memory only, for benches and tests of the flow that need no durability. */
export function memoryRun(
	steps = new Map<string, Json>(),
	calls = memoryCalls(),
	/** In front of a step's name: a child's steps are kept with its parent's. */
	prefix = "",
): RunContext & { log(): LoggedStep[] } {
	const controller = new AbortController();
	const logged: LoggedStep[] = [];
	return {
		runId: "memory",
		createdAt: new Date(0),
		input: null,
		signal: controller.signal,
		recorded: [...steps.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
		log: () => logged,
		calls,
		child: (name, input, body) => body({ ...memoryRun(steps, calls, `${prefix}${name}/`), input }),
		async step(own, work) {
			const name = `${prefix}${own}`;
			const known = steps.get(name);
			if (known !== undefined) return known as Awaited<ReturnType<typeof work>>;
			const startedAt = new Date();
			// Through JSON, as a real store would keep it.
			const output = JSON.parse(JSON.stringify(await work(controller.signal))) as Awaited<ReturnType<typeof work>>;
			steps.set(name, output);
			logged.push({ position: logged.length + 1, name: own, startedAt, finishedAt: new Date(), output });
			return output;
		},
	};
}

/** A ledger in memory. */
export function memoryCalls(rows: CallRecord[] = []): CallLog {
	return {
		list: async () => structuredClone(rows),
		begin: async (request) => {
			const attempt = rows.filter((row) => row.request.key === request.key).length + 1;
			rows.push({ request, attempt, begunAt: new Date().toISOString() });
			return attempt;
		},
		end: async (key, attempt, result) => {
			const row = rows.find((one) => one.request.key === key && one.attempt === attempt);
			if (row && !row.result) row.result = result;
		},
	};
}

export function memoryPages(): PageStore {
	const pages = new Map<string, Page>();
	return {
		put: async (page) => {
			pages.set(page.hash, page);
		},
		get: async (hash) => pages.get(hash),
		cleanup: async () => ({ pages: 0, bytes: 0, left: pages.size }),
	};
}
