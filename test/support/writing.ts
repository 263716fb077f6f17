import type { Json } from "../../src/base/json.ts";
import type { ModelOptions } from "../../src/evidence/event.ts";
import type { Route } from "../../src/evidence/question.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import type { Reasoner } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { type EventBody, type Journal, openJournal } from "../../src/research/journal.ts";
import type { Tools } from "../../src/research/tools.ts";
import { writeReport } from "../../src/research/write.ts";
import { lookupRoute, subQuestionOf, synthesisRoute } from "./evidence.ts";
import { optionsFor } from "./flow.ts";
import { memoryPages, memoryRun } from "./memory.ts";
import type { Library } from "./report.ts";

export const allOn: ModelOptions = {
	lead: "test:lead",
	utility: "test:utility",
	gather: "pipeline",
	session: "isolated",
	review: true,
	support: true,
	rewrite: true,
};

interface Setting {
	library: Library;
	reasoner?: Partial<Reasoner>;
	model?: ModelOptions | undefined;
	shape?: Route["shape"];
	/** Recorded before; what is recorded now is added. */
	steps?: Map<string, Json>;
	onEvent?: Tools["onEvent"];
}

/** The writing stages alone, on a run that has read a library. */
export async function writeFrom(setting: Setting): Promise<ResearchState> {
	const { library, reasoner = {}, steps = new Map<string, Json>(), onEvent } = setting;
	const tools: Tools = {
		reasoner: { ...createRulesReasoner(), ...reasoner },
		source: {
			name: "test",
			search: async () => ({ hits: [], faults: [], sent: [] }),
			read: async (url: string) => {
				throw new Error(`nothing is read again, but ${url} was asked for`);
			},
		} as unknown as Tools["source"],
		pages: memoryPages(),
		sourceInfo: { documents: library.sources.length, passages: 0, fingerprint: "" },
		onEvent,
	};
	for (const { id, hash, title, url, label, kind, origin } of library.sources)
		await tools.pages.put({ hash, title, url, label, kind, origin, text: library.texts.get(id) ?? "", marks: [] });
	const journal = openJournal(memoryRun(steps), tools);
	await researched(journal, setting);
	await writeReport(journal);
	return journal.state;
}

/** What research would have recorded. */
async function researched(journal: Journal, { library, model, shape = "synthesis" }: Setting): Promise<void> {
	const events: [turn: number, body: EventBody][] = [
		[
			0,
			{
				type: "started",
				question: "How does the daemon work?",
				options: { ...optionsFor("standard"), ...(model ? { model } : {}) },
				reasoner: "test",
				source: { name: "test", documents: 2, passages: 0, fingerprint: "" },
			},
		],
		[
			0,
			{
				type: "routed",
				route: shape === "synthesis" ? synthesisRoute : { ...lookupRoute, shape, values: ["interval"], subjects: [] },
			},
		],
		[
			0,
			{
				type: "planned",
				plan: {
					dimensions: [{ kind: "mechanistic", question: "How does it work?" }],
					subQuestions: [
						subQuestionOf({ text: "How does the daemon work?", dimension: "mechanistic", focus: [], threads: [] }),
					],
				},
			},
		],
		[1, { type: "decided", action: { kind: "cover", subQuestionId: "q1", reason: "" }, elapsedMs: 0 }],
		...library.sources.map((source): [number, EventBody] => [1, { type: "read", source, characters: 1 }]),
		...library.sources.map((source): [number, EventBody] => [
			1,
			{
				type: "extracted",
				sourceId: source.id,
				subQuestionId: "q1",
				claims: library.claims.filter(({ sourceId }) => sourceId === source.id),
				dropped: 0,
			},
		]),
		[1, { type: "compared", conflicts: [] }],
		[2, { type: "decided", action: { kind: "stop", stopReason: "COVERAGE_MET", reason: "" }, elapsedMs: 0 }],
	];
	for (const [index, [turn, body]] of events.entries())
		await journal.record(turn, { name: `research:${index}`, work: async () => body });
}
