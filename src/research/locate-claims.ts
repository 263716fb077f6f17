import { shortHash } from "../base/hash.ts";
import { findCell } from "../evidence/cells.ts";
import type { Cell, Claim, ExtractedClaim } from "../evidence/claim.ts";
import { isSecondHand } from "../evidence/second-hand.ts";
import { type Locator, locate } from "../evidence/source.ts";
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
