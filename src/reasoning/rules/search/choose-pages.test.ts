import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hitOf, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { SubQuestion } from "../../../evidence/plan.ts";
import type { Hit } from "../../../evidence/source.ts";
import type { ChooseInput } from "../../reasoner.ts";
import { route } from "../question/route.ts";
import { choosePages } from "./choose-pages.ts";

const hit = (title: string, snippet: string) =>
	hitOf(`file:///${encodeURIComponent(title)}`, title, snippet, { score: 0.03 });

function choose(
	question: string,
	hits: Hit[],
	options: Partial<ChooseInput> = {},
	asked: Partial<SubQuestion> = {},
): string[] {
	const choices = choosePages({
		...{ question, route: route(question), purpose: "cover", hits, claims: [], read: [], max: 5 },
		subQuestion: subQuestionOf({ text: question, focus: [], threads: [question], ...asked }),
		...options,
	});
	for (const { reason } of choices) expect(reason).toMatch(/^[^\n]+$/);
	return choices.map(({ url }) => decodeURIComponent(url.slice("file:///".length)));
}

describe("choosePages", () => {
	const question = "Who designed the Orrin Bridge?";

	it("prefers the page about the subject of the question", () => {
		const hits = [
			hit("Bridges of the north", "Many bridges cross the river."),
			hit("Orrin Bridge", "Built in 1903 of steel."),
		];
		expect(choose(question, hits)[0]).toBe("Orrin Bridge");
	});

	it("chooses no second copy of a passage, and no index", () => {
		const text =
			"The Orrin Bridge was designed by Maud Ellery and opened in 1903 after four years of work on its piers.";
		const index = hit("Index", "Orrin Bridge, design, designed, Who designed, Orrin, bridge");
		const chosen = choose(question, [
			index,
			hit("Copy", text),
			hit("Other copy", text),
			hit("Piers", "Orrin piers stand on rock."),
		]);
		expect(chosen).not.toContain("Index");
		expect(chosen.filter((title) => /copy/i.test(title))).toHaveLength(1);
	});

	it("on a hop prefers the page about the bridging name to one that only repeats the question", () => {
		const asked = "Where was the designer of the Orrin Bridge born?";
		const hits = [
			hit("Designers", "A designer of bridges is called an engineer."),
			hit("Maud Ellery", "Maud Ellery was an engineer. She was born in Kirkwell."),
			hit("Ellery Street", "Ellery Street is a road."),
		];
		const hop: Partial<ChooseInput> = { purpose: "hop", read: [{ url: "file:///o", title: "Orrin Bridge" }] };
		expect(choose(asked, hits, hop, { origin: "hop", focus: ["Maud Ellery"], from: "file:///o" })[0]).toBe(
			"Maud Ellery",
		);
	});

	it("never chooses more than the limit, a page twice, or a page outside the results", () => {
		const results = fc.array(
			fc.record({ title: fc.string({ maxLength: 12 }), snippet: fc.string({ maxLength: 80 }) }),
			{ maxLength: 12 },
		);
		fc.assert(
			fc.property(
				results,
				fc.integer({ min: 0, max: 5 }),
				fc.constantFrom("cover", "hop", "recover", "challenge"),
				(found, max, purpose) => {
					const hits = found.map(({ title, snippet }, at) => ({ ...hit("x", snippet), title, url: `file:///${at}` }));
					const chosen = choose(question, hits, { max, purpose }, { focus: ["Maud Ellery"] });
					expect(chosen.length).toBeLessThanOrEqual(max);
					expect(new Set(chosen).size).toBe(chosen.length);
					for (const url of chosen) expect(hits.map((one) => one.url)).toContain(`file:///${url}`);
				},
			),
		);
	});
});
