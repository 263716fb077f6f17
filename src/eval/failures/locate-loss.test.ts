import { expect, test } from "vitest";
import { claimOf, hitOf, sourceOf } from "../../../test/support/evidence.ts";
import type { LoggedEvent } from "../../app/api.ts";
import type { ResearchEvent } from "../../evidence/event.ts";
import { emptyState } from "../../evidence/fold.ts";
import type { Report } from "../../evidence/report.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import type { Criterion, EvalQuestion } from "../question.ts";
import { locateLoss } from "./locate-loss.ts";
import type { lossStages } from "./stage.ts";

const url = "file:///corpus/tower.md";
const gold: Criterion = { id: "g1", kind: "evidence", text: "The Skerry tower", weight: 1, document: "tower.md" };
const answer: Criterion = { id: "a1", kind: "answer", text: "1887", weight: 1, accepted: ["1887", "in 1887"] };
const point: Criterion = { id: "p1", kind: "point", text: "The harbour board paid for the lighthouse", weight: 1 };
const question: EvalQuestion = { id: "q", question: "When was it built?", criteria: [answer] };

const hit = { ...hitOf(url, "The Skerry tower", "It is old."), passages: [] };
const turnOf = (more: Partial<Turn>) =>
	({
		n: 1,
		queries: ["skerry tower"],
		hits: [],
		choices: [],
		left: [],
		read: [],
		unread: [],
		...more,
	}) as unknown as Turn;
const source = sourceOf("s1", { url, title: "The Skerry tower" });
const claim = claimOf("The tower was built in 1887.");
const group = { id: "g", claimIds: [claim.id] } as unknown as ResearchState["groups"][number];
const draftOf = (text: string, claimIds: string[]) => ({
	sections: [{ heading: "", sentences: [{ kind: "fact" as const, text, claimIds }] }],
});
const reportOf = (more: Partial<Report>) =>
	({
		...draftOf("Nothing is known.", []),
		disputes: [],
		gaps: [],
		sourceIds: [],
		removed: [],
		...more,
	}) as unknown as Report;

/** Every event that a log could hold here. What the state lacks is not asked for. */
const events = [
	{ type: "searched", found: 1, hits: [hit], failed: [], lists: [{ query: "skerry tower", urls: [url] }] },
	{ type: "chosen", choices: [{ url, reason: "" }], again: [] },
	{ type: "unread", url, reason: "behind a paywall" },
	{ type: "read", source, characters: 10 },
	{ type: "extracted", sourceId: "s1", subQuestionId: "q1", claims: [claim], dropped: 0 },
	{ type: "decided", action: { kind: "stop" }, elapsedMs: 0 },
	{ type: "written", elapsedMs: 0 },
].map((event, at): LoggedEvent => {
	return {
		position: at + 1,
		name: `${event.type}:x`,
		event: { turn: 1, order: 0, ...event } as unknown as ResearchEvent,
	};
});

const lossIn = (criterion: Criterion, state: Partial<ResearchState>, page?: string, of: EvalQuestion = question) =>
	locateLoss(of, criterion, { state: { ...emptyState, ...state }, log: events, pageText: async () => page });

const read = { turns: [turnOf({ hits: [hit] })], sources: [source] };
const known = { ...read, claims: [claim], groups: [group] };

test.each<[keyof typeof lossStages, string, Partial<ResearchState>]>([
	["never_searched", "decided", { turns: [turnOf({ queries: ["old lighthouses"] })] }],
	["not_found", "searched", { turns: [turnOf({})] }],
	["not_chosen", "searched", { turns: [turnOf({ hits: [hit] })] }],
	["not_readable", "unread", { turns: [turnOf({ hits: [hit] })], unread: [{ url, reason: "behind a paywall" }] }],
	["not_readable", "chosen", { turns: [turnOf({ hits: [hit], choices: [{ url, reason: "" }] })] }],
	["not_extracted", "extracted", read],
	["not_grouped", "extracted", { ...read, claims: [claim] }],
	["not_written", "written", { ...known, report: reportOf({}) }],
	[
		"removed",
		"written",
		{ ...known, report: reportOf({}), writing: { draft: draftOf("Old.", [claim.id]), judgements: [] } },
	],
])("a gold document is lost at %s, shown by the event %s", async (stage, event, state) => {
	expect(await lossIn(gold, state)).toMatchObject({ stage, step: `${event}:x` });
});

test.each<[keyof typeof lossStages, Partial<ResearchState>, string?]>([
	["not_found", { turns: [turnOf({})] }],
	["not_chosen", { turns: [turnOf({ hits: [{ ...hit, snippet: "It was built in 1887." }] })] }],
	["not_extracted", read, "About it.\n\nIt was built in 1887."],
	["not_grouped", { ...read, claims: [claim] }],
	["not_written", { ...known, report: reportOf({}) }],
	[
		"removed",
		{ ...known, report: reportOf({ removed: [{ text: "It is of 1887.", reason: "the number is in no quote" }] }) },
	],
	["judged_wrong", { ...known, report: reportOf(draftOf("It was built in 1887.", [claim.id])) }],
])("an answer is lost at %s", async (stage, state, page) => {
	expect((await lossIn(answer, state, page)).stage).toBe(stage);
});

test("an answer that stands nowhere is lost where its evidence was, and known evidence that is not concluded was not written", async () => {
	const both = { ...question, criteria: [answer, gold] };
	expect((await lossIn(answer, { turns: [turnOf({ hits: [hit] })] }, undefined, both)).stage).toBe("not_chosen");
	const other = claimOf("The tower stands on a rock.");
	const evidence = { ...read, claims: [other], groups: [{ ...group, claimIds: [other.id] }] };
	expect((await lossIn(answer, evidence, "It stands.", both)).stage).toBe("not_written");
});

test("a key point is found by half of its words, said to be a guess, and the question's own words find nothing", async () => {
	const paid = claimOf("The harbour board paid for it.");
	const state = { ...known, claims: [paid], groups: [{ ...group, claimIds: [paid.id] }], report: reportOf({}) };
	expect(await lossIn(point, state)).toMatchObject({
		stage: "not_written",
		what: expect.stringContaining("by its words"),
	});
	const asked = { ...question, question: "Who paid for the harbour lighthouse?" };
	const echo = { ...state, claims: [claimOf("Who paid for the harbour lighthouse?")], groups: [] };
	expect((await lossIn(point, echo, "", asked)).stage).not.toBe("not_grouped");
});

test("what a report must not state was judged wrong", async () => {
	expect((await lossIn({ ...answer, weight: -1 }, known)).stage).toBe("judged_wrong");
});
