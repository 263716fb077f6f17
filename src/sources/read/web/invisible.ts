/**
 * Invisible characters. Soft hyphens and zero-width spaces break words for a search, direction marks turn a text round, and tag
 * characters can hold whole hidden sentences. Joiners stay, because Persian and emoji are written with them.
 */
const invisibleCharacters = /[\u00ad\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const characterReference = /&(?:shy|ZeroWidthSpace|NoBreak|#(?:x([0-9a-f]{1,6})|(\d{1,7})));?/gi;

/** Removes invisible characters and, in HTML, the character references for them. */
export function removeInvisibleCharacters(source: string, html: boolean): string {
	const text = source.replace(invisibleCharacters, "");
	if (!html) return text;
	return text.replace(characterReference, (whole, hex: string | undefined, decimal: string | undefined) => {
		if (hex === undefined && decimal === undefined) return "";
		const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return point <= 0x10ffff && String.fromCodePoint(point).replace(invisibleCharacters, "") === "" ? "" : whole;
	});
}
