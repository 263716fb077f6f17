import { Unreadable } from "../read/decode.ts";
import { type Change, hashOfFile, type Indexed, replaceDocuments, skipped, tooLarge } from "./change.ts";
import type { IndexedDocument } from "./document.ts";
import { type FoundFile, reasonOf, type Skip } from "./files.ts";
import { recordsOf } from "./records.ts";

/** Reads a file of records and writes those that differ from the index, in batches. */
export async function indexRecords(
	change: Change,
	file: FoundFile,
	onRecords: (done: number, total: number, bytes: number) => void,
): Promise<Indexed & { records?: number }> {
	const { table, before, write } = change;
	try {
		const large = tooLarge(file);
		if (large !== undefined) throw new Unreadable(large);
		const hash = await hashOfFile(file.path);
		if (hash !== before(file.path)) return await writeRecords(change, file, hash, onRecords);
		const skips = table.touchFile(file.path, file.stamp);
		return { indexed: 0, unchanged: table.countOf(file.path), removed: 0, skips };
	} catch (error) {
		const unread = error instanceof Unreadable;
		if (!unread && !isSystemError(error)) throw error;
		const hash = unread ? await hashOfFile(file.path).catch(() => undefined) : undefined;
		return await write(() => skipped(table, file, hash, unread ? error.message : reasonOf(error)));
	}
}

async function writeRecords(
	{ table, readers, signal, write }: Change,
	file: FoundFile,
	hash: string,
	onRecords: (done: number, total: number, bytes: number) => void,
): Promise<Indexed & { records: number }> {
	const outcome = { indexed: 0, unchanged: 0, removed: 0, skips: [] as Skip[], records: 0 };
	const seen = new Set<string>();
	for await (const { records, bytes } of recordsOf(file, readers, signal)) {
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
		throw new Unreadable(
			outcome.skips.length > 0 ? `no record in it could be read: ${outcome.skips[0]?.reason}` : "it is empty",
		);
	outcome.skips = capped(file.path, outcome.skips);
	await write(function* () {
		outcome.removed = table.removeDocuments(table.urlsOf(file.path).filter((url) => !seen.has(url)));
		yield;
		table.putFile({ path: file.path, stamp: file.stamp, hash, skips: outcome.skips });
	});
	return outcome;
}

/** Maximum number of bad lines of a file that are named; the others are counted. */
const skipsNamed = 20;

function capped(path: string, skips: Skip[]): Skip[] {
	if (skips.length <= skipsNamed) return skips;
	return [...skips.slice(0, skipsNamed), { path, reason: `${skips.length - skipsNamed} more lines could not be read` }];
}

function isSystemError(error: unknown): boolean {
	return error instanceof Error && "syscall" in error && !("errcode" in error);
}
