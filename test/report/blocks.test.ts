import fc from "fast-check";
import { marked, type Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { renderEvidence } from "../../src/app/report/evidence-json.ts";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { boldMarked } from "../../src/app/report/markdown-text.ts";
import { jsonOutputOf } from "../../src/app/report/output.ts";
import { renderForTerminal } from "../../src/cli/terminal/markdown.ts";
import { textWidth } from "../../src/cli/terminal/text.ts";
import type { BlockPiece, QuotedBlock } from "../../src/evidence/report.ts";
import { verify } from "../../src/verification/verify.ts";
import { tokensOf } from "../support/markdown.ts";
import { blockOf, manual, passages } from "../support/passages.ts";
import { evidenceOf, finishedRun, type Library, libraryOf } from "../support/report.ts";

const bare = (_style: string, text: string) => text;

function reportOf(blocks: QuotedBlock[], library: Library = manual) {
	return finishedRun(library, { shape: "synthesis", sections: [{ heading: "Passages", sentences: [], blocks }] });
}

/** The Markdown of the passages alone. */
function markdownOf(blocks: QuotedBlock[], library?: Library): string {
	const [, body = ""] = (renderMarkdown(reportOf(blocks, library)) ?? "").split("## Passages\n\n");
	return body.split("\n\n## Sources")[0] ?? "";
}

const ofType = (markdown: string, type: string) => tokensOf(markdown).filter((token) => token.type === type);

describe("a passage in Markdown", () => {
	test("stands under its source and heading, what answers bold, with a mark for what is left out", () => {
		expect(markdownOf([passages.paragraph])).toBe(
			"*13.2. Transaction Isolation* › 13.2.1. Read Committed Isolation Level [1]\n\n" +
				"> **Read Committed is the default isolation level in PostgreSQL.** […] In effect, a SELECT query sees a snapshot of the database as of the instant the query begins to run.",
		);
	});

	test("the words about how it is marked fit the form", () => {
		const input = reportOf([passages.paragraph]);
		expect(renderMarkdown(input)).toContain("is bold, and");
		expect(renderHtml(input)).toContain("is highlighted, and");
	});

	test("shows the rows of a table under its header", () => {
		const [table] = ofType(markdownOf([passages.table]), "table") as Tokens.Table[];
		expect(table?.header.map(({ text }) => text)).toEqual([
			"Isolation Level",
			"Dirty Read",
			"Phantom Read",
			"Serialization Anomaly",
		]);
		expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual([
			["[…]", "", "", ""],
			["Repeatable read", "Not possible", "**Allowed, but not in PG**", "Possible"],
			["Serializable", "Not possible", "Not possible", "Not possible"],
		]);
	});

	test("keeps code below its step, as it is, and the numbers of a list", () => {
		const markdown = markdownOf([passages.steps, passages.list]);
		const code = ofType(markdown, "code") as Tokens.Code[];
		expect(code.map(({ text }) => text)).toEqual(
			passages.steps.pieces.filter(({ kind }) => kind === "code").map(({ text }) => text),
		);
		const [steps, list] = ofType(markdown, "list") as Tokens.List[];
		expect(steps?.items.map(({ tokens }) => tokens.at(-1)?.type)).toEqual(["code", "code"]);
		// Steps are in order, also where the page does not number them.
		expect([steps?.ordered, steps?.start]).toEqual([true, 1]);
		expect(markdown).toContain("> […]");
		expect([list?.ordered, list?.start, list?.items.length]).toEqual([true, 1, 3]);
		expect(markdown).toContain("> 2. **It avoids VACUUM overhead.**");
	});

	test("a list whose items were left out goes on with their numbers", () => {
		const [, third] = [passages.list.pieces[1], passages.list.pieces[3]];
		const pieces = [passages.list.pieces[2], { ...third, cut: true as const }] as BlockPiece[];
		const [first, second] = ofType(markdownOf([{ ...passages.list, pieces }]), "list") as Tokens.List[];
		expect([first?.start, second?.start]).toEqual([2, 3]);
	});

	test("the sign of an omission at the end of a paragraph is not escaped, and rows without a header are all entries", () => {
		const piece = { kind: "prose" as const, start: 0, end: 20, text: "The pump lifts water" };
		const paragraph = { ...passages.list, kind: "paragraph" as const, pieces: [piece], marked: [], cut: true as const };
		expect(markdownOf([paragraph])).toContain("The pump lifts water […]");
		const row = (text: string, start: number) => ({ kind: "row" as const, start, end: start + text.length, text });
		const pieces = [row("all | shows all", 0), row("raw | shows bytes", 20)];
		const table = { ...passages.list, kind: "table" as const, pieces, marked: [], headless: true as const };
		expect(markdownOf([table])).toContain("> |  |  |\n> | --- | --- |\n> | all | shows all |\n> | raw | shows bytes |");
	});

	test("says first what bold and left-out words mean", () => {
		const note = "[…] stands where something is left out.";
		expect(renderMarkdown(reportOf([passages.list]))).toContain(note);
		expect(renderMarkdown(finishedRun(manual))).not.toContain(note);
	});
});

const hostile = [
	"[click](javascript:alert(1))",
	"![x](http://evil.example/x.png)",
	"<script>alert(1)</script>",
	"# Heading",
	"> quote",
	"- item",
	"1. item",
	"---",
	"***bold*** __bold__ ~~gone~~ `code`",
	"```\nfence\n```",
	"~~~~~~~~",
	"````````",
	"    indented",
	"| a | b |\n|---|---|",
	"[ref]: http://evil.example",
	"www.evil.example a@evil.example",
	"&lt;b&gt;",
	"a\\",
	"\u202eturned\u0007",
	"[x] done",
	"中文。",
	"(a)",
	"**",
	"</blockquote></pre></main>",
];
const word = fc.oneof(
	fc.constantFrom(...hostile),
	fc.string({ unit: "grapheme", maxLength: 8 }),
	fc.constantFrom(" ", "\n", "\n\n", "*", "_", "`", "|", " | ", "\\", "a", "1.", "é", "”"),
);
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const visible = (text: string) => text.replace(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu, "");
const letters = (text: string) => visible(text).replace(/\s+/g, "");

/** A block of a page that holds these pieces, each in a line, with whole pieces and parts of them marked. */
const anyBlock = fc
	.record({
		kind: fc.constantFrom("paragraph", "list", "table", "definition", "steps", "code") as fc.Arbitrary<
			QuotedBlock["kind"]
		>,
		pieces: fc.array(
			fc.record({
				kind: fc.constantFrom("prose", "item", "row", "code", "term") as fc.Arbitrary<BlockPiece["kind"]>,
				text: words.filter((text) => letters(text) !== ""),
				cut: fc.boolean(),
				gap: fc.constantFrom(" ", "\n", "\n\n"),
				mark: fc.option(fc.tuple(fc.nat(12), fc.nat(12)), { nil: undefined }),
			}),
			{ minLength: 1, maxLength: 6 },
		),
		heading: words.filter((text) => letters(text) !== ""),
		cut: fc.boolean(),
	})
	.map(({ kind, pieces, heading, cut }) => {
		let text = `Opening.\n\n${heading}\n\n`;
		const placed = pieces.map(({ gap, mark: _, cut: left, ...piece }): BlockPiece => {
			text += gap;
			const start = text.length;
			text += piece.text;
			return { ...piece, start, end: text.length, ...(left ? { cut: true as const } : {}) };
		});
		const library = libraryOf([{ title: heading, text, url: "javascript:alert(1)" }], [[0, "Opening."]]);
		const marks = pieces.flatMap(({ mark, text: { length } }, at) => {
			const start = placed[at]?.start ?? 0;
			const [from, to] = [Math.min(length, mark?.[0] ?? 0), Math.min(length, (mark?.[0] ?? 0) + (mark?.[1] ?? 0))];
			return mark && from < to ? [{ start: start + from, end: start + to }] : [];
		});
		const claim = library.claims[0];
		const [first] = placed;
		if (!claim || !first) throw new Error("a block without pieces");
		const claims = [{ ...claim, quote: first.text, start: first.start }];
		const block: QuotedBlock = {
			...{ sourceId: "s1", kind, path: [heading], pieces: placed, marked: marks, claimIds: [claim.id] },
			...(cut ? { cut } : {}),
		};
		return { block, library: { ...library, claims } };
	});

const allowed = new Set(
	"blockquote paragraph text space escape strong em list list_item table code codespan".split(" "),
);

describe("hostile passages", () => {
	test("bold or not, a stretch of text is shown as it is", () => {
		const stretch = fc.record({ text: words, marked: fc.boolean() });
		fc.assert(
			fc.property(fc.array(stretch, { minLength: 1, maxLength: 5 }), (stretches) => {
				const markdown = boldMarked(stretches);
				const types = new Set(tokensOf(markdown).map(({ type }) => type));
				expect([...types].filter((type) => !/^(?:paragraph|text|escape|strong|space|codespan)$/.test(type))).toEqual(
					[],
				);
				const shown = tokensOf(markdown).flatMap((token) =>
					token.type === "codespan"
						? [token.raw]
						: token.type === "escape" || (token.type === "text" && !("tokens" in token && token.tokens))
							? [token.text]
							: [],
				);
				expect(shown.join("")).toBe(
					visible(stretches.map(({ text }) => text).join(""))
						.replace(/\s+/g, " ")
						.trim(),
				);
			}),
			{ numRuns: 500 },
		);
	});

	test("make no markup but the report's own in Markdown, lose nothing, and pass the checks", () => {
		fc.assert(
			fc.property(anyBlock, ({ block, library }) => {
				const checks = verify({ sections: [{ heading: "", sentences: [], blocks: [block] }] }, evidenceOf(library));
				expect(checks.removed).toEqual([]);
				const markdown = markdownOf([block], library);
				const types = new Set(tokensOf(markdown).map(({ type }) => type));
				expect([...types].filter((type) => !allowed.has(type))).toEqual([]);
				const code = (ofType(markdown, "code") as Tokens.Code[]).map(({ text }) => letters(text)).join("");
				const wanted = block.pieces.filter(({ kind }) => kind === "code").map(({ text }) => letters(text));
				expect(code).toBe(wanted.join(""));
				expect(ofType(markdown, "blockquote")).toHaveLength(1);
				// All of the passage stands inside its quote.
				expect(
					marked
						.lexer(markdown)
						.filter(({ type }) => type !== "space")
						.map(({ type }) => type),
				).toEqual(["paragraph", "blockquote"]);
			}),
			{ numRuns: 300 },
		);
	});

	test("make no element but the report's own in HTML", () => {
		fc.assert(
			fc.property(anyBlock, ({ block, library }) => {
				const html = renderHtml(reportOf([block], library)) ?? "";
				const figure = /<figure class="block">(.*?)<\/figure>/s.exec(html)?.[1] ?? "";
				const tags = [...figure.matchAll(/<([^\s>]*)[^>]*>/g)].map(([, name = ""]) => name.replace("/", ""));
				const own = new Set(
					"figcaption cite a blockquote p mark span ul ol li pre code div table thead tbody tr th td wbr details summary".split(
						" ",
					),
				);
				expect(tags.filter((name) => !own.has(name))).toEqual([]);
				expect(figure).not.toMatch(/javascript:(?![^<]*<)|cite="/);
			}),
			{ numRuns: 200 },
		);
	});

	test("stay within a terminal's width and move nothing in it", () => {
		fc.assert(
			fc.property(anyBlock, fc.integer({ min: 24, max: 100 }), ({ block, library }, columns) => {
				const text = renderForTerminal(renderMarkdown(reportOf([block], library)) ?? "", columns, bare);
				expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
				for (const line of text.split("\n")) expect(textWidth(line)).toBeLessThan(columns);
			}),
			{ numRuns: 100 },
		);
	});
});

test("on a terminal of 80 columns a passage stands behind a line, code with its indentation, items apart", () => {
	const text = renderForTerminal(renderMarkdown(reportOf([passages.steps, passages.table])) ?? "", 80, bare);
	expect(text).toContain("  │      CREATE TABLE measurement (\n  │          city_id         int not null,\n");
	expect(text).toMatch(/RANGE \(logdate\);\n {2}│\n {2}│ 2. Create partitions\. Each/);
	expect(text).toMatch(/│ Repeatable read {2}Not possible/);
	expect(text).not.toMatch(/[*`]|\| ---/);
});

test("evidence.json and the output hold the passages with their section", () => {
	const blocks = Object.values(passages);
	const input = reportOf(blocks);
	const wanted = blocks.map((block) => ({ section: "Passages", ...block }));
	expect(jsonOutputOf(input).blocks).toEqual(wanted);
	expect(JSON.parse(renderEvidence(input))).toMatchObject({ blocks: wanted });
	expect(jsonOutputOf(finishedRun(manual)).blocks).toEqual([]);
});

test("a row with empty cells keeps its columns", () => {
	const library = libraryOf(
		[{ title: "Landings", text: "Port |  | 2031\n | Cod | 12\nFarhaven | Cod | " }],
		[[0, "Farhaven | Cod"]],
	);
	const table = blockOf(library, 0, "table", {
		pieces: [
			["row", "Port |  | 2031"],
			["row", " | Cod | 12"],
			["row", "Farhaven | Cod | "],
		],
	});
	const [shown] = ofType(markdownOf([table], library), "table") as Tokens.Table[];
	expect(shown?.rows.map((row) => row.map(({ text }) => text))).toEqual([
		["", "Cod", "12"],
		["Farhaven", "Cod", ""],
	]);
});

test("in HTML the heading of what answers comes first: what stands under an earlier one is folded, and names stand in front of values", () => {
	const library = libraryOf(
		[
			{
				title: "Server",
				text: "Redirects are few.\nBodies\nSyntax: | Limit bytes\nDefault: | 1024\nLimit sets the size.",
			},
		],
		[[0, "Limit sets the size."]],
	);
	const block = blockOf(library, 0, "paragraph", {
		path: ["Server", "Core", "Redirects"],
		pieces: [
			["prose", "Redirects are few."],
			["term", "Bodies"],
			["row", "Syntax: | Limit bytes"],
			["row", "Default: | 1024"],
			["prose", "Limit sets the size."],
		],
		marked: ["Limit sets the size."],
	});
	const html = (one: QuotedBlock) =>
		/<figure class="block">(.*?)<\/figure>/s.exec(renderHtml(reportOf([one], library)) ?? "")?.[1] ?? "";
	const text = html(block).replace(/<(?:wbr|\/?(?:a|cite|figcaption)[^>]*)>/g, "");
	expect(text).toContain("Server › Core1");
	expect(text).toContain(
		'<details class="before"><summary>Before it: Redirects</summary><p>Redirects are few.</p></details>',
	);
	expect(text).toContain('<p class="term">Bodies</p>');
	expect(text).toContain('<tr><th scope="row">Syntax:</th><td>Limit bytes</td></tr><tr><th scope="row">Default:</th>');
	expect(html({ ...block, marked: [] })).not.toContain("<details");
});
