import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/open.ts";
import type { LoggedStep } from "../../src/store/store.ts";
import { follow } from "../support/process.ts";
import type { Asked } from "./web-child.ts";

const script = join(import.meta.dirname, "web-child.ts");
const compiled = join(import.meta.dirname, "../../node_modules/.cache/assay");
/** How long what a process started may take to notice that it is gone. ms */
const patienceMs = 60_000;

/** Where a run is kept. */
export interface Place {
	/** Its temporary folder is in it too, by which its processes are known. */
	home: string;
	databaseUrl?: string | undefined;
	env?: NodeJS.ProcessEnv | undefined;
}

export interface Life {
	child: ChildProcess;
	/** What it has written so far. */
	said: { stdout: string; stderr: string };
	/** Its exit code; null when a signal ended it. */
	ended: Promise<number | null>;
	/** Resolves when standard error holds `text`, or the process has ended. */
	until(text: string): Promise<void>;
}

/** Starts a process on the invented web. */
export function startLife(asked: Asked, { home, databaseUrl, env }: Place): Life {
	const temporary = join(home, "tmp");
	mkdirSync(temporary, { recursive: true });
	const { PATH, HOME } = process.env;
	const child = spawn(process.execPath, [script, JSON.stringify(asked)], {
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...{ PATH, HOME, NO_COLOR: "1", ASSAY_HOME: home, DATABASE_URL: databaseUrl ?? "", TMPDIR: temporary },
			// As the command line does: compiled code is kept, and each life starts sooner.
			NODE_COMPILE_CACHE: compiled,
			...env,
		},
	});
	const { written: said, ended } = follow(child);
	const until = (text: string) =>
		new Promise<void>((done) => {
			const look = () => said.stderr.includes(text) && done();
			child.stderr?.on("data", look);
			child.once("close", () => done());
			look();
		});
	return { child, said, ended: ended.then(({ code }) => code), until };
}

/** Kills the process alone, as the system would; what it had started has to end by itself. Gives the command lines of what did not. */
export async function killLife({ child, ended }: Life, { home }: Place): Promise<string[]> {
	const before = child.pid === undefined ? [] : below(child.pid);
	child.kill("SIGKILL");
	await ended;
	return leftOver(home, before);
}

/** Command lines of the processes that a home's runs have left behind; `known` are ids that belong to them besides. */
export async function leftOver(home: string, known: readonly number[] = []): Promise<string[]> {
	for (const giveUpAt = Date.now() + patienceMs; ; await sleep(50)) {
		const left = [...new Set([...known.filter((pid) => commandOf(pid) !== ""), ...ofHome(home)])];
		if (left.length === 0 || Date.now() > giveUpAt) return left.map(commandOf).filter((command) => command !== "");
	}
}

/** The ids of all processes below one. */
export function below(pid: number): number[] {
	const parents = new Map(processes().map((each) => [each, parentOf(each)]));
	const found = [pid];
	for (const one of found) for (const [each, parent] of parents) if (parent === one) found.push(each);
	return found.slice(1);
}

/** Processes that were told of a home's temporary folder. */
export function ofHome(home: string): number[] {
	return processes().filter((pid) => read(pid, "environ").includes(`TMPDIR=${join(home, "tmp")}\0`));
}

function processes(): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number);
}

function parentOf(pid: number): number {
	return Number(/\) \S (\d+)/.exec(read(pid, "stat"))?.[1] ?? 0);
}

/** Empty for a process that is gone, and for one whose end only waits to be noticed. */
export function commandOf(pid: number): string {
	return read(pid, "cmdline").replaceAll("\0", " ").trim();
}

export function read(pid: number, file: "environ" | "cmdline" | "stat"): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "latin1");
	} catch {
		return "";
	}
}

/** The newest run of a place, and what it has recorded; undefined before there is one. */
export async function runOf({ home, databaseUrl }: Place): Promise<{ id: string; log: LoggedStep[] } | undefined> {
	const store = await openStore({ home, databaseUrl });
	try {
		const [run] = await store.runs();
		return run && { id: run.id, log: await store.log(run.id) };
	} finally {
		await store.close();
	}
}

/** What must not depend on crashes: all of the printed object but its id, its times, and those at which pages were read. */
export function steady(stdout: string): string {
	const { id, elapsed_ms: _elapsed, report, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
	const lines = String(report).split("\n");
	return JSON.stringify({ ...rest, report: lines.filter((line) => !line.includes(String(id))) }, null, 1)
		.replaceAll(String(id), "ID")
		.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "AT")
		.replace(/read on \d{4}-\d\d-\d\d at \d\d:\d\d UTC/g, "read AT");
}
