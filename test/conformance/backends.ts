import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { startPostgres } from "../real/postgres.ts";
import { sharedFolder } from "../support/folder.ts";

/** What a suite is given: a place for a new store, for `openAt`, and a folder that is removed in the end. */
export interface Backends {
	newPlace: () => Promise<string>;
	folder: string;
}

/** Runs a suite over a store in a folder, and over one in Postgres where a server is installed. */
export async function onBothBackends(suite: (backends: Backends) => void): Promise<void> {
	const server = await startPostgres();
	const folder = sharedFolder();
	let homes = 0;
	afterAll(async () => {
		if (!("missing" in server)) await server.stop();
	});
	describe("a store in a folder", () => suite({ folder, newPlace: async () => join(folder, `home-${++homes}`) }));
	if ("missing" in server) test.skip(`a store in Postgres (skipped: ${server.missing})`, () => undefined);
	else describe("a store in Postgres", () => suite({ folder, newPlace: server.newDatabase }));
}
