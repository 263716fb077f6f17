import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";

/** One running process and the memory that it alone holds: resident pages without those of mapped files. */
export interface ProcessMemory {
	pid: number;
	parent: number;
	bytes: number;
}

/**
 * The process `root` and all its descendants, with their memory; empty when `root` has ended. Undefined on a platform that
 * offers no quick way to ask (Windows): a limit then rests on what the runtime itself enforces.
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
 * The tree by the lists of children that the kernel keeps for each thread: a measure costs what the tree costs, however many
 * processes the machine runs. Undefined where the kernel keeps none (`CONFIG_PROC_CHILDREN`).
 */
function treeOfProc(root: number): ProcessMemory[] | undefined {
	if (!existsSync(`/proc/${process.pid}/task/${process.pid}/children`)) return undefined;
	const tree = processOfProc(root);
	for (const { pid } of tree)
		for (const thread of entriesIn(`/proc/${pid}/task`))
			for (const child of textOf(`/proc/${pid}/task/${thread}/children`).split(" "))
				if (child !== "") tree.push(...processOfProc(Number(child)));
	return tree;
}

function processesOfProc(): ProcessMemory[] {
	return entriesIn("/proc").flatMap((name) => (/^\d+$/.test(name) ? processOfProc(Number(name)) : []));
}

/** proc(5): `RssAnon` and `RssShmem` in kB, since Linux 4.5. Empty for a process that has ended, a zombie too. */
function processOfProc(pid: number): ProcessMemory[] {
	const status = textOf(`/proc/${pid}/status`);
	if (status === "" || /^State:\s+[ZX]/m.test(status)) return [];
	const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
	return [{ pid, parent: field("PPid"), bytes: (field("RssAnon") + field("RssShmem")) * 1024 }];
}

/** Empty when the process has ended meanwhile. */
function textOf(file: string): string {
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
 * Lets the processes of a tree go behind all others when the processor is short, those that they start later too (Linux: each of
 * their threads). What cannot be changed stays as it is.
 */
export async function lowerPriority(root: number): Promise<void> {
	for (const { pid } of (await processTree(root).catch(() => undefined)) ?? []) {
		const threads = entriesIn(`/proc/${pid}/task`).map(Number);
		for (const id of threads.length > 0 ? threads : [pid]) {
			try {
				setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
			} catch {
				// It has ended, or is another user's.
			}
		}
	}
}

/** ps(1) of macOS and the BSDs: resident pages in KiB, those of mapped files among them. */
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
 * Measures the tree of `root` every `everyMs` and gives it to `check`, which decides what to end. The first measure is taken
 * at once; the next one begins only when the last has ended. Returns what stops the watch. It never keeps the process alive.
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
		// A machine that refuses the question now may answer the next time.
		const processes = await processTree(root).catch(() => []);
		if (stopped || processes === undefined) return;
		check(processes);
		// On a machine of many processes a measure takes long: it has a tenth of the time at most.
		timer = setTimeout(() => void measure(), Math.max(everyMs, 9 * (performance.now() - began))).unref();
	};
	void measure();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}
