import { setImmediate } from "node:timers/promises";
import type { Json } from "../base/json.ts";
import type { Fallback } from "../evidence/call.ts";
import type { ResearchEvent } from "../evidence/event.ts";
import { emptyState, foldEvent } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RoleContext } from "../reasoning/reasoner.ts";
import type { RunContext } from "../store/store.ts";
import { createRunClock } from "./run-clock.ts";
import { leftMs } from "./time.ts";
import type { Tools } from "./tools.ts";

type WithoutLogFields<E> = E extends unknown ? Omit<E, "turn" | "order" | "fallbacks" | "crash"> : never;
/** An event without its place in the log. */
export type EventBody = WithoutLogFields<ResearchEvent>;

/** What a step's work receives and passes on to the roles. */
export interface StepContext extends RoleContext {
	signal: AbortSignal;
	step: string;
	onFallback(fallback: Fallback): void;
	leftMs(purpose: "research" | "report"): number;
	/** Active time of the run in ms, without the time between two processes. */
	elapsedMs(): number;
	/** Counts the active time that a child's log holds: that of a process that was killed in it. ms */
	advanceTo(elapsedMs: number): void;
	/** Starts a run under this one; see `RunContext.child`. */
	child: RunContext["child"];
}

/** One durable step that yields one event. `name` is derived from content and unique in the run. */
export interface Step {
	name: string;
	work: (role: StepContext) => Promise<EventBody>;
	/**
	 * What is recorded once the step has crashed the program too often: the work by rules instead of models, or an event that holds
	 * nothing. Without it the run stops and names the step; when it is resumed, the step is done again.
	 */
	instead?: "rules" | ((reason: string, context: StepContext) => EventBody) | undefined;
	/** `work` calls `child`. */
	hasChildren?: boolean | undefined;
}

/**
 * A stage of the flow: from the state alone, the steps that it adds to the log; none when there is nothing to do. What a stage did is
 * in the events of its steps and nowhere else, so the next stage sees it in the state.
 */
export type Stage = (state: ResearchState, tools: Tools, turn: number) => readonly Step[] | Promise<readonly Step[]>;

/** One stage that runs the steps of several at once. */
export function together(...stages: readonly Stage[]): Stage {
	return async (...input) => (await Promise.all(stages.map((stage) => stage(...input)))).flat();
}

/** The run's log: it records events, and its state is the fold of all recorded events. */
export interface Journal {
	readonly runId: string;
	readonly state: ResearchState;
	/** The names of the steps that earlier processes recorded, in order. */
	readonly recorded: readonly string[];
	/** Runs a stage: its steps at once. `turn`: the wave; 0 before the first. */
	run(stage: Stage, turn?: number): Promise<void>;
	/** Records one event as a durable step, or takes it from the log. */
	record(turn: number, entry: Step): Promise<ResearchEvent>;
	/** Records several events at once, in any order of completion. The state gets them in the order of `entries`. */
	recordAll(turn: number, entries: readonly Step[]): Promise<ResearchEvent[]>;
}

export function openJournal(run: RunContext, tools: Tools): Journal {
	let state = emptyState;
	const clock = createRunClock(tools.openingMs, tools.now);

	function applyEvent(event: ResearchEvent): ResearchEvent {
		state = foldEvent(state, event);
		if (event.elapsedMs !== undefined) clock.set(event.elapsedMs);
		tools.onEvent?.(event, state);
		return event;
	}

	async function runStep(
		turn: number,
		order: number,
		{ name, work, instead, hasChildren }: Step,
	): Promise<ResearchEvent> {
		// A run on folders never waits. Without this yield, Ctrl-C and the display get no time until the run ends.
		await setImmediate();
		const record = async (signal: AbortSignal, crash?: string): Promise<Json> => {
			const fallbacks: Fallback[] = [];
			const context: StepContext = {
				signal,
				step: name,
				crash,
				elapsedMs: clock.elapsedMs,
				advanceTo: clock.advanceTo,
				child: (name, input, body) => run.child(name, input, body),
				onFallback: (fallback) => fallbacks.push(fallback),
				onWriting: tools.onWriting,
				onVerdict: tools.onVerdict,
				leftMs: (purpose) =>
					state.options ? leftMs(state.options, clock.elapsedMs(), purpose) : Number.POSITIVE_INFINITY,
			};
			const body = await (crash !== undefined && typeof instead === "function"
				? instead(crash, context)
				: work(context));
			const extras = { ...(fallbacks.length > 0 ? { fallbacks } : {}), ...(crash === undefined ? {} : { crash }) };
			// Each step keeps the time, so that a killed run gets back no more than that of the steps in flight.
			return { elapsedMs: clock.elapsedMs(), ...body, turn, order, ...extras } as unknown as Json;
		};
		const hasSubstitute = typeof instead === "function" || (instead === "rules" && state.options?.model !== undefined);
		const recorded = run.step(name, (signal) => record(signal), {
			hasChildren,
			...(hasSubstitute ? { instead: (reason, signal) => record(signal, reason) } : {}),
		});
		return recorded as unknown as Promise<ResearchEvent>;
	}

	async function recordAll(turn: number, steps: readonly Step[]): Promise<ResearchEvent[]> {
		const settled = await Promise.allSettled(steps.map((step, order) => runStep(turn, order, step)));
		const failed = settled.find((one) => one.status === "rejected");
		if (failed) throw failed.reason;
		return settled.flatMap((one) => (one.status === "fulfilled" ? [applyEvent(one.value)] : []));
	}

	return {
		runId: run.runId,
		recorded: run.recorded,
		get state() {
			return state;
		},
		run: async (stage, turn = 0) => {
			await recordAll(turn, await stage(state, tools, turn));
		},
		record: async (turn, entry) => applyEvent(await runStep(turn, 0, entry)),
		recordAll,
	};
}
