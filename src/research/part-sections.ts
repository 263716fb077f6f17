import { distinctBy } from "../base/distinct.ts";
import { questionParts } from "../evidence/core-questions.ts";
import { counterEvidence, type Draft, nearestPassages, type Section } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";
import { draftAlone, keysOf, withoutBlocks } from "./request-sections.ts";

/**
 * A draft by rules of a question with several parts: a section for each part that has direct claims, in order and under the part's words.
 * Each is drafted like a question of its own, from those claims. What speaks against the answer stays last. The draft is returned as it is
 * if the question has one part, asks for a table or compares things, or if no part is clearly answered.
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
	const sections: Section[] = [];
	let isAnswered = false;
	for (const { id, text } of parts) {
		const claims = input.claims.filter((claim) => claim.class === "direct" && claim.subQuestionIds.includes(id));
		if (claims.length === 0) continue;
		const own = await draftAlone(text, claims, input, reasoner, role);
		isAnswered ||= own.sections.length > 0 && own.sections[0]?.heading !== nearestPassages;
		const fresh = withoutBlocks(own.sections, new Set(keysOf(sections)));
		const blocks = fresh.flatMap((one) => one.blocks ?? []);
		// A note on copies stands once, however many sections the part's own draft had.
		const sentences = distinctBy(
			fresh.flatMap((one) => one.sentences),
			(one) => one.text,
		);
		if (blocks.length > 0) sections.push({ heading: text, sentences, blocks });
	}
	if (!isAnswered) return draft;
	const against = draft.sections.filter(({ heading }) => heading === counterEvidence);
	return { ...draft, sections: [...sections, ...withoutBlocks(against, new Set(keysOf(sections)))] };
}
