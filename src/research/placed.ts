import { shortHash } from "../base/hash.ts";
import type { Claim, ExtractedClaim } from "../evidence/claim.ts";
import { locate } from "../evidence/source.ts";
import type { ReadPage } from "./read.ts";

/** The claim with its place, or undefined when the page does not hold its quote (METHOD §5). */
export function placed(found: ExtractedClaim, { page, source }: ReadPage, subQuestionId: string): Claim | undefined {
	if (found.quote.trim() === "") return undefined;
	const stated = page.text.startsWith(found.quote, found.start) ? found.start : page.text.indexOf(found.quote);
	if (stated < 0) return undefined;
	return {
		...found,
		start: stated,
		id: shortHash([source.hash, source.url, found.quote, subQuestionId]),
		sourceId: source.id,
		subQuestionId,
		locator: locate(page, stated),
	};
}
