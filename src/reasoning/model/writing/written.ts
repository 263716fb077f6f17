import { z } from "zod";
import { certaintyOf } from "../../../evidence/certainty.ts";
import type { Answer, Conclusion, Draft, Sentence } from "../../../evidence/report.ts";
import { single } from "../../outline.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { ModelError } from "../error.ts";
import { listOrNone, numbered, onceOnly, oneLine, orEmpty, textOrNone } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";
import { formFault } from "./form.ts";
import { mended } from "./mend.ts";
import { faultsIn, prose, sectionsOf, sentence, soundIn, statedIn, withMended } from "./prose.ts";
import { cellFaults, cells, tableOf, withMendedCells } from "./table.ts";

/** `isReviewed`: a revision follows, which repairs what code would remove. */
export type DraftInput = WriteInput & { answer: Answer | undefined; isReviewed?: boolean | undefined };

const leftOut = z.array(z.object({ cluster: z.string(), reason: textOrNone }));
const lookup = z.object({ sections: prose, answeredGaps: listOrNone });
const extraction = z.object({ cells, tableCaption: textOrNone, sections: prose, answeredGaps: listOrNone });
const synthesis = z.object({
	bottomLine: orEmpty(z.array(sentence), []),
	sections: prose,
	cells: orEmpty(cells, []),
	tableCaption: textOrNone,
	leftOut: orEmpty(leftOut, []),
	answeredGaps: listOrNone,
});
const schemas = { lookup, extraction, synthesis } as const;
type Written = z.infer<typeof lookup> & Partial<z.infer<typeof synthesis>>;

/** Conclusions of a bottom line, at most. */
const conclusionsMax = 5;
/** Tokens of a draft, at most, by shape. 2,500 words with their JSON are some 9,000. */
const outputMax = { lookup: 2_500, extraction: 8_000, synthesis: 12_000 } as const;
const reasonLongest = 200;

interface WritingTask {
	parts: PromptPart[];
	input: DraftInput;
	evidence: ShownEvidence;
}

/** Asks for a draft in the form of its shape. A second request repairs what code would remove, unless a revision follows. */
export async function writtenDraft(
	asker: Asker,
	{ parts, input, evidence }: WritingTask,
	context?: RoleContext,
): Promise<Draft> {
	const { shape } = input.route;
	const fault = onceOnly((given: Written) => emptyFault(given) ?? formFault(given, input));
	const given = await asker.ask<Written>(
		{ role: "draft", parts, maxOutput: outputMax[shape], schema: schemas[shape], fault },
		context,
	);
	// The bottom line gets the same checks as a section. Its inferences may use the sections' findings.
	const all = [{ heading: "", form: "prose" as const, paragraphs: [given.bottomLine ?? []] }, ...given.sections];
	const faults = input.isReviewed
		? []
		: [...cellFaults(given.cells ?? [], input, evidence), ...faultsIn(all, evidence)];
	const better = await mended(asker, { role: "draft", faults, evidence }, context);
	const [line, ...sections] = withMended(all, better, evidence);
	const renewed = given.cells && withMendedCells(given.cells, better, input, evidence);
	return draftOf(
		{ ...given, bottomLine: line?.paragraphs.flat() ?? [], sections, ...(renewed ? { cells: renewed } : {}) },
		input,
		evidence,
	);
}

function emptyFault({ sections, cells: given, bottomLine = [] }: Written): string | undefined {
	const said = [bottomLine, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat();
	const isSaid = said.some(({ text }) => text.trim() !== "");
	return isSaid || given?.length ? undefined : "it says nothing: there is no sentence in it";
}

function draftOf(given: Written, input: DraftInput, evidence: ShownEvidence): Draft {
	const sections = sectionsOf(given.sections, evidence);
	const bottomLine = conclusionsOf(
		(given.bottomLine ?? []).map((one) => statedIn(one, evidence)),
		input,
	);
	const table = given.cells && tableOf(given.cells, input, evidence, given.tableCaption);
	const filled = table?.rows.some(({ cells: row }) => row.some((cell) => "claimIds" in cell));
	if (soundIn([{ sentences: bottomLine }, ...sections], evidence) === 0 && !filled)
		throw new ModelError(
			"MODEL_ANSWER_UNUSABLE",
			"the model's draft holds no sentence that cites its evidence truly, even after it was told so",
		);
	const isOne = !table || table.rows.length * table.columns.length === 1;
	const left = leftOutOf(given.leftOut ?? [], evidence);
	return {
		...(input.answer && isOne ? { answer: input.answer } : {}),
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(table ? { table } : {}),
		sections,
		...(left.length > 0 ? { leftOut: left } : {}),
		answeredGaps: [...new Set(given.answeredGaps.flatMap((mark) => numbered(input.open ?? [], mark, "g") ?? []))],
	};
}

/** The conclusions, each with its certainty by rule. */
export function conclusionsOf(
	stated: readonly Pick<Sentence, "kind" | "text" | "claimIds">[],
	{ claims, groups, conflicts, sources, route, question }: DraftInput,
): Conclusion[] {
	const grounds = { claims, groups, conflicts, sources, recency: route.recency };
	const asked = (conclusion: string) => ({ question, conclusion });
	return stated
		.filter(({ text }) => text !== "")
		.slice(0, conclusionsMax)
		.map(({ kind, text, claimIds }) => ({
			...{ kind: kind === "inference" ? kind : "fact", text, claimIds },
			...certaintyOf(claimIds, { ...grounds, asked: asked(text) }),
		}));
}

function leftOutOf(given: z.infer<typeof leftOut>, { clusters }: ShownEvidence): NonNullable<Draft["leftOut"]> {
	return given.flatMap(({ cluster, reason }) => {
		const known = numbered(clusters, cluster, "k") ?? clusters.find(({ name }) => name === cluster.trim());
		return known ? [{ cluster: known.name || single, reason: oneLine(reason, reasonLongest) }] : [];
	});
}
