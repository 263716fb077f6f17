import { z } from "zod";
import { certaintyOf } from "../../../evidence/certainty.ts";
import type { Answer, Conclusion, Draft, Sentence } from "../../../evidence/report.ts";
import { singleFindings } from "../../claim-clusters.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { ModelError } from "../error.ts";
import {
	itemNumbered,
	onFirstAnswer,
	optionalList,
	optionalText,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";
import {
	countSoundSentences,
	sectionsSchema,
	sentenceFaults,
	sentenceSchema,
	toCitedSentence,
	toSections,
	withRepairedSentences,
} from "./draft-sections.ts";
import { cellFaults, cellsSchema, toTable, withRepairedCells } from "./draft-table.ts";
import { proseSoFar } from "./partial-answer.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import { repairFaults } from "./repair-faults.ts";
import { formFault } from "./report-form.ts";

/** `isReviewed`: a revision follows, which repairs what code would remove. */
export type DraftInput = WriteInput & { answer: Answer | undefined; isReviewed?: boolean | undefined };

const leftOutSchema = z.array(z.object({ cluster: z.string(), reason: optionalText }));
const lookupSchema = z.object({ sections: sectionsSchema, answeredGaps: optionalList });
const extractionSchema = z.object({
	cells: cellsSchema,
	tableCaption: optionalText,
	sections: sectionsSchema,
	answeredGaps: optionalList,
});
const synthesisSchema = z.object({
	bottomLine: withDefault(z.array(sentenceSchema), []),
	sections: sectionsSchema,
	leftOut: withDefault(leftOutSchema, []),
	answeredGaps: optionalList,
});
const schemas = { lookup: lookupSchema, extraction: extractionSchema, synthesis: synthesisSchema } as const;
type DraftAnswer = z.infer<typeof lookupSchema> &
	Partial<z.infer<typeof synthesisSchema>> &
	Partial<z.infer<typeof extractionSchema>>;

/** Conclusions of a bottom line, at most. */
const conclusionsMax = 5;
/** Tokens of a draft, at most, by shape. 2,500 words with their JSON are some 9,000. */
const outputMax = { lookup: 2_500, extraction: 8_000, synthesis: 12_000 } as const;
const reasonLongest = 200;

interface WritingTask {
	parts: PromptPart[];
	input: DraftInput;
	evidence: PromptEvidence;
}

/** Asks for a draft in the form of its shape. A second request repairs what code would remove, unless a revision follows. */
export async function requestDraft(
	asker: Asker,
	{ parts, input, evidence }: WritingTask,
	context?: RoleContext,
): Promise<Draft> {
	const { shape } = input.route;
	const fault = onFirstAnswer((given: DraftAnswer) => emptyFault(given) ?? formFault(given, input));
	const onText = context?.onWriting && ((json: string) => context.onWriting?.(proseSoFar(json)));
	const answer = await asker.ask<DraftAnswer>(
		{ role: "draft", parts, maxOutput: outputMax[shape], schema: schemas[shape], fault, onText },
		context,
	);
	// The bottom line gets the same checks as a section. Its inferences may use the sections' findings.
	const allSections = [
		{ heading: "", form: "prose" as const, columns: [], paragraphs: [answer.bottomLine ?? []] },
		...answer.sections,
	];
	const faults = input.isReviewed
		? []
		: [...cellFaults(answer.cells ?? [], input, evidence), ...sentenceFaults(allSections, evidence)];
	const repairs = await repairFaults(asker, { role: "draft", faults, evidence }, context);
	const [line, ...sections] = withRepairedSentences(allSections, repairs, evidence);
	const repairedCells = answer.cells && withRepairedCells(answer.cells, repairs, input, evidence);
	return toDraft(
		{
			...answer,
			bottomLine: line?.paragraphs.flat() ?? [],
			sections,
			...(repairedCells ? { cells: repairedCells } : {}),
		},
		input,
		evidence,
	);
}

function emptyFault({ sections, cells: given, bottomLine = [] }: DraftAnswer): string | undefined {
	const sentences = [bottomLine, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat();
	const hasText = sentences.some(({ text }) => text.trim() !== "");
	return hasText || given?.length ? undefined : "it says nothing: there is no sentence in it";
}

function toDraft(given: DraftAnswer, input: DraftInput, evidence: PromptEvidence): Draft {
	const sections = toSections(given.sections, evidence);
	const bottomLine = gradeConclusions(
		(given.bottomLine ?? []).map((one) => toCitedSentence(one, evidence)),
		input,
	);
	const table = given.cells && toTable(given.cells, input, evidence, given.tableCaption);
	const hasFilledCell = table?.rows.some(({ cells: row }) => row.some((cell) => "claimIds" in cell));
	if (countSoundSentences([{ sentences: bottomLine }, ...sections], evidence) === 0 && !hasFilledCell)
		throw new ModelError(
			"MODEL_ANSWER_UNUSABLE",
			"the model's draft holds no sentence that cites its evidence truly, even after it was told so",
		);
	const isSingleCell = !table || table.rows.length * table.columns.length === 1;
	const clustersLeftOut = toLeftOut(given.leftOut ?? [], evidence);
	return {
		...(input.answer && isSingleCell ? { answer: input.answer } : {}),
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(table ? { table } : {}),
		sections,
		...(clustersLeftOut.length > 0 ? { leftOut: clustersLeftOut } : {}),
		answeredGaps: [...new Set(given.answeredGaps.flatMap((mark) => itemNumbered(input.open ?? [], mark, "g") ?? []))],
	};
}

/** The conclusions, each with its certainty by rule. */
export function gradeConclusions(
	sentences: readonly Pick<Sentence, "kind" | "text" | "claimIds">[],
	{ claims, groups, conflicts, sources, route, question, countPages }: DraftInput,
): Conclusion[] {
	const certaintyInput = { claims, groups, conflicts, sources, recency: route.recency, countPages };
	const askedOf = (conclusion: string) => ({ question, conclusion });
	return sentences
		.filter(({ text }) => text !== "")
		.slice(0, conclusionsMax)
		.map(({ kind, text, claimIds }) => ({
			...{ kind: kind === "inference" ? kind : "fact", text, claimIds },
			...certaintyOf(claimIds, { ...certaintyInput, asked: askedOf(text) }),
		}));
}

function toLeftOut(given: z.infer<typeof leftOutSchema>, { clusters }: PromptEvidence): NonNullable<Draft["leftOut"]> {
	return given.flatMap(({ cluster, reason }) => {
		const known = itemNumbered(clusters, cluster, "k") ?? clusters.find(({ name }) => name === cluster.trim());
		return known ? [{ cluster: known.name || singleFindings, reason: truncatedLine(reason, reasonLongest) }] : [];
	});
}
