import type { ChildProcess } from "node:child_process";

/** How a process ended, and all that it wrote. */
export interface Ended {
	/** Null when a signal ended it. */
	code: number | null;
	signal: NodeJS.Signals | null;
	stdout: string;
	stderr: string;
}

/** Keeps what a process writes; `ended` rejects if it could not be started. */
export function follow(child: ChildProcess): {
	written: { stdout: string; stderr: string };
	ended: Promise<Ended>;
} {
	const written = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const)
		child[name]?.setEncoding("utf8").on("data", (text: string) => {
			written[name] += text;
		});
	const ended = new Promise<Ended>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => resolve({ code, signal, ...written }));
	});
	return { written, ended };
}
