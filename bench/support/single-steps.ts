import type { ModelSettings } from "../../src/reasoning/model/model.ts";
import type { StepContext } from "../../src/research/journal.ts";

const hourMs = 3_600_000;

/** A model behind an OpenAI-compatible server that may take an hour for an answer: a person may write it. Without an address it cannot be asked. */
export function handAnswered(baseUrl: string | undefined, model: string): ModelSettings {
	const limits = { window: 200_000, maxOutput: 32_000, idleTimeoutMs: hourMs, totalMs: hourMs };
	return { provider: "openai-compatible", model, baseUrl, ...limits };
}

/** The context of one step of a flow that is carried out alone, without a limit of time. */
export function stepContext(step: string): StepContext {
	return {
		...{ signal: new AbortController().signal, step },
		onFallback: () => undefined,
		leftMs: () => Number.POSITIVE_INFINITY,
		elapsedMs: () => 0,
		advanceTo: () => undefined,
		child: () => Promise.reject(new Error("a single step has no child")),
	};
}
