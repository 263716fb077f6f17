import { comparisonForm } from "../../../base/text.ts";
import type { ClaimKind, ExtractedClaim } from "../../../evidence/claim.ts";
import type { Page } from "../../../evidence/source.ts";
import { validityDateIn, valuesIn } from "../../../evidence/typed-values.ts";
import { plainTitle } from "../../../text/pronouns.ts";
import { isSameQuantity, quantitiesIn } from "../../../text/quantities.ts";
import { subjectOf } from "../../../text/subject.ts";
import { contentStems } from "../../../text/words.ts";
import type { FoundQuote } from "../../../verification/find-quote.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { toGrade, truncatedLine } from "../prompt-parts.ts";
import { pageContextAt } from "./page-context.ts";

/** A claim as a model states it. */
export interface StatedClaim {
	quote: string;
	claim: string;
	class: ExtractedClaim["class"];
	stance: ExtractedClaim["stance"];
	confidence: ExtractedClaim["confidence"];
	/** 1–5. */
	relevance: number;
	main?: boolean | undefined;
	asOf: string;
	kind?: ClaimKind | undefined;
	/** Empty: the page itself. */
	holder?: string | undefined;
}

const textLongest = 400;
const subjectLongest = 120;
const holderLongest = 120;
/** How far from its quote a claim may take numbers, as from a heading or a column's head. Characters. */
const nearbyReach = 1_500;

/** The claim with its place, typed values and subject as code finds them, and with no number that the page does not have. */
export function toExtractedClaim(
	stated: StatedClaim,
	found: FoundQuote | undefined,
	{ page }: Pick<ExtractInput, "page">,
): ExtractedClaim {
	const { quote, start } = found ?? { quote: stated.quote, start: -1 };
	const claimText = truncatedLine(stated.claim, textLongest);
	const isKept =
		claimText !== "" &&
		(hasKnownQuantities(claimText, quote, start, page) || hasKnownWords(claimText, quote, start, page));
	const quoteText = claimText === "" ? quote : withLeadIn(quote, start, page);
	const text = isKept ? claimText : truncatedLine(quoteText, textLongest);
	const asOf = validityDate(stated.asOf, page) ?? validityDateIn(quote) ?? page.date;
	return {
		text,
		quote,
		start,
		class: stated.class,
		stance: stated.stance,
		relevance: toGrade(stated.relevance) / 5,
		...(stated.main ? { main: true } : {}),
		confidence: stated.confidence,
		values: valuesIn(quote),
		subject: (subjectOf(text) || comparisonForm(plainTitle(page.title))).slice(0, subjectLongest),
		...(asOf === undefined ? {} : { asOf }),
		...(stated.kind === undefined ? {} : { kind: stated.kind }),
		...namedHolder(page, stated.holder),
	};
}

/** The holder, if every word of it stands in the page, which may name a person in one place and their role in another. */
function namedHolder(page: Page, holder = ""): { holder?: string } {
	const named = truncatedLine(holder, holderLongest);
	const words = comparisonForm(named).match(wordPattern) ?? [];
	const known = new Set(comparisonForm(`${page.title} ${page.text}`).match(wordPattern));
	return words.length > 0 && words.every((word) => known.has(word) || linkWords.has(word)) ? { holder: named } : {};
}
const wordPattern = /[\p{L}\p{N}]+/gu;
/** Words that may join a name and a role. */
const linkWords = new Set(["a", "an", "and", "at", "for", "in", "of", "the"]);

/** Whether each number and date of a claim is in its quote, near it, or in the page's title. */
function hasKnownQuantities(text: string, quote: string, start: number, page: Page): boolean {
	const around = start < 0 ? "" : page.text.slice(Math.max(0, start - nearbyReach), start + quote.length + nearbyReach);
	const knownQuantities = [quote, around, page.title, page.date ?? ""].flatMap(quantitiesIn);
	return quantitiesIn(text).every((stated) => knownQuantities.some((one) => isSameQuantity(stated, one)));
}

/** Whether each word of a claim is in its quote, a heading above it, or the lead-in of its list. */
function hasKnownWords(text: string, quote: string, start: number, page: Page): boolean {
	if (start < 0) return false;
	const { headings, leadIn = "" } = pageContextAt(page, start);
	const knownStems = new Set(contentStems([quote, ...headings, leadIn, page.title].join(" ")));
	return contentStems(text).every((stem) => knownStems.has(stem));
}

/** The quote, preceded by its lead-in or heading when it is a list item or a row. */
function withLeadIn(quote: string, start: number, page: Page): string {
	if (start < 0) return quote;
	const { headings, leadIn, isPiece } = pageContextAt(page, start);
	const above = (leadIn ?? headings.at(-1) ?? "").replace(/[\s:：]+$/u, "");
	const bare = quote.replace(listMark, "");
	return isPiece && above !== "" && !quote.includes(above) ? `${above}: ${bare}` : quote;
}
const listMark = /^\s*(?:[-*+•‣◦▪·]|\(?\d{1,3}[.)])\s+/u;

/** The date of validity, if the page has its year. */
function validityDate(stated: string, page: Page): string | undefined {
	const date = /^(?:\d{4})(?:-\d{2}(?:-\d{2})?)?$/u.exec(stated.trim())?.[0];
	if (date === undefined) return undefined;
	const year = date.slice(0, 4);
	return page.text.includes(year) || page.title.includes(year) || page.date?.startsWith(year) ? date : undefined;
}
