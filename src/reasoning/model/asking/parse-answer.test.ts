import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseAnswer } from "./parse-answer.ts";

const schema = z.object({
	claims: z.array(
		z.object({
			text: z.string(),
			page: z.number().int(),
			kind: z.enum(["direct", "adjacent", "not_relevant"]),
			sure: z.boolean(),
			date: z.string().nullable(),
			note: z.string().optional(),
		}),
	),
	verdict: z.string(),
});
type Answer = z.infer<typeof schema>;

test("a missing field is called missing", () => {
	expect(parseAnswer('{"claims": []}', schema)).toEqual({ fault: "- verdict: it is missing, expected string" });
});

const awkward = [
	"```",
	"<think>",
	"</think>",
	"{",
	"}]",
	'"',
	"'",
	"\n",
	",",
	"//",
	"\\",
	"[1]",
	"<data>",
	"’",
	"“",
	"漢字",
	"None",
];
const words = fc
	.array(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...awkward)), { maxLength: 5 })
	.map((pieces) => pieces.join(" "));
const answers: fc.Arbitrary<Answer> = fc.record({
	claims: fc.array(
		fc.record(
			{
				text: words,
				page: fc.integer({ min: -1_000, max: 1_000 }),
				kind: fc.constantFrom("direct" as const, "adjacent" as const, "not_relevant" as const),
				sure: fc.boolean(),
				date: fc.option(words),
				note: words,
			},
			{ requiredKeys: ["text", "page", "kind", "sure", "date"] },
		),
		{ maxLength: 4 },
	),
	verdict: words,
});

/** What models do to JSON: `before` the value is written, and to its text between strings (`outside`). */
const writings = {
	commas: (outside: string) => outside.replace(/(?<=[^[{,:\s]\s*)([\]}])/g, ",$1"),
	python: (outside: string) =>
		outside
			.replace(/\btrue\b/g, "True")
			.replace(/\bfalse\b/g, "False")
			.replace(/\bnull\b/g, "None"),
	comments: (outside: string) => outside.replaceAll("[", "[ /* the list */ ").replaceAll("{", "{ // one\n"),
	spaces: (outside: string) => outside.replace(/([[{,])/g, "$1\n\t"),
	asText: (outside: string) => outside.replace(/(?<=:)-?\d+/g, (number) => `"${number}"`),
};
const wrappings: Record<string, (json: string) => string> = {
	fence: (json) => `\`\`\`json\n${json}\n\`\`\``,
	prose: (json) => `Sure! Here is what I found [1], as {you} asked:\n\n${json}\n\nLet me know if "this" helps :]`,
	thought: (json) => `<think>\nThe user's question… {"claims": 1} or [2, 3]? I'll answer.\n</think>\n\n${json}`,
	thinking: (json) => `<thinking>Hm.</thinking>${json}`,
	unopened: (json) => `I think that it's "so".\n</think>\n${json}`,
	quoted: (json) => JSON.stringify(json),
	wrapped: (json) => `{"result": ${json}}`,
	other: (json) => `{"thought": "first this"}\n${json}\n{"done": true}`,
};

/** Changes the text outside of strings. */
function outsideStrings(json: string, change: (outside: string) => string): string {
	return json
		.split(/("(?:[^"\\]|\\.)*")/)
		.map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
		.join("");
}

test("an answer is parsed despite any faults of its JSON and any wrapping", () => {
	fc.assert(
		fc.property(
			answers,
			fc.subarray(Object.values(writings)),
			fc.option(fc.constantFrom(...Object.keys(wrappings)), { nil: undefined }),
			(answer, faults, wrapping) => {
				// Trailing commas follow strings, too: they are put between a marker and its bracket.
				const written = faults.reduce(
					(json, fault) =>
						fault === writings.commas
							? outsideStrings(json, (outside) => outside.replace(/^(\s*)([\]}])/, "$1,$2"))
							: outsideStrings(json, fault),
					JSON.stringify(answer),
				);
				const text = wrapping === undefined ? written : (wrappings[wrapping]?.(written) ?? written);
				expect(parseAnswer(text, schema)).toEqual({ answer, isCut: false });
			},
		),
		{ numRuns: 400 },
	);
});

test("a list that breaks off anywhere keeps its complete items unchanged, and nothing is made up", () => {
	fc.assert(
		fc.property(answers, fc.double({ min: 0, max: 1, noNaN: true }), (answer, share) => {
			const list = z.object({ claims: schema.shape.claims });
			const json = JSON.stringify({ claims: answer.claims });
			const read = parseAnswer(json.slice(0, Math.floor((json.length - 1) * share)), list);
			if ("fault" in read) return;
			expect(read.isCut).toBe(true);
			if (answer.claims.length > 0) expect(read.answer.claims.length).toBeGreaterThan(0);
			expect(read.answer.claims).toEqual(answer.claims.slice(0, read.answer.claims.length));
		}),
		{ numRuns: 400 },
	);
});

describe("one kind of noise", () => {
	const small = z.object({ queries: z.array(z.string()), note: z.string().optional() });
	const wanted = { queries: ["a", "b"] };
	test.each([
		["single quotes", "{'queries': ['a', 'b']}"],
		["keys without quotes", '{queries: ["a", "b"]}'],
		["an unclosed thinking tag before it", '<think>I will say {"queries":["a","b"]}'],
		["an unclosed code fence", '```json\n{"queries":["a","b"]}'],
		["a bare list", '["a", "b"]'],
		["null for what may be missing", '{"queries":["a","b"],"note":null}'],
		["a list written as a string", '{"queries":"[\\"a\\",\\"b\\"]"}'],
		["the last of several that fit", '{"queries":["x"]}\nNo, better:\n{"queries":["a","b"]}'],
		["a call in words", '{"name":"answer","arguments":"{\\"queries\\":[\\"a\\",\\"b\\"]}"}'],
	])("%s", (_name, text) => {
		expect(parseAnswer(text, small)).toEqual({ answer: wanted, isCut: false });
	});

	test("quotes and line ends that lack their backslash", () => {
		expect(parseAnswer('{"queries":["he said "hi, you" to me","a\nb"]}', small)).toEqual({
			answer: { queries: ['he said "hi, you" to me', "a\nb"] },
			isCut: false,
		});
	});

	test("an enum in another case, and a single item for a list", () => {
		const one = z.object({ kinds: z.array(z.enum(["yes_no", "list"])) });
		expect(parseAnswer('{"kinds":"Yes-No"}', one)).toEqual({ answer: { kinds: ["yes_no"] }, isCut: false });
	});

	test.each([
		["names of fields in another language are not guessed", '{"anfragen":["a","b"]}', "queries"],
		["a value that was cut in two is no value", '{"queries":["a"],"note":"The capital of', "breaks off"],
		["a list of which nothing is whole is not an empty one", '{"queries":["The capital of', "breaks off"],
		["prose", "I cannot find any queries.", "no JSON object"],
	])("%s", (_name, text, words) => {
		expect(
			parseAnswer(text, z.object({ queries: z.array(z.string()).optional(), note: z.string().optional() })),
		).toEqual({
			fault: expect.stringContaining(words),
		});
	});

	test("faults name the field and what it should be", () => {
		expect(parseAnswer('{"claims":[{"text":"x","page":"one"}],"verdict":"v"}', schema)).toEqual({
			fault: expect.stringMatching(/claims\[0\]\.page: .*number[\s\S]*claims\[0\]\.kind: .*direct/),
		});
	});
});
