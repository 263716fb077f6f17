import { limits } from "../../../base/limits.ts";
import { limitTreeMemory } from "../../../base/memory-limit.ts";
import { createWorkQueue } from "../../../base/work-queue.ts";
import { startConfined } from "./confine.ts";
import { sandboxProgram } from "./sandbox.ts";

/** The bytes of standard output and error after which a child is ended: more than its text can take in UTF-8. */
const bytesMost = limits.codeOutputCharacters * 4 + 4_000;

const tooMuchMemory = `ended: it used more than ${limits.codeMemoryMb} MiB`;

const takeTurn = createWorkQueue((running) => running < limits.codeAtOnce);

/**
 * Runs JavaScript in a process of its own that can reach nothing. Returns what it printed, or why it was ended. Waits while
 * `limits.codeAtOnce` others run. Rejects only when the process cannot be started, or with the signal's reason.
 */
export async function runCode(code: string, signal?: AbortSignal, ms: number = limits.codeMs): Promise<string> {
	return takeTurn(() => runInChild(code, signal, ms), signal);
}

function runInChild(code: string, signal: AbortSignal | undefined, ms: number): Promise<string> {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const {
			child,
			stdin,
			stdout,
			stderr,
			end: endProcess,
		} = startConfined(sandboxProgram(limits.codeOutputCharacters, ms), ms);
		let endReason: string | undefined;
		let bytes = 0;
		const out: Buffer[] = [];
		const err: Buffer[] = [];
		const end = (why: string) => {
			endReason ??= why;
			endProcess();
		};
		const timer = setTimeout(() => end(`ended: it took more than ${ms / 1000} s`), ms);
		const onAbort = () => end("ended: the run was stopped");
		signal?.addEventListener("abort", onAbort, { once: true });
		const most = limits.codeResidentMb * 1024 * 1024;
		const unwatch = limitTreeMemory(child.pid ?? Number.NaN, limits.codeWatchMs, most, () => end(tooMuchMemory));
		const keep = (into: Buffer[]) => (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > bytesMost) end("ended: it printed too much");
			else into.push(chunk);
		};
		stdout.on("data", keep(out));
		stderr.on("data", keep(err));
		// A child may end before it has read its code. How it ended says more than this error.
		stdin.on("error", () => {});
		stdin.end(code);
		const settle = (done: () => void) => {
			clearTimeout(timer);
			unwatch();
			signal?.removeEventListener("abort", onAbort);
			done();
		};
		child.on("error", (error) => settle(() => reject(error)));
		child.on("close", (exit) =>
			settle(() => {
				if (signal?.aborted) return reject(signal.reason);
				resolve(outputText(endReason, exit, Buffer.concat(out).toString(), Buffer.concat(err).toString()));
			}),
		);
	});
}

function outputText(endReason: string | undefined, exit: number | null, out: string, err: string): string {
	if (endReason !== undefined) return endReason;
	if (exit !== 0)
		return /out of memory|allocation failed|bad_alloc/i.test(err)
			? tooMuchMemory
			: `ended: its process failed (${exit ?? "killed"})`;
	const text = out.trimEnd();
	if (text === "") return "(nothing was printed: print with console.log)";
	const most = limits.codeOutputCharacters;
	return text.length > most ? `${text.slice(0, most)}\n(cut at ${most.toLocaleString("en-US")} characters)` : text;
}
