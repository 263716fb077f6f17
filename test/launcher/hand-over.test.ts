/**
 * What the launcher passes to src/cli/main.ts and back: arguments, folder, streams, exit code, signals; under this Node
 * and an old one.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Launched, launch, makeClone, oldNode, outsideNpm, start } from "./clone.ts";

const ECHO = `
console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), major: Number(process.versions.node.split(".")[0]) }));
process.exitCode = 3;
`;
/** Ends in order at the first request; another one would change its last words. */
const PATIENT = `
import { onInterrupt } from ${JSON.stringify(join(import.meta.dirname, "../../src/base/interrupt.ts"))};
let requests = 0;
onInterrupt((signal, times) => {
	requests = times;
	setTimeout(() => { console.log(signal, requests); process.exit(4); }, 300);
});
setInterval(() => {}, 1000);
console.log("ready", process.pid);
`;
const IDLE = `setInterval(() => {}, 1000); console.log("ready", process.pid);`;

const nodes = [
	{ name: "Node 26", node: process.execPath },
	...(oldNode ? [{ name: "an older Node", node: oldNode }] : []),
];

describe.each(nodes)("started by $name", ({ node }) => {
	test("arguments, the user's folder and the exit code pass through, and src/ runs on Node 26", async () => {
		const elsewhere = temporaryFolder();
		const args = ["a question", "--corpus", "docs", "--json", ""];
		const { code, stdout, stderr } = await launch(makeClone(ECHO), args, { node, cwd: elsewhere }).ended;
		expect(JSON.parse(stdout)).toEqual({ args, cwd: elsewhere, major: 26 });
		expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
	});

	test("at Ctrl-C the end is main.ts's own, asked for once", async () => {
		const run = launch(makeClone(PATIENT), [], { node });
		await ready(run);
		// As a terminal does at Ctrl-C: to the whole group, so that main.ts hears it and the launcher passes it on.
		process.kill(-Number(run.process.pid), "SIGINT");
		const { code, signal, stdout } = await run.ended;
		expect({ code, signal, last: stdout.trim().split("\n").at(-1) }).toEqual({
			code: 4,
			signal: null,
			last: "SIGINT 1",
		});
	});

	test("a main.ts that a signal ends makes the launcher end by it too", async () => {
		const run = launch(makeClone(IDLE), [], { node });
		process.kill(await ready(run), "SIGTERM");
		expect(await run.ended).toMatchObject({ code: null, signal: "SIGTERM" });
	});

	test("nothing is left running when the launcher is killed", async () => {
		const run = launch(makeClone(IDLE), [], { node });
		const pid = await ready(run);
		run.process.kill("SIGKILL");
		await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 60_000 });
	});
});

if (!oldNode) test.skip("started by an older Node: there is none on the PATH");

describe("npm start", () => {
	const npm = (clone: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
		const elsewhere = temporaryFolder();
		const run = start("npm", ["--prefix", clone, ...args], { cwd: elsewhere, env: { ...outsideNpm(), ...env } });
		return { elsewhere, ended: run.ended };
	};

	test("a relative folder is meant from where the user is, and standard output is the program's alone", async () => {
		const { elsewhere, ended } = npm(makeClone(ECHO), ["start", "--", "q", "--corpus", "docs", "--json"]);
		const { code, stdout, stderr } = await ended;
		expect(JSON.parse(stdout)).toMatchObject({ args: ["q", "--corpus", "docs", "--json"], cwd: elsewhere });
		expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
	});

	test("another project's npm does not move the user", async () => {
		const env = {
			INIT_CWD: "/",
			npm_lifecycle_event: "start",
			npm_package_json: join(import.meta.dirname, "../../package.json"),
		};
		const elsewhere = temporaryFolder();
		const { stdout } = await launch(makeClone(ECHO), [], { cwd: elsewhere, env }).ended;
		expect(JSON.parse(stdout)).toMatchObject({ cwd: elsewhere });
	});
});

/** Waits for "ready PID" on standard output; the process id. */
function ready(run: Launched): Promise<number> {
	return vi.waitFor(
		() => {
			const [, pid] = /ready (\d+)\n/.exec(run.stdout()) ?? [];
			if (!pid) throw new Error("not ready yet");
			return Number(pid);
		},
		{ timeout: 60_000 },
	);
}

test.skipIf(!oldNode)("a packaged Node that is too old is told, and does not launch itself again", async () => {
	const clone = makeClone(ECHO, { runtime: oldNode });
	const { code, stderr } = await launch(clone, [], { node: oldNode ?? "" }).ended;
	expect(code).toBe(1);
	expect(stderr).toMatch(/NO_NODE: the packaged Node .* is needed\n.*npm ci/);
});

function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-elsewhere-")));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
