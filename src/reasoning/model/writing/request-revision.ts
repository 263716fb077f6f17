import { z } from "zod";
import type { Draft } from "../../../evidence/report.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { itemNumbered, onFirstAnswer, optionalList, optionalText, withDefault } from "../prompt-parts.ts";
import { applyChanges, changesSchema, type DraftChange, parsePlace, placeNumbers } from "./draft-changes.ts";
import {
	checkedHeading,
	sectionsSchema,
	sentenceFaults,
	toCitedSentence,
	toSections,
	withRepairedSentences,
} from "./draft-sections.ts";
import { cellFaults, cellsSchema, updateTable, withRepairedCells } from "./draft-table.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import { repairFaults } from "./repair-faults.ts";
import { type DraftInput, gradeConclusions } from "./request-draft.ts";

const schema = z.object({
	changes: withDefault(changesSchema, []),
	sections: withDefault(sectionsSchema, []),
	cells: withDefault(cellsSchema, []),
	tableCaption: optionalText,
	answeredGaps: optionalList,
});
type RevisionAnswer = z.infer<typeof schema>;

/** Tokens: half a draft, at most. */
const outputMax = 7_000;

interface RevisionTask {
	parts: PromptPart[];
	input: DraftInput;
	draft: Draft;
	evidence: PromptEvidence;
}

/**
 * Asks for changes to a draft and applies them. A second request repairs what code would remove of conclusions and table, at depth
 * `deep` of all changes.
 */
export async function requestRevision(
	asker: Asker,
	{ parts, input, draft, evidence }: RevisionTask,
	context?: RoleContext,
): Promise<Draft> {
	const places = placeNumbers(draft);
	const answer = await asker.ask<RevisionAnswer>(
		{ role: "revise", parts, maxOutput: outputMax, schema, fault: onFirstAnswer((one) => placeFault(one, places)) },
		context,
	);
	const facts = draft.sections.flatMap(({ sentences }) => sentences).filter(({ kind }) => kind === "fact");
	const conclusions = new Set((draft.bottomLine ?? []).map((one) => places.get(one)));
	const isNeeded = ({ at }: RevisionAnswer["changes"][number]) =>
		input.depth === "deep" || conclusions.has(parsePlace(at, places));
	const asSection = ({ sentences }: RevisionAnswer["changes"][number]) => {
		// A new row of a table begins with its name.
		const form = sentences[0]?.claims.length === 0 ? ("table" as const) : ("prose" as const);
		return { heading: "", form, columns: sentences.slice(1).map(() => ""), paragraphs: [sentences] };
	};
	const wantsTable = input.route.shape === "extraction" || input.route.form?.table !== undefined;
	const faults = [
		...(wantsTable || input.depth === "deep" ? cellFaults(answer.cells, input, evidence) : []),
		...sentenceFaults(answer.changes.filter(isNeeded).map(asSection), evidence, facts),
	];
	const repairs = await repairFaults(asker, { role: "revise", faults, evidence }, context);
	const citedChanges = withRepairedSentences(answer.changes.map(asSection), repairs, evidence, facts).map(
		({ paragraphs }, at): DraftChange => {
			const { at: place = "", how = "replace" } = answer.changes[at] ?? {};
			return { at: place, how, sentences: paragraphs.flat().map((one) => toCitedSentence(one, evidence)) };
		},
	);
	const changedDraft = applyChanges(
		draft,
		citedChanges,
		(text, { sentences }) => checkedHeading(text, sentences, evidence) || undefined,
	);
	const table = updateTable(
		draft.table,
		withRepairedCells(answer.cells, repairs, input, evidence),
		input,
		evidence,
		answer.tableCaption,
	);
	const bottomLine = gradeConclusions(changedDraft.bottomLine, input);
	return {
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(table ? { table } : {}),
		sections: withNewSections(changedDraft.sections, toSections(answer.sections, evidence)),
		answeredGaps: [...new Set(answer.answeredGaps.flatMap((mark) => itemNumbered(input.open ?? [], mark, "g") ?? []))],
	};
}

/** A change that names no place of the draft is dropped. An answer with only such changes is asked for again. */
function placeFault({ changes: all }: RevisionAnswer, places: ReadonlyMap<object, string>): string | undefined {
	const unplaced = all.filter(({ at }) => parsePlace(at, places) === undefined);
	if (unplaced.length === 0 || unplaced.length < all.length) return undefined;
	return `no "at" names a sentence or heading of the draft, such as s1 or h1: ${unplaced.map(({ at }) => at).join(", ")}`;
}

/** Inserts new sections before the last one, which stays the end of the report. */
function withNewSections(sections: Draft["sections"], added: Draft["sections"]): Draft["sections"] {
	const last = sections.length > 1 ? 1 : 0;
	return [...sections.slice(0, sections.length - last), ...added, ...sections.slice(sections.length - last)];
}
