import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { DraftEvidence } from "../verification/verify.ts";
import { loadPage, type Tools } from "./tools.ts";

/** What a draft is checked against. A page whose text is no longer the one that was read is left out. */
export async function evidenceOf(state: ResearchState, tools: Tools, signal?: AbortSignal): Promise<DraftEvidence> {
	return evidenceFrom(state, await pagesOf(state, tools, signal));
}

export function evidenceFrom(state: ResearchState, pages: ReadonlyMap<string, Page>): DraftEvidence {
	return {
		claims: state.claims,
		sources: state.sources,
		pageText: (id) => pages.get(id)?.text,
		question: state.question,
	};
}

/** The pages that were read, by source id, in the order of reading. A page whose text has changed since is left out. */
export async function pagesOf(state: ResearchState, tools: Tools, signal?: AbortSignal): Promise<Map<string, Page>> {
	const pages = new Map<string, Page>();
	for (const source of state.sources) {
		const page = await loadPage(tools, source, signal);
		if (page.hash === source.hash) pages.set(source.id, page);
	}
	return pages;
}
