import { comparisonForm } from "../../../base/text.ts";
import type { Support } from "../../../evidence/report.ts";
import { validityDateIn } from "../../../evidence/typed-values.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { subjectOf } from "../../../text/subject.ts";
import { findContradiction } from "../../disputes/compare.ts";
import { type ParsedStatement, parseStatement } from "../../disputes/parse-statement.ts";
import { probabilityOf } from "../../linear-model.ts";
import weights from "../support/weights.json" with { type: "json" };
import { coverageOf, supportSignals } from "./sentence-coverage.ts";

/** Minimum calibrated chances of `supported` and `partial`. */
const supportedMin = 0.5;
const partialMin = 0.35;
/** Minimum chance of a dispute for a contradiction. */
const contradictionMin = 0.6;
/** A longer quote is a page: only its beginning is searched for a contradiction. Sentences. */
const sentencesComparedMax = 40;

/**
 * Whether quotes support a sentence, by wording alone: words that stand together in the quotes, numbers and dates, and contradictions by
 * number, date, negation or opposite. A sentence that stands in a quote word for word is supported. A sentence with a number that no
 * quote holds is never supported.
 */
export function judgeSupport(input: { sentence: string; quotes: string[] }): Support {
	const sentence = input.sentence.replace(/\s*\[\d+\]/g, "").trim();
	const quotes = input.quotes.filter((quote) => quote.trim() !== "");
	if (sentence === "" || quotes.length === 0) return { verdict: "unsupported", reason: "no quote is cited" };
	if (quotes.some((quote) => isVerbatim(sentence, quote)))
		return { verdict: "supported", reason: "the sentence stands in a quote" };
	const contradictionReason = contradictionIn(sentence, quotes);
	if (contradictionReason) return { verdict: "contradicted", reason: contradictionReason };
	const coverage = coverageOf(sentence, quotes.join("\n"));
	if (coverage.missing.length > 0)
		return { verdict: "unsupported", reason: `no quote holds ${coverage.missing.map(({ text }) => text).join(", ")}` };
	const chance = probabilityOf(weights, supportSignals(coverage));
	const reason = `${Math.round(coverage.window * 100)} % of its words stand together in the quotes`;
	if (chance >= supportedMin) return { verdict: "supported", reason };
	return { verdict: chance >= partialMin ? "partial" : "unsupported", reason };
}

function isVerbatim(sentence: string, quote: string): boolean {
	const bare = (text: string) => comparisonForm(text).replace(/[.!?"“”'’\s]+$/u, "");
	return comparisonForm(quote).includes(bare(sentence));
}

function parseSentence(text: string): ParsedStatement {
	return parseStatement({ text, subject: subjectOf(text), asOf: validityDateIn(text) });
}

function contradictionIn(sentence: string, quotes: readonly string[]): string | undefined {
	const statement = parseSentence(sentence);
	for (const quote of quotes)
		for (const other of sentencesIn(quote).slice(0, sentencesComparedMax)) {
			const found = findContradiction(statement, parseSentence(other.text));
			if (found && found.chance >= contradictionMin) return found.why;
		}
	return undefined;
}
