import { expect, test } from "vitest";

import { locate } from "../../evidence/source.ts";
import { readMarkdown } from "./markdown.ts";

const guide = `---
title: "Backup guide"
date: 2024-05-01
author: Jane Roe
---
<!-- a note
over lines -->
# Backups and **how**

Use [pg_dump](https://x.org/a_(b)) to
make a *logical* backup of \`my_db\`. It is **not** a [physical
one](http://y), see [ref][r]. 2 * 3 = 6 and snake_case_name.

- first item
  goes on
- second \`x * y\` item

| Tool | Speed |
|------|:-----:|
| pg_dump | **slow** |

\`\`\`sh
pg_dump db > file   # keep *this*
\`\`\`

Under
-----
> quoted &amp; more ![a picture](i.png)

[r]: http://zzz
`;

test("Markdown is rendered as prose, and each piece keeps its line number", () => {
	const draft = readMarkdown(guide);
	expect(draft).toMatchObject({ title: "Backup guide", date: "2024-05-01", origin: "Jane Roe" });
	expect(draft.text).toBe(
		[
			"Backups and how",
			"Use pg_dump to make a logical backup of my_db. It is not a physical one, see ref. 2 * 3 = 6 and snake_case_name.",
			"- first item goes on\n- second x * y item",
			"Tool | Speed\npg_dump | slow",
			"pg_dump db > file   # keep *this*",
			"Under",
			"quoted & more a picture",
		].join("\n\n"),
	);
	const lineOf = (words: string) => locate(draft, draft.text.indexOf(words));
	expect(lineOf("Use pg_dump")).toEqual({ kind: "line", line: 10 });
	expect(lineOf("a logical")).toEqual({ kind: "line", line: 11 });
	expect(lineOf("one, see")).toEqual({ kind: "line", line: 12 });
	expect(lineOf("goes on")).toEqual({ kind: "line", line: 15 });
	expect(lineOf("pg_dump | slow")).toEqual({ kind: "line", line: 20 });
	expect(lineOf("pg_dump db")).toEqual({ kind: "line", line: 23 });
	expect(lineOf("quoted")).toEqual({ kind: "line", line: 28 });
	expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
		[1, "Backups and how"],
		[2, "Under"],
	]);
});

test("the first heading is the title when no front matter states one", () => {
	expect(readMarkdown("Intro.\n\nSetup *now*\n=====\n\nText.").title).toBe("Setup now");
	expect(readMarkdown("Only words.").title).toBeUndefined();
});
