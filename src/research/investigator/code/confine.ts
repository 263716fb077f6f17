import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import { limits } from "../../../base/limits.ts";

/** A process that can reach nothing, its three streams, and what ends it together with all that it started. */
export interface ConfinedProcess {
	child: ChildProcess;
	stdin: Writable;
	stdout: Readable;
	stderr: Readable;
	end(): void;
}

/**
 * Node's own walls: no files, network, child processes, workers, addons, inspector, WASI or foreign functions; a heap of so
 * many MiB. SQLite, and web storage that rests on it, are switched off: the permission model does not cover them.
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
 * The system's own walls. Not one of them depends on what the code does to its process, nor on a parent that is busy,
 * stopped or dead: a limit of its data (memory outside the heap too), of its processor time, no file that could be written,
 * no core file. The shell waits for the end of a pipe whose other end only the parent holds. The kernel closes it when the
 * parent ends, however it ends; then the shell ends the process.
 */
const shell = `
for wall in "-c 0" "-f 0" "-d $1" "-t $2"; do ulimit $wall 2>/dev/null; done
shift 2
exec 4<&0
env -i "$@" <&4 3<&- 4<&- &
exec 0<&- 1>&- 2>&- 4<&-
read -r _ <&3
kill -9 $!
wait $!`;

/** Starts Node on a program, with no environment, in the root folder; `ms` is how long it is going to be let run. */
export function startConfined(program: string, ms: number): ConfinedProcess {
	const node = [process.execPath, ...flags, "-e", program];
	if (process.platform === "win32") {
		// Windows ends the children of a process with it.
		const child = start(node, ["pipe", "pipe", "pipe"], {});
		return { ...streamsOf(child), end: () => void child.kill("SIGKILL") };
	}
	// Its compiler and collector run beside the code, each on a core: twice the time is never reached by what ends in time.
	const seconds = Math.ceil((2 * ms) / 1_000);
	const args = ["/bin/sh", "-c", shell, "sh", String(limits.codeDataMb * 1_024), String(seconds), ...node];
	const child = start(args, ["pipe", "pipe", "pipe", "pipe"], { cwd: "/", detached: true });
	const leash = child.stdio[3];
	leash?.on("error", () => {});
	const end = () => void leash?.destroy();
	child.stdout?.once("end", end);
	// Should somebody end the shell, its group is ended from here.
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
