/** A sentence longer than this is cut at a clause border: nobody checks a paragraph-long quote. */
export const longestQuote = 400;
/** A piece shorter than this says too little alone. */
const shortestPiece = 60;

const border =
	/(?:;\s+|,\s+(?=(?:and|but|while|whereas|although|which|who|where|when|because|so|as well as|including)\b)|\s+[–—]\s+|:\s+|\n)/g;

/** Contiguous pieces of a text of at most `longestQuote` characters, cut at clause borders, else at a space. Offsets are into the text. */
export function piecesOf(text: string): { start: number; end: number }[] {
	if (text.length <= longestQuote) return [{ start: 0, end: text.length }];
	const borders = [...text.matchAll(border)].map((match) => match.index + match[0].length);
	const out: { start: number; end: number }[] = [];
	let start = 0;
	while (text.length - start > longestQuote) {
		const reach = start + longestQuote;
		const at =
			borders.findLast((each) => each <= reach && each - start >= shortestPiece) ?? spaceBefore(text, start, reach);
		out.push({ start, end: at });
		start = at;
	}
	if (text.length - start < shortestPiece && out.length > 0) {
		const last = out.at(-1);
		if (last) last.end = text.length;
	} else out.push({ start, end: text.length });
	return out.map((piece) => trimmed(text, piece));
}

function spaceBefore(text: string, start: number, reach: number): number {
	const at = text.lastIndexOf(" ", reach);
	if (at > start + shortestPiece) return at + 1;
	// Not within a pair of surrogates.
	return /[\ud800-\udbff]/.test(text[reach - 1] ?? "") ? reach - 1 : reach;
}

function trimmed(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
	const piece = text.slice(start, end);
	const lead = piece.length - piece.trimStart().length;
	return { start: start + lead, end: end - (piece.length - piece.trimEnd().length) };
}
