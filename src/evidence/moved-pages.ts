import type { Claim } from "./claim.ts";
import type { Source } from "./source.ts";

interface Known {
	sources: readonly Source[];
	claims: readonly Claim[];
}

/** A page that stands under another name or address now. */
export interface MovedPage {
	from: Source;
	to: Source;
	/** Whether its text is the same, letter for letter. */
	isSame: boolean;
}

/** From this share on of the quotes of a page that is gone, a new page that holds them is the same page. */
const sharedQuotesMin = 0.5;

/**
 * The pages that are gone and stand elsewhere now, as a file that was renamed does: a new page has the same text, or, edited since, holds
 * half of the quotes. Each new page counts once.
 */
export function movedPages(before: Known, now: Known): MovedPage[] {
	const isNew = ({ id }: Source) => !before.sources.some((one) => one.id === id);
	let fresh = now.sources.filter(isNew);
	return before.sources.flatMap((from): MovedPage[] => {
		if (fresh.length === 0 || now.sources.some(({ id }) => id === from.id)) return [];
		const same = fresh.find(({ hash }) => hash === from.hash);
		const to = same ?? nearest(quotesOf(before, from), fresh, now);
		if (!to) return [];
		fresh = fresh.filter((one) => one !== to);
		return [{ from, to, isSame: same !== undefined }];
	});
}

function nearest(quotes: ReadonlySet<string>, fresh: readonly Source[], now: Known): Source | undefined {
	if (quotes.size === 0) return undefined;
	const [best] = fresh
		.map((source) => ({ source, share: quotes.intersection(quotesOf(now, source)).size / quotes.size }))
		.toSorted((a, b) => b.share - a.share);
	return best && best.share >= sharedQuotesMin ? best.source : undefined;
}

function quotesOf({ claims }: Known, { id }: Source): Set<string> {
	return new Set(claims.filter(({ sourceId }) => sourceId === id).map(({ quote }) => quote));
}
