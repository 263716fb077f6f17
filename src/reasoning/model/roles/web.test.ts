import { expect, test } from "vitest";
import { lookupRoute as route, subQuestionOf } from "../../../../test/support/asked.ts";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import type { Hit } from "../../../evidence/source.ts";
import type { ChooseInput, RewriteInput } from "../../reasoner.ts";
import { choosePages } from "./choose.ts";
import { rewriteQuery } from "./rewrite.ts";

const question = "How long will the Corrick quay be closed?";
const subQuestion = subQuestionOf({ text: question });

function hit(url: string, title: string, snippet: string, more: Partial<Hit> = {}): Hit {
	const locator = { kind: "line", line: 1 } as const;
	return {
		url,
		title,
		label: new URL(url).hostname,
		kind: "html",
		snippet,
		start: 0,
		end: 0,
		locator,
		score: 1,
		...more,
	};
}

const text = "The Corrick quay will be closed for two years from March while its rotten piles are drawn and replaced.";

test("a model that chooses is told what kind of place a result is, which carry one text, and which corrects; and no address", async () => {
	const hits = [
		hit("https://ports.gov.uk/secret-path", "Corrick quay to close", text, {
			authority: "official",
			date: "2031-02-01",
		}),
		hit("https://a-times.com/secret-path", "Quay to close for two years", text, { authority: "news" }),
		hit("https://c-post.com/secret-path", "Correction: the Corrick quay", "It closes for one year.", {
			authority: "news",
		}),
	];
	const asker = scriptedAsker([{ choices: [{ page: "p3", reason: "it corrects the others" }] }]);
	const input: ChooseInput = { question, route, subQuestion, purpose: "cover", hits, claims: [], read: [], max: 3 };
	expect((await choosePages(asker, input)).map(({ url }) => url)).toEqual([hits[2]?.url]);
	const told = asker.asked[0]?.parts.map((part) => part.text).join("\n") ?? "";
	expect(told).toContain("p1 Corrick quay to close (ports.gov.uk, 2031-02-01, official)");
	expect(told).toContain("(a-times.com, news, the text of p1 again)");
	expect(told).toContain("(c-post.com, news, correction)");
	expect(told).not.toMatch(/secret-path|line 1/);
});

test("on the web a model words all queries, and is told which operators there are", async () => {
	const asker = scriptedAsker([{ queries: ["Corrick quay closure", "Corrick quay site:ports.gov.uk"] }]);
	const input: RewriteInput = {
		question,
		route,
		subQuestion,
		purpose: "cover",
		tier: 0,
		claims: [],
		read: [],
		tried: [],
		web: true,
	};
	const { queries } = await rewriteQuery(asker, input);
	expect(queries).toEqual(["Corrick quay closure", "Corrick quay site:ports.gov.uk"]);
	expect(asker.asked[0]?.parts.map((part) => part.text).join("\n")).toContain("site:");
});
