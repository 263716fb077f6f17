import { expect, test } from "vitest";
import { createActivity } from "./activity.ts";

test("a model's signs of life are a line now and then; a wait is always told", () => {
	const told: string[] = [];
	let now = 0;
	const { onProgress, onWait } = createActivity(
		(text) => told.push(text),
		() => "lead",
		() => now,
	).of("plan");
	for (const characters of [10, 20, 1_240]) {
		onProgress?.(characters);
		now += 300;
	}
	onWait?.({ reason: "429 from fake", ms: 12_000 });
	expect(told).toEqual([
		"plan: lead model is writing, 10 characters",
		"plan: lead model is writing, 1,240 characters",
		"plan: lead model: 429 from fake, again in 12 s",
	]);
});
