/** A text with what copying changes made one. */
export interface Copied {
	text: string;
	/** Where each UTF-16 unit of `text` came from. */
	offsets: Uint32Array;
}

const quotes = /["'“”‘’‚‛„‟«»‹›`´′″]/u;
const dashes = /[-‐‑‒–—―−]/u;
/** Soft hyphens, and what a model is never shown: control characters, direction marks. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?!\s)\p{Cc}/u;
const spelled: Record<string, string> = { "…": "...", ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

const expanding = /[…ﬀ-ﬆ]/gu;
const longestSpelling = 3;

/** At the start of a line, with the space behind it. */
const bullet = /^[*+•‣◦▪·–-][^\S\n]/u;
const wordSign = /[\p{L}\p{N}]/u;

/**
 * The text with one kind of space, quotation mark and dash, each run of spaces or dashes one sign, ligatures spelled out, and no soft
 * hyphens. `bare`: without bullets, emphasis and quotation marks too, but for those inside words (`don't`, `max_size`): how a reader
 * sees it, who puts a comma before a closing quotation mark or behind it. Typed arrays: a page may have millions of characters.
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
		// The byte order mark counts as white space in a pattern, but separates nothing.
		else if (invisible.test(sign)) continue;
		else if (/\s/u.test(sign)) put(" ", at);
		else if (quotes.test(sign)) put("'", at);
		else if (dashes.test(sign)) put("-", at);
		else put(spelled[sign] ?? sign, at);
	}
	return { text: decoder.decode(units.subarray(0, length)), offsets };
}
/** Of the signs of ASCII. */
const special = /["'`*_+-]/;

/** The order of bytes in a typed array is that of the machine, and all that Node runs on put the low one first. */
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Whether a sign is a bullet, a mark of emphasis or a quotation mark, and no sign of a word, a product or a difference. */
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
/** Spaces before a bullet, at most. */
const indentMost = 40;
