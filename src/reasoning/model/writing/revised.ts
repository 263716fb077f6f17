import { z } from "zod";
import type { Draft } from "../../../evidence/report.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { listOrNone, numbered, onceOnly, orEmpty, textOrNone } from "../roles/parts.ts";
import { type Change, changed, changes, placeNamed, placesOf } from "./changes.ts";
import type { ShownEvidence } from "./evidence.ts";
import { mended } from "./mend.ts";
import { faultsIn, headingOf, prose, sectionsOf, statedIn, withMended } from "./prose.ts";
import { cellFaults, cells, withCells, withMendedCells } from "./table.ts";
import { conclusionsOf, type DraftInput } from "./written.ts";

const schema = z.object({
	changes: orEmpty(changes, []),
	sections: orEmpty(prose, []),
	cells: orEmpty(cells, []),
	tableCaption: textOrNone,
	answeredGaps: listOrNone,
});
type Given = z.infer<typeof schema>;

/** Tokens: half a draft, at most. */
const outputMax = 7_000;

interface RevisionTask {
	parts: PromptPart[];
	input: DraftInput;
	draft: Draft;
	evidence: ShownEvidence;
}

/**
 * Asks for changes to a draft and applies them. A second request repairs what code would remove of conclusions and table, at depth
 * `deep` of all changes.
 */
export async function revised(
	asker: Asker,
	{ parts, input, draft, evidence }: RevisionTask,
	context?: RoleContext,
): Promise<Draft> {
	const places = placesOf(draft);
	const given = await asker.ask<Given>(
		{ role: "revise", parts, maxOutput: outputMax, schema, fault: onceOnly((one) => placeFault(one, places)) },
		context,
	);
	const facts = draft.sections.flatMap(({ sentences }) => sentences).filter(({ kind }) => kind === "fact");
	const conclusions = new Set((draft.bottomLine ?? []).map((one) => places.get(one)));
	const isNeeded = ({ at }: Given["changes"][number]) =>
		input.depth === "deep" || conclusions.has(placeNamed(at, places));
	const written = given.changes.map(({ sentences }) => ({
		...{ heading: "", form: "prose" as const, paragraphs: [sentences] },
	}));
	const needed = written.filter((_one, at) => given.changes.slice(at, at + 1).some(isNeeded));
	const wantsTable = input.route.shape === "extraction" || input.route.form?.table !== undefined;
	const faults = [
		...(wantsTable || input.depth === "deep" ? cellFaults(given.cells, input, evidence) : []),
		...faultsIn(needed, evidence, facts),
	];
	const better = await mended(asker, { role: "revise", faults, evidence }, context);
	const all = withMended(written, better, evidence, facts).map(({ paragraphs }, at): Change => {
		const { at: place = "", how = "replace" } = given.changes[at] ?? {};
		return { at: place, how, sentences: paragraphs.flat().map((one) => statedIn(one, evidence)) };
	});
	const again = changed(draft, all, (text, { sentences }) => headingOf(text, sentences, evidence) || undefined);
	const table = withCells(
		draft.table,
		withMendedCells(given.cells, better, input, evidence),
		input,
		evidence,
		given.tableCaption,
	);
	const bottomLine = conclusionsOf(again.bottomLine, input);
	return {
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(table ? { table } : {}),
		sections: withNew(again.sections, sectionsOf(given.sections, evidence)),
		answeredGaps: [...new Set(given.answeredGaps.flatMap((mark) => numbered(input.open ?? [], mark, "g") ?? []))],
	};
}

/** A change that names no place of the draft is dropped. An answer with only such changes is asked for again. */
function placeFault({ changes: given }: Given, places: ReadonlyMap<object, string>): string | undefined {
	const lost = given.filter(({ at }) => placeNamed(at, places) === undefined);
	if (lost.length === 0 || lost.length < given.length) return undefined;
	return `no "at" names a sentence or heading of the draft, such as s1 or h1: ${lost.map(({ at }) => at).join(", ")}`;
}

/** Inserts new sections before the last one, which stays the end of the report. */
function withNew(sections: Draft["sections"], added: Draft["sections"]): Draft["sections"] {
	const last = sections.length > 1 ? 1 : 0;
	return [...sections.slice(0, sections.length - last), ...added, ...sections.slice(sections.length - last)];
}
