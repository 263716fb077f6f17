import type { DimensionKind, SubQuestion } from "../../evidence/plan.ts";
import type { Draft, Section, Sentence } from "../../evidence/report.ts";
import { headingOf } from "./draft-heading.ts";
import { Prose } from "./draft-prose.ts";
import { readable } from "./draft-quote.ts";
import { type Candidate, candidatesOf, type DraftInput, readsAlone, Said, take } from "./draft-select.ts";
import { aboutness, type Topics, topicsOf } from "./draft-topic.ts";
import { contentStems } from "./language/words.ts";

/** Sentences, at most: what it is, why it matters, a section's body, the end. */
const definingMax = 2;
const mattersMax = 1;
const bodyMax = 5;
const takeawayMax = 2;
/** Sentences of a paragraph before a new voice opens the next. */
const paragraphMax = 3;

/** An opening, sections by what was asked, critical ones last, and a takeaway of what is best confirmed. */
export function synthesis(input: DraftInput): Draft {
	const said = new Said();
	const prose = new Prose(input.sources);
	const candidates = candidatesOf(input);
	const opening = openingOf(input, candidates, said);
	const takeaway = takeawayOf(candidates, said);
	const body = partsOf(input.plan.subQuestions).map(({ heading, ids }) => ({
		heading,
		chosen: bodyOf(candidates, said, new Set(ids)),
	}));
	const sections: Section[] = [
		{ heading: "", sentences: prose.paragraph(opening) },
		...body.map(({ heading, chosen }) => ({ heading, sentences: written(input, prose, chosen) })),
		{ heading: "What to take away", sentences: prose.paragraph(takeaway) },
	];
	return {
		...(input.answer ? { answer: input.answer } : {}),
		sections: flagged(
			input,
			sections.filter(({ sentences }) => sentences.length > 0),
		),
	};
}

/** What it is, and why it matters, in the words of the claims that say so best; nothing when none does. */
function openingOf(input: DraftInput, candidates: readonly Candidate[], said: Said): Candidate[] {
	const topics = topicsOf(input);
	const sound = ({ claim }: Candidate) => claim.class === "direct" && readsAlone(claim);
	const defines = (one: Candidate) => sound(one) && namesFirst(topics, readable(one.claim));
	const matters = (one: Candidate) =>
		sound(one) && mattering.test(one.claim.quote) && aboutness(topics, one.claim.text) === 1;
	return [...take(candidates, definingMax, said, defines), ...take(candidates, mattersMax, said, matters)];
}

/** Whether a sentence says what a topic is: its subject is the topic and hardly more, or it introduces the topic's name in brackets. */
function namesFirst(topics: Topics, words: string): boolean {
	const subject = defining.exec(words)?.[1] ?? "";
	const introduced = /\(([^()]{2,60})\)/.exec(words)?.[1] ?? "";
	if (aboutness(topics, introduced) === 1 && contentStems(introduced).length <= subjectMax) return true;
	return aboutness(topics, subject) === 1 && contentStems(subject).length <= subjectMax;
}

/** Content words of a subject that is a topic and hardly more, at most. */
const subjectMax = 4;
/** A short subject, then what it is. */
const defining =
	/^(?!(?:if|when|while|per|with|for|by|as|to|after|before|since|because|although|unless|until|once|using)\b)(?:In [^,]{3,60}, )?((?:[^\s,;:]+\s){1,7}?)(?:is|are|was|were|means|refers to|consists of|provides?)\s(?!not\b)/iu;
const mattering =
	/\b(?:because|so that|in order to|importan(?:t|ce)|essential|crucial|critical|necessary|needed|needs? to|must|purpose|ensures?|prevents?|avoids?|protects?|guarantees?|enables?|makes it possible)\b/i;

/** The best confirmed of what is left, from questions that can spare it. */
function takeawayOf(candidates: readonly Candidate[], said: Said): Candidate[] {
	const left = new Map<string, number>();
	for (const { claim } of candidates) left.set(claim.subQuestionId, (left.get(claim.subQuestionId) ?? 0) + 1);
	const confirmed = candidates
		.filter(({ group, claim }) => group !== undefined && !group.disputed && readsAlone(claim))
		.filter(({ claim }) => (left.get(claim.subQuestionId) ?? 0) > bodyMax)
		.toSorted((a, b) => (b.group?.origins ?? 0) - (a.group?.origins ?? 0) || b.worth - a.worth);
	return take(confirmed, takeawayMax, said);
}

/** The body's parts in the order in which they read: what was asked, then what speaks against it. */
function partsOf(subQuestions: readonly SubQuestion[]): { heading: string; ids: string[] }[] {
	const own = subQuestions.filter(({ origin }) => origin === "plan");
	const parts = own.map((one) => ({ one, heading: headingOf(one.text), ids: [one.id] }));
	for (const late of subQuestions.filter(({ origin }) => origin !== "plan")) {
		const home = parts.find(({ one }) => one.dimension === late.dimension && one.stance === late.stance) ?? parts[0];
		home?.ids.push(late.id);
	}
	return parts.toSorted((a, b) => dimensions.indexOf(a.one.dimension) - dimensions.indexOf(b.one.dimension));
}

/** What it is, how it works, how it is used, what stands around it, what speaks against it. */
const dimensions: readonly DimensionKind[] = ["factual", "mechanistic", "practical", "contextual", "critical"];

function bodyOf(candidates: readonly Candidate[], said: Said, ids: ReadonlySet<string>): Candidate[] {
	const here = ({ claim, group }: Candidate) =>
		ids.has(claim.subQuestionId) || (group?.subQuestionIds.some((id) => ids.has(id)) ?? false);
	const sound = (one: Candidate) => here(one) && one.claim.class === "direct" && readsAlone(one.claim);
	return take(candidates, bodyMax, said, sound);
}

/** A section's paragraphs; the other side of a conflict stands right after its sentence. */
function written(input: DraftInput, prose: Prose, chosen: readonly Candidate[]): Sentence[] {
	const paragraphs: Candidate[][] = [];
	for (const [, members] of Map.groupBy(chosen, ({ claim }) => claim.sourceId)) {
		const last = paragraphs.at(-1);
		if (last && last.length + members.length <= paragraphMax) last.push(...members);
		else paragraphs.push([...members]);
	}
	return paragraphs.flatMap((members) =>
		prose.paragraph(members).flatMap((sentence) => [sentence, ...against(input, prose, sentence)]),
	);
}

function against({ conflicts, claims }: DraftInput, prose: Prose, { claimIds }: Sentence): Sentence[] {
	const others = conflicts.flatMap(({ a, b }) => (claimIds.includes(a) ? [b] : claimIds.includes(b) ? [a] : []));
	const other = claims.find(({ id }) => id === others[0]);
	return other ? [prose.sentence([other], "Against this, {}: ")] : [];
}

/** Sections that rest on a single source say so; when most do, the end says it once for all. */
function flagged(input: DraftInput, sections: Section[]): Section[] {
	const sourceOf = new Map(input.claims.map(({ id, sourceId }) => [id, sourceId]));
	const isWeak = ({ heading, sentences }: Section) =>
		heading !== "" && new Set(sentences.flatMap(({ claimIds }) => claimIds).map((id) => sourceOf.get(id))).size === 1;
	const weak = sections.filter(isWeak);
	if (weak.length * 2 <= sections.length)
		return sections.map((section) =>
			isWeak(section)
				? { ...section, sentences: [...section.sentences, frame("This rests on a single source.")] }
				: section,
		);
	const end = sections.at(-1);
	const note = frame(
		"Most of what stands above rests on a single source each: nothing else was found that confirms it.",
	);
	return end ? [...sections.slice(0, -1), { ...end, sentences: [...end.sentences, note] }] : sections;
}

function frame(text: string): Sentence {
	return { kind: "frame", text, claimIds: [], opens: true };
}
