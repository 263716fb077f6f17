import { describe, expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { ModelError } from "../error.ts";
import { judgeSupport } from "./judge-support.ts";

describe("judgeSupport", () => {
	const item = (sentence: string, ...quotes: string[]) => ({ sentence, quotes });
	const verdict = (number: number, name = "supported") => ({ number, reason: `r${number}`, verdict: name });

	test("gives verdicts in the order of the items, whatever the order of the answer", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(2, "contradicted"), verdict(1)] }]);
		const found = await judgeSupport(asker, [item("It is fast.", "It flies."), item("It is slow.", "It flies.")]);
		expect(found.map((one) => one.verdict)).toEqual(["supported", "contradicted"]);
	});

	test("asks about forty at a time in batches of similar size, but not about verbatim or uncited sentences", async () => {
		const items = [
			item("“It skips small tables.”", "It skips small tables."),
			item("From ‹The Daemon›: “It skips small tables.”", "It skips small tables."),
			item("The daemon skips small tables.", "The daemon skips small tables."),
			item("It is good."),
			...Array.from({ length: 42 }, (_, index) => item(`It is number ${index}.`, "Numbers.")),
		];
		const batch = (size: number) => ({ verdicts: Array.from({ length: size }, (_, index) => verdict(index + 1)) });
		const asker = scriptedAsker([batch(21), batch(21)]);
		const found = await judgeSupport(asker, items);
		expect(asker.asked).toHaveLength(2);
		expect(found.map((one) => one.verdict)).toEqual([
			...Array(3).fill("supported"),
			"unsupported",
			...Array(42).fill("supported"),
		]);
	});

	test("asks about fewer at a time where the window holds fewer", async () => {
		const items = Array.from({ length: 4 }, (_, index) => item(`It is number ${index}.`, "n".repeat(100)));
		const two = { verdicts: [verdict(1), verdict(2)] };
		const asker = scriptedAsker([two], 400);
		expect(await judgeSupport(asker, items)).toHaveLength(4);
		expect(asker.asked.map(({ parts }) => parts[0]?.text.match(/^\d+\. /gm)?.length)).toEqual([2, 2]);
	});

	test("shows the sentence before as context, apart from the judged one", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1)] }]);
		await judgeSupport(asker, [{ ...item("It is fast.", "It flies."), before: "The heron is\nlarge." }]);
		expect(asker.asked[0]?.parts[0]?.text).toContain(
			"1. It is fast.\n   before it: The heron is large.\n   quote: It flies.",
		);
	});

	test.each([
		["too few", [verdict(1)]],
		["one twice", [verdict(1), verdict(1)]],
		["too many", [verdict(1), verdict(2), verdict(3)]],
	])("that gives %s is asked again, then fails rather than guess", async (_what, verdicts) => {
		const items = [item("It is fast.", "It flies."), item("It is slow.", "It flies.")];
		const asker = scriptedAsker([{ verdicts }, { verdicts: [verdict(1), verdict(2)] }]);
		expect(await judgeSupport(asker, items)).toHaveLength(2);
		await expect(judgeSupport(scriptedAsker([{ verdicts }]), items)).rejects.toBeInstanceOf(ModelError);
	});

	test("asks whether an inference follows, and keeps none that goes beyond its quotes", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1, "follows"), verdict(2, "goes_beyond")] }]);
		const found = await judgeSupport(asker, [
			{ ...item("Flying is the likelier cause.", "It flies.", "It is fast."), kind: "inference" },
			{ ...item("Flying always wins.", "It flies."), kind: "inference" },
		]);
		expect(asker.asked[0]?.parts[0]?.text).toContain("1. (inference) Flying is the likelier cause.");
		expect(found).toEqual([
			{ verdict: "supported", reason: "r1" },
			{ verdict: "unsupported", reason: "r2" },
		]);
	});

	test("returns the repaired wording of an unsupported sentence, unless it is empty or much longer", async () => {
		const given = (number: number, name: string, mended: string) => ({ ...verdict(number, name), mended });
		const items = Array.from({ length: 4 }, (_, at) => item(`It flies always and fast ${at}.`, "It flies."));
		const verdicts = [
			given(1, "unsupported", "It  flies."),
			given(2, "supported", "It flies."),
			given(3, "partial", "It flies. ".repeat(20)),
			given(4, "partial", ""),
		];
		const found = await judgeSupport(scriptedAsker([{ verdicts }]), items);
		expect(found.map(({ mended }) => mended)).toEqual(["It flies.", undefined, undefined, undefined]);
	});

	test("shows the text right around a quote", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1)] }]);
		const around = { before: "If the wind is low,", after: ", says Ada Moor. It seldom is." };
		await judgeSupport(asker, [{ ...item("The crane flies.", "it flies"), about: [{ title: "", around }] }]);
		expect(asker.asked[0]?.parts[0]?.text.split("\n").map((line) => line.trim())).toEqual([
			"1. The crane flies.",
			"quote: it flies",
			"its sentence begins: If the wind is low,",
			"goes on: , says Ada Moor. It seldom is.",
		]);
	});

	test("shows each quote with its page, its holder and its table's header and what it speaks of", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1)] }]);
		const about = [
			{
				title: "Power, Northern Post, by Ada Moor, 2031-02-01",
				holder: "the ministry",
				columns: "Harbour | 2030 | 2031",
			},
			{ title: "", reading: "The crane flies." },
		];
		await judgeSupport(asker, [{ ...item("Corrick, 2031: 338", "Corrick | 412 | 338", "It flies."), about }]);
		expect(asker.asked[0]?.parts.map(({ text }) => text.split("\n"))[0]).toEqual([
			"p1: Power, Northern Post, by Ada Moor, 2031-02-01",
		]);
		expect(asker.asked[0]?.parts[1]?.text.split("\n")).toEqual([
			"1. Corrick, 2031: 338",
			"   quote (p1; said by the ministry): Corrick | 412 | 338",
			"   its table's header: Harbour | 2030 | 2031",
			"   quote: It flies.",
			"   in context: The crane flies.",
		]);
	});

	test("shows what a claim says beyond its quote and the text around it, as its writer saw it", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1)] }]);
		const around = { before: "", after: " It does so each day." };
		const about = [
			{ title: "", around, reading: "In a preliminary trial the crane flies each day." },
			{ title: "", around, reading: "The crane flies each day." },
		];
		await judgeSupport(asker, [{ ...item("The crane flies daily.", "The crane flies.", "The crane flies."), about }]);
		expect(asker.asked[0]?.parts[0]?.text.match(/in context: .*/g)).toEqual([
			"in context: In a preliminary trial the crane flies each day.",
		]);
	});

	test("does not take a sentence as supported because it contains a quotation", async () => {
		const asker = scriptedAsker([{ verdicts: [verdict(1, "unsupported")] }]);
		const [found] = await judgeSupport(asker, [
			item("Nobody uses it, because “it skips small tables”.", "It skips small tables."),
		]);
		expect(found?.verdict).toBe("unsupported");
	});
});
