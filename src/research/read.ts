import { messageOf } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { createWorkQueue } from "../base/work-queue.ts";
import { lowerAuthority } from "../evidence/authority.ts";
import { isForeign, isWeb, type Page, type Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { sketchOf } from "../evidence/text-sketch.ts";
import { pageName, type UnreadPage } from "../evidence/unread-page.ts";
import { currentWave } from "../evidence/wave.ts";
import { PageError } from "../sources/provider.ts";
import { holdsInjection } from "../text/injection.ts";
import { type DeadlineSource, withDeadline } from "./deadline-source.ts";
import type { Step } from "./journal.ts";
import { loadPage, type Tools } from "./tools.ts";

/** A page with what the log keeps of it. */
export interface ReadPage {
	source: Source;
	page: Page;
}

/** METHOD §4.3: reads the chosen pages in parallel. A page that cannot be read is recorded as a gap. */
export function readChosenPages(state: ResearchState, tools: Tools): Step[] {
	const chosen = currentWave(state).flatMap(({ choices }) => choices.map(({ url }) => url));
	return readSteps(state, tools, chosen);
}

/** A step for each page. Only so many are read at once. */
export function readSteps(state: ResearchState, tools: Tools, urls: readonly string[]): Step[] {
	const titles = new Map(state.turns.flatMap((one) => one.hits.map(({ url, title }) => [url, title])));
	const queue = createWorkQueue((running) => running < limits.readsAtOnce);
	return urls.map((url) => {
		const step = readStep(tools, url, titles.get(url));
		return { ...step, work: (context) => queue(() => step.work(context), context.signal) };
	});
}

/** The pages of the current wave, from the page cache: those that it read, and those that it reads again. */
export async function pagesOfWave(state: ResearchState, tools: Tools): Promise<ReadPage[]> {
	const wave = currentWave(state);
	const wanted = state.sources.filter(({ id, url }) =>
		wave.some(({ read, again }) => read.includes(id) || again.includes(url)),
	);
	const pages: ReadPage[] = [];
	for (const source of wanted) pages.push({ source, page: await loadPage(tools, source) });
	return pages;
}

function readStep(tools: Tools, url: string, title: string | undefined): Step {
	return {
		name: `read:${shortHash(url)}`,
		instead: (reason) => ({ type: "unread", url, title, reason }),
		work: async ({ signal, leftMs }) => {
			tools.onActivity?.(`reading: ${isWeb({ url }) ? `${new URL(url).hostname}: ` : ""}${pageName({ url, title })}`);
			const result = await readAndStore({ ...tools, source: withDeadline(tools.source, { leftMs }) }, url, signal);
			if (!("page" in result)) return { type: "unread", url, title, ...result };
			const source = sourceOf(result.page);
			const asked = source.url === url ? {} : { asked: url };
			return { type: "read", source, characters: result.page.text.length, ...asked };
		},
	};
}

/** Why a page could not be read. */
export type ReadFailure = Pick<UnreadPage, "reason" | "obstacle">;

/** Reads a page and stores it, or returns why it could not be read. Throws only when the process is asked to stop. */
export async function readAndStore(
	{ source, pages }: { source: Pick<DeadlineSource, "read">; pages: Tools["pages"] },
	url: string,
	signal: AbortSignal,
): Promise<{ page: Page } | ReadFailure> {
	try {
		const page = await source.read(url, signal);
		await pages.put(page);
		return { page };
	} catch (error) {
		if (signal.aborted) throw error;
		return { reason: messageOf(error), ...(error instanceof PageError ? { obstacle: error.obstacle } : {}) };
	}
}

/** What the log keeps of a page. */
export function sourceOf(page: Page): Source {
	const { url, title, label, kind, origin, date, hash } = page;
	const { author, site, modified, language, canonical, capture } = page;
	const source = { id: `s${shortHash(url).slice(0, 10)}`, url, title, label, kind, origin, date, hash };
	const sketch = sketchOf(page.text);
	const addressed = isForeign(page) && holdsInjection(page.text) ? true : undefined;
	const authority = addressed ? lowerAuthority(page.authority) : page.authority;
	return { ...source, author, site, modified, language, canonical, capture, authority, addressed, sketch };
}
