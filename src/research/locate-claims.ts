import { shortHash } from "../base/hash.ts";
import { attributionsIn, isNamedInText, isSameName, nameKey, sourcesNamedIn } from "../evidence/attribution.ts";
import { authorityWeight } from "../evidence/authority.ts";
import { findCell } from "../evidence/cells.ts";
import type { Cell, Claim, ExtractedClaim } from "../evidence/claim.ts";
import { domainOf } from "../evidence/hosts.ts";
import { publisherNames } from "../evidence/independence.ts";
import { isWeb, type Locator, locate, type Page } from "../evidence/source.ts";
import { splitTableClaim } from "../evidence/table-claims.ts";
import type { ReadPage } from "./read.ts";

/** Rules extract at most this many claims from one page. A model is bounded by the length of its answer. */
export const claimsPerPage = 8;

/** Locates a page's claims and leaves out the irrelevant ones. `dropped` counts those whose quote the page does not hold. */
export function locateClaims(
	extracted: readonly ExtractedClaim[],
	read: ReadPage,
	subQuestionIds: string[],
): { claims: Claim[]; dropped: number } {
	const each = extracted.map((one) => locateClaim(one, read, subQuestionIds));
	return {
		claims: each.flat().filter((claim) => claim.class !== "irrelevant"),
		dropped: each.filter(({ length }) => length === 0).length,
	};
}

/**
 * Locates a claim in its page. Returns nothing when the page does not hold its quote (METHOD §5). A quote from a table gets its
 * cell, and a claim that states several cells becomes one claim each. `defaultIds`: the sub-questions of a claim that names none.
 */
export function locateClaim(extracted: ExtractedClaim, read: ReadPage, defaultIds: string[]): Claim[] {
	if (extracted.quote.trim() === "") return [];
	const { text } = read.page;
	const start = text.startsWith(extracted.quote, extracted.start) ? extracted.start : text.indexOf(extracted.quote);
	if (start < 0) return [];
	const cells = extracted.cell ? [] : splitTableClaim(extracted, read.page, start);
	if (cells.length > 0) return cells.map((one) => claimAtPlace(one, one.start, read, defaultIds));
	return [claimAtPlace(extracted, start, read, defaultIds)];
}

function claimAtPlace(
	extracted: ExtractedClaim,
	quoteStart: number,
	{ page, source }: ReadPage,
	defaultIds: string[],
): Claim {
	const { for: ids = defaultIds, ...found } = extracted;
	const cell = found.cell ?? findCell(page, quoteStart, quoteStart + found.quote.trimEnd().length, found.text);
	return {
		...found,
		...(cell === undefined ? {} : { cell }),
		start: quoteStart,
		...(isSecondHand(found, page) ? { confidence: "low" as const } : {}),
		// The cells of a row share its quote, so the id holds the cell too: each is a claim of its own.
		id: shortHash([source.hash, source.url, found.quote, ...(cell ? [cell.row, cell.column] : [])]),
		sourceId: source.id,
		subQuestionIds: ids,
		locator: cell === undefined ? locate(page, quoteStart) : cellLocator(cell),
	};
}

function cellLocator({ page, table, row, column }: Cell): Locator {
	return { kind: "cell", ...(page === undefined ? {} : { page }), table, row, column };
}

/**
 * Whether a web page repeats somebody else's figure without accountability: the claim names whose figure it is, and the page has no
 * author, no link to another site for checking it, and no more than general authority. False if the page's links are unknown.
 */
export function isSecondHand(claim: Pick<ExtractedClaim, "text" | "quote" | "values" | "holder">, page: Page): boolean {
	const { links, author, authority, url } = page;
	if (
		!isWeb(page) ||
		links === undefined ||
		author !== undefined ||
		authorityWeight(authority) > authorityWeight("general")
	)
		return false;
	if (!claim.values.some(({ kind }) => kind === "number")) return false;
	const ownNames = publisherNames(page);
	const isOthersFigure = figureOwners(claim).some(
		(owner) => !ownNames.some((name) => isSameName(name, owner) || isNamedInText(owner, name)),
	);
	return isOthersFigure && !links.some((link) => publisherDomain(link.url) !== publisherDomain(url));
}

/** The names from which a claim says that it has its figure. */
function figureOwners({ text, quote, holder }: Pick<ExtractedClaim, "text" | "quote" | "holder">): string[] {
	const holderNames = holder !== undefined && /\p{Lu}/u.test(holder) ? [nameKey(holder)] : [];
	return [...holderNames, ...[quote, text].flatMap((one) => [...attributionsIn(one), ...sourcesNamedIn(one)])];
}

function publisherDomain(url: string): string {
	return URL.canParse(url) ? domainOf(new URL(url).host) : "";
}
