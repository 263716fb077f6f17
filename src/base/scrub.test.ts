import fc from "fast-check";
import { expect, test } from "vitest";
import { echoes } from "../../test/support/key-echoes.ts";
import { scrub } from "./scrub.ts";
import { Secret } from "./secret.ts";

// Keys in the formats of real services, with random characters.
const keys = [
	"sk-ant-api03-Zk3_vT9xQm1LrWb7-Yd0NcHs5PfUaEg2JoXi8KtVnRz4Mw6Bq-hCpGuAyDlSeOjFkTxIvW_QnMbZ1r3t5y7AA",
	"sk-proj-9aZ8bY7cX6dW5eV4fU3gT2hS1iR0jQ",
	"AIzaSyB7x-3Fh_kL9qWnE2rTpUvYc4DgM8sJzKo",
	"tvly-dev-q8Zr2LxT6mWc4NvB1yKj",
	"0b7d3c52-91aa-4f0e-8e6c-52d1f3a9b7e4",
	"ghp_4Tq9WmZx7RkYb2LnVc5HsJd8FgPa1UeOiX3N",
	"BSA1xk7QpL-v_Z9mTn3wRcY5uHd2",
	"p@ss/W0rd:with,9 signs+=&<x>",
];
for (const key of keys) new Secret(key);

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const filler = fc.oneof(
	fc.string({ unit: "grapheme", maxLength: 60 }),
	fc.lorem({ maxCount: 12 }),
	fc.json({ maxDepth: 3 }),
	fc.webUrl(),
	fc.base64String({ maxLength: 80 }),
);

test("a key in any form never survives, wherever it stands", () => {
	const echo = fc.constantFrom(...keys).chain((key) => fc.constantFrom(...echoes(key)));
	fc.assert(
		fc.property(filler, echo, filler, (before, { form, text }, after) => {
			const scrubbed = scrub(`${before} ${text} ${after}`);
			expect(scrubbed, form).toContain("(key)");
			expect(plain(scrubbed), form).not.toContain(plain(text));
		}),
		{ numRuns: 800 },
	);
});

test("a text without a key is unchanged", () => {
	fc.assert(
		fc.property(fc.array(filler, { maxLength: 8 }), (parts) => {
			const text = parts.join(" ");
			expect(scrub(text)).toBe(text);
			const json = JSON.stringify({ text, list: [text, 1.5, null] });
			expect(scrub(json)).toBe(json);
		}),
		{ numRuns: 400 },
	);
});

test("JSON stays JSON of the same form, even if a key is split over several strings", () => {
	const value = fc.jsonValue({ maxDepth: 3 });
	const echo = fc
		.constantFrom(...keys)
		.chain((key) => fc.constantFrom(...echoes(key).map(({ text }) => ({ key, text }))));
	fc.assert(
		fc.property(value, echo, fc.constantFrom(undefined, 2), fc.nat(40), (around, { key, text }, indent, cut) => {
			const whole = { around, [text]: text, parts: [key.slice(0, cut), key.slice(cut)], after: around };
			const scrubbed = scrub(JSON.stringify(whole, null, indent));
			const read = JSON.parse(scrubbed) as typeof whole;
			expect(read.around).toEqual(JSON.parse(JSON.stringify(around)));
			expect(read.after).toEqual(read.around);
			expect(read.parts).toHaveLength(2);
			for (const echoed of [key, text]) expect(plain(scrubbed)).not.toContain(plain(echoed));
		}),
		{ numRuns: 300 },
	);
	const digits = new Secret("31415926535897932384626433").reveal();
	expect(JSON.parse(scrub(`{"n": ${digits}, "m": 7}`))).toEqual({ n: "(key)", m: 7 });
});

test("words are not removed as keys, and a short key with a digit is removed only as an exact match", () => {
	for (const word of [
		"September2024",
		"postgres",
		"administrator",
		"not-needed",
		"sk-no-key-required",
		"token-abc123",
		"00000000000000",
	])
		new Secret(word);
	const text = "The administrator of postgres: not needed in September 2024; sk-no-key-required, 100000000000000000.";
	expect(scrub(text)).toBe(text);
	expect(scrub('{"token": "token-abc123"}')).toBe('{"token": "(key)"}');
});

test("hostile texts of 1 MB take linear time", () => {
	const [key = ""] = keys;
	const size = 1_000_000;
	const units = [
		"\\",
		"%",
		"%25",
		"&",
		"&amp;",
		"\\u00",
		key.slice(0, -1),
		[...key].join(" ").slice(0, -1),
		"a",
		`${key} `,
	];
	for (const unit of units) {
		const scrubbed = scrub(unit.repeat(Math.ceil(size / unit.length)));
		expect(scrubbed.includes(key)).toBe(false);
	}
});
