import { folded } from "../../base/text.ts";
import type { Claim } from "../../evidence/claim.ts";
import { asQuoted, quote, replacesPronoun } from "../../evidence/quotation.ts";
import { isStopWord } from "./language/words.ts";

/** Openers that point at a sentence before and can go without loss: `However, the daemon …` → `[T]he daemon …`. */
const connective =
	/^(?:however|therefore|thus|hence|moreover|furthermore|additionally|in addition|also|then|so|and|but|consequently|accordingly|as a result|similarly|likewise|instead|nevertheless|nonetheless|meanwhile|finally|lastly|besides|for example|for instance|e\.g\.|in fact|indeed|in other words|that is|i\.e\.|in particular|specifically|note that|again|on the other hand|by contrast|in contrast|conversely|at the same time|of course),?\s+/i;
/** Openers that mean nothing without the sentence before. */
const dangling =
	/^(?:it(?! (?:is|was|would be|may be|can be|remains) (?:\w+ly )?\w+ (?:to|that|for)\b)|its|it's|this|that|these|those|they|their|them|he|his|him|she|her|such|here|there(?! (?:is|are|was|were|has|have)\b)|both|the (?:former|latter|same|above|following|other|second|third|resulting)|another|others|either|neither|one of (?:these|those|them)|as (?:noted|described|mentioned|shown|explained|above)|which|who|whose)\b/i;
/** A definite thing that only the sentence before can tell: `The disadvantage is …`. */
const relational =
	/^the (?:main |only |other |first |second |usual )?(?:disadvantage|advantage|reason|result|problem|difference|exception|consequence|drawback|solution|alternative|default(?: value| setting)?|setting|parameter|option|answer|effect|purpose|idea)s? (?:is|was|are|were|here|can|will|must|should|has|does)\b/i;
/** What a table says of a column: a noun without a verb, as in `Number of rows returned`. */
const label =
	/^(?:(?:total|current|maximum|minimum|estimated|last) )?(?:number|amount|names?|time|size|type|count|list|value)s? (?:of|at|when|for|in|that|spent)\b(?!(?:\s\S+){1,6}?\s(?:is|are|was|were|has|have|must|can|cannot|will|does|do|determines?|depends?|varies|vary)\b)|^(?:true|false) if\b/i;
/** A term of a list, as it stands before its explanation: `vacuum_cost_delay (floating point):`. */
const term = /^(?:[\w.-]*_[\w.-]*|-{1,2}\w[\w-]*|\p{Ll}[\w.-]*)(?: \([^()]{1,30}\))?:$/u;
/** A condition or setting whose thing is the term above it: `If -1 is specified, …`. */
const conditional = /^(?:if|when|only|zero|setting|valid|must|on|off)\b/i;
/** A glossary's entry, and the words that stand above it. */
const entry = /^(?:An?|The|One of|Any|Some)\s/;
const entryTerm = /^[\p{L}\d][^:.;]{1,58}:$/u;
/** A sentence without a subject, as under a term of a list: `Specifies the …`. */
const subjectless = /^(?:[A-Z][a-z]+(?:[^aious\s]s|es))\s(?:the|an?|whether|how|if|all|any|only|each|every|where)\b/;

/** A quotation of a claim, readable alone where the claim says what its pronoun stood for: `“[The daemon] wakes up …”.` */
export function quoted(claim: Claim): string {
	return quote(readable(claim));
}

/** Whether the claim's quotation still points at something before it. */
export function isDangling(claim: Claim): boolean {
	const words = readable(claim).replace(/^\[(.)\](?=\p{Ll})/u, "$1");
	return dangling.test(words) || isOpen(words);
}

/** The quote's words with an editor's word for the pronoun that opens it, and without list marks and connectives. */
export function readable(claim: Claim): string {
	const words = withoutListMark(asQuoted(claim.quote));
	const opened = opening(words, withoutListMark(asQuoted(claim.text)));
	if (opened !== undefined) return opened;
	const rest = words.replace(connective, "");
	return capitalised(rest);
}

/**
 * `It wakes up` beside the claim's text `The daemon wakes up` gives `[The daemon] wakes up`; `Specifies the delay` beside
 * `vacuum_cost_delay: Specifies the delay` gives `[vacuum_cost_delay:] Specifies the delay`.
 */
function opening(words: string, text: string): string | undefined {
	const shared = sharedEnd(words, text);
	const [pronoun, name] = [words.slice(0, words.length - shared).trim(), text.slice(0, text.length - shared).trim()];
	if (shared === 0 || name === "" || name.length > nameMax) return undefined;
	if (pronoun === "")
		return (term.test(name) && (isOpen(words) || conditional.test(words))) ||
			(entry.test(words) && entryTerm.test(name))
			? `[${name}] ${words}`
			: undefined;
	const rest = words.slice(words.length - shared).trimStart();
	const added = name.startsWith(`${pronoun} (`) && name.endsWith(")") ? name.slice(pronoun.length + 2, -1) : undefined;
	if (added !== undefined) return `${pronoun} [${added}] ${rest}`;
	if (name.includes(":") || !replacesPronoun(pronoun) || folded(pronoun).endsWith(folded(name))) return undefined;
	return `[${capitalised(name.replace(chapter, ""), false)}] ${rest}`;
}

/** Whether a sentence lacks what it speaks of, as explanations under a term do. */
function isOpen(words: string): boolean {
	return subjectless.test(words) || relational.test(words) || label.test(words);
}

/** A title's number, as a manual has it: `64.6. `, `E.18. `. */
const chapter = /^(?:[A-Z]|\d{1,3})(?:\.\d{1,3})*\.\s+/;

/** A longer name for a pronoun reads worse than the pronoun. Characters. */
const nameMax = 80;

/** Length of the words that two texts end with alike. */
function sharedEnd(a: string, b: string): number {
	let shared = 0;
	while (shared < Math.min(a.length, b.length) && a.at(-1 - shared) === b.at(-1 - shared)) shared++;
	const end = a.slice(a.length - shared);
	// Only whole words are shared: what both have left of a word belongs to what differs.
	const cutsWord =
		/^[\p{L}\p{N}'’]/u.test(end) &&
		(/[\p{L}\p{N}'’]$/u.test(a.slice(0, -shared || undefined)) ||
			/[\p{L}\p{N}'’]$/u.test(b.slice(0, -shared || undefined)));
	return cutsWord ? end.replace(/^[\p{L}\p{N}'’]+/u, "").length : shared;
}

function withoutListMark(words: string): string {
	return words.replace(/^(?:[-*•–]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+)/i, "");
}

/** A sentence's first letter as a capital, in brackets where the source has a small one; names in lower case (`psql`) stay. */
function capitalised(words: string, bracketed = true): string {
	const first = /^\p{Ll}+(?=[\s,;:]|$)/u.exec(words)?.[0];
	if (first === undefined || !isStopWord(first)) return words;
	const capital = first.charAt(0).toUpperCase();
	return (bracketed ? `[${capital}]` : capital) + words.slice(1);
}
