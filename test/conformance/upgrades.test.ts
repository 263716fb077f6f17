import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import { openFolderStore } from "../../src/store/folder.ts";
import { storeVersion } from "../../src/store/migrations.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startWorld } from "../world/serve.ts";

// Homes as `test/fixtures/make-home.ts` made them, one of each version of the store.
const fixtures = join(import.meta.dirname, "../fixtures");
const homes = readdirSync(fixtures).filter((name) => name.startsWith("home-v"));
const hooks = { onProgress: () => undefined, signal: new AbortController().signal };

function copyOf(name: string): string {
	const home = join(emptyFolder(), "home");
	cpSync(join(fixtures, name), home, { recursive: true });
	return home;
}

test("there is a home of each version of the store", () => {
	expect(homes).toEqual(Array.from({ length: storeVersion }, (_, at) => `home-v${at + 1}`));
});

describe.each(homes)("%s, written by an earlier assay", (name) => {
	test("is listed and shown; its unfinished runs finish, or say what is missing", async () => {
		const home = copyOf(name);
		const world = closeAfterTest(await startWorld());
		const endpoint = { address: "127.0.0.1", family: 4 as const, port: world.port };
		const app = closeAfterTest(await openApp(readConfig({ home }, {}), { world: { hosts: world.hosts, endpoint } }));
		const runs = await app.list();
		expect(runs.map(({ status }) => status)).toEqual(["interrupted", "interrupted", "completed", "completed"]);
		const [web, gone, nothing, found] = runs.map(({ id }) => id);
		expect(await app.show(found ?? "")).toMatchObject({ exitCode: 0, markdown: expect.stringContaining("1887") });
		expect(await app.show(nothing ?? "")).toMatchObject({ exitCode: 3 });
		expect(await app.show(gone ?? "")).toMatchObject({ status: "interrupted", sources: 2 });
		await expect(app.resume(gone ?? "", hooks)).rejects.toMatchObject({
			code: "CORPUS_MISSING",
			message: expect.stringContaining("/fixture/corpus"),
		});
		const resumed = await app.resume(web ?? "", hooks);
		expect([resumed.exitCode, resumed.markdown]).toEqual([0, expect.stringContaining("megawatt")]);
		expect((await app.list())[0]?.status).toBe("completed");
	});

	test("gets the present version, and none of its finished runs is shown unasked", async () => {
		const home = copyOf(name);
		const store = await openFolderStore(home);
		const finished = (await store.runs()).filter(({ status }) => status === "completed");
		expect(await Promise.all(finished.map(({ id }) => store.isDelivered(id)))).toEqual([true, true]);
		await store.close();
		const database = new DatabaseSync(join(home, "runs.db"));
		expect(database.prepare("PRAGMA user_version").get()?.user_version).toBe(storeVersion);
		database.close();
	});
});

test("a home without a version, as the first ones were, opens", async () => {
	const home = copyOf("home-v1");
	const database = new DatabaseSync(join(home, "runs.db"));
	database.exec("PRAGMA user_version = 0; DROP TABLE assay_calls");
	database.close();
	const store = await openFolderStore(home);
	const [run] = await store.runs();
	expect(await store.calls(run?.id ?? "")).toEqual([]);
	await store.close();
});

test("a newer home is refused, and left as it is to the last byte", async () => {
	const home = copyOf("home-v1");
	const database = new DatabaseSync(join(home, "runs.db"));
	database.exec("PRAGMA user_version = 99");
	database.close();
	const before = bytesOf(home);
	await expect(openFolderStore(home)).rejects.toMatchObject({
		code: "STORE_NEWER",
		message: expect.stringContaining(join(home, "runs.db")),
		hint: expect.stringContaining("update assay"),
	});
	expect(bytesOf(home)).toEqual(before);
});

/** Each file of a folder: its bytes and when it was changed. */
function bytesOf(folder: string): [string, string, number][] {
	return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
		const path = join(entry.parentPath, entry.name);
		return [path, entry.isFile() ? readFileSync(path, "base64") : "", statSync(path).mtimeMs];
	});
}

test("a database of before is brought up to date; a newer one is refused, and left as it is", async ({ skip }) => {
	const server = await startPostgres();
	if ("missing" in server) return skip(server.missing);
	const url = await server.newDatabase();
	const admin = postgres(url, { max: 1, onnotice: () => undefined });
	try {
		const first = await openPostgresStore(url);
		const id = await first.create(null);
		await first.execute(id, async () => null);
		await first.close();

		await admin`DROP TABLE assay.delivered, assay.calls`;
		await admin`DELETE FROM assay.home WHERE version > 1`;
		const second = await openPostgresStore(url);
		expect([(await second.run(id)).status, await second.isDelivered(id)]).toEqual(["completed", true]);
		expect(await second.calls(id)).toEqual([]);
		await second.close();

		await admin`DROP TABLE assay.delivered`;
		await admin`INSERT INTO assay.home VALUES (99)`;
		await expect(openPostgresStore(url)).rejects.toMatchObject({ code: "STORE_NEWER" });
		expect(await admin`SELECT 1 FROM pg_tables WHERE schemaname = 'assay' AND tablename = 'delivered'`).toHaveLength(0);
	} finally {
		await admin.end();
		await server.stop();
	}
});
