import { availableParallelism } from "node:os";
import { limits } from "../../base/limits.ts";
import { siblingScript } from "../../base/sibling-script.ts";
import { ChildPool } from "../read/child-pool.ts";
import { UnreadableError } from "../read/decode.ts";
import type { CorpusFile } from "./files.ts";
import type { DocumentJob, FileJob, FileResult, LineJob, RecordResult } from "./worker.ts";

const readersMax = 4;

/** Number of children that read documents at once. */
export const readerCount = Math.max(1, Math.min(readersMax, availableParallelism()));

let shared: DocumentReaderPool | undefined;

/** The readers of this process. */
export function sharedReaders(): DocumentReaderPool {
	shared ??= new DocumentReaderPool();
	return shared;
}

/**
 * Reads documents of folders in child processes. A document that takes one down, or takes too long, is reported and costs nothing
 * else.
 */
export class DocumentReaderPool {
	readonly #pool = new ChildPool<DocumentJob, (FileResult | RecordResult)[]>(
		siblingScript("./worker", import.meta.url),
		readerCount,
	);

	/** Reads files that are one document each; the results are in their order. Rejects with the signal's reason only. */
	readFiles(files: FileJob[], signal?: AbortSignal): Promise<FileResult[]> {
		return this.#readAll<FileJob, FileResult>(
			files,
			(some) => ({ files: some }),
			(_file, reason) => ({ reason }),
			signal,
		);
	}

	/** Reads lines of a `.jsonl` file; empty ones give nothing. Rejects with the signal's reason only. */
	readLines(
		lines: LineJob[],
		{ path, label }: Pick<CorpusFile, "path" | "label">,
		signal?: AbortSignal,
	): Promise<RecordResult[]> {
		return this.#readAll<LineJob, RecordResult>(
			lines,
			(some) => ({ lines: some, file: { path, label } }),
			({ line }, reason) => ({ line, reason }),
			signal,
		);
	}

	/** Reads all items in one job, and one by one when that fails, so that only the faulty one is left out. */
	async #readAll<Item, Result extends FileResult | RecordResult>(
		items: Item[],
		jobOf: (items: Item[]) => DocumentJob,
		failureOf: (item: Item, reason: string) => Result,
		signal: AbortSignal | undefined,
	): Promise<Result[]> {
		const ms = items.length > 1 ? limits.documentsMs : limits.pdfMs;
		try {
			return (await this.#pool.run(jobOf(items), ms, signal)) as Result[];
		} catch (error) {
			if (!(error instanceof UnreadableError)) throw error;
			const [first] = items;
			if (items.length === 1 && first !== undefined) return [failureOf(first, error.message)];
			const results: Result[] = [];
			for (const item of items) results.push(...(await this.#readAll([item], jobOf, failureOf, signal)));
			return results;
		}
	}
}
