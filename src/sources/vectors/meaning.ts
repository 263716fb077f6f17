import { messageOf } from "../../base/errors.ts";
import type { Embedder } from "./model.ts";

/** Vectors that are kept, the oldest dropped first: 1.5 kB each. */
const keptMax = 4_000;
/** More of a text is not looked at: the model sees some 512 tokens. Characters. */
const charactersMax = 4_000;

/** What texts mean, as unit vectors of the embedding model, which is loaded at the first use. */
export interface Meaning {
	/** Undefined of a text without a word, and when the model cannot be used here. */
	vectorOf(text: string): Promise<Float32Array | undefined>;
	/** As `SourceProvider.similarity`. */
	similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[] | undefined>;
	close(): Promise<void>;
}

/** `onLost` is told once why meaning cannot be read here; from then on words alone count. */
export function openMeaning(onLost: (note: string) => void): Meaning {
	const kept = new Map<string, Float32Array>();
	let embedder: Promise<Embedder> | undefined;
	let isLost = false;

	async function vectorOf(text: string): Promise<Float32Array | undefined> {
		if (isLost || text.trim() === "") return undefined;
		const known = kept.get(text);
		if (known !== undefined) return known;
		try {
			embedder ??= import("./model.ts").then(({ loadEmbedder }) => loadEmbedder());
			const vector = await (await embedder).embed(text.slice(0, charactersMax));
			const oldest = kept.size >= keptMax ? kept.keys().next().value : undefined;
			if (oldest !== undefined) kept.delete(oldest);
			kept.set(text, vector);
			return vector;
		} catch (error) {
			if (!isLost) onLost(withoutMeaning(error));
			isLost = true;
			return undefined;
		}
	}

	return {
		vectorOf,
		async similarity(query, texts, signal) {
			const asked = await vectorOf(query);
			if (asked === undefined) return undefined;
			const cosines: number[] = [];
			for (const text of texts) {
				signal?.throwIfAborted();
				const vector = await vectorOf(text);
				if (vector === undefined) return undefined;
				cosines.push(vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
			}
			return cosines;
		},
		async close() {
			const loaded = await embedder?.catch(() => undefined);
			await loaded?.close();
		},
	};
}

export function withoutMeaning(error: unknown): string {
	return `searching by words only: the embedding model cannot be used here (${messageOf(error).split("\n")[0]})`;
}
