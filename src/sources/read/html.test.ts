import { expect, test } from "vitest";

import { locate } from "../../evidence/source.ts";
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

test("an HTML page reads without what frames it, its tables as rows, its places as headings", async () => {
	const draft = await readHtml(page);
	expect(draft).toMatchObject({ title: "Storage limits", date: "2023-11-02", origin: "Example Docs" });
	expect(draft.text).toContain("A table holds at most 32 TB of data in this engine.");
	expect(draft.text).toContain("Item | Limit\nRow | 1.6 TB\nField | 1 GB");
	expect(draft.text).toContain("- One\n- Two things");
	expect(draft.text).toContain("select 1;\n  select 2;");
	for (const frame of ["All topics", "Portal", "Copyright", "track", "color"]) expect(draft.text).not.toContain(frame);
	expect(locate(draft, draft.text.indexOf("Row |"))).toEqual({ kind: "section", section: "Sizes" });
	expect(draft.marks[0]).toEqual({ start: 0, locator: { kind: "section", section: "Storage limits" } });
});
