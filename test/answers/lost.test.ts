import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("whether something still has what it lost", () => {
	it.each([
		[
			"Is the Halvorsen Clinic accredited?",
			"The Halvorsen Clinic lost its accreditation on 4 May 2031, because two wards had no doctor at night.",
		],
		["Does the Brackwell quarry have a permit?", "The permit of the Brackwell quarry was revoked in June 2031."],
		[
			"Is the licence of Ostvik Radio valid?",
			"The licence of Ostvik Radio, which was valid for ten years, has lapsed.",
		],
		["Does Lumen Air have an operating licence?", "Lumen Air has been stripped of its operating licence."],
		["Is Aldrin Bay a protected area?", "Aldrin Bay ceased to be a protected area in 2030."],
	])("%s No", async (question, text) => {
		expect((await ask(question, [told("Report", text)]))?.text).toBe("No");
	});

	it("is affirmed where it was won back, where no loss came, and where the loss is what is asked for", async () => {
		const regained =
			"The Halvorsen Clinic, which had lost its accreditation in 2031, regained the accreditation on 2 March 2033.";
		expect((await ask("Is the Halvorsen Clinic accredited?", [told("Report", regained)]))?.text).toBe("Yes");
		const asked = "The permit of the Brackwell quarry was revoked in June 2031.";
		expect((await ask("Was the permit of the Brackwell quarry revoked?", [told("Report", asked)]))?.text).toBe("Yes");
		const safe = "The Halvorsen Clinic has not lost its accreditation.";
		expect((await ask("Is the Halvorsen Clinic accredited?", [told("Report", safe)]))?.text).not.toBe("No");
	});

	it("is told by the later page, not by one from before the loss", async () => {
		const before = told(
			"A visit",
			"The Halvorsen Clinic is accredited by the state board.",
			"2029-02-01",
			"visit.test",
		);
		const also = told("Doctors", "The Halvorsen Clinic is an accredited hospital.", "2028-02-01", "doctors.test");
		const after = told("Board", "The Halvorsen Clinic lost its accreditation.", "2031-05-04", "board.test");
		expect((await ask("Is the Halvorsen Clinic accredited?", [before, also, after]))?.text).toBe("No");
	});

	it("is not affirmed by a sentence that only names the thing", async () => {
		const text = "The Ostvik harbour ferry service carries 400 people a day.";
		expect(await ask("Is the Ostvik harbour ferry service free?", [told("Ferry", text)])).toBeUndefined();
		const joined = told("Holt", "Vera Holt met the Ostvik Rovers in 2030.");
		expect(await ask("Did Vera Holt leave the Ostvik Rovers?", [joined])).toBeUndefined();
		const left = told("Holt", "Vera Holt left the Ostvik Rovers in 2031.");
		expect((await ask("Did Vera Holt leave the Ostvik Rovers?", [left]))?.text).toBe("Yes");
	});
});
