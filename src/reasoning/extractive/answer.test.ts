import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Claim, Conflict } from "../../evidence/claim.ts";
import type { AnswerType, Shape } from "../../evidence/question.ts";
import type { WriteInput } from "../reasoner.ts";
import { answer } from "./answer.ts";
import { extractClaims } from "./extract.ts";
import { analysisOf } from "./question/analysis.ts";

/** Pages given as title → text, read as a run would read them. */
function evidence(
	question: string,
	pages: Record<string, string>,
	options: { answerType?: AnswerType; shape?: Shape; conflicts?: (claims: Claim[]) => Conflict[] } = {},
): WriteInput {
	const {
		answerType = /\p{L}/u.test(question) ? analysisOf(question).answerType : "entity",
		shape = "lookup",
		conflicts = () => [],
	} = options;
	const route = {
		shape,
		answerType,
		values: [],
		subjects: [],
		recency: false,
		highStakes: false,
		effort: "fact_check" as const,
		reason: "",
	};
	const claims: Claim[] = [];
	const sources: WriteInput["sources"] = [];
	for (const [title, text] of Object.entries(pages)) {
		const id = `s${sources.length}`;
		sources.push({ id, url: id, title, label: title, origin: id });
		const focus = question.toLowerCase().includes(title.toLowerCase()) ? [] : [title];
		const subQuestion = {
			id: "q1",
			text: question,
			dimension: "factual" as const,
			stance: "supporting" as const,
			priority: "core" as const,
			readingId: "r1",
			origin: "plan" as const,
			focus,
			threads: [question],
		};
		const page = {
			url: id,
			title,
			kind: "record" as const,
			label: title,
			origin: id,
			text,
			hash: id,
			marks: [{ start: 0, locator: { kind: "line" as const, line: 1 } }],
		};
		for (const extracted of extractClaims({ question, route, subQuestion, page, max: 6 }))
			claims.push({
				...extracted,
				id: `c${claims.length}`,
				sourceId: id,
				subQuestionIds: ["q1"],
				locator: { kind: "line", line: 1 },
			});
	}
	return {
		question,
		route,
		plan: { dimensions: [], subQuestions: [] },
		claims,
		groups: [],
		conflicts: conflicts(claims),
		sources,
		gaps: [],
	};
}

describe("answer gives a span of a cited quote for", () => {
	const pages = {
		"Tower Bridge":
			"Tower Bridge is a bascule bridge in London, designed by Horace Jones. It was opened on 30 June 1894. The bridge is 240 metres long.",
		"Horace Jones": "Horace Jones (20 May 1819 – 21 May 1887) was an English architect. He was born in London.",
	};

	it.each([
		["How long is Tower Bridge?", "240 metres"],
		["When was Tower Bridge opened?", "30 June 1894"],
		["In what year was Tower Bridge opened?", "1894"],
		["Who designed Tower Bridge?", "Horace Jones"],
		["What city is Tower Bridge located in?", "London"],
	])("%s", (question, expected) => {
		const input = evidence(question, pages);
		const given = answer(input);
		expect(given?.text).toBe(expected);
		const cited = input.claims.filter((claim) => given?.claimIds.includes(claim.id));
		expect(cited.length).toBeGreaterThan(0);
		expect(cited.some((claim) => claim.quote.includes(expected))).toBe(true);
	});

	it("a value of a setting, from its entry in a list of definitions", () => {
		const input = evidence("What is the default value of work_mem?", {
			"Resource Consumption":
				"shared_buffers (integer)\nSets the memory of the server. The default is 128MB.\n\nwork_mem (integer)\nSpecifies the memory of a query. The default is four megabytes (4MB).",
		});
		expect(answer(input)?.text).toMatch(/^(?:four megabytes|4MB)$/);
	});
});

describe("answer works out", () => {
	it("yes or no from what is stated, and nothing where sources disagree", () => {
		expect(
			answer(evidence("Does SQLite support views?", { SQLite: "SQLite supports views and triggers." }))?.text,
		).toBe("Yes");
		expect(answer(evidence("Does SQLite support views?", { SQLite: "SQLite does not support views." }))?.text).toBe(
			"No",
		);
		const both = answer(
			evidence("Does SQLite support views?", {
				SQLite: "SQLite supports views.",
				"SQLite notes": "SQLite does not support views.",
				"SQLite facts": "SQLite supports views since long.",
			}),
		);
		expect(both).toBeUndefined();
	});
});

describe("answer", () => {
	it("names the other value when sources disagree, and is less sure", () => {
		const pages = {
			"Tay Bridge": "The Tay Bridge was opened in 1887.",
			"Tay Bridge history": "The Tay Bridge was opened in 1889.",
			"Tay Bridge facts": "The Tay Bridge was opened in 1887 after years of work.",
		};
		const input = evidence("In what year was the Tay Bridge opened?", pages, {
			conflicts: (claims) => [
				{ kind: "date", a: claims[0]?.id ?? "", b: claims[1]?.id ?? "", why: "1887 against 1889" },
			],
		});
		const given = answer(input);
		expect(given?.text).toBe("1887");
		expect(given?.alternatives.map((each) => each.text)).toContain("1889");
		expect(given?.confidence).not.toBe("high");
	});

	it("gives none when nothing direct was found, or no claim at all", () => {
		expect(
			answer(
				evidence("What is the price of bananas in Peru?", {
					UPDATE: "The price of all products is raised by 10 percent.",
				}),
			),
		).toBeUndefined();
		expect(answer(evidence("What is the price of bananas in Peru?", {}))).toBeUndefined();
	});

	it("never gives back a span of the question", () => {
		const input = evidence("Which band recorded the album Abbey Road?", {
			"Abbey Road": "The band recorded the album Abbey Road in London.",
		});
		expect(answer(input)?.text ?? "").not.toMatch(/band|Abbey/);
	});

	it("cites known claims only, and is the same every time, on any page", () => {
		const texts = fc
			.array(
				fc.constantFrom(
					"The bridge is 240 metres long.",
					"Ann Lee built it in 1894.",
					"A or B?",
					"Yes, A, B, and C are types.",
					"\u0000",
					"שלום",
					"It is not long.",
				),
				{ maxLength: 8 },
			)
			.map((parts) => parts.join(" "));
		const questions = fc.constantFrom(
			"How long is the bridge?",
			"Who built it?",
			"Which is longer, A or B?",
			"Is the bridge long?",
			"What types are there?",
			"?",
			"",
		);
		fc.assert(
			fc.property(questions, texts, texts, (question, a, b) => {
				const input = evidence(question, { Bridge: a, "Other Bridge": b });
				const given = answer(input);
				const known = new Set(input.claims.map((claim) => claim.id));
				for (const id of given?.claimIds ?? []) expect(known.has(id)).toBe(true);
				expect(answer(input)).toEqual(given);
			}),
			{ numRuns: 60 },
		);
	});
});

describe("how far something changed", () => {
	it("is neither from what nor to what", () => {
		const input = evidence("By how much did cod landings in Norrholm rise?", {
			Landings: "Cod landings in Norrholm rose from 500 tonnes in 2029 to 560 tonnes in 2030, a rise of 12 percent.",
		});
		expect(["12 percent", undefined]).toContain(answer(input)?.text);
	});
});
