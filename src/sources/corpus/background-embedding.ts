import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { minimalEnvironment } from "../../base/environment.ts";

/**
 * Starts a child process of low priority that embeds the texts of the index at `path` until it is done or stopped. Its errors are
 * ignored, because the index is a cache.
 */
export function startBackgroundEmbedding(path: string): { stop(): void } {
	const child = fork(fileURLToPath(new URL("./filler.ts", import.meta.url)), [path], {
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: minimalEnvironment(),
		execArgv: ["--no-warnings"],
	});
	child.on("error", () => {});
	child.unref();
	child.channel?.unref();
	return { stop: () => void child.kill("SIGKILL") };
}
