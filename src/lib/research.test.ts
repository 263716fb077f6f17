import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	createDocumentSource,
	createPage,
	createRulesReasoner,
	openAssay,
	openStore,
	type Reasoner,
	type ResearchUpdate,
	research,
} from "./index.ts";

let home = "";
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "assay-lib-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const source = createDocumentSource("minutes", [
	{ url: "https://example.org/7", title: "Minutes 7", text: "The council sold the ferry in 2019." },
	{ url: "https://example.org/8", title: "Minutes 8", text: "The tramway opens in May." },
]);
const question = "When was the ferry sold?";

async function collect(updates: AsyncIterable<ResearchUpdate>): Promise<ResearchUpdate[]> {
	const all: ResearchUpdate[] = [];
	for await (const update of updates) all.push(update);
	return all;
}

function reportOf(updates: readonly ResearchUpdate[]) {
	const last = updates.at(-1);
	if (last?.type !== "report") throw new Error(`the last update is ${last?.type}`);
	return last.result;
}

test("a run on a source of the program's own yields its events in order and ends in the report", async () => {
	const updates = await collect(research(question, { home, source }));
	expect(updates[0]?.type).toBe("run");
	const events = updates.flatMap((update) => (update.type === "event" ? [update] : []));
	expect(events.map(({ event }) => event.type)).toEqual(
		expect.arrayContaining(["started", "planned", "read", "written"]),
	);
	expect(events.at(-1)?.state.report).toBeDefined();
	expect(reportOf(updates).markdown).toContain("The council sold the ferry in 2019.");
});

test("a loop that is left stops the run, and the same call continues it without reading again", async () => {
	let read = 0;
	const counting = {
		...source,
		read: async (url: string) => {
			read++;
			return source.read(url);
		},
	};
	let id = "";
	for await (const update of research(question, { home, source: counting })) {
		if (update.type === "run") id = update.id;
		if (update.type === "event" && update.event.type === "read") break;
	}
	const readBefore = read;
	expect(readBefore).toBeGreaterThan(0);
	const app = await openAssay({ home });
	expect(await app.list()).toMatchObject([{ id, status: "interrupted" }]);
	await expect(app.resume(id, { onProgress() {}, signal: AbortSignal.timeout(60_000) })).rejects.toMatchObject({
		code: "PART_NOT_GIVEN",
	});
	await app.close();
	const result = reportOf(await collect(research(question, { home, source: counting })));
	expect(result.id).toBe(id);
	expect(new Set(result.state.sources.map(({ url }) => url)).size).toBe(result.state.sources.length);
	expect(read).toBe(result.state.sources.length);
});

test("a run after a delivered report is a new one", async () => {
	const first = reportOf(await collect(research(question, { home, source })));
	const second = reportOf(await collect(research(question, { home, source })));
	expect(second.id).not.toBe(first.id);
});

test("a reasoner, a store and a clock of the program's own are used", async () => {
	const rules = createRulesReasoner();
	let routed = 0;
	const reasoner: Reasoner = {
		...rules,
		name: "counting rules",
		route: (...input) => {
			routed++;
			return rules.route(...input);
		},
	};
	const store = await openStore({ home });
	let now = 0;
	// An hour passes between any two looks at the clock.
	const hurried = await collect(
		research(question, { home, source, reasoner, store, now: () => (now += 3_600_000), deadline: 60 }),
	);
	expect(routed).toBe(1);
	expect(reportOf(hurried).state.stop?.reason).toBe("DEADLINE");
	expect(await store.runs()).toHaveLength(1);
	await store.close();
});

test.each([
	[{ corpus: ["."] }, "SOURCE_GIVEN"],
	[{ reasoner: createRulesReasoner(), model: "anthropic" }, "REASONER_GIVEN"],
	[{ depth: "bottomless" as never }, "OPTION_VALUE_INVALID"],
])("contradicting settings are an error: %o", async (settings, code) => {
	await expect(collect(research(question, { home, source, ...settings }))).rejects.toMatchObject({ code });
});

test("an error of the source ends the loop with that error", async () => {
	const broken = { ...source, search: () => Promise.reject(new Error("the index is away")) };
	await expect(collect(research(question, { home, source: broken }))).rejects.toThrow();
});

test("an aborted signal ends the loop with its reason, before and during the run", async () => {
	await expect(collect(research(question, { home, source, signal: AbortSignal.abort() }))).rejects.toThrow("aborted");
	const stop = new AbortController();
	const all = (async () => {
		for await (const update of research(question, { home, source, signal: stop.signal }))
			if (update.type === "event") stop.abort(new Error("enough"));
	})();
	await expect(all).rejects.toThrow("enough");
});

test("a page that is made has its lines marked and its text hashed", () => {
	const page = createPage({ url: "kb://1", text: "# Returns\n\nWithin 30 days.", date: "2024-01-01" });
	expect(page).toMatchObject({ title: "Returns", kind: "markdown", date: "2024-01-01", origin: "kb://1" });
	expect(page.marks.at(-1)?.locator).toEqual({ kind: "line", line: 3 });
});
