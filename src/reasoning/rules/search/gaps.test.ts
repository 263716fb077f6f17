import { describe, expect, it } from "vitest";
import { noPlan, pageOf, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { SubQuestion } from "../../../evidence/plan.ts";
import type { Page } from "../../../evidence/source.ts";
import { route } from "../question/route.ts";
import { findGaps, missingNames } from "./gaps.ts";
import { rewriteQuery } from "./queries.ts";

const page = (title: string, text: string) => pageOf(text, { url: `file:///c.jsonl#${title}`, title, kind: "record" });

function gaps(question: string, pages: Page[], tried: string[] = []) {
	return findGaps({ question, route: route(question), plan: noPlan, claims: [], pages, tried, max: 8 });
}

const question = "What river flows through the town where the painter of The Grey Heron was born?";
const painting = page("The Grey Heron", "The Grey Heron is an oil painting by Maud Ellery. It was finished in 1902.");
const stray = page("Heron", "The heron is a wading bird. It lives beside rivers in Europe.");

describe("findGaps", () => {
	it("first follows the names on the page about a thing in the question", () => {
		const [first] = gaps(question, [stray, painting]);
		expect(first?.focus[0]).toBe("Maud Ellery");
		expect(first?.from).toBe(painting.url);
		expect(first?.text).toContain("Maud Ellery");
	});

	it("proposes no page that was read and no name that was searched for", () => {
		const painter = page("Maud Ellery", "Maud Ellery was a painter. She was born in Kirkwell.");
		const names = gaps(question, [painting, painter]).flatMap(({ focus }) => focus);
		expect(names).toContain("Kirkwell");
		expect(names).not.toContain("Maud Ellery");
		expect(gaps(question, [painter], ["Kirkwell river flows town"]).flatMap(({ focus }) => focus)).not.toContain(
			"Kirkwell",
		);
	});

	it("follows no irrelevant name, and none for a yes-or-no question about a named thing", () => {
		const stray = page("Backups", "Copies are made at night. Orin Vale tested them on Windows.");
		expect(gaps("What is the default cache timeout of Pellet?", [stray])).toEqual([]);
		expect(gaps("Does Pellet cache replies?", [page("Pellet", "Pellet is a cache by Orin Vale.")])).toEqual([]);
	});

	it("follows no words of headings, terms, code or lines of links", () => {
		const lines = {
			heading: "Kiln Manual Page",
			links: "Orin Vale Guide and Sample Button",
			term: "Tarsk Setting",
			code: "Fix in Hurry by Mira Holt",
			prose: "The Grey Heron is an oil painting by Maud Ellery.",
		};
		const text = Object.values(lines).join("\n");
		const locator = { kind: "section", section: "The Grey Heron" } as const;
		const at = (line: string) => text.indexOf(line);
		const marks = [
			{ start: at(lines.heading), locator, level: 1 },
			{ start: at(lines.links), locator, links: true as const },
			{ start: at(lines.term), locator, form: "term" as const },
			{ start: at(lines.code), locator, form: "code" as const },
			{ start: at(lines.prose), locator },
		];
		const manual: Page = { ...page("The Grey Heron", text), kind: "html", marks };
		expect(gaps(question, [manual]).flatMap(({ focus }) => focus)).toEqual(["Maud Ellery"]);
	});

	it("follows no word that the page writes in lower case, too", () => {
		const text = "painter - Move paint by hand. The Grey Heron was moved by Maud Ellery, who could move it.";
		expect(gaps(question, [page("The Grey Heron", text)]).flatMap(({ focus }) => focus)).toEqual(["Maud Ellery"]);
	});

	it("asks about a compared thing that no page mentions", () => {
		const asked = "Which lake is deeper, Lake Orrin or Lake Tarsk?";
		const [first] = gaps(asked, [page("Lake Orrin", "Lake Orrin is 80 m deep.")]);
		expect(first).toMatchObject({ origin: "gap", focus: ["Lake Tarsk"], priority: "core" });
	});

	it("lists the names of the question that no page holds", () => {
		const asked = "How is Pellet set up with Orin Vale?";
		const input = { question: asked, route: route(asked), plan: noPlan, claims: [], tried: [], max: 8 };
		const manual = page("Settings", "Pellet reads its settings at start.");
		expect(missingNames({ ...input, pages: [manual] })).toEqual(["nothing that was read mentions Orin Vale"]);
		expect(missingNames({ ...input, pages: [manual, page("Notes", "Orin Vale wrote them.")] })).toBeUndefined();
	});

	it("does not take sentence openers, keywords and places of the document for names", () => {
		const text = "Specifies the limit. See Section 19.4 for VACUUM. Setting it higher helps. Estimated by Orin Vale.";
		const names = gaps("Who estimated the limit?", [page("Limits", text)]).flatMap(({ focus }) => focus);
		expect(names).toContain("Orin Vale");
		for (const word of ["Specifies", "Setting", "Estimated", "VACUUM", "See Section"])
			expect(names).not.toContain(word);
	});
});

describe("rewriteQuery", () => {
	const base = { question, route: route(question), claims: [], tried: [], tier: 0 };
	const planned = subQuestionOf({ text: question, focus: [], threads: [question] });

	it("searches a bridging name with the words that the previous page left open", () => {
		const [lead] = gaps(question, [painting]);
		const subQuestion: SubQuestion = { ...planned, ...lead, id: "q2" };
		const read = [{ url: painting.url, title: painting.title }];
		const { queries, titles } = rewriteQuery({ ...base, subQuestion, purpose: "hop", read });
		const query = queries.find((one) => one.startsWith("Maud Ellery "));
		expect(query).toContain("river");
		expect(query).not.toMatch(/grey|heron/i);
		expect(titles).toContain("Maud Ellery");
	});

	it.each([1, 2, 3, 4])("rewords the query for recovery tier %i, and keeps the topic", (tier) => {
		const asked = "What are the limits of the Pellet cache?";
		const subQuestion = { ...planned, text: asked, subject: "Pellet cache", threads: [asked] };
		const read = [{ url: "file:///a", title: "Settings" }];
		const input = { ...base, question: asked, route: route(asked), subQuestion, tier, tried: [asked], read };
		const { queries } = rewriteQuery({ ...input, purpose: "recover" });
		expect(queries.length).toBeGreaterThan(0);
		expect(queries).not.toContain(asked);
		for (const query of queries) expect(query.toLowerCase()).toContain("pellet");
	});
});
