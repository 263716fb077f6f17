import { expect, test } from "vitest";
import type { RunRecord, Store } from "../store/store.ts";
import { loadModelWork } from "./load-model-work.ts";

test("the investigators of a run and of a survey's passes are shown, and other children are not", async () => {
	const names = ["investigate:1:ab", "pass:s1:cd/investigate:2:ef", "pass:s1:cd", "search:investigate: who?"];
	const store = {
		calls: async () => [],
		log: async () => [],
		children: async () => names.map((name) => ({ name, log: [] })),
	} as unknown as Store;
	const run = { id: "r", input: { question: "Why?", options: { model: {} } } } as unknown as RunRecord;
	const work = await loadModelWork(store, run);
	expect(work?.investigators.map(({ name }) => name)).toEqual(names.slice(0, 2));
});
