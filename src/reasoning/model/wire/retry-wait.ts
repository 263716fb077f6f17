import { limits } from "../../../base/limits.ts";

/**
 * How long the provider asks to wait before another try, in ms: `retry-after-ms`, `retry-after` in seconds or as a date,
 * the reset of a rate limit, or words in the body. Undefined when it does not say.
 */
export function requestedWaitMs(headers: Headers, body: string, now = Date.now()): number | undefined {
	const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
	if (exact >= 0) return exact;
	const after = headers.get("retry-after");
	if (after) return untilMs(after, now);
	const match = /"retryDelay"\s*:\s*"([\d.]+s)"|(?:try again|retry) in ((?:\d+h)?(?:\d+m)?[\d.]+m?s)\b/i.exec(body);
	const words = match?.[1] ?? match?.[2];
	if (words) return spanMs(words);
	// Of several limits (requests, tokens), the one that is used up decides; if none is, the longest wait.
	const resets = [...headers].filter(([name]) => /^(x|anthropic)-ratelimit-.*reset/.test(name));
	const empty = resets.filter(([name]) => headers.get(name.replace("reset", "remaining")) === "0");
	const waits = (empty.length > 0 ? empty : resets).flatMap(([, value]) => untilMs(value, now) ?? []);
	return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** The ms from now to a value: seconds, a span like `6m0s`, a Unix time in seconds or ms, or a date. */
function untilMs(value: string, now: number): number | undefined {
	const plain = Number(value);
	if (Number.isFinite(plain)) {
		if (plain > 1e12) return Math.max(0, plain - now);
		if (plain > 1e9) return Math.max(0, plain * 1000 - now);
		return Math.max(0, plain * 1000);
	}
	const span = spanMs(value);
	if (span !== undefined) return span;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function spanMs(value: string): number | undefined {
	const parts = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:([\d.]+)(ms|s))?$/.exec(value.trim());
	if (!parts || value.trim() === "") return undefined;
	const [, hours = "0", minutes = "0", rest = "0", unit = "s"] = parts;
	return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(rest) * (unit === "ms" ? 1 : 1000);
}

/** The wait before try `next` (2 is the first retry) when the provider names none: doubling, with jitter. ms */
export function backoffMs(next: number, firstMs: number, random = Math.random()): number {
	return Math.min(limits.modelBackoffMaxMs, firstMs * 2 ** (next - 2)) * (0.5 + random / 2);
}
