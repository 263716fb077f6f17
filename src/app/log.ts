import type { ResearchEvent } from "../evidence/event.ts";
import { fold } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { LoggedStep, Store } from "../store/store.ts";
import type { Balance } from "./report/model-work.ts";
import type { RunOutput } from "./run.ts";

/** What a provider's account held. USD. */
export interface Reading {
	provider: string;
	usd: number;
}

const aside = "balance:";

/** The name of the step that records what the accounts held; it stands beside the research, and is none of its events. */
export function balanceStep(when: "before" | "after"): string {
	return aside + when;
}

/** Every other step of a research run records exactly one event. */
export function eventsOf(steps: readonly LoggedStep[]): ResearchEvent[] {
	return steps.filter(({ name }) => !name.startsWith(aside)).map((step) => step.output as unknown as ResearchEvent);
}

/** What the accounts held before a run, and after it. */
export function balancesOf(steps: readonly LoggedStep[]): Balance[] {
	const at = (when: "before" | "after") =>
		(steps.find(({ name }) => name === balanceStep(when))?.output ?? []) as unknown as Reading[];
	const after = new Map(at("after").map(({ provider, usd }) => [provider, usd]));
	return at("before").map(({ provider, usd }) => ({ provider, before: usd, after: after.get(provider) }));
}

/** What is known in a run, whoever works on it. */
export async function stateOf(store: Store, runId: string): Promise<ResearchState> {
	return fold(eventsOf(await store.log(runId)));
}

/** The steps that tell how far a run is. Their events are few and small; those of searches and claims are neither. */
const tellingSteps = ["route", "decide", "read", "investigate", "write"];

/** How far an unfinished run is, without the fold of all its evidence: that takes a second for ten runs. */
export async function reachedBy(store: Store, runId: string): Promise<Omit<RunOutput, "reported" | "outcome">> {
	const events = eventsOf(await store.log(runId, tellingSteps));
	const sources = new Set<string>();
	let [turns, shape, stopReason]: [number, string | undefined, string | undefined] = [0, undefined, undefined];
	for (const event of events) {
		if (event.type === "routed") shape = event.route.shape;
		else if (event.type === "read") sources.add(event.source.id);
		else if (event.type === "investigated") for (const { id } of event.findings.sources) sources.add(id);
		else if (event.type === "written" && !event.report) stopReason = "NO_EVIDENCE";
		else if (event.type === "decided") {
			if (event.action.kind === "stop") stopReason ??= event.action.stopReason;
			else turns++;
		}
	}
	return { shape, stopReason, turns, sources: sources.size };
}
