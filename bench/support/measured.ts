import { longestChain, type Span } from "../../src/base/critical-path.ts";
import type { Role } from "../../src/evidence/call.ts";
import type { Asker } from "../../src/reasoning/model/asker.ts";
import { createAsker } from "../../src/reasoning/model/asking/create-asker.ts";
import type { Model, ModelSettings } from "../../src/reasoning/model/model.ts";
import { type Ledger, openLedger } from "../../src/reasoning/model/money/ledger.ts";
import type { Prompt } from "../../src/reasoning/model/prompts.ts";
import { openModel } from "../../src/reasoning/model/wire/open-model.ts";
import type { CallLog } from "../../src/store/store.ts";
import { memoryCalls } from "../../test/support/memory.ts";

/** What a run took of its model. Tokens as the provider counts them. */
export interface Counts {
	/** Sent, failed ones included. */
	requests: number;
	input: number;
	output: number;
	/** Requests that waited for each other, at most: each began after the one before it had ended. */
	chain: number;
}

/** The product's way to ask a model, with what it takes. */
export interface MeasuredModel {
	/** `provider:model`. */
	name: string;
	asker: Asker;
	ledger: Ledger;
	calls: CallLog;
	/** Requests that have ended, from when they were asked for: a wait for the provider's limit counts as part of one. ms */
	spans: readonly Span[];
	counts(): Counts;
}

/** Opens a model that does all roles, each in its own context. `prompts`: instead of the product's. Nothing is sent. */
export function measuredModel(settings: ModelSettings, prompts?: (role: Role) => Prompt): MeasuredModel {
	const spans: Span[] = [];
	const wire = openModel(settings);
	const model: Model = { ...wire, send: (...given) => timed(spans, () => wire.send(...given)) };
	const calls = memoryCalls();
	const ledger = openLedger({ log: calls, records: [] });
	return {
		name: wire.name,
		asker: createAsker({ lead: model, utility: model, ledger, session: "isolated", prompts }),
		ledger,
		calls,
		spans,
		counts() {
			const { calls: requests, usage } = ledger.spending();
			return { requests, input: usage.input, output: usage.output, chain: longestChain(spans) };
		},
	};
}

/** Does the work, and adds its time to the spans. */
export async function timed<T>(spans: Span[], work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	try {
		return await work();
	} finally {
		spans.push({ start, end: performance.now() });
	}
}
