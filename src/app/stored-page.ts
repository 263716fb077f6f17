import { UsageError } from "../base/errors.ts";
import { locatorText, type Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { storedPageOf } from "../research/tools.ts";
import type { PageStore } from "../store/store.ts";

/** A page as a run read it, with the places of the run's quotes in it. */
export interface StoredPage {
	/** SHA-256 of `text`. */
	hash: string;
	sourceId: string;
	title: string;
	url: string;
	date?: string | undefined;
	text: string;
	/** In the order of the text. `start`, `end`: UTF-16 offsets; `place`: in words, `line 12`. */
	quotes: { claimId: string; claim: string; quote: string; start: number; end: number; place: string }[];
}

/** A page that a run has read, by the hash of its text or the id of its source. Throws `PAGE_UNKNOWN` or `PAGE_NOT_STORED`. */
export async function storedPage(
	pages: PageStore,
	runId: string,
	state: ResearchState,
	name: string,
): Promise<StoredPage> {
	const source = state.sources.find(({ id, hash }) => hash === name || id === name);
	if (!source)
		throw new UsageError("PAGE_UNKNOWN", `run ${runId.slice(0, 8)} has read no page ${JSON.stringify(name)}`, {
			hint: "name a page by the hash of its text, or by the id of its source",
		});
	const page = await storedPageOf(pages, source);
	if (!page) throw notStored(source);
	const { text } = page;
	const quotes = state.claims
		.filter(({ sourceId, quote, start }) => sourceId === source.id && text.startsWith(quote, start))
		.toSorted((a, b) => a.start - b.start)
		.map(({ id, text: claim, quote, start, locator }) => {
			return { claimId: id, claim, quote, start, end: start + quote.length, place: locatorText(locator) };
		});
	const { id: sourceId, title, url, date, hash } = source;
	return { hash, sourceId, title, url, date, text, quotes };
}

function notStored({ title, url }: Source): UsageError {
	return new UsageError("PAGE_NOT_STORED", `the text of “${title}” is no longer stored`, {
		hint: `assay cleanup deleted it; it was read from ${url}`,
	});
}
