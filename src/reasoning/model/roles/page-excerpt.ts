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

/**
 * A page's text; when it is longer than `room`, its beginning and its best sections in order. A long section is shown by whole
 * paragraphs, lists and tables. Best are those whose heading names what a sub-question asks about, then those that the searches hit, then those that share most words with each sub-question, then the
 * first. A page that was extracted before (`only`) is shown by what fits the sub-question.
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
	if (!input.only)
		for (const section of sections) {
			if (excerpt.take(section)) continue;
			for (const part of section.parts) excerpt.take(part);
		}
	return excerpt.text();
}

/** Passages named for one sub-question, at most, the characters of each that name it, and its least score relative to the best. */
const namedEach = 2;
const beginLongest = 60;
const namedScoreMin = 0.5;

/**
 * Where a page that is shown in part may answer each sub-question: the beginnings of the shown passages that share most words with it.
 * Empty for a page that is shown whole, or that is read again for one sub-question.
 */
export function bestPassages(input: ExtractInput, room: number, shown: string): { id: string; begins: string[] }[] {
	const { page, subQuestion, others = [] } = input;
	if (input.only || page.text.length <= room) return [];
	const lists = bestParts(input, partsOf(pageSections(page, room * partShareMax)));
	return [subQuestion, ...others].flatMap(({ id }, at) => {
		const list = lists[at] ?? [];
		const begins = list
			.filter(({ score }) => score >= namedScoreMin * (list[0]?.score ?? 0))
			.map(({ part }) => page.text.slice(part.start, part.end).trim())
			// Not at the end of a line, where a heading may end.
			.map((words) => (words.length > beginLongest ? words.slice(0, beginLongest).replace(/\s\S*$/u, "") : words))
			.filter((words) => shown.includes(words))
			.map((words) => words.replace(/\s+/gu, " ").trim());
		return begins.length === 0 ? [] : [{ id, begins: [...new Set(begins)].slice(0, namedEach) }];
	});
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
	const inTurns = Array.from({ length: partsPerQuestion }, (_, at) =>
		best.flatMap((list) => list[at]?.part ?? []),
	).flat();
	return [...new Set([...hits, ...inTurns])];
}

function partsOf(sections: readonly PageSection[]): PagePart[] {
	return sections.flatMap((section) => section.parts);
}

/** What each sub-question asks about. */
function askedTexts({ subQuestion, others = [] }: ExtractInput): string[] {
	return [subQuestion, ...others].map((one) => [one.text, ...one.focus].join(" "));
}

/** For each sub-question the parts that share most words with it, best first. */
function bestParts(input: ExtractInput, parts: readonly PagePart[]): { part: PagePart; score: number }[][] {
	const { text } = input.page;
	const counts = parts.map(({ start, end, section }) =>
		countsOf(`${text.slice(section.start, section.body)}\n${text.slice(start, end)}`),
	);
	const statistics = new Statistics(counts);
	return askedTexts(input).map((one) => {
		const query = contentStems(one);
		return parts
			.map((part, at) => ({ part, score: statistics.bm25(query, counts[at] ?? new Map()) }))
			.filter(({ score }) => score > 0)
			.toSorted((a, b) => b.score - a.score)
			.slice(0, partsPerQuestion);
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
