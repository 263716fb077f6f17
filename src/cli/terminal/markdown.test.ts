import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderForTerminal } from "./markdown.ts";
import type { Paint } from "./paint.ts";
import { textWidth } from "./text.ts";

const bare: Paint = (_style, text) => text;

const report = `# When was the tower built, and by whom?

**1887** [1][2] · high confidence

From *A guide to towers*: “The tower was built in 1887 \\[by Eiffel\\].” [1]

- **1887 against 1889**
  - “It was built in 1889.” [3] — Letters, line 3

| | year | builder |
| --- | --- | --- |
| **tower** | 1887 [1] | *not found*: nobody says who built it, in any of the pages that were read |
| **bridge** | 1890 [2] | Sophie Germain and a long list of others [2] |

1. A guide — guide.md · line 3
10. Letters — letters.md
`;

describe("a report on a terminal", () => {
	it("shows the words without the marks of Markdown", () => {
		const text = renderForTerminal(report, 100, bare);
		expect(text).toContain("  1887 [1][2] · high confidence\n");
		expect(text).toContain("“The tower was built in 1887 [by Eiffel].” [1]");
		expect(text).toMatch(/• 1887 against 1889\n {4}• “It was built/);
		expect(text).toMatch(/tower +1887 \[1\] +not found: nobody/);
		expect(text).not.toMatch(/[*|\\#]/);
	});

	it("shows a table as a list of its rows if its columns do not fit", () => {
		const text = renderForTerminal(report, 30, bare);
		expect(text).toMatch(/^tower\n {2}year: 1887 \[1\]\n {2}builder: not found/m);
	});

	it("aligns figures to the right of their columns, also between wide columns", () => {
		const name = "a-long-name-of-a-model/that-has-to-be-broken";
		const table = `| Role | Model | Calls | Input | USD |\n| --- | --- | ---: | ---: | ---: |\n| plan | ${name} | 2 | 12,000 | $0.051 |\n| draft | ${name} | 14 | 900 | $1.20 |\n`;
		const lines = renderForTerminal(table, 60, bare).split("\n");
		expect(lines[0]).toMatch(/^ {2}Role +Model +Calls +Input +USD$/);
		expect(lines[2]).toMatch(/^ {2}plan +a-long\S+ +2 +12,000 +\$0\.051$/);
		const end = (line: string | undefined, text: string) => (line ?? "").indexOf(text) + text.length;
		const second = lines.find((line) => line.includes("draft"));
		expect(end(second, " 900")).toBe(end(lines[2], "12,000"));
		expect(end(second, " 14")).toBe(end(lines[0], "Calls"));
	});

	it("breaks a word of many escaped marks, in a table's narrow column too", () => {
		const word = "a\\*b\\_c\\|d\\[e".repeat(6);
		const markdown = `${word}\n\n| x | ${word} |\n| --- | --- |\n| y | ${word} |\n`;
		const lines = renderForTerminal(markdown, 40, bare).split("\n");
		for (const line of lines) expect(textWidth(line)).toBeLessThan(40);
	});

	it("is never wider than the terminal and loses no word, for any text and width", () => {
		const word = fc.stringMatching(/^[\p{L}\p{N}(),.“”-]{1,30}$/u);
		const sentence = fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(" "));
		const document = fc.record({
			title: sentence,
			text: sentence,
			items: fc.array(sentence, { minLength: 1, maxLength: 3 }),
			cells: fc.tuple(sentence, sentence, sentence),
		});
		fc.assert(
			fc.property(document, fc.integer({ min: 24, max: 120 }), ({ title, text, items, cells }, columns) => {
				const list = items.map((item) => `- x${item}`).join("\n");
				const markdown = `# ${title}\n\nx${text}\n\n${list}\n\n| a | b | c |\n|---|---|---|\n| ${cells.join(" | ")} |\n`;
				const rendered = renderForTerminal(markdown, columns, bare);
				for (const line of rendered.split("\n")) expect(textWidth(line)).toBeLessThan(columns);
				const letters = (from: string) => from.replace(/[^\p{L}\p{N}]/gu, "").length;
				expect(letters(rendered)).toBeGreaterThanOrEqual(letters(title + text + items.join("") + cells.join("")));
			}),
		);
	});
});
