import { distinctBy } from "../base/distinct.ts";
import { questionParts } from "../evidence/core-questions.ts";
import { counterEvidence, type Draft, nearestPassages, type QuotedBlock, type Section } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";
import { draftAlone, keysOf, withoutBlocks } from "./request-sections.ts";

/**
 * A draft by rules of a question with several parts: a section for each part that is answered, in order and under the part's words. Each is
 * drafted like a question of its own, from its direct claims. The nearest passages to the other parts follow, without a mark, and what speaks
 * against the answer stays last. The draft is returned as it is if the question has one part, asks for a table or compares things, or if no
 * part is clearly answered.
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
	const drafts: { text: string; sections: Section[]; isAnswered: boolean }[] = [];
	for (const { id, text } of parts) {
		const claims = input.claims.filter((claim) => claim.class === "direct" && claim.subQuestionIds.includes(id));
		if (claims.length === 0) continue;
		const { sections } = await draftAlone(text, claims, input, reasoner, role);
		drafts.push({ text, sections, isAnswered: sections.length > 0 && sections[0]?.heading !== nearestPassages });
	}
	const sections: Section[] = [];
	// A passage that answers one part may be near another.
	for (const { text, sections: own, isAnswered } of drafts.toSorted(
		(a, b) => Number(b.isAnswered) - Number(a.isAnswered),
	)) {
		const fresh = withoutBlocks(own, new Set(keysOf(sections)));
		const blocks = fresh.flatMap((one) => one.blocks ?? []);
		// A note on copies stands once, however many sections the part's own draft had.
		const sentences = distinctBy(
			fresh.flatMap((one) => one.sentences),
			(one) => one.text,
		);
		if (blocks.length > 0) sections.push(isAnswered ? { heading: text, sentences, blocks } : nearestTo(text, blocks));
	}
	if (!drafts.some(({ isAnswered }) => isAnswered)) return draft;
	const against = draft.sections.filter(({ heading }) => heading === counterEvidence);
	return { ...draft, sections: [...sections, ...withoutBlocks(against, new Set(keysOf(sections)))] };
}

/** Passages near a part that no page clearly answers. */
function nearestTo(part: string, blocks: readonly QuotedBlock[]): Section {
	const text = `No page that was read clearly states this: ${part}`;
	return {
		heading: nearestPassages,
		sentences: [{ kind: "frame", text, claimIds: [] }],
		blocks: blocks.map((block) => ({ ...block, marked: [] })),
	};
}
