import { inBase } from "../../../evidence/units.ts";
import { contentStems } from "../language/words.ts";
import type { Candidate } from "./candidates.ts";

const change =
	"(?:fall|fell|fallen|rise|rose|risen|grow|grew|grown|shrink|shrank|shrunk|declin|decreas|increas|drop|climb|chang|reduc|cut|lower|rais|expand|improv|worsen)\\p{L}*";
const asked = new RegExp(`\\b(?:by (?:how|what)|how much|what percent\\p{L}*|what share)\\b.*\\b${change}`, "iu");
const noun = "(?:fall|rise|growth|decline|decrease|increase|drop|reduction|cut|change|gain|loss|improvement)";
/** What stands before the amount of a change: `fell by`, `a decline of`, `cut … by`. */
const amountBefore = new RegExp(
	`\\b(?:by|${noun}s? of)\\s+(?:about |around |nearly |almost |roughly |some |at most |at least )?$`,
	"iu",
);
/** And after it: `47 percent decline`, `47 percent fewer`. */
const amountAfter = new RegExp(`^\\s+(?:${noun}|fewer|less|more|lower|higher|larger|smaller)\\b`, "iu");

/** Whether a question asks how far something changed, and not from or to what. */
export function asksForChange(question: string): boolean {
	return asked.test(question);
}

/** The numbers of one claim that say how far something changed, where some do; else all of them. */
export function amountsOfChange(candidates: readonly Candidate[]): readonly Candidate[] {
	const amounts = candidates.filter(({ claim, start, end }) => {
		const [before, after] = [claim.quote.slice(0, start), claim.quote.slice(end)];
		return amountBefore.test(before) || amountAfter.test(after);
	});
	return amounts.length > 0 ? amounts : candidates;
}

const counting = /\bhow many\s+(?:(?:of\s+)?(?:the|these|those|its|their)\s+)?(?:\p{L}+\s+){0,2}?\p{L}+/iu;

/**
 * The numbers of one claim that may count what `How many petrels …?` asks for: `two seasons` does not, where the question speaks of no
 * seasons. Only small numbers in words are told so: they are spoken of everything.
 */
export function countsOf(question: string, candidates: readonly Candidate[]): readonly Candidate[] {
	if (!counting.test(question)) return candidates;
	const asked = new Set(contentStems(question));
	return candidates.filter(({ text, quantity }) => {
		if (!quantity || /\d/.test(text) || quantity.value > smallest || quantity.unit === "") return true;
		return inBase(1, quantity.unit) !== undefined || contentStems(quantity.unit).some((stem) => asked.has(stem));
	});
}
const smallest = 12;
