import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder } from "../support/folder.ts";
import { assay, hasTerminals, newestRun, place, startOnTerminal } from "./support.ts";

/** The runs and the pages that a home holds, read without a process. */
async function contentsOf(home: string) {
	const store = await openStore({ home });
	try {
		const keep = new Set<string>();
		const { left } = await store.pages.cleanup({ before: new Date(0), keep, dryRun: true });
		return { runs: (await store.runs()).map(({ id }) => id), pages: left };
	} finally {
		await store.close();
	}
}

describe("assay delete", () => {
	it("removes a run's log, files and pages, but no page that another run has read", async () => {
		const { home, run } = place();
		await assay(run);
		const first = await newestRun(home);
		const { pages } = await contentsOf(home);
		await assay(run);
		const second = await newestRun(home);
		const end = await assay(["delete", first.slice(0, 6), "--home", home]);
		expect(end.stdout, end.stderr).toBe("deleted 1 run and 0 pages (0.0 MB)\n");
		expect(await contentsOf(home)).toEqual({ runs: [second], pages });
		expect(readdirSync(join(home, "runs"))).toEqual([second]);
		expect((await assay(["show", first, "--home", home])).stderr).toContain("no run");
		expect((await assay(["show", second, "--home", home])).code).toBe(0);
		await assay(["delete", second, "--home", home]);
		expect(await contentsOf(home)).toEqual({ runs: [], pages: 0 });
	});

	it("refuses a run that a process works on, and deletes nothing of it", async () => {
		const home = emptyFolder();
		const store = await openStore({ home });
		const id = await store.create({});
		const working = Promise.withResolvers<void>();
		const release = Promise.withResolvers<void>();
		const work = store.execute(id, async () => {
			working.resolve();
			await release.promise;
			return null;
		});
		await working.promise;
		const end = await assay(["delete", id, "--home", home, "--yes"]);
		expect([end.code, end.stderr.includes(`a process is working on run ${id}`)]).toEqual([1, true]);
		release.resolve();
		expect((await work).status).toBe("completed");
		await store.close();
	});

	it.runIf(hasTerminals)("asks on a terminal, where no is the default", async () => {
		const { home, run } = place();
		await assay(run);
		const id = await newestRun(home);
		const answered = async (answer: string) => {
			const { child, until, end } = startOnTerminal(["delete", id, "--home", home], 100, 30);
			await until("[y/N] ");
			child.stdin?.write(answer);
			return (await end).code;
		};
		expect([await answered("\r"), existsSync(join(home, "runs", id))]).toEqual([1, true]);
		expect([await answered("y\r"), existsSync(join(home, "runs", id))]).toEqual([0, false]);
	});

	it("refuses a run that a monitor depends on, names its looks, and goes on from them once it is forced", async () => {
		const { home, run } = place();
		await assay(run);
		const id = await newestRun(home);
		const again = (...args: string[]) => assay([...args, "--home", home]);
		expect((await again("monitor", id)).code).toBe(0);
		const look = await newestRun(home);
		const refused = await again("delete", id, "--yes");
		expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`1 look at it (${look.slice(0, 8)})`)]);
		expect(refused.stderr).toContain(`delete ${id.slice(0, 8)} --force`);
		expect((await contentsOf(home)).runs).toEqual([look, id]);
		expect((await again("delete", id, "--force")).code).toBe(0);
		const next = await again("monitor", look);
		expect([next.code, next.stderr]).toEqual([0, expect.stringContaining("nothing changed since")]);
		const both = (await contentsOf(home)).runs;
		expect((await again("delete", ...both)).code).toBe(0);
		expect((await contentsOf(home)).runs).toEqual([]);
	});

	it("of a process that dies half-way leaves a run that is listed and can be deleted again", async () => {
		const { home, run } = place();
		await assay(run);
		const id = await newestRun(home);
		const store = await openStore({ home });
		// The files and pages are gone, the log is not: what a killed process leaves.
		await expect(store.delete(id, () => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
		await store.close();
		expect((await contentsOf(home)).runs).toEqual([id]);
		expect((await assay(["delete", id, "--home", home])).code).toBe(0);
		expect((await contentsOf(home)).runs).toEqual([]);
	});
});

describe("assay cleanup --runs", () => {
	it("deletes the runs that ended so long ago, keeps unfinished ones, and only counts with --dry-run", async () => {
		const { home, run } = place();
		await assay(run);
		const store = await openStore({ home });
		const unfinished = await store.create({});
		await store.close();
		const cleanup = (...args: string[]) => assay(["cleanup", "--runs", "--home", home, ...args]);
		expect((await cleanup()).stderr).toContain("--runs needs the age");
		expect((await cleanup("--older", "soon")).stderr).toContain("an age like 12h, 30d or 8w");
		expect((await cleanup("--older", "30d")).stdout).toContain("deleted 0 runs");
		expect((await cleanup("--older", "0d", "--dry-run")).stdout).toMatch(
			/^would delete 1 run and [1-9] pages? .*; 1 unf/,
		);
		expect((await contentsOf(home)).runs).toHaveLength(2);
		expect((await cleanup("--older", "0d")).stdout).toMatch(
			/^deleted 1 run .* more than 0 days ago; 1 unfinished stay/,
		);
		expect(await contentsOf(home)).toEqual({ runs: [unfinished], pages: 0 });
	});
});
