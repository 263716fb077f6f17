import {
	auxiliaries,
	beForms,
	conjunctions,
	determiners,
	isPlural,
	prepositions,
	type Token,
	whWords,
} from "./tokens.ts";
import { usageOf } from "./usage.ts";
import { baseOfParticiple, baseOfPast, baseOfThird, nounness, verbness } from "./verbs.ts";

/** Verbs that open questions end on: at the end of a run of bare words they are hardly ever nouns. */
const closing =
	/^(?:work|function|operate|behave|differ|happen|occur|matter|scale|compare|exist|perform|cost|mean|look)s?$/;
/** What a subject of each further word costs: most are short. */
const lengthCost = 0.35;
const agreementCost = 3;
const closingGain = 5;
/** Longer subjects are not looked for. Tokens. */
const longestSubject = 14;

/** Where the subject ends and the base verb begins in `a hash join | work in X`; -1 when no place is likely. */
export function baseVerbAt(tokens: readonly Token[], text: string, plural: boolean | undefined): number {
	return best(tokens, (at) => {
		const token = tokens[at];
		if (!token || token.fixed) return undefined;
		const verb = token.lower === "be" ? 1 : verbness(token.lower);
		return verb === 0 ? undefined : Math.log(verb) + disagreement(tokens, text, at, plural);
	});
}

/** The finite verb of a statement: `Raft | elects a leader`, with its base and auxiliary; undefined when there is none. */
export function finiteVerbAt(
	tokens: readonly Token[],
	text: string,
): { at: number; base: string; aux: string } | undefined {
	const verbOf = (at: number): { base: string; aux: string; plural: boolean | undefined } | undefined => {
		const { lower = "", fixed = true } = tokens[at] ?? {};
		if (fixed) return undefined;
		if (auxiliaries.has(lower)) return { base: "", aux: lower, plural: undefined };
		const third = baseOfThird(lower);
		if (third) return { base: third, aux: "does", plural: false };
		const past = baseOfPast(lower);
		if (past && past !== lower) return { base: past, aux: "did", plural: undefined };
		return verbness(lower) > 0 ? { base: lower, aux: "do", plural: true } : undefined;
	};
	const at = best(tokens, (place) => {
		const verb = verbOf(place);
		if (!verb) return undefined;
		if (verb.base === "") return 1;
		return Math.log(Math.max(verbness(verb.base), 0.05)) + disagreement(tokens, text, place, verb.plural);
	});
	const verb = at < 0 ? undefined : verbOf(at);
	return verb && { at, base: verb.base, aux: verb.aux };
}

function disagreement(tokens: readonly Token[], text: string, at: number, plural: boolean | undefined): number {
	const [first, last] = [tokens[0], tokens[at - 1]];
	if (plural === undefined || !first || !last) return 0;
	const number = isPlural(text.slice(first.start, last.end));
	return number === undefined || number === plural ? 0 : -agreementCost;
}

/** The likeliest of the places that may part subject and verb, by how well the words on both sides stand as nouns. */
function best(tokens: readonly Token[], verbAt: (at: number) => number | undefined): number {
	let found = -1;
	let most = Number.NEGATIVE_INFINITY;
	for (let at = 1; at < Math.min(tokens.length, longestSubject); at++) {
		const before = tokens[at - 1];
		if (!before || !endsNoun(before)) continue;
		const verb = verbAt(at);
		if (verb === undefined) continue;
		const score =
			verb + asNouns(tokens.slice(0, at)) + asNouns(runAfter(tokens, at)) - lengthCost * at + closes(tokens, at);
		if (score > most) [found, most] = [at, score];
	}
	return found;
}

function endsNoun({ lower, fixed }: Token): boolean {
	if (fixed) return true;
	if (/^(?:it|they|this|that|these|those|each|both|all|one)$/.test(lower)) return true;
	return (
		!determiners.has(lower) &&
		!prepositions.has(lower) &&
		!conjunctions.has(lower) &&
		!whWords.has(lower) &&
		!auxiliaries.has(lower) &&
		lower !== "not"
	);
}

function closes(tokens: readonly Token[], at: number): number {
	return closing.test(tokens[at]?.lower ?? "") && runAfter(tokens, at).length === 0 ? closingGain : 0;
}

function runAfter(tokens: readonly Token[], at: number): Token[] {
	const run: Token[] = [];
	if (tokens[at]?.after) return run;
	for (const token of tokens.slice(at + 1)) {
		if (
			!token.fixed &&
			(determiners.has(token.lower) ||
				prepositions.has(token.lower) ||
				conjunctions.has(token.lower) ||
				whWords.has(token.lower))
		)
			break;
		run.push(token);
		if (token.after) break;
	}
	return run;
}

function asNouns(tokens: readonly Token[]): number {
	let sum = 0;
	for (const [at, { fixed, lower }] of tokens.entries()) {
		if (
			fixed ||
			determiners.has(lower) ||
			prepositions.has(lower) ||
			whWords.has(lower) ||
			conjunctions.has(lower) ||
			/ly$/.test(lower)
		)
			continue;
		// In a relative clause a verb stands inside the subject: `the company that makes X`.
		if (/^(?:that|which|who)$/.test(tokens[at - 1]?.lower ?? "") || auxiliaries.has(lower)) continue;
		sum += Math.log(nounness(lower));
	}
	return sum;
}

/** Where the complement of `be` or `have` begins: `memory | allocated to X`, `the sky | blue`; -1 when no place is sure. */
export function complementAt(tokens: readonly Token[], participleOnly: boolean): number {
	const fits = tokens.map((_token, at) => at > 0 && isComplement(tokens, at, participleOnly));
	const last = tokens.length - 1;
	for (const at of [last, last - 1])
		if (fits[at] && (at === last || prepositions.has(tokens[last]?.lower ?? ""))) return at;
	const first = fits.indexOf(true);
	if (first > 0) return first;
	return last > 0 && prepositions.has(tokens[last]?.lower ?? "") ? last : -1;
}

function isComplement(tokens: readonly Token[], at: number, participleOnly: boolean): boolean {
	const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
	if (!before || !token || token.fixed || !endsNoun(before) || beForms.has(before.lower)) return false;
	if (/^(?:that|which|who)$/.test(before.lower)) return false;
	const { noun, adjective, verb } = usageOf(token.lower);
	if (baseOfParticiple(token.lower) && (noun <= verb || /ed$/.test(token.lower))) {
		// `the film directed by X`: the noun's own, unless it stands in the relative clause of another.
		const inside =
			tokens.slice(0, at).some(({ lower }) => /^(?:that|which|who)$/.test(lower)) && at < tokens.length - 1;
		return !inside && !followedByNoun(next);
	}
	if (participleOnly) return false;
	return adjective > noun && !followedByNoun(next);
}

function followedByNoun(next: Token | undefined): boolean {
	if (!next) return false;
	return (
		!determiners.has(next.lower) &&
		!prepositions.has(next.lower) &&
		!conjunctions.has(next.lower) &&
		!whWords.has(next.lower) &&
		!/ly$/.test(next.lower) &&
		usageOf(next.lower).adverb <= usageOf(next.lower).noun
	);
}
