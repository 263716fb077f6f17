import { asCopied } from "./normalized-copy.ts";

/**
 * How quotations are written in a report, and how they are read back from it. A quotation stands between “ and ”; inside it
 * everything is verbatim but: white space is folded, inner “ ” are written ‘ ’, square brackets hold an editor's word for
 * the pronoun or capital that stood there, and […] stands for words left out. A source's title stands between ‹ and ›.
 */

/** Bracketed pieces in one quotation, at most: matching tries their readings one by one. */
const bracketsMax = 8;
/** What an editor's word may stand for: a pronoun, with the connective before it; never a clause. Characters. */
const replacedMax = 32;

/** Words written as the inside of a quotation. */
export function asQuoted(words: string): string {
	return words.replace(/\s+/g, " ").trim().replace(/[“„‟]/g, "‘").replace(/”/g, "’");
}

/** A quotation of the words, with what ends a sentence when they do not: `“…”.` */
export function quote(words: string): string {
	const inside = asQuoted(words).replace(/[\s,;:]+$/, "");
	return /[.!?…][’'")\]]*$/.test(inside) ? `“${inside}”` : `“${inside}”.`;
}

/** A sentence's parts in order: its writer's own words, quotations and titles, each without its marks. */
export function partsOf(sentence: string): { kind: "own" | "quotation" | "title"; text: string }[] {
	return sentence
		.split(/(“[^”]*(?:”|$)|‹[^›“]*›)/)
		.filter((text) => text !== "")
		.map((text) => {
			if (text.startsWith("“")) return { kind: "quotation", text: text.slice(1).replace(/”$/, "") };
			return text.startsWith("‹") ? { kind: "title", text: text.slice(1, -1) } : { kind: "own", text };
		});
}

/** Whether words stand in a text as they are, but for what copying changes (`copied.ts`), between word boundaries. */
export function standsIn(words: string, source: string): boolean {
	return isPart(levelled(words), levelled(source)) || isPart(bare(words), bare(source));
}

function isPart(part: string, whole: string): boolean {
	if (part === "") return false;
	for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
		if (wordEnds(whole, at, at + part.length)) return true;
	return false;
}

type Piece = { kind: "words" | "bracket"; text: string };

/** A quotation's pieces: verbatim words, and what stands in square brackets (without them). */
export function piecesOf(content: string): Piece[] {
	return content
		.split(/(\[[^[\]]*\])/)
		.filter((text) => text !== "")
		.map((text) =>
			/^\[[^[\]]*\]$/.test(text) ? { kind: "bracket", text: text.slice(1, -1) } : { kind: "words", text },
		);
}

/** White space folded and quotation marks levelled, each character else as it is. */
function levelled(text: string): string {
	return text
		.replace(/[“”„‟‘’]/g, "'")
		.replace(/\s+/g, " ")
		.trim();
}

/** As a reader sees it: no soft hyphens, emphasis or quotation marks. */
function bare(text: string): string {
	return asCopied(text, true).text.trim();
}

/** A negation, condition or doubt: leaving one out would turn a sentence round. */
const turning =
	/\b(?:not|never|no|none|nor|neither|cannot|without|unless|except|if|only|hardly|barely|deny|denie[sd]|myth|false|falsely|wrongly|allegedly|supposedly|claim(?:s|ed)? that|belie[fv]e[sd]? that|doubt(?:s|ed)?|suggest(?:s|ed)? that|would|may|might)\b|n['’]t\b/i;

/** What an editor may have put a name for. */
const replaceable =
	/^(?:(?:however|therefore|thus|moreover|furthermore|also|then|so|and|but|in addition|additionally|for example|for instance|in fact|indeed|similarly|consequently|instead|finally|again|still|hence|besides|meanwhile|otherwise|accordingly|nevertheless|nonetheless),? )?(?:it|its|it's|this|that|these|those|they|their|them|he|his|him|she|her|hers|such|one|the (?:former|latter)|here|there|we|our|you|your|i|my|both|(?:this|that|these|those|such) [\p{L}-]+)$/iu;

/**
 * Whether a quotation is faithful to what it quotes. `known` says whether an editor's word is vouched for.
 * Returns undefined when it is, else why not, in a few words.
 */
export function unfaithful(content: string, source: string, known: (insertion: string) => boolean): string | undefined {
	const plain = levelled(content);
	if (plain === "") return "an empty quotation";
	const pieces = piecesOf(plain);
	if (pieces.filter(({ kind }) => kind === "bracket").length > bracketsMax) return "too many brackets";
	const fault = mismatch(plain, pieces, levelled(source), known);
	if (fault !== "its words are not in the quote") return fault;
	const seen = pieces.map((piece) =>
		piece.kind === "words" ? { ...piece, text: asCopied(piece.text, true).text } : piece,
	);
	return mismatch(plain, seen, bare(source), known);
}

function mismatch(
	plain: string,
	pieces: readonly Piece[],
	whole: string,
	known: (insertion: string) => boolean,
): string | undefined {
	const matcher = new Matcher(whole, pieces, known);
	for (let at = 0; at <= whole.length; at++) {
		const end = matcher.from(at, 0, at);
		if (end !== undefined && !turnsRound(whole, at, end, plain)) return undefined;
	}
	return matcher.reached ? "it leaves out words that turn its meaning" : "its words are not in the quote";
}

/**
 * The rest of the sentence that was quoted in part may not hold what turns its meaning; a bare term is no statement, and what
 * the source itself sets in quotation marks (a message, a title) is quoted whole.
 */
function turnsRound(whole: string, start: number, end: number, content: string): boolean {
	if (content.split(" ").length < 4) return false;
	if (isMark(whole[start - 1]) && isMark(whole[end])) return false;
	const head =
		whole
			.slice(0, start)
			.split(/[.!?;:]\s/)
			.at(-1) ?? "";
	const tail = /[.!?;:]['")\]]*$/.test(whole.slice(start, end))
		? ""
		: (whole.slice(end).split(/[.!?;:](?:\s|$)/)[0] ?? "");
	return turning.test(head) || turning.test(tail);
}

/** After levelling, the one kind of quotation mark beside the straight double one. */
function isMark(character: string | undefined): boolean {
	return character === "'" || character === '"';
}

/** Tries the readings of a quotation's brackets against the source, piece by piece. */
class Matcher {
	/** Whether the words matched somewhere, whatever else was wrong. */
	reached = false;
	readonly whole: string;
	readonly pieces: readonly Piece[];
	readonly known: (insertion: string) => boolean;

	constructor(whole: string, pieces: readonly Piece[], known: (insertion: string) => boolean) {
		this.whole = whole;
		this.pieces = pieces;
		this.known = known;
	}

	/** The end of the match of the pieces from `index` on at `at`, or undefined. `first`: where the quotation began. */
	from(at: number, index: number, first: number, spaced = false): number | undefined {
		const piece = this.pieces[index];
		if (!piece) {
			if (!wordEnds(this.whole, first, at)) return undefined;
			this.reached = true;
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
			if (turning.test(this.whole.slice(at, to))) break;
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
		// An addition stands for nothing: what follows it goes on where it was put in.
		if (at === first || this.whole[at - 1] === " ") {
			const end = this.from(at, index + 1, first, true);
			if (end !== undefined) return end;
		}
		for (let to = at + 1; to <= Math.min(this.whole.length, at + replacedMax); to++) {
			if (!replaceable.test(this.whole.slice(at, to)) || !wordEnds(this.whole, at, to)) continue;
			const end = this.from(to, index + 1, first);
			if (end !== undefined) return end;
		}
		return undefined;
	}
}

/** Whether a match begins and ends between words: `art` is not quoted from `party`. */
function wordEnds(text: string, start: number, end: number): boolean {
	const joined = (at: number) => /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at] ?? "");
	return !joined(start) && !joined(end);
}
