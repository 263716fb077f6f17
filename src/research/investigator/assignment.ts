import { limits } from "../../base/limits.ts";
import type { RunOptions } from "../../evidence/event.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Reading, Route } from "../../evidence/question.ts";
import { saidBy } from "../../evidence/said-by.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveOf, wavesOf } from "../../evidence/wave.ts";
import { bearingOn } from "../../reasoning/bearing.ts";
import { optionsOf, othersOf, readsLeft, routeOf, skippedIn, subQuestionOf } from "../facts.ts";
import { roomOfOne } from "../page-room.ts";
import { readsOfWave } from "../planners/rounds.ts";

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
const linesTold = 8;
const gapsTold = 2;
const queriesTold = 6;

/** METHOD §8: one investigator per action of the wave, each with its share of the page reads that are left. */
export function assignmentsOf(state: ResearchState, named: PooledHit[] = []): Assignment[] {
	const wave = waveOf(state);
	const route = routeOf(state);
	const reads = shareOf(
		state,
		wave.flatMap(({ subQuestionId = [] }) => subQuestionId),
	);
	return wave.map((turn) => {
		const { action } = turn;
		const asked = subQuestionOf(state, turn);
		const subQuestion = action.kind === "challenge" ? against(state, action.groupId, asked) : asked;
		return {
			question: state.question,
			route,
			reading: state.readings.find((one) => one.id === asked.readingId),
			subQuestion,
			...(action.kind === "challenge" ? { planned: asked } : {}),
			...othersOf(state, asked),
			known: [
				...named.map(({ title }, at) => `Named by the user, to be read first: r${at + 1} ${title}`),
				...knownFor(state, asked),
			],
			first: firstQueries(state, subQuestion),
			read: state.sources.map(({ url }) => url),
			reads,
			messages: messagesOf(state),
			room: roomOfOne(reads * wave.length),
			...(state.skipped.length > 0 ? { skip: skippedIn(state) } : {}),
			...(state.options?.web ? { web: { links: followsLinks(state.options), named } } : {}),
		};
	});
}

function messagesOf(state: ResearchState): number {
	const most = limits.investigatorMessages[routeOf(state).effort];
	if (readsOfWave(state) === undefined || optionsOf(state).depth === "deep") return most;
	const [first, later] = limits.roundMessages;
	return wavesOf(state) <= 1 ? first : later;
}

/** The queries that were not sent yet, else the sub-question's own words, so that no first message has to be a search. */
function firstQueries({ turns }: ResearchState, { threads, text }: SubQuestion): string[] {
	const sent = new Set(turns.flatMap(({ queries }) => queries));
	const fresh = threads.filter((query) => !sent.has(query)).slice(0, limits.searchesWithoutRead);
	return fresh.length > 0 ? fresh : [text].filter((query) => !sent.has(query));
}

function followsLinks({ corpus, web }: RunOptions): boolean {
	return corpus.length === 0 || (web?.search.length ?? 0) > 0;
}

/** Makes a sub-question of a finding that is to be contradicted. Its words come from pages. */
function against(state: ResearchState, groupId: string, asked: SubQuestion): SubQuestion {
	const finding = state.groups.find(({ id }) => id === groupId);
	const stated = finding?.text ?? asked.text;
	const text = `What contradicts or limits this finding: ${stated}`;
	return { ...asked, text, stance: "adversarial", origin: "gap", threads: [stated] };
}

/** What bears on the sub-question, then its gaps and the queries that were sent for it before. */
function knownFor(state: ResearchState, asked: SubQuestion): string[] {
	const { id } = asked;
	const titles = new Map(
		state.sources.map((source) => [source.id, [source.title, ...saidBy(source).slice(0, 1)].join(", ")]),
	);
	const direct = state.claims.filter((claim) => claim.class === "direct");
	const ordered = bearingOn(direct, asked);
	const { queries = [], gaps = [] } = state.coverage[id] ?? {};
	const before = [
		...gaps.slice(0, gapsTold).map((gap) => `Not found so far: ${gap}`),
		...(queries.length > 0 ? [`Searched before: ${queries.slice(-queriesTold).join("; ")}`] : []),
	];
	return [
		...ordered
			.slice(0, linesTold - before.length)
			.map((claim) => `Found: ${claim.text} (${titles.get(claim.sourceId) ?? "a page"})`),
		...before,
	];
}

/**
 * A fair share of the page reads that are left. A lookup keeps only the minimum for other planned sub-questions. Other shapes keep
 * a share for each sub-question that still waits, and one for challenges and follow-up questions.
 */
function shareOf(state: ResearchState, ids: readonly string[]): number {
	const left = readsLeft(state);
	const waiting = state.subQuestions.filter(
		(one) => !ids.includes(one.id) && (state.coverage[one.id]?.turns ?? 0) === 0,
	).length;
	const ofWave = readsOfWave(state);
	const share =
		ofWave !== undefined
			? Math.ceil(ofWave / ids.length)
			: routeOf(state).shape === "lookup"
				? Math.floor((left - waiting * limits.choiceMin) / ids.length)
				: Math.floor(left / (ids.length + waiting + 1));
	const most = Math.floor(left / ids.length);
	return Math.min(most, limits.investigatorReads, Math.max(limits.choiceMin, share));
}
