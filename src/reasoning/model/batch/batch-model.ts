import type { Json } from "../../../base/json.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelReply, ModelRequest, ModelSettings, Price, Rates } from "../model.ts";
import { limitOutput } from "../wire/attempt-request.ts";
import { type Capabilities, capabilitiesOf, learnCapabilities, missingCapability } from "../wire/capabilities.ts";
import { modelLabel } from "../wire/fault.ts";
import { faultOfHttp } from "../wire/http-fault.ts";
import { createLanguageModel, type GeneratedResponse } from "../wire/language-model.ts";
import { hasStrictSchema, sdkOptions } from "../wire/sdk-options.ts";
import { declinedReply } from "../wire/send-model-request.ts";
import { sentTextsOf } from "../wire/sent-texts.ts";
import { responseMessage, StreamedResponse } from "../wire/streamed-response.ts";
import { checkedUsage } from "../wire/usage.ts";
import type { BatchResult } from "./batch-api.ts";

/** A request as the provider wants it in a batch. */
export interface BatchRequest {
	body: Json;
	/** Those of this request alone, without the key. */
	headers: Record<string, string>;
}

/** Waits for the result of a request that goes into a batch. */
export type BatchAnswer = (request: BatchRequest, signal: AbortSignal | undefined) => Promise<BatchResult>;

/**
 * The same model, asked in batches. A request that was not done there throws a `ModelError` that costs nothing and does not keep the run:
 * it can be asked alone. What `answer` throws is thrown.
 */
export function batchModel(model: Model, priceShare: number, answer: BatchAnswer): Model {
	const { settings } = model;
	return {
		...model,
		price: model.price && scaledPrice(model.price, priceShare),
		isBatch: true,
		async send(request, { signal } = {}) {
			const begun = performance.now();
			for (;;) {
				const capabilities = capabilitiesOf(settings);
				const result = await answer(await batchRequest(settings, request, capabilities), signal);
				if ("notDone" in result)
					throw itemError(`${modelLabel(settings)}: the batch left it undone (${result.notDone})`);
				if (result.status === 200) {
					const reply = await replyOf(settings, request, capabilities, result.body);
					return { ...reply, ms: Math.round(performance.now() - begun) };
				}
				const fault = faultOfHttp(settings, result.status, new Headers(), JSON.stringify(result.body));
				const missing = fault.words && missingCapability(fault.words, capabilities, request);
				if (missing && learnCapabilities(settings, capabilities, missing)) continue;
				if (fault.isRefusal) return declinedReply();
				if (!fault.error.keepsRun) throw fault.error;
				throw itemError(fault.error.message);
			}
		},
	};
}

export function scaledPrice({ tiers, ...rates }: Price, share: number): Price {
	const scaled = ({ input, output, cacheRead, cacheWrite }: Rates): Rates => ({
		...{ input: input * share, output: output * share },
		...(cacheRead === undefined ? {} : { cacheRead: cacheRead * share }),
		...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite * share }),
	});
	return {
		...scaled(rates),
		...(tiers ? { tiers: tiers.map(({ above, ...one }) => ({ above, ...scaled(one) })) } : {}),
	};
}

const itemError = (message: string) =>
	new ModelError("MODEL_REQUEST_REFUSED", message, { hint: "it is asked again by itself" });

/** Ends the SDK's work where it would send its request. */
class Captured extends Error {
	readonly request: BatchRequest;

	constructor(request: BatchRequest) {
		super("captured");
		this.request = request;
	}
}

/** What the provider's SDK would send. */
async function batchRequest(
	settings: ModelSettings,
	request: ModelRequest,
	capabilities: Capabilities,
): Promise<BatchRequest> {
	const capture: typeof globalThis.fetch = async (_input, init) => {
		const body = limitOutput(settings, String(init?.body), request.maxOutput);
		const beta = new Headers(init?.headers).get("anthropic-beta");
		throw new Captured({ body: JSON.parse(body), headers: beta === null ? {} : { "anthropic-beta": beta } });
	};
	try {
		await generate(settings, request, capabilities, capture);
	} catch (error) {
		for (let inner = error; inner instanceof Error; inner = inner.cause)
			if (inner instanceof Captured) return inner.request;
		throw error;
	}
	throw new Error(`${modelLabel(settings)}: the SDK sent nothing`);
}

/** A provider's answer, read by its SDK as if it had come at once. */
async function replyOf(
	settings: ModelSettings,
	request: ModelRequest,
	capabilities: Capabilities,
	body: Json,
): Promise<Omit<ModelReply, "ms">> {
	const response = new StreamedResponse();
	try {
		const text = JSON.stringify(body);
		const headers = { "content-type": "application/json" };
		const read = await generate(settings, request, capabilities, async () => new Response(text, { headers }));
		addGenerated(response, read);
	} catch (error) {
		// It was answered, and therefore paid.
		throw new ModelError("MODEL_ANSWER_UNUSABLE", `${modelLabel(settings)}: a result of the batch cannot be read`, {
			cause: error,
		});
	}
	const sent = sentTextsOf(settings);
	const usage = checkedUsage(response.finish?.usage, request, response.written, sent);
	sent.add(request);
	return { message: responseMessage(response, request, capabilities), usage };
}

async function generate(
	settings: ModelSettings,
	request: ModelRequest,
	capabilities: Capabilities,
	fetch: typeof globalThis.fetch,
): Promise<GeneratedResponse> {
	const model = await createLanguageModel(settings, capabilities, hasStrictSchema(request), fetch);
	return model.doGenerate(sdkOptions(settings, request, capabilities));
}

function addGenerated(response: StreamedResponse, { content, finishReason, usage }: GeneratedResponse) {
	for (const part of content) {
		if (part.type === "text") response.addPart({ type: "text-delta", id: "", delta: part.text });
		if (part.type === "reasoning") response.addPart({ type: "reasoning-delta", id: "", delta: part.text });
		if (part.type === "tool-call") {
			response.addPart({ type: "tool-input-delta", id: "", delta: part.input });
			response.addPart(part);
		}
	}
	response.addPart({ type: "finish", finishReason, usage });
}
