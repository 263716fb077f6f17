import { limits } from "../../base/limits.ts";
import { comparisonForm } from "../../base/text.ts";
import { isConfirmed, topAnswer } from "../../evidence/agreement.ts";
import type { Decided } from "../../evidence/event.ts";
import { hasPart } from "../../evidence/parts.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Reading } from "../../evidence/question.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { keywords } from "../../text/words.ts";
import { agreementInput, isHardLookup, optionsOf, readsLeft } from "../state-access.ts";

/** The weight from which a reading gets a worker of its own. */
const weightyMin = 0.1;

/** Where a worker starts: a reading of the question, and its first query. */
interface Start {
	reading: Reading;
	query: string;
}

/**
 * METHOD §8: the redundant workers of a hard lookup, which are investigators of the whole question. The first wave sends several, from
 * different readings, or with different first queries where there are fewer readings. Later, one more is sent if nobody confirmed the
 * top answer. Empty where nothing is to be sent.
 */
export function workerWave(state: ResearchState): Decided[] {
	if (!hasWorkers(state) || readsLeft(state) === 0) return [];
	const sent = state.subQuestions.filter(({ worker }) => worker).length;
	const starts = startsOf(state);
	if (starts.length < 2) return [];
	if (sent < limits.redundantWorkers) {
		const width = optionsOf(state).width ?? limits.redundantWorkers;
		const stepsLeft = optionsOf(state).maxSteps - state.turns.length;
		const byReads = Math.max(1, Math.floor(readsLeft(state) / limits.pagesPerStepMin));
		const next = starts.slice(sent, limits.redundantWorkers).slice(0, Math.min(width, stepsLeft, byReads));
		return next.map((start) =>
			decision(start, `a hard question: ${requestsMost(next.length)}, to see whether they agree`),
		);
	}
	const top = topAnswer(agreementInput(state));
	// Where no other start is left, it words its first search itself: a query that was sent is not sent again.
	const next = starts[limits.redundantWorkers] ?? starts[0];
	if (sent > limits.redundantWorkers || !top || !next || isConfirmed(agreementInput(state))) return [];
	return [decision(next, `nobody confirmed "${top.answer.text}": ${requestsMost(1)}`)];
}

/** Whether redundant workers are sent: after a hard lookup, with models whose requests are isolated. */
function hasWorkers(state: ResearchState): boolean {
	const { model, planner, from } = optionsOf(state);
	if (!model || model.session === "single" || planner !== "guided" || !hasPart(state, "redundancy")) return false;
	// A further question on a run's stored pages has nowhere else to look.
	return from === undefined && isHardLookup(state);
}

/** `3 workers, at most 15 more requests beside repairs`: their messages, and one request each for its answer. Pages come from the run's own limit. */
function requestsMost(workers: number): string {
	const requests = workers * (limits.investigatorMessages.complex + 1);
	return `${workers} ${workers === 1 ? "worker" : "workers"}, at most ${requests} more requests beside repairs`;
}

/** All starts, the most different first: one for each weighty reading, then other first queries, the likeliest reading first. */
function startsOf({ question, readings, plan, route }: ResearchState): Start[] {
	const literal: Reading = { id: "r1", kind: "literal", text: question, weight: 1 };
	const weighty = readings.filter(({ weight }) => weight >= weightyMin).toSorted((a, b) => b.weight - a.weight);
	const queriesOf = (reading: Reading): Start[] =>
		[
			...plan.subQuestions
				.filter(({ readingId, stance }) => readingId === reading.id && stance === "supporting")
				.flatMap(({ threads }) => threads),
			reading.text,
			keywords(reading.text).join(" "),
			[...(route?.subjects ?? []), ...(route?.values ?? [])].join(" "),
		].map((query) => ({ reading, query }));
	const byReading = (weighty.length > 0 ? weighty : [literal]).map(queriesOf);
	const firsts = byReading.flatMap((starts) => starts.slice(0, 1));
	const seen = new Set([""]);
	return [...firsts, ...byReading.flatMap((starts) => starts.slice(1))].filter(({ query }) => {
		const key = comparisonForm(query);
		return !seen.has(key) && seen.add(key);
	});
}

function decision({ reading, query }: Start, reason: string): Decided {
	const added: SubQuestion = {
		...{ id: "", text: reading.text, dimension: "factual", stance: "supporting", priority: "optional" },
		...{ readingId: reading.id, origin: "plan", focus: [], threads: [query], worker: true },
	};
	return { action: { kind: "cover", subQuestionId: "", reason }, added };
}
