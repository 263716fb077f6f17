import { expect, test } from "vitest";
import { sourceOf } from "../../../test/support/evidence.ts";
import {
	agent,
	begun,
	direct,
	investigation,
	lead,
	next,
	pipeline,
	subQuestion,
	turn,
} from "../../../test/support/planning.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { ModelOptions, ResearchEvent, WebOptions } from "../../evidence/event.ts";
import type { Findings } from "../../evidence/findings.ts";
import { fold } from "../../evidence/fold.ts";
import { gapsOf } from "../../evidence/gaps.ts";
import type { StopReason } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { UnreadPage } from "../../evidence/unread-page.ts";
import { finalStop } from "./final-stop.ts";
import { guided } from "./guided.ts";

test("core sub-questions come before optional ones, whatever their order in the plan", () => {
	const plan = begun("synthesis", [subQuestion("q1", { priority: "optional" }), subQuestion("q2")]);
	expect(next(plan).action).toMatchObject({ kind: "cover", subQuestionId: "q2" });
});

test("a dead end is searched again in other words, tier by tier, before the run moves on", () => {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")]);
	expect(next(plan, turn(1, "q1", 8, [])).action).toMatchObject({ kind: "recover", subQuestionId: "q1", tier: 1 });
	expect(next(plan, turn(1, "q1", 0, [])).action).toMatchObject({ kind: "recover", subQuestionId: "q1", tier: 1 });
});

test("when every document was read without a model, a trail is followed only while it gives evidence, and nothing else is searched", () => {
	const hop = subQuestion("q2", { origin: "hop", priority: "optional" });
	const plan = begun("lookup", [subQuestion("q1"), hop]);
	const things = "logo kiln bridge poster stamp clock spoon ladder window".split(" ");
	const all = things.map((thing, at) => direct(`The ${thing} weighs ${at + 3} kg.`, `s${at}`, "q1"));
	// The first hop after it may still find its own claims in what was read.
	expect(next(plan, turn(1, "q1", 9, all), turn(2, "q1", 9, [], [lead])).action).toMatchObject({ kind: "hop" });
	const fruitless = hopTurn(2, "q2", [], [lead]);
	const stop = { kind: "stop", stopReason: "COVERAGE_MET", reason: expect.stringContaining("every document was read") };
	const again = turn(5, "q1", 9, []);
	expect(next(plan, turn(1, "q1", 9, all), fruitless, again).action).toMatchObject(stop);
	// One document is left.
	expect(next(plan, turn(1, "q1", 9, all.slice(1)), fruitless).action).toMatchObject({ kind: "hop" });
	const found = [direct("Varga was born in Kirkwell.", "s1", "q2")];
	expect(next(plan, turn(1, "q1", 9, all), hopTurn(2, "q2", found, [lead])).action).toMatchObject({ kind: "hop" });
	const trail = [2, 3, 4].map((n) => hopTurn(n, "q2", [direct(`Varga was born ${n} times.`, "s1", "q2")], [lead]));
	expect(next(plan, turn(1, "q1", 9, all), ...trail, again).action).toMatchObject({ kind: "stop" });
});

/** A hop that reads no new page. */
function hopTurn(n: number, id: string, claims: Claim[], followUps: (typeof lead)[]): ResearchEvent[] {
	return turn(n, id, 9, claims, followUps).flatMap((event): ResearchEvent[] => {
		if (event.type === "read") return [];
		return [event.type === "decided" ? { ...event, action: { kind: "hop", subQuestionId: id, reason: "" } } : event];
	});
}

test("a hop goes before optional sub-questions, and gets a sub-question of its own", () => {
	const plan = begun("lookup", [subQuestion("q1"), subQuestion("q2", { priority: "optional" })]);
	const decision = next(plan, turn(1, "q1", 3, [direct("The logo is by Ilse Varga.", "s1", "q1")], [lead]));
	expect(decision.action).toMatchObject({ kind: "hop", subQuestionId: "q3" });
	expect(decision.added).toMatchObject({ id: "q3", origin: "hop", text: lead.text, focus: ["Ilse Varga"] });
});

test("a follow-up question that is barely worth a read waits until the plan is covered", () => {
	const plan = begun("lookup", [subQuestion("q1"), subQuestion("q2", { priority: "optional" })]);
	const faint = { ...lead, promise: 0.3 };
	const decision = next(plan, turn(1, "q1", 3, [direct("The logo is by Ilse Varga.", "s1", "q1")], [faint]));
	expect(decision.action).toMatchObject({ kind: "cover", subQuestionId: "q2" });
});

test("a finding that two origins share is challenged before the run is called covered", () => {
	const plan = begun("synthesis", [subQuestion("q1")]);
	const agreed = [
		direct("While a segment is merged, its disk space is needed twice.", "s1", "q1"),
		direct("The disk space is needed twice while a segment is merged, on every platform.", "s2", "q1"),
	];
	expect(next(plan, turn(1, "q1", 5, agreed)).action).toMatchObject({ kind: "challenge", subQuestionId: "q1" });
});

test("without a direct claim the run ends with NO_EVIDENCE, and says what was done", () => {
	const optional = subQuestion("q1", { priority: "optional" });
	const plan = begun("lookup", [optional]);
	const events = [plan, turn(1, "q1", 0, [])].flat();
	const tried: ResearchEvent[] = [
		{
			turn: 2,
			order: 0,
			type: "decided",
			action: { kind: "recover", subQuestionId: "q1", tier: 1, reason: "" },
			elapsedMs: 2,
		},
		{ turn: 2, order: 0, type: "searched", found: 0, hits: [], failed: [] },
		{ turn: 2, order: 0, type: "compared", conflicts: [] },
	];
	expect(next(events, tried).action).toMatchObject({ kind: "stop", stopReason: "NO_EVIDENCE" });
});

test("a run without evidence says how far it got: nothing searched, found or read, or no answer in what was read", () => {
	const optional = subQuestion("q1", { priority: "optional" });
	const model: ModelOptions = {
		...{ lead: "m", utility: "m", gather: "agent", session: "isolated" },
		...{ review: false, support: false, rewrite: false },
	};
	const decided: ResearchEvent = {
		...{ turn: 1, order: 0, type: "decided", elapsedMs: 1 },
		action: { kind: "cover", subQuestionId: "q1", reason: "" },
	};
	const reasonOf = (queries: string[], found: number, sources: Source[], unread: UnreadPage[] = []) => {
		const findings: Findings = {
			...{ summary: "", gaps: [], queries, found, sources, unread, claims: [], dropped: 0, messages: 1 },
			ended: "reported",
		};
		const { action } = next(begun("lookup", [optional], 20, model), [
			decided,
			{ turn: 1, order: 0, type: "investigated", subQuestionId: "q1", findings, elapsedMs: 1 },
			{ turn: 1, order: 0, type: "compared", conflicts: [] },
		]);
		expect(action).toMatchObject({ kind: "stop", stopReason: "NO_EVIDENCE" });
		return action?.reason;
	};
	const miss = { url: "file:///b", reason: "gone" };
	expect(reasonOf([], 0, [])).toBe("nothing was searched");
	expect(reasonOf(["a"], 0, [])).toBe("no search found a document");
	expect(reasonOf(["a"], 7, [])).toBe("the searches gave 7 results, and none was read");
	expect(reasonOf(["a"], 7, [], [miss])).toBe("the searches gave 7 results, and none that was chosen could be read");
	expect(reasonOf(["a"], 7, [sourceOf("s1")])).toBe(
		"every sub-question was investigated, and no page that was read answers any of them",
	);
});

test("three quiet turns on a backed plan end the run with COVERAGE_MET", () => {
	const plan = begun("synthesis", [subQuestion("q1")]);
	const one = direct("Compaction merges segments.", "s1", "q1");
	const quiet = (n: number) => turn(n, "q1", 4, []);
	const state: ResearchState = fold([plan, turn(1, "q1", 4, [one]), quiet(2), quiet(3), quiet(4)].flat());
	expect(guided(state)).toMatchObject([{ action: { kind: "stop", stopReason: "COVERAGE_MET" } }]);
});

test("when the reads are used up, the run ends with BUDGET_EXHAUSTED", () => {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 1);
	const decision = next(plan, turn(1, "q1", 4, [direct("Compaction merges segments.", "s1", "q1")]));
	expect(decision.action).toMatchObject({ kind: "stop", stopReason: "BUDGET_EXHAUSTED" });
});

test("a lookup with a model stops when pages in a row bring nothing better, however promising the next hop; without one it reads on", () => {
	const plan = begun("lookup", [subQuestion("q1")], 20, pipeline);
	const claims = (from: number, relevance: number) =>
		[0, 1, 2].map((at) => ({ ...direct(`Statement ${from + at} on the matter.`, `s${from + at}`, "q1"), relevance }));
	const best = [...claims(1, 0.9), ...claims(4, 0.8)];
	const events = [plan, turn(1, "q1", 9, best, [lead]), turn(2, "q1", 9, claims(7, 0.5), [lead])];
	expect(next(...events).action).toMatchObject({ kind: "hop" });
	expect(next(...events, turn(3, "q1", 9, claims(10, 0.5), [lead])).action).toMatchObject({
		kind: "stop",
		stopReason: "DIMINISHING_RETURNS",
	});
	expect(next(...events, turn(3, "q1", 9, claims(10, 0.95), [lead])).action).toMatchObject({ kind: "hop" });
	const free = [begun("lookup", [subQuestion("q1")]), ...events.slice(1), turn(3, "q1", 9, claims(10, 0.5))];
	expect(next(...free).action).not.toMatchObject({ kind: "stop" });
});

test("claims of a hop are no gain for the question", () => {
	const led = [subQuestion("q1"), subQuestion("q2", { origin: "hop", priority: "optional" })];
	const plan = begun("lookup", led, 20, pipeline);
	const claims = (from: number, id: string, relevance: number) =>
		[0, 1, 2].map((at) => ({ ...direct(`Statement ${from + at} on the matter.`, `s${from + at}`, id), relevance }));
	const aside = [turn(2, "q2", 9, claims(4, "q2", 0.9), [lead]), turn(3, "q2", 9, claims(7, "q2", 0.9), [lead])];
	expect(next(plan, turn(1, "q1", 9, claims(1, "q1", 0.5), [lead]), ...aside).action).toMatchObject({
		kind: "stop",
		stopReason: "DIMINISHING_RETURNS",
	});
});

test("a run with a core sub-question that nothing answers stops for what was tried, and speaks of no section of a report", () => {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")]);
	const state = fold([plan, turn(1, "q1", 3, [direct("A segment is merged.", "s1", "q1")])].flat());
	expect(finalStop(state).action).toMatchObject({
		kind: "stop",
		stopReason: "DIMINISHING_RETURNS",
		reason: "every wording of every sub-question was tried",
	});
});

test("an open question reads on down its results while they bear on it", () => {
	const plan = begun("synthesis", [subQuestion("q1")]);
	const claims = [
		direct("Compaction merges segments.", "s1", "q1"),
		direct("A snapshot lists the files of a table.", "s2", "q1"),
	];
	expect(next(plan, turn(1, "q1", 9, claims)).action).toMatchObject({ kind: "cover", subQuestionId: "q1" });
	expect(next(plan, turn(1, "q1", 9, claims), turn(2, "q1", 9, [])).action).not.toMatchObject({ kind: "cover" });
});

test("each investigated sub-question is covered by its own claims, and an empty one gets one more investigator", () => {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 20, agent, "comparison");
	const claims = [direct("Compaction merges segments.", "s1", "q1"), direct("It runs every 40 seconds.", "s2", "q1")];
	const first = investigation(1, ["q1", "q2"], claims);
	const state = fold([plan, first].flat());
	expect(state.coverage.q1).toMatchObject({
		status: "covered",
		turns: 1,
		queries: ["search for q1"],
		read: ["s1", "s2"],
	});
	expect(state.coverage.q2).toMatchObject({ status: "uncovered", turns: 1, gaps: ["all of it"] });
	expect(state.turns[0]?.signal).toBe("NEW_EVIDENCE");
	expect(gapsOf(state)).toEqual([{ text: "What about q2?", subQuestionId: "q2", lookedIn: ["search: search for q2"] }]);
	expect(guided(state)[0]?.action).toMatchObject({ kind: "recover", subQuestionId: "q2", tier: 1 });
	const again: ResearchEvent[] = investigation(2, ["q2"], []).map((event) =>
		event.type === "decided"
			? { ...event, action: { kind: "recover", subQuestionId: "q2", tier: 1, reason: "" } }
			: event,
	);
	expect(next(plan, first, again).action?.kind).not.toBe("recover");
});

function answered(n: number, text: string, claims: Claim[]): ResearchEvent {
	const answer = { text, claimIds: claims.map(({ id }) => id), confidence: "high" as const, alternatives: [], why: "" };
	return { turn: n, order: 0, type: "answered", answer };
}

test("two sources capture an answer only when both state it; a page that leads to it does not count", () => {
	const plan = begun("lookup", [subQuestion("q1"), subQuestion("q2", { stance: "adversarial", priority: "optional" })]);
	const says = direct("The survey was printed in 2009.", "s1", "q1");
	const chain = direct("The film is about the survey of the coast.", "s2", "q1");
	const also = direct("It came out in the year 2009, after a delay.", "s3", "q1");
	const stop = { kind: "stop", stopReason: "ANSWER_CAPTURED" };
	expect(next(plan, turn(1, "q1", 3, [says, chain]), [answered(1, "2009", [says, chain])]).action).not.toMatchObject(
		stop,
	);
	expect(next(plan, turn(1, "q1", 3, [says, also]), [answered(1, "2009", [says, also])]).action).toMatchObject(stop);
});

test("on the web a lookup searches for dissent before it ends, however many sources agree", () => {
	const plan = begun("lookup", [subQuestion("q1"), subQuestion("q2", { stance: "adversarial", priority: "optional" })]);
	const web: WebOptions = { search: ["searxng"], urls: [], sites: [], browser: "never", steel: false };
	const onWeb = plan.map((event) =>
		event.type === "started" ? { ...event, options: { ...event.options, web } } : event,
	);
	const says = direct("The ferry carries 410 cars.", "s1", "q1");
	const also = direct("A ferry for 410 cars was built.", "s2", "q1");
	const agreed = [turn(1, "q1", 3, [says, also]), [answered(1, "410", [says, also])]];
	expect(next(onWeb, ...agreed).action).toMatchObject({ kind: "cover", subQuestionId: "q2" });
	const checked = [...agreed, turn(2, "q2", 1, [])];
	expect(next(onWeb, ...checked).action).toMatchObject({ kind: "stop", stopReason: "ANSWER_CAPTURED" });
});

test("a check on only the sites that the user allowed is reported as such", () => {
	const plan = begun("lookup", [subQuestion("q1"), subQuestion("q2", { stance: "adversarial", priority: "optional" })]);
	const says = direct("The ferry carries 410 cars.", "s1", "q1");
	const reasonOn = (sites: string[]) => {
		const web: WebOptions = { search: ["searxng"], urls: [], sites, browser: "never", steel: false };
		const onWeb = plan.map((event) =>
			event.type === "started" ? { ...event, options: { ...event.options, web } } : event,
		);
		return next(onWeb, turn(1, "q1", 3, [says]), [answered(1, "410", [says])], turn(2, "q2", 1, [])).action?.reason;
	};
	expect(reasonOn([])).toContain("found nothing that contradicts it");
	expect(reasonOn(["ferry.example"])).toMatch(/on ferry\.example only/u);
});

test("a sub-question that a captured answer made needless is no gap", () => {
	const events = [begun("lookup", [subQuestion("q1"), subQuestion("q2")]), turn(1, "q1", 0, [])].flat();
	const stopped = (stopReason: StopReason): ResearchEvent => ({
		turn: 2,
		order: 0,
		type: "decided",
		action: { kind: "stop", stopReason, reason: "" },
		elapsedMs: 2,
	});
	const gaps = (stopReason: StopReason) =>
		gapsOf(fold([...events, stopped(stopReason)])).map((gap) => gap.subQuestionId ?? gap.text);
	expect(gaps("ANSWER_CAPTURED")).toEqual(["q1"]);
	// Without an answer, the question itself is the first gap.
	expect(gaps("DEADLINE")).toEqual([fold(events).question, "q1", "q2"]);
});

test("gaps over all evidence go before those of each investigator, until the answer is stated whole", () => {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 20, agent, "comparison");
	const claims = [direct("Compaction merges segments.", "s1", "q1"), direct("It runs every 40 seconds.", "s2", "q2")];
	const events = [plan, investigation(1, ["q1", "q2"], claims)].flat().map((event): ResearchEvent => {
		if (event.type !== "investigated") return event;
		return { ...event, findings: { ...event.findings, gaps: ["how often it runs", `more on ${event.subQuestionId}`] } };
	});
	const texts = (...more: ResearchEvent[]) => gapsOf(fold([...events, ...more])).map(({ text }) => text);
	expect(texts()).toEqual(["how often it runs", "more on q1", "more on q2"]);
	const after = { turn: 2, order: 0 };
	const followed: ResearchEvent = { ...after, type: "followed", followUps: [], missing: ["what it costs"] };
	expect(texts(followed)).toEqual(["what it costs"]);
	// A gap that the report itself fills is none.
	const told = (...answeredGaps: string[]) =>
		gapsOf(fold([...events, followed]), { sections: [], answeredGaps }).map(({ text }) => text);
	expect([told(), told("What it costs")]).toEqual([["what it costs"], []]);
	const said = { claimIds: [], confidence: "medium" as const, alternatives: [], why: "", complete: true };
	expect(texts(followed, { turn: 3, order: 0, type: "answered", answer: { text: "40 seconds", ...said } })).toEqual([]);
});
