import { expect, test } from "vitest";
import { depths } from "../../src/evidence/plan.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { plan } from "../../src/reasoning/rules/question/plan.ts";
import { route } from "../../src/reasoning/rules/question/route.ts";
import { readWebHtml } from "../../src/sources/read/web/web-html.ts";

const body =
	"<p>We looked at 4 yards where Galvane is used by painters.</p><table><caption>Complaints, % of painters</caption><tr><th rowspan=2>Complaint</th><th colspan=2>Galvane</th><th rowspan=2>No paint (n=40)</th></tr><tr><th>One coat (n=19)</th><th>Two coats (n=50)</th></tr><tr><td>Rash</td><td>3.1</td><td>7.4</td><td>0.2</td></tr></table>";

test.each(["What is Galvane?", "How does Galvane harm painters?"])(
	"%s: neither a table's header nor a row without its header is a sentence",
	async (question) => {
		const url = "http://yard.test/health";
		const { text, marks, tables } = await readWebHtml(
			`<!DOCTYPE html><html lang="en"><head><title>Galvane and health</title></head><body><main><h1>Galvane and health</h1>${body}</main></body></html>`,
			{ url, requestedUrl: url, today: "2040-01-01", rendered: false },
		);
		const page = { url, title: "Galvane and health", kind: "html", label: url, origin: url, text, hash: url, marks };
		const asked = route(question);
		const readings = [{ id: "r1", text: question, kind: "literal" as const, weight: 1 }];
		const { subQuestions } = plan({ question, route: asked, readings, depth: depths.standard });
		const claims = subQuestions.flatMap((subQuestion) =>
			extractClaims({
				...{ question, route: asked, subQuestion, max: 6 },
				page: { ...page, kind: "html", ...(tables ? { tables } : {}) },
			}),
		);
		const quotes = claims.filter(({ cell }) => cell === undefined).map(({ quote }) => quote);
		expect(quotes.join("\n")).toContain("We looked at 4 yards");
		expect(quotes.join("\n")).not.toContain(" | ");
	},
);
