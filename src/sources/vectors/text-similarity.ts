import { messageOf } from "../../base/errors.ts";
import type { Likeness } from "../../evidence/source.ts";
import type { Embedder, TextVectors } from "./embedding-model.ts";

/** Maximum number of vectors in the cache, 1.5 kB each; the oldest is dropped first. */
const cachedVectorsMax = 4_000;
/** Maximum length of a text that is embedded; the model sees some 512 tokens. Characters. */
const embeddedCharactersMax = 4_000;

/** Compares the meaning of texts by unit vectors of the embedding model, which is loaded at first use. */
export interface TextSimilarity {
	/** Undefined for a text without words, and when the model cannot be used here. */
	vectorOf(text: string): Promise<Float32Array | undefined>;
	/** Cosines of texts with a query. The vectors are cached. Undefined as for `vectorOf`. */
	cosines(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[] | undefined>;
	/** As `SourceProvider.similarity`; nothing is cached. */
	similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined>;
	close(): Promise<void>;
}

/** `onLost` is called once with the reason when the model cannot be used here; from then on only words count. */
export function openTextSimilarity(onLost: (note: string) => void): TextSimilarity {
	const cache = new Map<string, Float32Array>();
	let embedder: Promise<Embedder> | undefined;
	let isLost = false;

	async function vectorOf(text: string): Promise<Float32Array | undefined> {
		const cached = cache.get(text);
		if (cached !== undefined) return cached;
		const vector = await withModel(text, (model, part) => model.embed(part));
		if (vector === undefined) return undefined;
		const oldest = cache.size >= cachedVectorsMax ? cache.keys().next().value : undefined;
		if (oldest !== undefined) cache.delete(oldest);
		cache.set(text, vector);
		return vector;
	}

	/** Runs `use` on the model and a text. Undefined for a text without words, and when the model cannot be used. */
	async function withModel<T>(
		text: string,
		use: (model: Embedder, part: string) => Promise<T>,
	): Promise<T | undefined> {
		if (isLost || text.trim() === "") return undefined;
		try {
			embedder ??= import("./embedding-model.ts").then(({ loadEmbedder }) => loadEmbedder());
			return await use(await embedder, text.slice(0, embeddedCharactersMax));
		} catch (error) {
			if (!isLost) onLost(wordsOnlyNote(error));
			isLost = true;
			return undefined;
		}
	}

	return {
		vectorOf,
		async cosines(query, texts, signal) {
			const queryVector = await vectorOf(query);
			if (queryVector === undefined) return undefined;
			const out: number[] = [];
			for (const text of texts) {
				signal?.throwIfAborted();
				const vector = await vectorOf(text);
				if (vector === undefined) return undefined;
				out.push(dotProduct(queryVector, vector));
			}
			return out;
		},
		async similarity(query, texts, signal) {
			const read = (text: string) => withModel(text, (model, part) => model.read(part));
			const queryVectors = await read(query);
			if (queryVectors === undefined) return undefined;
			const out: Likeness[] = [];
			for (const text of texts) {
				signal?.throwIfAborted();
				const textVectors = await read(text);
				if (textVectors === undefined) return undefined;
				out.push({
					whole: dotProduct(queryVectors.whole, textVectors.whole),
					tokens: lateInteraction(queryVectors, textVectors),
				});
			}
			return out;
		},
		async close() {
			const loaded = await embedder?.catch(() => undefined);
			await loaded?.close();
		},
	};
}

/**
 * For each token of the query, the cosine of the nearest token of the text (late interaction, Khattab and Zaharia 2020, without
 * their training).
 */
function lateInteraction(query: TextVectors, text: TextVectors): number[] {
	const { length } = query.whole;
	const nearest: number[] = [];
	for (let from = 0; from < query.tokens.length; from += length) {
		const token = query.tokens.subarray(from, from + length);
		let best = -1;
		for (let at = 0; at < text.tokens.length; at += length)
			best = Math.max(best, dotProduct(token, text.tokens.subarray(at, at + length)));
		nearest.push(best);
	}
	return nearest;
}

function dotProduct(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
	return sum;
}

export function wordsOnlyNote(error: unknown): string {
	return `searching by words only: the embedding model cannot be used here (${messageOf(error).split("\n")[0]})`;
}
