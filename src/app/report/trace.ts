import { locatorText } from "../../evidence/source.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { pretty } from "./evidence.ts";
import type { ReportInput } from "./input.ts";
import type { ModelWork } from "./model-work.ts";
import { callOf } from "./output-models.ts";
import { sentOf } from "./web-words.ts";

/**
 * `trace.json`: why each step was taken and what it did to the evidence. Only `timing` depends on the clock and the store, so that
 * the rest is equal for two runs of the same research, except for the order of calls that were sent together.
 */
export function renderTrace({ state, run, models }: ReportInput): string {
	return pretty({
		question: state.question,
		options: state.options,
		reasoner: state.reasoner,
		source: state.source,
		route: state.route,
		readings: state.readings,
		plan: state.plan,
		subQuestions: state.subQuestions.map((subQuestion) => ({
			...subQuestion,
			coverage: state.coverage[subQuestion.id],
		})),
		steps: state.turns.map((turn) => stepOf(state, turn)),
		followUpsLeft: state.followUps,
		gapAnalysis: state.analysis,
		stop: state.stop,
		...(state.options?.web ? { leftOut: state.skipped, sentOutside: sentOf(state) } : {}),
		...(models ? { fallbacks: state.fallbacks, writing: state.writing, ...workOf(models) } : {}),
		timing: {
			run: run.id,
			begun: run.createdAt.toISOString(),
			elapsedMs: Math.round(state.elapsedMs),
			decidedAtMs: state.turns.map(({ elapsedMs }) => Math.round(elapsedMs)),
			...(models ? { callsMs: models.calls.map((call) => callOf(call).ms), accounts: models.balances } : {}),
		},
	});
}

/** The requests to the models, without their texts, which stand in `calls.jsonl`. */
function workOf({ calls, investigators }: ModelWork): object {
	return {
		calls: calls.map(callOf).map(({ ms: _clock, ...call }) => call),
		investigators: investigators.map(({ name, steps }) => ({ name, steps: steps.filter(isNoClock) })),
	};
}

/** Whether an investigator's step records more than the time. */
function isNoClock({ name }: { name: string }): boolean {
	return !name.startsWith("time:");
}

function stepOf(state: ResearchState, turn: Turn): object {
	const title = new Map(state.sources.map((source) => [source.id, source.title]));
	const { n, action, subQuestionId, hits, read, elapsedMs: _clock, before, after, ...did } = turn;
	return {
		step: n,
		decision: action,
		subQuestion: state.subQuestions.find(({ id }) => id === subQuestionId),
		...did,
		hits: hits.map(({ url, label, locator, score }) => ({ url, label, place: locatorText(locator), score })),
		read: read.map((id) => ({ id, title: title.get(id) })),
		before,
		after,
	};
}
