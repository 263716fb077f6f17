import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import { jaccard, trigrams } from "../../../base/text.ts";
import { noUsage } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { ModelReply, ModelRequest, ModelSettings, SendContext } from "../model.ts";
import { isPaid } from "../money/paid.ts";
import { abilitiesOf, lacking, learn, lower } from "./abilities.ts";
import { listModels } from "./account.ts";
import { attempt } from "./attempt.ts";
import { addressOf, providers } from "./defaults.ts";
import { type Fault, missingKey, nameOf, wordOf } from "./fault.ts";
import { limiterOf } from "./limiter.ts";
import { sentTo } from "./sent.ts";
import { backoffMs } from "./wait.ts";

/** The most names that are offered instead of an unknown one. */
const NAMES_SHOWN = 5;

/** The wait between tries when the provider names none; tests wait less. */
export interface Pace {
	/** ms */
	firstWaitMs: number;
}

/** Sends a request until there is a reply, or a fault that no retry mends. */
export async function send(
	settings: ModelSettings,
	request: ModelRequest,
	context: SendContext = {},
	pace: Pace = { firstWaitMs: limits.modelBackoffMs },
): Promise<ModelReply> {
	checkSettings(settings);
	const limiter = limiterOf(settings);
	const { signal, onWait } = context;
	const limited = { signal, onPause: (ms: number) => onWait?.({ reason: "the provider's rate limit", ms }) };
	for (let tries = 1; ; ) {
		const abilities = abilitiesOf(settings);
		const outcome = await limiter.run(() => attempt(settings, request, abilities, context), limited);
		if ("reply" in outcome || isPaid(outcome.fault.error)) sentTo(settings).add(request);
		if ("reply" in outcome) {
			noteProse(settings, request, outcome.reply);
			return outcome.reply;
		}
		const { fault } = outcome;
		if (fault.words && learn(settings, abilities, lacking(fault.words, abilities, request))) continue;
		if (fault.isRefusal) return declined();
		if (fault.error.code === "MODEL_UNKNOWN") throw await withNames(settings, fault.error);
		if (!fault.again || tries >= limits.modelTries) throw fault.error;
		const ms = waitOf(fault, ++tries, pace);
		if (fault.error.code === "MODEL_RATE_LIMITED") {
			limiter.pause(ms);
			continue;
		}
		onWait?.({ reason: fault.error.message, ms });
		await sleep(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
			throw signal?.reason ?? error;
		});
	}
}

function checkSettings(settings: ModelSettings): void {
	if (!addressOf(settings))
		throw new ModelError("MODEL_UNREACHABLE", `${nameOf(settings)}: there is no base URL`, {
			hint: "give the address of the server, e.g. http://localhost:11434/v1",
		});
	if (providers[settings.provider].keys.length > 0 && !settings.apiKey) throw missingKey(settings);
}

function waitOf(fault: Fault, next: number, { firstWaitMs }: Pace): number {
	const { waitMs, error } = fault;
	if ((waitMs ?? 0) <= limits.modelRetryAfterMs) return Math.max(waitMs ?? 0, backoffMs(next, firstWaitMs));
	const seconds = Math.ceil((waitMs ?? 0) / 1000);
	throw new ModelError(error.code, error.message, {
		hint: `the provider asks to wait ${seconds} s; then resume the run`,
	});
}

/** Adds to the error of an unknown model the most similar names that the provider lists. */
async function withNames(settings: ModelSettings, error: ModelError): Promise<ModelError> {
	const wanted = trigrams(settings.model);
	const names = (await listModels(settings))
		.map((name) => ({ name, like: jaccard(trigrams(name), wanted) }))
		.sort((a, b) => b.like - a.like)
		.slice(0, NAMES_SHOWN)
		.map(({ name }) => `${wordOf(settings)}:${name}`);
	if (names.length === 0) return error;
	return new ModelError(error.code, error.message, { hint: `it has e.g. ${names.join(", ")}` });
}

/** Some servers accept a schema and ignore it. Prose instead of JSON shows that. */
function noteProse(settings: ModelSettings, request: ModelRequest, { message }: ModelReply): void {
	const used = abilitiesOf(settings);
	if (!request.schema || request.tools?.length || message.finish !== "stop" || !message.text.trim()) return;
	if (used.schema !== "native" || /[{[]/.test(message.text)) return;
	learn(settings, used, lower(used.schema));
}

const declined = (): ModelReply => ({
	message: { text: "", toolCalls: [], finish: "refusal" },
	usage: noUsage,
	ms: 0,
});
