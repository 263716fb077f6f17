import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** A database that is only read. `close` also removes its copy, if there is one. */
export interface ReadOnlyDatabase {
	database: DatabaseSync;
	close(): void;
}

/**
 * Opens a store file where nothing can be written: without permission, on a read-only disk or on a full one. The file is shared with
 * other programs that have it open. When its last changes are still in its `-wal` file, SQLite cannot merge them there: then a copy
 * in the system's temporary folder is read. Throws SQLite's or the system's errors.
 */
export function openReadOnly(file: string): ReadOnlyDatabase {
	try {
		return verifyReadable(new DatabaseSync(file, { readOnly: true }));
	} catch (error) {
		if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return openCopy(file);
		if (!existsSync(file)) throw error;
		// Nobody can write the file, or SQLite would have opened it.
		return verifyReadable(new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true }));
	}
}

function openCopy(file: string): ReadOnlyDatabase {
	const folder = mkdtempSync(join(tmpdir(), "assay-read-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		const copy = join(folder, basename(file));
		for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix);
		return verifyReadable(new DatabaseSync(copy), remove);
	} catch (error) {
		remove();
		throw error;
	}
}

function verifyReadable(database: DatabaseSync, remove: () => void = () => undefined): ReadOnlyDatabase {
	const close = () => {
		database.close();
		remove();
	};
	try {
		database.prepare("SELECT count(*) FROM sqlite_schema").get();
		return { database, close };
	} catch (error) {
		database.close();
		throw error;
	}
}
