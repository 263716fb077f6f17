import { locatorText } from "../../evidence/source.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { formatJson } from "./evidence-json.ts";
import type { ReportInput } from "./input.ts";
import type { ModelWork } from "./model-work.ts";
import { callFieldsOf } from "./output-models.ts";
import { traceFiguresOf } from "./trace-figures.ts";
import { sentQueriesOf } from "./web-words.ts";

/**
 * `trace.json`: why each step was taken and what it did to the evidence. Only `timing` depends on the clock and the store, so that
 * the rest is equal for two runs of the same research, except for the order of calls that were sent together.
 */
export function renderTrace({ state, run, models }: ReportInput): string {
	return formatJson({
		question: state.question,
		options: state.options,
		reasoner: state.reasoner,
		source: state.source,
		route: state.route,
		...(state.clarification ? { clarification: state.clarification } : {}),
		readings: state.readings,
		plan: state.plan,
		...(state.confirmed ? { planConfirmed: state.confirmed } : {}),
		subQuestions: state.subQuestions.map((subQuestion) => ({
			...subQuestion,
			coverage: state.coverage[subQuestion.id],
		})),
		steps: state.turns.map((turn) => traceStepOf(state, turn)),
		followUpsLeft: state.followUps,
		gapAnalysis: state.analysis,
		stop: state.stop,
		figures: traceFiguresOf(state),
		...(state.options?.web ? { leftOut: state.skipped, sentOutside: sentQueriesOf(state) } : {}),
		...(models ? { fallbacks: state.fallbacks, writing: state.writing, ...modelTrace(models) } : {}),
		timing: {
			run: run.id,
			begun: run.createdAt.toISOString(),
			elapsedMs: Math.round(state.elapsedMs),
			decidedAtMs: state.turns.map(({ elapsedMs }) => Math.round(elapsedMs)),
			...(models ? { callsMs: models.calls.map((call) => callFieldsOf(call).ms), accounts: models.balances } : {}),
		},
	});
}

/** The requests to the models, without their texts, which stand in `calls.jsonl`. */
function modelTrace({ calls, investigators }: ModelWork): object {
	return {
		calls: calls.map(callFieldsOf).map(({ ms: _clock, ...call }) => call),
		investigators: investigators.map(({ name, steps }) => ({ name, steps: steps.filter(holdsMoreThanTime) })),
	};
}

/** Whether an investigator's step records more than the time. */
function holdsMoreThanTime({ name }: { name: string }): boolean {
	return !name.startsWith("time:");
}

function traceStepOf(state: ResearchState, turn: Turn): object {
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
