import type { QuestionAnalysis } from "../../../evidence/question.ts";
import {
	type Answer,
	type Draft,
	type EvidenceTable,
	nearestPassages,
	type Section,
} from "../../../evidence/report.ts";
import { countTerms } from "../../../text/term-statistics.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Read } from "../blocks/candidates.ts";
import { chosen, overlaps, type Room, repeats, rooms, standsOut } from "../blocks/choose.ts";
import { lengthOf } from "../blocks/fit.ts";
import type { Mode, Scored } from "../blocks/score.ts";
import { withNeighbours } from "../blocks/widen.ts";
import { clustersOf, extractsOf, headingsOf } from "./clusters.ts";
import { withCorrections } from "./corrections.ts";
import { type Certainty, certaintyWords, notesOn } from "./notes.ts";
import { frame, Pages } from "./pages.ts";
import { answerMark, quotedBlock } from "./quoted.ts";
import { tableOf } from "./table.ts";

/** The input of a draft. */
export type DraftInput = WriteInput & { answer: Answer | undefined };

/** Maximum words of the likeliest passage with its surroundings, and of the next ones. */
const [aroundFirst, aroundNext] = [300, 200];

/** What is known of the passages before the draft. */
export interface Weighed {
	analysis: QuestionAnalysis;
	mode: Mode;
	read: Read;
	unheld: readonly string[];
	certainty: Certainty;
	/** Passages scored as single answers, and as parts of a broad matter. */
	places: Scored[];
	parts: Scored[];
}

/** Chooses the passages of a report and orders them. */
export class Writer {
	readonly #input: DraftInput;
	readonly #known: Weighed;
	readonly #table: EvidenceTable | undefined;
	readonly #pages: Pages;
	readonly #able: Scored[];
	readonly #shown = new Set<Scored>();

	constructor(input: DraftInput, known: Weighed) {
		this.#input = input;
		this.#known = known;
		this.#table = tableOf(input);
		this.#pages = new Pages(input);
		this.#able = this.#pages.standing(known.parts);
	}

	draft(): Draft {
		const { answer } = this.#input;
		const sections = [...this.#body(), this.#against()].filter(
			({ blocks = [], sentences }) => blocks.length + sentences.length > 0,
		);
		const draft: Draft = {
			...(answer ? { answer } : {}),
			...(this.#table ? { table: this.#table } : {}),
			sections: sections.some(({ blocks = [] }) => blocks.length > 0) ? this.#noted(sections) : [],
		};
		return withCorrections(this.#input, this.#pages, this.#known.places, draft);
	}

	#body(): Section[] {
		const sides = this.#table ? this.#input.route.subjects : this.#known.analysis.sides;
		if (this.#table || sides.length > 1) return this.#bySide(sides);
		if (this.#known.mode === "place") return [this.#section("", this.#likeliest(this.#room([])))];
		// On a broad matter, too, a passage that answers alone comes first if it is clearly the likeliest.
		const lead = () => this.#best(this.#pages.standing(this.#known.places), { ...rooms.place, blocks: 1 });
		const first = standsOut(this.#known.places) ? this.#show(lead()) : [];
		const found = this.#show(this.#best(this.#able, this.#room(first)));
		// The likeliest answer comes first.
		const places = this.#known.places.filter(({ worth }) => worth > 0).toSorted((a, b) => a.worth - b.worth);
		const rank = new Map(found.map((one) => [one, places.findLastIndex((place) => overlaps(place, one))]));
		const clusters = clustersOf(extractsOf(found.toSorted((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0))));
		const headings = headingsOf(clusters, this.#input.sources);
		return [this.#section("", first), ...clusters.map((members, at) => this.#section(headings[at] ?? "", members))];
	}

	/** The passages that most likely answer, with their surroundings. */
	#likeliest(room: Room): Scored[] {
		const least = room.share * Math.max(0, ...this.#able.map(({ worth }) => worth));
		const found: Scored[] = [];
		const shown: Scored[] = [];
		for (let words = room.words; found.length < room.blocks; ) {
			const able = this.#able.filter((one) => one.worth >= least && !found.some((other) => repeats(one, other)));
			const [next] = this.#best(able, { ...room, blocks: 1 });
			if (!next || (found.length > 0 && lengthOf(next.passage.pieces) > words)) break;
			const max = Math.min(words, found.length === 0 ? aroundFirst : aroundNext);
			found.push(next);
			shown.push(...this.#show([withNeighbours(next, this.#known.read, this.#input.claims, max)]));
			words -= lengthOf(shown.at(-1)?.passage.pieces ?? []);
		}
		return shown;
	}

	#best(candidates: readonly Scored[], room: Room): Scored[] {
		// Passages that disagree are kept for the last section.
		const isLater = (one: Scored) => this.#hasStances() && this.#pages.opposes(one);
		return chosen(this.#free(candidates.filter((one) => !isLater(one))), room);
	}

	#room(first: readonly Scored[]): Room {
		const [{ form }, room] = [this.#known.analysis, rooms[this.#known.mode]];
		const blocks = Math.min(form.items ?? room.blocks, room.blocks) - first.length;
		return { ...room, words: form.words ?? room.words, blocks: Math.max(first.length === 0 ? 1 : 0, blocks) };
	}

	#hasStances(): boolean {
		return (
			this.#known.mode === "matter" && this.#input.plan.subQuestions.some(({ stance }) => stance === "adversarial")
		);
	}

	/** A section for each compared thing, after the passages that name several of them. */
	#bySide(sides: readonly string[]): Section[] {
		const naming = sidesNamed(sides, this.#input.sources);
		const room = { ...rooms.place, blocks: 2, words: 250 };
		const common = this.#show(chosen(this.#free(this.#able.filter((one) => naming(one).length > 1)), room));
		const own = sides.map((side, at) => {
			const able = this.#free(this.#able.filter((one) => naming(one).join() === String(at)));
			return this.#section(side, this.#show(chosen(able, { ...room, words: 200 })));
		});
		return [this.#section("", common), ...own];
	}

	#against(): Section {
		if (!this.#hasStances()) return this.#section("", []);
		const least = rooms.matter.share * Math.max(0, ...this.#able.map(({ worth }) => worth));
		const bears = (one: Scored) => one.worth >= least || this.#pages.argues(one);
		const opposing = this.#free(this.#able.filter((one) => bears(one) && this.#pages.opposes(one)));
		const room = { words: 200, blocks: 2, share: rooms.matter.share };
		return this.#section("What speaks against it", this.#show(chosen(opposing, room)));
	}

	#free(candidates: readonly Scored[]): Scored[] {
		return candidates.filter(
			(one) => ![...this.#shown].some((shown) => shown.passage === one.passage || overlaps(one, shown)),
		);
	}

	#show(found: readonly Scored[]): Scored[] {
		for (const one of found) this.#shown.add(one);
		return [...found];
	}

	#section(heading: string, members: readonly Scored[]): Section {
		const isMarked = this.#known.mode === "place";
		const blocks = members.map((one) => quotedBlock(one, isMarked ? answerMark(one) : []));
		const sentences = this.#pages.copyNote(members.map(({ passage }) => passage.sourceId));
		return { heading, sentences, ...(blocks.length > 0 ? { blocks } : {}) };
	}

	#noted(sections: Section[]): Section[] {
		const { analysis, mode, unheld, certainty } = this.#known;
		// A report of single passages says how surely it states what is asked.
		const told = mode === "place" && !this.#table && !this.#input.answer ? certainty : "stated";
		const notes = [...certaintyWords[told].map(frame), ...notesOn(analysis, unheld)];
		const isWeak = sections.every(({ blocks = [] }) => blocks.every(({ sourceId }) => this.#pages.isPoor(sourceId)));
		if (isWeak) notes.push(frame("This is weakly backed: only lists, shops or pages of such a kind say it."));
		const [first, ...more] = sections;
		if (!first || notes.length === 0) return sections;
		const heading = told === "unstated" ? nearestPassages : first.heading;
		return [{ ...first, heading, sentences: [...notes, ...first.sentences] }, ...more];
	}
}

/** Gives a function that tells which sides a passage names in its words, headings or page title, as their indices. */
function sidesNamed(sides: readonly string[], sources: WriteInput["sources"]): (one: Scored) => number[] {
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
