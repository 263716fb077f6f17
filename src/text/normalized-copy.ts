/** A text whose characters that copying may change are normalised. */
export interface Copied {
	text: string;
	/** The offset in the original text of each UTF-16 unit of `text`. */
	offsets: Uint32Array;
}

const quotes = /["'“”‘’‚‛„‟«»‹›`´′″]/u;
const dashes = /[-‐‑‒–—―−]/u;
/** Soft hyphens, and characters that are never shown to a model: control characters, direction marks. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?!\s)\p{Cc}/u;
const spelled: Record<string, string> = { "…": "...", ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

const expanding = /[…ﬀ-ﬆ]/gu;
const longestSpelling = 3;

/** A bullet at the start of a line, with the space after it. */
const bullet = /^[*+•‣◦▪·–-][^\S\n]/u;
const wordSign = /[\p{L}\p{N}]/u;

/**
 * Normalises a text: one kind of space, quotation mark and dash, each run of spaces or dashes as one, ligatures spelled out, no soft
 * hyphens. `bare` also drops bullets, emphasis and quotation marks, except inside words (`don't`, `max_size`), so that a comma may
 * stand on either side of a closing quotation mark. Uses typed arrays: a page may have millions of characters.
 */
export function asCopied(text: string, bare = false): Copied {
	const room = text.length + (longestSpelling - 1) * (text.match(expanding)?.length ?? 0);
	const units = new Uint16Array(room);
	const offsets = new Uint32Array(room);
	let length = 0;
	const put = (sign: string, at: number): void => {
		if ((sign === " " || sign === "-") && units[length - 1] === sign.charCodeAt(0)) return;
		for (let unit = 0; unit < sign.length; unit++) {
			units[length] = sign.charCodeAt(unit);
			offsets[length++] = at;
		}
	};
	for (let at = 0; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign > " " && sign < "\u007f" && !special.test(sign)) put(sign, at);
		else if (bare && isMarkup(text, at)) continue;
		// A pattern counts the byte order mark as white space, but it separates nothing.
		else if (invisible.test(sign)) continue;
		else if (/\s/u.test(sign)) put(" ", at);
		else if (quotes.test(sign)) put("'", at);
		else if (dashes.test(sign)) put("-", at);
		else put(spelled[sign] ?? sign, at);
	}
	return { text: decoder.decode(units.subarray(0, length)), offsets };
}
/** The ASCII characters that normalising may change. */
const special = /["'`*_+-]/;

/** A typed array has the machine's byte order, which is little-endian on every platform of Node. */
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Whether a character is a bullet, emphasis or quotation mark, and not part of a word, a product or a difference. */
function isMarkup(text: string, at: number): boolean {
	const sign = text.charAt(at);
	if (bullet.test(text.slice(at, at + 2)) && /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - indentMost), at)))
		return true;
	const isEmphasis = sign === "*" || sign === "_";
	if (!isEmphasis && !quotes.test(sign)) return false;
	let [start, end] = [at, at + 1];
	while (isEmphasis && text.charAt(start - 1) === sign) start--;
	while (isEmphasis && text.charAt(end) === sign) end++;
	const [before, after] = [text.charAt(start - 1), text.charAt(end)];
	if (wordSign.test(before) && wordSign.test(after)) return false;
	return !isEmphasis || /\S/.test(before) || /\S/.test(after);
}
/** Maximum spaces before a bullet. */
const indentMost = 40;
