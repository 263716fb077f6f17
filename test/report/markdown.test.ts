import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { escapeMarkdown } from "../../src/app/report/markdown-text.ts";
import { uncertainPassages } from "../../src/evidence/report.ts";
import { tokensOf } from "../support/markdown.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

const onePage = libraryOf([{ title: "One", text: "The port is 5432." }]);

/** What a reader sees of a Markdown text, code between backticks. */
function shown(markdown: string): string {
	const html = marked.parse(markdown, { async: false, gfm: true });
	return html
		.replace(/<\/?code>/g, "`")
		.replace(/<[^>]*>/g, "")
		.replace(/&lt;/g, "<")
		.replace(/&gt;/g, ">")
		.replace(/&quot;/g, '"')
		.replace(/&#39;/g, "'")
		.replace(/&amp;/g, "&")
		.trim();
}

const active = new Set([
	"link",
	"image",
	"html",
	"heading",
	"code",
	"blockquote",
	"hr",
	"list",
	"table",
	"em",
	"strong",
	"del",
	"def",
	"br",
]);

const hostile = [
	"[click](javascript:alert(1))",
	"![x](http://evil.example/x.png)",
	"<script>alert(1)</script>",
	"<img src=x onerror=alert(1)>",
	"# Heading",
	"> quote",
	"- item",
	"* item",
	"1. item",
	"1) item",
	"---",
	"***bold***",
	"__bold__ and _em_",
	"`code`",
	"```\ncode\n```",
	"    indented",
	"| a | b |\n|---|---|\n| 1 | 2 |",
	"http://evil.example and www.evil.example and a@evil.example",
	"mailto:a@evil.example",
	"_www.evil.example and _mailto:a@evil.example",
	"<http://evil.example>",
	"&lt;b&gt; &amp; &#60;",
	"[ref]: http://evil.example",
	"[^1]: note [^1]",
	"[x] done",
	"~~gone~~",
	"a\n===",
	"a\\",
	"](http://evil.example)",
	"\u202eoverride\u0007bell",
	"+ plus\n\n<details>",
];

describe("text of documents", () => {
	test.each(hostile)("makes no markup: %j", (text) => {
		const types = tokensOf(escapeMarkdown(text)).map(({ type }) => type);
		expect(types.filter((type) => active.has(type))).toEqual([]);
	});

	test("is shown as it is, whatever it holds", () => {
		const piece = fc.oneof(
			fc.constantFrom(...hostile),
			fc.string({ unit: "grapheme", maxLength: 12 }),
			fc.constantFrom(
				"_",
				"*",
				"[",
				"]",
				"(",
				")",
				"`",
				"\\",
				"!",
				":",
				"max_connections",
				"«",
				"-",
				"#",
				"|",
				"<",
				"&",
				"1.",
				" ",
			),
		);
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
				const plain = pieces
					.join("")
					.replace(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu, "")
					.replace(/\s+/g, " ")
					.trim();
				const markdown = escapeMarkdown(pieces.join(""));
				expect(tokensOf(markdown).filter(({ type }) => active.has(type))).toEqual([]);
				expect(shown(markdown)).toBe(plain);
			}),
			{ numRuns: 500 },
		);
	});
});

test("a report of hostile documents holds the report's own markup only", () => {
	const library = libraryOf(
		hostile.map((text) => ({ title: text, text: `Before. ${text} After.`, date: text, url: "javascript:alert(1)" })),
		hostile.map((text, page) => [page, `${text} After.`, { id: `c${page}` }] as const),
	);
	const [a = "", b = ""] = library.claims.map(({ id }) => id);
	const input = finishedRun(library, {
		question: "# What is <b>it</b>?",
		answer: {
			text: hostile.join(" "),
			claimIds: [a],
			confidence: "low",
			why: hostile.join(" "),
			alternatives: [{ text: "[x](y)", claimIds: [b] }],
		},
		table: { columns: hostile, rows: [{ label: "| a", cells: hostile.map((text) => ({ text, claimIds: [a] })) }] },
		disputes: [{ kind: "value", a, b, why: hostile.join(" ") }],
		gaps: hostile.map((text) => ({ text, lookedIn: [text, `search: ${text}`] })),
	});
	const markdown = renderMarkdown(input) ?? "";
	const tokens = tokensOf(markdown);
	expect(tokens.filter(({ type }) => ["image", "html", "code", "blockquote", "def", "del"].includes(type))).toEqual([]);
	// Only to the stored pages.
	const links = tokens.flatMap((token) => (token.type === "link" ? [String(token.href)] : []));
	expect(links.filter((href) => !/^pages\/s\d+\.html#c-[\w-]+$/.test(href))).toEqual([]);
	expect(tokens.filter(({ type }) => type === "heading").map((token) => ("text" in token ? token.text : ""))).toEqual([
		"# What is \\<b\\>it\\</b\\>?".replace("#", "\\#"),
		"What the sources say",
		"Where sources disagree",
		"What was not found",
		"Sources",
		"How this was made",
	]);
	expect(tokens.filter(({ type }) => type === "table")).toHaveLength(1);
	expect(tokens.filter((token) => token.type === "list_item" && token.task)).toEqual([]);
});

test("sources are numbered by first use and a sentence carries their numbers", () => {
	const library = libraryOf([
		{ title: "One", text: "The port is 5432." },
		{ title: "Two", text: "The port is 5432, by default.", date: "2024-05-01" },
	]);
	const ids = library.claims.map(({ id }) => id);
	const markdown = renderMarkdown(
		finishedRun(library, {
			answer: { text: "5432", claimIds: ids, confidence: "high", why: "Both say so.", alternatives: [] },
			sourceIds: ["s2", "s1"],
		}),
	);
	expect(markdown).toContain("**Answer: 5432** [2][1] · high confidence");
	expect(markdown).toMatch(/^1\. Two — s2\.md · 2024-05-01 · \[line 1\]\(pages\/s2\.html#c-[\w-]+\)$/m);
	expect(markdown).toContain("“The port is 5432, by default.” [1]");
});

test("two runs of the same research differ in the last line only", () => {
	const one = finishedRun(onePage);
	const other = finishedRun(onePage, {}, { elapsedMs: 99_999 });
	other.run = { id: "ffffffff", createdAt: new Date(1e12), cost: 0 };
	const lines = (input: typeof one) => (renderMarkdown(input) ?? "").trimEnd().split("\n");
	expect(lines(one).slice(0, -1)).toEqual(lines(other).slice(0, -1));
	expect(lines(one).at(-1)).not.toBe(lines(other).at(-1));
	expect(renderMarkdown(one)).toBe(renderMarkdown(finishedRun(onePage)));
});

test("without evidence there is no report", () => {
	const library = libraryOf([{ title: "One", text: "The port is 5432." }], []);
	const input = finishedRun(library);
	expect(renderMarkdown({ ...input, state: { ...input.state, report: undefined } })).toBeUndefined();
});

test("a lookup without an answer says first that the question stays open; an explanation has none to give", () => {
	const library = libraryOf([{ title: "Ports", text: "The server listens on a port." }]);
	const open = finishedRun(library);
	const words = "No single answer is given as certain. These passages bear on the question:";
	expect(renderMarkdown(open)?.split("\n\n")[1]).toBe(`**${words}**`);
	expect(renderHtml(open)).toContain(words);
	const route = open.state.route && { ...open.state.route, answerType: "explanation" as const };
	expect(renderMarkdown(finishedRun(library, {}, { route }))).not.toContain(words);
	expect(renderMarkdown(finishedRun(library, { shape: "synthesis" }))).not.toContain(words);
});

test.each([
	[
		"COVERAGE_MET",
		"every core sub-question is backed, what could be challenged was, and no promising lead is open",
		"evidence was found on every core question (COVERAGE_MET: what could be challenged was, and no promising lead is open)",
	],
	[
		"COVERAGE_MET",
		"every core sub-question is backed, and the last 3 steps brought nothing new",
		"evidence was found on every core question (COVERAGE_MET: the last 3 steps brought nothing new)",
	],
	["COVERAGE_MET", "every core sub-question is backed", "evidence was found on every core question (COVERAGE_MET)"],
	["ANSWER_CAPTURED", '"7" is quoted', 'the answer was found and checked (ANSWER_CAPTURED: "7" is quoted)'],
] as const)("why it stopped (%s, %s) is said without doubled words", (stopReason, stopDetail, line) => {
	const markdown = renderMarkdown(finishedRun(onePage, { stopReason, stopDetail })) ?? "";
	const said = /\*\*Stopped because:\*\* (.*)/.exec(markdown)?.[1] ?? "";
	expect(shown(said)).toBe(line);
});

test("where no passage is certain to answer, the stop speaks of passages near the question", () => {
	const sections = [{ heading: uncertainPassages, sentences: [{ kind: "fact" as const, text: "“A.”", claimIds: [] }] }];
	const markdown = renderMarkdown(finishedRun(onePage, { stopReason: "COVERAGE_MET", stopDetail: "", sections })) ?? "";
	expect(markdown).toContain("passages near every core question were read");
	expect(markdown).not.toContain("evidence was found on every core question");
});

test("agreement and dispute are counted only where there is one", () => {
	const input = finishedRun(onePage);
	const evidence = (groups: typeof input.state.groups) =>
		/\*\*Evidence:\*\* (.*)/.exec(renderMarkdown(finishedRun(onePage, {}, { groups })) ?? "")?.[1];
	const group = {
		...{ id: "g1", text: "The port is 5432.", sourceIds: ["s1"], claimIds: ["c1"], subQuestionIds: ["q1"], origins: 2 },
		...{ confidence: "high" as const, challenged: false, disputed: false },
	};
	expect(evidence([{ ...group, origins: 1 }])).toBe("1 claim in 1 group");
	expect(evidence([group])).toBe("1 claim in 1 group; 1 confirmed by independent origins, 0 disputed");
	const adjacent = input.state.claims.map((claim) => ({ ...claim, id: `${claim.id}x`, class: "adjacent" as const }));
	const more = renderMarkdown(
		finishedRun(onePage, {}, { groups: [group], claims: [...input.state.claims, ...adjacent] }),
	);
	expect(more).toContain("**Evidence:** 2 claims, 1 of them direct evidence, in 1 group");
});

test("a dispute between two quotes is shown once, for however many sub-questions they were taken as claims", () => {
	const library = libraryOf(
		[
			{ title: "One", text: "The port is 5432." },
			{ title: "Two", text: "The port is 5433." },
		],
		[
			[0, "The port is 5432."],
			[1, "The port is 5433."],
			[0, "The port is 5432.", { id: "again", subQuestionIds: ["q2"] }],
		],
	);
	const [a = "", b = ""] = library.claims.map(({ id }) => id);
	const why = "5432 against 5433";
	const disputes = [
		{ kind: "number" as const, a, b, why },
		{ kind: "number" as const, a: b, b: "again", why },
	];
	const markdown = renderMarkdown(finishedRun(library, { disputes, sourceIds: ["s1", "s2"] })) ?? "";
	const [, shown = ""] = markdown.split("## Where sources disagree");
	expect(shown.match(/5432 against 5433/g)).toHaveLength(1);
	expect(shown.match(/“The port is 543/g)).toHaveLength(2);
});

test("what one correction takes back is shown once for all pages that carry it, by the one whose words they are", () => {
	const old = "Corrick Trust counted 62 percent fewer birds on the quays of the old harbour in the spring.";
	const now = "The right figure is 47 percent.";
	const copies = ["a-times", "b-herald", "c-post"].map((name) => ({
		...{ title: name, text: `${old} ${name}`, url: `https://${name}.com/x`, date: "2031-05-02" },
	}));
	const own = { title: "Own", text: old, url: "https://corricktrust.org/n", date: "2031-05-03" };
	const notice = { title: "Notice", text: now, url: "https://gulls.edu/c", date: "2031-06-01" };
	const pages = [...copies, own, notice];
	const library = libraryOf(
		pages,
		pages.map(({ text }, at) => [at, text === now ? now : old] as const),
	);
	const by = library.claims.at(-1)?.id ?? "";
	const disputes = library.claims.slice(0, -1).map(({ id }) => ({
		kind: "number" as const,
		a: id,
		b: by,
		why: "corrected: 62 percent → 47 percent, 1 June 2031",
	}));
	const report = finishedRun(library, { disputes, sourceIds: library.sources.map(({ id }) => id) });
	const [, shown = ""] = (renderMarkdown(report) ?? "").split("## Where sources disagree");
	expect(shown.match(/62 percent fewer/g)).toHaveLength(1);
	expect(shown).toMatch(/— Own, .*and on 3 other pages/);
	expect(shown).toContain(now);
});

test("a value that was taken back is nothing that sources still give", () => {
	const library = libraryOf([
		{ title: "One", text: "The stock is 412 tonnes." },
		{ title: "Two", text: "The correct stock is 338 tonnes." },
		{ title: "Three", text: "The stock is 300 tonnes." },
	]);
	const [old = "", now = "", other = ""] = library.claims.map(({ id }) => id);
	const alternatives = [
		{ text: "412 tonnes", claimIds: [old], past: true as const },
		{ text: "300 tonnes", claimIds: [other] },
	];
	const markdown = renderMarkdown(
		finishedRun(library, {
			answer: { text: "338 tonnes", claimIds: [now], confidence: "medium", why: "It corrects.", alternatives },
		}),
	);
	expect(markdown).toMatch(/^Sources also give: 300 tonnes \[\d\]$/m);
});
