import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";

describe("when something happened", () => {
	it("is the date of its own verb, not that of the contrary", async () => {
		const text =
			"The Corvid mine was shut after a fall of rock. The works will take a year, and the Corvid mine is to reopen on 3 March 2032.";
		expect(await ask("When was the Corvid mine closed?", [told("Corvid mine closed", text)])).toBeUndefined();
		const both = "The Corvid mine, which opened on 2 June 1974, closed on 9 May 2031.";
		expect((await ask("When was the Corvid mine closed?", [told("Mines", both)]))?.text).toBe("9 May 2031");
		expect((await ask("When did the Corvid mine open?", [told("Mines", both)]))?.text).toBe("2 June 1974");
	});

	it("is never the day of a plan for the contrary", async () => {
		const body =
			"<dl><dt>Opened</dt><dd>2 June 1974</dd><dt>Depth</dt><dd>812 m</dd><dt>State</dt><dd>Closed to visitors since 9 May 2031</dd></dl>";
		const plan = told("Corvid mine", "The Corvid mine should reopen on 3 March 2032.", "2031-05-10", "plan.test");
		const found = await ask("When was the Corvid mine closed?", [plan, { title: "Corvid mine", body }]);
		expect(["9 May 2031", undefined]).toContain(found?.text);
	});

	it("is not surely the day that was planned, and never one that was put off", async () => {
		const plan = told("Plans", "The Tarn Museum should open on 3 March 2032.", "2031-05-10", "plan.test");
		expect((await ask("When did the Tarn Museum open?", [plan]))?.confidence ?? "low").toBe("low");
		const off = told("Delay", "The Tarn Museum will not open on 3 March 2032 as planned.", "2032-01-10", "delay.test");
		expect((await ask("When did the Tarn Museum open?", [plan, off]))?.text).not.toBe("3 March 2032");
		const done = told("Open", "The Tarn Museum opened on 7 October 2032.", "2032-10-08", "done.test");
		expect(await ask("When did the Tarn Museum open?", [plan, off, done])).toMatchObject({
			text: "7 October 2032",
			confidence: "medium",
		});
	});

	it("is what a law itself says of its coming into force", async () => {
		const law = "The Kiln Safety Order shall enter into force on 1 July 2030.";
		expect((await ask("When did the Kiln Safety Order enter into force?", [told("Order", law)]))?.text).toBe(
			"1 July 2030",
		);
	});

	it("is, when it is yet to come, no day that a newer page puts off", async () => {
		const plan = told("Plans", "The Tarn Museum will open on 3 March 2032.", "2031-05-10", "plan.test");
		const later = told(
			"Delay at the Tarn Museum",
			"The opening of the Tarn Museum has been put off from 3 March 2032 to 7 October 2032.",
			"2032-01-10",
			"delay.test",
		);
		expect((await ask("When will the Tarn Museum open?", [plan, later]))?.text).not.toBe("3 March 2032");
	});

	it("is no day that a newer page puts off without its year", async () => {
		const plan = told("Plans", "The Tarn Museum should reopen on 3 March 2032.", "2031-05-10", "plan.test");
		const later = told(
			"Tarn Museum stays shut until autumn",
			"The Tarn Museum will not reopen on 3 March as planned. The new date is 7 October 2032.",
			"2032-01-10",
			"delay.test",
		);
		expect((await ask("When will the Tarn Museum reopen?", [plan, later]))?.text).not.toBe("3 March 2032");
	});

	it.each([
		[
			"When was the Harbour Act adopted?",
			"The Harbour Act was proposed on 4 May 2030 and adopted on 9 June 2031.",
			"9 June 2031",
		],
		[
			"When was the Harbour Act proposed?",
			"The Harbour Act was proposed on 4 May 2030 and adopted on 9 June 2031.",
			"4 May 2030",
		],
		[
			"When was Vera Holt convicted?",
			"Vera Holt was arrested on 2 May 2030, charged on 5 May 2030 and convicted on 1 March 2031.",
			"1 March 2031",
		],
		[
			"When was the Ostvik tower demolished?",
			"On 8 July 2031 the Ostvik tower was demolished; it had been built in 1912.",
			"8 July 2031",
		],
	])("%s", async (question, text, day) => {
		const found = await ask(question, [told("Report", text)]);
		expect(found?.text).toBe(day);
		expect(found?.alternatives).toEqual([]);
	});
});
