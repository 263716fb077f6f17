import { limits } from "../../base/limits.ts";
import { hasCoreEvidence, hasPlannedEvidence } from "../../evidence/coverage.ts";
import type { Decided, FollowUpNoted } from "../../evidence/event.ts";
import { hasPart } from "../../evidence/parts.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Shape } from "../../evidence/question.ts";
import type { Coverage, ResearchState, Turn } from "../../evidence/state.ts";
import { openRequests, withoutDropped } from "../../evidence/user-message.ts";
import { currentWave } from "../../evidence/wave.ts";
import {
	gapRoundsLeft,
	hasInvestigators,
	isEverythingRead,
	isExhausted,
	optionsOf,
	readsLeft,
	routeOf,
} from "../state-access.ts";
import { agreeingOrigins, captureReason, isCheckDue } from "./capture-reason.ts";
import { finalStop, stopAfterRounds, stopWithoutReads } from "./final-stop.ts";
import { pagesWithoutGain, pagesWithoutGainMost } from "./gain.ts";
import type { Ranked } from "./offers.ts";
import { stopDecision, withIds } from "./planner.ts";
import { isOutOfRounds } from "./rounds.ts";
import { widthOf } from "./width.ts";
import { workerWave } from "./workers.ts";

/** A follow-up question of at least this promise goes before the rest of the plan. */
const promisingFrom = 0.5;
/** A follow-up question of less promise is not worth a read. */
const worthwhileFrom = 0.25;
/** The last recovery tier after the question's own words (METHOD §7). */
const lastTier = 4;
/** Turns spent on one sub-question before it is left thin. */
const turnsEach = 2;
/** The most challenges in a run, by the shape of its answer. */
const challengesMax: Record<Shape, number> = { lookup: 1, extraction: 2, synthesis: 3 };
/** A backed question is done after this many turns without anything new. */
const quietTurns = 3;

/** The decisions of a rule, best first; nothing where it does not apply. */
type Rule = (state: ResearchState) => Decided | Decided[] | undefined;

/** The rules by name, in their order. Each is a function of the state. */
const rules: Readonly<Record<string, Rule>> = {
	coverRequests,
	stopWhenCaptured,
	stopWhenRedundant,
	stopWithoutReads,
	checkAnswer,
	tryReadingAfterDeadEnd: (state) => tryOtherReading(state, hasCoreDeadEnd),
	recoverDeadEnds,
	coverCore: (state) => coverPlanned(state, "core"),
	stopWhenStalled,
	stopAfterRounds,
	followPromisingHops: (state) => followHops(state, promisingFrom),
	coverOptional: (state) => coverPlanned(state, "optional"),
	coverThin,
	challengeFindings,
	stopWhenSettled,
	readFurtherResults,
	followOtherHops: (state) => followHops(state, worthwhileFrom),
	tryReadingWithoutAnswer: (state) => tryOtherReading(state, isUnanswered),
	finalStop,
};

/**
 * METHOD §7, `guided`: decides each wave from the evidence. The rules are asked in order, and their decisions fill the wave, one
 * action per sub-question. A reason to stop counts only while the wave is empty. Pure, so the same log gives the same next wave.
 */
export function guided(state: ResearchState): Decided[] {
	const wanted = withoutDropped(state);
	const workers = workerWave(state);
	if (workers.length > 0) return withIds(state, workers);
	const width = widthOf(state);
	const wave = new Map<string, Decided>();
	for (const rule of Object.values(rules))
		for (const one of [rule(wanted) ?? []].flat()) {
			if (one.action.kind === "stop") return wave.size > 0 ? withIds(state, [...wave.values()]) : [one];
			const key = one.added?.text ?? one.action.subQuestionId;
			if (!wave.has(key)) wave.set(key, one);
			if (wave.size >= width) return withIds(state, [...wave.values()]);
		}
	return withIds(state, [...wave.values()]);
}

/** What each rule offers, best first, whether or not the wave has room for it. */
export function guidedOffers(state: ResearchState): Ranked[] {
	return Object.entries(rules).flatMap(([rule, decide]) =>
		[decide(withoutDropped(state)) ?? []].flat().map((one): Ranked => [rule, one]),
	);
}

/** What the user asked for during the run comes first, also where the question itself is answered. */
function coverRequests(state: ResearchState): Decided[] {
	if (readsLeft(state) === 0) return [];
	return openRequests(state).map((id) => cover(id, `you asked for ${id} during the run`));
}

/** Stops a lookup when its value is captured and checked, and no open follow-up question is promising. */
function stopWhenCaptured(state: ResearchState): Decided | undefined {
	const hasOpenLead =
		state.followUps.some((followUp) => isOpen(state, followUp, promisingFrom)) && readsLeft(state) > 0;
	if (hasOpenLead && !state.answer?.complete) return undefined;
	const how = captureReason(state);
	return how === undefined ? undefined : stopDecision("ANSWER_CAPTURED", how);
}

/** Checks a lookup's answer next when one statement gives it whole: no second hop can add to it. */
function checkAnswer(state: ResearchState): Decided | undefined {
	const { answer } = state;
	if (routeOf(state).shape !== "lookup" || !answer || answer.confidence === "low") return undefined;
	if (!answer.complete && !(isCheckDue(state) && agreeingOrigins(state, answer) >= 2)) return undefined;
	const next = state.subQuestions.find((one) => one.stance === "adversarial" && turnsOn(state, one.id) === 0);
	if (!next) return undefined;
	return {
		action: {
			kind: "cover",
			subQuestionId: next.id,
			reason: `"${answer.text}" is stated${answer.complete ? " whole" : " by several"}: looking for dissent`,
		},
	};
}

/** Stops when everything core is backed and nothing new came for a while. */
function stopWhenRedundant(state: ResearchState): Decided | undefined {
	const last = state.turns.slice(-quietTurns);
	const isQuiet =
		last.length === quietTurns && last.every(({ signal }) => signal === "REDUNDANT" || signal === "DEAD_END");
	if (!isQuiet || !hasCoreEvidence(state) || state.subQuestions.some(({ id }) => turnsOn(state, id) === 0))
		return undefined;
	return stopDecision(
		"COVERAGE_MET",
		`every core sub-question is backed, and the last ${quietTurns} steps brought nothing new`,
	);
}

/** METHOD §2: tries another reading of a looked-up question where the literal one has failed, and not before. */
function tryOtherReading(state: ResearchState, hasFailed: (state: ResearchState) => boolean): Decided | undefined {
	if (routeOf(state).shape !== "lookup" || !hasFailed(state)) return undefined;
	const next = state.subQuestions.find((one) => isOtherReading(state, one) && turnsOn(state, one.id) === 0);
	if (!next) return undefined;
	const action = {
		kind: "cover",
		subQuestionId: next.id,
		reason: `another reading of the question: ${next.text}`,
	} as const;
	return { action };
}

/** Whether a sub-question is optional and of a reading that takes the question's words as something else. */
function isOtherReading({ readings }: ResearchState, { readingId, priority }: SubQuestion): boolean {
	return priority === "optional" && readings.some(({ id, kind }) => id === readingId && kind === "homophone");
}

/** Whether the last wave worked on a core question of the plan and found nothing that bears on it. */
function hasCoreDeadEnd(state: ResearchState): boolean {
	return currentWave(state).some((turn) => {
		const subQuestion = state.subQuestions.find(({ id }) => id === turn.subQuestionId);
		return subQuestion?.origin === "plan" && subQuestion.priority === "core" && isDeadEnd(state, turn);
	});
}

/** Whether neither this action nor one before it found anything that bears on its sub-question. */
function isDeadEnd({ coverage }: ResearchState, { signal, subQuestionId = "" }: Turn): boolean {
	const foundNothing = signal === "DEAD_END" || signal === "NO_RETRIEVAL_RESULTS";
	return foundNothing && coverage[subQuestionId]?.directClaims === 0;
}

function isUnanswered({ answer }: ResearchState): boolean {
	return !answer || answer.confidence === "low";
}

/** Searches a dead end again in other words before the run moves on. */
function recoverDeadEnds(state: ResearchState): Decided[] {
	if (!hasPart(state, "recovery")) return [];
	if (hasInvestigators(state.options)) return isOutOfRounds(state) ? [] : sendSecondInvestigator(state);
	if (isOutOfRounds(state) || hasGapQueries(state)) return [];
	return currentWave(state)
		.filter((turn) => isDeadEnd(state, turn) && !isExhausted(state, turn.subQuestionId ?? ""))
		.flatMap(({ subQuestionId: id = "", signal }) => {
			const subQuestion = state.subQuestions.find((one) => one.id === id);
			const coverage = state.coverage[id];
			// A follow-up question without results was a guess, and other workers look for the same.
			if (!coverage || subQuestion?.worker || subQuestion?.origin === "hop" || subQuestion?.origin === "citation")
				return [];
			const tier = coverage.tier + 1;
			// What was asked gets every wording. Optional sub-questions and counter-evidence get one more, because there may be none.
			const isAsked =
				subQuestion?.origin === "plan" && subQuestion.priority === "core" && subQuestion.stance === "supporting";
			if (tier > (isAsked ? lastTier : 1)) return [];
			return {
				action: { kind: "recover", subQuestionId: id, tier, reason: `${signal} on ${id}: recovery tier ${tier}` },
			};
		});
}

/** Whether a gap analysis, which knows the failed searches, wrote the next queries of an open question. Rewording adds none to them. */
function hasGapQueries(state: ResearchState): boolean {
	if (!optionsOf(state).model || routeOf(state).shape === "lookup" || hasInvestigators(state.options)) return false;
	return (
		hasPlannedEvidence(state) &&
		state.followUps.some((one) => one.origin === "gap" && isOpen(state, one, worthwhileFrom))
	);
}

/** Sends one more investigator where the first tried several wordings and found nothing on a core sub-question. */
function sendSecondInvestigator(state: ResearchState): Decided[] {
	return state.subQuestions
		.filter(
			({ id, priority, stance }) =>
				priority === "core" &&
				stance === "supporting" &&
				turnsOn(state, id) > 0 &&
				state.coverage[id]?.directClaims === 0 &&
				state.coverage[id]?.tier === 0,
		)
		.map(({ id }) => {
			const reason = `nothing was found on ${id}: another investigator, who knows what was tried`;
			return { action: { kind: "recover", subQuestionId: id, tier: 1, reason } };
		});
}

function coverPlanned(state: ResearchState, priority: SubQuestion["priority"]): Decided[] {
	return state.subQuestions
		.filter((one) => one.priority === priority && turnsOn(state, one.id) === 0 && !isOtherReading(state, one))
		.toSorted((a, b) => readingWeight(state, b) - readingWeight(state, a))
		.map(({ id }) => cover(id, `${id} is uncovered (${priority})`));
}

/** The weight of a sub-question's reading where searches weighed the readings: the likeliest goes first. Else 0: the plan's order counts. */
function readingWeight({ readings, readingQueries }: ResearchState, { readingId, stance }: SubQuestion): number {
	if (!readingQueries || stance === "adversarial") return 0;
	return readings.find(({ id }) => id === readingId)?.weight ?? 0;
}

function cover(subQuestionId: string, reason: string): Decided {
	return { action: { kind: "cover", subQuestionId, reason } };
}

/** The second hop: the most promising follow-up questions become the next sub-questions. */
function followHops(state: ResearchState, least: number): Decided[] {
	// Where no page read so far bears on the question, there is no trail to follow.
	if (!hasPlannedEvidence(state) || readsLeft(state) <= readsKeptForCheck(state)) return [];
	if (isEverythingRead(state) && !isTrailWarm(state)) return [];
	return state.followUps.filter((one) => isOpen(state, one, least)).map((one) => subQuestionFor(state, one));
}

/** The most hops after every document was read, and so the length of a trail within them. */
const hopsAfterReadingMost = 3;

/** Whether the trail still gives evidence within what was read: each hop that read nothing has a direct claim, and they are few. */
function isTrailWarm({ turns, coverage }: ResearchState): boolean {
	const lastRead = turns.findLastIndex(({ read }) => read.length > 0);
	const hops = turns.slice(lastRead + 1).filter(({ action }) => action.kind === "hop");
	return (
		hops.length < hopsAfterReadingMost &&
		hops.every(({ subQuestionId = "" }) => (coverage[subQuestionId]?.directClaims ?? 0) > 0)
	);
}

/** Makes a follow-up question a sub-question of its own. The wave numbers it. */
function subQuestionFor({ readings }: ResearchState, followUp: FollowUpNoted): Decided {
	const { text, origin, focus, from, priority, reason, queries, link } = followUp;
	const added: SubQuestion = {
		...{ id: "", text, dimension: "factual", stance: "supporting", priority, origin, focus, from },
		readingId: readings[0]?.id ?? "r1",
		threads: queries ?? [text],
		...(link === undefined ? {} : { link }),
	};
	return { action: { kind: "hop", subQuestionId: "", reason }, added };
}

/** The page reads that a lookup with an answer keeps for checking it. */
function readsKeptForCheck(state: ResearchState): number {
	const unchecked = state.subQuestions.some(({ id, stance }) => stance === "adversarial" && turnsOn(state, id) === 0);
	return unchecked && state.answer && state.answer.confidence !== "low" ? limits.pagesPerStepMin : 0;
}

function isOpen(state: ResearchState, followUp: FollowUpNoted, least: number): boolean {
	if (followUp.promise < least) return false;
	if (followUp.origin !== "gap") return true;
	return gapRoundsLeft(state) > 0;
}

/** Searches a core sub-question that rests on one claim or one source once more in other words. */
function coverThin(state: ResearchState): Decided[] {
	if (hasGapQueries(state)) return [];
	return state.subQuestions
		.filter(
			(one) =>
				one.priority === "core" &&
				statusOf(state, one.id) === "thin" &&
				turnsOn(state, one.id) < turnsEach &&
				!isExhausted(state, one.id),
		)
		.toSorted((a, b) => directClaimsOn(state, a) - directClaimsOn(state, b))
		.map(({ id }) => cover(id, `${id} rests on a single claim or source`));
}

/** Searches for what contradicts a finding that two origins share. */
function challengeFindings(state: ResearchState): Decided[] {
	if (!hasPart(state, "challenges")) return [];
	const made = state.turns.filter((turn) => turn.action.kind === "challenge").length;
	return state.groups
		.filter((one) => one.confidence === "high" && !one.challenged && !one.disputed)
		.slice(0, Math.max(0, challengesMax[routeOf(state).shape] - made))
		.flatMap(({ id: groupId, origins, subQuestionIds: [subQuestionId] }) => {
			if (subQuestionId === undefined) return [];
			const agreed = origins > 1 ? `${origins} origins agree` : "a source at first hand says so";
			return { action: { kind: "challenge", subQuestionId, groupId, reason: `${agreed}: looking for dissent` } };
		});
}

/**
 * Stops when the question is backed and was challenged, and the last pages brought nothing better: a weak follow-up question is
 * worth no more reads. Does not apply where nothing was read lately.
 */
function stopWhenSettled(state: ResearchState): Decided | undefined {
	if (routeOf(state).shape === "lookup" && isReadExhaustively(state)) return undefined;
	return hasCoreEvidence(state) && pagesWithoutGain(state) >= pagesWithoutGainMost ? finalStop(state) : undefined;
}

/** Stops a lookup without a value to check whose last pages brought nothing better than its best passages. */
function stopWhenStalled(state: ResearchState): Decided | undefined {
	if (
		routeOf(state).shape !== "lookup" ||
		!isUnanswered(state) ||
		isReadExhaustively(state) ||
		hasInvestigators(state.options)
	)
		return undefined;
	const pages = pagesWithoutGain(state);
	if (!hasPlannedEvidence(state) || pages < pagesWithoutGainMost) return undefined;
	return stopDecision(
		"DIMINISHING_RETURNS",
		`the last ${pages} pages brought nothing better than the best passages found before`,
	);
}

/** Whether the run reads on while reads are left: no model says what is missing, and the question is open or has no answer yet. */
function isReadExhaustively(state: ResearchState): boolean {
	return !optionsOf(state).model && (routeOf(state).shape !== "lookup" || isUnanswered(state));
}

/** Reads on down the results of core sub-questions, while pages bear on them. */
function readFurtherResults(state: ResearchState): Decided[] {
	if (!isReadExhaustively(state)) return [];
	const core = state.subQuestions.filter((one) => one.priority === "core" && one.stance === "supporting");
	const fruitful = core.filter(({ id }) => {
		const last = state.turns.findLast((turn) => turn.subQuestionId === id);
		return last === undefined || (last.read.length > 0 && !isExhausted(state, id));
	});
	return fruitful
		.toSorted((a, b) => turnsOn(state, a.id) - turnsOn(state, b.id))
		.map(({ id }) => cover(id, `the results on ${id} still bear on the question`));
}

const statusOf = (state: ResearchState, id: string): Coverage["status"] => state.coverage[id]?.status ?? "uncovered";
const turnsOn = (state: ResearchState, id: string): number => state.coverage[id]?.turns ?? 0;
const directClaimsOn = (state: ResearchState, { id }: SubQuestion): number => state.coverage[id]?.directClaims ?? 0;
