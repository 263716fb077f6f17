import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitizeDocument, sanitizeText } from "./sanitize.ts";

const codes = [
	"\u001b[31m",
	"\u001b]0;owned\u0007",
	"\u202e",
	"\u009b5m",
	"\u001b",
	"\u0007",
	"\u200f",
	"\ud800",
	"\r",
];

test("terminal sequences are removed, and every offset of the document still points at the same words", () => {
	const pieces = fc.array(
		fc.oneof(fc.constantFrom(...codes), fc.constantFrom("Skerry ", "1887", "\n", "\t", "é", "🙂")),
	);
	fc.assert(
		fc.property(pieces, (parts) => {
			let text = "";
			const words: { start: number; end: number; text: string }[] = [];
			for (const part of parts) {
				if (!codes.includes(part)) words.push({ start: text.length, end: text.length + part.length, text: part });
				text += part;
			}
			const rows = words.map((word) => ({ label: word.text, start: word.start, end: word.end, cells: [word] }));
			const clean = sanitizeDocument({
				...{ kind: "text" as const, title: text, text },
				marks: words.map(({ start }, line) => ({ start, locator: { kind: "line" as const, line } })),
				headings: [],
				tables: [{ number: 1, start: 0, end: text.length, columns: [text], rows }],
			});
			expect(clean.text).toBe(words.map((word) => word.text).join(""));
			expect([clean.title, clean.tables?.[0]?.columns[0], clean.tables?.[0]?.end]).toEqual([
				...[clean.text, clean.text, clean.text.length],
			]);
			const cells = clean.tables?.[0]?.rows.flatMap((row) => row.cells) ?? [];
			for (const { start, end, text: word } of cells) expect(clean.text.slice(start, end)).toBe(word);
			expect(clean.marks.map(({ start }) => start)).toEqual(cells.map(({ start }) => start));
		}),
	);
});

test("a sequence without an end removes no words", () => {
	expect(sanitizeText(`\u001b]8;;http://a ${"word ".repeat(1_000)}`)).toBe(`]8;;http://a ${"word ".repeat(1_000)}`);
});
