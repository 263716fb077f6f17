import type { Confidence, ExtractedClaim } from "../../evidence/claim.ts";
import type { ExtractInput } from "../reasoner.ts";
import { plainTitle, readableAlone } from "./language/resolve.ts";
import { sentencesIn } from "./language/sentences.ts";
import { folded } from "../../base/text.ts";
import { type Placed, ReferentTracker, cellsOf, placed } from "./reading/context.ts";
import { longestQuote, piecesOf } from "./reading/cut.ts";
import { isAddressedToReader, isFurniture, isNoise, isSentence } from "./reading/refuse.ts";
import { holdsType, type Scored, scoreSentences } from "./reading/score.ts";
import { subjectOf } from "./reading/subject.ts";
import { type Wanted, wantedBy } from "./reading/terms.ts";
import { asOfIn, valuesIn } from "./reading/values.ts";

/** Sentences that are looked at closely, per claim wanted: the closer look costs, and what ranks below never wins. */
const closeLook = 6;
/** At or above this a sentence updates the evidence; below the second it is dropped. */
const directFrom = 0.42;
const adjacentFrom = 0.2;
const hedge = /\b(?:may|might|possibly|perhaps|reportedly|allegedly|rumou?red|claimed|believed|thought|unconfirmed|supposedly|likely|seems?|appears?)\b/i;
const contrary = /\b(?:however|but|although|despite|contrary|not|never|no|fails?|failed|criticis\w+|criticiz\w+|limitations?|drawbacks?|disadvantages?|unlike|false|myth|wrong|disputed?|controvers\w+|risks?|cannot)\b|n't\b/i;

interface Candidate {
	scored: Scored;
	quote: string;
	start: number;
	relevance: number;
	defines: boolean;
}

/**
 * The best sentences of a page for a sub-question, best first, at most `max`: verbatim quotes with their place
 * (`page.text.slice(start, start + quote.length) === quote`), made readable alone in `text`. Furniture of the site, noise, code
 * and text that addresses an AI give no claim. What is only near the matter is `adjacent`; nothing is returned as `irrelevant`.
 */
export function extractClaims(input: ExtractInput): ExtractedClaim[] {
	const { page, max } = input;
	const wanted = wantedBy(input);
	const all = placed(sentencesIn(page.text));
	const scored = scoreSentences(all, page.title, wanted);
	const own = isOwnPage(page.title, wanted);
	const close = scored
		.filter((each) => quotable(each.placed))
		.map((each) => ({ each, first: each.whole + 0.5 * each.own + (own && each.placed.order < 3 ? 0.3 : 0) }))
		.toSorted((a, b) => b.first - a.first || a.each.placed.order - b.each.placed.order)
		.slice(0, max * closeLook + 4)
		.map(({ each }) => each);
	const candidates = close
		.flatMap((each) => candidatesOf(each, input, wanted, own))
		.filter((candidate) => candidate.relevance >= adjacentFrom)
		.toSorted((a, b) => b.relevance - a.relevance || a.start - b.start);
	const chosen = distinct(candidates).slice(0, max);
	const readable = readableTexts(all, chosen, page);
	return chosen.map((candidate, at) => claimOf(candidate, readable[at] ?? candidate.quote, input));
}

/** Whether the page is the own page of a name that the sub-question is about. */
function isOwnPage(title: string, wanted: Wanted): boolean {
	const own = folded(plainTitle(title));
	return own.length > 2 && wanted.names.some((name) => name === own || folded(title) === name || (name.length > 4 && (own.startsWith(`${name} `) || own.endsWith(` ${name}`))));
}

function quotable({ sentence, header, order }: Placed): boolean {
	const { text, kind } = sentence;
	if (kind === "heading" || kind === "code") return false;
	if (isNoise(text) || isFurniture(text) || isAddressedToReader(text)) return false;
	if (kind === "row") return header !== undefined || (order > 0 && /\d/.test(text) && cellsOf(text).length > 1);
	if (kind === "item") return text.split(/\s+/).length >= 3;
	return isSentence(text);
}

function candidatesOf(scored: Scored, input: ExtractInput, wanted: Wanted, own: boolean): Candidate[] {
	const { sentence, order } = scored.placed;
	return piecesOf(sentence.text).map(({ start, end }) => {
		const quote = sentence.text.slice(start, end);
		const defines = own && order <= 1 && start === 0;
		return { scored, quote, start: sentence.start + start, defines, relevance: relevanceOf(scored, quote, input, wanted, defines, own) };
	});
}

function relevanceOf(scored: Scored, quote: string, input: ExtractInput, wanted: Wanted, defines: boolean, own: boolean): number {
	const type = wanted.parts.wh === "none" ? input.route.answerType : wanted.parts.answerType;
	let score = 0.55 * scored.own + 0.45 * scored.whole;
	if (holdsType(quote, type, wanted)) score += type === "yes_no" || type === "list" ? 0 : 0.12;
	if (defines) score += 0.25;
	else if (own) score += 0.06;
	if (scored.matched === 0 && !defines) score *= 0.6;
	if (quote.length < 25) score *= 0.7;
	if (quote.endsWith("?")) score *= 0.5;
	if (quote.length < scored.placed.sentence.text.length && quote.length < longestQuote / 3) score *= 0.9;
	return Math.min(1, score);
}

/** Leaves out what says the same words again. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
	const seen = new Set<string>();
	return candidates.filter((candidate) => {
		const key = folded(candidate.quote).replace(/[^\p{L}\p{N}]+/gu, " ");
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

/** The chosen quotes as they read alone; the page is walked once from its start, so that pronouns find their names. */
function readableTexts(all: readonly Placed[], chosen: readonly Candidate[], page: ExtractInput["page"]): string[] {
	const out = chosen.map((candidate) => candidate.quote);
	const tracker = new ReferentTracker(page);
	const last = Math.max(-1, ...chosen.map((candidate) => candidate.scored.placed.order));
	/** Sentences before a chosen one that can hold its referent. */
	const near = new Set<number>();
	for (const candidate of chosen) for (let back = 0; back <= 6; back++) near.add(candidate.scored.placed.order - back);
	let block = -1;
	for (const { sentence, order } of all) {
		if (order > last) break;
		if (!near.has(order)) continue;
		if (sentence.block !== block && sentence.kind !== "item") tracker.reset();
		block = sentence.block;
		for (const [at, candidate] of chosen.entries()) {
			if (candidate.scored.placed.order !== order) continue;
			out[at] = alone(candidate, tracker);
		}
		tracker.note(sentence);
	}
	return out;
}

function alone(candidate: Candidate, tracker: ReferentTracker): string {
	const { sentence, header, above } = candidate.scored.placed;
	const oneLine = candidate.quote.replace(/\s+/g, " ");
	if (sentence.kind === "row") {
		const cells = cellsOf(candidate.quote);
		const named = header ? cells.map((cell, at) => (header[at] && cell ? `${header[at]}: ${cell}` : cell)) : cells;
		return named.filter(Boolean).join("; ");
	}
	if (candidate.start !== sentence.start) return oneLine;
	const text = readableAlone(oneLine.replace(/^(?:[-*•‣◦▪·]|\(?\d{1,3}[.)])\s+/, ""), tracker.known);
	const term = above.at(-1);
	const code = term && /^[\w.-]*[_.-][\w.-]*|^-{1,2}\w/.exec(term)?.[0];
	// Under `max_connections (integer)` a definition speaks of that term without naming it.
	return term && code && !text.toLowerCase().includes(code.toLowerCase()) ? `${term}: ${text}` : text;
}

function confidenceOf(candidate: Candidate): Confidence {
	if (hedge.test(candidate.quote) || candidate.relevance < directFrom) return "low";
	return candidate.defines ? "high" : "medium";
}

function claimOf(candidate: Candidate, text: string, input: ExtractInput): ExtractedClaim {
	const { page, subQuestion } = input;
	const asOf = asOfIn(candidate.quote) ?? page.date;
	return {
		text,
		quote: candidate.quote,
		start: candidate.start,
		class: candidate.relevance >= directFrom ? "direct" : "adjacent",
		stance: subQuestion.stance === "adversarial" && contrary.test(candidate.quote) ? "adversarial" : "supporting",
		relevance: Math.round(candidate.relevance * 1000) / 1000,
		confidence: confidenceOf(candidate),
		values: valuesIn(candidate.quote),
		subject: subjectOf(text) || folded(plainTitle(page.title)),
		...(asOf === undefined ? {} : { asOf }),
	};
}
