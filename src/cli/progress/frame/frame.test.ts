import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimOf, sourceOf } from "../../../../test/support/evidence.ts";
import { optionsFor } from "../../../../test/support/flow.ts";
import type { ResearchEvent } from "../../../app/api.ts";
import { emptyState, foldEvent, noSpending } from "../../../app/api.ts";
import type { Progress } from "../../../app/progress.ts";
import { textWidth } from "../../terminal/text.ts";
import { emptyView, type LiveView, stoppedView, updateView } from "../live-view.ts";
import { drawFrame } from "./frame.ts";

const range = { low: 1, high: 2_000_000 };

/** The pictures of a run whose texts are `text`, one after each progress message. */
function pictures(text: string): LiveView[] {
	const subQuestion = (id: string) => ({ id, text: `${id} ${text}`, threads: [], focus: [], readingId: "r1" });
	const events: Partial<ResearchEvent>[] = [
		{
			type: "started",
			question: text,
			reasoner: "x",
			source: { name: "corpus", documents: 3, passages: 9, fingerprint: "f" },
		},
		{
			type: "planned",
			plan: {
				dimensions: [],
				subQuestions: ["q1", "q2", "q3", "q4", "q5", "q6"].map((id) => ({
					...subQuestion(id),
					...{ dimension: "factual", stance: "adversarial", priority: "core", origin: "plan" },
				})),
			},
		},
		{ type: "decided", action: { kind: "cover", subQuestionId: "q1", reason: text }, elapsedMs: 1 },
		{ type: "rewritten", queries: [text], titles: [] },
		{ type: "searched", found: 1, hits: [], failed: [] },
		{ type: "read", source: sourceOf("s1", { label: text }), characters: 1 },
		{ type: "extracted", sourceId: "s1", subQuestionId: "q1", claims: [claimOf(text || "x")], dropped: 0 },
		{
			type: "investigated",
			subQuestionId: "q1",
			elapsedMs: 1,
			findings: {
				...{ summary: text, gaps: [], queries: [], found: 1, sources: [], unread: [], dropped: 0, messages: 1 },
				...{ claims: [claimOf(text || "x")], ended: "reported" },
			},
		},
		{ type: "compared", conflicts: [{ kind: "date", a: "a", b: "b", why: text }] },
		{ type: "decided", action: { kind: "stop", stopReason: "DEADLINE", reason: text }, elapsedMs: 2 },
	];
	let state = emptyState;
	const told: Progress[] = [
		{ type: "run", id: "0123456789abcdef" },
		{ type: "skip", path: text, reason: text },
		{ type: "index", phase: "reading", done: 3, total: 9, perSecond: 1 },
		{ type: "note", text },
		{
			type: "estimate",
			models: [text],
			calls: range,
			tokens: range,
			usd: range,
			usual: undefined,
			depth: "quick",
			deadlineMs: 300_000,
			limits: { cost: 1_234 },
		},
		{ type: "activity", text },
		...events.map((event, turn): Progress => {
			const whole = { turn, order: 0, ...event } as ResearchEvent;
			state = foldEvent(state, whole);
			return { type: "event", event: whole, state };
		}),
	];
	const usage = { input: 1_234_567, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
	told.splice(-4, 0, {
		type: "spending",
		spending: { ...noSpending, calls: 9, usage, usd: 0.5 },
		limits: { cost: 2 },
	});
	const shown: LiveView[] = [emptyView(text)];
	for (const progress of told) shown.push(updateView(shown.at(-1) ?? emptyView(text), progress));
	return shown;
}

/** The same run while its report is written and checked. */
function writing(text: string): LiveView[] {
	const before = pictures(text).at(-1) ?? emptyView(text);
	const written = updateView(before, { type: "writing", text: `${text}\nThe tower was built` });
	const sentence = (words: string) => ({ kind: "fact" as const, text: words, claimIds: [] });
	const sections = [{ heading: text, sentences: ["One.", "Two.", text].map(sentence) }];
	const event = { type: "drafted", turn: 9, order: 0, draft: { sections } } satisfies ResearchEvent;
	const started = foldEvent(before.state ?? emptyState, event);
	const state = { ...started, options: optionsFor("quick") };
	const drafted = updateView(written, { type: "event", event, state });
	return [written, drafted, updateView(drafted, { type: "verdict", sentence: "One.", verdict: "unsupported" })];
}

const stage = { columns: 80, rows: 24, elapsedMs: 61_000, nowMs: 0, paint: (_style: string, text: string) => text };

describe("the live view", () => {
	it("fits any terminal, whatever the text of a document", () => {
		const size = fc.record({ columns: fc.integer({ min: 12, max: 200 }), rows: fc.integer({ min: 3, max: 60 }) });
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), size, (text, { columns, rows }) => {
				for (const picture of [...pictures(text), ...writing(text)]) {
					const lines = drawFrame(picture, { ...stage, columns, rows });
					expect(lines.length).toBeLessThan(rows);
					for (const line of lines) {
						expect(line).not.toMatch(/\p{Cc}/u);
						expect(textWidth(line)).toBeLessThan(columns);
					}
				}
			}),
			{ numRuns: 60 },
		);
	});

	it("says that nothing was found yet, so that no panel is empty", () => {
		const begun = pictures("The tower").find(({ state, found }) => state?.subQuestions.length && found.length === 0);
		expect(drawFrame(begun ?? emptyView(""), stage).join("\n")).toMatch(/^ *Found {2}nothing yet$/m);
		const wide = { ...stage, columns: 200, rows: 60 };
		expect(drawFrame({ ...(begun ?? emptyView("")), latest: [] }, wide).join("\n")).toMatch(
			/^ *Latest {2}nothing yet/m,
		);
	});

	it("shows the plan, the step, what was found, disputes, signals and figures", () => {
		const lines = drawFrame(pictures("The tower was built in 1887").at(-2) ?? emptyView(""), stage);
		const text = lines.join("\n");
		expect(text).toMatch(/^. The tower was built in 1887 +1:01$/m);
		expect(text).toContain("run 01234567 · 3 documents · likely $1.00–1,234.00 · 1 path skipped");
		expect(text).toMatch(/Plan {2}0 of 6 covered\n▸ ◐ against: q1 The tower was built in 1887 +1 claim, 1 page\n/);
		expect(text).toMatch(
			/\+ The tower was built in 1887 +The tower was buil… · medium\n {2}≠ The tower was built in 1887\n/,
		);
		expect(text).toMatch(/1 page · 1 claim · 0 disputed +\$0\.50 of \$2\.00 · 1\.2M tokens · 9 calls$/m);
	});

	it("shows the activity of each investigator until it has reported", () => {
		const before = pictures("a tower").at(11) ?? emptyView("");
		const actions: [string, "searching" | "reading", string][] = [
			["q2", "searching", "tower height"],
			["q3", "searching", "tower age"],
			["q3", "reading", "old tower.md"],
		];
		const busy = actions.reduce(
			(picture, [id, action, what]) => updateView(picture, { type: "investigator", id, action, what }),
			before,
		);
		const text = drawFrame(busy, stage).join("\n");
		expect(text).toContain("2 investigators at work");
		expect(text).toMatch(/^▸ ○ against: q2 a tower +searching: tower height$/m);
		expect(text).toMatch(/^▸ ○ against: q3 a tower +reading old tower\.md$/m);
		expect(drawFrame(stoppedView(busy), stage).join("\n")).not.toMatch(/searching|reading|at work/);
	});

	it("shows the report as it is written, then the verdict on each sentence, and what is left of the limits", () => {
		const [written, drafted, checked] = writing("a tower").map((one) => drawFrame(one, stage).join("\n"));
		expect(written).toMatch(/Report {2}being written\n {4}a tower\n {4}The tower was built\n/);
		expect(drafted).toMatch(/Report {2}not checked yet\n {2}# a tower\n {2}· One\.\n {2}· Two\.\n/);
		expect(checked).toMatch(/ {2}✗ One\.\n {2}· Two\.\n/);
		expect(checked).toMatch(/1 of 15 steps · 1 of 10 pages · \d+:\d\d left$/m);
	});

	it("puts what was found beside the plan where there is room", () => {
		const wide = drawFrame(pictures("a tower").at(-2) ?? emptyView(""), { ...stage, columns: 200, rows: 50 });
		expect(wide.join("\n")).toMatch(/^ {2}Plan .* Found$/m);
		expect(wide.join("\n")).toMatch(/^ {2}Latest/m);
		expect(wide).toHaveLength(49);
	});

	it("counts down a wait, and counts up a long activity", () => {
		const waiting = (text: string) =>
			updateView(pictures("a tower").at(-2) ?? emptyView(""), { type: "activity", text });
		const shown = (text: string, nowMs: number) => drawFrame(waiting(text), { ...stage, nowMs }).join("\n");
		expect(shown("planning: the provider's rate limit, again in 20 s", 6_100)).toContain("rate limit, again in 14 s");
		expect(shown("planning: the provider's rate limit, again in 20 s", 21_000)).toContain("rate limit, asking again");
		expect(shown("planning: waiting for the lead model", 3_000)).toMatch(/waiting for the lead model$/m);
		expect(shown("planning: waiting for the lead model", 75_000)).toMatch(/waiting for the lead model · 1:15$/m);
	});

	it("shows a long connection error whole, with the time until it is tried again, at the same height", () => {
		const before = pictures("a tower").at(-2) ?? emptyView("");
		const error =
			"planning: no connection to http://model.example.internal:8080/v1 (ECONNREFUSED: nothing listens there)";
		const waiting = updateView(before, { type: "activity", text: `${error}, again in 20 s` });
		for (const columns of [40, 80, 200]) {
			const lines = drawFrame(waiting, { ...stage, columns, rows: 40 });
			const text = lines
				.map((line) => line.slice(0, 100).trim())
				.join(" ")
				.replace(/\s+/g, " ");
			expect(text).toContain("(ECONNREFUSED: nothing listens there), again in 20 s");
			expect(lines).toHaveLength(drawFrame(before, { ...stage, columns, rows: 40 }).length);
		}
	});

	it("keeps its height from the first step on, so that nothing jumps", () => {
		const heights = pictures("a tower")
			.slice(9)
			.map((picture) => drawFrame(picture, stage).length);
		expect(new Set(heights).size).toBe(1);
	});

	it("shows how far indexing is, and how long it will take", () => {
		const picture = updateView(emptyView("why"), {
			type: "index",
			phase: "embedding",
			done: 1_500,
			total: 6_000,
			perSecond: 150,
			remainingMs: 30_000,
		});
		expect(drawFrame(picture, stage).join("\n")).toMatch(/embedding █+░+ 1,500 of 6,000 · 150\/s · 0:30 left/);
	});

	it("no longer shows an indexing that has ended, or that goes on after the report", () => {
		const done = { type: "index" as const, phase: "embedding" as const, done: 5, total: 5, perSecond: 1 };
		expect(drawFrame(updateView(emptyView("why"), done), stage).join("\n")).not.toContain("5 of 5");
		const [picture] = pictures("a tower").slice(-1);
		const report = picture?.state && { ...picture.state, report: {} as never };
		const late = updateView({ ...emptyView("why"), state: report }, { ...done, done: 4 });
		expect(drawFrame(late, stage).join("\n")).not.toContain("4 of 5");
	});
});
