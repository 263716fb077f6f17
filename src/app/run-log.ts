import type { ResearchEvent } from "../evidence/event.ts";
import { fold } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { NeededInput } from "../research/input-needed.ts";
import { passStepName } from "../research/survey/passes.ts";
import type { LoggedStep, Store } from "../store/store.ts";
import type { BalanceChange } from "./report/model-work.ts";
import type { RunOutput } from "./run.ts";
import { neededInputOf } from "./user-input.ts";

/** The balance of a provider's account. USD. */
export interface AccountBalance {
	provider: string;
	usd: number;
}

const balancePrefix = "balance:";

/** The name of the step that records the accounts' balances. It stands outside the research and records no event. */
export function balanceStep(when: "before" | "after"): string {
	return balancePrefix + when;
}

/** A recorded event with its position in the log, and the name of its step. */
export interface LoggedEvent {
	/** From 1, in the order of recording; there may be gaps. */
	position: number;
	name: string;
	event: ResearchEvent;
}

/** The events of a run: each step except those of balances records exactly one. */
export function loggedEventsOf(steps: readonly LoggedStep[]): LoggedEvent[] {
	return steps
		.filter(({ name }) => !name.startsWith(balancePrefix))
		.map(({ position, name, output }) => ({ position, name, event: output as unknown as ResearchEvent }));
}

export function eventsOf(steps: readonly LoggedStep[]): ResearchEvent[] {
	return loggedEventsOf(steps).map(({ event }) => event);
}

/** The accounts' balances before and after a run. */
export function balancesOf(steps: readonly LoggedStep[]): BalanceChange[] {
	const balancesAt = (when: "before" | "after") =>
		(steps.find(({ name }) => name === balanceStep(when))?.output ?? []) as unknown as AccountBalance[];
	const after = new Map(balancesAt("after").map(({ provider, usd }) => [provider, usd]));
	return balancesAt("before").map(({ provider, usd }) => ({ provider, before: usd, after: after.get(provider) }));
}

/** The log of a run, and the state folded from it. */
export async function loadLog(store: Store, runId: string): Promise<{ log: LoggedEvent[]; state: ResearchState }> {
	const log = loggedEventsOf(await store.log(runId));
	return { log, state: fold(log.map(({ event }) => event)) };
}

/** The state of a run, folded from its log. */
export async function loadState(store: Store, runId: string): Promise<ResearchState> {
	return fold(eventsOf(await store.log(runId)));
}

/** The steps of what a user decides; all before them that it depends on. They are few and small. */
const decisionSteps = ["start", "clarify", "reply", "route", "plan", "confirm"];

/** What an unfinished run waits for; undefined when it waits for nothing. */
export async function loadNeededInput(store: Store, runId: string): Promise<NeededInput | undefined> {
	return neededInputOf(fold(eventsOf(await store.log(runId, decisionSteps))));
}

/** The steps that show how far a run is. Their events are few and small, unlike those of searches and claims. */
const progressSteps = ["route", "decide", "read", "investigate", "pass", "write"];

const kindOf = (stepName: string) => stepName.slice(0, stepName.indexOf(":"));

/** How far an unfinished run is. It does without the fold of all evidence, which takes a second for ten runs. */
export async function loadProgress(store: Store, runId: string): Promise<Omit<RunOutput, "reported" | "outcome">> {
	const events = eventsOf(await store.log(runId, progressSteps));
	const sliced = events.flatMap((event) => (event.type === "sliced" ? event.slices.map(passStepName) : []));
	const passed = events.flatMap((event) => (event.type === "passed" ? [passStepName(event.slice)] : []));
	const open = new Set(sliced).difference(new Set(passed));
	// A pass that has not ended is only in its own log.
	const inFlight = open.size === 0 ? [] : (await store.children(runId)).filter(({ name }) => open.has(name));
	events.push(
		...inFlight.flatMap(({ log }) => eventsOf(log.filter(({ name }) => progressSteps.includes(kindOf(name))))),
	);
	const sources = new Set<string>();
	let [turns, shape, stopReason]: [number, string | undefined, string | undefined] = [0, undefined, undefined];
	for (const event of events) {
		if (event.type === "routed") shape = event.route.shape;
		else if (event.type === "read") sources.add(event.source.id);
		else if (event.type === "investigated") for (const { id } of event.findings.sources) sources.add(id);
		else if (event.type === "passed") {
			turns += event.pass.turns.length;
			for (const { id } of event.pass.sources) sources.add(id);
		} else if (event.type === "written" && !event.report && open.size === 0) stopReason = "NO_EVIDENCE";
		else if (event.type === "decided") {
			if (event.action.kind !== "stop") turns += 1 + (event.beside?.length ?? 0);
			else if (open.size === 0) stopReason ??= event.action.stopReason;
		}
	}
	return { shape, stopReason, turns, sources: sources.size };
}
