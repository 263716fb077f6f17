import type { ResearchEvent } from "../evidence/event.ts";
import { fold } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { LoggedStep, Store } from "../store/store.ts";
import type { Balance } from "./report/model-work.ts";

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
