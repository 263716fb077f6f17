import { z } from "zod";
import type { Review } from "../../../evidence/report.ts";
import type { ClusterUse, ReviewInput, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	distinctLines,
	itemNumbered,
	optionalList,
	optionalText,
	questionPart,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";
import { renderDraftText } from "../writing/draft-text.ts";

const schema = z.object({
	coverage: withDefault(z.array(z.object({ dimension: z.string(), grade: z.number() })), []),
	weakClaims: withDefault(z.array(z.object({ text: z.string(), why: optionalText })), []),
	logicalGaps: optionalList,
	missingPerspectives: optionalList,
	missingClusters: optionalList,
	missingJudgements: optionalList,
	suggestions: optionalList,
});

/** Remarks of one kind, at most, since a reviser answers each. */
const remarksMax = 8;
const remarkLongest = 400;
/** A cluster's typical claim, by whether the draft uses the cluster. Characters. */
const typicalLongest = { used: 100, unused: 200 };

/** A cluster of whose claims the draft cites a larger share is used, whatever its reader says. */
const hardlyUsedMost = 0.25;

/** METHOD §9: the remarks of a reader who sees the question, the dimensions, the draft and the clusters, but not the run's history. */
export async function review(asker: Asker, input: ReviewInput, context?: RoleContext): Promise<Review | undefined> {
	const { dimensions, outline = [], length } = input;
	const rows = dimensions.map(({ kind, question }, index) => `d${index + 1} (${kind}): ${question}`);
	const answer = await asker.ask(
		{
			role: "review",
			parts: [
				questionPart(input.question),
				...(rows.length > 0 ? [{ title: "Dimensions", text: rows.join("\n"), kind: "own" as const }] : []),
				...clustersPart(outline),
				{ title: `The draft${lengthNote(length)}`, text: renderDraftText(input.draft), kind: "data", cuttable: true },
			],
			schema,
		},
		context,
	);
	const grades = new Map(
		answer.coverage.map(({ dimension, grade }) => [itemNumbered(dimensions, dimension), toCoverageGrade(grade)]),
	);
	return {
		coverage: dimensions.flatMap((dimension) => {
			const grade = grades.get(dimension);
			return grade === undefined ? [] : [{ dimension: dimension.question, grade }];
		}),
		weakClaims: answer.weakClaims
			.map(({ text, why }) => ({ text: truncatedLine(text, remarkLongest), why: truncatedLine(why, remarkLongest) }))
			.filter(({ text }) => text !== "")
			.slice(0, remarksMax),
		logicalGaps: distinctLines(answer.logicalGaps, remarksMax, remarkLongest),
		missingPerspectives: distinctLines(answer.missingPerspectives, remarksMax, remarkLongest),
		missingClusters: [
			...new Set(
				answer.missingClusters.flatMap((mark) => {
					const cluster = itemNumbered(outline, mark, "k");
					return cluster && cluster.cited <= cluster.claims * hardlyUsedMost ? [cluster.name] : [];
				}),
			),
		].slice(0, remarksMax),
		missingJudgements: distinctLines(answer.missingJudgements, remarksMax, remarkLongest),
		suggestions: distinctLines(answer.suggestions, remarksMax, remarkLongest),
	};
}

function lengthNote(length: ReviewInput["length"]): string {
	return length ? `, ${length.words} words long, where there is room for ${length.most}` : "";
}

function clustersPart(outline: readonly ClusterUse[]): PromptPart[] {
	if (outline.length === 0) return [];
	const rows = outline.map(({ claims, pages, cited, leftOut, typical }, index) => {
		const used = cited === 0 ? "not used" : `${cited} used`;
		const why = leftOut === undefined ? "" : `; left out because: ${leftOut}`;
		const longest = cited === 0 ? typicalLongest.unused : typicalLongest.used;
		return `k${index + 1} (${claims} claims on ${pages} pages, ${used}${why}): ${truncatedLine(typical, longest)}`;
	});
	return [{ title: "What the evidence speaks of", text: rows.join("\n"), kind: "data", cuttable: true }];
}

function toCoverageGrade(grade: number): 1 | 2 | 3 {
	return grade >= 2.5 ? 3 : grade >= 1.5 ? 2 : 1;
}
