import type { Claim } from "../../../evidence/claim.ts";
import { independentOrigins } from "../../../evidence/independence.ts";
import { type Quantity, quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { negatedIn } from "../language/negation.ts";
import type { QuestionParts } from "../language/question.ts";
import { stem } from "../language/stem.ts";
import { antonyms, shareSense } from "../language/wordnet.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";
import { baseOfParticiple, baseOfPast, verbness } from "../planning/verbs.ts";
import { isAlike } from "./asked.ts";
import { lossIn } from "./lost.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";

/** A claim must hold this share of the question's content words to answer it with yes or no. */
const holdsFrom = 0.75;
const askedAtLeast = 2;

/** What holds under a condition, or for some only, answers neither yes nor no. */
const conditional = /\b(?:if|unless|when|whenever|until|except|only|some|certain|might|could|sometimes|partially)\b/i;
/** The month begins with a capital. */
const mayBe = /\bmay\b/;

interface Vote {
	claim: Claim;
	yes: boolean;
	share: number;
	/** It tells of a change: what was told before it holds no more. */
	turns: boolean;
}

interface AskedOf {
	question: string;
	stems: readonly string[];
	/** The question itself holds a negation. */
	negative: boolean;
	/** `Is X certified?`: what is asked of it, in lower case. */
	predicate: string | undefined;
}

/** How a claim answers a yes/no question: it affirms or denies what is asked, or does not speak to it. */
function voteOf(claim: Claim, { question, stems: asked, negative, predicate }: AskedOf): Vote | undefined {
	const words = wordsIn(claim.text).filter((word) => !isStopWord(word.lower));
	const loss = lossIn(claim.text, asked, question);
	if (loss) {
		const alike = asked.filter((one) => words.some(({ lower }) => stemsOf(lower).some((form) => isAlike(form, one))));
		const share = alike.length / Math.max(1, asked.length);
		return share < holdsFrom ? undefined : { claim, yes: (loss === "held") !== negative, share, turns: true };
	}
	const negated = negatedIn(claim.text);
	const held = words.filter((word) => stemsOf(word.lower).some((form) => asked.includes(form)));
	const opposite = words.find((word) => [...antonyms(word.lower)].some((other) => asked.includes(stem(other))));
	const share =
		new Set([...held.flatMap((word) => stemsOf(word.lower)), ...(opposite ? ["opposite"] : [])]).size /
		Math.max(1, asked.length);
	if (share < holdsFrom) return undefined;
	// What never speaks of what is asked about a thing only names the thing.
	if (predicate !== undefined && !opposite && !words.some(({ lower }) => says(lower, predicate))) return undefined;
	if (conditional.test(claim.text) || mayBe.test(claim.text)) return undefined;
	const denied = held.some((word) => negated.has(word.start)) !== (opposite !== undefined);
	return { claim, yes: denied === negative, share, turns: false };
}

function says(word: string, predicate: string): boolean {
	return (
		baseOfPast(word) === predicate ||
		baseOfParticiple(word) === predicate ||
		stemsOf(word).some((form) => stemsOf(predicate).some((one) => isAlike(form, one))) ||
		shareSense(word, predicate)
	);
}

/** What a question asks of a thing: its verb, else the last word of `Is X certified?`; none where that is a name or tells where or when. */
function predicateOf(question: string): string | undefined {
	return verbOf(question) ?? complementOf(question);
}

/** From this share of its use on a word of a question is its verb. */
const verbFrom = 0.9;

/** The verb of `Did X leave Y?`, where just one word can be it. */
function verbOf(question: string): string | undefined {
	if (!/^(?:did|does|do|has|have|had|will|can)\b/iu.test(question.trim())) return undefined;
	const verbs = wordsIn(question)
		.slice(1)
		.filter(({ text, lower }) => /^\p{Ll}/u.test(text) && !isStopWord(lower) && verbness(lower) >= verbFrom);
	return verbs.length === 1 ? verbs[0]?.lower : undefined;
}

function complementOf(question: string): string | undefined {
	const last = /^(?:is|are|was|were)\b.*?(?:\s(\p{L}+))?\s+(\p{Ll}{3,})\s*\?*$/u.exec(
		question.trim().replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
	);
	const [, before = "", word = ""] = last ?? [];
	if (
		word === "" ||
		isStopWord(word) ||
		/^(?:in|on|at|by|for|of|to|from|with|under|since|until|this|that)$/.test(before)
	)
		return undefined;
	return word;
}

/** Votes without those that are from before a page which tells that it changed. */
function sinceTurn(votes: readonly Vote[], sources: ReadonlyMap<string, { date?: string | undefined }>): Vote[] {
	const dateOf = ({ claim }: Vote) => sources.get(claim.sourceId)?.date ?? claim.asOf;
	const turn = votes
		.filter(({ turns }) => turns)
		.flatMap((vote) => dateOf(vote) ?? [])
		.toSorted()
		.at(-1);
	return turn === undefined ? [...votes] : votes.filter((vote) => (dateOf(vote) ?? turn) >= turn);
}

/** A question for a bound is answered by other amounts than its own. */
const bounding =
	/\b(?:(?:more|less|fewer|greater|higher|lower|larger|smaller|longer|shorter|older|earlier|later) than|at (?:least|most)|over|under|above|below|exceed\w*|up to|before|after|since|until|between)\b/iu;

/** A vote as the amounts and dates of the question allow: one who gives another amount denies it, one who gives none says nothing. */
function weighed(vote: Vote, amounts: readonly Quantity[], negativeQuestion: boolean): Vote[] {
	if (vote.yes === negativeQuestion) return [vote];
	const given = quantitiesIn(vote.claim.text);
	const missing = amounts.filter((amount) => !given.some((one) => states(one, amount)));
	if (missing.length === 0) return [vote];
	const isOther = missing.some(({ kind, unit }) => {
		const alike = given.filter((one) => one.kind === kind && one.unit === unit);
		return unit !== "" && alike.length === 1;
	});
	return isOther ? [{ ...vote, yes: !vote.yes }] : [];
}

/** Whether what a claim gives is what the question asks about; a day is in its year. */
function states(one: Quantity, amount: Quantity): boolean {
	if (sameQuantity(one, amount) || (one.kind !== "date" && one.normal === amount.normal)) return true;
	return one.span !== undefined && amount.span !== undefined && isWithin(one.span, amount.span);
}

function isWithin(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
	return a.from >= b.from && a.to <= b.to;
}

/** Yes or no, when claims hold what is asked; undefined when none does. The side with more independent origins wins; a tie is none. */
export function yesOrNo(input: WriteInput, parts: QuestionParts): Answer | undefined {
	const asked = parts.stems;
	if (asked.length < askedAtLeast) return undefined;
	const negativeQuestion = negatedIn(input.question).size > 0;
	const of: AskedOf = {
		question: input.question,
		stems: asked,
		negative: negativeQuestion,
		predicate: predicateOf(input.question),
	};
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const amounts = bounding.test(input.question) ? [] : quantitiesIn(input.question);
	const all = input.claims
		.filter((claim) => claim.class === "direct")
		.flatMap((claim) => voteOf(claim, of) ?? [])
		.flatMap((vote) => weighed(vote, amounts, negativeQuestion));
	const cast = sinceTurn(all, sources);
	const counted = countedFor(
		cast.map(({ claim }) => claim),
		sources,
	);
	const votes = counted.flatMap((claim) => cast.find((vote) => vote.claim === claim) ?? []);
	const ofSide = (yes: boolean) => votes.filter((vote) => vote.yes === yes).map(({ claim }) => claim);
	const origins = (yes: boolean) => independentOrigins(ofSide(yes), sources);
	const [yes, no] = [origins(true), origins(false)];
	if (votes.length === 0 || (yes === no && strongest(votes, true) === strongest(votes, false))) return undefined;
	const side = yes !== no ? yes > no : strongest(votes, true) > strongest(votes, false);
	const ids = (one: boolean) => ofSide(one).map(({ id }) => id);
	const against = ids(!side);
	return {
		text: side ? "Yes" : "No",
		claimIds: ids(side),
		confidence: against.length > 0 || isDoubtful(counted, sources) ? "low" : (side ? yes : no) >= 2 ? "high" : "medium",
		alternatives: against.length > 0 ? [{ text: side ? "No" : "Yes", claimIds: against }] : [],
		why: `${side ? "stated" : "denied"} by ${toldBy(ofSide(side), sources)}`,
	};
}

function strongest(votes: readonly Vote[], yes: boolean): number {
	return Math.max(0, ...votes.filter((vote) => vote.yes === yes).map((vote) => vote.share));
}
