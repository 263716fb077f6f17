import { nameOf } from "./address.ts";
import { isWhole } from "./answer.ts";
import type { Claim } from "./claim.ts";
import { coverageAfter, noCoverage, workedOn } from "./coverage.ts";
import type { FollowUpNoted, ResearchEvent, ServiceFault } from "./event.ts";
import { inPlanOrder } from "./event.ts";
import type { Findings } from "./findings.ts";
import { regroup } from "./group.ts";
import { signalOf } from "./signal.ts";
import type { Source } from "./source.ts";
import type { ResearchState, Summary, Turn } from "./state.ts";

/** The state before the first event. */
export const emptyState: ResearchState = {
	question: "",
	reasoner: "",
	skipped: [],
	readings: [],
	plan: { dimensions: [], subQuestions: [] },
	subQuestions: [],
	coverage: {},
	sources: [],
	unread: [],
	claims: [],
	groups: [],
	conflicts: [],
	followUps: [],
	turns: [],
	writing: { judgements: [] },
	fallbacks: [],
	parked: [],
	spentUsd: 0,
	done: false,
	elapsedMs: 0,
};

/** The state that a log holds. Pure; the order in which parallel steps were recorded does not matter. */
export function fold(events: readonly ResearchEvent[]): ResearchState {
	return inPlanOrder(events).reduce(apply, emptyState);
}

/** The state after one more event, given in plan order. */
export function apply(before: ResearchState, event: ResearchEvent): ResearchState {
	const state = noted(before, event);
	switch (event.type) {
		case "started":
			return {
				...state,
				question: event.question,
				options: event.options,
				reasoner: event.reasoner,
				source: event.source,
			};
		case "probed":
			return withFaults(state, event.faults);
		case "routed":
			return { ...state, route: event.route };
		case "interpreted":
			return { ...state, readings: event.readings };
		case "planned":
			return withSubQuestions({ ...state, plan: event.plan }, event.plan.subQuestions);
		case "decided":
			return decided(state, event);
		case "rewritten":
			return inTurn(withQueries(state, event.queries), { queries: event.queries, titles: event.titles });
		case "searched":
			return inTurn(withFaults(state, event.faults ?? []), {
				found: event.found,
				hits: event.hits,
				failed: event.failed,
				faults: event.faults ?? [],
				sent: event.sent ?? [],
			});
		case "chosen":
			return inTurn(state, {
				choices: event.choices,
				again: event.again,
				...(event.left ? { left: event.left } : {}),
			});
		case "read":
			if (isThere(state, event.source)) return state;
			return inTurn({ ...state, sources: [...state.sources, event.source] }, (turn) => ({
				read: [...turn.read, event.source.id],
			}));
		case "unread": {
			const { url, title, reason, obstacle } = event;
			const miss = { url, ...(title === undefined ? {} : { title }), reason, ...(obstacle ? { obstacle } : {}) };
			return inTurn({ ...state, unread: [...state.unread, miss] }, (turn) => ({ unread: [...turn.unread, miss] }));
		}
		case "extracted": {
			const known = new Set(state.claims.map((claim) => claim.id));
			const fresh = event.claims.filter((claim) => !known.has(claim.id));
			return inTurn({ ...state, claims: [...state.claims, ...fresh] }, (turn) => ({
				claims: [...turn.claims, ...fresh.map((claim) => claim.id)],
				dropped: turn.dropped + event.dropped,
			}));
		}
		case "compared":
			return evaluated(state, event.conflicts);
		case "followed":
			return { ...state, followUps: mergedFollowUps(state, event.followUps), missing: event.missing };
		case "answered":
			return { ...state, answer: event.answer, missing: isWhole(event.answer) ? [] : state.missing };
		case "investigated":
			return investigated(state, event.subQuestionId, event.findings);
		case "drafted":
			return { ...state, writing: { ...state.writing, answer: event.answer, draft: event.draft } };
		case "reviewed":
			return { ...state, writing: { ...state.writing, review: event.review } };
		case "revised":
			return { ...state, writing: { ...state.writing, draft: event.draft } };
		case "judged": {
			const judgements = [...state.writing.judgements];
			judgements[event.version - 1] = event.judgements;
			return { ...state, writing: { ...state.writing, judgements } };
		}
		case "redrafted":
			return { ...state, writing: { ...state.writing, rewrite: event.draft } };
		case "written":
			return { ...state, report: event.report, done: true, elapsedMs: event.elapsedMs };
	}
}

/** What an event of any kind may say beside its own. */
function noted(before: ResearchState, event: ResearchEvent): ResearchState {
	const { fallbacks = [], crash } = event;
	if (fallbacks.length === 0 && crash === undefined) return before;
	const parked =
		crash === undefined ? [] : [{ what: parkedWords(before, event), reason: crash, isPage: event.type === "unread" }];
	return { ...before, fallbacks: [...before.fallbacks, ...fallbacks], parked: [...before.parked, ...parked] };
}

/** What a step was to do, by the event that stands for it. */
function parkedWords({ sources }: ResearchState, event: ResearchEvent): string {
	if (event.type === "unread") return `reading ${nameOf(event)}`;
	if (event.type === "extracted")
		return `taking claims from ${sources.find(({ id }) => id === event.sourceId)?.title ?? "a page"}`;
	if (event.type === "investigated") return `investigating ${event.subQuestionId}`;
	return stepWords[event.type] ?? event.type;
}

const stepWords: Partial<Record<ResearchEvent["type"], string>> = {
	probed: "asking the search services whether they answer",
	routed: "choosing the kind of answer",
	interpreted: "reading the question",
	planned: "planning",
	rewritten: "wording a search",
	searched: "a search",
	chosen: "choosing pages",
	compared: "comparing claims",
	followed: "looking for gaps",
	answered: "finding the answer",
	drafted: "drafting the report",
	reviewed: "reviewing the draft",
	revised: "revising the draft",
	judged: "checking what quotes support",
	redrafted: "rewriting the report",
};

/** A page of the web that was read by another of its addresses, which led to the same place, and is one source. */
function isThere({ sources }: ResearchState, { hash, capture }: Source): boolean {
	return capture !== undefined && sources.some((one) => one.hash === hash && one.capture?.url === capture.url);
}

function withFaults(state: ResearchState, faults: readonly ServiceFault[]): ResearchState {
	const known = new Set(state.skipped.map(({ service }) => service));
	const fresh = faults.filter(({ service, skipped }) => skipped && !known.has(service));
	return fresh.length === 0 ? state : { ...state, skipped: [...state.skipped, ...fresh] };
}

function withSubQuestions(state: ResearchState, added: ResearchState["subQuestions"]): ResearchState {
	const coverage = { ...state.coverage };
	for (const subQuestion of added) coverage[subQuestion.id] = noCoverage;
	return { ...state, subQuestions: [...state.subQuestions, ...added], coverage };
}

function decided(before: ResearchState, event: ResearchEvent & { type: "decided" }): ResearchState {
	const { action, added, elapsedMs } = event;
	let state: ResearchState = { ...before, elapsedMs, spentUsd: event.spentUsd ?? before.spentUsd };
	if (action.kind === "stop") return { ...state, stop: { reason: action.stopReason, detail: action.reason } };
	if (added) {
		state = withSubQuestions(state, [added]);
		state = { ...state, followUps: state.followUps.filter((followUp) => followUp.text !== added.text) };
	}
	if (action.kind === "challenge")
		state = {
			...state,
			groups: state.groups.map((group) => (group.id === action.groupId ? { ...group, challenged: true } : group)),
		};
	const turn: Turn = {
		n: event.turn,
		action,
		subQuestionId: action.subQuestionId,
		queries: [],
		titles: [],
		found: 0,
		hits: [],
		failed: [],
		faults: [],
		sent: [],
		choices: [],
		again: [],
		investigated: [],
		read: [],
		unread: [],
		claims: [],
		dropped: 0,
		conflicts: [],
		before: summaryOf(state),
		elapsedMs,
	};
	return { ...state, turns: [...state.turns, turn] };
}

function inTurn(state: ResearchState, change: Partial<Turn> | ((turn: Turn) => Partial<Turn>)): ResearchState {
	const turn = state.turns.at(-1);
	if (!turn) return state;
	const changed = { ...turn, ...(typeof change === "function" ? change(turn) : change) };
	return { ...state, turns: [...state.turns.slice(0, -1), changed] };
}

function withQueries(
	state: ResearchState,
	queries: string[],
	id: string | undefined = state.turns.at(-1)?.subQuestionId,
): ResearchState {
	const coverage = id === undefined ? undefined : state.coverage[id];
	if (id === undefined || !coverage) return state;
	const united = [...new Set([...coverage.queries, ...queries])];
	return { ...state, coverage: { ...state.coverage, [id]: { ...coverage, queries: united } } };
}

/** What an investigator brought back, taken into the turn as if its searches and reads had been the turn's own. */
function investigated(before: ResearchState, subQuestionId: string, findings: Findings): ResearchState {
	const read = new Set(before.sources.map(({ id }) => id));
	const known = new Set(before.claims.map(({ id }) => id));
	const sources = findings.sources.filter(({ id }) => !read.has(id));
	const claims = findings.claims.filter(({ id }) => !known.has(id));
	const missed = new Set(before.unread.map(({ url }) => url));
	const unread = findings.unread.filter(({ url }) => !missed.has(url));
	const state = withFindings(withQueries(before, findings.queries, subQuestionId), subQuestionId, findings);
	return inTurn(
		{
			...withFaults(state, findings.faults ?? []),
			sources: [...state.sources, ...sources],
			unread: [...state.unread, ...unread],
			claims: [...state.claims, ...claims],
		},
		(turn) => ({
			investigated: [...turn.investigated, subQuestionId],
			faults: [...turn.faults, ...(findings.faults ?? [])],
			sent: [...new Set([...turn.sent, ...(findings.sent ?? [])])],
			queries: [...turn.queries, ...findings.queries],
			found: turn.found + findings.found,
			read: [...turn.read, ...sources.map(({ id }) => id)],
			unread: [...turn.unread, ...unread],
			claims: [...turn.claims, ...claims.map(({ id }) => id)],
			dropped: turn.dropped + findings.dropped,
		}),
	);
}

/** Where the sub-question was looked for, and what its last investigator missed. */
function withFindings(state: ResearchState, id: string, findings: Findings): ResearchState {
	const coverage = state.coverage[id];
	if (!coverage) return state;
	const read = [...new Set([...(coverage.read ?? []), ...findings.sources.map((source) => source.id)])];
	return { ...state, coverage: { ...state.coverage, [id]: { ...coverage, read, gaps: findings.gaps } } };
}

/** The end of a turn's evidence: claims into groups, conflicts into disputes, the signal, the coverage of all it worked on. */
function evaluated(state: ResearchState, conflicts: ResearchState["conflicts"]): ResearchState {
	const turn = state.turns.at(-1);
	if (!turn) return state;
	const worked = workedOn(turn).flatMap((id) => {
		const coverage = state.coverage[id];
		return coverage ? [{ id, coverage }] : [];
	});
	if (worked.length === 0) return state;
	const claims = new Map(state.claims.map((claim) => [claim.id, claim]));
	const sources = new Map(state.sources.map((source) => [source.id, source]));
	const fresh = turn.claims.flatMap((id) => claims.get(id) ?? []);
	const groups = regroup(state.groups, fresh, conflicts, claims, sources);
	const wasDisputed = new Set(state.groups.filter((group) => group.disputed).map((group) => group.id));
	const direct = fresh.filter((claim) => claim.class === "direct");
	const open = worked.filter(({ coverage }) => coverage.status !== "covered");
	const openIds = new Set(open.map(({ id }) => id));
	const signal = signalOf({
		found: turn.found,
		failed: turn.failed.length + turn.faults.length > 0,
		before: open[0]?.coverage.status ?? "covered",
		newlyDisputed: groups.filter((group) => group.disputed && !wasDisputed.has(group.id)).length,
		direct: direct.length,
		directFromNewSource: fromNewSource(
			state.claims,
			direct.filter(({ subQuestionId }) => openIds.has(subQuestionId)),
			turn,
		),
	});
	const after = worked.map(
		({ id, coverage }) => [id, coverageAfter(id, coverage, turn, signal, state.claims)] as const,
	);
	const next: ResearchState = {
		...state,
		groups,
		conflicts: [...state.conflicts, ...conflicts],
		coverage: { ...state.coverage, ...Object.fromEntries(after) },
	};
	return inTurn(next, { conflicts, signal, after: summaryOf(next) });
}

/** Whether one of a turn's claims comes from a source that had given its sub-question none before. */
function fromNewSource(all: readonly Claim[], direct: readonly Claim[], turn: Turn): boolean {
	const now = new Set(turn.claims);
	const place = ({ subQuestionId, sourceId }: Claim) => `${subQuestionId} ${sourceId}`;
	const earlier = new Set(all.filter((claim) => claim.class === "direct" && !now.has(claim.id)).map(place));
	return direct.some((claim) => !earlier.has(place(claim)));
}

/** New follow-ups replace what was said of the same thing before; those already taken up stay out. Best first, ties by text. */
function mergedFollowUps(state: ResearchState, fresh: readonly FollowUpNoted[]): FollowUpNoted[] {
	const taken = new Set(state.subQuestions.map((subQuestion) => subQuestion.text));
	const byText = new Map<string, FollowUpNoted>();
	for (const followUp of [...state.followUps, ...fresh])
		if (!taken.has(followUp.text)) byText.set(followUp.text, followUp);
	return [...byText.values()].toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1));
}

export function summaryOf(state: ResearchState): Summary {
	const statuses = Object.values(state.coverage).map((coverage) => coverage.status);
	const count = (status: string) => statuses.filter((one) => one === status).length;
	return {
		claims: state.claims.length,
		groups: state.groups.length,
		disputed: state.groups.filter((group) => group.disputed).length,
		sources: state.sources.length,
		covered: count("covered"),
		thin: count("thin"),
		uncovered: count("uncovered"),
	};
}
