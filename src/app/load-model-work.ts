import type { Span } from "../base/critical-path.ts";
import { type CallRecord, isToolCall, modelCallsOf } from "../evidence/call.ts";
import { spendingOf } from "../evidence/spending.ts";
import type { RunRecord, Store } from "../store/store.ts";
import type { ModelWork } from "./report/model-work.ts";
import { parseRunInput } from "./run.ts";
import { balancesOf } from "./run-log.ts";

/** A pass of a survey names its investigators `pass:…/investigate:…`. */
function isInvestigator({ name }: { name: string }): boolean {
	return /(?:^|\/)investigate:/.test(name);
}

/** When a request was in progress. ms since the epoch. A lost one has no length. */
export function callSpan({ begunAt, result }: CallRecord): Span {
	const start = Date.parse(begunAt);
	return { start, end: start + (result?.ms ?? 0) };
}

/** A run's requests to models and its balances, from the ledger and the log; undefined for a run without models. */
export async function loadModelWork(store: Store, run: RunRecord): Promise<ModelWork | undefined> {
	if (!parseRunInput(run.input)?.options.model) return undefined;
	const calls = await store.calls(run.id);
	const children = await store.children(run.id);
	return {
		calls: modelCallsOf(calls),
		toolCalls: calls.filter(isToolCall),
		spending: spendingOf(calls),
		// The other children are searches that investigators share.
		investigators: children.filter(isInvestigator).map(({ name, log }) => ({
			name,
			steps: log.map((step) => ({ name: step.name, output: step.output })),
		})),
		balances: balancesOf(await store.log(run.id)),
	};
}
