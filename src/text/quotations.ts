import { normalizeText } from "./normalize-text.ts";

/**
 * Writes quotations for a report and reads them back. A quotation stands between “ and ”. Its content is verbatim, with these
 * exceptions: white space is folded; inner “ ” become ‘ ’; square brackets hold the writer's word in place of a pronoun or capital;
 * […] marks omitted words. A source's title stands between ‹ and ›.
 */

/** Maximum bracketed pieces in one quotation: matching tries their interpretations one by one. */
const bracketsMax = 8;
/** Maximum length of the words that a bracket replaces: a pronoun with the connective before it, never a clause. Characters. */
const replacedMax = 32;

/** Words as the content of a quotation, without its marks. */
export function quotationContent(words: string): string {
	return words.replace(/\s+/g, " ").trim().replace(/[“„‟]/g, "‘").replace(/”/g, "’");
}

/** Words as a quotation that ends a sentence: `“…”.` */
export function formatQuotation(words: string): string {
	const inside = quotationContent(words).replace(/[\s,;:]+$/, "");
	return /[.!?…][’'")\]]*$/.test(inside) ? `“${inside}”` : `“${inside}”.`;
}

/** Splits a sentence into the writer's own words, quotations and titles, in order and without their marks. */
export function splitQuotations(sentence: string): { kind: "own" | "quotation" | "title"; text: string }[] {
	return sentence
		.split(/(“[^”]*(?:”|$)|‹[^›“]*›)/)
		.filter((text) => text !== "")
		.map((text) => {
			if (text.startsWith("“")) return { kind: "quotation", text: text.slice(1).replace(/”$/, "") };
			return text.startsWith("‹") ? { kind: "title", text: text.slice(1, -1) } : { kind: "own", text };
		});
}

/** Whether a source holds words verbatim, between word boundaries. Differences that copying makes are ignored (`normalize-text.ts`). */
export function occursIn(words: string, source: string): boolean {
	return (
		occursAsWords(normalizeQuotes(words), normalizeQuotes(source)) ||
		occursAsWords(removeMarkup(words), removeMarkup(source))
	);
}

function occursAsWords(part: string, whole: string): boolean {
	if (part === "") return false;
	for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
		if (isWholeWords(whole, at, at + part.length)) return true;
	return false;
}

type QuotationPiece = { kind: "words" | "bracket"; text: string };

/** A quotation's pieces: verbatim words, and the contents of square brackets. */
export function splitBrackets(content: string): QuotationPiece[] {
	return content
		.split(/(\[[^[\]]*\])/)
		.filter((text) => text !== "")
		.map((text) =>
			/^\[[^[\]]*\]$/.test(text) ? { kind: "bracket", text: text.slice(1, -1) } : { kind: "words", text },
		);
}

/** Folds white space and makes all quotation marks the same; every other character stays. */
function normalizeQuotes(text: string): string {
	return text
		.replace(/[“”„‟‘’]/g, "'")
		.replace(/\s+/g, " ")
		.trim();
}

/** A text without soft hyphens, emphasis and quotation marks. */
function removeMarkup(text: string): string {
	return normalizeText(text, true).text.trim();
}

/** A negation, condition or doubt: a quotation that omits one changes the meaning. */
const meaningChanger =
	/\b(?:not|never|no|none|nor|neither|cannot|without|unless|except|if|only|hardly|barely|deny|denie[sd]|myth|false|falsely|wrongly|allegedly|supposedly|claim(?:s|ed)? that|belie[fv]e[sd]? that|doubt(?:s|ed)?|suggest(?:s|ed)? that|would|may|might)\b|n['’]t\b/i;

/** Words that the writer may replace with a bracketed name. */
const replaceableWords =
	/^(?:(?:however|therefore|thus|moreover|furthermore|also|then|so|and|but|in addition|additionally|for example|for instance|in fact|indeed|similarly|consequently|instead|finally|again|still|hence|besides|meanwhile|otherwise|accordingly|nevertheless|nonetheless),? )?(?:it|its|it's|this|that|these|those|they|their|them|he|his|him|she|her|hers|such|one|the (?:former|latter)|here|there|we|our|you|your|i|my|both|(?:this|that|these|those|such) [\p{L}-]+)$/iu;

/**
 * Checks a quotation against its source. `isBacked` tells whether the writer's bracketed word is backed by evidence.
 * Returns undefined when the quotation is faithful, otherwise the reason in a few words.
 */
export function findMisquotation(
	content: string,
	source: string,
	isBacked: (insertion: string) => boolean,
): string | undefined {
	const plain = normalizeQuotes(content);
	if (plain === "") return "an empty quotation";
	const pieces = splitBrackets(plain);
	if (pieces.filter(({ kind }) => kind === "bracket").length > bracketsMax) return "too many brackets";
	const fault = findMismatch(plain, pieces, normalizeQuotes(source), isBacked);
	if (fault !== "its words are not in the quote") return fault;
	const visiblePieces = pieces.map((piece) =>
		piece.kind === "words" ? { ...piece, text: normalizeText(piece.text, true).text } : piece,
	);
	return findMismatch(plain, visiblePieces, removeMarkup(source), isBacked);
}

function findMismatch(
	plain: string,
	pieces: readonly QuotationPiece[],
	whole: string,
	known: (insertion: string) => boolean,
): string | undefined {
	const matcher = new QuotationMatcher(whole, pieces, known);
	for (let at = 0; at <= whole.length; at++) {
		const end = matcher.from(at, 0, at);
		if (end !== undefined && !isMeaningChanged(whole, at, end, plain)) return undefined;
	}
	return matcher.hasMatchedWords ? "it leaves out words that turn its meaning" : "its words are not in the quote";
}

/**
 * Whether the unquoted rest of a sentence changes the meaning of the quoted part. Never for a term of under four words, which states
 * nothing, for a name or title in capitals, or for words that the source itself sets in quotation marks (a message, a title).
 */
function isMeaningChanged(whole: string, start: number, end: number, content: string): boolean {
	const words = content.split(" ");
	if (words.length < 4 || words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))) return false;
	if (isQuotationMark(whole[start - 1]) && isQuotationMark(whole[end])) return false;
	const head =
		whole
			.slice(0, start)
			.split(/[.!?;:]\s/)
			.at(-1) ?? "";
	const tail = /[.!?;:]['")\]]*$/.test(whole.slice(start, end))
		? ""
		: (whole.slice(end).split(/[.!?;:](?:\s|$)/)[0] ?? "");
	return meaningChanger.test(head) || meaningChanger.test(tail);
}

/** Normalising leaves two kinds of quotation marks: straight single and double ones. */
function isQuotationMark(character: string | undefined): boolean {
	return character === "'" || character === '"';
}

/** Matches a quotation against its source piece by piece, and tries each interpretation of its brackets. */
class QuotationMatcher {
	/** Whether the words matched somewhere, even if the match was rejected. */
	hasMatchedWords = false;
	readonly whole: string;
	readonly pieces: readonly QuotationPiece[];
	readonly known: (insertion: string) => boolean;

	constructor(whole: string, pieces: readonly QuotationPiece[], known: (insertion: string) => boolean) {
		this.whole = whole;
		this.pieces = pieces;
		this.known = known;
	}

	/** Matches the pieces from `index` on at offset `at`. Returns the end of the match or undefined. `first`: the quotation's start. */
	from(at: number, index: number, first: number, spaced = false): number | undefined {
		const piece = this.pieces[index];
		if (!piece) {
			if (!isWholeWords(this.whole, first, at)) return undefined;
			this.hasMatchedWords = true;
			return at;
		}
		if (piece.kind === "words") {
			const text = spaced ? piece.text.trimStart() : piece.text;
			return this.whole.startsWith(text, at) ? this.from(at + text.length, index + 1, first) : undefined;
		}
		const literal = `[${piece.text}]`;
		if (this.whole.startsWith(literal, at)) {
			const end = this.from(at + literal.length, index + 1, first);
			if (end !== undefined) return end;
		}
		return piece.text === "…" ? this.elided(at, index, first) : this.inserted(at, index, first, piece.text);
	}

	private elided(at: number, index: number, first: number): number | undefined {
		const next = this.pieces[index + 1];
		if (next?.kind !== "words" || next.text.trim() === "") return undefined;
		const words = next.text.trimStart();
		for (let to = this.whole.indexOf(words, at); to >= 0; to = this.whole.indexOf(words, to + 1)) {
			if (meaningChanger.test(this.whole.slice(at, to))) break;
			const end = this.from(to + words.length, index + 2, first);
			if (end !== undefined) return end;
		}
		return undefined;
	}

	private inserted(at: number, index: number, first: number, text: string): number | undefined {
		const letter = this.whole.slice(at, at + text.length);
		if (text.length === 1 && letter !== text && letter.toLowerCase() === text.toLowerCase()) {
			const end = this.from(at + 1, index + 1, first);
			if (end !== undefined) return end;
		}
		if (!this.known(text)) return undefined;
		// An added word replaces nothing: the source goes on at the same place.
		if (at === first || this.whole[at - 1] === " ") {
			const end = this.from(at, index + 1, first, true);
			if (end !== undefined) return end;
		}
		for (let to = at + 1; to <= Math.min(this.whole.length, at + replacedMax); to++) {
			if (!replaceableWords.test(this.whole.slice(at, to)) || !isWholeWords(this.whole, at, to)) continue;
			const end = this.from(to, index + 1, first);
			if (end !== undefined) return end;
		}
		return undefined;
	}
}

/** Whether a match begins and ends at word boundaries: `art` does not match in `party`. */
function isWholeWords(text: string, start: number, end: number): boolean {
	const joined = (at: number) => /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at] ?? "");
	return !joined(start) && !joined(end);
}
