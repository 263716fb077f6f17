import fc from "fast-check";
import { expect, it } from "vitest";
import { limits } from "../../../base/limits.ts";
import { backoffMs, requestedWaitMs } from "./retry-wait.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

it.each<[Record<string, string>, string, number | undefined]>([
	[{ "retry-after": "7" }, "", 7_000],
	[{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, "", 30_000],
	[{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, "", 0],
	[{ "retry-after-ms": "1500", "retry-after": "2" }, "", 1_500],
	[
		{
			"x-ratelimit-reset-requests": "6m0s",
			"x-ratelimit-remaining-requests": "9",
			"x-ratelimit-reset-tokens": "1.5s",
			"x-ratelimit-remaining-tokens": "0",
		},
		"",
		1_500,
	],
	[{ "x-ratelimit-reset": String(now + 4_000) }, "", 4_000],
	[{ "anthropic-ratelimit-tokens-reset": "2026-01-01T00:00:09Z" }, "", 9_000],
	[{}, '{"error":{"details":[{"retryDelay":"34s"}]}}', 34_000],
	[{}, "Rate limit reached. Please try again in 850ms.", 850],
	[{}, "Please try again in 1m2.5s.", 62_500],
	[{ "retry-after": "soon" }, "", undefined],
	[{}, "slow down", undefined],
])("%j %s asks to wait %s ms", (headers, body, ms) => {
	expect(requestedWaitMs(new Headers(headers), body, now)).toBe(ms);
});

it("waits grow from try to try, up to a limit", () => {
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (next, random) => {
			const ms = backoffMs(next, 1_000, random);
			expect(ms).toBeGreaterThanOrEqual(500);
			expect(ms).toBeLessThanOrEqual(limits.modelBackoffMaxMs);
			expect(backoffMs(next + 1, 1_000, random)).toBeGreaterThanOrEqual(ms);
		}),
	);
});
