import type { DimensionKind, SubQuestion } from "../../evidence/plan.ts";
import type { Draft, Section, Sentence } from "../../evidence/report.ts";
import { headingOf } from "./draft-heading.ts";
import { Prose } from "./draft-prose.ts";
import { readable } from "./draft-quote.ts";
import { SectionWriter } from "./draft-section.ts";
import { type Candidate, candidatesOf, type DraftInput, readsAlone, Said, take } from "./draft-select.ts";
import { WebView } from "./draft-web.ts";
import { type Aim, aimOf } from "./reading/aim.ts";
import { definitionCue } from "./reading/explain.ts";
import { afterTopic, namedIn, type Topic, topicsFor, withAliases } from "./reading/topical.ts";

/** Sentences, at most: what it is, why it matters, a section's body, the end. */
const definingMax = 2;
const mattersMax = 1;
/** A section's room: sentences, the share of the best one's worth that the others need, sentences of one page before it crowds. */
interface Room {
	max: number;
	share: number;
	each: number;
}
const ofFolders: Room = { max: 4, share: 0.75, each: 2 };
/** The web's pages are many and short, and each is somebody else's. */
const ofWeb: Room = { max: 6, share: 0.58, each: 1 };
const takeawayMax = 2;

/** An opening, sections by what was asked, critical ones last, and a takeaway of what is best confirmed. */
export function synthesis(input: DraftInput): Draft {
	const said = new Said();
	const prose = new Prose(input.sources);
	const web = new WebView(input);
	const candidates = web.weighed(candidatesOf(input));
	const topics = topicsOf(input);
	const opening = openingOf(topics, candidates, said);
	const parts = partsOf(input.plan.subQuestions).filter(({ aim }) => aim !== "definition" || opening.length === 0);
	const fits = fitting(candidates, topics, input.plan.subQuestions, web);
	// What speaks against it is told of by itself, whatever sub-question its page was read for.
	const opposes = (one: Candidate) => web.isWeb(one.claim) && web.opposes(one);
	const hasSides = parts.some(({ against }) => against);
	const belongs = (one: Candidate, { ids, against }: Part) => {
		if (!web.isWeb(one.claim)) return ids.includes(one.claim.subQuestionId) && fits(one);
		if (against) return opposes(one);
		// The first answers the question itself, which all pages were read for.
		return (ids === parts[0]?.ids || ids.includes(one.claim.subQuestionId)) && fits(one) && !(hasSides && opposes(one));
	};
	const body = parts.map((part) => ({
		heading: part.against && candidates.some(opposes) ? "What speaks against it" : part.heading,
		chosen: bodyOf(
			candidates.filter(
				(one) => belongs(one, part) && (part.aim !== "definition" || topics.length === 0 || tellsWhat(topics, one)),
			),
			said,
			candidates.some(({ claim }) => web.isWeb(claim)) ? ofWeb : ofFolders,
		),
	}));
	const writer = new SectionWriter(input, web, prose);
	const takeaway = takeawayOf(candidates, topics, said);
	const sections: Section[] = [
		{ heading: "", sentences: prose.paragraph(opening) },
		...body.map(({ heading, chosen }) => ({ heading, sentences: writer.written(chosen) })),
		{ heading: "What to take away", sentences: prose.paragraph(takeaway) },
	];
	return {
		...(input.answer ? { answer: input.answer } : {}),
		sections: flagged(
			input,
			web,
			sections.filter(({ sentences }) => sentences.length > 0),
		),
	};
}

/** The question's topics with the abbreviations that its sources use for them. */
function topicsOf(input: DraftInput): Topic[] {
	const text = [...input.sources.map(({ title }) => title), ...input.claims.map(({ text }) => text)].join("\n");
	return topicsFor(input.route, undefined).map((topic) => withAliases(topic, text));
}

/** What it is, and why it matters, in the words of the claims that say so best; nothing when none does. */
function openingOf(topics: readonly Topic[], candidates: readonly Candidate[], said: Said): Candidate[] {
	const sound = ({ claim }: Candidate) => claim.class === "direct" && readsAlone(claim);
	const told = candidates
		.map((one) => ({ one, cue: definitionCue(topics, readable(one.claim)) }))
		.filter(({ one, cue }) => cue >= definesFrom && sound(one))
		.toSorted((a, b) => b.cue + b.one.worth - a.cue - a.one.worth)
		// A second one must say what it is as plainly as the first.
		.filter(({ cue }, at, [first]) => at === 0 || cue >= (first?.cue ?? 0) - definesLess)
		.map(({ one }) => one);
	const matters = ({ claim }: Candidate) => mattering.test(afterTopic(topics, readable(claim)) ?? "");
	return [...take(told, definingMax, said), ...take(candidates, mattersMax, said, (one) => sound(one) && matters(one))];
}
/** Whether it says something of the topic itself, as a section on what it is must. */
const tellsWhat = (topics: readonly Topic[], { claim }: Candidate) =>
	definitionCue(topics, readable(claim)) >= saysFrom;
const definesFrom = 0.7;
const definesLess = 0.1;
const saysFrom = 0.5;
/** What is said of a topic, from its predicate on, that tells why it matters. */
const mattering =
	/^(?:(?:\p{Ll}+ly|also|often|thus) )?(?:(?:is|are) (?:\p{Ll}+ly )?(?:needed|necessary|required|important|essential|crucial|critical|useful|expensive|costly)|ensures?|prevents?|avoids?|protects?|guarantees?|enables?|minimi[sz]es?|reduces?|improves?|makes? (?:it )?(?:\p{Ll}+ )?possible)\b/iu;

/** The best confirmed of what is left: what two independent origins say. */
function takeawayOf(candidates: readonly Candidate[], topics: readonly Topic[], said: Said): Candidate[] {
	const confirmed = candidates
		.filter(({ group, claim }) => (group?.origins ?? 1) > 1 && !group?.disputed && readsAlone(claim))
		.filter(({ claim }) => topics.length === 0 || namedIn(topics, claim.text) >= ownTopic)
		.toSorted((a, b) => (b.group?.origins ?? 0) - (a.group?.origins ?? 0) || b.worth - a.worth);
	return take(confirmed, takeawayMax, said);
}
/** So much of the topic's name must be there before a sentence counts as being about it. */
const ownTopic = 0.5;

/** A section to be: its sub-questions, and whether they ask for what speaks against it. */
interface Part {
	heading: string;
	ids: string[];
	aim: Aim;
	against: boolean;
}

/** The body's parts in the order in which they read: what was asked, then what speaks against it. */
function partsOf(subQuestions: readonly SubQuestion[]): Part[] {
	const own = subQuestions.filter(({ origin }) => origin === "plan");
	const parts = own.map((one) => ({
		one,
		heading: headingOf(one.text),
		ids: [one.id],
		aim: aimOf(one),
		against: one.stance === "adversarial",
	}));
	for (const late of subQuestions.filter(({ origin }) => origin !== "plan")) {
		const home = parts.find(({ one }) => one.dimension === late.dimension && one.stance === late.stance) ?? parts[0];
		home?.ids.push(late.id);
	}
	return parts.toSorted((a, b) => dimensions.indexOf(a.one.dimension) - dimensions.indexOf(b.one.dimension));
}

/** What it is, how it works, how it is used, what stands around it, what speaks against it. */
const dimensions: readonly DimensionKind[] = ["factual", "mechanistic", "practical", "contextual", "critical"];

/** Whether a candidate belongs where its sub-question is answered: it answers none better, and a late one names the topic. */
function fitting(
	candidates: readonly Candidate[],
	topics: readonly Topic[],
	subQuestions: readonly SubQuestion[],
	web: WebView,
): (candidate: Candidate) => boolean {
	const defining = new Set(subQuestions.filter((one) => aimOf(one) === "definition").map(({ id }) => id));
	// What does not say what a thing is belongs to no section on that, however much it speaks of the thing.
	const isAstray = (one: Candidate) =>
		web.isWeb(one.claim) && defining.has(one.claim.subQuestionId) && !tellsWhat(topics, one);
	const late = new Set(subQuestions.filter(({ origin }) => origin !== "plan").map(({ id }) => id));
	const best = new Map<string, number>();
	const placeOf = ({ claim }: Candidate) => `${claim.sourceId}:${claim.start}`;
	for (const one of candidates)
		if (!late.has(one.claim.subQuestionId) && !isAstray(one))
			best.set(placeOf(one), Math.max(best.get(placeOf(one)) ?? 0, one.claim.relevance));
	return (one) => {
		if (one.claim.class !== "direct" || !readsAlone(one.claim)) return false;
		if (late.has(one.claim.subQuestionId) && topics.length > 0 && namedIn(topics, one.claim.text) < 1) return false;
		return one.claim.relevance >= elsewhere * (best.get(placeOf(one)) ?? 0);
	};
}
const elsewhere = 0.9;

/** A section's sentences: the best, then what is nearly as good, rather from where it stands than from all over. */
function bodyOf(candidates: readonly Candidate[], said: Said, { max, share, each }: Room): Candidate[] {
	const chosen: Candidate[] = [];
	const best = candidates[0]?.worth ?? 0;
	const near = ({ claim }: Candidate) =>
		chosen.some(
			({ claim: other }) => other.sourceId === claim.sourceId && Math.abs(other.start - claim.start) <= nearby,
		);
	const sameSource = ({ claim }: Candidate) =>
		chosen.filter(({ claim: other }) => other.sourceId === claim.sourceId).length;
	const completes = ({ claim }: Candidate) =>
		settles.test(claim.quote) &&
		chosen.some(
			({ claim: other }) =>
				other.sourceId === claim.sourceId && Math.abs(claim.start - (other.start + other.quote.length)) <= adjoining,
		);
	for (;;) {
		const [next] = candidates
			.filter((one) => one.worth >= share * best && !said.has(one))
			.filter((one) => chosen.length < max || (chosen.length === max && completes(one)))
			.map((one) => ({
				one,
				value: one.worth + (near(one) ? nearBonus : -crowding * Math.max(0, sameSource(one) - each)),
			}))
			.toSorted((a, b) => b.value - a.value);
		if (!next) break;
		said.add(next.one);
		chosen.push(next.one);
	}
	return chosen;
}
/** It gives the formula or meaning of what the sentence before it names; white space between the two. Characters. */
const settles = /\b(?:is|are) (?:defined|calculated|computed|given) (?:as|by)\b/;
const adjoining = 2;
/** Characters between sentences that one passage holds, and what standing near a chosen one is worth. */
const nearby = 700;
const nearBonus = 0.15;
/** What each further sentence of a source that has had its room loses. */
const crowding = 0.15;

/** Sections that rest on a single source say so; when most do, the end says it once for all. */
function flagged(input: DraftInput, web: WebView, sections: Section[]): Section[] {
	const claimOf = new Map(input.claims.map((claim) => [claim.id, claim]));
	const weak = flaggedSingle(input, sections);
	return weak.map((section) => {
		const cited = section.sentences.flatMap(({ claimIds }) => claimIds).flatMap((id) => claimOf.get(id) ?? []);
		if (cited.length === 0 || !cited.every((claim) => web.isPoor(claim))) return section;
		return {
			...section,
			sentences: [
				...section.sentences,
				frame("Only lists, shops or pages of such a kind say this: it is weakly backed."),
			],
		};
	});
}

function flaggedSingle(input: DraftInput, sections: Section[]): Section[] {
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
