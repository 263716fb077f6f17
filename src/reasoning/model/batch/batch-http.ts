import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../../base/json.ts";
import { limits } from "../../../base/limits.ts";
import { scrub } from "../../../base/scrub.ts";
import { ModelError, type ModelErrorCode } from "../error.ts";
import type { ModelSettings } from "../model.ts";
import { isOwnMachine } from "../money/own-machine.ts";
import { authHeaders } from "../wire/account.ts";
import { brokenFault, faultOfNetwork, type RequestFault, timeoutFault } from "../wire/fault.ts";
import { faultOfHttp } from "../wire/http-fault.ts";
import { limiterOf } from "../wire/limiter.ts";
import { apiBaseUrl } from "../wire/providers.ts";
import { backoffMs } from "../wire/retry-wait.ts";
import { fetchWithoutTimeouts, reasonOf } from "../wire/transport.ts";

/** Faults that may pass by themselves. */
const passing: ReadonlySet<ModelErrorCode> = new Set([
	"MODEL_RATE_LIMITED",
	"MODEL_OVERLOADED",
	"MODEL_UNREACHABLE",
	"MODEL_SILENT",
	"MODEL_STREAM_BROKEN",
]);
/** Faults after which the provider may have done what was asked. */
const unsure: ReadonlySet<ModelErrorCode> = new Set(["MODEL_OVERLOADED", "MODEL_SILENT", "MODEL_STREAM_BROKEN"]);

export function mayPass(error: unknown): boolean {
	return error instanceof ModelError && passing.has(error.code);
}

export function isUnsure(error: unknown): boolean {
	return error instanceof ModelError && unsure.has(error.code);
}

type Request = { path: string; signal: AbortSignal; headers?: Record<string, string> };

/** Requests to a batch interface: on the same connections, under the same limits and with the same key as those to the model. */
export interface BatchHttp {
	/** Repeated where its fault may pass. */
	get(request: Request): Promise<string>;
	/** Sent once. */
	send(request: Request & { method?: "POST" | "DELETE"; body?: Json | FormData }): Promise<string>;
}

export function createBatchHttp(settings: ModelSettings): BatchHttp {
	async function once(
		method: string,
		{ path, signal, headers = {}, body }: Request & { body?: Json | FormData },
	): Promise<string> {
		const outcome = await limiterOf(settings).run(() => exchange(method, { path, signal, headers, body }), {
			signal,
			shared: settings.sharedLimits,
		});
		if ("text" in outcome) return outcome.text;
		const { error, waitMs } = outcome.fault;
		if (error.code === "MODEL_RATE_LIMITED") limiterOf(settings).pause(waitMs ?? 0, settings.sharedLimits);
		throw error;
	}

	async function exchange(
		method: string,
		{ path, signal, headers, body }: Request & { body?: Json | FormData | undefined },
	): Promise<{ text: string } | { fault: RequestFault }> {
		const timeout = AbortSignal.timeout(limits.modelTotalMs);
		const either = AbortSignal.any([signal, timeout]);
		try {
			const fetch = await fetchWithoutTimeouts();
			const form = body instanceof FormData ? new Response(body) : undefined;
			const contentType = form?.headers.get("content-type") ?? "application/json";
			const response = await fetch(`${apiBaseUrl(settings)}${path}`, {
				method,
				headers: {
					...authHeaders(settings),
					...(body === undefined ? {} : { "content-type": contentType }),
					...headers,
				},
				...(body === undefined ? {} : { body: form ? await form.arrayBuffer() : JSON.stringify(body) }),
				signal: either,
			});
			const text = await readText(response);
			if (response.ok) return { text };
			return { fault: faultOfHttp(settings, response.status, response.headers, scrub(text)) };
		} catch (error) {
			signal.throwIfAborted();
			if (timeout.aborted)
				return { fault: timeoutFault(settings, `no answer after ${limits.modelTotalMs / 1000} s`, undefined) };
			return { fault: faultOfNetwork(settings, reasonOf(error)) };
		}
	}

	return {
		async get(request) {
			const firstMs = isOwnMachine(apiBaseUrl(settings)) ? limits.batchPollLocalMs : limits.modelBackoffMs;
			for (let tries = 1; ; ) {
				try {
					return await once("GET", request);
				} catch (error) {
					if (!mayPass(error) || tries >= limits.modelTries) throw error;
					await sleep(backoffMs(++tries, firstMs), undefined, { signal: request.signal });
				}
			}
		},
		send: ({ method = "POST", ...request }) => once(method, request),
	};
}

/** Throws where the body is larger than any batch's results. */
async function readText(response: Response): Promise<string> {
	let bytes = 0;
	const decoder = new TextDecoder();
	const parts: string[] = [];
	for await (const chunk of response.body ?? []) {
		bytes += chunk.byteLength;
		if (bytes > limits.batchResultBytes) throw new Error(`more than ${limits.batchResultBytes} bytes`);
		parts.push(decoder.decode(chunk, { stream: true }));
	}
	return parts.join("") + decoder.decode();
}

export type Fields = { [key: string]: Json | undefined };

/** A body as an object. Throws a `ModelError`, because the provider may have done what was asked. */
export function fieldsOf(settings: ModelSettings, text: string): Fields {
	const value = parseFields(text);
	if (value) return value;
	throw brokenFault(settings, "it is no JSON object", undefined).error;
}

/** The objects of JSON Lines. A line that is none is left out. */
export function linesOf(text: string): Fields[] {
	return text
		.split("\n")
		.map(parseFields)
		.filter((line) => line !== undefined);
}

export function asFields(value: Json | undefined): Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function asList(value: Json | undefined): Fields[] {
	return Array.isArray(value) ? value.map(asFields) : [];
}

export function asText(value: Json | undefined): string {
	return typeof value === "string" ? value : "";
}

/** A count, which some providers write as text. */
export function asCount(value: Json | undefined): number {
	const count = Number(value ?? 0);
	return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function parseFields(text: string): Fields | undefined {
	try {
		const value = JSON.parse(text) as Json;
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** A provider's clock and ours may differ by so much. ms */
const clockDifferenceMs = 600_000;

/** Whether something was made before a moment, whose time a provider tells in text or in seconds. False where it tells none. */
export function isBefore(time: Json | undefined, moment: Date): boolean {
	const ms = typeof time === "number" ? time * 1_000 : Date.parse(asText(time));
	return ms < moment.getTime() - clockDifferenceMs;
}

/** An id of a batch or file, as a part of a path. Throws a `ModelError` where the provider named none. */
export function idOf(settings: ModelSettings, value: Json | undefined): string {
	if (typeof value === "string" && /^[\w./-]{1,200}$/.test(value) && !value.includes("..")) return value;
	throw brokenFault(settings, "it names no id", undefined).error;
}
