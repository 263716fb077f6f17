import { limits } from "../../base/limits.ts";
import { questionInContext } from "../../evidence/clarification.ts";
import { describeSpeaker } from "../../evidence/describe-speaker.ts";
import type { InvestigatorSpec } from "../../evidence/investigator-spec.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Reading, Route } from "../../evidence/question.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { currentWave } from "../../evidence/wave.ts";
import { relevantClaims } from "../../reasoning/relevant-claims.ts";
import { linkedPages } from "../citations.ts";
import { readsOfWave } from "../planners/rounds.ts";
import { shownLengthEach } from "../shown-length.ts";
import {
	isLinkFollowingAllowed,
	optionsOf,
	otherSubQuestions,
	plannedQueries,
	readsLeft,
	routeOf,
	skippedServices,
	subQuestionOf,
} from "../state-access.ts";
import { specOf } from "./spec.ts";

/** What one investigator receives: all that it knows of the run. */
export interface Assignment {
	question: string;
	route: Route;
	reading?: Reading | undefined;
	subQuestion: SubQuestion;
	/** The plan's sub-question, where the one above is to contradict a finding on it. New pages are extracted for this one. */
	planned?: SubQuestion | undefined;
	/** The run's other sub-questions. The pages that the investigator reads are extracted for these too. */
	others?: SubQuestion[] | undefined;
	/** Its scope, tools and budget. Absent: all tools, and no limit of calls and tokens. */
	spec?: InvestigatorSpec | undefined;
	/** What the run knows already, one line each. */
	known: string[];
	/** Queries that were not sent yet. Their results are there when it begins. */
	first?: string[] | undefined;
	/** Urls of pages that the run has read. Reading them again costs nothing. */
	read: string[];
	/** The most new pages that it may read, and messages that it may send. */
	reads: number;
	messages: number;
	/** The characters of each page that a model is shown. */
	room?: number | undefined;
	/** Search services that failed before, if any. */
	skip?: string[] | undefined;
	/**
	 * On the web: whether links of its pages may be followed, and the pages that the user named. Beside folders without a web search
	 * links are not followed: the choice of a link would tell a page's owner what a document says.
	 */
	web?: { links: boolean; named: PooledHit[] } | undefined;
}

/** The most lines on what is known; of them, gaps; and queries that were sent for the sub-question before. */
const knownLinesMost = 8;
const gapLinesMost = 2;
const earlierQueriesMost = 6;
/** Reads of each investigator of a synthesis beyond its share: few use all of theirs, and there is seldom a second round. */
const spareReads = 1;

/** METHOD §8: one investigator per action of the wave, each with its share of the page reads that are left. */
export function assignmentsOf(state: ResearchState, named: PooledHit[] = []): Assignment[] {
	const wave = currentWave(state);
	const route = routeOf(state);
	const reads = readShareOf(
		state,
		wave.flatMap(({ subQuestionId = [] }) => subQuestionId),
	);
	return wave.map((turn) => {
		const { action } = turn;
		const plannedQuestion = subQuestionOf(state, turn);
		const subQuestion =
			action.kind === "challenge" ? counterQuestion(state, action.groupId, plannedQuestion) : plannedQuestion;
		const messages = messageLimit(state);
		const cited = linkedPages(subQuestion);
		const { others = [] } = otherSubQuestions(state, plannedQuestion);
		return {
			question: questionInContext(state),
			route,
			spec: specOf(subQuestion, others, route, { reads, messages }),
			reading: state.readings.find((one) => one.id === plannedQuestion.readingId),
			subQuestion,
			...(action.kind === "challenge" ? { planned: plannedQuestion } : {}),
			...(others.length > 0 ? { others } : {}),
			known: [
				...named.map(({ title }, at) => `Named by the user, to be read first: r${at + 1} ${title}`),
				...cited.map(({ title }, at) => `Linked where it is cited: r${named.length + at + 1} ${title}`),
				// A redundant worker is independent: it does not see what others found.
				...(plannedQuestion.worker ? [] : knownLines(state, plannedQuestion)),
			],
			first: firstQueries(state, subQuestion),
			read: state.sources.map(({ url }) => url),
			reads,
			messages,
			room: shownLengthEach(Math.min(reads * wave.length, readsOfWave(state) ?? Number.POSITIVE_INFINITY)),
			...(state.skipped.length > 0 ? { skip: skippedServices(state) } : {}),
			...(state.options?.web
				? { web: { links: isLinkFollowingAllowed(state.options), named: [...named, ...cited] } }
				: {}),
		};
	});
}

function messageLimit(state: ResearchState): number {
	const most = limits.investigatorMessages[routeOf(state).effort];
	if (readsOfWave(state) === undefined || optionsOf(state).depth === "deep") return most;
	return limits.waveMessages;
}

/** The queries that were not sent yet, else the sub-question's own words, so that no first message has to be a search. */
function firstQueries(state: ResearchState, subQuestion: SubQuestion): string[] {
	const { text } = subQuestion;
	const sent = new Set(state.turns.flatMap(({ queries }) => queries));
	const fresh = plannedQueries(state, subQuestion)
		.filter((query) => !sent.has(query))
		.slice(0, limits.searchesWithoutRead);
	return fresh.length > 0 ? fresh : [text].filter((query) => !sent.has(query));
}

/** Makes a sub-question of a finding that is to be contradicted. Its words come from pages. */
function counterQuestion(state: ResearchState, groupId: string, plannedQuestion: SubQuestion): SubQuestion {
	const finding = state.groups.find(({ id }) => id === groupId);
	const stated = finding?.text ?? plannedQuestion.text;
	const text = `What contradicts or limits this finding: ${stated}`;
	return { ...plannedQuestion, text, stance: "adversarial", origin: "gap", threads: [stated] };
}

/** What bears on the sub-question, then its gaps and the queries that were sent for it before. */
function knownLines(state: ResearchState, subQuestion: SubQuestion): string[] {
	const { id } = subQuestion;
	const titles = new Map(
		state.sources.map((source) => [source.id, [source.title, ...describeSpeaker(source).slice(0, 1)].join(", ")]),
	);
	const direct = state.claims.filter((claim) => claim.class === "direct");
	const ordered = relevantClaims(direct, subQuestion);
	const { queries = [], gaps = [] } = state.coverage[id] ?? {};
	const before = [
		...gaps.slice(0, gapLinesMost).map((gap) => `Not found so far: ${gap}`),
		...(queries.length > 0 ? [`Searched before: ${queries.slice(-earlierQueriesMost).join("; ")}`] : []),
	];
	return [
		...ordered
			.slice(0, knownLinesMost - before.length)
			.map((claim) => `Found: ${claim.text} (${titles.get(claim.sourceId) ?? "a page"})`),
		...before,
	];
}

/**
 * A fair share of the page reads that are left. A lookup keeps only the minimum for other planned sub-questions. Other shapes keep
 * a share for each sub-question that still waits, and one for challenges and follow-up questions.
 */
function readShareOf(state: ResearchState, ids: readonly string[]): number {
	const left = readsLeft(state);
	const waiting = state.subQuestions.filter(
		(one) => !ids.includes(one.id) && (state.coverage[one.id]?.turns ?? 0) === 0,
	).length;
	const ofWave = readsOfWave(state);
	const share =
		ofWave !== undefined
			? Math.ceil(ofWave / ids.length) + spareReads
			: routeOf(state).shape === "lookup"
				? Math.floor((left - waiting * limits.pagesPerStepMin) / ids.length)
				: Math.floor(left / (ids.length + waiting + 1));
	const most = Math.floor(left / ids.length);
	return Math.min(most, limits.investigatorReads, Math.max(limits.pagesPerStepMin, share));
}
