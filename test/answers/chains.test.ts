import { describe, expect, test } from "vitest";
import { blocksIn, type Draft, nearestPassages } from "../../src/evidence/report.ts";
import { draftOf, told } from "./ask.ts";

const pages = [
	told(
		"Halden Bridge",
		"The Halden Bridge is a cantilever bridge over the river Osk. The bridge was designed by the engineer Marta Lindqvist, who worked for the northern railways.",
	),
	told(
		"Marta Lindqvist",
		"Marta Lindqvist was an engineer. In 1910 she was awarded the Order of the Silver Heron for her bridges. She retired in 1926.",
	),
	told(
		"Order of the Silver Heron",
		"The Order of the Silver Heron is an order of merit. It was founded by King Oskar the Younger in 1847.",
	),
	told(
		"Order of the Black Anchor",
		"The Order of the Black Anchor is given to seamen. It was founded by Queen Ulrika.",
	),
	told("Kjell Bridge", "The Kjell Bridge was designed by the engineer Per Strand. It was opened in 1899."),
];

/** The marked words of a draft, in order. */
function bold(draft: Draft): string[] {
	return blocksIn(draft).flatMap(({ pieces, marked }) =>
		marked.flatMap(({ start, end }) => {
			const piece = pieces.find((one) => one.start <= start && end <= one.end);
			return piece ? [piece.text.slice(start - piece.start, end - piece.start)] : [];
		}),
	);
}

describe("a question about a thing that it describes and does not name", () => {
	test("is answered by the claims that lead from the named thing to the answer, in order", async () => {
		const draft = await draftOf("Who founded the order that the engineer of the Halden Bridge was awarded?", pages);
		expect(bold(draft)).toEqual([
			"The bridge was designed by the engineer Marta Lindqvist, who worked for the northern railways.",
			"In 1910 she was awarded the Order of the Silver Heron for her bridges.",
			"It was founded by King Oskar the Younger in 1847.",
		]);
		expect(blocksIn(draft).map(({ claimIds }) => claimIds.length)).toEqual([1, 1, 1]);
		const short = await draftOf("In which year did the engineer of the Halden Bridge retire?", pages);
		expect(bold(short).at(-1)).toBe("She retired in 1926.");
	});

	test("has nothing bold where no page tells what the described thing is", async () => {
		const question = "Who founded the order that the engineer of the Kjell Bridge was awarded?";
		const draft = await draftOf(question, pages);
		expect(bold(draft)).toEqual([]);
		expect(draft.sections.map(({ heading }) => heading)).toEqual([nearestPassages]);
	});

	test("is answered by one claim that holds it all", async () => {
		const page = told("The film Ironbark", "Ida Moe directed the film that won the Golden Elk in 2031. It was long.");
		const draft = await draftOf("Who directed the film that won the Golden Elk in 2031?", [page, ...pages]);
		// Without the reading model nothing alone is stated, and there is no chain.
		expect(bold(draft)).toEqual([]);
		expect(
			blocksIn(draft)[0]
				?.pieces.map(({ text }) => text)
				.join(" "),
		).toContain("Ida Moe directed the film");
	});
});
