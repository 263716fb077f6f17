import type { AnswerType } from "../../../evidence/question.ts";
import type { Candidate } from "./candidates.ts";
import { longestQuote } from "./cut.ts";
import type { Explained } from "./explain.ts";
import { holdsType } from "./score.ts";
import type { Wanted } from "./terms.ts";

/** What holds for all sentences of a page at once. */
export interface Setting {
	wanted: Wanted;
	type: AnswerType;
	/** It is the own page of something that the sub-question names. */
	own: boolean;
	/** It names something that the sub-question names, or nothing is named. */
	named: boolean;
	/** Whatever is known of something is asked, so that the page's title may name a part of it. */
	open: boolean;
	/** What the search's passages add to a span. */
	bonus: (candidate: Candidate) => number;
}

export interface Judged {
	candidate: Candidate;
	/** What it is ranked by; may exceed 1. */
	score: number;
	/** The score, 0–1. */
	relevance: number;
	direct: boolean;
	/** It opens the own page of what is asked about: it says what that is. */
	defines: boolean;
}

/** At or above this a sentence may update the evidence; below the second it is dropped. */
const directFrom = 0.42;
export const adjacentFrom = 0.15;
/** Of a question's content words so many must be there, in the sentence or above it, before it counts as direct. */
const matchedShare = 0.6;
const matchedAtLeast = 2;
/** A word of the question that only the page's title holds counts half; where anything is asked, it counts whole. */
const byTitle = 0.5;
const typeBonus = 0.12;
const definesBonus = 0.25;
const ownPageBonus = 0.06;
const repeated = 0.55;
const shortQuote = 25;

/** How well a span answers, and whether it counts as direct evidence. */
export function judge(candidate: Candidate, setting: Setting): Judged {
	const { scored, quote } = candidate;
	const { wanted, type, own } = setting;
	const defines = own && scored.placed.order <= 1 && !candidate.partial;
	let score = 0.55 * scored.own + 0.45 * scored.whole + setting.bonus(candidate);
	if (type !== "yes_no" && type !== "list" && holdsType(quote, type, wanted)) score += typeBonus;
	if (defines) score += definesBonus;
	else if (own) score += ownPageBonus;
	if (scored.matched === 0 && !defines) score *= 0.6;
	score *= soundness(candidate);
	const relevance = Math.min(1, score);
	return {
		candidate,
		score,
		relevance,
		defines,
		direct: relevance >= directFrom && isOnTopic(scored.matched, setting, defines),
	};
}

/** What a span loses for its form: said again and again, short, a question, a piece of a sentence. */
function soundness({ quote, partial, scored }: Candidate): number {
	let kept = 1;
	if (scored.repeats > 1) kept *= repeated;
	if (quote.length < shortQuote) kept *= 0.7;
	if (quote.endsWith("?")) kept *= 0.5;
	if (partial && quote.length < longestQuote / 3) kept *= 0.9;
	return kept;
}

/** An explanation is direct from here on. */
const explainsFrom = 0.5;
const tableRow = 0.6;

/** The same for an explanatory sub-question, which is answered by sentences that need not repeat its words. */
export function judgeExplanation(candidate: Candidate, { score: raw, fits }: Explained, setting: Setting): Judged {
	const row = candidate.scored.placed.sentence.kind === "row" ? tableRow : 1;
	const score = raw * soundness(candidate) * row;
	return {
		candidate,
		score,
		relevance: Math.min(1, score),
		defines: setting.own && candidate.scored.placed.order <= 1 && !candidate.partial,
		direct: score >= explainsFrom && fits,
	};
}

function isOnTopic(matched: number, { wanted, named, open }: Setting, defines: boolean): boolean {
	if (defines) return true;
	const asked = [...wanted.terms.values()].filter((term) => term.asked).length;
	return (
		named &&
		matched + (open && matched >= 1 ? byTitle : 0) >=
			Math.min(asked, Math.max(matchedAtLeast, Math.min(4, Math.ceil(matchedShare * Math.min(asked, 4)))))
	);
}
