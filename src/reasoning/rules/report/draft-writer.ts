import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { Replacement } from "../../../evidence/replaced-values.ts";
import {
	type Answer,
	chainNote,
	counterEvidence,
	type Draft,
	type EvidenceTable,
	nearestPassages,
	type Section,
	type Sentence,
	uncertainPassages,
} from "../../../evidence/report.ts";
import { countTerms } from "../../../text/term-statistics.ts";
import { shareHeldOf } from "../../../text/words.ts";
import type { WriteInput } from "../../reasoner.ts";
import { passageOfClaim, type ReportMaterial } from "../blocks/candidates.ts";
import {
	choosePassages,
	defaultLimits,
	isClearlyBest,
	isNearDuplicate,
	isOverlapping,
	type ShowLimits,
} from "../blocks/choose-passages.ts";
import type { AnswerMode, ScoredPassage } from "../blocks/score-passages.ts";
import { firstWordsMax, widenPassage } from "../blocks/widen.ts";
import { wordCountOf } from "../blocks/windows.ts";
import { isSurvey } from "../question/analysis.ts";
import { clusterHeadings, clusterPassages, mergeByHeading } from "./clusters.ts";
import { addCorrections } from "./corrections.ts";
import { buildEvidenceTable, filledCells } from "./evidence-table.ts";
import { formerSection } from "./in-force.ts";
import { type AnswerCertainty, certaintyWords, notesOn } from "./notes.ts";
import { frameSentence, PageRelations } from "./page-relations.ts";
import { answerRanges, quotedBlock } from "./quoted-block.ts";
import { buildSetTable, type SetTable } from "./set-table.ts";

/** The input of a draft. */
export type ExtractiveDraftInput = WriteInput & { answer: Answer | undefined };

/** Maximum words of the next likely passages with their surroundings. */
const nextWordsMax = 200;

/** Minimum shares of the topic's and of the question's words that a statement against holds, with its headings and its page's title. */
const [topicHeldMin, coreHeldMin] = [0.6, 0.5];

/** What is known of the passages before the draft. */
export interface DraftMaterial {
	analysis: QuestionAnalysis;
	mode: AnswerMode;
	read: ReportMaterial;
	unheld: readonly string[];
	certainty: AnswerCertainty;
	/** The claims that answer together, in order. */
	chain: readonly Claim[] | undefined;
	/** Passages scored as single answers, and as parts of a broad matter. */
	places: ScoredPassage[];
	parts: ScoredPassage[];
	replacements: readonly Replacement[];
}

/** Chooses the passages of a report and orders them. */
export class DraftWriter {
	readonly #input: ExtractiveDraftInput;
	readonly #known: DraftMaterial;
	readonly #table: EvidenceTable | undefined;
	/** The table of a set's members, with what was computed over it. */
	readonly #set: SetTable | undefined;
	readonly #pages: PageRelations;
	readonly #able: ScoredPassage[];
	readonly #shown = new Set<ScoredPassage>();
	/** Whether the first passage shown is the likeliest one. */
	#isLikeliestFirst: boolean | undefined;

	constructor(input: ExtractiveDraftInput, known: DraftMaterial) {
		this.#input = input;
		this.#known = known;
		const grid = buildEvidenceTable(input);
		this.#set = buildSetTable(input, grid ? filledCells(grid) : 0);
		this.#table = this.#set?.table ?? grid;
		this.#pages = new PageRelations(input);
		this.#able = this.#pages.usableCandidates(known.parts);
	}

	draft(): Draft {
		const { answer } = this.#input;
		const computed = this.#section("", [], this.#set?.results);
		const sections = [computed, ...this.#body(), this.#against()].filter(
			({ blocks = [], sentences }) => blocks.length + sentences.length > 0,
		);
		const draft: Draft = {
			...(answer ? { answer } : {}),
			...(this.#table ? { table: this.#table } : {}),
			sections: this.#set || sections.some(({ blocks = [] }) => blocks.length > 0) ? this.#noted(sections) : [],
		};
		const former = formerSection(draft, this.#known.replacements);
		const all = former.blocks?.length ? { ...draft, sections: [...draft.sections, former] } : draft;
		return addCorrections(this.#input, this.#pages, this.#known.places, all);
	}

	#body(): Section[] {
		// A full table of a set leaves nothing to show; its cells are quoted already.
		if (this.#set)
			return this.#set.isFull ? [] : [this.#section("", this.#likeliest({ ...this.#room([]), blocks: 1 }))];
		const sides = this.#table ? this.#input.route.subjects : this.#known.analysis.sides;
		if (this.#table || sides.length > 1) return this.#bySide(sides);
		if (this.#known.chain) return [this.#chained(this.#known.chain)];
		if (this.#known.mode === "place") return [this.#section("", this.#likeliest(this.#room([])))];
		// On a broad matter, too, a passage that answers alone comes first if it is clearly the likeliest.
		const lead = () =>
			this.#best(this.#pages.usableCandidates(this.#known.places), { ...defaultLimits.place, blocks: 1 });
		const first = isClearlyBest(this.#known.places) ? this.#show(lead()) : [];
		const found = this.#show(this.#best(this.#able, this.#room(first)));
		// The likeliest answer comes first.
		const places = this.#known.places.filter(({ score }) => score > 0).toSorted((a, b) => a.score - b.score);
		const rank = new Map(found.map((one) => [one, places.findLastIndex((place) => isOverlapping(place, one))]));
		const clusters = clusterPassages(mergeByHeading(found.toSorted((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0))));
		const headings = clusterHeadings(clusters, this.#input.sources);
		return [this.#section("", first), ...clusters.map((members, at) => this.#section(headings[at] ?? "", members))];
	}

	/** The passages of a chain of claims, in its order, each claim bold. */
	#chained(chain: readonly Claim[]): Section {
		const passageOf = (claim: Claim) =>
			this.#known.places.find(({ claims }) => claims.includes(claim))?.passage ?? passageOfClaim(claim);
		const blocks = [...Map.groupBy(chain, passageOf)].map(([passage, claims]) =>
			quotedBlock(
				{ passage, claims },
				claims.map(({ start, quote }) => ({ start, end: start + quote.length })),
			),
		);
		const sentences = [...chainNote(blocks), ...this.#pages.copyNote(chain.map(({ sourceId }) => sourceId))];
		return { heading: "", sentences, blocks };
	}

	/** The passages that most likely answer, with their surroundings. */
	#likeliest(room: ShowLimits, candidates: readonly ScoredPassage[] = this.#able): ScoredPassage[] {
		const least = room.share * Math.max(0, ...candidates.map(({ score }) => score));
		const found: ScoredPassage[] = [];
		const shown: ScoredPassage[] = [];
		for (let words = room.words; found.length < room.blocks; ) {
			const able = candidates.filter(
				(one) => one.score >= least && !found.some((other) => isNearDuplicate(one, other)),
			);
			const [next] = this.#best(able, { ...room, blocks: 1 });
			if (!next || (found.length > 0 && wordCountOf(next.passage.pieces) > words)) break;
			const max = Math.min(words, found.length === 0 ? firstWordsMax : nextWordsMax);
			found.push(next);
			shown.push(...this.#show([widenPassage(next, this.#known.read, this.#input.claims, max)]));
			words -= wordCountOf(shown.at(-1)?.passage.pieces ?? []);
		}
		return shown;
	}

	#best(candidates: readonly ScoredPassage[], room: ShowLimits): ScoredPassage[] {
		// Passages that disagree are kept for the last section. A single place may answer by a denial.
		const isLater = (one: ScoredPassage) =>
			this.#known.mode === "matter" && this.#hasStances() && this.#pages.isOpposing(one);
		return choosePassages(this.#free(candidates.filter((one) => !isLater(one))), room);
	}

	#room(first: readonly ScoredPassage[]): ShowLimits {
		const [{ form }, room] = [this.#known.analysis, defaultLimits[this.#known.mode]];
		const blocks = Math.min(form.items ?? room.blocks, room.blocks) - first.length;
		return { ...room, words: form.words ?? room.words, blocks: Math.max(first.length === 0 ? 1 : 0, blocks) };
	}

	#hasStances(): boolean {
		return (
			(this.#known.mode === "matter" || this.#known.analysis.answerType === "yes_no") &&
			this.#input.plan.subQuestions.some(({ stance }) => stance === "adversarial")
		);
	}

	/** A section for each compared thing, after the passages that name several of them. */
	#bySide(sides: readonly string[]): Section[] {
		const sidesIn = sideMatcher(sides, this.#input.sources);
		const room = { ...defaultLimits.place, blocks: 2, words: firstWordsMax + nextWordsMax };
		const able = (isIts: (named: readonly number[]) => boolean) => this.#able.filter((one) => isIts(sidesIn(one)));
		// Pages compare over several paragraphs: what one says of the first side, the next says of the other.
		const common = this.#likeliest(
			room,
			able((named) => named.length > 1),
		);
		// The opening is made first: certainty is judged of it.
		const first = this.#section("", common);
		const own = sides.map((side, at) => {
			const ofSide = this.#free(able((named) => named.join() === String(at)));
			return this.#section(side, this.#show(choosePassages(ofSide, { ...room, words: nextWordsMax })));
		});
		return [first, ...own];
	}

	#against(): Section {
		if (!this.#hasStances()) return this.#section("", []);
		const least = defaultLimits.matter.share * Math.max(0, ...this.#able.map(({ score }) => score));
		const isRelevant = (one: ScoredPassage) => one.score >= least || this.#pages.isDissentingPage(one);
		// A denial speaks against the matter only where it is about the matter.
		const isOnMatter = ({ passage, claims: [claim] }: ScoredPassage) => {
			const title = this.#input.sources.find(({ id }) => id === passage.sourceId)?.title ?? "";
			const text = [title, ...passage.path, claim?.text, claim?.quote].join("\n");
			const { core, topic = core } = this.#known.analysis;
			return shareHeldOf(topic)(text) >= topicHeldMin && shareHeldOf(core)(text) >= coreHeldMin;
		};
		const opposing = this.#free(
			this.#able.filter((one) => isRelevant(one) && this.#pages.isOpposing(one) && isOnMatter(one)),
		);
		const room = { words: 200, blocks: 2, share: defaultLimits.matter.share };
		return this.#section(counterEvidence, this.#show(choosePassages(opposing, room)));
	}

	#free(candidates: readonly ScoredPassage[]): ScoredPassage[] {
		return candidates.filter(
			(one) => ![...this.#shown].some((shown) => shown.passage === one.passage || isOverlapping(one, shown)),
		);
	}

	#show(found: readonly ScoredPassage[]): ScoredPassage[] {
		for (const one of found) this.#shown.add(one);
		return [...found];
	}

	#section(heading: string, members: readonly ScoredPassage[], before: readonly Sentence[] = []): Section {
		const [opening] = members;
		this.#isLikeliestFirst ??= opening && this.#isLikeliest(opening);
		// Only what is stated as the answer is marked. Of a set no passage is the answer: its table is.
		const isMarked = this.#known.mode === "place" && this.#certainty() === "stated" && !this.#set;
		const marksOf = (one: ScoredPassage) => {
			const title = this.#input.sources.find(({ id }) => id === one.passage.sourceId)?.title ?? "";
			return isMarked && one === opening && this.#isLikeliest(one)
				? answerRanges(one, this.#input.question, title)
				: [];
		};
		const blocks = members.map((one) => quotedBlock(one, marksOf(one)));
		const sentences = [...before, ...this.#pages.copyNote(members.map(({ passage }) => passage.sourceId))];
		return { heading, sentences, ...(blocks.length > 0 ? { blocks } : {}) };
	}

	/** Whether it shows the passage that certainty was judged of: a comparison opens with others. */
	#isLikeliest(one: ScoredPassage): boolean {
		const [best] = this.#known.places.toSorted((a, b) => b.score - a.score);
		return best !== undefined && isOverlapping(one, best);
	}

	/** A report says how surely it states what is asked, unless that is a table, a headline or a survey of many matters. */
	#certainty(): AnswerCertainty {
		const { analysis, certainty, chain } = this.#known;
		if (this.#table || this.#input.answer || chain || isSurvey(analysis)) return "stated";
		return certainty === "stated" && this.#isLikeliestFirst === false ? "unsure" : certainty;
	}

	#noted(sections: Section[]): Section[] {
		const { analysis, unheld, mode } = this.#known;
		const certainty = this.#certainty();
		// The heading says it of passages that stand alone.
		const isNear = certainty === "unsure" && mode === "place" && sections[0]?.heading === "";
		const words = isNear ? [] : certaintyWords[certainty];
		const notes = [...words.map(frameSentence), ...notesOn(analysis, unheld)];
		const blocks = sections.flatMap((section) => section.blocks ?? []);
		const isWeak = blocks.length > 0 && blocks.every(({ sourceId }) => this.#pages.isLowCredibility(sourceId));
		if (isWeak) notes.push(frameSentence("This is weakly backed: only lists, shops or pages of such a kind say it."));
		const [first, ...more] = sections;
		if (!first) return sections;
		const heading = certainty === "unstated" ? nearestPassages : isNear ? uncertainPassages : first.heading;
		return [{ ...first, heading, sentences: [...notes, ...first.sentences] }, ...more];
	}
}

/** Gives a function that tells which sides a passage names in its words, headings or page title, as their indices. */
function sideMatcher(sides: readonly string[], sources: WriteInput["sources"]): (one: ScoredPassage) => number[] {
	const stems = sides.map((side) => [...countTerms(side).keys()]);
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	return ({ counts, passage }) => {
		const words = new Set([
			...counts.keys(),
			...countTerms(`${passage.path.join(" ")} ${titles.get(passage.sourceId) ?? ""}`).keys(),
		]);
		return stems.flatMap((names, at) => (names.length > 0 && names.every((name) => words.has(name)) ? [at] : []));
	};
}
