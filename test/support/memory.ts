import type { Json } from "../../src/base/json.ts";
import type { Page } from "../../src/evidence/source.ts";
import type { LoggedStep, PageStore, RunContext } from "../../src/store/store.ts";

/** A run whose steps are kept in memory only, for benches and tests of the flow that need no durability. */
export function memoryRun(steps = new Map<string, Json>()): RunContext & { log(): LoggedStep[] } {
	const controller = new AbortController();
	const logged: LoggedStep[] = [];
	return {
		runId: "memory",
		createdAt: new Date(0),
		input: null,
		signal: controller.signal,
		log: () => logged,
		async step(name, work) {
			const known = steps.get(name);
			if (known !== undefined) return known as Awaited<ReturnType<typeof work>>;
			const startedAt = new Date();
			// Through JSON, as a real store would keep it.
			const output = JSON.parse(JSON.stringify(await work(controller.signal))) as Awaited<ReturnType<typeof work>>;
			steps.set(name, output);
			logged.push({ name, startedAt, finishedAt: new Date(), output });
			return output;
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
	};
}
