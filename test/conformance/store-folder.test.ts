import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { asStoreFileError } from "../../src/store/database-errors.ts";
import { openFolderStore } from "../../src/store/folder.ts";
import type { RunBody } from "../../src/store/store.ts";
import { pageOf } from "../support/evidence.ts";
import { sharedFolder } from "../support/folder.ts";

const folder = sharedFolder();
let home = "";
let homes = 0;
beforeEach(() => {
	home = join(folder, `home-${++homes}`);
});

const threeSteps: RunBody = async ({ step }) => {
	for (const name of ["a", "b", "c"]) await step(name, async () => "x".repeat(5_000));
	return null;
};

test("a home that cannot be made says HOME_NOT_WRITABLE and what to give instead", async () => {
	writeFileSync(join(folder, "plain"), "");
	for (const place of [join(folder, "plain", "home"), join(folder, "plain"), "/proc/assay/home"]) {
		const refused = expect(openFolderStore(place)).rejects;
		await refused.toMatchObject({ code: "HOME_NOT_WRITABLE", hint: expect.stringContaining("--home") });
	}
});

test("a home whose files may not be written says HOME_NOT_WRITABLE", async () => {
	mkdirSync(join(home, "runs.db"), { recursive: true });
	await expect(openFolderStore(home)).rejects.toMatchObject({
		code: "HOME_NOT_WRITABLE",
		message: expect.stringContaining(join(home, "runs.db")),
	});
});

test("a file that is no database is named, kept byte for byte, and the store works once it is moved aside", async () => {
	mkdirSync(home);
	const file = join(home, "runs.db");
	writeFileSync(file, "this is not a database, but it is long enough to look like one".repeat(20));
	const before = readFileSync(file);
	await expect(openFolderStore(home)).rejects.toMatchObject({
		code: "STORE_CORRUPT",
		message: expect.stringContaining(file),
		hint: expect.stringContaining(`mv '${file}'*`),
	});
	expect(readFileSync(file)).toEqual(before);
	execFileSync("sh", ["-c", `mkdir '${home}/aside' && mv '${file}'* '${home}/aside/'`]);
	const store = await openFolderStore(home);
	expect(await store.runs()).toEqual([]);
	await store.close();
});

test("a database damaged in its middle is STORE_CORRUPT wherever it shows, and is kept", async () => {
	const store = await openFolderStore(home);
	for (let i = 0; i < 20; i++) await store.execute(await store.create("y".repeat(2_000)), threeSteps);
	await store.close();
	const file = join(home, "runs.db");
	const bytes = readFileSync(file);
	bytes.fill(0x5a, 4_096);
	writeFileSync(file, bytes);
	const damaged = async () => {
		const opened = await openFolderStore(home);
		await opened.runs().finally(() => opened.close());
	};
	await expect(damaged()).rejects.toMatchObject({ code: "STORE_CORRUPT", message: expect.stringContaining(file) });
	expect(readFileSync(file).length).toBe(bytes.length);
});

test("a damaged page cache stops nothing but pages, and says which file to move", async () => {
	mkdirSync(home);
	writeFileSync(join(home, "pages.db"), "rubbish ".repeat(100));
	const store = await openFolderStore(home);
	expect(await store.execute(await store.create(null), threeSteps)).toMatchObject({ status: "completed" });
	await expect(store.pages.get("h")).rejects.toMatchObject({
		code: "STORE_CORRUPT",
		message: expect.stringContaining("pages.db"),
	});
	await store.close();
});

test("a home that a newer assay made, or a newer engine, is left alone", async () => {
	for (const newer of ["PRAGMA user_version = 99", "INSERT INTO openworkflow_migrations VALUES (99)"]) {
		const store = await openFolderStore(home);
		await store.close();
		const database = new DatabaseSync(join(home, "runs.db"));
		database.exec(newer);
		database.close();
		await expect(openFolderStore(home)).rejects.toMatchObject({ code: "STORE_NEWER" });
		home = `${home}-again`;
	}
});

test("a page that is damaged in a whole file is told like a damaged file", async () => {
	const store = await openFolderStore(home);
	await store.pages.put(pageOf("x", { hash: "h" }));
	const file = new DatabaseSync(join(home, "pages.db"));
	file.exec(`UPDATE pages SET page = '{"text": "torn'`);
	file.close();
	await expect(store.pages.get("h")).rejects.toMatchObject({
		code: "STORE_CORRUPT",
		message: expect.stringContaining("pages.db"),
		hint: expect.stringContaining("mv "),
	});
	await store.close();
});

test("runs can still be read when the locks, or the whole home, were removed meanwhile", async () => {
	const store = await openFolderStore(home);
	const id = await store.create(null);
	const record = await store.execute(id, async ({ step }) => {
		rmSync(home, { recursive: true });
		return step("a", async () => 1);
	});
	expect(record).toMatchObject({ id, status: "completed", output: 1 });
	await store.close();
});

test("a disk that refuses says what to look at", () => {
	const error = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 });
	expect(asStoreFileError(error, "f")).toMatchObject({ code: "STORE_FAILED", hint: expect.stringContaining("disk") });
});

test("a full disk in the middle of a run is DISK_FULL; with space again, the run goes on where it was", async (context) => {
	const disk = mkdtempSync(join(tmpdir(), "assay-small-disk-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "assay-test", disk], { stdio: "pipe" });
	} catch {
		rmSync(disk, { recursive: true });
		return context.skip("a small disk can only be mounted by root");
	}
	try {
		const store = await openFolderStore(disk);
		const id = await store.create(null);
		let paid = 0;
		const body: RunBody = async ({ step }) => {
			// Whatever a body does about it: a step that cannot be recorded ends the work.
			for (let i = 0; i < 8; i++) await step(`s${i}`, async () => `${++paid}`.repeat(400_000)).catch(() => "lost");
			return "done";
		};
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "DISK_FULL" });
		expect((await store.run(id)).status).toBe("interrupted");
		const recorded = (await store.log(id)).length;
		expect(recorded).toBeGreaterThan(0);
		const before = paid;
		execFileSync("mount", ["-o", "remount,size=64m", disk], { stdio: "pipe" });
		expect((await store.execute(id, body)).output).toBe("done");
		expect(paid - before).toBe(8 - recorded);
		await store.close();
	} finally {
		execFileSync("umount", [disk]);
		rmSync(disk, { recursive: true });
	}
});

test("SQLite's own full, damaged and read-only errors are told apart", () => {
	const full = new DatabaseSync(":memory:");
	full.exec("PRAGMA max_page_count = 2");
	const thrown = (work: () => unknown): unknown => {
		try {
			return work();
		} catch (error) {
			return error;
		}
	};
	const error = thrown(() => full.exec("CREATE TABLE a (b); INSERT INTO a VALUES (randomblob(100000))"));
	expect(asStoreFileError(new Error("wrapped", { cause: error }), "f").code).toBe("DISK_FULL");
	full.exec("PRAGMA query_only = 1");
	expect(
		asStoreFileError(
			thrown(() => full.exec("CREATE TABLE c (d)")),
			"f",
		).code,
	).toBe("HOME_NOT_WRITABLE");
	full.close();
});
