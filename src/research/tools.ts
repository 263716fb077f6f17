import type { FoldersRead, ResearchEvent } from "../evidence/event.ts";
import type { Page, Source } from "../evidence/source.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, WriteInput } from "../reasoning/reasoner.ts";
import { PageFault, type SourceProvider } from "../sources/provider.ts";
import type { PageStore } from "../store/store.ts";

/** What the run has spent on models. Read it only inside a step's work: it is not the log, but will be. */
export interface Meter {
	spending(): Spending;
	/** Whether a request of research was refused because the rest of the money is kept for the report. */
	usedUp(): boolean;
}

/** What the flow is given; it makes none of it, so a recorded model and a fixed corpus make a whole run offline. */
export interface Tools {
	reasoner: Reasoner;
	source: SourceProvider;
	pages: PageStore;
	/** Absent when no model is asked. */
	meter?: Meter | undefined;
	/** What of the deadline was used before the research could begin: opening the sources. ms */
	openingMs?: number | undefined;
	/** What the source held when the run began, for the log. */
	sourceInfo: FoldersRead;
	/** Shown live; must not throw. Called for each event in plan order, recorded ones included. */
	onEvent?: ((event: ResearchEvent, state: ResearchState) => void) | undefined;
	/** What is being done right now, in a few words; must not throw. */
	onActivity?: ((text: string) => void) | undefined;
}

/** Places that a source's index is asked for. */
const placesMost = 30;

/** How near texts' meaning is to a query's, what passages say of a question, and where the source's index finds a query, as far as the source can tell. */
export function lookUps(
	{ source }: Tools,
	signal: AbortSignal,
): Pick<WriteInput, "similarity" | "readPassages" | "places"> {
	return {
		similarity: async (query, texts) => source.similarity?.(query, texts, signal),
		readPassages: async (question, passages) => source.readPassages?.(question, passages, signal),
		places: async (query) => (await source.places?.(query, placesMost, signal)) ?? [],
	};
}

/** What a run's log knows of a page beside its text. */
function detailsOf({ id: _id, sketch: _sketch, ...details }: Source): Omit<Source, "id" | "sketch"> {
	return details;
}

/**
 * The text of a page that was read: from the cache, or read again when the cache was thrown away. A page of the web that is not
 * there any more has no text then, and no hash, so that nothing is quoted from it anew.
 */
export async function pageOf(tools: Tools, source: Source, signal?: AbortSignal): Promise<Page> {
	const kept = await tools.pages.get(source.hash);
	// Two addresses may hold one text, which is kept once.
	if (kept) return kept.url === source.url ? kept : { ...kept, ...detailsOf(source) };
	try {
		const page = await tools.source.read(source.url, signal);
		await tools.pages.put(page);
		return page;
	} catch (error) {
		if (signal?.aborted || !(error instanceof PageFault)) throw error;
		return { ...detailsOf(source), text: "", marks: [], hash: "" };
	}
}
