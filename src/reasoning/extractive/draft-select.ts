import { jaccard, trigrams } from "../../base/text.ts";
import type { Claim, Confidence } from "../../evidence/claim.ts";
import type { Group } from "../../evidence/group.ts";
import type { Answer } from "../../evidence/report.ts";
import type { WriteInput } from "../reasoner.ts";
import { isDangling, readable } from "./draft-quote.ts";
import { aboutness, topicsOf } from "./draft-topic.ts";
import { hasNegation } from "./language/negation.ts";

/** What a draft is made of. */
export type DraftInput = WriteInput & { answer: Answer | undefined };

/** A claim as a candidate for the report, with the group that it speaks for. */
export interface Candidate {
	claim: Claim;
	group?: Group | undefined;
	/** Higher is better; comparable within a report. */
	worth: number;
}

/** Two quotations this alike say the same: only one is shown. Trigrams shared over united. One page means each of its sentences. */
const repeats = 0.4;
const repeatsInPage = 0.55;
const sameCell = 0.95;
/** Quotations this long are hard to read in a paragraph, and this short say little. Characters. */
const longQuote = 320;
const shortQuote = 40;

/** What it is worth to name the topic, in the sentence or in its page's title. */
const topicWeight = 0.25;

const confidences: Record<Confidence, number> = { low: 0, medium: 0.15, high: 0.3 };

/**
 * The candidates of a report, best first: one for each group, then the claims of no group. Where a topic was read for, a claim's
 * relevance says already how much it is about it: more than its own words do.
 */
export function candidatesOf(input: WriteInput): Candidate[] {
	const readFor = input.route.shape === "synthesis" && input.route.subjects.length > 0;
	const topics = readFor ? [] : topicsOf(input);
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const groupOf = new Map(input.groups.flatMap((group) => group.claimIds.map((id) => [id, group] as const)));
	const all = input.claims
		.filter((claim) => claim.class !== "irrelevant")
		.map((claim): Candidate => {
			const group = groupOf.get(claim.id);
			const about = aboutness(topics, `${claim.text} ${titles.get(claim.sourceId) ?? ""}`);
			return { claim, group, worth: worthOf(claim, group) + topicWeight * about };
		});
	return all.toSorted((a, b) => b.worth - a.worth || (a.claim.id < b.claim.id ? -1 : 1));
}

function worthOf(claim: Claim, group: Group | undefined): number {
	const words = readable(claim);
	const length = words.length > longQuote ? -0.25 : words.length < shortQuote ? -0.15 : 0;
	return (
		claim.relevance +
		confidences[group?.confidence ?? claim.confidence] +
		0.1 * Math.min(2, (group?.origins ?? 1) - 1) +
		(claim.class === "direct" ? 0.2 : 0) +
		(isDangling(claim) ? -0.35 : 0) +
		(isProse(claim) ? 0 : -0.3) +
		(listItem.test(claim.quote) || order.test(words) ? -0.15 : 0) +
		length
	);
}

/** A name that is written small: an identifier, or a word with its verb right behind it (`psql connects to …`). */
const lowerName = /^\p{Ll}[\p{L}\p{N}]*(?:[_.:-]|\s(?:is|are|was|were|has|can|will|does|must|\p{Ll}{2,}s)\s)/u;

/**
 * A sentence, not a heading, a table row, a line of code or several blocks in one: it begins like one and ends like one, or
 * introduces the one line that follows it (`… is defined as:` and the formula).
 */
function isProse(claim: Claim): boolean {
	// A cell is told by its row, column and value.
	if (claim.cell) return true;
	const words = readable(claim);
	if (!/^[\p{Lu}\p{N}["'‘“(]/u.test(words) && !lowerName.test(words)) return false;
	const introduces =
		/:\s*\n\s*\S[^\n]*$/.test(claim.quote.trim()) || /^[^\n]*:\s*(?:\n\s*[-*•][^\n]*)+$/.test(claim.quote.trim());
	// A whole sentence in brackets is an aside to the one before.
	if (words.startsWith("(")) return false;
	if (!introduces && !/[.!?…][’'")\]]*$/.test(words)) return false;
	if (/\s\|\s|[{};]\s*$|=>|::/.test(words)) return false;
	// A line that ends like a sentence, or is short, ends a block: the quote goes across it.
	const lines = claim.quote.trim().split("\n").slice(0, -1);
	return introduces || lines.every((line) => line.trim().length >= wrappedLine && !/[.!?:;]\s*$/.test(line));
}

/** Prose that points at nothing before it. */
export function readsAlone(claim: Claim): boolean {
	return isProse(claim) && !isDangling(claim);
}

/** One of several that a sentence above announces. */
const listItem = /^(?:[-*•–]|\(?\w{1,2}[.)])\s/;
/** What to do, or what was done to a program, tells less of a thing than what it is. */
const order =
	/^(?:(?:Do not|Don't)\s|(?:Read|Stream|Drop|Create|Return|Set|Show|Enable|Disable|Fix|Add|Allow|Avoid|Prevent|Remove|Change|Ensure|Use|Specify|Wait|Start|Stop|Run|Write|Copy|Send|Get|See|Make|Improve)\s(?!(?:\S+\s)?(?:is|are|was|were|has|have|can|may|must|will)\b))/;

/** Lines of wrapped text are longer than this. Characters. */
const wrappedLine = 40;

/** What has been said: a candidate that says it again, or comes from a group that has spoken, is passed over. */
export class Said {
	readonly #grams: { sourceId: string; grams: Set<string>; denies: boolean }[] = [];
	readonly #groups = new Map<string, Claim[]>();
	readonly #claims = new Set<string>();

	has({ claim, group }: Candidate): boolean {
		if (this.#claims.has(claim.id)) return true;
		// A group may be held together by a name alone: only the same figures are the same statement in other words.
		if (group && this.#groups.get(group.id)?.some((other) => sameFigures(other, claim))) return true;
		// The cells of one row have one quote.
		const grams = trigrams(wordsOf(claim));
		const limit = claim.cell ? sameCell : repeatsInPage;
		const denies = hasNegation(claim.quote);
		// `It has no effect on the yield` says the contrary of `it raises the yield` in much the same letters.
		return this.#grams.some(
			(known) =>
				known.denies === denies && jaccard(grams, known.grams) >= (known.sourceId === claim.sourceId ? limit : repeats),
		);
	}

	add({ claim, group }: Candidate): void {
		this.#claims.add(claim.id);
		if (group) this.#groups.set(group.id, [...(this.#groups.get(group.id) ?? []), claim]);
		this.#grams.push({ sourceId: claim.sourceId, grams: trigrams(wordsOf(claim)), denies: hasNegation(claim.quote) });
	}
}

function wordsOf({ cell, quote, text }: Claim): string {
	return cell ? text : quote;
}

function figuresOf({ values }: Claim): string {
	return [...new Set(values.filter(({ kind }) => kind === "number" || kind === "date").map(({ normal }) => normal))]
		.toSorted()
		.join(" ");
}

function sameFigures(a: Claim, b: Claim): boolean {
	const figures = figuresOf(a);
	return figures !== "" && figures === figuresOf(b);
}

/** The best candidates that `fits` and that do not repeat each other nor what was said; they are then said. */
export function take(
	candidates: readonly Candidate[],
	max: number,
	said: Said,
	fits: (candidate: Candidate) => boolean = () => true,
): Candidate[] {
	const taken: Candidate[] = [];
	for (const candidate of candidates) {
		if (taken.length >= max) break;
		if (!fits(candidate) || said.has(candidate)) continue;
		said.add(candidate);
		taken.push(candidate);
	}
	return taken;
}
