/** A text whose characters that copying may change are normalised. */
export interface NormalizedText {
	text: string;
	/** The offset in the original text of each UTF-16 unit of `text`. */
	offsets: Uint32Array;
}

const quotes = /["'“”‘’‚‛„‟«»‹›`´′″]/u;
const dashes = /[-‐‑‒–—―−]/u;
/** Soft hyphens, and characters that are never shown to a model: control characters, direction marks. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?!\s)\p{Cc}/u;
const expansions: Record<string, string> = {
	"…": "...",
	ﬀ: "ff",
	ﬁ: "fi",
	ﬂ: "fl",
	ﬃ: "ffi",
	ﬄ: "ffl",
	ﬅ: "st",
	ﬆ: "st",
};

const expandingCharacters = /[…ﬀ-ﬆ]/gu;
const expansionMax = 3;

/** A bullet at the start of a line, with the space after it. */
const bullet = /^[*+•‣◦▪·–-][^\S\n]/u;
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Normalises a text: one kind of space, quotation mark and dash, each run of spaces or dashes as one, ligatures spelled out, no soft
 * hyphens. `bare` also drops bullets, emphasis and quotation marks, except inside words (`don't`, `max_size`), so that a comma may
 * stand on either side of a closing quotation mark. Uses typed arrays: a page may have millions of characters.
 */
export function normalizeText(text: string, dropsMarkup = false): NormalizedText {
	const capacity = text.length + (expansionMax - 1) * (text.match(expandingCharacters)?.length ?? 0);
	const units = new Uint16Array(capacity);
	const offsets = new Uint32Array(capacity);
	let length = 0;
	const append = (sign: string, at: number): void => {
		if ((sign === " " || sign === "-") && units[length - 1] === sign.charCodeAt(0)) return;
		for (let unit = 0; unit < sign.length; unit++) {
			units[length] = sign.charCodeAt(unit);
			offsets[length++] = at;
		}
	};
	for (let at = 0; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign > " " && sign < "\u007f" && !changeableAscii.test(sign)) append(sign, at);
		else if (dropsMarkup && isMarkup(text, at)) continue;
		// A pattern counts the byte order mark as white space, but it separates nothing.
		else if (invisible.test(sign)) continue;
		else if (/\s/u.test(sign)) append(" ", at);
		else if (quotes.test(sign)) append("'", at);
		else if (dashes.test(sign)) append("-", at);
		else append(expansions[sign] ?? sign, at);
	}
	return { text: decoder.decode(units.subarray(0, length)), offsets };
}
/** The ASCII characters that normalising may change. */
const changeableAscii = /["'`*_+-]/;

/** A typed array has the machine's byte order, which is little-endian on every platform of Node. */
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Whether a character is a bullet, emphasis or quotation mark, and not part of a word, a product or a difference. */
function isMarkup(text: string, at: number): boolean {
	const sign = text.charAt(at);
	if (bullet.test(text.slice(at, at + 2)) && /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - indentMax), at)))
		return true;
	const isEmphasis = sign === "*" || sign === "_";
	if (!isEmphasis && !quotes.test(sign)) return false;
	let [start, end] = [at, at + 1];
	while (isEmphasis && text.charAt(start - 1) === sign) start--;
	while (isEmphasis && text.charAt(end) === sign) end++;
	const [before, after] = [text.charAt(start - 1), text.charAt(end)];
	if (wordCharacter.test(before) && wordCharacter.test(after)) return false;
	return !isEmphasis || /\S/.test(before) || /\S/.test(after);
}
/** Maximum spaces before a bullet. */
const indentMax = 40;
