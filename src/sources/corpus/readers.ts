import { availableParallelism } from "node:os";

import { limits } from "../../base/limits.ts";
import { Unreadable } from "../read/decode.ts";
import { ChildPool } from "../read/pool.ts";
import type { FoundFile } from "./files.ts";
import type { DocumentJob, FileJob, FileRead, LineJob, RecordRead } from "./worker.ts";

const readersMax = 4;

/** Number of children that read documents at once. */
export const readersAtOnce = Math.max(1, Math.min(readersMax, availableParallelism()));

let shared: DocumentReaders | undefined;

/** The readers of this process. */
export function documentReaders(): DocumentReaders {
	shared ??= new DocumentReaders();
	return shared;
}

/**
 * Reads documents of folders in child processes. A document that takes one down, or takes too long, is reported and costs nothing
 * else.
 */
export class DocumentReaders {
	readonly #pool = new ChildPool<DocumentJob, (FileRead | RecordRead)[]>(
		new URL("./worker.ts", import.meta.url),
		readersAtOnce,
	);

	/** Reads files that are one document each; the results are in their order. Rejects with the signal's reason only. */
	files(files: FileJob[], signal?: AbortSignal): Promise<FileRead[]> {
		return this.#each<FileJob, FileRead>(
			files,
			(some) => ({ files: some }),
			(_file, reason) => ({ reason }),
			signal,
		);
	}

	/** Reads lines of a `.jsonl` file; empty ones give nothing. Rejects with the signal's reason only. */
	lines(
		lines: LineJob[],
		{ path, label }: Pick<FoundFile, "path" | "label">,
		signal?: AbortSignal,
	): Promise<RecordRead[]> {
		return this.#each<LineJob, RecordRead>(
			lines,
			(some) => ({ lines: some, file: { path, label } }),
			({ line }, reason) => ({ line, reason }),
			signal,
		);
	}

	/** Reads all items in one job, and one by one when that fails, so that only the faulty one is left out. */
	async #each<Item, Result extends FileRead | RecordRead>(
		items: Item[],
		jobOf: (items: Item[]) => DocumentJob,
		failed: (item: Item, reason: string) => Result,
		signal: AbortSignal | undefined,
	): Promise<Result[]> {
		const ms = items.length > 1 ? limits.documentsMs : limits.pdfMs;
		try {
			return (await this.#pool.ask(jobOf(items), ms, signal)) as Result[];
		} catch (error) {
			if (!(error instanceof Unreadable)) throw error;
			const [first] = items;
			if (items.length === 1 && first !== undefined) return [failed(first, error.message)];
			const results: Result[] = [];
			for (const item of items) results.push(...(await this.#each([item], jobOf, failed, signal)));
			return results;
		}
	}
}
