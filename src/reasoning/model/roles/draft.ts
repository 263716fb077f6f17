import { z } from "zod";
import { certaintyOf } from "../../../evidence/certainty.ts";
import type { Answer, Conclusion, Draft } from "../../../evidence/report.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker, Part } from "../asker.ts";
import { ModelError } from "../error.ts";
import { type ShownEvidence, shownEvidence } from "../writing/evidence.ts";
import { mended } from "../writing/mend.ts";
import { faultsIn, prose, sectionsOf, sentence, soundIn, statedIn, withMended } from "../writing/prose.ts";
import { cellFaults, cells, tableOf, withMendedCells } from "../writing/table.ts";
import { onceOnly, orEmpty, questionPart, routePart } from "./parts.ts";

type DraftInput = WriteInput & { answer: Answer | undefined };

const written = z.object({ sections: prose });
const tabled = z.object({ cells, sections: prose });
const concluded = z.object({ bottomLine: orEmpty(z.array(sentence), []), sections: prose });
interface Written {
	bottomLine?: z.infer<typeof sentence>[] | undefined;
	sections: z.infer<typeof prose>;
	cells?: z.infer<typeof cells> | undefined;
}
const schemas = { lookup: written, extraction: tabled, synthesis: concluded } as const;

/** Conclusions of a bottom line, at most. */
const conclusionsMax = 5;

/** Tokens of a draft, at most, by shape. */
const outputMax = { lookup: 2_500, extraction: 8_000, synthesis: 8_000 } as const;

/** METHOD §9: the report as it is first written. Code checks it afterwards; it gets one chance to mend what would not pass. */
export async function draft(asker: Asker, input: DraftInput, context?: RoleContext): Promise<Draft> {
	const evidence = shownEvidence(input, asker.room("draft"));
	const parts = [questionPart(input.question), routePart(input.route), ...planParts(input), ...evidence.parts];
	return writtenDraft(
		asker,
		{ role: "draft", parts: [...parts, ...answerPart(input, evidence)], input, evidence },
		context,
	);
}

/** Asks for a draft in the form of the input's shape, and once for what code would take out of it. */
export async function writtenDraft(
	asker: Asker,
	{ role, parts, input, evidence }: WritingTask,
	context?: RoleContext,
): Promise<Draft> {
	const common = { role, parts, maxOutput: outputMax[input.route.shape], fault: onceOnly(faultOf) };
	const given: Written = await asker.ask<Written>({ ...common, schema: schemas[input.route.shape] }, context);
	// The bottom line goes through the same checks as a section, whose findings its inferences may name.
	const opening = { heading: "", paragraphs: [given.bottomLine ?? []] };
	const all = [opening, ...given.sections];
	const faults = [...cellFaults(given.cells ?? [], input, evidence), ...faultsIn(all, evidence)];
	const better = await mended(asker, { role, faults, evidence }, context);
	const [line, ...sections] = withMended(all, better, evidence);
	return draftOf(
		{
			bottomLine: line?.paragraphs.flat(),
			sections,
			cells: given.cells && withMendedCells(given.cells, better, input, evidence),
		},
		input,
		evidence,
	);
}

interface WritingTask {
	role: "draft" | "revise";
	parts: Part[];
	input: DraftInput;
	evidence: ShownEvidence;
}

function faultOf({ sections, cells: given, bottomLine = [] }: Written): string | undefined {
	const isSaid = [{ paragraphs: [bottomLine] }, ...sections].some(({ paragraphs }) =>
		paragraphs.flat().some(({ text }) => text.trim() !== ""),
	);
	return isSaid || given?.length ? undefined : "it says nothing: there is no sentence in it";
}

function draftOf(given: Written, input: DraftInput, evidence: ShownEvidence): Draft {
	const sections = sectionsOf(given.sections, evidence);
	const table = given.cells && tableOf(given.cells, input, evidence);
	const filled = table?.rows.some(({ cells: row }) => row.some((cell) => "claimIds" in cell));
	const line = (given.bottomLine ?? []).map((one) => statedIn(one, evidence));
	if (soundIn([{ sentences: line }, ...sections], evidence) === 0 && !filled)
		throw new ModelError(
			"MODEL_ANSWER_UNUSABLE",
			"the model's draft holds no sentence that cites its evidence truly, even after it was told so",
		);
	const single = !table || table.rows.length * table.columns.length === 1;
	const bottomLine = conclusionsOf(given.bottomLine ?? [], input, evidence);
	return {
		...(input.answer && single ? { answer: input.answer } : {}),
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(table ? { table } : {}),
		sections,
	};
}

function conclusionsOf(
	given: NonNullable<Written["bottomLine"]>,
	{ claims, groups, conflicts, sources, route }: DraftInput,
	evidence: ShownEvidence,
): Conclusion[] {
	const grounds = { claims, groups, conflicts, sources, recency: route.recency };
	return given
		.map((one) => statedIn(one, evidence))
		.filter(({ text }) => text !== "")
		.slice(0, conclusionsMax)
		.map((stated) => ({ ...stated, ...certaintyOf(stated.claimIds, grounds) }));
}

/** What was asked, so that nothing of it is forgotten. */
function planParts({ plan, route }: DraftInput): Part[] {
	const asked = plan.subQuestions.filter(({ origin }) => origin === "plan");
	const rows = asked.map(
		({ id, text, stance }) => `${id}: ${text}${stance === "adversarial" ? " (what speaks against)" : ""}`,
	);
	const dimensions = route.shape === "synthesis" ? plan.dimensions.map(({ question }) => `- ${question}`) : [];
	return [
		...(rows.length > 0 ? [{ title: "Sub-questions", text: rows.join("\n"), kind: "own" as const }] : []),
		...(dimensions.length > 0
			? [{ title: "What a reader wants to understand", text: dimensions.join("\n"), kind: "own" as const }]
			: []),
	];
}

function answerPart({ answer }: DraftInput, evidence: ShownEvidence): Part[] {
	if (!answer) return [];
	const marks = (ids: readonly string[]) => ids.flatMap((id) => evidence.markOf(id) ?? []).join(", ");
	const rows = [
		`${answer.text} (${marks(answer.claimIds)}); ${answer.confidence} confidence`,
		...answer.alternatives
			.filter(({ past }) => !past)
			.map((other) => `Sources also give: ${other.text} (${marks(other.claimIds)})`),
	];
	return [{ title: "The answer, which stands above your text", text: rows.join("\n"), kind: "data" }];
}
