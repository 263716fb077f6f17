import { expect, test } from "vitest";
import { agent, begun, direct, investigation, six, subQuestion } from "../../../test/support/planning.ts";
import type { ResearchEvent } from "../../evidence/event.ts";
import { fold } from "../../evidence/fold.ts";
import type { Route } from "../../evidence/question.ts";
import { assignmentsOf } from "./assignment.ts";

/** The next wave, after one with these findings. */
function after(claims: ReturnType<typeof direct>[], gaps: string[], action: object) {
	const first = investigation(1, ["q1", "q3"], claims).map(
		(event): ResearchEvent =>
			event.type === "investigated" && event.subQuestionId === "q3"
				? { ...event, findings: { ...event.findings, gaps } }
				: event,
	);
	const decided = { turn: 2, order: 0, type: "decided", elapsedMs: 2, action } as ResearchEvent;
	const state = fold([...begun("synthesis", six, 20, agent, "comparison"), ...first, decided]);
	return { state, assignments: assignmentsOf(state) };
}

const about = (n: number) => direct(`The tide at harbour ${n} has its own cause.`, `s${n}`, "q1");
const own = direct("The sluice opens at dawn.", "s90", "q3");

test("an investigator gets at most eight lines on what is known: findings for its sub-question first, then its gaps", () => {
	const claims = [...Array.from({ length: 30 }, (_, n) => about(n + 1)), own];
	const action = { kind: "cover", subQuestionId: "q3", reason: "" };
	const { assignments } = after(claims, ["the hour at which it closes"], action);
	const { known = [] } = assignments[0] ?? {};
	expect(known.length).toBeLessThanOrEqual(8);
	expect(known[0]).toContain("The sluice opens at dawn.");
	expect(known.join("\n")).toContain("the hour at which it closes");
	expect(known.filter((line) => line.includes("harbour")).length).toBeLessThan(8);
});

test("an investigator that is to contradict a finding begins with a search for it", () => {
	const { state } = after([own], [], { kind: "cover", subQuestionId: "q3", reason: "" });
	const groupId = state.groups[0]?.id ?? "";
	const challenged = after([own], [], { kind: "challenge", subQuestionId: "q3", groupId, reason: "" });
	expect(challenged.assignments[0]?.first).toEqual(["The sluice opens at dawn."]);
	expect(challenged.assignments[0]?.planned?.text).not.toContain("contradicts");
});

test("without query variants an investigator begins with one query, else with those of the plan", () => {
	const plan = [subQuestion("q1", { threads: ["tide tables", "hours of high water"] })];
	const decided: ResearchEvent = {
		...{ turn: 1, order: 0, type: "decided", elapsedMs: 1 },
		action: { kind: "cover", subQuestionId: "q1", reason: "" },
	};
	const state = fold([...begun("synthesis", plan, 20, agent), decided]);
	expect(assignmentsOf(state)[0]?.first).toEqual(["tide tables", "hours of high water"]);
	const { options } = state;
	const less = { ...state, options: options && { ...options, without: ["variants" as const] } };
	expect(assignmentsOf(less)[0]?.first).toEqual(["tide tables"]);
});

test("later waves know for which sub-questions a page was extracted", () => {
	const events = investigation(1, ["q1"], [own]).map(
		(event): ResearchEvent =>
			event.type === "investigated"
				? { ...event, findings: { ...event.findings, whole: { s90: ["q1", "q3"] } } }
				: event,
	);
	const state = fold([...begun("synthesis", six, 20, agent, "comparison"), ...events]);
	expect(state.extractedFor.s90).toEqual(["q1", "q3"]);
});

test("the pages of a wave's investigators share one limit of shown characters", () => {
	const { assignments } = after([own], [], { kind: "cover", subQuestionId: "q3", reason: "" });
	const [{ reads = 0, room = 0 } = {}] = assignments;
	expect(reads * assignments.length * room).toBeLessThanOrEqual(260_000);
	expect(room).toBeGreaterThan(10_000);
});

test("each spec says what is not its business, and holds only the angles that fit its sub-question", () => {
	const kinds = [
		subQuestion("q1", { dimension: "mechanistic", text: "How does it work?" }),
		subQuestion("q2", { dimension: "critical", stance: "adversarial", text: "Where does it fail?" }),
		subQuestion("q3", { dimension: "practical", text: "What should one do?" }),
	];
	const decided = {
		...{ turn: 1, order: 0, type: "decided", elapsedMs: 1, action: { kind: "cover", subQuestionId: "q1", reason: "" } },
		beside: ["q2", "q3"].map((subQuestionId) => ({ action: { kind: "cover", subQuestionId, reason: "" } })),
	} as ResearchEvent;
	const specs = (route: Partial<Route>) =>
		assignmentsOf(
			fold([
				...begun("synthesis", kinds, 20, agent, "complex").map((event) =>
					event.type === "routed" ? { ...event, route: { ...event.route, ...route } } : event,
				),
				decided,
			]),
		).map(({ spec }) => spec);
	const [how, fails, should] = specs({});
	expect(how?.excluded).toEqual(["Where does it fail?", "What should one do?"]);
	expect(how?.angles).toEqual([expect.stringContaining("defined")]);
	expect(fails?.angles).toEqual([expect.stringContaining("disagrees")]);
	expect(should?.angles).toEqual([]);
	expect(specs({ recency: true, highStakes: true })[2]?.angles).toEqual([
		expect.stringContaining("latest"),
		expect.stringContaining("primary source"),
	]);
	expect(how?.result).toMatchObject({ properties: { summary: {}, claims: {}, gaps: {} } });
});
