import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("a figure", () => {
	it("is the one right behind the verb that is asked, not another of its sentence", async () => {
		const text = "Last year 300 passengers a day complained about the Tarn ferry, which carries 85.";
		expect((await ask("How many passengers does the Tarn ferry carry?", [told("Ferry", text)]))?.text).toBe("85");
		const plain = "The Tarn ferry carries 85 passengers and made 1,200 crossings last year.";
		expect((await ask("How many passengers does the Tarn ferry carry?", [told("Ferry", plain)]))?.text).toMatch(/^85/);
	});

	it("is the age that stands beside a name", async () => {
		const page = told(
			"Halt Symphony names Ada Brenn",
			"The Halt Symphony has named Ada Brenn. Brenn, 41, conducted 30 operas in Ostvik before.",
		);
		expect((await ask("How old is Ada Brenn?", [page]))?.text).toBe("41");
		const other = told("Trial", "The 52-year-old Karl Maas was heard; Ada Brenn, a witness, had seen 3 men.");
		expect((await ask("How old is Karl Maas?", [other]))?.text).toMatch(/^52/);
	});

	it("is the one that it has become since", async () => {
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
		expect(found?.text).toBe("19 million euros");
		const before = { ...later, date: "2030-01-09" };
		expect((await ask("How much does the repair of the Ostvik tunnel cost?", [first, before]))?.text).toBe(
			"12 million euros",
		);
	});
});
