import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitTreeMemory } from "./memory-limit.ts";

const MiB = 1024 * 1024;

test.skipIf(process.platform === "win32")(
	"a process that takes too much is ended while this thread does nothing but compute",
	async () => {
		const grower = `const all = []; setInterval(() => all.push(Buffer.alloc(20 * ${MiB}, 1)), 10);`;
		const child = spawn(process.execPath, ["-e", grower], { stdio: "ignore" });
		const ended = once(child, "exit");
		let held = 0;
		const lift = limitTreeMemory(child.pid ?? Number.NaN, 20, 200 * MiB, (bytes) => {
			held = bytes;
		});
		const isDead = () => /\) [ZX]/.test(readFileSync(`/proc/${child.pid}/stat`, "utf8"));
		// This thread is busy until the child is dead. Only this thread could reap it.
		for (const until = Date.now() + 20_000; process.platform === "linux" && Date.now() < until && !isDead(); );
		if (process.platform === "linux") expect(isDead()).toBe(true);
		expect(await ended).toEqual([null, "SIGKILL"]);
		await expect.poll(() => held).toBeGreaterThan(200 * MiB);
		lift();
	},
);
