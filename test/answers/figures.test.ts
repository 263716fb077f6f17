import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("a figure", () => {
	it("is the one right behind the verb that is asked, not another of its sentence", async () => {
		const text = "Last year 300 passengers a day complained about the Tarn ferry, which carries 85.";
		expect((await ask("How many passengers does the Tarn ferry carry?", [told("Ferry", text)]))?.text).toBe("85");
		const plain = "The Tarn ferry carries 85 passengers and made 1,200 crossings last year.";
		expect((await ask("How many passengers does the Tarn ferry carry?", [told("Ferry", plain)]))?.text).toMatch(/^85/);
	});

	it("is not the old one where a newer page tells of a change", async () => {
		const first = told(
			"Work on the Ostvik tunnel begins",
			"The repair of the Ostvik tunnel is expected to cost 12 million euros.",
			"2031-03-02",
			"city.test",
		);
		const later = told(
			"Repair of the Ostvik tunnel takes longer",
			"The repair of the Ostvik tunnel goes on. Its cost has risen from 12 million to 19 million euros.",
			"2032-01-09",
			"paper.test",
		);
		const found = await ask("How much does the repair of the Ostvik tunnel cost?", [first, later]);
		expect(found?.text).not.toBe("12 million euros");
	});
});
