import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const hasDocuments = existsSync("/usr/share/doc/sqlite3/wal.html");

test.skipIf(!hasDocuments)(
	"the ten fast questions of our own score as their baseline or better",
	{ timeout: 1_800_000 },
	() => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin/npm-script.js"), "eval:fast"], {
			encoding: "utf8",
			cwd: root,
		});
		expect(status, `${stdout}\n${stderr.slice(-2_000)}`).toBe(0);
		expect(stdout).toContain("Baseline: ");
	},
);
