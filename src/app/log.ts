import type { ResearchEvent } from "../evidence/event.ts";
import { fold } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { LoggedStep, Store } from "../store/store.ts";

/** Every step of a research run records exactly one event. */
export function eventsOf(steps: readonly LoggedStep[]): ResearchEvent[] {
	return steps.map((step) => step.output as unknown as ResearchEvent);
}

/** What is known in a run, whoever works on it. */
export async function stateOf(store: Store, runId: string): Promise<ResearchState> {
	return fold(eventsOf(await store.log(runId)));
}
