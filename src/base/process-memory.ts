import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";

/** A running process and its own memory: resident pages without those of mapped files. */
export interface ProcessMemory {
	pid: number;
	parent: number;
	bytes: number;
}

/**
 * The process `root` and all its descendants with their memory; empty when `root` has ended. Undefined on a platform without
 * a quick way to measure (Windows): only the limits of the runtime apply there.
 */
export async function processTree(root: number): Promise<ProcessMemory[] | undefined> {
	const listed = process.platform === "linux" ? treeOfProc(root) : undefined;
	if (listed) return listed;
	const all = process.platform === "linux" ? processesOfProc() : await processesOfPs();
	if (all === undefined) return undefined;
	const children = Map.groupBy(all, ({ parent }) => parent);
	const tree = all.filter(({ pid }) => pid === root);
	for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
	return tree;
}

/**
 * The tree from the kernel's lists of children per thread: the cost depends on the tree alone, not on the number of processes on the
 * machine. Undefined if the kernel keeps no such lists (`CONFIG_PROC_CHILDREN`).
 */
function treeOfProc(root: number): ProcessMemory[] | undefined {
	if (!existsSync(`/proc/${process.pid}/task/${process.pid}/children`)) return undefined;
	const tree = processOfProc(root);
	for (const { pid } of tree)
		for (const thread of entriesIn(`/proc/${pid}/task`))
			for (const child of readOrEmpty(`/proc/${pid}/task/${thread}/children`).split(" "))
				if (child !== "") tree.push(...processOfProc(Number(child)));
	return tree;
}

function processesOfProc(): ProcessMemory[] {
	return entriesIn("/proc").flatMap((name) => (/^\d+$/.test(name) ? processOfProc(Number(name)) : []));
}

/** Reads `RssAnon` and `RssShmem` in kB (proc(5), since Linux 4.5). Empty for a process that has ended or is a zombie. */
function processOfProc(pid: number): ProcessMemory[] {
	const status = readOrEmpty(`/proc/${pid}/status`);
	if (status === "" || /^State:\s+[ZX]/m.test(status)) return [];
	const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
	return [{ pid, parent: field("PPid"), bytes: (field("RssAnon") + field("RssShmem")) * 1024 }];
}

/** A file's text; empty when the process has ended. */
function readOrEmpty(file: string): string {
	try {
		return readFileSync(file, "utf8").trim();
	} catch {
		return "";
	}
}

function entriesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/**
 * Lowers the priority of a process tree, including processes that it starts later (on Linux: of each thread). Ignores processes whose
 * priority cannot be changed.
 */
export async function lowerPriority(root: number): Promise<void> {
	for (const { pid } of (await processTree(root).catch(() => undefined)) ?? []) {
		const threads = entriesIn(`/proc/${pid}/task`).map(Number);
		for (const id of threads.length > 0 ? threads : [pid]) {
			try {
				setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
			} catch {
				// The process has ended, or belongs to another user.
			}
		}
	}
}

/** Uses ps(1) of macOS and the BSDs: resident pages in KiB, including those of mapped files. */
async function processesOfPs(): Promise<ProcessMemory[] | undefined> {
	if (process.platform === "win32") return undefined;
	const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,rss=,stat="]);
	return stdout.split("\n").flatMap((line) => {
		const [pid, parent, kib, state] = line.trim().split(/\s+/);
		if (kib === undefined || state?.startsWith("Z")) return [];
		return [{ pid: Number(pid), parent: Number(parent), bytes: Number(kib) * 1024 }];
	});
}

/**
 * Measures the tree of `root` at once and then every `everyMs`, and passes it to `check`, which decides what to end. Measurements
 * never overlap and never keep this process alive. Returns a function that stops them.
 */
export function watchProcessTree(
	root: number,
	everyMs: number,
	check: (processes: ProcessMemory[]) => void,
): () => void {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	const measure = async () => {
		const began = performance.now();
		// A failed measurement may succeed the next time.
		const processes = await processTree(root).catch(() => []);
		if (stopped || processes === undefined) return;
		check(processes);
		// Measuring is slow on a machine with many processes: it may take a tenth of the time.
		timer = setTimeout(() => void measure(), Math.max(everyMs, 9 * (performance.now() - began))).unref();
	};
	void measure();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}
