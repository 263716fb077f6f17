import type { FoldersRead, ResearchEvent } from "../evidence/event.ts";
import type { Support } from "../evidence/report.ts";
import { mcpScheme, type Page, type Source } from "../evidence/source.ts";
import type { Spending } from "../evidence/spending.ts";
import type { SpendingKind } from "../evidence/spending-limit.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Reasoner, WriteInput } from "../reasoning/reasoner.ts";
import { PageError, type SourceProvider } from "../sources/provider.ts";
import type { PageStore } from "../store/store.ts";
import type { Inbox } from "./inbox.ts";
import type { UserInput } from "./input-needed.ts";

/** What the run has spent on models. Read it only inside a step's work: the log does not hold the value until the step records it. */
export interface Meter {
	spending(): Spending;
	/** The limit under which a request of research was refused, because the rest is the report reserve; else undefined. */
	usedUp(): SpendingKind | undefined;
}

/** What the run works with. It creates none of it, so a recorded model and a fixed corpus make a whole run offline. */
export interface Tools {
	reasoner: Reasoner;
	source: SourceProvider;
	pages: PageStore;
	/** What the user decided when the run asked. */
	userInput?: UserInput | undefined;
	/** What the user sends while the run is going on. Absent if nobody can. */
	inbox?: Inbox | undefined;
	/** Absent when no model is used. */
	meter?: Meter | undefined;
	/** The part of the deadline that opening the sources took, before the research could begin. ms */
	openingMs?: number | undefined;
	/** The time that the run's deadline is measured with. ms; `workingTime` if absent. */
	now?: (() => number) | undefined;
	/** What the source held when the run began, for the log. */
	sourceInfo: FoldersRead;
	/** The state of an earlier run, for a run that starts from one. */
	loadEarlier?: ((runId: string) => Promise<ResearchState>) | undefined;
	/** Shows each event live; must not throw. Called in plan order, recorded events included. */
	onEvent?: ((event: ResearchEvent, state: ResearchState) => void) | undefined;
	/** Show the draft as far as it is written, and each verdict of the support check; must not throw. */
	onWriting?: ((text: string) => void) | undefined;
	onVerdict?: ((sentence: string, verdict: Support["verdict"]) => void) | undefined;
	/** Shows what is being done right now, in a few words; must not throw. */
	onActivity?: ((text: string) => void) | undefined;
}

/** The most places that are requested from a source's index. */
const placesMost = 30;

/**
 * Lookups in the source, as far as it offers them: how near the meaning of texts is to a query's, what passages say on a question,
 * and where the index finds a query.
 */
export function sourceLookups(
	{ source }: Tools,
	signal: AbortSignal,
): Pick<WriteInput, "similarity" | "readPassages" | "places"> {
	return {
		similarity: async (query, texts) => source.similarity?.(query, texts, signal),
		readPassages: async (question, passages) => source.readPassages?.(question, passages, signal),
		places: async (query) => (await source.places?.(query, placesMost, signal)) ?? [],
	};
}

/** What a run's log holds of a page besides its text. */
function detailsOf({ id: _id, sketch: _sketch, ...details }: Source): Omit<Source, "id" | "sketch"> {
	return details;
}

/** A source's page as it is stored; undefined when it was deleted. Two addresses may have the same text, which is stored once. */
export async function storedPageOf(pages: Pick<PageStore, "get">, source: Source): Promise<Page | undefined> {
	const cached = await pages.get(source.hash);
	return cached && cached.url !== source.url ? { ...cached, ...detailsOf(source) } : cached;
}

/**
 * The text of a page that was read: from the cache, or read again when the cache was deleted. A web page that is gone then has no
 * text and no hash, so that nothing is quoted from it anew.
 */
export async function loadPage(tools: Tools, source: Source, signal?: AbortSignal): Promise<Page> {
	const cached = await storedPageOf(tools.pages, source);
	if (cached) return cached;
	// To read it would be to make the call again.
	if (source.url.startsWith(mcpScheme)) return { ...detailsOf(source), text: "", marks: [], hash: "" };
	try {
		const page = await tools.source.read(source.url, signal);
		await tools.pages.put(page);
		return page;
	} catch (error) {
		if (signal?.aborted || !(error instanceof PageError)) throw error;
		return { ...detailsOf(source), text: "", marks: [], hash: "" };
	}
}
