import type { ResearchState } from "../evidence/state.ts";
import { pageOf, type Tools } from "./tools.ts";

/** The stored texts of the pages that were read, by source id; a page that is no longer the one that was read is left out. */
export async function pageTexts(
	state: ResearchState,
	tools: Tools,
	signal?: AbortSignal,
): Promise<(sourceId: string) => string | undefined> {
	const texts = new Map<string, string>();
	for (const source of state.sources) {
		const page = await pageOf(tools, source, signal);
		if (page.hash === source.hash) texts.set(source.id, page.text);
	}
	return (id) => texts.get(id);
}
