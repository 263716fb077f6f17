// One child process that stands in for this one: same terminal, same signals, same end, and never left behind.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** Set in the environment of a child that watches its launcher; holds the launcher's process id. */
const LAUNCHER = "ASSAY_LAUNCHER_PID";

/** How long a child whose launcher is gone may take to end in order before it is ended, in ms. */
const ORPHAN_END_MS = 10_000;

/** @type {NodeJS.Signals[]} */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/** @typedef {{code: number | null, signal: NodeJS.Signals | null}} End */

/**
 * Runs `node args` with this process's standard streams, passes SIGINT, SIGTERM and SIGHUP on, and resolves to how it
 * ended. With `follow`, the child also ends when this process is killed (`followParent` in the child). A Ctrl-C in a
 * terminal reaches the child both from the terminal and from here; src/base/signals.ts counts it once.
 * @param {string} node @param {string[]} args
 * @param {{follow?: boolean, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<End>}
 */
export function runNode(node, args, { follow = false, env = process.env } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(node, args, {
			stdio: follow ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
			env: follow ? { ...env, [LAUNCHER]: String(process.pid) } : env,
		});
		const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
		for (const signal of FORWARDED) process.on(signal, forward);
		const done = () => {
			for (const signal of FORWARDED) process.off(signal, forward);
		};
		child.once("error", (error) => {
			done();
			reject(error);
		});
		child.once("exit", (code, signal) => {
			done();
			resolve({ code, signal });
		});
	});
}

/** Ends this process the way its child ended: the same exit code, or the same signal. @param {End} end */
export function endLike({ code, signal }) {
	process.exitCode = code ?? 1;
	if (!signal) return;
	process.exitCode = 128 + (constants.signals[signal] ?? 0);
	process.kill(process.pid, signal);
}

/** Whether a launcher started this process and waits for it. Asked once: grandchildren must not see the mark. */
export function wasLaunched() {
	const launcher = process.env[LAUNCHER];
	delete process.env[LAUNCHER];
	return launcher === String(process.ppid) && process.channel !== undefined;
}

/**
 * Ends this process when the launcher goes without a word (`kill -9`): in order as by SIGTERM, by force after a while.
 */
export function followParent() {
	process.once("disconnect", () => {
		process.kill(process.pid, "SIGTERM");
		setTimeout(() => process.exit(1), ORPHAN_END_MS).unref();
	});
	// The listener alone must not keep a finished process alive.
	process.channel?.unref();
}
