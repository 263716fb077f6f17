import { comparisonForm } from "../base/text.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import {
	chainNote,
	type Draft,
	isChainNote,
	nearestPassages,
	type QuotedBlock,
	type Section,
	type Sentence,
	uncertainPassages,
	uncertaintyNote,
} from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { takenRedirects } from "../evidence/user-message.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";

/** The sub-question of the focus that the user gave an extension. */
function focusOf({ options, subQuestions }: ResearchState): SubQuestion | undefined {
	const focus = options?.earlier?.focus;
	return focus === undefined ? undefined : askedFor(focus, subQuestions);
}

/** The sub-questions of what the user asked the earlier run for, too late for its report. */
function lateOf({ inherited, subQuestions }: ResearchState): SubQuestion[] {
	return (inherited?.late ?? []).flatMap((text) => askedFor(text, subQuestions) ?? []);
}

function askedFor(wanted: string, subQuestions: readonly SubQuestion[]): SubQuestion | undefined {
	return subQuestions.findLast(({ text }) => comparisonForm(text) === comparisonForm(wanted));
}

/** Whether the user asked for something beside the question. */
export function hasRequests(state: ResearchState): boolean {
	return state.messages !== undefined || focusOf(state) !== undefined || lateOf(state).length > 0;
}

/**
 * A draft by rules with a section for the focus of an extension, first of all, and for each request that the user made during the run,
 * under the user's words. Rules write about a question by its words, so each request is drafted like a question of its own, from the
 * claims that bear on it. A passage stands once: in the draft's first section, which answers the question, or under the request, or else
 * where the draft had it.
 */
export async function withRequestSections(
	draft: Draft,
	state: ResearchState,
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Draft> {
	const [first, ...others] = draft.sections;
	const shown = new Set(keysOf(first ? [first] : []));
	const further: Section[] = [];
	const focus = focusOf(state);
	if (focus) shown.clear();
	let ofFocus = 0;
	const requests = [...lateOf(state), ...takenRedirects(state).flatMap(({ change }) => change?.added ?? [])];
	for (const { id, text } of [...(focus ? [focus] : []), ...requests]) {
		const claims = input.claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id));
		if (claims.length === 0) continue;
		const own = await draftAlone(text, claims, input, reasoner, role);
		const bearing = own.sections.filter(({ heading }) => heading !== nearestPassages);
		const fresh = withoutBlocks(bearing, shown).filter(({ blocks = [] }) => blocks.length > 0);
		for (const key of keysOf(fresh)) shown.add(key);
		further.push(...fresh.map((one, at) => (at === 0 ? { ...one, heading: text } : one)));
		if (id === focus?.id) ofFocus = further.length;
	}
	if (ofFocus > 0) {
		// The rest stands under the question, so that it does not read as a part of the focus.
		const rest = withoutBlocks(draft.sections, new Set(keysOf(further)));
		const titled = rest.map((one, at) => (at === 0 && one.heading === "" ? { ...one, heading: state.question } : one));
		return { ...draft, sections: [...further.slice(0, ofFocus), ...titled, ...further.slice(ofFocus)] };
	}
	if (!first || further.length === 0) return { ...draft, sections: [...draft.sections, ...further] };
	return { ...draft, sections: [first, ...withoutBlocks(others, new Set(keysOf(further))), ...further] };
}

/** A draft about `question` as if it were the whole question, from these claims alone. */
export async function draftAlone(
	question: string,
	claims: WriteInput["claims"],
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Draft> {
	const route = await reasoner.route({ question }, role);
	const draft = await reasoner.draft({ ...input, question, route, claims, answer: undefined }, role);
	return { ...draft, sections: draft.sections.map(withoutUncertainHeading) };
}

/** A section that will stand under another heading says in a sentence what its own heading says. */
function withoutUncertainHeading(section: Section): Section {
	if (section.heading !== uncertainPassages) return section;
	const note = { kind: "frame" as const, text: uncertaintyNote, claimIds: [] };
	return { ...section, heading: "", sentences: [note, ...section.sentences] };
}

/** The sections without these blocks, and without sections that hold nothing then. */
export function withoutBlocks(sections: readonly Section[], keys: ReadonlySet<string>): Section[] {
	return sections
		.map((one) => {
			const blocks = one.blocks?.filter((block) => !keys.has(keyOf(block)));
			return blocks ? { ...one, sentences: withChainNote(one.sentences, blocks), blocks } : one;
		})
		.filter(({ blocks = [], sentences }) => blocks.length + sentences.length > 0);
}

/** The sentences, with what they say of a chain as its passages are shown now. */
export function withChainNote(sentences: readonly Sentence[], blocks: readonly QuotedBlock[]): Sentence[] {
	return sentences.flatMap((one) => (isChainNote(one) ? chainNote(blocks) : [one]));
}

/** What blocks the sections hold. */
export function keysOf(sections: readonly Section[]): string[] {
	return sections.flatMap(({ blocks = [] }) => blocks.map(keyOf));
}

function keyOf({ sourceId, pieces }: QuotedBlock): string {
	return `${sourceId}:${pieces[0]?.start}`;
}
