import { type NormalizedText, normalizeText } from "../text/normalize-text.ts";

/** A quote with its place in a page: `pageText.slice(start, start + quote.length) === quote`. */
export interface FoundQuote {
	quote: string;
	/** UTF-16 offset. */
	start: number;
}

/**
 * Finds the place in a page that a model quoted. Only differences that copying makes are ignored: the amount of white space; the kind
 * of quotation marks, dashes and ligatures; soft hyphens and zero-width characters; bullets and emphasis; on which side of a closing
 * quotation mark a comma stands; quotation marks or an ellipsis around the quote. Letters, their case, digits and order must match.
 * Returns the page's characters, never the model's. A match may not begin or end inside a word or number.
 */
export function findQuote(pageText: string, quote: string): FoundQuote | undefined {
	return quoteFinder(pageText)(quote);
}

/** Like `findQuote` for many quotes of one page: the page is normalised once. */
export function quoteFinder(pageText: string): (quote: string) => FoundQuote | undefined {
	const normalizedPages = new Map<boolean, NormalizedText>();
	return (quote) => {
		for (const wanted of quoteVariants(quote)) {
			const exact = findPlace(pageText, wanted, pageText, identity);
			if (exact) return exact;
			for (const bare of [false, true]) {
				const { text, offsets } = normalizedPages.get(bare) ?? normalizeText(pageText, bare);
				normalizedPages.set(bare, { text, offsets });
				const normalized = normalizeText(wanted, bare).text.trim();
				const at = findPlace(text, normalized, pageText, (index) => offsets[index] ?? pageText.length);
				if (at) return at;
			}
		}
		return undefined;
	};
}

const identity = (index: number): number => index;

/** The quote as it is, then without an ellipsis and quotation marks around it. */
function quoteVariants(quote: string): string[] {
	const whole = quote.trim();
	const open = whole.replace(/^(?:\[?(?:…|\.{3,})\]?\s*)+/u, "").replace(/(?:\s*\[?(?:…|\.{3,})\]?)+$/u, "");
	const inside = open.replace(/^["'“”‘’„«»`]+/u, "").replace(/["'“”‘’„«»`]+$/u, "");
	return [...new Set([whole, open, inside, inside.replace(/(?:…|\.{3,})$/u, "").trim()])].filter((one) => one !== "");
}

/** The first place of `wanted` in `text` that cuts no word of the page. `offset` maps an index in `text` to the page. */
function findPlace(
	text: string,
	wanted: string,
	page: string,
	offset: (index: number) => number,
): FoundQuote | undefined {
	if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
		const start = offset(at);
		const end = endAfter(page, offset(at + wanted.length - 1));
		const quote = page.slice(start, end);
		if (!cutsWord(page, start) && !cutsWord(page, end)) return { quote, start };
	}
	return undefined;
}

/** The end of the character that begins at `last`, so that no surrogate pair is split. */
function endAfter(page: string, last: number): number {
	const point = page.codePointAt(last);
	return last + (point !== undefined && point > 0xffff ? 2 : 1);
}

/** Scripts that put spaces between words. In others every place is a word boundary. */
const spacedScriptLetter =
	/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{M}]/u;

function cutsWord(page: string, at: number): boolean {
	const before = page.slice(Math.max(0, at - 2), at);
	const after = page.slice(at, at + 2);
	const [left, right] = [[...before].at(-1) ?? "", [...after][0] ?? ""];
	if (spacedScriptLetter.test(left) && spacedScriptLetter.test(right)) return true;
	// Inside `1,187` and `5.25`, too.
	return /\d$/u.test(before) ? /^(?:\d|[.,]\d)/u.test(after) : /\d[.,]$/u.test(before) && /^\d/u.test(after);
}
