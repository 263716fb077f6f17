import { expect, test } from "vitest";

import { locate } from "../../../evidence/source.ts";
import { readHtml } from "./html.ts";

const page = `<!DOCTYPE html><html><head><title>Storage limits</title><meta name="author" content="Ada Poe">
<meta property="og:site_name" content="Example Docs"><meta property="article:published_time" content="2023-11-02T10:00:00Z">
<style>p{color:red}</style></head><body>
<nav><a href="/">Home</a> <a href="/all">All topics</a></nav><header>Example Docs Portal</header>
<main><h1>Storage limits</h1><p>A table holds at most <b>32&nbsp;TB</b> of
data in this engine. Larger data must be partitioned across several tables by a key.</p>
<h2>Sizes</h2><table><tr><th>Item</th><th>Limit</th></tr><tr><td>Row</td><td>1.6 <i>TB</i></td></tr><tr><td>Field</td><td>1 GB</td></tr></table>
<ul><li>One</li><li>Two <em>things</em></li></ul><pre>select 1;
  select 2;</pre><p>The limits were last raised in version twelve, and no change is planned.</p></main>
<footer>Copyright notice</footer><script>track()</script></body></html>`;

test("an HTML page is read without boilerplate, with tables as rows and headings as locators", () => {
	const draft = readHtml(page);
	expect(draft).toMatchObject({ title: "Storage limits", date: "2023-11-02", origin: "Example Docs" });
	expect(draft.text).toContain("A table holds at most 32 TB of data in this engine.");
	expect(draft.text).toContain("Item | Limit\nRow | 1.6 TB\nField | 1 GB");
	expect(draft.text).toContain("- One\n- Two things");
	expect(draft.text).toContain("select 1;\n  select 2;");
	for (const frame of ["All topics", "Portal", "Copyright", "track", "color"]) expect(draft.text).not.toContain(frame);
	expect(locate(draft, draft.text.indexOf("Row |"))).toEqual({ kind: "section", section: "Sizes" });
	expect(draft.marks[0]).toEqual({ start: 0, locator: { kind: "section", section: "Storage limits" } });
});

const body = (content: string) =>
	readHtml(
		`<title>Guide</title><body>${content}<p>Words enough that this paragraph is the better half of the page, whatever frames it.</p>`,
	).text;

test("each entry of a definition list is a block with its terms above their definitions", () => {
	expect(
		body("<dl><dt>-a</dt><dt>--all</dt><dd><p>Takes all.</p><p>At once.</p></dd><dt>-b</dt><dd>Takes both.</dd></dl>"),
	).toContain("-a\n--all\nTakes all.\n\nAt once.\n\n-b\nTakes both.\n\n");
});

test("code keeps its lines and indentation, soft hyphens are removed, exponents stay exponents", () => {
	const text = body(
		"<pre>\n\tif x:\n\t\treturn 1\n</pre><p>At most 2<sup>31</sup>-1 <i>by\u00adtes</i>, see the note<sup>2</sup>.</p>",
	);
	expect(text).toContain("    if x:\n        return 1\n\n");
	expect(text).toContain("At most 2^31-1 bytes, see the note2.");
});

test("menus, outlines, breadcrumbs and permalinks are removed; links in the text stay", () => {
	const text = body(`
		<div class="topmenu"><ul><li><a href="a.html">Alpha</a></li><li><a href="b.html">Beta</a></li></ul></div>
		<p class="breadcrumbs"><a href="/">Start</a> / <a href="/x">Corner</a></p>
		<div class="toc"><p>Contents</p><ul><li><a href="#one">One by one</a></li></ul></div>
		<h2 id="one">Counting<a class="x" href="#one">¶</a> <a href="#toc" aria-hidden="true">TOC</a></h2><p style="display: none">Unseen.</p>
		<p>Count with <a href="tool.html">the tool</a> or <a href="hand.html">by hand</a>.</p>
		<div class="footer">Printed in 2020.</div>`);
	expect(text).toMatch(/^Counting\n\nCount with the tool or by hand\.\n\nWords enough/);
});

test("a sidebar of text is content, a sidebar of links is not", () => {
	const box = (content: string) =>
		`<div class="section"><p>Belts drive it.</p><div class="sidebar">${content}</div></div>`;
	expect(body(box("<p><b>Spare belts</b></p><p>A spare belt lies below the lid.</p>"))).toContain("A spare belt lies");
	expect(body(box('<p><a href="a.html">All belts</a></p>'))).not.toContain("All belts");
});

test("a menu is removed, however short the page below it is", () => {
	const items = Array.from(
		{ length: 40 },
		(_, at) => `<li><a href="${at}.html">The chapter with number ${at}</a></li>`,
	);
	const text = readHtml(
		`<title>Belts</title><body><nav><p>Manual</p><ul>${items.join("")}</ul></nav><p>A belt drives the pump.</p>`,
	).text;
	expect(text).toBe("A belt drives the pump.");
});

test("lines that are links and hardly anything else are marked as such, and keep their section", () => {
	const draft = readHtml(`<title>Pumps</title><body><p>A pump lifts water, as <a href="w.html">wells</a> do not.</p>
		<h2>See also</h2><ul><li><a href="a.html">How belts drive a pump</a></li><li><a href="b.html">Spare belts</a></li></ul>
		<p>The pump is made of iron.</p>`);
	const marked = draft.marks.map(({ start, links, locator }, at) => ({
		links,
		locator,
		text: draft.text.slice(start, draft.marks[at + 1]?.start).trim(),
	}));
	const section = { kind: "section", section: "See also" };
	expect(marked).toEqual([
		expect.objectContaining({ text: "A pump lifts water, as wells do not." }),
		{ text: "See also", locator: section },
		{ text: "- How belts drive a pump\n- Spare belts", locator: section, links: true },
		{ text: "The pump is made of iron.", locator: section },
	]);
});

test("a line that links to itself is the term of an entry; a paragraph with such a link, or a link to elsewhere in the page, is none", () => {
	const draft = readHtml(`<title>Pump</title><body><p>Options of a pump.</p>
		<a name="belt%20width"></a><div><b><a name="belt width"></a><a href="#belt%20width">belt width</a></b> &lt;mm&gt;</div><p>How wide it is.</p>
		<div id="rate"><a href="#rate">rate</a></div><p>How much it lifts.</p>
		<p id="n4"><a href="#n4">4</a> A pump is made of iron.</p><p><a href="#rate">rate of lifting</a></p><p>Paint it.</p>`);
	const forms = draft.marks.map(({ start, form, links }, at) => [
		draft.text.slice(start, draft.marks[at + 1]?.start).trim(),
		form ?? (links ? "links" : "text"),
	]);
	expect(forms).toEqual([
		["Options of a pump.", "text"],
		["belt width <mm>", "term"],
		["How wide it is.", "text"],
		["rate", "term"],
		["How much it lifts.\n\n4 A pump is made of iron.", "text"],
		["rate of lifting", "links"],
		["Paint it.", "text"],
	]);
});

test("a page that consists of links or of an outline keeps them", () => {
	const chapter = '<div class="navheader"><p>Part five</p></div>';
	expect(readHtml(`<body>${chapter}<div class="toc"><p>Contents</p><a href="a.html">Pumps</a></div>`).text).toBe(
		"Contents\n\nPumps",
	);
	expect(
		readHtml('<title>Index</title><ul class="menu"><li><a href="a.html">Alpha</a><li><a href="b.html">Beta</a></ul>')
			.text,
	).toBe("- Alpha\n- Beta");
});

test("the part that a page marks as main is its content, unless most text is elsewhere", () => {
	const aside = "<div><p>Beside it.</p></div>";
	expect(readHtml(`${aside}<div role="main"><h1>Pumps</h1><p>A pump lifts water over the sill.</p></div>`).text).toBe(
		"Pumps\n\nA pump lifts water over the sill.",
	);
	expect(readHtml(`<main><p>Hello.</p></main><div><p>${"A pump lifts water. ".repeat(9)}</p></div>`).text).toContain(
		"lifts",
	);
});

test("omitted tags and endless nesting lose no text", () => {
	expect(readHtml("<p>One<p>Two<ul><li>Three<li>Four</ul>").text).toBe("One\n\nTwo\n\n- Three\n- Four");
	expect(readHtml(`${"<div>".repeat(20_000)}deep`).text).toBe("deep");
});

test("HTML's terms and code are marked, and preformatted prose is read as plain text", () => {
	const { text, marks } = readHtml(
		"<main><dl><dt>max_use</dt><dd>How often.</dd></dl><pre>\n1 file:\n2   max_use\n3 more\n</pre>" +
			"<pre>\n       NAME\n              The server  waits  for a request and an-\n              swers each at once, and it answers when\n" +
			"              the name of the client is known to it or to others.\n\n              It keeps no state.\n</pre></main>",
	);
	const formed = marks.flatMap(({ start, form }, at) =>
		form ? [[form, text.slice(start, marks[at + 1]?.start)]] : [],
	);
	expect(formed).toEqual([
		["term", "max_use"],
		["code", "1 file:\n2   max_use\n3 more"],
	]);
	const short =
		"<pre>Set the time to wait for a complete request</pre><pre>\nOrder deny,allow\nDeny from all\nAllow from the others\n</pre>";
	expect(
		readHtml(`<main><dl><dt>a</dt><dd>b</dd></dl>${short}</main>`).marks.filter(({ form }) => form === "code"),
	).toHaveLength(1);
	expect(text).toContain(
		"NAME\nThe server waits for a request and answers each at once, and it answers when the name of the client is known to it or to others.\n\nIt keeps",
	);
});
