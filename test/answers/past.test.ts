import { expect, test } from "vitest";
import { ask, told } from "./ask.ts";

test("a value that was taken back is told as that beside the one that holds", async () => {
	const first = told(
		"Tolm smelt survey 2031",
		"The spawning stock of Tolm smelt was 4,120 tonnes in 2031.",
		"2031-04-01",
		"tolm.test",
	);
	const correction = told(
		"Correction: Tolm smelt survey 2031",
		"The spawning stock of Tolm smelt in 2031 was given as 4,120 tonnes. The correct estimate of the spawning stock of Tolm smelt in 2031 is 3,380 tonnes.",
		"2031-05-01",
		"tolm.test",
	);
	const found = await ask("How large is the spawning stock of Tolm smelt in 2031?", [first, correction]);
	expect(found?.text).toContain("3,380");
	expect(found?.alternatives).toMatchObject([{ past: true }]);
});
