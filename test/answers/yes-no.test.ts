import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("yes or no", () => {
	it.each([
		["Is the Halvorsen Clinic accredited?", "The Halvorsen Clinic is accredited by the state board.", "Yes"],
		["Is the Halvorsen Clinic accredited?", "The Halvorsen Clinic is not accredited.", "No"],
		[
			"Was the permit of the Brackwell quarry revoked?",
			"The permit of the Brackwell quarry was revoked in June 2031.",
			"Yes",
		],
	])("%s %s", async (question, text, expected) => {
		expect((await ask(question, [told("Report", text)]))?.text).toBe(expected);
	});

	it.each([
		// The contrary, in another construction.
		["Is the Halvorsen Clinic accredited?", "The Halvorsen Clinic lost its accreditation on 4 May 2031."],
		["Is the Halvorsen Clinic accredited?", "It is a myth that the Halvorsen Clinic is accredited."],
		["Is the Halvorsen Clinic accredited?", "The Halvorsen Clinic is accredited only for its two new wards."],
		["Is the Halvorsen Clinic accredited?", "The Halvorsen Clinic was accredited in the days of Dr Brenn."],
		// A sentence that names the thing, and speaks of something else.
		["Is the Ostvik harbour ferry service free?", "The Ostvik harbour ferry service carries 400 people a day."],
		["Did Vera Holt leave the Ostvik Rovers?", "Vera Holt met the Ostvik Rovers in 2030."],
		// The words of the question in another order, or about something else.
		["is the covid vaccine dangerous", "Side effects of Covid far more dangerous than any of vaccines."],
		[
			"Can a replica run a newer major version than the primary?",
			"It is possible that a replica runs a newer minor version than the primary.",
		],
		["Can I use wal_level minimal with replicas?", "Replicas use the WAL; wal_level minimal writes less of it."],
	])("is left open: %s %s", async (question, text) => {
		expect(await ask(question, [told("Report", text)])).toBeUndefined();
	});

	it("is left open where anything that was read says otherwise", async () => {
		const yes = told("A visit", "The Halvorsen Clinic is accredited by the state board.", "2029-02-01", "visit.test");
		const also = told("Doctors", "The Halvorsen Clinic is accredited.", "2028-02-01", "doctors.test");
		const no = told("Board", "The Halvorsen Clinic is not accredited.", "2031-05-04", "board.test");
		const lost = told("Board", "The Halvorsen Clinic lost its accreditation.", "2031-05-04", "board.test");
		expect((await ask("Is the Halvorsen Clinic accredited?", [yes, also]))?.text).toBe("Yes");
		expect(await ask("Is the Halvorsen Clinic accredited?", [yes, also, no])).toBeUndefined();
		expect(await ask("Is the Halvorsen Clinic accredited?", [yes, also, lost])).toBeUndefined();
	});
});
