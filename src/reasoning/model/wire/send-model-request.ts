import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import { jaccard, trigrams } from "../../../base/text.ts";
import { noUsage } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { ModelReply, ModelRequest, ModelSettings, SendContext } from "../model.ts";
import { isCharged } from "../money/charge.ts";
import { listModels } from "./account.ts";
import { attemptRequest } from "./attempt-request.ts";
import { capabilitiesOf, learnCapabilities, missingCapability, nextSchemaMode } from "./capabilities.ts";
import { missingKeyError, modelLabel, providerLabel, type RequestFault } from "./fault.ts";
import { limiterOf } from "./limiter.ts";
import { apiBaseUrl, providers } from "./providers.ts";
import { backoffMs } from "./retry-wait.ts";
import { sentTextsOf } from "./sent-texts.ts";

/** The most names that are offered instead of an unknown one. */
const NAMES_SHOWN = 5;

/** The wait between tries when the provider names none; tests wait less. */
export interface RetryPace {
	/** ms */
	firstWaitMs: number;
}

/** Sends a request until there is a reply, or a fault that no retry mends. */
export async function sendModelRequest(
	settings: ModelSettings,
	request: ModelRequest,
	context: SendContext = {},
	pace: RetryPace = { firstWaitMs: limits.modelBackoffMs },
): Promise<ModelReply> {
	checkSettings(settings);
	const limiter = limiterOf(settings);
	const { signal, onWait } = context;
	const { sharedLimits: shared } = settings;
	const onPause = (ms: number) => onWait?.({ reason: "the provider's rate limit", ms });
	const limiterOptions = { signal, onPause, shared };
	for (let tries = 1; ; ) {
		const capabilities = capabilitiesOf(settings);
		const outcome = await limiter.run(() => attemptRequest(settings, request, capabilities, context), limiterOptions);
		if ("reply" in outcome || isCharged(outcome.fault.error)) sentTextsOf(settings).add(request);
		if ("reply" in outcome) {
			learnFromProse(settings, request, outcome.reply);
			return outcome.reply;
		}
		const { fault } = outcome;
		if (fault.words && learnCapabilities(settings, capabilities, missingCapability(fault.words, capabilities, request)))
			continue;
		if (fault.isRefusal) return declinedReply();
		if (fault.error.code === "MODEL_UNKNOWN") throw await withSimilarNames(settings, fault.error);
		if (!fault.canRetry || tries >= limits.modelTries) throw fault.error;
		const ms = retryWaitMs(fault, ++tries, pace);
		if (fault.error.code === "MODEL_RATE_LIMITED") {
			limiter.pause(ms, shared);
			continue;
		}
		onWait?.({ reason: fault.error.message, ms });
		await sleep(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
			throw signal?.reason ?? error;
		});
	}
}

function checkSettings(settings: ModelSettings): void {
	if (!apiBaseUrl(settings))
		throw new ModelError("MODEL_UNREACHABLE", `${modelLabel(settings)}: there is no base URL`, {
			hint: "give the address of the server, e.g. http://localhost:11434/v1",
		});
	if (providers[settings.provider].keys.length > 0 && !settings.apiKey) throw missingKeyError(settings);
}

function retryWaitMs(fault: RequestFault, next: number, { firstWaitMs }: RetryPace): number {
	const { waitMs, error } = fault;
	if ((waitMs ?? 0) <= limits.modelRetryAfterMs) return Math.max(waitMs ?? 0, backoffMs(next, firstWaitMs));
	const seconds = Math.ceil((waitMs ?? 0) / 1000);
	throw new ModelError(error.code, error.message, {
		hint: `the provider asks to wait ${seconds} s; then resume the run`,
	});
}

/** Adds to the error of an unknown model the most similar names that the provider lists. */
async function withSimilarNames(settings: ModelSettings, error: ModelError): Promise<ModelError> {
	const wanted = trigrams(settings.model);
	const names = (await listModels(settings))
		.map((name) => ({ name, like: jaccard(trigrams(name), wanted) }))
		.sort((a, b) => b.like - a.like)
		.slice(0, NAMES_SHOWN)
		.map(({ name }) => `${providerLabel(settings)}:${name}`);
	if (names.length === 0) return error;
	return new ModelError(error.code, error.message, { hint: `it has e.g. ${names.join(", ")}` });
}

/** Some servers accept a schema and ignore it. Prose instead of JSON shows that. */
function learnFromProse(settings: ModelSettings, request: ModelRequest, { message }: ModelReply): void {
	const used = capabilitiesOf(settings);
	if (!request.schema || request.tools?.length || message.finish !== "stop" || !message.text.trim()) return;
	if (used.schema !== "native" || /[{[]/.test(message.text)) return;
	learnCapabilities(settings, used, nextSchemaMode(used.schema));
}

export const declinedReply = (): ModelReply => ({
	message: { text: "", toolCalls: [], finish: "refusal" },
	usage: noUsage,
	ms: 0,
});
