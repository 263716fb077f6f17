import type { Claim } from "../../../evidence/claim.ts";
import { independentOrigins, withoutPoor } from "../../../evidence/independence.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { hasNegation, negatedIn } from "../../text/negation.ts";
import { stem } from "../../text/stem.ts";
import { antonyms } from "../../text/wordnet.ts";
import { isAlike, meansAlike } from "./alike.ts";
import { type Said, type Statement, statementOf, titlesOf } from "./statement.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import { type Term, termsOf } from "./wanted.ts";

/**
 * What a statement says of a proposition. `yes`, `no`: it states or denies that very proposition. `doubt`: it holds all of the
 * proposition's words, but in another construction, under a condition or beside a negation, so that only a reader can tell.
 */
export type Verdict = "yes" | "no" | "doubt";

/** Words of the closed class that make a statement hold for some, at times or under a condition only. */
const limiting =
	/^(?:if|unless|when|whenever|until|except|only|some|certain|might|could|may|should|would|sometimes|partially|former|formerly|most|many|few|rather|too)$/u;
const past = /^(?:was|were|did|had)$/u;
const now = /^(?:is|are|do|does|can|has|have|will)\b/iu;
const wordsAtLeast = 2;

/** `Yes` or `No` where a source states the very proposition and nothing that was read says otherwise; else undefined. */
export function yesOrNo(input: WriteInput): Answer | undefined {
	const titles = titlesOf(input.sources);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const judged = withoutPoor(input.claims, sources)
		.filter((claim) => claim.class === "direct" && !claim.cell)
		.map((claim) => ({
			claim,
			verdict: verdictOf(statementOf(claim, titles.get(claim.sourceId) ?? ""), input.question),
		}));
	const of = (verdict: Verdict): Claim[] => judged.filter((one) => one.verdict === verdict).map(({ claim }) => claim);
	const [yes, no] = [of("yes"), of("no")];
	if (of("doubt").length > 0 || yes.length > 0 === no.length > 0) return undefined;
	const claims = countedFor(yes.length > 0 ? yes : no, sources);
	const origins = independentOrigins(claims, sources);
	return {
		text: yes.length > 0 ? "Yes" : "No",
		claimIds: claims.map(({ id }) => id),
		confidence: isDoubtful(claims, sources) ? "low" : origins >= 2 ? "high" : "medium",
		alternatives: [],
		why: `${yes.length > 0 ? "stated" : "denied"} by ${toldBy(claims, sources)}`,
	};
}

/** Undefined where the statement does not hold all of the proposition's words. */
function verdictOf(statement: Statement, question: string): Verdict | undefined {
	const { claim, quote, above } = statement;
	const terms = termsOf(question);
	if (terms.length < wordsAtLeast) return undefined;
	const words = quote.length > 0 ? quote : statement.own;
	const places = terms.map((term) => placeOf(term, words));
	const missing = terms.filter((_, at) => places[at] === undefined);
	// The headings may say what the statement is about, and never what it says of it.
	const context = [...statement.own, ...above];
	const inHeadings = missing.every(({ stem: form }, at) => {
		return missing[at] === terms[at] && context.some(({ forms }) => forms.includes(form));
	});
	if (!inHeadings || missing.length === terms.length) return undefined;
	const found = places.flatMap((place) => place ?? []);
	const asked = new Set(question.toLowerCase().match(/[\p{L}']+/gu) ?? []);
	const limited = words.some(({ lower }) => limiting.test(lower) && !asked.has(lower));
	const negated = negatedIn(claim.quote);
	const denied = found.some(({ word }) => negated.has(word.start));
	const stray = hasNegation(claim.quote) && !denied;
	const bygone = now.test(question) && words.some(({ lower }) => past.test(lower));
	if (limited || stray || bygone || claim.quote.trimEnd().endsWith("?") || !isInOrder(found, words)) return "doubt";
	const opposite = found.filter((one) => one.opposite).length % 2 === 1;
	return (denied !== opposite) !== hasNegation(question) ? "no" : "yes";
}

interface Place {
	at: number;
	word: Said;
	/** It is an antonym of the question's word. */
	opposite: boolean;
}

/** Where a term stands among words: itself, another form of it, a verb of one sense, or its antonym. */
function placeOf(term: Term, words: readonly Said[]): Place | undefined {
	const tests: ((word: Said) => boolean)[] = [
		({ forms }) => forms.includes(term.stem),
		({ forms, isContent }) => isContent && forms.some((form) => isAlike(form, term.stem)),
		({ lower, isContent }) => isContent && meansAlike(lower, term.word),
		({ lower }) => [...antonyms(term.word)].some((other) => stem(other) === stem(lower)),
	];
	for (const [kind, test] of tests.entries()) {
		const at = words.findIndex(test);
		const word = words[at];
		if (word) return { at, word, opposite: kind === 3 };
	}
	return undefined;
}

/** How many content words may stand before the proposition: `In release 15,`. */
const openingMax = 2;

/** The proposition's words stand in its order, from the statement's beginning on, with nothing between them but function words. */
function isInOrder(found: readonly Place[], words: readonly Said[]): boolean {
	const [first, ...rest] = found;
	if (!first) return false;
	const strange = (from: number, to: number) =>
		words.slice(from, to).filter(({ isContent, lower }) => isContent && !lower.endsWith("ly")).length;
	let before = first.at;
	for (const { at } of rest) {
		if (at <= before || strange(before + 1, at) > 0) return false;
		before = at;
	}
	// `It is a myth that …`, `X said that …`: somebody else's statement, or none.
	const isReported = words.slice(0, first.at).some(({ lower }) => lower === "that");
	return !isReported && strange(0, first.at) <= openingMax;
}
