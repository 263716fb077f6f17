import { distinctBy } from "../base/distinct.ts";
import { questionParts } from "../evidence/core-questions.ts";
import {
	counterEvidence,
	type Draft,
	formerValues,
	isChainNote,
	isUncertain,
	nearestPassages,
	type QuotedBlock,
	type Section,
	type Sentence,
	uncertainPart,
	uncertainPassages,
	uncertaintyNote,
} from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";
import { contentStems } from "../text/words.ts";
import { blockExcerpt } from "./block-excerpt.ts";
import { draftAlone, keysOf, withChainNote, withoutBlocks } from "./request-sections.ts";

/**
 * What the passages for a part are. `stated`: its answer. `unsure`: they may answer it, or one holds all its words. `unstated`: those nearest
 * to it, and nothing that was read bears on it. In the order in which a report shows them.
 */
const certainties = ["stated", "unsure", "unstated"] as const;

/** A part of the question with the passages for it. */
interface PartDraft {
	text: string;
	certainty: (typeof certainties)[number];
	sentences: Sentence[];
	blocks: QuotedBlock[];
}

/**
 * A draft by rules of a question with several parts: a section for each part that is answered, in order and under the part's words. Each is
 * drafted like a question of its own, from its direct claims, or from those of all parts if its own do not answer it. The passages nearest
 * to the other parts follow, without a mark, and what speaks against the answer stays last. The draft is returned as it is if the question
 * has one part, asks for a table or compares things, or if nothing that was read bears on any part.
 */
export async function withPartSections(
	draft: Draft,
	state: ResearchState,
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Draft> {
	const parts = questionParts(state);
	if (parts.length < 2 || draft.table) return draft;
	const ids = new Set(parts.map(({ id }) => id));
	const direct = input.claims.filter((one) => one.class === "direct" && one.subQuestionIds.some((id) => ids.has(id)));
	const drafts: PartDraft[] = [];
	for (const { id, text } of parts) {
		const own = direct.filter(({ subQuestionIds }) => subQuestionIds.includes(id));
		const tries: PartDraft[] = [];
		for (const claims of own.length < direct.length ? [own, direct] : [own])
			if (claims.length > 0 && !tries.some(({ certainty }) => certainty === "stated"))
				tries.push(await partDraft(text, claims, input, reasoner, role));
		drafts.push(...tries.toSorted(byCertainty).slice(0, 1));
	}
	if (drafts.every(({ certainty }) => certainty === "unstated")) return draft;
	const sections: Section[] = [];
	for (const one of drafts.toSorted(byCertainty)) {
		const shown = new Set(keysOf(sections));
		const blocks = one.blocks.flatMap((block, at) => {
			const isShown = keysOf([{ heading: "", sentences: [], blocks: [block] }]).some((key) => shown.has(key));
			if (!isShown) return [block];
			// The best passage of a part may be shown for another: of it, the words for this part are. A chain keeps all its links.
			const isNeeded = at === 0 || one.sentences.some(isChainNote);
			return isNeeded && one.certainty !== "unstated" ? [blockExcerpt(block, one.text, input.claims)] : [];
		});
		if (blocks.length > 0) sections.push(sectionOf({ ...one, blocks }));
	}
	const against = draft.sections.filter(({ heading }) => heading === counterEvidence);
	return { ...draft, sections: [...sections, ...withoutBlocks(against, new Set(keysOf(sections)))] };
}

function byCertainty(a: PartDraft, b: PartDraft): number {
	return certainties.indexOf(a.certainty) - certainties.indexOf(b.certainty);
}

async function partDraft(
	text: string,
	claims: WriteInput["claims"],
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<PartDraft> {
	const { sections } = await draftAlone(text, claims, input, reasoner, role);
	const blocks = sections.flatMap(({ heading, blocks }) => (heading === formerValues ? [] : (blocks ?? [])));
	// A note on copies stands once, however many sections the part's own draft had.
	const sentences = distinctBy(
		sections.flatMap((one) => one.sentences).filter((one) => one.text !== uncertaintyNote),
		(one) => one.text,
	);
	const isNear = sections[0]?.heading === nearestPassages && !blocks.some((block) => holdsWords(block, text, input));
	const isStated = blocks.length > 0 && !isUncertain({ sections });
	const certainty = isStated ? "stated" : isNear || blocks.length === 0 ? "unstated" : "unsure";
	return { text, certainty, sentences, blocks };
}

/** Whether a passage holds all content words of a part, with its headings and its page's title. */
function holdsWords({ sourceId, path, pieces }: QuotedBlock, part: string, { sources }: WriteInput): boolean {
	const title = sources.find(({ id }) => id === sourceId)?.title ?? "";
	const held = new Set(contentStems([title, ...path, ...pieces.map(({ text }) => text)].join("\n")));
	const wanted = contentStems(part);
	return wanted.length > 0 && wanted.every((stem) => held.has(stem));
}

function sectionOf({ text, certainty, sentences, blocks }: PartDraft): Section {
	if (certainty === "stated") return { heading: text, sentences: withChainNote(sentences, blocks), blocks };
	const isUnsure = certainty === "unsure";
	const note = isUnsure ? uncertainPart(text) : `No page that was read clearly states this: ${text}`;
	return {
		heading: isUnsure ? uncertainPassages : nearestPassages,
		sentences: [{ kind: "frame", text: note, claimIds: [] }],
		blocks: blocks.map((block) => ({ ...block, marked: [] })),
	};
}
