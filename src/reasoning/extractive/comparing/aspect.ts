import type { Claim } from "../../../evidence/claim.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import { negatedIn } from "../language/negation.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";

/** A content word of a claim, with its stem and whether a negation covers it. */
export interface Term {
	lower: string;
	stem: string;
	start: number;
	end: number;
	negated: boolean;
}

/** What comparison needs of a claim; a sentence of a report has as much. */
export type Statement = Pick<Claim, "text" | "subject" | "asOf">;

/** A statement taken apart for comparison. */
export interface Aspect {
	asOf: string | undefined;
	/** The claim on one line, without brackets' contents that name its page. */
	text: string;
	subject: ReadonlySet<string>;
	/** Content words that are neither part of the subject nor a number. */
	terms: Term[];
	stems: ReadonlySet<string>;
	quantities: Quantity[];
	/** The whole statement stands under a negation. */
	negative: boolean;
	/** It holds only on a condition. */
	conditional: boolean;
}

const negators = /^(?:not|no|never|cannot|without|\w+n't|neither|nor|none)$/;
const conditions =
	/\b(?:if|unless|when|whenever|until|except|only|before version|since version|prior to|depending|some|sometimes|usually|often|may|might|could)\b/i;

function stemsIn(text: string): Set<string> {
	return new Set(wordsIn(text).flatMap(({ lower }) => (isStopWord(lower) ? [] : stemsOf(lower))));
}

export function aspectOf(claim: Statement): Aspect {
	const text = claim.text.replace(/\s+/g, " ");
	const subject = stemsIn(claim.subject);
	const quantities = quantitiesIn(text);
	const negated = negatedIn(text);
	const terms: Term[] = [];
	for (const { lower, start, end } of wordsIn(text)) {
		if (isStopWord(lower) || negators.test(lower.replaceAll("’", "'"))) continue;
		if (/^\d/.test(lower) || quantities.some((quantity) => start >= quantity.start && end <= quantity.end)) continue;
		const [stem = lower] = stemsOf(lower);
		if (subject.has(stem)) continue;
		terms.push({ lower: lower.replace(/['’]s?$/, ""), stem, start, end, negated: negated.has(start) });
	}
	const first = terms[0];
	return {
		asOf: claim.asOf,
		text,
		subject,
		terms,
		stems: new Set(terms.map((term) => term.stem)),
		quantities,
		negative: first?.negated === true || terms.slice(0, 3).some((term) => term.negated),
		conditional: conditions.test(text),
	};
}

/** Two claims speak of one subject: the same content words name it, or one name holds the other and adds one word. */
export function sameSubject(a: Aspect, b: Aspect): boolean {
	if (a.subject.size === 0 || b.subject.size === 0) return false;
	const [small, large] = a.subject.size <= b.subject.size ? [a.subject, b.subject] : [b.subject, a.subject];
	for (const stem of small) if (!large.has(stem)) return false;
	if (small.size === large.size) return true;
	// `Shirley Temple` and `Shirley Temple Black`; a single word is too little to know a name by.
	return small.size >= 2 && large.size - small.size <= 1;
}

export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	if (a.size === 0 && b.size === 0) return 1;
	let shared = 0;
	for (const each of a) if (b.has(each)) shared++;
	return shared / (a.size + b.size - shared);
}
