import type { Page } from "../../../evidence/source.ts";
import { readableAlone } from "../language/resolve.ts";
import { isVerbForm } from "../language/wordnet.ts";
import type { Candidate } from "./candidates.ts";
import { cellsOf, type Placed, ReferentTracker } from "./context.ts";

/** Sentences before a chosen one that can hold what its pronoun stands for. */
const lookBack = 6;
const bullet = /^(?:[-*•‣◦▪·]|\(?\d{1,3}[.)])\s+/;

/** The chosen quotes as they read alone; the page is walked once from its start, so that pronouns find their names. */
export function readableTexts(all: readonly Placed[], chosen: readonly Candidate[], page: Page): string[] {
	const out = chosen.map((candidate) => candidate.quote.replace(/\s+/g, " "));
	const tracker = new ReferentTracker(page);
	const near = new Set<number>();
	for (const { scored } of chosen) for (let back = 0; back <= lookBack; back++) near.add(scored.placed.order - back);
	let block = -1;
	for (const { sentence, order } of all) {
		if (!near.has(order)) continue;
		if (sentence.block !== block && sentence.kind !== "item") tracker.reset();
		block = sentence.block;
		for (const [at, candidate] of chosen.entries())
			if (candidate.scored.placed.order === order) out[at] = alone(candidate, tracker);
		tracker.note(sentence);
	}
	return out;
}

function alone(candidate: Candidate, tracker: ReferentTracker): string {
	const { sentence, header, term, opensTerm } = candidate.scored.placed;
	const oneLine = candidate.quote.replace(/\s+/g, " ");
	if (sentence.kind === "row") {
		const cells = cellsOf(candidate.quote);
		const named = header ? cells.map((cell, at) => (header[at] && cell ? `${header[at]}: ${cell}` : cell)) : cells;
		return named.filter(Boolean).join("; ");
	}
	if (candidate.partial) return oneLine;
	const plain = oneLine.replace(bullet, "");
	if (
		term &&
		explains(plain) &&
		(/^(?:this|it|its)\b/i.test(plain) || !plain.toLowerCase().includes(termWord(term).toLowerCase()))
	)
		return `${term}: ${plain}`;
	// A glossary's entry: `Checkpoint` above, then `A point in the WAL sequence at which …`.
	if (term && opensTerm && entry.test(plain) && !plain.toLowerCase().includes(term.toLowerCase()))
		return `${term}: ${plain}`;
	return readableAlone(plain, tracker.known);
}

/** A noun phrase that explains the term above it. */
const entry = /^(?:An?|The|One of|Any|Some)\s/;

function termWord(term: string): string {
	return term.split(/[\s(,]/)[0] ?? term;
}

/** Whether a sentence speaks of the term above it without naming it: `Specifies …`, `The default is …`, `If …`. */
function explains(text: string): boolean {
	const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";
	if (
		/^(?:if|when|it|its|this|these|valid|only|defaults?|default|setting|note|must|may|can|possible|allowed|by|zero|on|off)$/.test(
			first,
		)
	)
		return true;
	if (/^the\s+(?:default|value|valid|allowed|setting|parameter|option|unit|minimum|maximum|possible)\b/i.test(text))
		return true;
	return /s$/.test(first) && isVerbForm(first);
}
