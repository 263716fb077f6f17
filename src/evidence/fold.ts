import { isAnswerComplete } from "./answer.ts";
import { applyCompared } from "./apply-compared.ts";
import { applyInvestigated, withFaults, withGain, withQueries } from "./apply-findings.ts";
import { applyReceived } from "./apply-received.ts";
import { noCoverage, summaryOf } from "./coverage.ts";
import type { Decided, ResearchEvent } from "./event.ts";
import { inPlanOrder } from "./event.ts";
import { mergedFollowUps } from "./follow-ups.ts";
import { applyInherited, joinedPlan } from "./inherited.ts";
import { mergeClaims } from "./merge-claims.ts";
import { mergePass } from "./merge-pass.ts";
import type { Report } from "./report.ts";
import { applyRevisit } from "./revisit.ts";
import { queryKey, searchMemoOf, withRemembered } from "./search-memo.ts";
import type { Source } from "./source.ts";
import type { ResearchState, Turn } from "./state.ts";
import { pageName } from "./unread-page.ts";
import { upgradeEvent } from "./upgrade-event.ts";
import { actionAt, actionLeadingTo, actionThatRead, currentWave, isChoiceOf, updateTurn } from "./wave.ts";

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
	extractedFor: {},
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

/** The state of a log. Pure: the order in which parallel steps were recorded does not matter. */
export function fold(events: readonly ResearchEvent[]): ResearchState {
	return inPlanOrder(events).reduce(foldEvent, emptyState);
}

/** The state after one more event. Events must come in plan order. */
export function foldEvent(before: ResearchState, recorded: ResearchEvent): ResearchState {
	const event = upgradeEvent(recorded);
	const state = withStepNotes(before, event);
	switch (event.type) {
		case "started":
			return {
				...state,
				question: event.question,
				options: event.options,
				reasoner: event.reasoner,
				source: event.source,
			};
		case "inherited":
			return applyInherited(state, event.inherited);
		case "asked":
			return { ...state, clarification: { questions: event.questions } };
		case "replied":
			return { ...state, clarification: { questions: [], ...state.clarification, answers: event.answers } };
		case "probed":
			return withFaults(state, event.faults);
		case "routed":
			return applyRouted(state, event);
		case "interpreted":
			return { ...state, readings: event.readings };
		case "weighed": {
			const { readings, queries, sent = [], faults = [] } = event;
			return { ...withFaults(state, faults), readings, readingQueries: { queries, sent } };
		}
		case "planned":
			return withSubQuestions({ ...state, plan: joinedPlan(state, event.plan) }, event.plan.subQuestions);
		case "confirmed":
			return applyConfirmed(state, event);
		case "received":
			return applyReceived(state, event);
		case "decided":
			return applyDecided(state, event);
		case "sliced":
			return applySliced(state, event);
		case "passed":
			return mergePass({ ...state, elapsedMs: event.elapsedMs }, event);
		case "rewritten":
			return applyRewritten(state, event);
		case "searched":
			return updateTurn(withFaults(state, event.faults ?? []), actionAt(state, event.order), {
				...resultsOf(state, event),
				failed: event.failed,
				faults: event.faults ?? [],
				sent: event.sent ?? [],
			});
		case "chosen":
			return applyChosen(state, event);
		case "read":
			if (isAlreadyRead(state, event.source)) return state;
			return updateTurn(
				{
					...state,
					sources: [...state.sources, event.source],
					unread: withoutPage(state.unread, event.asked ?? event.source.url),
				},
				actionLeadingTo(state, event.asked ?? event.source.url),
				(turn) => ({ read: [...turn.read, event.source.id] }),
			);
		case "unread": {
			const { url, title, reason, obstacle } = event;
			const miss = { url, ...(title === undefined ? {} : { title }), reason, ...(obstacle ? { obstacle } : {}) };
			return updateTurn(
				{ ...state, unread: [...withoutPage(state.unread, url), miss] },
				actionLeadingTo(state, url),
				(turn) => ({ unread: [...turn.unread, miss] }),
			);
		}
		case "revisited":
			return applyRevisit(state, event);
		case "extracted":
			return applyExtracted(state, event);
		case "compared":
			return applyCompared({ ...state, judged: [...(state.judged ?? []), ...(event.judged ?? [])] }, event.conflicts);
		case "cited":
			return { ...state, followUps: mergedFollowUps(state, event.followUps) };
		case "followed":
			return {
				...state,
				followUps: mergedFollowUps(state, event.followUps),
				missing: event.missing,
				...(event.analysis
					? {
							analysis: { ...event.analysis, claims: state.claims.length, sources: state.sources.length },
							analysed: { turns: state.turns.length, claimIds: claimIdsByQuestion(state) },
						}
					: {}),
			};
		case "attempted":
			return { ...state, attempts: [...(state.attempts ?? []), event.attempt] };
		case "answered":
			return { ...state, answer: event.answer, missing: isAnswerComplete(event.answer) ? [] : state.missing };
		case "investigated":
			return applyInvestigated(state, event);
		case "drafted":
			return {
				...state,
				writing: {
					...state.writing,
					answer: event.answer,
					draft: event.draft,
					...(event.judgements ? { judgements: [event.judgements] } : {}),
				},
			};
		case "reviewed":
			return { ...state, writing: { ...state.writing, review: event.review } };
		case "revised":
		case "polished":
			return { ...state, writing: { ...state.writing, draft: event.draft } };
		case "judged": {
			const judgements = [...state.writing.judgements];
			judgements[event.version - 1] = event.judgements;
			return { ...state, writing: { ...state.writing, judgements } };
		}
		case "voted":
			return { ...state, writing: { ...state.writing, votes: [...(state.writing.votes ?? []), event.vote] } };
		case "redrafted":
			return { ...state, writing: { ...state.writing, rewrite: event.draft } };
		case "written":
			return {
				...state,
				...endedBy(state, event.report),
				report: event.report,
				done: true,
				elapsedMs: event.elapsedMs,
			};
	}
}

/**
 * A report may show that what was found does not answer the question, or a part of it: then its stop reason is another one. Where
 * nothing could be written, what was taken for evidence is none.
 */
function endedBy({ stop }: ResearchState, report: Report | undefined): Pick<ResearchState, "stop"> {
	if (stop && !report && (stop.reason === "COVERAGE_MET" || stop.reason === "ANSWER_CAPTURED"))
		return { stop: { reason: "NO_EVIDENCE", detail: "no page that was read answers the question" } };
	if (!stop || !report || report.stopReason === stop.reason) return { stop };
	return { stop: { ...stop, reason: report.stopReason, detail: report.stopDetail } };
}

function claimIdsByQuestion({ subQuestions, claims }: ResearchState): Record<string, string[]> {
	const bearing = (id: string) =>
		claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id)).map((one) => one.id);
	return Object.fromEntries(subQuestions.map(({ id }) => [id, bearing(id)]));
}

/** A page that an earlier run could not read counts as unread until this run has tried it. */
function withoutPage(unread: ResearchState["unread"], url: string): ResearchState["unread"] {
	return unread.filter((page) => page.url !== url);
}

/** Records the fallbacks and the crash that any event may hold. */
function withStepNotes(before: ResearchState, event: ResearchEvent): ResearchState {
	const { fallbacks = [], crash } = event;
	if (fallbacks.length === 0 && crash === undefined) return before;
	const parked =
		crash === undefined
			? []
			: [{ what: skippedStepWords(before, event), reason: crash, isPage: event.type === "unread" }];
	return { ...before, fallbacks: [...before.fallbacks, ...fallbacks], parked: [...before.parked, ...parked] };
}

/** The words for the work of a skipped step, by its event. */
function skippedStepWords({ sources }: ResearchState, event: ResearchEvent): string {
	if (event.type === "unread") return `reading ${pageName(event)}`;
	if (event.type === "extracted")
		return `taking claims from ${sources.find(({ id }) => id === event.sourceId)?.title ?? "a page"}`;
	if (event.type === "passed") return `pass ${event.slice.id}: ${event.slice.title}`;
	if (event.type === "investigated") return `investigating ${event.subQuestionId}`;
	return stepWords[event.type] ?? event.type;
}

const stepWords: Partial<Record<ResearchEvent["type"], string>> = {
	inherited: "taking over what the earlier run knew",
	revisited: "reading a page again",
	probed: "asking the search services whether they answer",
	routed: "choosing the kind of answer",
	interpreted: "reading the question",
	weighed: "weighing the readings",
	asked: "asking you questions",
	received: "changing the plan as you asked",
	planned: "planning",
	rewritten: "wording a search",
	searched: "a search",
	chosen: "choosing pages",
	compared: "comparing claims",
	followed: "looking for gaps",
	attempted: "a worker's answer",
	answered: "finding the answer",
	drafted: "drafting the report",
	reviewed: "reviewing the draft",
	revised: "revising the draft",
	judged: "checking what quotes support",
	voted: "a skeptic's vote",
	redrafted: "rewriting the report",
	polished: "smoothing the wording of the report",
};

/** Whether a web page was already read under another address that redirects to the same place: it is one source. */
function isAlreadyRead({ sources }: ResearchState, { hash, capture }: Source): boolean {
	return capture !== undefined && sources.some((one) => one.hash === hash && one.capture?.url === capture.url);
}

function withSubQuestions(state: ResearchState, added: ResearchState["subQuestions"]): ResearchState {
	const coverage = { ...state.coverage };
	for (const subQuestion of added) coverage[subQuestion.id] = noCoverage;
	return { ...state, subQuestions: [...state.subQuestions, ...added], coverage };
}

/** An edited plan replaces the first one before any action. */
function applyConfirmed(before: ResearchState, { plan, edited }: ResearchEvent & { type: "confirmed" }): ResearchState {
	const state: ResearchState = { ...before, confirmed: edited ? "edited" : "accepted" };
	if (!plan) return state;
	return withSubQuestions({ ...state, plan, subQuestions: [], coverage: {} }, plan.subQuestions);
}

function applyDecided(before: ResearchState, event: ResearchEvent & { type: "decided" }): ResearchState {
	const { action, added, beside = [], elapsedMs, turn } = event;
	const state: ResearchState = { ...before, elapsedMs, spentUsd: event.spentUsd ?? before.spentUsd };
	if (action.kind === "stop") {
		const { stopReason, reason: detail, limit } = action;
		return { ...state, stop: { reason: stopReason, detail, ...(limit ? { limit } : {}) } };
	}
	return [{ action, added }, ...beside].reduce((so, one) => withAction(so, one, turn), state);
}

/** The state with one more action begun. */
function withAction(before: ResearchState, { action, added }: Decided, wave: number): ResearchState {
	if (action.kind === "stop") return before;
	let state = before;
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
		n: state.turns.length + 1,
		wave,
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
		read: [],
		unread: [],
		claims: [],
		dropped: 0,
		conflicts: [],
		before: summaryOf(state),
		elapsedMs: state.elapsedMs,
		...(state.spentUsd > 0 ? { spentUsd: state.spentUsd } : {}),
	};
	return { ...state, turns: [...state.turns, turn] };
}

function applySliced(before: ResearchState, event: ResearchEvent & { type: "sliced" }): ResearchState {
	const { slices, added = [], elapsedMs, spentUsd, turn } = event;
	const state = withSubQuestions({ ...before, elapsedMs, spentUsd: spentUsd ?? before.spentUsd }, added);
	const asked = new Set(added.map(({ text }) => text));
	return {
		...state,
		followUps: state.followUps.filter(({ text }) => !asked.has(text)),
		passes: [...(state.passes ?? []), ...slices.map((slice) => ({ slice, round: turn, done: false }))],
	};
}

function applyRouted(
	state: ResearchState,
	{ route, readings, plan }: ResearchEvent & { type: "routed" },
): ResearchState {
	const next = { ...state, route, readings: readings ?? state.readings };
	return plan ? withSubQuestions({ ...next, plan }, plan.subQuestions) : next;
}

function applyRewritten(state: ResearchState, { order, queries, titles }: ResearchEvent & { type: "rewritten" }) {
	const turn = actionAt(state, order);
	return updateTurn(withQueries(state, queries, turn?.subQuestionId), turn, { queries, titles });
}

/** An action's results: its own, and those of the queries that the run had sent before. */
function resultsOf(state: ResearchState, { found, hits, lists, repeated }: ResearchEvent & { type: "searched" }) {
	const remembered = lists ? { lists } : {};
	if (!repeated) return { found, hits, ...remembered };
	const memo = searchMemoOf(state);
	const all = withRemembered(
		hits,
		repeated.flatMap((query) => {
			const list = memo.get(queryKey(query));
			return list ? [list] : [];
		}),
	);
	return { found: all.length, hits: all, ...remembered };
}

/** Pages are chosen once for the whole wave; each belongs to the action whose search found it. */
function applyChosen(state: ResearchState, event: ResearchEvent & { type: "chosen" }): ResearchState {
	const { choices, again, left } = event;
	return currentWave(state).reduce((so, turn, at) => {
		const isOwn = ({ url }: { url: string }) => isChoiceOf(state, turn, url);
		return updateTurn(so, turn, {
			choices: choices.filter(isOwn),
			again: again.filter((url) => isOwn({ url })),
			...(left && at === 0 ? { left } : {}),
		});
	}, state);
}

function applyExtracted(before: ResearchState, event: ResearchEvent & { type: "extracted" }): ResearchState {
	const { claims, gained } = mergeClaims(before.claims, event.claims);
	const source = before.sources.find(({ id }) => id === event.sourceId);
	const reader = source ? actionThatRead(before, source) : actionAt(before, 0);
	const { extractedFor } = before;
	const whole = [...new Set([...(extractedFor[event.sourceId] ?? []), ...(event.whole ?? [])])];
	const nextExtractedFor = whole.length === 0 ? extractedFor : { ...extractedFor, [event.sourceId]: whole };
	const sources = event.speaker
		? before.sources.map((one) => (one === source ? { ...one, speaker: one.speaker ?? event.speaker } : one))
		: before.sources;
	const state = updateTurn({ ...before, extractedFor: nextExtractedFor, claims, sources }, reader, (turn) => ({
		dropped: turn.dropped + event.dropped,
	}));
	return withGain(state, gained, reader);
}
