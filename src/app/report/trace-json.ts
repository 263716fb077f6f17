import type { CallRecord } from "../../evidence/call.ts";
import type { Inherited } from "../../evidence/earlier-run.ts";
import { locatorText } from "../../evidence/source.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import type { LoggedEvent } from "../run-log.ts";
import { type EvidenceChanges, evidenceChangesOf, wholeChange } from "../trace/step-changes.ts";
import { requestsByStep } from "../trace/step-requests.ts";
import { formatJson } from "./evidence-json.ts";
import type { ReportInput } from "./input.ts";
import type { ModelWork } from "./model-work.ts";
import { callFieldsOf, toolCallFieldsOf } from "./output-models.ts";
import { traceFiguresOf } from "./trace-figures.ts";
import { sentQueriesOf } from "./web-words.ts";

/**
 * `trace.json`: why each step was taken and what it did to the evidence; `trace-schema.ts` is its schema. Only `timing` depends on the
 * clock and the store, so that the rest is equal for two runs of the same research, except for the order of calls that were sent
 * together. `pulses`: run ids, of a campaign, whose steps are in the traces of its pulses; its own has the evidence as a whole.
 */
export function renderTrace(
	{ state: whole, run, models }: ReportInput,
	log: readonly LoggedEvent[],
	pulses?: readonly string[],
): string {
	const state = pulses ? { ...whole, turns: [] } : whole;
	const changes = pulses ? wholeChange(whole) : evidenceChangesOf(log.map(({ event }) => event));
	const requests = models && requestsByStep(models.calls, log, state);
	const position = new Map(models?.calls.map((call, at) => [call, at]));
	const requestFields = (calls: ModelWork["calls"] = []) =>
		models ? { requests: calls.map((call) => requestOf(call, position.get(call) ?? 0)) } : {};
	const waves = Array.from({ length: waveCount(state) }, (_, at) => ({
		wave: at + 1,
		offers: changes.offers.get(at + 1) ?? [],
		...requestFields(requests?.waves.get(at + 1)),
	}));
	return formatJson({
		version: 1,
		question: state.question,
		options: state.options,
		reasoner: state.reasoner,
		source: state.source,
		route: state.route,
		...(state.clarification ? { clarification: state.clarification } : {}),
		readings: state.readings,
		plan: state.plan,
		...(state.messages ? { messages: state.messages.map(({ id: _id, at: _at, ...message }) => message) } : {}),
		...(state.confirmed ? { planConfirmed: state.confirmed } : {}),
		subQuestions: state.subQuestions.map((subQuestion) => ({
			...subQuestion,
			coverage: state.coverage[subQuestion.id],
		})),
		start: { change: changes.start, ...requestFields(requests?.start) },
		waves,
		steps: state.turns.map((turn) => ({
			...traceStepOf(state, turn, changes),
			...requestFields(requests?.steps.get(turn.n)),
		})),
		end: {
			offers: changes.offers.get(waves.length + 1) ?? [],
			change: changes.end,
			...requestFields(requests?.end),
		},
		evidenceHash: changes.hash,
		followUpsLeft: state.followUps,
		gapAnalysis: state.analysis,
		attempts: state.attempts,
		stop: state.stop,
		figures: traceFiguresOf(whole),
		...(state.inherited ? earlierTrace(state, state.inherited) : {}),
		...(state.options?.web ? { leftOut: state.skipped, sentOutside: sentQueriesOf(state) } : {}),
		...(models ? { fallbacks: state.fallbacks, writing: state.writing, ...modelTrace(models) } : {}),
		timing: {
			run: run.id,
			...(pulses ? { pulses } : {}),
			begun: run.createdAt.toISOString(),
			elapsedMs: Math.round(state.elapsedMs),
			decidedAtMs: state.turns.map(({ elapsedMs }) => Math.round(elapsedMs)),
			...(models ? { callsMs: models.calls.map((call) => callFieldsOf(call).ms), accounts: models.balances } : {}),
		},
	});
}

/** What the run took over from an earlier one, and what became of the pages that it read again. */
function earlierTrace({ revisits = [] }: ResearchState, { run, claims, sources }: Inherited): object {
	return {
		earlier: { run, claims: claims.length, sources: sources.length },
		readAgain: revisits.map(({ sourceId, outcome }) => ({ sourceId, outcome })),
	};
}

/** A request as a step shows it. `call`: its position in `calls`, whose time is in `timing`. */
function requestOf(record: CallRecord, call: number): object {
	const { role, model, status, input, output, usd } = callFieldsOf(record);
	return { call, role, model, status, input, output, usd };
}

/** The requests to the models, without their texts, which stand in `calls.jsonl`. */
function modelTrace({ calls, toolCalls = [], investigators }: ModelWork): object {
	return {
		calls: calls.map(callFieldsOf).map(({ ms: _clock, ...call }) => call),
		...(toolCalls.length > 0
			? { toolCalls: toolCalls.map(toolCallFieldsOf).map(({ ms: _clock, ...call }) => call) }
			: {}),
		investigators: investigators.map(({ name, steps }) => ({ name, steps: steps.filter(holdsMoreThanTime) })),
	};
}

/** Whether an investigator's step records more than the time. */
function holdsMoreThanTime({ name }: { name: string }): boolean {
	return !name.startsWith("time:");
}

function traceStepOf(state: ResearchState, turn: Turn, changes: EvidenceChanges): object {
	const title = new Map(state.sources.map((source) => [source.id, source.title]));
	const { n, action, subQuestionId, hits, read, elapsedMs: _clock, before, after, ...did } = turn;
	const counts = changes.counts.get(n);
	const chance = changes.chances.get(n);
	return {
		step: n,
		decision: action,
		subQuestion: state.subQuestions.find(({ id }) => id === subQuestionId),
		...did,
		...(chance === undefined ? {} : { chance }),
		hits: hits.map(({ url, label, locator, score }) => ({ url, label, place: locatorText(locator), score })),
		read: read.map((id) => ({ id, title: title.get(id) })),
		before: counts?.before ?? before,
		after: after && (counts?.after ?? after),
		change: changes.steps.get(n) ?? {},
	};
}
