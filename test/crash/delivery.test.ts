import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { startPostgres } from "../real/postgres.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { dieEnvironment } from "./die.ts";
import { assay } from "./kill.ts";

const corpus = {
	"guide.md": "# Harbour guide\n\nThe Skerry lighthouse was built in 1887. It guards the northern harbour.\n",
};
const question = "When was the Skerry lighthouse built?";

/** The ids of a store's runs, newest first. */
async function runsIn(home: string, databaseUrl?: string): Promise<string[]> {
	const store = await openStore({ home, databaseUrl });
	try {
		return (await store.runs()).map(({ id }) => id);
	} finally {
		await store.close();
	}
}

describe("a finished run that was never shown", () => {
	test.each([
		{ point: "print", form: [] },
		{ point: "printed", form: ["--json"] },
	])(
		"is shown by the same command after a kill at $point $form, and after that a new one begins",
		async ({ point, form }) => {
			const home = emptyFolder();
			const args = [question, "--corpus", folderOf(corpus), "--no-vectors", ...form];
			const killed = await assay(args, home, undefined, dieEnvironment(point));
			expect(killed.code).toBeNull();
			const [id] = await runsIn(home);

			const shown = await assay(args, home);
			expect(shown.code).toBe(0);
			expect(shown.stdout).toContain(id?.slice(0, 8));
			expect(shown.stdout).toContain("1887");
			expect(await runsIn(home)).toEqual([id]);

			await assay(args, home);
			expect(await runsIn(home)).toHaveLength(2);
		},
	);

	test("is shown again when its reader went away, and when it was only looked at", async () => {
		const home = emptyFolder();
		const args = [question, "--corpus", folderOf(corpus), "--no-vectors", "-q"];
		const env = { ...process.env, ASSAY_HOME: home, DATABASE_URL: "" };
		const main = join(import.meta.dirname, "../../src/cli/main.ts");
		const cut = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
		cut.stdout.destroy();
		expect(await once(cut, "close")).toEqual([0, null]);
		const [id = ""] = await runsIn(home);
		expect((await assay(["show", id], home)).stdout).toContain("1887");

		expect((await assay(args, home)).stdout).toContain(id.slice(0, 8));
		expect(await runsIn(home)).toEqual([id]);
	});

	test("is shown by the same command on Postgres, too", async ({ skip }) => {
		const server = await startPostgres();
		if ("missing" in server) return skip(server.missing);
		try {
			const home = emptyFolder();
			const database = { DATABASE_URL: await server.newDatabase() };
			const args = [question, "--corpus", folderOf(corpus), "--no-vectors", "--json"];
			await assay(args, home, undefined, { ...database, ...dieEnvironment("print") });
			expect((await assay(args, home, undefined, database)).code).toBe(0);
			expect(await runsIn(home, database.DATABASE_URL)).toHaveLength(1);
			expect((await assay(args, home, undefined, database)).code).toBe(0);
			expect(await runsIn(home, database.DATABASE_URL)).toHaveLength(2);
		} finally {
			await server.stop();
		}
	});
});
