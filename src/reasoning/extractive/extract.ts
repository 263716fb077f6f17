import { folded } from "../../base/text.ts";
import type { ExtractedClaim } from "../../evidence/claim.ts";
import type { ExtractInput } from "../reasoner.ts";
import { plainTitle } from "./language/resolve.ts";
import { sentencesIn } from "./language/sentences.ts";
import { knownAbout } from "./planning/subject.ts";
import { type Candidate, candidatesOf, isQuotable } from "./reading/candidates.ts";
import { cellClaims } from "./reading/cells.ts";
import { claimFrom } from "./reading/claim.ts";
import { cellsOf, type Placed, placed } from "./reading/context.ts";
import { type Explaining, explaining, explanationScore, settles } from "./reading/explain.ts";
import { pairClaims } from "./reading/pairs.ts";
import { readableTexts } from "./reading/readable.ts";
import { adjacentFrom, type Judged, judge, judgeExplanation, type Setting } from "./reading/relevance.ts";
import { namesAny, type Scored, scoreSentences } from "./reading/score.ts";
import { type Wanted, wantedBy } from "./reading/terms.ts";

/** Sentences that are looked at closely, per claim wanted: the closer look costs, and what ranks below never wins. */
const closeLook = 6;
const closeLookMore = 6;
const ownPageOpening = 3;

/**
 * The best sentences of a page for a sub-question, best first, at most `max`: verbatim quotes with their place
 * (`page.text.slice(start, start + quote.length) === quote`), made readable alone in `text`. Furniture of the site, noise, code
 * and text that addresses an AI give no claim. What is only near the matter is `adjacent`; nothing is returned as `irrelevant`.
 */
export function extractClaims(input: ExtractInput): ExtractedClaim[] {
	return claimsFrom(lookedAt(input), undefined);
}

/** The same with a reading by meaning of the sentences that come closest, where the input can give one and it helps. */
export async function extractByMeaning(input: ExtractInput): Promise<ExtractedClaim[]> {
	const look = lookedAt(input);
	if (!input.similarity || !look.how) return claimsFrom(look, undefined);
	const near = judgedOf(look, undefined)
		.toSorted((a, b) => b.score - a.score || a.candidate.start - b.candidate.start)
		.slice(0, readByMeaning)
		.map(({ candidate }) => candidate);
	const title = plainTitle(input.page.title);
	const found = await input.similarity(
		input.subQuestion.text,
		near.map((candidate) => inItsPlace(candidate, title)),
	);
	return claimsFrom(look, found && new Map(near.map((candidate, at) => [candidate, found[at] ?? 0])));
}

/** Sentences of a page whose meaning is read: each takes some milliseconds. */
const readByMeaning = 10;

/** A sentence under its heading and term, which say what its pronouns do not. */
function inItsPlace({ quote, scored }: Candidate, title: string): string {
	const { above, term } = scored.placed;
	return `${plainTitle(above.at(-1) ?? title)}: ${term ? `${term}: ` : ""}${quote}`.replace(/\s+/g, " ");
}

/** What a first look at a page gives: the sentences that may become claims, and how they are judged. */
interface Look {
	input: ExtractInput;
	all: readonly Placed[];
	setting: Setting;
	how: Explaining | undefined;
	candidates: readonly Candidate[];
}

function lookedAt(input: ExtractInput): Look {
	const { page, max } = input;
	const wanted = wantedBy(input);
	const all = placed(sentencesIn(page.text, { lineEnds: page.kind === "html" }));
	const setting = settingOf(input, wanted);
	const ranked = scoreSentences(all, page.title, wanted)
		.map((each) => ({
			each,
			first:
				each.whole +
				0.5 * each.own +
				passageBonus(input, each.placed.sentence) +
				(setting.own && each.placed.order < ownPageOpening ? 0.3 : 0),
		}))
		.toSorted((a, b) => b.first - a.first || a.each.placed.order - b.each.placed.order);
	const close: Scored[] = [];
	for (const { each } of ranked) {
		if (close.length >= max * closeLook + closeLookMore) break;
		if (isQuotable(each.placed) && !isBareRow(each.placed, input.page)) close.push(each);
	}
	const how = explaining(input, all);
	if (how) close.push(...settling(close, ranked));
	const candidates = close.flatMap((each) => candidatesOf(each, all, page.text));
	return { input, all, setting, how, candidates };
}

/** The row of a table that names its columns, or one of several values that stands without them, states nothing by itself. */
function isBareRow({ sentence, header }: Placed, { tables = [] }: ExtractInput["page"]): boolean {
	if (sentence.kind !== "row") return false;
	const table = tables.find(({ start, end }) => start <= sentence.start && sentence.start < end);
	if (!table) return false;
	const isHeader = !table.rows.some(({ start }) => start === sentence.start);
	return isHeader || (header === undefined && cellsOf(sentence.text).length > labelAndValue);
}
/** `Founded | 1889` can be read alone. Cells. */
const labelAndValue = 2;

/** The sentences that give the formula or meaning of what a close one right before them names, though they share few words. */
function settling(close: readonly Scored[], ranked: readonly { each: Scored }[]): Scored[] {
	const known = new Set(close.map(({ placed: { order } }) => order));
	const named = new Map(close.map(({ placed: { order, sentence } }) => [order, sentence.text]));
	return ranked
		.map(({ each }) => each)
		.filter(({ placed: { order } }) => !known.has(order) && named.has(order - 1))
		.filter(({ placed }) => isQuotable(placed) && settles(placed.sentence.text, named.get(placed.order - 1) ?? ""));
}

function claimsFrom(look: Look, cosines: ReadonlyMap<Candidate, number> | undefined): ExtractedClaim[] {
	const { input, all } = look;
	const judged = withAntecedents(judgedOf(look, cosines))
		.filter(({ relevance }) => relevance >= adjacentFrom)
		.toSorted((a, b) => b.score - a.score || a.candidate.start - b.candidate.start);
	const chosen = distinct(judged.filter(({ candidate }) => !isHeader(candidate.start, input.page))).slice(0, input.max);
	const texts = readableTexts(
		all,
		chosen.map(({ candidate }) => candidate),
		input.page,
	);
	const claims = chosen.map((each, at) => claimFrom(each, texts[at] ?? each.candidate.quote, input));
	return withCells(cellClaims(input), withPairs(pairClaims(input), claims), input);
}

/** A table's header names its columns and states nothing. */
function isHeader(start: number, { tables = [] }: ExtractInput["page"]): boolean {
	return tables.some((table) => table.start <= start && start < (table.rows[0]?.start ?? table.start));
}

/** `We asked 40 people. Six of them left` is worth what its better half is, and stands for both. */
function withAntecedents(judged: readonly Judged[]): Judged[] {
	return judged.map((one) => {
		const { placed, own } = one.candidate.scored;
		if (one.candidate.start >= placed.sentence.start || own === 0) return one;
		const before = judged.find(
			({ candidate }) => candidate.start === one.candidate.start && candidate.scored.placed.order === placed.order - 1,
		);
		if (!before) return one;
		return {
			...one,
			score: Math.max(one.score, before.score) + tie,
			relevance: Math.max(one.relevance, before.relevance),
			direct: one.direct || before.direct,
		};
	});
}
/** Puts the two sentences before the first of them alone. */
const tie = 0.001;

/** Labelled values that answer, then the sentences that hold none of them. */
function withPairs(pairs: readonly ExtractedClaim[], claims: ExtractedClaim[]): ExtractedClaim[] {
	const inPair = ({ start, quote }: ExtractedClaim) =>
		pairs.some((pair) => pair.start <= start && start + quote.length <= pair.start + pair.quote.length);
	return [...pairs, ...claims.filter((claim) => !inPair(claim))];
}

/** Of a page's claims, so many are kept for what it says outside of its tables. */
const besideCells = 2;

/** The cells that answer, then what was found in sentences; its rows are no claims besides. */
function withCells(cells: readonly ExtractedClaim[], claims: ExtractedClaim[], input: ExtractInput): ExtractedClaim[] {
	if (cells.length === 0) return claims.slice(0, input.max);
	const inTable = (start: number) =>
		input.page.tables?.some((table) => table.start <= start && start < table.end) ?? false;
	const others = claims.filter(({ start }) => !inTable(start));
	return [...cells.slice(0, Math.max(1, input.max - Math.min(besideCells, others.length))), ...others].slice(
		0,
		input.max,
	);
}

/** `cosines`: of the sentences whose meaning was read; the others count as far off. */
function judgedOf(look: Look, cosines: ReadonlyMap<Candidate, number> | undefined): Judged[] {
	const { candidates, how, input, setting } = look;
	if (!how) return candidates.map((candidate) => judge(candidate, setting));
	const raw = candidates.map((candidate) =>
		explanationScore(candidate, how, passageScore(input, candidate), cosines && (cosines.get(candidate) ?? 0)),
	);
	return candidates.map((candidate, at) => {
		const own = raw[at] ?? { score: 0, fits: false };
		const before = raw[candidates.findIndex((other) => isRightBefore(other, candidate))];
		const settled =
			before && settles(candidate.quote, look.all[candidate.scored.placed.order - 1]?.sentence.text ?? "");
		const score = Math.max(own.score, settled ? settledShare * before.score : 0);
		return judgeExplanation(
			candidate,
			{ ...own, score: score + neighbourShare * besides(candidates, raw, at) },
			setting,
		);
	});
}
/** What a sentence that completes the one before is worth of it. */
const settledShare = 0.97;

function isRightBefore(other: Candidate, candidate: Candidate): boolean {
	return other.scored.placed.order === candidate.scored.placed.order - 1;
}

/** The best score of the sentences right before and after, under the same heading: an account runs over several sentences. */
function besides(candidates: readonly Candidate[], raw: readonly { score: number }[], at: number): number {
	const here = candidates[at]?.scored.placed;
	if (!here) return 0;
	let best = 0;
	for (const [index, { scored }] of candidates.entries()) {
		const { order, above } = scored.placed;
		if (Math.abs(order - here.order) === 1 && above.at(-1) === here.above.at(-1))
			best = Math.max(best, raw[index]?.score ?? 0);
	}
	return best;
}
const neighbourShare = 0.15;

function passageScore(input: ExtractInput, { start, quote }: Candidate): number {
	return (
		input.passages?.find((passage) => start >= passage.start && start + quote.length <= passage.end + 1)?.score ?? 0
	);
}

function settingOf(input: ExtractInput, wanted: Wanted): Setting {
	const { page, route } = input;
	return {
		wanted,
		type: wanted.parts.wh === "none" ? route.answerType : wanted.parts.answerType,
		own: isOwnPage(page.title, wanted),
		named: namesAny(page.text, page.title, wanted),
		open: knownAbout.test(input.subQuestion.text),
		bonus: ({ start, quote }) => passageBonus(input, { start, end: start + quote.length }),
	};
}

/** Whether the page is the own page of a name that the sub-question is about. */
function isOwnPage(title: string, wanted: Wanted): boolean {
	const own = folded(plainTitle(title));
	const full = folded(title);
	return (
		own.length > 2 &&
		wanted.names.some(
			(name) =>
				name === own || name === full || (name.length > 4 && (own.startsWith(`${name} `) || own.endsWith(` ${name}`))),
		)
	);
}

/** What standing in a passage that the search found adds: it knows relatives of words that the words alone do not show. */
const passageWorth = 0.15;

function passageBonus(input: ExtractInput, { start, end }: { start: number; end: number }): number {
	const hit = input.passages?.find((passage) => start >= passage.start && end <= passage.end + 1);
	return hit ? passageWorth * hit.score : 0;
}

/** Leaves out what says the same words again, or a part of what is there. */
function distinct(judged: readonly Judged[]): Judged[] {
	const seen = new Set<string>();
	const taken: Candidate[] = [];
	return judged.filter(({ candidate }) => {
		const key = folded(candidate.quote).replace(/[^\p{L}\p{N}]+/gu, " ");
		const inside = taken.some(
			(other) =>
				candidate.start < other.start + other.quote.length && other.start < candidate.start + candidate.quote.length,
		);
		if (seen.has(key) || inside) return false;
		seen.add(key);
		taken.push(candidate);
		return true;
	});
}
