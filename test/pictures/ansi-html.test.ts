import { expect, test } from "vitest";
import { ansiToHtml } from "./ansi-html.ts";

test("colours, bold and italics of a terminal become HTML, and its text stays text", () => {
	const terminal =
		"\u001b[1m\u001b[36mPlan\u001b[0m\u001b[90m a < b\u001b[39m\n\u001b[3mwhy\u001b[23m \u001b[32;1m+\u001b[m x\n\n";
	expect(ansiToHtml(terminal)).toBe(
		'<span class="cyan"><b>Plan</b></span><span class="gray"> a &lt; b</span>\n<i>why</i> <span class="green"><b>+</b></span> x',
	);
});

test("a link of a terminal leaves its words only", () => {
	expect(ansiToHtml("\u001b]8;;file:///home/me/report.html\u001b\\report\u001b]8;;\u001b\\")).toBe("report");
});
