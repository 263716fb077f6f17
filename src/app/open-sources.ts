import { join } from "node:path";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import type { SharedLimits } from "../base/shared-limits.ts";
import type { FoldersRead, McpOptions, RunOptions, WebOptions } from "../evidence/event.ts";
import type { Page } from "../evidence/source.ts";
import { combineSources, withServers } from "../sources/combine-sources.ts";
import { openPassageReader } from "../sources/comprehension/passage-reader.ts";
import { type Corpus, openCorpus } from "../sources/corpus/corpus.ts";
import { createCorpusSource } from "../sources/corpus/source.ts";
import type { SourceProvider } from "../sources/provider.ts";
import { openTextSimilarity } from "../sources/vectors/text-similarity.ts";
import type { Config } from "./config.ts";
import type { InventedWeb } from "./open-web-source.ts";
import type { Hooks } from "./progress.ts";

/** The opened sources of a run: its folders and the web. */
export interface RunSources {
	provider: SourceProvider;
	info: FoldersRead;
	/** Takes what the log holds of the sources when the run began. Reports changed documents, and searches in the recorded way. */
	onStarted(source: FoldersRead): void;
	close(): Promise<void>;
}

const documentsChanged =
	"the documents have changed since this run began: what was read stays as it was, what is read now is new";

/** Opens the folders and the web of a run. Throws what `openCorpus` and `openWebSource` throw. */
export async function openSources(
	options: RunOptions,
	config: Config,
	hooks: Hooks,
	world: InventedWeb | undefined,
	storedPages: (runId: string) => Promise<Page[]>,
	sharedLimits?: SharedLimits,
): Promise<RunSources> {
	if (options.from !== undefined) return openStoredPages(await storedPages(options.from), options, hooks);
	const web = options.web && (await loadWebSource(options, options.web, config, hooks, world, sharedLimits));
	let mcp: SourceProvider | undefined;
	try {
		mcp = options.mcp && (await loadMcpSource(options, options.mcp, config, hooks));
		const { provider, info, corpus } = await openFolders(options, config, hooks);
		const documents = provider && web ? combineSources(provider, web) : (provider ?? web);
		const combined = documents && mcp ? withServers(documents, mcp) : (documents ?? mcp);
		if (!combined) throw new TypeError("a run that looks nowhere");
		return {
			provider: combined,
			info,
			onStarted({ fingerprint, meaning }) {
				corpus?.setMeaningScope(meaning ?? "all");
				if (fingerprint !== info.fingerprint) hooks.onProgress({ type: "note", text: documentsChanged });
			},
			close: () => combined.close(),
		};
	} catch (error) {
		await Promise.allSettled([web?.close(), mcp?.close()]);
		throw error;
	}
}

/** A run without servers of the Model Context Protocol loads no code for them. */
async function loadMcpSource(options: RunOptions, mcp: McpOptions, config: Config, hooks: Hooks) {
	const { openServers } = await import("./open-servers.ts");
	return openServers(options, mcp, config, hooks);
}

/** A source that the calling program gave, and closes itself. */
export function givenSource(provider: SourceProvider): RunSources {
	return {
		provider,
		info: { documents: 0, passages: 0, fingerprint: provider.name },
		onStarted: () => undefined,
		close: async () => undefined,
	};
}

/** The pages of an earlier run. */
async function openStoredPages(
	pages: readonly Page[],
	{ vectors }: Pick<RunOptions, "vectors">,
	hooks: Hooks,
): Promise<RunSources> {
	const { createStoredSource } = await import("../sources/stored/source.ts");
	const note = (text: string) => hooks.onProgress({ type: "note", text });
	const provider = createStoredSource(
		pages,
		vectors ? { meaning: openTextSimilarity(note), passageReader: openPassageReader(note) } : {},
	);
	const fingerprint = shortHash(pages.map(({ hash }) => hash));
	return {
		provider,
		info: { documents: pages.length, passages: 0, fingerprint },
		onStarted: () => undefined,
		close: () => provider.close(),
	};
}

/** A run in folders loads no code for the web. */
async function loadWebSource(
	options: RunOptions,
	web: WebOptions,
	config: Config,
	hooks: Hooks,
	world: InventedWeb | undefined,
	sharedLimits: SharedLimits | undefined,
) {
	const { openWebSource: openTheWeb } = await import("./open-web-source.ts");
	return openTheWeb(options, web, config, hooks, world, sharedLimits);
}

async function openFolders(
	options: RunOptions,
	config: Config,
	hooks: Hooks,
): Promise<{ provider?: SourceProvider; corpus?: Corpus; info: RunSources["info"] }> {
	if (options.corpus.length === 0) return { info: { documents: 0, passages: 0, fingerprint: "" } };
	const corpus = await openCorpus({
		folders: options.corpus,
		indexFolder: join(config.home, "index"),
		vectors: options.vectors,
		embedMs: options.deadlineMs * limits.embedShare,
		onProgress: (progress) => hooks.onProgress({ ...progress, type: "index" }),
		onNote: (text) => hooks.onProgress({ type: "note", text }),
		onSkip: (skipped) => hooks.onProgress({ ...skipped, type: "skip" }),
		signal: hooks.signal,
	});
	const { documents, passages, meaning, skipped } = corpus.stats;
	const info = {
		...{ documents, passages, meaning, fingerprint: corpus.fingerprint },
		skipped: skipped.slice(0, limits.skippedFiles),
	};
	return { provider: createCorpusSource(corpus), corpus, info };
}
