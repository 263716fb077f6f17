import { expect, test } from "vitest";
import { originalAddressOf } from "../../src/app/report/cited-places.ts";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { renderForTerminal } from "../../src/cli/terminal/markdown.ts";
import type { Claim } from "../../src/evidence/claim.ts";
import type { Source } from "../../src/evidence/source.ts";
import { sketchOf } from "../../src/evidence/text-sketch.ts";
import { claimOf } from "../support/evidence.ts";
import { finishedRun, type Library, libraryOf } from "../support/report.ts";

const plain = (_style: string, text: string) => text;

/** The line of the first source in the Markdown, and the whole HTML. */
function sourceLines(library: Library) {
	const input = finishedRun(library);
	const markdown = renderMarkdown(input) ?? "";
	return { markdown, line: /^1\. .*$/m.exec(markdown)?.[0] ?? "", html: renderHtml(input) ?? "" };
}

function withSource(library: Library, more: Partial<Source>): Library {
	return { ...library, sources: library.sources.map((source) => ({ ...source, ...more })) };
}

test("a source names the heading and the line of each cited quote, each leading to its place in the stored page", () => {
	const text = "# Ports\n\nAll of it.\n\n## Set-up\n\nThe port is 5432.\n\n## Use\n\nThe host is local.";
	const library = libraryOf(
		[{ title: "Ports", text }],
		[
			[0, "All of it.", { locator: { kind: "line", line: 3 } }],
			[0, "The port is 5432.", { locator: { kind: "line", line: 7 } }],
			[0, "The host is local.", { locator: { kind: "line", line: 11 } }],
		],
	);
	const [first, second, third] = library.claims.map(({ id }) => id);
	const { line, html } = sourceLines(library);
	expect(line).toBe(
		`1. Ports — s1.md · [line 3](pages/s1.html#c-${first}), ` +
			`[Set-up › line 7](pages/s1.html#c-${second}), [Use › line 11](pages/s1.html#c-${third})`,
	);
	expect(html).toContain(`<a href="pages/s1.html#c-${second}">Set-up › line 7</a>`);
	// The card that a marker opens leads there, too.
	expect(html).toMatch(
		new RegExp(`<figure class="ev" id="c-${second}">.*?<a href="pages/s1.html#c-${second}">line 7</a>`),
	);
});

test("a quote of a web page also leads to its words in the page itself", () => {
	const library = withSource(
		libraryOf(
			[{ title: "Ports", text: "The port is 5432, by-the-way.", url: "https://ports.example/a" }],
			[[0, "The port is 5432, by-the-way.", { locator: { kind: "section", section: "Set-up" } }]],
		),
		{ kind: "html" },
	);
	const original = "https://ports.example/a#:~:text=The%20port%20is%205432%2C%20by%2Dthe%2Dway.";
	const { line, html } = sourceLines(library);
	expect(line).toContain(`[§ Set-up](pages/s1.html#c-${library.claims[0]?.id}) ([original](${original}))`);
	expect(html).toContain(`<a href="${original}" rel="noreferrer noopener">original</a>`);
});

test("a heading that is the source's title is not said twice", () => {
	const locator = { kind: "section", section: "Ports" } as const;
	const library = libraryOf(
		[
			{ title: "Ports", text: "The port is 1. It is 2." },
			{ title: "Two", text: "It is 2." },
		],
		[
			[0, "The port is 1.", { locator }],
			[1, "It is 2."],
		],
	);
	const [a = "", b = ""] = library.claims.map(({ id }) => id);
	const disputes = [{ kind: "number" as const, a, b, why: "1 against 2" }];
	const input = finishedRun(library, { disputes, sourceIds: ["s1", "s2"] });
	const markdown = renderMarkdown(input) ?? "";
	expect(markdown).toContain(`1. Ports — s1.md · [quote](pages/s1.html#c-${a})`);
	expect(markdown + renderHtml(input)).not.toContain("§ Ports,");
	expect(markdown).toContain("[1] — Ports\n");
});

const web = { url: "https://x.example/a", kind: "html" } as const;
const pdf = { url: "file:///papers/a.pdf", kind: "pdf" } as const;
const long = "One two three four five six seven eight nine ten eleven twelve thirteen.";
test.each<[string, Partial<Claim>, Pick<Source, "url" | "kind">, string | undefined]>([
	[
		"a long quote by its beginning and end",
		{ quote: long },
		web,
		"#:~:text=One%20two%20three%20four%20five%20six,eight%20nine%20ten%20eleven%20twelve%20thirteen.",
	],
	["beside a fragment", { quote: "One two three" }, { ...web, url: `${web.url}#b` }, "#b:~:text=One%20two%20three"],
	[
		"past the marks of a list and of code",
		{ quote: "- One two three `x` four five six" },
		web,
		"#:~:text=One%20two%20three,four%20five%20six",
	],
	["not by words that may stand anywhere", { quote: "About us" }, web, undefined],
	["a PDF by its page", { quote: "One", locator: { kind: "page", page: 3 } }, pdf, "#page=3"],
	["not a file of text", { quote: "One two three" }, { url: "file:///a.md", kind: "markdown" }, undefined],
	[
		"not an address that is none of a page",
		{ locator: { kind: "page", page: 3 } },
		{ url: "javascript:a", kind: "pdf" },
		undefined,
	],
])("the place in the source: %s", (_name, claim, source, wanted) => {
	const base = source.url.replace(/#.*/, "");
	expect(originalAddressOf(claimOf("One.", claim), source)).toBe(wanted === undefined ? undefined : base + wanted);
});

test("in a terminal a place is a link to the stored page, where links are wanted", () => {
	const library = libraryOf([{ title: "Ports", text: "The port is 5432." }]);
	const { markdown } = sourceLines(library);
	const page = `file:///runs/a%20b/pages/s1.html#c-${library.claims[0]?.id}`;
	const opening = "\u001b]8;;";
	const text = renderForTerminal(markdown, 90, plain, "/runs/a b");
	expect(text).toContain(
		`${opening}${page}\u001b\\line${opening}\u001b\\ ${opening}${page}\u001b\\1${opening}\u001b\\`,
	);
	expect(renderForTerminal(markdown, 90, plain)).not.toContain(opening);
	const hostile = "[a](javascript:b) [c](../../etc/passwd) [d](pages/../x.html#c-1)";
	expect(renderForTerminal(hostile, 90, plain, "/runs")).not.toContain(opening);
});

test("a source whose text is another's is named its copy in the list of sources", () => {
	const text = Array.from({ length: 60 }, (_, at) => `Boat ${at} was sold to buyer ${at * 7}.`).join("\n");
	const library = libraryOf(
		[
			{ title: "Boats", text },
			{ title: "Boats again", text: `${text}\nReprinted.` },
		],
		[
			[0, "Boat 3 was sold to buyer 21."],
			[1, "Boat 4 was sold to buyer 28."],
		],
	);
	const sources = library.sources.map((source) => ({ ...source, sketch: sketchOf(text) }));
	const { markdown, html } = sourceLines({ ...library, sources });
	expect(markdown).toMatch(/^2\. Boats again — s2\.md · copy of (?:\\?\[)1(?:\\?\]) · /m);
	expect(html).toContain("copy of [1]");
});
