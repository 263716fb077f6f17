import { comparisonForm } from "../../../base/text.ts";
import type { Support } from "../../../evidence/report.ts";
import { validityDateIn } from "../../../evidence/typed-values.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { subjectOf } from "../../../text/subject.ts";
import { type Aspect, aspectOf } from "../../disputes/aspect.ts";
import { contradiction } from "../../disputes/compare.ts";
import { probabilityOf } from "../../linear.ts";
import { coverageOf, signalsOf } from "./coverage.ts";
import weights from "./weights.json" with { type: "json" };

/** Minimum calibrated chances of `supported` and `partial`. */
const supportedFrom = 0.5;
const partialFrom = 0.35;
/** Minimum chance of a dispute for a contradiction. */
const contradictedFrom = 0.6;
/** A longer quote is a page: only its beginning is searched for a contradiction. Sentences. */
const sentencesCompared = 40;

/**
 * Whether quotes support a sentence, by wording alone: words that stand together in the quotes, numbers and dates, and contradictions by
 * number, date, negation or opposite. A sentence that stands in a quote word for word is supported. A sentence with a number that no
 * quote holds is never supported.
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
	if (coverage.missing.length > 0)
		return { verdict: "unsupported", reason: `no quote holds ${coverage.missing.map(({ text }) => text).join(", ")}` };
	const chance = probabilityOf(weights, signalsOf(coverage));
	const reason = `${Math.round(coverage.window * 100)} % of its words stand together in the quotes`;
	if (chance >= supportedFrom) return { verdict: "supported", reason };
	return { verdict: chance >= partialFrom ? "partial" : "unsupported", reason };
}

function verbatim(sentence: string, quote: string): boolean {
	const bare = (text: string) => comparisonForm(text).replace(/[.!?"“”'’\s]+$/u, "");
	return comparisonForm(quote).includes(bare(sentence));
}

function statement(text: string): Aspect {
	return aspectOf({ text, subject: subjectOf(text), asOf: validityDateIn(text) });
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
