import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "../../../base/limits.ts";
import { sandboxProgram } from "./sandbox.ts";

/** Bytes of standard output and error after which a child is ended: more than its text can take in UTF-8. */
const bytesMost = limits.codeOutputCharacters * 4 + 4_000;

/** Node's own walls: no files, network, child processes, workers, addons or inspector; a heap of so many MiB. */
const flags = [
	"--permission",
	"--disallow-code-generation-from-strings",
	`--max-old-space-size=${limits.codeMemoryMb}`,
	"--no-warnings",
];

/**
 * Runs JavaScript in a process of its own that can reach nothing, and gives what it printed, or in words why it was ended.
 * Rejects only when the process cannot be started, or with the signal's reason.
 */
export async function runCode(code: string, signal?: AbortSignal, ms: number = limits.codeMs): Promise<string> {
	signal?.throwIfAborted();
	const folder = await mkdtemp(join(tmpdir(), "assay-code-"));
	try {
		return await inChild(code, folder, signal, ms);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function inChild(code: string, folder: string, signal: AbortSignal | undefined, ms: number): Promise<string> {
	return new Promise((resolve, reject) => {
		const program = sandboxProgram(limits.codeOutputCharacters, ms);
		// A group of its own, so that it can be ended whole and hears no Ctrl-C of ours.
		const child = spawn(process.execPath, [...flags, "-e", program], { cwd: folder, env: {}, detached: true });
		let verdict: string | undefined;
		let bytes = 0;
		const out: Buffer[] = [];
		const err: Buffer[] = [];
		const end = (why: string) => {
			verdict ??= why;
			killGroup(child);
		};
		const timer = setTimeout(() => end(`ended: it took more than ${ms / 1000} s`), ms);
		const onAbort = () => end("ended: the run was stopped");
		signal?.addEventListener("abort", onAbort, { once: true });
		const keep = (into: Buffer[]) => (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > bytesMost) end("ended: it printed too much");
			else into.push(chunk);
		};
		child.stdout.on("data", keep(out));
		child.stderr.on("data", keep(err));
		// A child that ends before it has read its code is no fault of ours: how it ended says more.
		child.stdin.on("error", () => {});
		child.stdin.end(code);
		const settle = (done: () => void) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			done();
		};
		child.on("error", (error) => settle(() => reject(error)));
		child.on("close", (exit) =>
			settle(() => {
				if (signal?.aborted) return reject(signal.reason);
				resolve(wordsFor(verdict, exit, Buffer.concat(out).toString(), Buffer.concat(err).toString()));
			}),
		);
	});
}

function wordsFor(verdict: string | undefined, exit: number | null, out: string, err: string): string {
	if (verdict !== undefined) return verdict;
	if (exit !== 0)
		return /heap out of memory|allocation failed/i.test(err)
			? `ended: it used more than ${limits.codeMemoryMb} MiB`
			: `ended: its process failed (${exit ?? "killed"})`;
	const text = out.trimEnd();
	if (text === "") return "(nothing was printed: print with console.log)";
	const most = limits.codeOutputCharacters;
	return text.length > most ? `${text.slice(0, most)}\n(cut at ${most.toLocaleString("en-US")} characters)` : text;
}

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, "SIGKILL");
	} catch {
		// Where there are no groups, or the group is gone already.
		child.kill("SIGKILL");
	}
}
