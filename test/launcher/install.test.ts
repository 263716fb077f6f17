/**
 * The launcher installs once, notices what is missing or half done, and says what to do when npm fails. npm is a
 * stand-in here.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { launch, makeClone, writeLockfile } from "./clone.ts";

const MAIN = `console.log("research");`;
const calls = (clone: string) => readFileSync(join(clone, "npm-calls"), "utf8").trim().split("\n").filter(Boolean);
const finished = (clone: string) => existsSync(join(clone, "node_modules", ".assay-installed"));

test("the first start installs and says so on standard error, the second does not", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const first = await launch(clone, []).ended;
	expect(first).toMatchObject({ code: 0, stdout: "research\n" });
	expect(first.stderr).toMatch(/installing the packages/);
	expect(await launch(clone, []).ended).toMatchObject({ code: 0, stdout: "research\n", stderr: "" });
	expect(calls(clone)).toEqual(["ci"]);
});

test("packages that the user installed with npm are taken as they are", async () => {
	const clone = makeClone(MAIN);
	rmSync(join(clone, "node_modules", ".assay-installed"));
	expect(await launch(clone, []).ended).toMatchObject({ code: 0, stdout: "research\n", stderr: "" });
	expect(calls(clone)).toHaveLength(1);
});

test("a lock file that changed is installed anew", async () => {
	const clone = makeClone(MAIN);
	writeLockfile(clone, "2.0.0");
	expect((await launch(clone, []).ended).stdout).toBe("research\n");
	expect(calls(clone)).toHaveLength(2);
});

test("of starts at the same time one installs and all go on", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const env = { NPM_MS: "700" };
	const ends = await Promise.all([1, 2, 3].map(() => launch(clone, [], { env }).ended));
	expect(ends.map(({ code, stdout }) => ({ code, stdout }))).toEqual(Array(3).fill({ code: 0, stdout: "research\n" }));
	expect(ends.filter(({ stderr }) => stderr.includes("waiting")).length).toBeGreaterThan(0);
	expect(calls(clone)).toEqual(["ci"]);
});

test("when npm fails nothing is researched, the next command is named, and it works", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const { code, stdout, stderr } = await launch(clone, [], { env: { NPM_FAILS: "1" } }).ended;
	expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
	expect(stderr).toMatch(/INSTALL_FAILED: npm could not install .*\n.*run the same command again/);
	expect(stderr).not.toMatch(/\n\s+at /);
	expect(finished(clone)).toBe(false);
	expect(await launch(clone, []).ended).toMatchObject({ code: 0, stdout: "research\n" });
});

test("whoever asked for JSON gets one object when npm fails", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const { code, stdout } = await launch(clone, ["q", "--json"], { env: { NPM_FAILS: "1" } }).ended;
	expect(code).toBe(1);
	expect(JSON.parse(stdout)).toEqual({
		error: { code: "INSTALL_FAILED", message: expect.any(String), hint: expect.stringContaining("same command") },
	});
});

test("Ctrl-C during the installation ends it as interrupted", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const run = launch(clone, ["--json"], { env: { NPM_MS: "100000" } });
	await vi.waitFor(() => {
		if (!existsSync(join(clone, "node_modules"))) throw new Error("npm has not begun");
	}, 60_000);
	process.kill(-Number(run.process.pid), "SIGINT");
	const { code, stdout } = await run.ended;
	expect(code).toBe(130);
	expect(JSON.parse(stdout)).toMatchObject({ error: { code: "INTERRUPTED" } });
	expect(existsSync(join(clone, ".installing"))).toBe(false);
});

test("a package that is gone is told in a sentence, without a stack", async () => {
	const clone = makeClone('import "a-package-that-is-gone";');
	const { code, stderr } = await launch(clone, []).ended;
	expect(code).toBe(1);
	expect(stderr).toMatch(/INSTALLATION_BROKEN: .*a-package-that-is-gone.*\n.*npm ci/);
	expect(stderr).not.toMatch(/\n\s+at /);
});

test("an installation that was killed is noticed and done again", async () => {
	const clone = makeClone(MAIN, { installed: false });
	const killed = launch(clone, [], { env: { NPM_MS: "100000" } });
	const npm = await vi.waitFor(() => {
		const { pids } = JSON.parse(readFileSync(join(clone, ".installing"), "utf8")) as { pids: number[] };
		if (!existsSync(join(clone, "node_modules"))) throw new Error("npm has not begun");
		if (pids[1] === undefined) throw new Error("npm has not begun");
		return pids[1];
	}, 60_000);
	killed.process.kill("SIGKILL");
	process.kill(npm, "SIGKILL");
	await killed.ended;
	expect(existsSync(join(clone, "node_modules"))).toBe(true);
	expect(finished(clone)).toBe(false);
	expect(await launch(clone, []).ended).toMatchObject({ code: 0, stdout: "research\n" });
	expect(calls(clone)).toEqual(["ci", "ci"]);
});
