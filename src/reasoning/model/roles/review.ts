import { z } from "zod";
import type { Review } from "../../../evidence/report.ts";
import type { ClusterUse, ReviewInput, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { plainText } from "../writing/plain.ts";
import { lines, listOrNone, numbered, oneLine, orEmpty, questionPart, textOrNone } from "./parts.ts";

const schema = z.object({
	coverage: orEmpty(z.array(z.object({ dimension: z.string(), grade: z.number() })), []),
	weakClaims: orEmpty(z.array(z.object({ text: z.string(), why: textOrNone })), []),
	logicalGaps: listOrNone,
	missingPerspectives: listOrNone,
	missingClusters: listOrNone,
	missingJudgements: listOrNone,
	suggestions: listOrNone,
});

/** Remarks of one kind, at most, since a reviser answers each. */
const remarksMax = 8;
const remarkLongest = 400;
const typicalLongest = 200;

/** METHOD §9: the remarks of a reader who sees the question, the dimensions, the draft and the clusters, but not the run's history. */
export async function review(asker: Asker, input: ReviewInput, context?: RoleContext): Promise<Review | undefined> {
	const { dimensions, outline = [], length } = input;
	const rows = dimensions.map(({ kind, question }, index) => `d${index + 1} (${kind}): ${question}`);
	const given = await asker.ask(
		{
			role: "review",
			parts: [
				questionPart(input.question),
				...(rows.length > 0 ? [{ title: "Dimensions", text: rows.join("\n"), kind: "own" as const }] : []),
				...outlinePart(outline),
				{ title: `The draft${lengthWords(length)}`, text: plainText(input.draft), kind: "data", cuttable: true },
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
		missingClusters: [
			...new Set(given.missingClusters.flatMap((mark) => numbered(outline, mark, "k")?.name ?? [])),
		].slice(0, remarksMax),
		missingJudgements: lines(given.missingJudgements, remarksMax, remarkLongest),
		suggestions: lines(given.suggestions, remarksMax, remarkLongest),
	};
}

function lengthWords(length: ReviewInput["length"]): string {
	return length ? `, ${length.words} words long, where there is room for ${length.most}` : "";
}

function outlinePart(outline: readonly ClusterUse[]): PromptPart[] {
	if (outline.length === 0) return [];
	const rows = outline.map(({ name, claims, pages, cited, leftOut, typical }, index) => {
		const used = cited === 0 ? "not used" : `${cited} used`;
		const such = typical === undefined ? "" : `, such as: ${oneLine(typical, typicalLongest)}`;
		const why = leftOut === undefined ? "" : `; left out because: ${leftOut}`;
		return `k${index + 1} (${name}): ${claims} claims on ${pages} pages, ${used}${why}${such}`;
	});
	return [{ title: "What the evidence speaks of", text: rows.join("\n"), kind: "data", cuttable: true }];
}

function gradeOf(grade: number): 1 | 2 | 3 {
	return grade >= 2.5 ? 3 : grade >= 1.5 ? 2 : 1;
}
