import { execFileSync, spawnSync } from "node:child_process";
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, it, onTestFinished, type TestContext } from "vitest";
import { emptyFolder, sharedFolder, writeFiles } from "../support/folder.ts";
import { assay, environment, lighthouse, lighthouseQuestion, main } from "./support.ts";

/** A folder on which something is mounted; skips the test where that is not allowed. */
function mounted({ skip }: TestContext, ...options: string[]): string {
	const place = emptyFolder();
	try {
		execFileSync("mount", [...options, place], { stdio: "pipe" });
	} catch {
		return skip("only root may mount");
	}
	onTestFinished(() => void execFileSync("umount", [place]));
	return place;
}

const corpus = sharedFolder();
const finished = sharedFolder();
let report: string;
beforeAll(async () => {
	writeFiles(corpus, lighthouse);
	const end = await assay([lighthouseQuestion, "--home", finished, "--corpus", corpus, "--no-vectors", "-q"]);
	expect(end.code, end.stderr).toBe(0);
	report = end.stdout;
});

/** A home with a finished run, the same one for all tests. */
function finishedHome(): string {
	const home = emptyFolder();
	cpSync(finished, home, { recursive: true });
	return home;
}

/** As a process that is killed leaves it: its last changes are in `runs.db-wal`. */
function leavePending(home: string): void {
	const file = join(home, "runs.db");
	const open = new DatabaseSync(file);
	open.exec("CREATE TABLE pending (a); DROP TABLE pending");
	for (const ending of ["", "-wal"]) cpSync(file + ending, `${file}.kept${ending}`);
	open.close();
	for (const ending of ["", "-wal"]) cpSync(`${file}.kept${ending}`, file + ending);
}

async function expectShown(home: string): Promise<void> {
	const list = await assay(["list", "--json", "--home", home]);
	expect(list, list.stdout).toMatchObject({ code: 0, stderr: "" });
	const shown = await assay(["show", JSON.parse(list.stdout).runs[0].id, "--home", home]);
	expect(shown, shown.stderr).toMatchObject({ code: 0, stdout: report });
	expect(shown.stderr).toContain("could not write the report to");
}

for (const how of ["closed in order", "left by a process that was killed"])
	it(`lists and shows what a read-only disk holds, ${how}`, async (context) => {
		const home = finishedHome();
		if (how.startsWith("left")) leavePending(home);
		const place = mounted(context, "--bind", home);
		execFileSync("mount", ["-o", "remount,bind,ro", place], { stdio: "pipe" });
		await expectShown(place);
	});

it("lists and shows what a user may only read", async ({ skip }) => {
	if (process.getuid?.() !== 0) return skip("only root may become another user");
	const home = finishedHome();
	chmodSync(home, 0o755);
	const nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, main];
	const asNobody = (...args: string[]) =>
		spawnSync("setpriv", [...nobody, ...args, "--home", home], { env: environment(), encoding: "utf8" });
	const list = asNobody("list", "--json");
	if (/EACCES|cannot execute|MODULE_NOT_FOUND/.test(list.stderr)) return skip("no other user may read the sources");
	expect(list).toMatchObject({ status: 0, stderr: "" });
	expect(asNobody("show", JSON.parse(list.stdout).runs[0].id)).toMatchObject({ status: 0, stdout: report });
});

it("lists and shows what a full disk holds", async (context) => {
	const home = finishedHome();
	const place = mounted(context, "-t", "tmpfs", "-o", "size=4m", "assay-test");
	cpSync(home, place, { recursive: true });
	rmSync(join(place, "runs"), { recursive: true });
	leavePending(place);
	const fill = () => {
		for (let n = 0; ; n++) writeFileSync(join(place, `full-${n}`), Buffer.alloc(4_096));
	};
	expect(fill).toThrow("ENOSPC");
	await expectShown(place);
});

it("names a step that cannot be read, moves it aside, and does only that again", async () => {
	const home = finishedHome();
	const options = ["--home", home, "--corpus", corpus, "--no-vectors"];
	const database = new DatabaseSync(join(home, "runs.db"));
	database.exec("UPDATE workflow_runs SET status = 'running', output = NULL, finished_at = NULL");
	const damage = `{"n":5,"v":"{\\"type\\":\\"sear`;
	const [{ step_name: step } = { step_name: "" }] = database
		.prepare(
			`UPDATE step_attempts SET output = ? WHERE rowid = (SELECT min(rowid) FROM step_attempts WHERE step_name LIKE 'extract:%')
			RETURNING step_name`,
		)
		.all(damage);
	const count = () => Number(database.prepare("SELECT count(*) AS n FROM step_attempts").get()?.n);
	const before = count();
	const [run = ""] = readdirSync(join(home, "runs"));

	const shown = await assay(["show", run, "--home", home]);
	expect(shown.stderr).toMatch(
		new RegExp(`record of step ${step} of run ${run} in ${join(home, "runs.db")} cannot be read`),
	);
	expect(shown.stderr).toContain(`resume ${run.slice(0, 8)}`);
	expect((await assay(["list", "--home", home])).stdout).toContain(run.slice(0, 8));

	const moving = await assay([lighthouseQuestion, ...options, "-q"]);
	expect(moving).toMatchObject({ code: 1, stdout: "" });
	expect(moving.stderr).toContain(String(step));
	expect(moving.stderr).toContain(join(home, "damaged"));
	expect(moving.stderr).toMatch(new RegExp(`→ only that is done again; .*resume ${run.slice(0, 8)}`));
	const kept = readdirSync(join(home, "damaged")).map((name) => readFileSync(join(home, "damaged", name), "utf8"));
	expect(kept.map((text) => Buffer.from(JSON.parse(text).outputInBase64, "base64").toString())).toContain(damage);
	expect(count()).toBe(before - kept.length);

	const resumed = await assay(["resume", run, "--home", home, "-q"]);
	expect(resumed).toMatchObject({ code: 0 });
	expect(withoutTime(resumed.stdout)).toBe(withoutTime(report));
	expect(count()).toBe(before);
	database.close();
});

/** A report but for how long it took. */
function withoutTime(report: string): string {
	return report.replace(/ · [\d.]+ m?s\n$/, "");
}

it("names a store file that was emptied, and what to type", async () => {
	const home = finishedHome();
	const file = join(home, "runs.db");
	rmSync(`${file}-wal`, { force: true });
	truncateSync(file);
	const { code, stderr } = await assay(["list", "--home", home]);
	expect(code).toBe(1);
	expect(stderr).toContain(`the store file ${file} has no byte in it`);
	const [, command = ""] = /begin anew: (.*)/.exec(stderr) ?? [];
	execFileSync("sh", ["-c", command], { cwd: home });
	expect(await assay(["list", "--home", home])).toMatchObject({ code: 0 });
});

it("removes what a process that died has left half written, and nothing of one that lives", async () => {
	const home = finishedHome();
	const [run = ""] = readdirSync(join(home, "runs"));
	const files = join(home, "runs", run);
	mkdirSync(join(files, "pages"), { recursive: true });
	const left = ["report.md.part", "report.html.999999999.part", join("pages", "s1.txt.part")];
	const living = join(files, `trace.json.${process.pid}.part`);
	for (const path of [...left.map((name) => join(files, name)), living]) writeFileSync(path, "half");
	expect(await assay(["show", run, "--home", home, "-q"])).toMatchObject({ code: 0 });
	expect(left.filter((name) => existsSync(join(files, name)))).toEqual([]);
	expect(existsSync(living)).toBe(true);
});
