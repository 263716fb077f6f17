import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { ResearchEvent, RunOptions } from "../../src/evidence/event.ts";
import { fold } from "../../src/evidence/fold.ts";
import type { UserMessage } from "../../src/evidence/user-message.ts";
import { EndedByUser, type Inbox } from "../../src/research/inbox.ts";
import { research } from "../../src/research/loop.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { optionsFor, toolsFor } from "../support/flow.ts";
import { sharedFolder, writeFiles } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryRun } from "../support/memory.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";
const message = (id: string, text: string, kind: UserMessage["kind"] = "redirect"): UserMessage => {
	return { id, kind, text: kind === "redirect" ? text : "", at: "2026-01-01T00:00:00.000Z" };
};
const logo = message("m1", "Who designed the logo of Larkdb?");
const backup = message("m2", "How is a backup of Larkdb taken?");

const documents = sharedFolder();
const indexFolder = sharedFolder();
let corpus: Corpus;
beforeAll(async () => {
	writeFiles(documents, larkdb);
	corpus = await openCorpus({ folders: [documents], indexFolder, vectors: false });
	return () => corpus.close();
});

/** An inbox whose messages come once the run has recorded the named step. */
function inboxOf(after: readonly [step: string, UserMessage][], steps: Map<string, Json>): Inbox {
	const messages = async () =>
		after
			.filter(([step]) => step === "" || [...steps.keys()].some((name) => name.startsWith(step)))
			.map(([, one]) => ({ ...one, isOutdated: false }));
	return { messages, whenStopped: new Promise(() => undefined) };
}

/** A run in this process on the steps that were recorded before. */
async function run(steps: Map<string, Json>, inbox: Inbox, options: Partial<RunOptions> = {}) {
	return research(memoryRun(steps), question, optionsFor(options.depth ?? "quick", options), {
		...toolsFor(corpus),
		inbox,
	});
}

/** The events of the run itself, in the order in which they were recorded; not those of its children. */
function eventsIn(steps: Map<string, Json>): ResearchEvent[] {
	return [...steps].filter(([name]) => !name.includes("/")).map(([, event]) => event as unknown as ResearchEvent);
}

test.each(["guided", "rounds", "baseline"] as const)(
	"the planner %s works on what the user asked for, before it stops",
	async (planner) => {
		const steps = new Map<string, Json>();
		const state = await run(steps, inboxOf([["decide:1", logo]], steps), { planner });
		const asked = state.messages?.[0]?.change?.added[0];
		expect(state.messages).toMatchObject([{ id: "m1", wave: 2, outcome: "taken", change: { by: "rules" } }]);
		expect(state.turns.some(({ subQuestionId }) => subQuestionId === asked?.id)).toBe(true);
		const headings = state.report?.sections.map(({ heading }) => heading);
		if (planner === "guided") expect(headings).toContain(logo.text);
	},
);

test("a run that was killed anywhere takes each message where it took it before, and none that came later", async () => {
	const steps = new Map<string, Json>();
	const calm = await run(
		steps,
		inboxOf(
			[
				["decide:1", logo],
				["decide:3", backup],
			],
			steps,
		),
	);
	expect(calm.messages?.map(({ id, wave }) => [id, wave])).toEqual([
		["m1", 2],
		["m2", 4],
	]);
	expect(fold(eventsIn(steps))).toEqual(calm);
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: steps.size - 1 }), async (kept) => {
			const rest = new Map([...steps].slice(0, kept));
			const before = [...rest.keys()];
			// Both messages are in the store by now, whatever the log says.
			const resumed = await run(
				rest,
				inboxOf(
					[
						["", logo],
						["", backup],
					],
					rest,
				),
			);
			expect([...rest.keys()].slice(0, kept)).toEqual(before);
			expect(fold(eventsIn(rest))).toEqual(resumed);
			expect(resumed.messages?.map(({ id }) => id).toSorted()).toEqual(["m1", "m2"]);
			const ids = resumed.subQuestions.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			const unbroken = before.filter((name) => name.startsWith("message:"));
			for (const name of unbroken) expect(rest.get(name)).toEqual(steps.get(name));
		}),
		{ numRuns: 12 },
	);
});

test("finish ends a run at its next decision, and a pause once only", async () => {
	const steps = new Map<string, Json>();
	const pause = message("m3", "", "pause");
	const paused = run(steps, inboxOf([["decide:1", pause]], steps));
	await expect(paused).rejects.toBeInstanceOf(EndedByUser);
	expect([...steps.keys()].at(-1)).toBe("message:2:m3");
	const ended = await run(
		steps,
		inboxOf(
			[
				["", pause],
				["", message("m4", "", "finish")],
			],
			steps,
		),
	);
	expect(ended.stop?.reason).toBe("STOPPED_BY_USER");
	expect(ended.turns.at(-1)?.wave).toBe(1);
	expect(ended.report?.sections.length).toBeGreaterThan(0);
});

test("a survey searches for what was asked in its next round, and its passes end when it is to finish", async () => {
	const steps = new Map<string, Json>();
	const options = { depth: "survey" } as const;
	const state = await run(steps, inboxOf([["decide:1", logo]], steps), options);
	const asked = state.messages?.[0]?.change?.added[0]?.id ?? "";
	expect(state.passes?.some(({ slice, round }) => round === 2 && slice.subQuestionIds.includes(asked))).toBe(true);

	const short = new Map<string, Json>();
	const finished = await run(short, inboxOf([["decide:1", message("m5", "", "finish")]], short), options);
	expect(finished.stop?.reason).toBe("STOPPED_BY_USER");
	expect([...short.keys()].some((name) => /^pass:.*\/message:\d+:m5$/.test(name))).toBe(true);
	expect(finished.passes?.every(({ round }) => round === 1)).toBe(true);
});
