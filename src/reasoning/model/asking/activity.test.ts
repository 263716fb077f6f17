import { expect, test } from "vitest";
import type { Role } from "../../../evidence/call.ts";
import { createActivityReporter } from "./activity.ts";

/** A reporter, what it told, and its clock in ms. */
function reporter() {
	const told: string[] = [];
	const clock = { now: 0 };
	const which = (role: Role) => (role === "plan" ? "lead" : "utility");
	const activity = createActivityReporter(
		(text) => told.push(text),
		which,
		() => clock.now,
	);
	return { told, clock, activity };
}

test("a request in flight is reported at once, progress now and then, a wait always", async () => {
	const { told, clock, activity } = reporter();
	await activity.during("plan", async ({ onProgress, onWait }) => {
		for (const characters of [10, 20, 1_240]) {
			clock.now += 300;
			onProgress?.(characters, "");
		}
		onWait?.({ reason: "429 from fake", ms: 12_000 });
	});
	expect(told).toEqual([
		"plan: waiting for the lead model",
		"plan: lead model is writing, 20 characters",
		"plan: lead model: 429 from fake, again in 12 s",
	]);
});

test("a wait is shown until it is over, whatever else begins meanwhile", async () => {
	const { told, clock, activity } = reporter();
	const held = Promise.withResolvers<void>();
	const first = activity.during("plan", async ({ onWait }) => {
		onWait?.({ reason: "the provider's rate limit", ms: 12_000 });
		await held.promise;
	});
	clock.now = 4_000;
	await activity.during("plan", async () => undefined);
	clock.now = 13_000;
	await activity.during("plan", async () => undefined);
	held.resolve();
	await first;
	expect(told.slice(1)).toEqual([
		"plan: lead model: the provider's rate limit, again in 12 s",
		"plan: lead model: the provider's rate limit, again in 8 s",
		"plan: lead model: the provider's rate limit, again in 8 s",
		"plan: 2 requests in flight",
		"plan: waiting for the lead model",
	]);
});

test("requests in flight are counted, and the rest is shown when one ends", async () => {
	const { told, activity } = reporter();
	const first = Promise.withResolvers<void>();
	const second = Promise.withResolvers<void>();
	const both = [first, second].map(({ promise }) => activity.during("extractClaims", () => promise));
	first.resolve();
	await both[0];
	second.resolve();
	await both[1];
	expect(told).toEqual([
		"extractClaims: waiting for the utility model",
		"extractClaims: 2 requests in flight",
		"extractClaims: waiting for the utility model",
	]);
});
