import { z } from "zod";
import type { Review } from "../../../evidence/report.ts";
import type { ReviewInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { plainText } from "../writing/plain.ts";
import { lines, listOrNone, numbered, oneLine, orEmpty, questionPart, textOrNone } from "./parts.ts";

const schema = z.object({
	coverage: orEmpty(z.array(z.object({ dimension: z.string(), grade: z.number() })), []),
	weakClaims: orEmpty(z.array(z.object({ text: z.string(), why: textOrNone })), []),
	logicalGaps: listOrNone,
	missingPerspectives: listOrNone,
	suggestions: listOrNone,
});

/** Remarks of one kind, at most: a reviser answers each. */
const remarksMax = 8;
const remarkLongest = 400;

/** METHOD §9: a reader who sees the question, the dimensions and the draft, and nothing of how it came about. */
export async function review(asker: Asker, input: ReviewInput, context?: RoleContext): Promise<Review | undefined> {
	const { dimensions } = input;
	const rows = dimensions.map(({ kind, question }, index) => `d${index + 1} (${kind}): ${question}`);
	const given = await asker.ask(
		{
			role: "review",
			parts: [
				questionPart(input.question),
				...(rows.length > 0 ? [{ title: "Dimensions", text: rows.join("\n"), kind: "own" as const }] : []),
				{ title: "The draft", text: plainText(input.draft), kind: "data", cuttable: true },
			],
			schema,
		},
		context,
	);
	const grades = new Map(
		given.coverage.map(({ dimension, grade }) => [numbered(dimensions, dimension), gradeOf(grade)]),
	);
	return {
		coverage: dimensions.flatMap((dimension) => {
			const grade = grades.get(dimension);
			return grade === undefined ? [] : [{ dimension: dimension.question, grade }];
		}),
		weakClaims: given.weakClaims
			.map(({ text, why }) => ({ text: oneLine(text, remarkLongest), why: oneLine(why, remarkLongest) }))
			.filter(({ text }) => text !== "")
			.slice(0, remarksMax),
		logicalGaps: lines(given.logicalGaps, remarksMax, remarkLongest),
		missingPerspectives: lines(given.missingPerspectives, remarksMax, remarkLongest),
		suggestions: lines(given.suggestions, remarksMax, remarkLongest),
	};
}

function gradeOf(grade: number): 1 | 2 | 3 {
	return grade >= 2.5 ? 3 : grade >= 1.5 ? 2 : 1;
}
