import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { passagesIn } from "../../src/reasoning/rules/blocks/find-passages.ts";
import { answerSentence } from "../../src/reasoning/rules/report/answer-sentence.ts";
import { readText } from "../../src/sources/read/plain-text.ts";
import { isReferral } from "../../src/text/references.ts";

const options = ["LampOrder", "QueueLimit", "TrackedHosts", "ReplyPolicy"];
const values = ["accept-late", "strict-all", "drop-oldest", "keep-first"];
const arbitrary = fc.record({
	names: fc.uniqueArray(fc.constantFrom(...options), { minLength: 2, maxLength: 2 }),
	values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 2, maxLength: 2 }),
	noun: fc.constantFrom("hosts", "lamps", "queues"),
});

/** The entries of a manual page made text, as pieces, and the place of some words in it. */
function manual(entries: readonly (readonly [string, readonly string[]])[]) {
	const body = entries
		.map(([name, paragraphs]) => `     ${name}\n${paragraphs.map((one) => `             ${one}\n`).join("\n")}`)
		.join("\n");
	const { text } = readText(`TOOL(5)\n\nDESCRIPTION\n     These are the settings.\n\n${body}`);
	const pieces = passagesIn({ text, kind: "text" }, "s1").flatMap((one) => one.pieces);
	const answer = (words: string, question: string) => {
		const start = text.indexOf(words);
		const found = answerSentence(pieces, { start, end: start + words.length }, question, "tool");
		return { ...found, text: found && text.slice(found.start, found.end) };
	};
	return { text, answer };
}

describe("the sentence that answers", () => {
	test("is the one on the value that is asked for, and not on another value of the option", () => {
		fc.assert(
			fc.property(arbitrary, ({ names: [name = "", other = ""], values: [asked = "", none = ""], noun }) => {
				const { answer } = manual([
					[name, [`If this is set to ${none}, all ${noun} wait. If it is set to ${asked}, new ${noun} are added.`]],
					[other, [`Sets how many ${noun} are read.`]],
				]);
				const question = `What does ${name} ${asked} do?`;
				expect(answer(`all ${noun} wait`, question).text).toBe(`If it is set to ${asked}, new ${noun} are added.`);
				expect(answer(`new ${noun} are`, question).text).toBe(`If it is set to ${asked}, new ${noun} are added.`);
			}),
		);
	});

	test("opens the entry of what the question asks the meaning of", () => {
		fc.assert(
			fc.property(arbitrary, ({ names: [name = "", other = ""], noun }) => {
				const { answer } = manual([
					[name, [`Moves all ${noun} to the end of the list.`, `If ${name} is on by default, this overrides it.`]],
					[other, [`Sets how many ${noun} are read.`]],
				]);
				expect(answer("this overrides it", `What does the option ${name} of tool do?`).text).toBe(
					`Moves all ${noun} to the end of the list.`,
				);
				expect(answer("this overrides it", `How do I override ${name} if it is on?`).text).toContain("overrides it");
			}),
		);
	});

	test("is not about another number of the thing", () => {
		fc.assert(
			fc.property(
				fc.constantFrom("bay", "gate", "boiler"),
				fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 2 }),
				(noun, [a = 0, b = 0]) => {
					const text = `The limit of ${noun} ${a} was 16 until May 2021. Since then it is 18.`;
					const piece = { kind: "prose" as const, start: 0, end: text.length, text };
					const place = { start: text.indexOf("18"), end: text.indexOf("18") + 2 };
					const unfit = (number: number) =>
						answerSentence([piece], place, `What is the limit of ${noun} ${number}?`, "")?.isUnfit;
					expect([unfit(a), unfit(b)]).toEqual([false, true]);
				},
			),
		);
	});

	test("never only refers to another place", () => {
		const { answer } = manual([["TrackedHosts", ["See the separate LampOrder setting to choose what is kept."]]]);
		expect(answer("LampOrder setting", "What does LampOrder do?").isUnfit).toBe(true);
	});
});

it.each([
	["See the separate chapter on locks.", true],
	["Please refer to queue.type for its values.", true],
	["For more information on roles, see Chapter 22.", true],
	["For other details of the format consult the manual.", true],
	["Seeing is believing.", false],
	["The log shows what you see on the screen.", false],
	["For more than ten hosts, the limit is 4.", false],
])("%s refers elsewhere: %s", (sentence, isElsewhere) => {
	expect(isReferral(sentence)).toBe(isElsewhere);
});
