import type { Usage } from "../../../evidence/call.ts";
import { noUsage } from "../../../evidence/spending.ts";
import { ModelError, type ModelErrorCode } from "../error.ts";
import type { Price } from "../model.ts";
import { costOf } from "./cost.ts";

/** Faults after which a provider charges nothing: it refused, or was never reached. */
const freeFaults: ReadonlySet<ModelErrorCode> = new Set([
	"MODEL_KEY_MISSING",
	"MODEL_KEY_REFUSED",
	"MODEL_UNKNOWN",
	"MODEL_ACCOUNT_EMPTY",
	"MODEL_RATE_LIMITED",
	"MODEL_OVERLOADED",
	"MODEL_UNREACHABLE",
	"MODEL_CONTEXT_OVERFLOW",
	"MODEL_REQUEST_REFUSED",
]);

/** Whether a failed request is charged. */
export function isCharged({ code, usage }: ModelError): boolean {
	return usage !== undefined || !freeFaults.has(code);
}

/** The usage of a failed request: the provider's count, nothing where it refused, else the highest possible. */
export function failureUsage(error: unknown, most: { input: number; output: number }): Usage {
	const counted = error instanceof ModelError ? error.usage : undefined;
	if (counted) return counted;
	if (error instanceof ModelError && !isCharged(error)) return noUsage;
	return { ...noUsage, ...most, estimated: true };
}

/** The tokens that a request counts with, input plus output. Uncounted tokens count with the reserved amount, which no request exceeds. */
export function chargedTokens({ input, output, estimated }: Usage, reserved: number): number {
	return estimated ? reserved : Math.min(input + output, reserved);
}

/** The cost of a request. USD. Uncounted tokens are charged with the reserved amount, which no request exceeds. */
export function chargedUsd(
	usage: Usage,
	price: Price | undefined,
	reservedUsd: number | undefined,
): number | undefined {
	if (!price) return undefined;
	const usd = costOf(usage, price);
	if (reservedUsd === undefined) return usd;
	return usage.estimated ? reservedUsd : Math.min(usd, reservedUsd);
}
