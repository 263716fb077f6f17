import { quantityOf } from "../../../evidence/cells.ts";
import type { Cell, Claim } from "../../../evidence/claim.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { AnswerType } from "../../../evidence/question.ts";
import { type EntityType, entitiesIn } from "../language/entities.ts";
import { demonyms } from "../language/names.ts";
import { contentStems, isStopWord, type Word, wordsIn } from "../language/words.ts";

/** A span of a claim's quote that may be the answer. */
export interface Candidate {
	claim: Claim;
	/** Exactly as in the quote. */
	text: string;
	start: number;
	end: number;
	kind: "number" | "date" | EntityType | "phrase";
	quantity?: Quantity | undefined;
}

/** Longest noun phrase in words that is tried as an answer. */
const phraseWords = 5;
const breaksPhrase =
	/^(?:is|are|was|were|be|been|being|has|have|had|does|do|did|became|\p{Ll}+(?:ed|ing)|also|well|known|who|which|that|can|may|will)$/u;

/** Names, with `City, State` chains and appositions joined as a further candidate. */
function names(claim: Claim): Candidate[] {
	const { quote } = claim;
	const entities = entitiesIn(quote);
	const out: Candidate[] = entities.map(({ text, start, end, type }) => ({ claim, text, start, end, kind: type }));
	for (const [at, entity] of entities.entries()) {
		const next = entities[at + 1];
		if (next && quote.slice(entity.end, next.start) === ", " && next.type === "place" && entity.type !== "person")
			out.push({ claim, text: quote.slice(entity.start, next.end), start: entity.start, end: next.end, kind: "place" });
	}
	return out;
}

/** For `what year` the year itself is the answer, not the whole date around it. */
function years(claim: Claim): Candidate[] {
	return quantities(claim, true).flatMap((candidate) => {
		const at = candidate.text.search(/\b[12]\d{3}\b/);
		if (at < 0 || candidate.text.endsWith("s") || !candidate.quantity) return [];
		const text = candidate.text.slice(at, at + 4);
		return [
			{
				...candidate,
				text,
				start: candidate.start + at,
				end: candidate.start + at + 4,
				quantity: { ...candidate.quantity, normal: text },
			},
		];
	});
}

/** `see Section 20.5.3`, `Table 3`: the number of a place, not of a thing. */
const reference = /\b(?:section|chapter|table|figure|fig\.|appendix|page|part|step|note|footnote|example|version)\s+$/i;

/** `23 painters … Six of them`: six painters. */
function counted(quantity: Quantity, at: number, all: readonly Quantity[], quote: string): Quantity {
	if (quantity.unit !== "" || !ofThem.test(quote.slice(quantity.end))) return quantity;
	const unit = all.slice(0, at).findLast((before) => before.kind === "number" && before.unit !== "")?.unit;
	return unit === undefined ? quantity : { ...quantity, unit };
}
const ofThem = /^\s+of\s+(?:them|these|those|whom)\b/iu;

/**
 * Of `23 painters were hired. Six of them left`, who asks how many left is not told by the 23: without the numbers before, where only
 * what is said of the part holds a word that was asked for. `asked`: stems of the question.
 */
export function ofThePart(candidates: readonly Candidate[], asked: readonly string[]): readonly Candidate[] {
	const part = candidates.find(({ claim, end }) => ofThem.test(claim.quote.slice(end)));
	if (!part) return candidates;
	const before = new Set(contentStems(part.claim.quote.slice(0, part.start)));
	const own = new Set(contentStems(part.claim.quote.slice(part.end)));
	const tells = asked.some((stem) => own.has(stem) && !before.has(stem));
	return tells ? candidates.filter(({ start }) => start >= part.start) : candidates;
}

function quantities(claim: Claim, date: boolean): Candidate[] {
	return quantitiesIn(claim.quote)
		.map((quantity, at, all) => counted(quantity, at, all, claim.quote))
		.filter((quantity) => (quantity.kind === "date") === date && !reference.test(claim.quote.slice(0, quantity.start)))
		.map((quantity) => ({
			claim,
			text: quantity.text,
			start: quantity.start,
			end: quantity.end,
			kind: date ? ("date" as const) : ("number" as const),
			quantity,
		}));
}

/** Runs of words without a stop word or verb between them: `American football`, `Chief of Protocol` (through its `of`). */
function phrases(claim: Claim): Candidate[] {
	const { quote } = claim;
	const words = wordsIn(quote);
	const out: Candidate[] = [];
	let run: Word[] = [];
	const flush = () => {
		const [first, last] = [run[0], run.at(-1)];
		// A lone adverb (`specifically`) names nothing.
		const adverb = run.length === 1 && /^\p{Ll}{4,}ly$/u.test(first?.text ?? "");
		if (first && last && !adverb && run.length <= phraseWords)
			out.push({ claim, text: quote.slice(first.start, last.end), start: first.start, end: last.end, kind: "phrase" });
		run = [];
	};
	for (const word of words) {
		const before = run.at(-1);
		if (before && !/^[\s-]$/.test(quote.slice(before.end, word.start))) flush();
		if (isStopWord(word.lower) || (breaksPhrase.test(word.lower) && !/^\p{Lu}/u.test(word.text))) flush();
		else run.push(word);
	}
	flush();
	return out;
}

/** Peoples and languages: an answer to `what nationality`. */
function peoples(claim: Claim): Candidate[] {
	return wordsIn(claim.quote)
		.filter((word) => demonyms.has(word.lower) && /^\p{Lu}/u.test(word.text))
		.map((word) => ({ claim, text: word.text, start: word.start, end: word.end, kind: "other" as const }));
}

/** Of a row of a table, the cell that the claim is about. */
function ofCell(claim: Claim, cell: Cell): Candidate[] {
	const start = claim.quote.indexOf(cell.text);
	if (start < 0) return [];
	const quantity = isPeriod(cell.text) && cell.unit === undefined ? quantitiesIn(cell.text)[0] : quantityOf(cell);
	const kind =
		quantity === undefined ? ("phrase" as const) : quantity.kind === "date" ? ("date" as const) : ("number" as const);
	return [{ claim, text: cell.text, start, end: start + cell.text.length, kind, quantity }];
}

/** The spans of a claim that could answer a question of this type. */
export function candidatesIn(claim: Claim, type: AnswerType, head: string): Candidate[] {
	if (claim.cell && type !== "yes_no" && type !== "explanation") return ofCell(claim, claim.cell);
	switch (type) {
		case "number":
			return quantities(claim, false);
		case "date":
			return /^years?$/.test(head) ? years(claim) : quantities(claim, true);
		case "person":
		case "place":
		case "organization":
			return names(claim);
		case "yes_no":
		case "explanation":
			return [];
		default: {
			const found = names(claim);
			const taken = new Set(found.map((candidate) => `${candidate.start} ${candidate.end}`));
			const amounts = /^(?:values?|defaults?|settings?|limits?|maximum|minimum)$/.test(head)
				? [...quantities(claim, false), ...quantities(claim, true)]
				: [];
			const others = [
				...amounts,
				...(/^(?:nationalit|language|ethnicit)/.test(head) ? peoples(claim) : []),
				...phrases(claim),
			];
			return [...found, ...others.filter((candidate) => !taken.has(`${candidate.start} ${candidate.end}`))];
		}
	}
}
