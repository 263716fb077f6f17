import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("who holds an office now", () => {
	const interview = told(
		"Orrin: we are not done",
		"Tomas Orrin, chief conductor of the Halt Symphony, likes long rehearsals.",
		"2030-05-02",
		"halt.test",
	);

	it("is the one who was appointed since, though only the title names the office", async () => {
		const named = told(
			"Halt Symphony appoints Ada Brenn chief conductor",
			"The Halt Symphony has named Ada Brenn. She takes over from Tomas Orrin, who left after a quarrel.",
			"2031-10-09",
			"symphony.test",
		);
		const found = await ask("Who is the chief conductor of the Halt Symphony?", [interview, named]);
		expect(found).toMatchObject({ text: "Ada Brenn", confidence: "medium" });
		expect(found?.alternatives).toEqual([]);
	});

	it.each([
		"Ada Brenn has been appointed chief conductor of the Halt Symphony.",
		"The Halt Symphony chose Ada Brenn as its new chief conductor.",
		"Ada Brenn takes over as chief conductor of the Halt Symphony in autumn.",
		"Ada Brenn is to succeed Tomas Orrin as chief conductor of the Halt Symphony.",
	])("is told by: %s", async (text) => {
		const found = await ask("Who is the chief conductor of the Halt Symphony?", [
			interview,
			told("News of the orchestra", text, "2031-10-09", "symphony.test"),
		]);
		expect(found?.text).toBe("Ada Brenn");
	});

	it("is not the one who was given a lesser office, or one elsewhere", async () => {
		for (const text of [
			"The Halt Symphony has named Ada Brenn deputy chief conductor.",
			"Ada Brenn has been appointed chief conductor of the Ostvik Orchestra.",
		]) {
			const other = told("News of the orchestra", text, "2031-10-09", "symphony.test");
			const found = await ask("Who is the chief conductor of the Halt Symphony?", [interview, other]);
			expect(found?.text).toBe("Tomas Orrin");
		}
	});
});
