import { setImmediate as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

test("work starts in order while allowed, and again when work ends", async () => {
	let room = 3;
	const turns = createWorkQueue((running) => running === 0 || running < room);
	const begun: number[] = [];
	const ends = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
	const giveUp = new AbortController();
	const all = ends.map(({ promise }, at) =>
		turns(
			() => {
				begun.push(at);
				return promise;
			},
			at === 4 ? giveUp.signal : undefined,
		),
	);
	const end = async (at: number) => {
		ends[at]?.resolve();
		await later();
		return begun;
	};
	await later();
	expect(begun).toEqual([0, 1, 2]);
	// Memory is short: the next piece waits until nothing else runs.
	room = 1;
	expect(await end(1)).toEqual([0, 1, 2]);
	expect(await end(0)).toEqual([0, 1, 2]);
	giveUp.abort(new Error("given up"));
	await expect(all[4]).rejects.toThrow("given up");
	expect(await end(2)).toEqual([0, 1, 2, 3]);
	expect(await end(3)).toEqual([0, 1, 2, 3, 5]);
	await end(5);
});
