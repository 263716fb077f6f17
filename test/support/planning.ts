import type { Claim } from "../../src/evidence/claim.ts";
import type { Decided, FollowUpNoted, ModelOptions, ResearchEvent } from "../../src/evidence/event.ts";
import { fold } from "../../src/evidence/fold.ts";
import type { SubQuestion } from "../../src/evidence/plan.ts";
import type { Route, Shape } from "../../src/evidence/question.ts";
import { guided } from "../../src/research/planners/guided.ts";
import { claimOf, lookupRoute, sourceOf, subQuestionOf } from "./evidence.ts";
import { optionsFor } from "./flow.ts";

export function subQuestion(id: string, more: Partial<SubQuestion> = {}): SubQuestion {
	const text = `What about ${id}?`;
	return subQuestionOf({ id, text, focus: [], threads: [text], ...more });
}

export const place = { turn: 0, order: 0 };
export function begun(
	shape: Shape,
	subQuestions: SubQuestion[],
	maxSources = 20,
	model?: ModelOptions,
	effort: Route["effort"] = "fact_check",
): ResearchEvent[] {
	const route: Route = { ...lookupRoute, shape, values: [], subjects: [], effort };
	const source = { name: "corpus", documents: 9, passages: 9, fingerprint: "f" };
	return [
		{
			...place,
			type: "started",
			question: "?",
			options: optionsFor("standard", { maxSources, ...(model ? { model } : {}) }),
			reasoner: "extractive",
			source,
		},
		{ ...place, type: "routed", route },
		{ ...place, type: "interpreted", readings: [{ id: "r1", kind: "literal", text: "?", weight: 1 }] },
		{ ...place, type: "planned", plan: { dimensions: [], subQuestions } },
	];
}

/** One turn: the planner's action is given, so that the next decision is what a test is about. */
export function turn(
	n: number,
	id: string,
	found: number,
	claims: Claim[],
	followUps: FollowUpNoted[] = [],
): ResearchEvent[] {
	const at = { turn: n, order: 0 };
	const sources = [...new Set(claims.map(({ sourceId }) => sourceId))];
	return [
		{ ...at, type: "decided", action: { kind: "cover", subQuestionId: id, reason: "" }, elapsedMs: n },
		{ ...at, type: "searched", found, hits: [], failed: [] },
		...sources.map(
			(source, order): ResearchEvent => ({ turn: n, order, type: "read", source: sourceOf(source), characters: 9 }),
		),
		...sources.map(
			(sourceId, order): ResearchEvent => ({
				turn: n,
				order,
				type: "extracted",
				sourceId,
				subQuestionId: id,
				claims: claims.filter((claim) => claim.sourceId === sourceId),
				dropped: 0,
			}),
		),
		{ ...at, type: "compared", conflicts: [] },
		{ ...at, type: "followed", followUps },
	];
}

/** The whole next wave, and its first action. */
export const wave = (...events: ResearchEvent[][]) => guided(fold(events.flat()));
export const next = (...events: ResearchEvent[][]): Partial<Decided> => wave(...events)[0] ?? {};
export const direct = (text: string, sourceId: string, subQuestionId: string) =>
	claimOf(text, { sourceId, subQuestionIds: [subQuestionId] });
export const lead: FollowUpNoted = {
	text: "Where was Ilse Varga born?",
	origin: "hop",
	focus: ["Ilse Varga"],
	priority: "optional",
	reason: "named by the page on the logo",
	promise: 0.9,
};

export const agent: ModelOptions = {
	lead: "a:b",
	utility: "a:b",
	gather: "agent",
	session: "isolated",
	review: false,
	support: false,
	rewrite: false,
};
export const pipeline: ModelOptions = { ...agent, gather: "pipeline" };
export const six = [1, 2, 3, 4, 5, 6].map((n) => subQuestion(`q${n}`, { priority: n === 2 ? "optional" : "core" }));

/** A turn of investigators: each brings the claims on its sub-question. */
export function investigation(n: number, ids: string[], claims: Claim[]): ResearchEvent[] {
	const at = { turn: n, order: 0 };
	const actions = ids.map((id): Decided => ({ action: { kind: "cover", subQuestionId: id, reason: "" } }));
	const [first = { action: { kind: "stop", stopReason: "NO_EVIDENCE", reason: "" } }, ...beside] = actions;
	return [
		{ ...at, type: "decided", ...first, beside, elapsedMs: n },
		...ids.map((id, order): ResearchEvent => {
			const own = claims.filter((claim) => claim.subQuestionIds.includes(id));
			const findings = {
				summary: "",
				gaps: own.length === 0 ? ["all of it"] : [],
				queries: [`search for ${id}`],
				found: 3,
				sources: [...new Set(own.map(({ sourceId }) => sourceId))].map((source) => sourceOf(source)),
				unread: [],
				claims: own,
				dropped: 0,
				messages: 4,
				ended: "reported" as const,
			};
			return { turn: n, order, type: "investigated", subQuestionId: id, findings, elapsedMs: n };
		}),
		{ ...at, type: "compared", conflicts: [] },
		{ ...at, type: "followed", followUps: [] },
	];
}

export function idsOf(decided: Decided[]): string[] {
	return decided.flatMap(({ action }) => (action.kind === "stop" ? [] : action.subQuestionId));
}
