import type { BlockPiece } from "../../../evidence/report.ts";
import { inAskedState } from "../../../text/former-state.ts";
import { isReferral } from "../../../text/references.ts";
import { tagWords } from "../../../text/tags.ts";
import { sentencePieces } from "../blocks/windows.ts";
import { askedTerms, termTest } from "../question/asked-terms.ts";

type Range = Pick<BlockPiece, "start" | "end">;

/** The sentence of a passage that answers, or undefined if the place is in none, or in several. */
export interface AnswerSentence extends Range {
	/** Whether it cannot be the answer: it only refers to another place, or is about another number of what the question asks for. */
	isUnfit: boolean;
}

/**
 * The sentence for a question in which a place lies, or another one of the passage that fits it better: that holds more of the question's
 * terms, that opens the entry of what the question asks the meaning of, or that tells the state that it asks for.
 * @param above the page's title and the passage's headings.
 */
export function answerSentence(
	pieces: readonly BlockPiece[],
	place: Range,
	question: string,
	above: string,
): AnswerSentence | undefined {
	const sentences = pieces.flatMap((piece) => (piece.kind === "code" ? [] : sentencePieces(piece)));
	const overlapping = sentences.filter(({ start, end }) => start < place.end && end > place.start);
	const [only] = overlapping;
	if (!only || overlapping.length > 1) return undefined;
	const at = sentences.indexOf(only);
	const termsAt = pointedAt(sentences, at, question, above);
	const meant = termsAt === at ? openingOf(pieces, sentences, at, question) : termsAt;
	const texts = sentences.map(({ text }) => text);
	const chosen = inAskedState(texts, meant, question);
	const one = sentences[chosen];
	if (!one) return undefined;
	const isUnfit = isReferral(one.text) || isOfOtherNumber(texts.slice(0, chosen + 1), question);
	return { start: one.start, end: one.end, isUnfit };
}

/** The sentence that holds most terms of the question, with the term of its entry: the one at `at` if no other holds more. */
function pointedAt(sentences: readonly BlockPiece[], at: number, question: string, above: string): number {
	const tests = askedTerms(question)
		.map(termTest)
		.filter((isHeld) => !isHeld(above));
	const held = sentences.map(({ kind, text }, index) => {
		const term = sentences[entryOf(sentences, index)]?.text ?? "";
		const isSentence = kind !== "term" && /\s/u.test(text.trim()) && !isReferral(text);
		return !isSentence ? -1 : tests.filter((isHeld) => isHeld(text) || isHeld(term)).length;
	});
	const most = Math.max(...held);
	if (most <= 0 || held[at] === most) return at;
	const entry = entryOf(sentences, at);
	const best = held.flatMap((count, index) => (count === most ? [index] : []));
	return best.find((index) => entryOf(sentences, index) === entry) ?? best[0] ?? at;
}

/** The index of the term above a sentence. -1 without one. */
function entryOf(sentences: readonly BlockPiece[], at: number): number {
	return sentences.findLastIndex(({ kind }, index) => kind === "term" && index <= at);
}

/** `What does X do`, `What does X mean`, `What is X`. */
const asksMeaning = /^what\s+(?:(?:does|do)\s.+\s(?:do|mean)|(?:is|are)\s\S+)\s*\??$/iu;

/** Of a question for the meaning of an entry's term: the first sentence of the entry, if the one at `at` is of a later paragraph. */
function openingOf(
	pieces: readonly BlockPiece[],
	sentences: readonly BlockPiece[],
	at: number,
	question: string,
): number {
	const entry = entryOf(sentences, at);
	const term = sentences[entry];
	if (!term || !asksMeaning.test(question)) return at;
	const isAsked = askedTerms(question).some((one) => termTest(one)(term.text));
	const opening = sentences[entry + 1];
	const paragraph = pieces.find(({ start, end }) => opening && start <= opening.start && opening.end <= end);
	const isInside = paragraph !== undefined && (sentences[at]?.start ?? 0) < paragraph.end;
	return !isAsked || !opening || isInside || entry + 1 > at ? at : entry + 1;
}

/**
 * Whether the last of the sentences is about another number of a thing than the question: `bay 3`, asked of bay 1. A sentence that does not
 * name it is about the one that was named last.
 */
function isOfOtherNumber(sentences: readonly string[], question: string): boolean {
	return numberedIn(question).some(({ noun, number }) => {
		const named = sentences
			.map((text) => numberedIn(text).filter((one) => one.noun === noun))
			.findLast(({ length }) => length > 0);
		return named?.every((one) => one.number !== number) ?? false;
	});
}

/** `bay 3`: a common noun with its number. A year is none. */
function numberedIn(text: string): { noun: string; number: string }[] {
	const tags = tagWords(text);
	return tags.flatMap(({ text: written, start, end }, at) => {
		const before = tags[at - 1];
		const isNumber = /^\d{1,5}$/u.test(written) && !/^(?:19|20)\d\d$/u.test(written);
		if (!before || !isNumber || start - before.end > 1 || !/^(?:NOUN|VERB)$/u.test(before.pos)) return [];
		const follows = text.slice(end, end + 2);
		return /^\p{Ll}{3,}$/u.test(before.text) && !/^(?:[.,]\d|%|[\p{L}°])/u.test(follows)
			? [{ noun: before.lower, number: written }]
			: [];
	});
}
