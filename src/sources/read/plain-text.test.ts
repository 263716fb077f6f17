import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRecord } from "../corpus/record.ts";
import { decodeFile } from "./decode.ts";
import { readMarkdown } from "./markdown.ts";
import { splitIntoPassages } from "./passages.ts";
import { readText } from "./plain-text.ts";

test("wrapped lines of a text are joined into sentences; tables and lists keep their lines", () => {
	const source =
		"The pump was installed in the spring of 1994 and it was\nreplaced in 2003.\n\nname     size\nalpha    12\n\n1. one\n2. two\n";
	const draft = readText(source);
	expect(draft.text).toBe(
		"The pump was installed in the spring of 1994 and it was replaced in 2003.\n\nname     size\nalpha    12\n\n1. one\n2. two",
	);
	expect(draft.marks.map(({ locator }) => (locator.kind === "line" ? locator.line : 0))).toEqual([1, 2, 4, 5, 7, 8]);
});

test("content that is not text is refused with the reason, and declared encodings are decoded", () => {
	expect(() => decodeFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 9, 0xff]))).toThrow("binary");
	expect(() => decodeFile(Uint8Array.from([0x63, 0x61, 0x66, 0xe9]))).toThrow("declares no encoding");
	expect(decodeFile(Buffer.from("\ufeffcafé\r\n", "utf16le"))).toBe("café\n");
	expect(decodeFile(Buffer.from('<meta charset="iso-8859-1">caf\xe9', "latin1"), true)).toContain("café");
	expect(() => decodeFile(Buffer.from('<meta charset="klingon">caf\xe9', "latin1"), true)).toThrow("klingon");
});

test("a record needs a text; `_id` and numbers serve as ids, a line number when there is none", () => {
	expect(parseRecord('{"_id":7,"title":"T","text":"words","date":"May 3, 2021"}', 3)).toMatchObject({
		ok: true,
		id: "7",
		draft: { title: "T", text: "words", date: "2021-05-03" },
	});
	expect(parseRecord('{"text":"words"}', 3)).toMatchObject({ ok: true, id: "3" });
	for (const bad of ["{", "[]", "{}", '{"text":"  "}']) expect(parseRecord(bad, 1).ok).toBe(false);
});

test("for any text, marks ascend, and passages cover it without overlap", () => {
	const words = fc.array(
		fc.oneof(fc.lorem({ maxCount: 60 }), fc.constantFrom("# Head", "- item", "", "| a | b |", "```", "*x*", "<!--")),
		{
			maxLength: 60,
		},
	);
	fc.assert(
		fc.property(words, fc.boolean(), (lines, asMarkdown) => {
			const draft = asMarkdown ? readMarkdown(lines.join("\n")) : readText(lines.join("\n"));
			const starts = draft.marks.map((mark) => mark.start);
			expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
			if (draft.text !== "") expect(starts[0]).toBe(0);
			let end = 0;
			for (const passage of splitIntoPassages(draft.text, draft.headings)) {
				expect(passage.start).toBeGreaterThanOrEqual(end);
				expect(draft.text.slice(end, passage.start).trim()).toBe("");
				expect(passage.end - passage.start).toBeLessThanOrEqual(2_200);
				end = passage.end;
			}
			expect(draft.text.slice(end).trim()).toBe("");
		}),
		{ numRuns: 150 },
	);
});

test("tabs that stand for spaces in running text are no borders of cells; those of a table stay", () => {
	const page = "       The server\twaits for a request\n       and answers\tit at once.\n\n\tIt keeps\tno state.";
	expect(readText(page).text).toBe(
		"       The server       waits for a request\n       and answers      it at once.\n\n        It keeps        no state.",
	);
	expect(readText("quay\tlength\nHalt\t40 m").text).toBe("quay\tlength\nHalt\t40 m");
});
