import { UnreadableError } from "../read/decode.ts";
import { type CorpusFile, readErrorReason, type SkippedPath } from "./files.ts";
import {
	hashFile,
	type IndexOutcome,
	type IndexUpdate,
	recordSkip,
	replaceDocuments,
	tooLargeReason,
} from "./index-writes.ts";
import type { IndexedDocument } from "./indexed-document.ts";
import { readRecordBatches } from "./record-batches.ts";

/** Reads a file of records and writes those that differ from the index, in batches. */
export async function indexRecords(
	change: IndexUpdate,
	file: CorpusFile,
	onRecords: (done: number, total: number, bytes: number) => void,
): Promise<IndexOutcome & { records?: number }> {
	const { table, previousHashOf: hashBefore, write } = change;
	try {
		const large = tooLargeReason(file);
		if (large !== undefined) throw new UnreadableError(large);
		const hash = await hashFile(file.path);
		if (hash !== hashBefore(file.path)) return await writeRecords(change, file, hash, onRecords);
		const skips = table.touchFile(file.path, file.stamp);
		return { indexed: 0, unchanged: table.countOf(file.path), removed: 0, skips };
	} catch (error) {
		const isUnreadable = error instanceof UnreadableError;
		if (!isUnreadable && !isSystemError(error)) throw error;
		const hash = isUnreadable ? await hashFile(file.path).catch(() => undefined) : undefined;
		return await write(() => recordSkip(table, file, hash, isUnreadable ? error.message : readErrorReason(error)));
	}
}

async function writeRecords(
	{ table, readers, signal, write }: IndexUpdate,
	file: CorpusFile,
	hash: string,
	onRecords: (done: number, total: number, bytes: number) => void,
): Promise<IndexOutcome & { records: number }> {
	const outcome = { indexed: 0, unchanged: 0, removed: 0, skips: [] as SkippedPath[], records: 0 };
	const seen = new Set<string>();
	for await (const { records, bytes } of readRecordBatches(file, readers, signal)) {
		const documents: IndexedDocument[] = [];
		const skip = (line: number, reason: string) => outcome.skips.push({ path: `${file.path}:${line}`, reason });
		for (const record of records) {
			if ("reason" in record) skip(record.line, record.reason);
			else if (seen.has(record.document.page.url)) skip(record.line, `its id ${record.id} was used above`);
			else {
				seen.add(record.document.page.url);
				documents.push(record.document);
			}
		}
		const written = await write(() => replaceDocuments(table, file.path, documents));
		outcome.indexed += written.indexed;
		outcome.unchanged += written.unchanged;
		outcome.records += documents.length;
		onRecords(documents.length, Math.round((outcome.records * file.size) / Math.max(1, bytes)), bytes);
	}
	if (outcome.records === 0)
		throw new UnreadableError(
			outcome.skips.length > 0 ? `no record in it could be read: ${outcome.skips[0]?.reason}` : "it is empty",
		);
	outcome.skips = capSkips(file.path, outcome.skips);
	await write(function* () {
		outcome.removed = table.removeDocuments(table.urlsOf(file.path).filter((url) => !seen.has(url)));
		yield;
		table.putFile({ path: file.path, stamp: file.stamp, hash, skips: outcome.skips });
	});
	return outcome;
}

/** Maximum number of bad lines of a file that are named; the others are counted. */
const namedSkipsMax = 20;

function capSkips(path: string, skips: SkippedPath[]): SkippedPath[] {
	if (skips.length <= namedSkipsMax) return skips;
	return [
		...skips.slice(0, namedSkipsMax),
		{ path, reason: `${skips.length - namedSkipsMax} more lines could not be read` },
	];
}

function isSystemError(error: unknown): boolean {
	return error instanceof Error && "syscall" in error && !("errcode" in error);
}
