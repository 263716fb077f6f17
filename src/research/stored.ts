import type { ResearchState } from "../evidence/state.ts";
import { pageOf, type Tools } from "./tools.ts";
import type { Evidence } from "./verify.ts";

/** What a draft is checked against; a page that is no longer the one that was read is left out. */
export async function evidenceOf(state: ResearchState, tools: Tools, signal?: AbortSignal): Promise<Evidence> {
	const texts = new Map<string, string>();
	for (const source of state.sources) {
		const page = await pageOf(tools, source, signal);
		if (page.hash === source.hash) texts.set(source.id, page.text);
	}
	return { claims: state.claims, sources: state.sources, pageText: (id) => texts.get(id) };
}
