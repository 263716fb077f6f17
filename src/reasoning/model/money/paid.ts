import type { Usage } from "../../../evidence/call.ts";
import { noUsage } from "../../../evidence/spending.ts";
import { ModelError, type ModelErrorCode } from "../error.ts";
import type { Price } from "../model.ts";
import { costOf } from "./worth.ts";

/** Faults after which a provider charges nothing: it refused, or was never reached. */
const unpaid: ReadonlySet<ModelErrorCode> = new Set([
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
export function isPaid({ code, usage }: ModelError): boolean {
	return usage !== undefined || !unpaid.has(code);
}

/** The usage of a failed request: the provider's count, nothing where it refused, else the highest possible. */
export function paidFor(error: unknown, most: { input: number; output: number }): Usage {
	const said = error instanceof ModelError ? error.usage : undefined;
	if (said) return said;
	if (error instanceof ModelError && !isPaid(error)) return noUsage;
	return { ...noUsage, ...most, estimated: true };
}

/** The cost of a request. USD. Uncounted tokens are charged with the reserved amount, which no request exceeds. */
export function worth(usage: Usage, price: Price | undefined, reservedUsd: number | undefined): number | undefined {
	if (!price) return undefined;
	const usd = costOf(usage, price);
	if (reservedUsd === undefined) return usd;
	return usage.estimated ? reservedUsd : Math.min(usd, reservedUsd);
}
