import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import { limits } from "../../../base/limits.ts";

/** A process that can reach nothing, with its three streams. `end` kills it and all that it started. */
export interface ConfinedProcess {
	child: ChildProcess;
	stdin: Writable;
	stdout: Readable;
	stderr: Readable;
	end(): void;
}

/**
 * The limits that Node sets: no files, network, child processes, workers, addons, inspector, WASI or foreign functions, and a
 * limited heap. SQLite, and web storage that rests on it, are switched off because the permission model does not cover them.
 */
const flags = [
	"--permission",
	"--no-experimental-sqlite",
	"--no-webstorage",
	"--disallow-code-generation-from-strings",
	`--max-old-space-size=${limits.codeMemoryMb}`,
	"--no-warnings",
];

/**
 * The limits that the system sets. They depend neither on what the code does to its process nor on a parent that is busy, stopped
 * or dead: limited data (memory outside the heap too), limited processor time, no writable file, no core file. The shell waits for
 * the end of a pipe whose other end only the parent holds. The kernel closes the pipe when the parent ends, however it ends; then
 * the shell kills the process.
 */
const shellScript = `
for wall in "-c 0" "-f 0" "-d $1" "-t $2"; do ulimit $wall 2>/dev/null; done
shift 2
exec 4<&0
env -i "$@" <&4 3<&- 4<&- &
exec 0<&- 1>&- 2>&- 4<&-
read -r _ <&3
kill -9 $!
wait $!`;

/** Starts Node on a program, with an empty environment, in the root folder. `ms` is how long it may run. */
export function startConfined(program: string, ms: number): ConfinedProcess {
	const node = [process.execPath, ...flags, "-e", program];
	if (process.platform === "win32") {
		// Windows ends child processes together with their parent.
		const child = start(node, ["pipe", "pipe", "pipe"], {});
		return { ...streamsOf(child), end: () => void child.kill("SIGKILL") };
	}
	// The compiler and the collector run on other cores beside the code. Code that ends in time never uses twice its time.
	const seconds = Math.ceil((2 * ms) / 1_000);
	const args = ["/bin/sh", "-c", shellScript, "sh", String(limits.codeDataMb * 1_024), String(seconds), ...node];
	const child = start(args, ["pipe", "pipe", "pipe", "pipe"], { cwd: "/", detached: true });
	const parentPipe = child.stdio[3];
	parentPipe?.on("error", () => {});
	const end = () => void parentPipe?.destroy();
	child.stdout?.once("end", end);
	// If the shell itself is killed, this ends its process group.
	child.once("exit", (_code, signal) => {
		if (signal !== null) endGroup(child);
	});
	return { ...streamsOf(child), end };
}

function start([command = "", ...args]: string[], stdio: "pipe"[], options: SpawnOptions): ChildProcess {
	return spawn(command, args, { ...options, env: {}, stdio });
}

function streamsOf(child: ChildProcess): Omit<ConfinedProcess, "end"> {
	const { stdin, stdout, stderr } = child;
	if (stdin === null || stdout === null || stderr === null) throw new Error("a process was started without its pipes");
	return { child, stdin, stdout, stderr };
}

function endGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// The group is gone already.
	}
}
