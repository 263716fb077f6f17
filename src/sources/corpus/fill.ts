import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { minimalEnvironment } from "../../base/environment.ts";

/** Has a child process of low priority fill the index at `path` with vectors, until it is done or stopped. Whether it can is nobody's matter: the index is a cache. */
export function startFilling(path: string): { stop(): void } {
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
