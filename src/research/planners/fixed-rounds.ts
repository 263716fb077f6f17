import type { Decided, FollowUpNoted } from "../../evidence/event.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { openRequests, withoutDropped } from "../../evidence/user-message.ts";
import { waveCount } from "../../evidence/wave.ts";
import { namesIn } from "../../text/entities.ts";
import { contentStems, keywords } from "../../text/words.ts";
import { optionsOf, readsLeft } from "../state-access.ts";
import { captureReason } from "./capture-reason.ts";
import { finalStop, stopWithoutReads } from "./final-stop.ts";
import type { Ranked } from "./offers.ts";
import { stopDecision, withIds } from "./planner.ts";

/** METHOD §7: the most follow-up questions of round 1 and of round 2, and the most objects of the drill-down. */
const firstRoundMost = 5;
const secondRoundMost = 2;
const objectsMost = 3;
/** An object that fewer sources name is a detail of one page. */
const objectSourcesLeast = 2;

/**
 * METHOD §7, `rounds`: a fixed order of waves. The whole plan; round 1 of follow-up questions; round 2, where a core sub-question is
 * still open; then a drill-down into the objects that most sources name. Pure, so the same log gives the same next wave.
 */
export function fixedRounds(state: ResearchState): Decided[] {
	const answered = captureReason(state);
	const isDone = answered !== undefined && openRequests(state).length === 0;
	const stop = isDone ? stopDecision("ANSWER_CAPTURED", answered) : stopWithoutReads(state);
	if (stop) return [stop];
	const waiting = waitingPlan(state);
	const wave = waiting.length > 0 ? waiting : laterWave(state);
	const most = Math.min(readsLeft(state), optionsOf(state).maxSteps - state.turns.length);
	return wave.length === 0 ? [finalStop(state)] : withIds(state, wave.slice(0, most));
}

/** What the rounds choose from: the plan, all follow-up questions, and the objects. */
export function fixedRoundsOffers(state: ResearchState): Ranked[] {
	const ranked = (rule: string, decided: readonly Decided[]) => decided.map((one): Ranked => [rule, one]);
	return [
		...ranked("coverPlan", waitingPlan(state)),
		...ranked(
			"followUps",
			state.followUps.map((one) => follow(state, one)),
		),
		...ranked("drillDown", drillDown(state)),
		...ranked("finalStop", [finalStop(state)]),
	];
}

/** The sub-questions of the plan that no step has worked on. */
function waitingPlan(state: ResearchState): Decided[] {
	const { plan, coverage } = withoutDropped(state);
	return plan.subQuestions.filter(({ id }) => (coverage[id]?.turns ?? 0) === 0).map(({ id }) => cover(id));
}

function cover(subQuestionId: string): Decided {
	return { action: { kind: "cover", subQuestionId, reason: "the plan, all at once" } };
}

/** The rounds in their order. One that has nothing to ask is passed over. */
function laterWave(state: ResearchState): Decided[] {
	const isDrilled = state.subQuestions.some(({ origin }) => origin === "object");
	if (isDrilled) return [];
	const rounds = waveCount(state) - 1;
	const most = rounds === 0 ? firstRoundMost : rounds === 1 && hasOpenCore(state) ? secondRoundMost : 0;
	const followUps = state.followUps.slice(0, most).map((one) => follow(state, one));
	return followUps.length > 0 ? followUps : drillDown(state);
}

function hasOpenCore({ plan, coverage }: ResearchState): boolean {
	return plan.subQuestions.some(({ id, priority }) => priority === "core" && coverage[id]?.status !== "covered");
}

function follow(state: ResearchState, followUp: FollowUpNoted): Decided {
	const { text, origin, focus, from, priority, reason, queries = [text], link } = followUp;
	const linked = link === undefined ? {} : { link };
	return ask(state, { text, origin, focus, from, priority, threads: queries, ...linked }, reason);
}

/** The objects that most sources name beyond the question itself. One in a dispute counts once more for each. */
function drillDown(state: ResearchState): Decided[] {
	const inQuestion = new Set(contentStems(state.question));
	const disputed = new Set(state.conflicts.flatMap(({ a, b }) => [a, b]));
	const sources = new Map<string, Set<string>>();
	for (const { id, text, sourceId } of state.claims)
		for (const name of namesIn(text)) {
			if (contentStems(name).every((stem) => inQuestion.has(stem))) continue;
			const named = sources.get(name) ?? new Set();
			named.add(sourceId);
			if (disputed.has(id)) named.add(`dispute:${id}`);
			sources.set(name, named);
		}
	return [...sources]
		.filter(([, named]) => named.size >= objectSourcesLeast)
		.toSorted(([a, of], [b, other]) => other.size - of.size || (a < b ? -1 : 1))
		.slice(0, objectsMost)
		.map(([name, { size }]) => {
			const text = `What else is known of ${name}, for the question: ${state.question}`;
			const query = [name, ...keywords(state.question)].join(" ");
			const asked = { text, origin: "object", focus: [name], from: undefined, priority: "optional" } as const;
			return ask(state, { ...asked, threads: [query] }, `drill-down: ${size} sources and disputes name ${name}`);
		});
}

type Wanted = Pick<SubQuestion, "text" | "origin" | "from" | "priority" | "threads" | "link"> & {
	focus: readonly string[];
};

function ask({ readings }: ResearchState, { focus, ...wanted }: Wanted, reason: string): Decided {
	const readingId = readings[0]?.id ?? "r1";
	const added: SubQuestion = {
		...{ ...wanted, focus: [...focus] },
		...{ id: "", dimension: "factual", stance: "supporting", readingId },
	};
	return { action: { kind: "hop", subQuestionId: "", reason }, added };
}
