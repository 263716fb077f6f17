import type { ResearchEvent } from "../evidence/event.ts";
import { fold, foldEvent } from "../evidence/fold.ts";
import type { ResearchState, SurveyPass } from "../evidence/state.ts";
import { passResultOf, passStepName } from "../research/survey/passes.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { eventsOf, type LoggedEvent, loadLog } from "./run-log.ts";

/** A pass of a survey as it is shown. */
export interface ShownPass {
	id: string;
	title: string;
	/** `failed`: it ended before it had written, and keeps what it had found. */
	status: "finished" | "failed" | "in progress" | "interrupted";
	/** Ids of the survey's sub-questions. */
	subQuestions: string[];
	steps: number;
	sources: number;
	claims: number;
}

/**
 * The log of a run as far as it is, and its state. A pass of a survey that has not ended is in both with what its own log holds, although
 * the survey's log has no event for it yet.
 */
export async function loadLogSoFar(store: Store, runId: string): Promise<{ log: LoggedEvent[]; state: ResearchState }> {
	const { log, state } = await loadLog(store, runId);
	const passes = state.passes ?? [];
	if (passes.every(({ done }) => done)) return { log, state };
	const logs = new Map((await store.children(runId)).map((child) => [child.name, child.log]));
	const unfinished = passes.flatMap(({ slice, round, done }): LoggedEvent[] => {
		const name = passStepName(slice);
		const own = fold(eventsOf(logs.get(name) ?? []));
		if (done || !own.options) return [];
		const order = passes.filter((one) => one.round === round).findIndex((one) => one.slice.id === slice.id);
		const elapsedMs = state.elapsedMs + own.elapsedMs;
		const pass = passResultOf(own);
		const event = { type: "passed", slice, pass, isUnfinished: true, elapsedMs, turn: round, order } as const;
		// It stands behind all that the log holds.
		return [{ position: (log.at(-1)?.position ?? 0) + 1, name, event }];
	});
	const whole = [...log, ...unfinished];
	return { log: whole, state: fold(whole.map(({ event }) => event)) };
}

/** The state as if the round had been compared: claims of passes that nothing has compared yet are grouped. */
export function groupedSoFar(state: ResearchState): ResearchState {
	const open = (state.passes ?? []).find(({ done }) => !done);
	if (!open) return state;
	const compared: ResearchEvent = { type: "compared", conflicts: [], turn: open.round, order: 0 };
	return foldEvent(state, compared);
}

export function shownPassOf({ slice, done, found, failed }: SurveyPass, status: RunRecord["status"]): ShownPass {
	const { id, title, subQuestionIds } = slice;
	const { steps = 0, sources = 0, claims = 0 } = found ?? {};
	return {
		...{ id, title, subQuestions: subQuestionIds, steps, sources, claims },
		status: failed !== undefined ? "failed" : done ? "finished" : status === "running" ? "in progress" : "interrupted",
	};
}
