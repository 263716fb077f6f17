import { setImmediate } from "node:timers/promises";
import type { Json } from "../base/json.ts";
import type { Fallback } from "../evidence/call.ts";
import type { ResearchEvent } from "../evidence/event.ts";
import { apply, emptyState } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RoleContext } from "../reasoning/reasoner.ts";
import type { RunContext } from "../store/store.ts";
import { createClock } from "./clock.ts";
import { leftMs } from "./time.ts";
import type { Tools } from "./tools.ts";

type Body<E> = E extends unknown ? Omit<E, "turn" | "order" | "fallbacks" | "crash"> : never;
/** An event without its place in the log. */
export type EventBody = Body<ResearchEvent>;

/** What a step's work receives and passes on to the roles. */
export interface StepContext extends RoleContext {
	signal: AbortSignal;
	onFallback(fallback: Fallback): void;
	leftMs(purpose: "research" | "report"): number;
}

/** One durable step that yields one event. `name` is derived from content and unique in the run. */
export interface Entry {
	name: string;
	work: (role: StepContext) => Promise<EventBody>;
	/**
	 * What is recorded once the step has crashed the program too often: the work by rules instead of models, or an event that holds
	 * nothing. Without it the run fails and names the step.
	 */
	instead?: "rules" | ((reason: string) => EventBody) | undefined;
	/** `work` calls `child`. */
	hasChildren?: boolean | undefined;
}

/** The run's log: it records events, and its state is the fold of all recorded events. */
export interface Journal {
	readonly runId: string;
	readonly state: ResearchState;
	/** Active time of the run in ms, without the time between two processes. Read it only inside a step's work. */
	elapsedMs(): number;
	/** Starts a run under this one, inside a step's work; see `RunContext.child`. */
	child: RunContext["child"];
	/** Records one event as a durable step, or takes it from the log. */
	record(turn: number, entry: Entry): Promise<ResearchEvent>;
	/** Records several events at once, in any order of completion. The state gets them in the order of `entries`. */
	recordAll(turn: number, entries: readonly Entry[]): Promise<ResearchEvent[]>;
}

export function openJournal(run: RunContext, tools: Tools): Journal {
	let state = emptyState;
	const clock = createClock(tools.openingMs);

	function see(event: ResearchEvent): ResearchEvent {
		state = apply(state, event);
		if ("elapsedMs" in event) clock.set(event.elapsedMs);
		tools.onEvent?.(event, state);
		return event;
	}

	async function step(
		turn: number,
		order: number,
		{ name, work, instead, hasChildren }: Entry,
	): Promise<ResearchEvent> {
		// A run on folders never waits. Without this yield, Ctrl-C and the display get no time until the run ends.
		await setImmediate();
		const record = async (signal: AbortSignal, crash?: string): Promise<Json> => {
			const fallbacks: Fallback[] = [];
			const context: StepContext = {
				signal,
				crash,
				onFallback: (fallback) => fallbacks.push(fallback),
				leftMs: (purpose) =>
					state.options ? leftMs(state.options, clock.elapsedMs(), purpose) : Number.POSITIVE_INFINITY,
			};
			const body = await (crash !== undefined && typeof instead === "function" ? instead(crash) : work(context));
			const told = { ...(fallbacks.length > 0 ? { fallbacks } : {}), ...(crash === undefined ? {} : { crash }) };
			return { ...body, turn, order, ...told } as unknown as Json;
		};
		const canPark = typeof instead === "function" || (instead === "rules" && state.options?.model !== undefined);
		const recorded = run.step(name, (signal) => record(signal), {
			hasChildren,
			...(canPark ? { instead: (reason, signal) => record(signal, reason) } : {}),
		});
		return recorded as unknown as Promise<ResearchEvent>;
	}

	return {
		runId: run.runId,
		get state() {
			return state;
		},
		elapsedMs: clock.elapsedMs,
		child: (name, input, body) => run.child(name, input, body),
		record: async (turn, entry) => see(await step(turn, 0, entry)),
		recordAll: async (turn, entries) => {
			const settled = await Promise.allSettled(entries.map((entry, order) => step(turn, order, entry)));
			const failed = settled.find((one) => one.status === "rejected");
			if (failed) throw failed.reason;
			return settled.flatMap((one) => (one.status === "fulfilled" ? [see(one.value)] : []));
		},
	};
}
