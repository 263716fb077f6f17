import { shortHash } from "../base/hash.ts";
import { cellAt } from "../evidence/cells.ts";
import type { Cell, Claim, ExtractedClaim } from "../evidence/claim.ts";
import { isSecondHand } from "../evidence/second-hand.ts";
import { type Locator, locate } from "../evidence/source.ts";
import { cellClaims } from "../evidence/table-claims.ts";
import type { ReadPage } from "./read.ts";

/** Rules extract at most this many claims from one page. A model is bounded by the length of its answer. */
export const claimsPerPage = 8;

/** Locates a page's claims and leaves out the irrelevant ones. `dropped` counts those whose quote the page does not hold. */
export function placedAll(
	extracted: readonly ExtractedClaim[],
	read: ReadPage,
	subQuestionIds: string[],
): { claims: Claim[]; dropped: number } {
	const each = extracted.map((one) => placed(one, read, subQuestionIds));
	return {
		claims: each.flat().filter((claim) => claim.class !== "irrelevant"),
		dropped: each.filter(({ length }) => length === 0).length,
	};
}

/**
 * Locates a claim in its page. Returns nothing when the page does not hold its quote (METHOD §5). A quote from a table gets its
 * cell, and a claim that states several cells becomes one claim each. `defaultIds`: the sub-questions of a claim that names none.
 */
export function placed(found: ExtractedClaim, read: ReadPage, ledBy: string[]): Claim[] {
	if (found.quote.trim() === "") return [];
	const { text } = read.page;
	const stated = text.startsWith(found.quote, found.start) ? found.start : text.indexOf(found.quote);
	if (stated < 0) return [];
	const cells = found.cell ? [] : cellClaims(found, read.page, stated);
	if (cells.length > 0) return cells.map((one) => claimAt(one, one.start, read, ledBy));
	return [claimAt(found, stated, read, ledBy)];
}

function claimAt(given: ExtractedClaim, stated: number, { page, source }: ReadPage, ledBy: string[]): Claim {
	const { for: bearsOn = ledBy, ...found } = given;
	const cell = found.cell ?? cellAt(page, stated, stated + found.quote.trimEnd().length, found.text);
	return {
		...found,
		...(cell === undefined ? {} : { cell }),
		start: stated,
		...(isSecondHand(found, page) ? { confidence: "low" as const } : {}),
		// The cells of a row share its quote, so the id holds the cell too: each is a claim of its own.
		id: shortHash([source.hash, source.url, found.quote, ...(cell ? [cell.row, cell.column] : [])]),
		sourceId: source.id,
		subQuestionIds: bearsOn,
		locator: cell === undefined ? locate(page, stated) : cellLocator(cell),
	};
}

function cellLocator({ page, table, row, column }: Cell): Locator {
	return { kind: "cell", ...(page === undefined ? {} : { page }), table, row, column };
}
