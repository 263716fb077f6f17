import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { contentHash } from "../../base/hash.ts";

/**
 * A folder whose `.env` the user trusts. Each has its own file in `HOME/trust`, so that two processes change two folders without a
 * lock. A damaged record counts as none.
 */
const recordSchema = z.object({
	/** Real path. */
	folder: z.string(),
	/** `FolderFile.hash` of what was trusted. */
	hash: z.string(),
});

type TrustRecord = z.infer<typeof recordSchema>;

/** The hash of the content that is trusted in a folder. */
export function trustedHash(home: string, folder: string): string | undefined {
	const record = readRecord(recordPath(home, folder));
	return record?.folder === folder ? record.hash : undefined;
}

/** Throws what the file system throws. */
export function recordTrust(home: string, trusted: TrustRecord): void {
	const file = recordPath(home, trusted.folder);
	mkdirSync(join(home, "trust"), { recursive: true });
	writeFileSync(`${file}.${process.pid}`, JSON.stringify({ folder: trusted.folder, hash: trusted.hash }), {
		mode: 0o600,
	});
	renameSync(`${file}.${process.pid}`, file);
}

/** Removes a folder's record. Returns whether there was one. Throws what the file system throws. */
export function removeTrust(home: string, folder: string): boolean {
	const file = recordPath(home, folder);
	const existed = readRecord(file) !== undefined;
	rmSync(file, { force: true });
	return existed;
}

/** All records, sorted by folder. */
export function trustRecords(home: string): TrustRecord[] {
	let names: string[];
	try {
		names = readdirSync(join(home, "trust")).filter((name) => name.endsWith(".json"));
	} catch {
		return [];
	}
	return names
		.flatMap((name) => readRecord(join(home, "trust", name)) ?? [])
		.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

function recordPath(home: string, folder: string): string {
	return join(home, "trust", `${contentHash(folder)}.json`);
}

function readRecord(file: string): TrustRecord | undefined {
	try {
		return recordSchema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		return undefined;
	}
}
