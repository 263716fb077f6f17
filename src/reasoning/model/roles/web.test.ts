import { expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import {
	claimOf,
	hitOf,
	pageOf,
	lookupRoute as route,
	sourceOf,
	subQuestionOf,
} from "../../../../test/support/evidence.ts";
import { writeInputOf } from "../../../../test/support/report.ts";
import type { ChooseInput, RewriteInput } from "../../reasoner.ts";
import { choosePages } from "./choose-pages.ts";
import { draft } from "./draft.ts";
import { extractClaims } from "./extract-claims.ts";
import { findGaps } from "./find-gaps.ts";
import { rewriteQuery } from "./rewrite-query.ts";

const question = "How long will the Corrick quay be closed?";
const subQuestion = subQuestionOf({ text: question });

const text = "The Corrick quay will be closed for two years from March while its rotten piles are drawn and replaced.";

test("choosing pages: the model is shown each result's credibility, its copies and corrections, but no address", async () => {
	const hits = [
		hitOf("https://ports.gov.uk/secret-path", "Corrick quay to close", text, {
			authority: "official",
			date: "2031-02-01",
		}),
		hitOf("https://a-times.com/secret-path", "Quay to close for two years", text, { authority: "news" }),
		hitOf("https://c-post.com/secret-path", "Correction: the Corrick quay", "It closes for one year.", {
			authority: "news",
		}),
	];
	const asker = scriptedAsker([{ choices: [{ page: "p3", reason: "it corrects the others" }] }]);
	const input: ChooseInput = { question, route, subQuestion, purpose: "cover", hits, claims: [], read: [], max: 3 };
	expect((await choosePages(asker, input)).map(({ url }) => url)).toEqual([hits[2]?.url]);
	const prompt = asker.shown();
	expect(prompt).toContain("p1 Corrick quay to close (ports.gov.uk, 2031-02-01, official, also at a-times.com)");
	expect(prompt).not.toContain("p2 ");
	expect(prompt).toContain("(c-post.com, news, correction)");
	expect(prompt).not.toMatch(/secret-path|line 1/);
});

test("on the web, the model words all queries and is told the search operators", async () => {
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
	expect(asker.shown()).toContain("site:");
});

test("the original is shown even when a copy is found first, and pages read are shown with their hosts", async () => {
	const hits = [
		hitOf("https://a-times.com/x", "Quay to close for two years", text, { authority: "news", date: "2031-02-01" }),
		hitOf("https://ports.gov.uk/x", "Corrick quay to close", text, { authority: "official", date: "2031-02-01" }),
	];
	const read = [{ url: "https://www.c-post.com/y", title: "The quay" }];
	const asker = scriptedAsker([{ choices: [] }]);
	await choosePages(asker, { question, route, subQuestion, purpose: "cover", hits, claims: [], read, max: 2 });
	expect(asker.shown()).toContain("p2 Corrick quay to close (ports.gov.uk, 2031-02-01, official, also at a-times.com)");
	expect(asker.shown()).not.toContain("Quay to close for two years");
	expect(asker.shown()).toContain("The quay (c-post.com)");
	expect(asker.shown()).not.toMatch(/2 or more/);
});

test("on the web, a common noun is no name to follow and no title to look up", async () => {
	const asker = scriptedAsker([{ queries: ["Corrick quay closure"] }]);
	const { titles } = await rewriteQuery(asker, {
		...{ question, route, purpose: "cover" as const, tier: 0, read: [], tried: [], claims: [], web: true },
		subQuestion: { ...subQuestion, focus: ["quay", "Corrick"] },
	});
	expect(titles).toEqual(["Corrick"]);
	expect(asker.shown()).toContain("Names to follow: Corrick\n");
});

const url = "https://www.northernpost.test/quay";
const published = { site: "Northern Post", author: "Ada Moor", authority: "news" as const, date: "2031-02-01" };

test("extracting claims: the model is told who published the page", async () => {
	const asker = scriptedAsker([{ claims: [] }]);
	const page = pageOf(text, { url, title: "The quay", ...published });
	await extractClaims(asker, { question, route, subQuestion, page, max: 3 });
	expect(asker.shown()).toContain(
		"Published by: Northern Post, northernpost.test, by Ada Moor, news\nDate: 2031-02-01",
	);
});

test("each cell of a table row is a separate claim; claims that the model calls irrelevant are dropped", async () => {
	const rows = "Harbour | 2030 | 2031\nCorrick | 412 | 338\nArdmoor | 128 | 109";
	const tables = [{ number: 1, start: 0, end: rows.length, columns: ["", "2030", "2031"], rows: [] }];
	const page = pageOf(rows, { url, title: "Power", tables });
	const cell = (year: string, value: string, kind = "direct") => ({
		...{ quote: "Corrick | 412 | 338", claim: `Corrick used ${value} in ${year}.`, class: kind },
		...{ stance: "supporting", confidence: "high", relevance: 5, asOf: "" },
	});
	const asker = scriptedAsker([
		{ claims: [cell("2030", "412"), cell("2031", "338"), cell("2032", "1", "irrelevant")] },
	]);
	const { claims } = await extractClaims(asker, { question, route, subQuestion, page, max: 5 });
	expect(claims).toHaveLength(2);
});

test("writing a draft: the model is told the speaker of web pages only", async () => {
	const asOf = published.date;
	const claims = [
		claimOf("The quay is closed.", { sourceId: "s1", asOf }),
		claimOf("The quay is old.", { sourceId: "s2", asOf }),
	];
	const asker = scriptedAsker([
		{ sections: [{ heading: "", paragraphs: [[{ text: "The quay is closed.", claims: ["c1"] }]] }] },
	]);
	const sources = [
		sourceOf("s1", { url, title: "The quay", ...published }),
		sourceOf("s2", { ...published, title: "Notes" }),
	];
	await draft(asker, writeInputOf(question, { claims, sources }, { route }));
	expect(asker.shown()).toContain(
		"Page 1: ‹The quay, 2031-02-01› (Northern Post, northernpost.test, by Ada Moor, news)\n",
	);
	expect(asker.shown()).toContain("Page 2: ‹Notes, 2031-02-01›\n");
	// The day on which a page was published is not the day for which its claims hold.
	expect(asker.shown()).toMatch(/c1 \(q1\)[\s\S]*c2 \(q1, as of 2031-02-01\)/);
});

test("in a synthesis, claims show their page's date, since two editions are no dispute", async () => {
	const claims = ["s1", "s2"].map((sourceId) => claimOf("The quay is 7 m wide.", { sourceId }));
	const good = { text: "The quay is 7 m wide.", claims: ["c1"] };
	const asker = scriptedAsker([{ sections: [{ heading: "", paragraphs: [[good]] }] }]);
	const sources = [
		sourceOf("s1", { url, title: "The quay", ...published }),
		sourceOf("s2", { url: `${url}/second`, title: "The quay", ...published, date: "2033" }),
	];
	await draft(asker, writeInputOf(question, { claims, sources }));
	expect(asker.shown()).toMatch(/^c1 \(p1, 2031-02-01, q1\): .*\n {3}also c2 \(p2, 2033\)/m);
});

test("a gap analysis is shown pages without claims and corrections first, and repeats no waiting follow-up", async () => {
	const one = pageOf("The quay opened in 1911. The width is 7 m and not 9 m.", { url, title: "The quay" });
	const other = pageOf("Correction of the width.", { url: `${url}2`, title: "Correction" });
	const claims = [
		claimOf("The quay opened in 1911.", { relevance: 1 }),
		claimOf("The width is 7 m and not 9 m.", { start: 25, relevance: 0.4 }),
	];
	const asked = (text: string) => ({
		...{ question: text, kind: "gap", names: [], page: "", priority: "core", promise: 3, reason: "" },
	});
	const again = "How deep is the Corrick harbour at the old quay today?";
	const asker = scriptedAsker([
		{ missing: [], followUps: [asked(again), asked("Who built the Corrick crane in its first year?")] },
	]);
	const { followUps } = await findGaps(asker, {
		...{ question, route, claims, pages: [one, other], tried: [], max: 4 },
		plan: { dimensions: [], subQuestions: [subQuestion] },
		waitingFollowUps: ["How deep is the Corrick harbour at the old quay?"],
	});
	expect(followUps.map((found) => found.text)).toEqual(["Who built the Corrick crane in its first year?"]);
	const shown = asker.shown();
	expect(shown).toMatch(/p2 Correction \([^)]*\), nothing taken from it yet/);
	expect(shown).not.toMatch(/p1 The quay \([^)]*\), nothing/);
	expect(shown.indexOf("not 9 m")).toBeLessThan(shown.indexOf("opened in 1911"));
});
