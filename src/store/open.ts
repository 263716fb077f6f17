import { openFolderStore } from "./folder.ts";
import type { Store } from "./store.ts";

/**
 * Opens the store that a configuration names: the Postgres database when `databaseUrl` is given, else the folder `home`.
 * `toRead`: the store is only read and need not be writable. Throws as `openFolderStore` and `openPostgresStore` do. The Postgres
 * driver is loaded only when it is used.
 */
export async function openStore(where: {
	home: string;
	databaseUrl?: string | undefined;
	toRead?: boolean;
	/** This process takes runs from the queue. */
	isWorker?: boolean;
}): Promise<Store> {
	if (where.databaseUrl === undefined || where.databaseUrl === "") return openFolderStore(where.home, where);
	const { openPostgresStore } = await import("./postgres.ts");
	return openPostgresStore(where.databaseUrl, where);
}
