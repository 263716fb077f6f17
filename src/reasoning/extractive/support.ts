import { folded } from "../../base/text.ts";
import type { Support } from "../../evidence/report.ts";
import { type Aspect, aspectOf } from "../disputes/aspect.ts";
import { contradiction } from "../disputes/compare.ts";
import { sentencesIn } from "./language/sentences.ts";
import { subjectOf } from "./reading/subject.ts";
import { asOfIn } from "./reading/values.ts";
import { type Coverage, coverageOf } from "./supporting/coverage.ts";

/** Logistic weights over how far the quotes cover a sentence, fitted on one half of AttributionBench's dev set and rounded. */
const weight = { bias: -1.6, words: -1.2, pairs: 2.2, window: 1.8, names: 0.5, missing: -2.1 };
const supportedFrom = 0.5;
const partialFrom = 0.35;
/** The chance of a dispute from which a quote contradicts. */
const contradictedFrom = 0.5;
/** A quote longer than this is a page: only its beginning is searched for a contradiction. */
const sentencesCompared = 40;

/**
 * Whether quotes support a sentence, by wording alone: words and their pairs that stand in the quotes, names, numbers and dates,
 * and contradictions by number, date, negation or opposite. A sentence that stands in a quote word for word is supported. A number
 * that no quote holds is never supported.
 */
export function judgeSupport(input: { sentence: string; quotes: string[] }): Support {
	const sentence = input.sentence.replace(/\s*\[\d+\]/g, "").trim();
	const quotes = input.quotes.filter((quote) => quote.trim() !== "");
	if (sentence === "" || quotes.length === 0) return { verdict: "unsupported", reason: "no quote is cited" };
	if (quotes.some((quote) => verbatim(sentence, quote)))
		return { verdict: "supported", reason: "the sentence stands in a quote" };
	const against = contradicted(sentence, quotes);
	if (against) return { verdict: "contradicted", reason: against };
	const coverage = coverageOf(sentence, quotes.join("\n"));
	if (coverage.missing.length > 0) {
		return {
			verdict: "unsupported",
			reason: `no quote holds ${coverage.missing.map((quantity) => quantity.text).join(", ")}`,
		};
	}
	const score = scoreOf(coverage);
	const share = `${Math.round(coverage.words * 100)} % of its words stand in the quotes`;
	if (score >= supportedFrom) return { verdict: "supported", reason: share };
	return { verdict: score >= partialFrom ? "partial" : "unsupported", reason: share };
}

function verbatim(sentence: string, quote: string): boolean {
	const bare = (text: string) => folded(text).replace(/[.!?"“”'’\s]+$/u, "");
	return folded(quote).includes(bare(sentence));
}

function scoreOf({ words, pairs, window, names, missing }: Coverage): number {
	const sum =
		weight.bias +
		weight.words * words +
		weight.pairs * pairs +
		weight.window * window +
		weight.names * names +
		weight.missing * Math.min(1, missing.length / 2);
	return 1 / (1 + Math.exp(-sum));
}

function statement(text: string): Aspect {
	return aspectOf({ text, subject: subjectOf(text), asOf: asOfIn(text), cell: undefined });
}

function contradicted(sentence: string, quotes: readonly string[]): string | undefined {
	const own = statement(sentence);
	for (const quote of quotes)
		for (const other of sentencesIn(quote).slice(0, sentencesCompared)) {
			const found = contradiction(own, statement(other.text));
			if (found && found.chance >= contradictedFrom) return found.why;
		}
	return undefined;
}
