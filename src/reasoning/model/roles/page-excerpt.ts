import { contentStems } from "../../../text/words.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { countsOf, namedSections, Statistics } from "../../rules/index.ts";
import { cutBefore, type PagePart, type PageSection, pageSections, type TextSpan } from "./page-sections.ts";

/** The beginning of a page that is always shown, in characters, and its share of the room, at most. */
const beginningLongest = 1_500;
const beginningShareMax = 1 / 8;
/** A section of at most this share of the room is shown whole, a longer one by its best parts. */
const sectionShareMax = 1 / 4;
/** A part of more than this share of the room is split into pieces. */
const partShareMax = 1 / 2;
/** Parts that come before the rest because they share most words with a sub-question, at most for each. */
const partsPerQuestion = 12;

const gapMark = "\n\n[…]\n\n";
/** What is left out between two shown places is shown, too, where it is no longer. Characters. */
const shortGapMax = 400;

/**
 * A page's text; when it is longer than `room`, its beginning and its best sections in order. A long section is shown by whole
 * paragraphs, lists and tables. Best are those whose heading names what a sub-question asks about, then those that the searches hit, then those that share most words with each sub-question, then the
 * first. Entries of a reference stand in no order of weight: they are shown as far as they share words with a sub-question. A page that was
 * extracted before (`only`) is shown by what fits the sub-question.
 */
export function excerptPage(input: ExtractInput, room: number): string {
	const { text } = input.page;
	if (text.length <= room && !input.only) return text;
	const sections = pageSections(input.page, room * partShareMax);
	const excerpt = new PageExcerpt(text, room);
	if (!input.only)
		excerpt.take(beginningSpan(text, sections, Math.min(beginningLongest, Math.floor(room * beginningShareMax))));
	for (const { section, heads, start, end } of rankParts(input, sections)) {
		const isShort = section.end - section.start <= room * sectionShareMax;
		if (!isShort || !excerpt.take(section)) excerpt.take(...heads, { start, end });
	}
	excerpt.takeShortGaps();
	if (!input.only)
		for (const section of sections) {
			if (excerpt.take(section)) continue;
			for (const part of section.parts) if (!part.isEntry) excerpt.take(part);
		}
	return excerpt.text();
}

/** As many whole parts as fit; a piece of the next one where they are few, since the author and date mostly stand at the beginning. */
function beginningSpan(text: string, sections: readonly PageSection[], most: number): TextSpan {
	const ends = sections.flatMap(({ parts }) => parts.map(({ end }) => end)).filter((end) => end <= most);
	const end = ends.at(-1) ?? 0;
	return { start: 0, end: end < most / 2 ? cutBefore(text, end, most) : end };
}

/** The best parts first: of named sections, then those that the searches hit, then those that share words with each sub-question, in turns. */
function rankParts(input: ExtractInput, sections: readonly PageSection[]): PagePart[] {
	const parts = partsOf(sections);
	const places = [...namedSections(input.page, askedTexts(input)), ...(input.passages ?? [])];
	const hits = places.flatMap((hit) => parts.filter(({ start, end }) => start < hit.end && hit.start < end));
	const best = bestParts(input, parts);
	const inTurns = takeInTurns(best.map((list) => list.slice(0, partsPerQuestion)));
	const entries = takeInTurns(best.map((list) => list.slice(partsPerQuestion).filter(({ isEntry }) => isEntry)));
	return [...new Set([...hits, ...inTurns, ...entries])];
}

/** The first of each list, then the second of each, and so on. */
function takeInTurns<T>(lists: readonly (readonly T[])[]): T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function partsOf(sections: readonly PageSection[]): PagePart[] {
	return sections.flatMap((section) => section.parts);
}

/** What each sub-question asks about. */
function askedTexts({ subQuestion, others = [] }: ExtractInput): string[] {
	return [subQuestion, ...others].map((one) => [one.text, ...one.focus].join(" "));
}

/** For each sub-question the parts that share words with it, best first. */
function bestParts(input: ExtractInput, parts: readonly PagePart[]): PagePart[][] {
	const { text } = input.page;
	const counts = parts.map(({ start, end, heads, isEntry }) => {
		// Its heading and term, not the header row of its table.
		const spans = [...(isEntry ? heads : heads.slice(0, 1)), { start, end }];
		return countsOf(spans.map((span) => text.slice(span.start, span.end)).join("\n"));
	});
	const statistics = new Statistics(counts);
	return askedTexts(input).map((one) => {
		const query = contentStems(one);
		return parts
			.map((part, at) => ({ part, score: statistics.bm25(query, counts[at] ?? new Map()) }))
			.filter(({ score }) => score > 0)
			.toSorted((a, b) => b.score - a.score)
			.map(({ part }) => part);
	});
}

/** The spans of a text that are shown within the room. */
class PageExcerpt {
	readonly #text: string;
	readonly #spans: TextSpan[] = [];
	#left: number;

	constructor(text: string, room: number) {
		this.#text = text;
		this.#left = room;
	}

	/** Adds all spans, or none when they do not fit together. Returns whether they fit. */
	take(...spans: TextSpan[]): boolean {
		const fresh = spans.filter(({ start, end }) => !this.#spans.some((one) => one.start <= start && end <= one.end));
		const cost = fresh.reduce((sum, { start, end }) => sum + end - start + gapMark.length, 0);
		if (cost > this.#left) return false;
		this.#left -= cost;
		this.#spans.push(...fresh);
		return true;
	}

	/** Adds what little is left out between two spans: a list loses no item, a section no sentence. */
	takeShortGaps(): void {
		const merged = mergeSpans(this.#spans, this.#text);
		for (const [at, { start }] of merged.entries()) {
			const gap = { start: merged[at - 1]?.end ?? start, end: start };
			if (gap.start < gap.end && gap.end - gap.start <= shortGapMax) this.take(gap);
		}
	}

	text(): string {
		return mergeSpans(this.#spans, this.#text)
			.map(({ start, end }) => this.#text.slice(start, end).trim())
			.filter((words) => words !== "")
			.join(gapMark);
	}
}

/** Merges spans that touch or have only white space between them. */
function mergeSpans(spans: readonly TextSpan[], text: string): TextSpan[] {
	const out: TextSpan[] = [];
	for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		const last = out.at(-1);
		if (last && (start <= last.end || text.slice(last.end, start).trim() === "")) last.end = Math.max(last.end, end);
		else out.push({ start, end });
	}
	return out;
}
