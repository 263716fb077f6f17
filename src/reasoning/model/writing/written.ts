import { z } from "zod";
import { certaintyOf } from "../../../evidence/certainty.ts";
import type { Route } from "../../../evidence/question.ts";
import type { Answer, Conclusion, Draft } from "../../../evidence/report.ts";
import { single } from "../../outline.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker, Part } from "../asker.ts";
import { ModelError } from "../error.ts";
import { listOrNone, numbered, onceOnly, oneLine, orEmpty, textOrNone } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";
import { formFault } from "./form.ts";
import { mended } from "./mend.ts";
import { faultsIn, prose, sectionsOf, sentence, soundIn, statedIn, withMended } from "./prose.ts";
import { cellFaults, cells, tableOf, withMendedCells } from "./table.ts";

/** `isReviewed`: a revision follows, and mends what code would take out. */
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
const schemas = {
	draft: { lookup, extraction, synthesis },
	// What was left out is known from the draft.
	revise: { lookup, extraction, synthesis: synthesis.omit({ leftOut: true }) },
} as const;
type Written = z.infer<typeof lookup> & Partial<z.infer<typeof synthesis>>;

/** Conclusions of a bottom line, at most. */
const conclusionsMax = 5;
/** Tokens of a draft, at most, by shape: 2,500 words with the form around them are some 9,000. */
const outputMax = { lookup: 2_500, extraction: 8_000, synthesis: 12_000 } as const;
const reasonLongest = 200;

interface WritingTask {
	role: "draft" | "revise";
	parts: Part[];
	input: DraftInput;
	evidence: ShownEvidence;
}

/** Asks for a draft in the form of the input's shape, and once, unless it is revised anyway, for what code would take out of it. */
export async function writtenDraft(
	asker: Asker,
	{ role, parts, input, evidence }: WritingTask,
	context?: RoleContext,
): Promise<Draft> {
	const { shape } = input.route;
	const fault = onceOnly((given: Written) => emptyFault(given) ?? formFault(given, input));
	const given = await asker.ask<Written>(
		{ role, parts, maxOutput: outputMax[shape], schema: schemas[role][shape], fault },
		context,
	);
	// The bottom line goes through the same checks as a section, whose findings its inferences may name.
	const all = [{ heading: "", form: "prose" as const, paragraphs: [given.bottomLine ?? []] }, ...given.sections];
	const found = input.isReviewed ? [] : [...cellFaults(given.cells ?? [], input, evidence), ...faultsIn(all, evidence)];
	const faults = role === "draft" || input.depth === "deep" ? found : neededIn(found, given, input.route);
	const better = await mended(asker, { role, faults, evidence }, context);
	const [line, ...sections] = withMended(all, better, evidence);
	const renewed = given.cells && withMendedCells(given.cells, better, input, evidence);
	return draftOf(
		{ ...given, bottomLine: line?.paragraphs.flat() ?? [], sections, ...(renewed ? { cells: renewed } : {}) },
		input,
		evidence,
	);
}

/** Of a revision's faults those of its conclusions and of a table that was asked for: a reader does not miss another sentence. */
function neededIn<T extends { given: object }>(faults: readonly T[], written: Written, { shape, form }: Route): T[] {
	const wantsTable = shape === "extraction" || form?.table !== undefined;
	const needed = new Set<object>([...(written.bottomLine ?? []), ...(wantsTable ? (written.cells ?? []) : [])]);
	return faults.filter(({ given }) => needed.has(given));
}

function emptyFault({ sections, cells: given, bottomLine = [] }: Written): string | undefined {
	const said = [bottomLine, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat();
	const isSaid = said.some(({ text }) => text.trim() !== "");
	return isSaid || given?.length ? undefined : "it says nothing: there is no sentence in it";
}

function draftOf(given: Written, input: DraftInput, evidence: ShownEvidence): Draft {
	const sections = sectionsOf(given.sections, evidence);
	const bottomLine = conclusionsOf(given.bottomLine ?? [], input, evidence);
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

function conclusionsOf(
	given: NonNullable<Written["bottomLine"]>,
	{ claims, groups, conflicts, sources, route, question }: DraftInput,
	evidence: ShownEvidence,
): Conclusion[] {
	const grounds = { claims, groups, conflicts, sources, recency: route.recency };
	const asked = (conclusion: string) => ({ question, conclusion });
	return given
		.map((one) => statedIn(one, evidence))
		.filter(({ text }) => text !== "")
		.slice(0, conclusionsMax)
		.map((stated) => ({ ...stated, ...certaintyOf(stated.claimIds, { ...grounds, asked: asked(stated.text) }) }));
}

function leftOutOf(given: z.infer<typeof leftOut>, { clusters }: ShownEvidence): NonNullable<Draft["leftOut"]> {
	return given.flatMap(({ cluster, reason }) => {
		const known = numbered(clusters, cluster, "k") ?? clusters.find(({ name }) => name === cluster.trim());
		return known ? [{ cluster: known.name || single, reason: oneLine(reason, reasonLongest) }] : [];
	});
}
