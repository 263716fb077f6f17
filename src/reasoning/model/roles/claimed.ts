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
import { contextOf } from "./context.ts";
import { graded, oneLine } from "./parts.ts";

/** A claim as a model states it. */
export interface Stated {
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
const nearby = 1_500;

/** The claim with its place, typed values and subject as code finds them, and with no number that the page does not have. */
export function claimOf(
	stated: Stated,
	found: FoundQuote | undefined,
	{ page }: Pick<ExtractInput, "page">,
): ExtractedClaim {
	const { quote, start } = found ?? { quote: stated.quote, start: -1 };
	const said = oneLine(stated.claim, textLongest);
	const isKept = said !== "" && (statesNothingNew(said, quote, start, page) || isOfItsPlace(said, quote, start, page));
	const alone = said === "" ? quote : withSubject(quote, start, page);
	const text = isKept ? said : oneLine(alone, textLongest);
	const asOf = dateFor(stated.asOf, page) ?? validityDateIn(quote) ?? page.date;
	return {
		text,
		quote,
		start,
		class: stated.class,
		stance: stated.stance,
		relevance: graded(stated.relevance) / 5,
		...(stated.main ? { main: true } : {}),
		confidence: stated.confidence,
		values: valuesIn(quote),
		subject: (subjectOf(text) || comparisonForm(plainTitle(page.title))).slice(0, subjectLongest),
		...(asOf === undefined ? {} : { asOf }),
		...(stated.kind === undefined ? {} : { kind: stated.kind }),
		...holderIn(page, stated.holder),
	};
}

/** The holder, if the page names it. */
function holderIn(page: Page, holder = ""): { holder?: string } {
	const named = oneLine(holder, holderLongest);
	return named !== "" && comparisonForm(page.text).includes(comparisonForm(named)) ? { holder: named } : {};
}

/** Whether each number and date of a claim is in its quote, near it, or in the page's title. */
function statesNothingNew(text: string, quote: string, start: number, page: Page): boolean {
	const around = start < 0 ? "" : page.text.slice(Math.max(0, start - nearby), start + quote.length + nearby);
	const known = [quote, around, page.title, page.date ?? ""].flatMap(quantitiesIn);
	return quantitiesIn(text).every((stated) => known.some((one) => isSameQuantity(stated, one)));
}

/** Whether each word of a claim is in its quote, a heading above it, or the lead-in of its list. */
function isOfItsPlace(text: string, quote: string, start: number, page: Page): boolean {
	if (start < 0) return false;
	const { headings, leadIn = "" } = contextOf(page, start);
	const known = new Set(contentStems([quote, ...headings, leadIn, page.title].join(" ")));
	return contentStems(text).every((stem) => known.has(stem));
}

/** The quote, preceded by its lead-in or heading when it is a list item or a row. */
function withSubject(quote: string, start: number, page: Page): string {
	if (start < 0) return quote;
	const { headings, leadIn, isPiece } = contextOf(page, start);
	const above = (leadIn ?? headings.at(-1) ?? "").replace(/[\s:：]+$/u, "");
	const bare = quote.replace(listMark, "");
	return isPiece && above !== "" && !quote.includes(above) ? `${above}: ${bare}` : quote;
}
const listMark = /^\s*(?:[-*+•‣◦▪·]|\(?\d{1,3}[.)])\s+/u;

/** The date of validity, if the page has its year. */
function dateFor(given: string, page: Page): string | undefined {
	const date = /^(?:\d{4})(?:-\d{2}(?:-\d{2})?)?$/u.exec(given.trim())?.[0];
	if (date === undefined) return undefined;
	const year = date.slice(0, 4);
	return page.text.includes(year) || page.title.includes(year) || page.date?.startsWith(year) ? date : undefined;
}
