import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startPostgres } from "../real/postgres.ts";
import { torture } from "./engine-torture.ts";

// The long form: node test/crash/engine-torture.ts --kills 200 [--postgres]
const server = await startPostgres();
const home = mkdtempSync(join(tmpdir(), "assay-crash-"));
afterAll(async () => {
	rmSync(home, { recursive: true, force: true });
	if (!("missing" in server)) await server.stop();
});

test("a folder: kill -9 loses nothing, repeats nothing recorded, and changes no result", async () => {
	expect(await torture(home, 5, 7)).toMatchObject({ kills: 5, broken: [] });
});

if ("missing" in server) {
	test.skip(`Postgres: kill -9 loses nothing (skipped: ${server.missing})`, () => undefined);
} else {
	test("Postgres: kill -9 loses nothing, repeats nothing recorded, and changes no result", async () => {
		expect(await torture(await server.newDatabase(), 5, 7)).toMatchObject({ kills: 5, broken: [] });
	});
}
