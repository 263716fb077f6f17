/** An address in a sentence, without the brackets and quotation marks around it. */
const addressPattern = /\bhttps?:\/\/[^\s<>"“”]+/giu;

/** The addresses in a text, without the punctuation of the sentence around them. */
export function addressesIn(text: string): string[] {
	return [...text.matchAll(addressPattern)].map(([found]) => trimAddress(found));
}

function trimAddress(found: string): string {
	let text = found;
	for (let before = ""; before !== text; ) {
		before = text;
		text = text.replace(/[.,;:!?'’*_\]]+$/u, "");
		if (count(text, ")") > count(text, "(")) text = text.replace(/\)$/u, "");
	}
	return text;
}

function count(text: string, sign: string): number {
	return text.split(sign).length - 1;
}

/** The placeholder for an address while the words around it are rewritten. */
const placeholder = "\uFFFC";
/** One or more addresses in a row. */
const placeholders = `${placeholder}(?:\\s*(?:,|and|or|&)\\s*${placeholder})*`;
const pageWords =
	"(?:the |this |that |these |those )?(?:(?:web ?)?(?:pages?|sites?|articles?|address(?:es)?|links?|urls?)\\s+(?:at\\s+)?)?";
const sourceWords = `(?:according to|based on|going by|as (?:stated|given|reported|listed|shown|described|told) (?:on|in|at|by)|judging by|using|citing|per|see|from|on|in|at)`;
const statingVerbs = "(?:say|state|tell(?: us| me)?|report|write|claim|mention|show|give|list|record|note|have)";

/**
 * A question without its addresses, for code and models that use its words: the host and path of a page are no words of the question.
 * `According to ADDRESS, when …?` becomes `When …?`. If the sentence needs the address, `this page` replaces it.
 */
export function withoutAddresses(text: string): string {
	const found = addressesIn(text);
	if (found.length === 0) return text;
	const marked = found.reduce((left, one) => left.replace(one, () => placeholder), text);
	const rewritten = rewrites
		.reduce((left, [form, into]) => left.replace(form, into), marked)
		.replaceAll(new RegExp(`${pageWords}${placeholders}`, "giu"), (all) =>
			all.split(placeholder).length > 2 ? "these pages" : "this page",
		)
		.replace(/\s+([?.!,;:])/gu, "$1")
		.replace(/\s+/gu, " ")
		.trim();
	return rewritten.charAt(0).toUpperCase() + rewritten.slice(1);
}

/** A query without addresses, since a page's address finds nothing. May be empty. */
export function queryWithoutAddresses(query: string): string {
	return query.replace(addressPattern, " ").replace(/\s+/gu, " ").trim();
}

const rewrites: readonly (readonly [RegExp, string])[] = [
	[new RegExp(`[(\\[<“"]\\s*(?:${sourceWords}\\s+)?${pageWords}${placeholders}\\s*[)\\]>”"]`, "giu"), " "],
	// `ADDRESS: how many …?`, `Going by ADDRESS, how many …?`
	[
		new RegExp(
			`^\\s*(?:(?:please\\s+)?(?:read|open|look at|take|${sourceWords})\\s+)?${pageWords}${placeholders}\\s*(?:[,:;.–—-]\\s*|\\s(?:and\\s+)?(?=(?:what|which|who|when|where|why|how|tell|list|find)\\b))(?:and\\s+(?:then\\s+)?)?(?=\\S)`,
			"iu",
		),
		"",
	],
	// `What does ADDRESS say about the cost?`
	[
		new RegExp(
			`\\bwhat\\s+(?:do|does|did)\\s+${pageWords}${placeholders}\\s+${statingVerbs}\\s+(?:about|on|of|regarding|concerning)\\s+`,
			"iu",
		),
		"What is known about ",
	],
	[
		new RegExp(
			`\\bwhat\\s+(?:do|does|did)\\s+${pageWords}${placeholders}\\s+(?:give|state|report|list|name)\\s+(?:as|for)\\s+`,
			"iu",
		),
		"What is ",
	],
	[
		new RegExp(
			`\\bwhat\\s+is\\s+(?:said|written|stated|reported|told)\\s+(?:on|in|at|by)\\s+${pageWords}${placeholders}\\s+(?:about|on|of|regarding)\\s+`,
			"iu",
		),
		"What is known about ",
	],
	// `…, according to ADDRESS?`, `… on ADDRESS`
	[new RegExp(`[,;:–—-]?\\s*\\b${sourceWords}\\s+${pageWords}${placeholders}(?=\\s*(?:[?.!,;]|$))`, "giu"), ""],
	// `How many were sold? ADDRESS`
	[new RegExp(`([?.!])\\s*${placeholders}[.!]?\\s*$`, "u"), "$1"],
];
