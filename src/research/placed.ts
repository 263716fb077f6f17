import { shortHash } from "../base/hash.ts";
import { cellAt } from "../evidence/cells.ts";
import type { Cell, Claim, ExtractedClaim } from "../evidence/claim.ts";
import { type Locator, locate } from "../evidence/source.ts";
import type { ReadPage } from "./read.ts";

/** The claim with its place, or undefined when the page does not hold its quote (METHOD §5). A quote from a table is its cell's. */
export function placed(found: ExtractedClaim, { page, source }: ReadPage, subQuestionId: string): Claim | undefined {
	if (found.quote.trim() === "") return undefined;
	const stated = page.text.startsWith(found.quote, found.start) ? found.start : page.text.indexOf(found.quote);
	if (stated < 0) return undefined;
	const cell = found.cell ?? cellAt(page, stated, stated + found.quote.trimEnd().length, found.text);
	return {
		...found,
		...(cell === undefined ? {} : { cell }),
		start: stated,
		// A row is quoted for each of its cells: each is a claim of its own.
		id: shortHash([source.hash, source.url, found.quote, subQuestionId, ...(cell ? [cell.row, cell.column] : [])]),
		sourceId: source.id,
		subQuestionId,
		locator: cell === undefined ? locate(page, stated) : cellLocator(cell),
	};
}

function cellLocator({ page, table, row, column }: Cell): Locator {
	return { kind: "cell", ...(page === undefined ? {} : { page }), table, row, column };
}
