import { questionParts } from "../evidence/core-questions.ts";
import {
	chainNote,
	type Draft,
	isChainNote,
	nearestPassages,
	type QuotedBlock,
	type Section,
	type Sentence,
	showsPart,
	uncertainPassages,
	uncertaintyNote,
} from "../evidence/report.ts";
import { focusOf, requestsOf } from "../evidence/requests.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, RoleContext, WriteInput } from "../reasoning/reasoner.ts";
import { blockExcerpt } from "./block-excerpt.ts";

/**
 * A draft by rules with a section for each request of the user, under the user's words: the focus of an extension first of all, the others
 * last. Rules write about a question by its words, so each request is drafted like a question of its own: from the claims that bear on it,
 * or else from all direct ones. The sections that answer the question keep their passages, and a request shows of those the words for it.
 */
export async function withRequestSections(
	draft: Draft,
	state: ResearchState,
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Draft> {
	const focus = focusOf(state);
	// The sections for the question's parts have its requests among them where the user wrote a part.
	const requests = requestsOf(state).filter(({ text }) => !showsPart(draft.sections, text));
	if (requests.length === 0) return draft;
	const hasParts = questionParts(state).some(({ text }) => showsPart(draft.sections, text));
	const answering = focus || hasParts ? draft.sections : draft.sections.slice(0, 1);
	const shown = new Set(keysOf(answering));
	const direct = input.claims.filter((one) => one.class === "direct");
	const further: Section[] = [];
	let ofFocus = 0;
	for (const { id, text } of requests) {
		const own = input.claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id));
		const fresh = await requestSections(text, [own, direct], shown, input, reasoner, role);
		for (const key of keysOf(fresh)) shown.add(key);
		further.push(...fresh);
		if (id === focus?.id) ofFocus = further.length;
	}
	const [moved, kept] = [new Set(keysOf(further)), new Set(keysOf(answering))];
	const others = draft.sections.slice(answering.length);
	const rest = [...answering, ...withoutBlocks(others, new Set([...moved].filter((key) => !kept.has(key))))];
	if (ofFocus === 0) return { ...draft, sections: [...rest, ...further] };
	// The rest stands under the question, so that it does not read as a part of the focus.
	const titled = rest.map((one, at) => (at === 0 && one.heading === "" ? { ...one, heading: state.question } : one));
	return { ...draft, sections: [...further.slice(0, ofFocus), ...titled, ...further.slice(ofFocus)] };
}

/** The sections for one request, from the first of `tries` whose passages bear on it; none if no passage does. */
async function requestSections(
	text: string,
	tries: readonly WriteInput["claims"][],
	shown: ReadonlySet<string>,
	input: WriteInput,
	reasoner: Reasoner,
	role: RoleContext,
): Promise<Section[]> {
	for (const claims of tries.filter(({ length }) => length > 0)) {
		const own = await draftAlone(text, claims, input, reasoner, role);
		const bearing = own.sections.filter(({ heading }) => heading !== nearestPassages);
		const first = bearing.flatMap((one) => one.blocks ?? []).at(0);
		const sections = bearing
			.map((one) => {
				const blocks = one.blocks?.flatMap((block) => {
					if (!shown.has(keyOf(block))) return [block];
					const isNeeded = block === first || one.sentences.some(isChainNote);
					return isNeeded ? [blockExcerpt(block, text, input.claims)] : [];
				});
				return blocks ? { ...one, sentences: withChainNote(one.sentences, blocks), blocks } : one;
			})
			.filter(({ blocks = [] }) => blocks.length > 0);
		if (sections.length > 0) return sections.map((one, at) => (at === 0 ? { ...one, heading: text } : one));
	}
	return [];
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
