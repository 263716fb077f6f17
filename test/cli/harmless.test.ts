import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assay, place } from "./support.ts";

/** What a terminal carries out, or what turns the direction of writing. */
const live = /(?![\t\n])\p{Cc}|\p{Bidi_Control}/u;

it("keeps no control code of a document in a run's files, and its quotes stand in the page texts", async () => {
	const built = "The \u001b[31mSkerry\u009b1m\u202e lighthouse was built\u001b]0;owned\u0007 in 1887.";
	const record = { id: "9\u202e1", title: "Harbour\u001b[5m\u2067", text: `${built} It guards the harbour.` };
	const { home, run: args } = place({
		"guide.md": `# A \u001b[2Jguide\n\n${built} It guards the harbour.\n`,
		"records.jsonl": `${JSON.stringify(record)}\n`,
		"page.html":
			"<title>Guide&#8238;</title><h1>Guide</h1><p>The Skerry&#8238; lighthouse&#27;[31m was built in 1887.</p>",
	});
	const end = await assay([...args, "--json"]);
	expect(end.code).toBe(0);
	const [run = ""] = readdirSync(join(home, "runs"));
	const files = join(home, "runs", run);
	const pages = readdirSync(join(files, "pages")).filter((name) => name.endsWith(".txt"));
	expect(pages.length).toBeGreaterThan(1);
	for (const name of ["report.md", "evidence.json", "trace.json", ...pages.map((one) => join("pages", one))])
		expect(readFileSync(join(files, name), "utf8"), name).not.toMatch(live);
	const { claims } = JSON.parse(readFileSync(join(files, "evidence.json"), "utf8"));
	for (const { quote, start, sourceId } of claims)
		expect(readFileSync(join(files, "pages", `${sourceId}.txt`), "utf8").slice(start, start + quote.length)).toBe(
			quote,
		);
	expect(claims.map(({ quote }: { quote: string }) => quote)).toContain("The Skerry lighthouse was built in 1887.");
});
