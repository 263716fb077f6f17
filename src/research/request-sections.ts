import { type Draft, nearestPassages, type QuotedBlock, type Section } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { takenRedirects } from "../evidence/user-message.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";

/**
 * The sections of a draft by rules on what the user asked for during the run, one for each request, under the user's words. Rules write
 * about a question by its words, so each request is drafted like a question of its own, from the claims that bear on it. Passages that
 * the draft shows already are left out.
 */
export async function requestSections(
	state: ResearchState,
	input: WriteInput,
	draft: Draft,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Section[]> {
	const added = takenRedirects(state).flatMap(({ change }) => change?.added ?? []);
	const shown = new Set((draft.sections ?? []).flatMap(({ blocks = [] }) => blocks.map(keyOf)));
	const sections: Section[] = [];
	for (const { id, text } of added) {
		const claims = input.claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id));
		if (claims.length === 0) continue;
		const route = await reasoner.route({ question: text }, role);
		const own = await reasoner.draft({ ...input, question: text, route, claims, answer: undefined }, role);
		const fresh = own.sections
			.filter(({ heading }) => heading !== nearestPassages)
			.map((one) => ({ ...one, blocks: (one.blocks ?? []).filter((block) => !shown.has(keyOf(block))) }))
			.filter(({ blocks }) => blocks.length > 0);
		for (const { blocks } of fresh) for (const block of blocks) shown.add(keyOf(block));
		sections.push(...fresh.map((one, at) => (at === 0 ? { ...one, heading: text } : one)));
	}
	return sections;
}

function keyOf({ sourceId, pieces }: QuotedBlock): string {
	return `${sourceId}:${pieces[0]?.start}`;
}
