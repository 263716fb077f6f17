import { expect, test } from "vitest";
import type { Role } from "../../../evidence/call.ts";
import { createActivityReporter } from "./activity.ts";

const which = (role: Role) => (role === "plan" ? "lead" : "utility");

test("a request in flight is reported at once, progress now and then, a wait always", async () => {
	const told: string[] = [];
	let now = 0;
	const activity = createActivityReporter(
		(text) => told.push(text),
		which,
		() => now,
	);
	await activity.during("plan", async ({ onProgress, onWait }) => {
		for (const characters of [10, 20, 1_240]) {
			now += 300;
			onProgress?.(characters);
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
	const told: string[] = [];
	let now = 0;
	const activity = createActivityReporter(
		(text) => told.push(text),
		which,
		() => now,
	);
	const held = Promise.withResolvers<void>();
	const first = activity.during("plan", async ({ onWait }) => {
		onWait?.({ reason: "the provider's rate limit", ms: 12_000 });
		await held.promise;
	});
	now = 4_000;
	await activity.during("plan", async () => undefined);
	now = 13_000;
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
	const told: string[] = [];
	const activity = createActivityReporter(
		(text) => told.push(text),
		which,
		() => 0,
	);
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
