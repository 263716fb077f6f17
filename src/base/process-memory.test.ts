import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { processTree, watchProcessTree } from "./process-memory.ts";

const MiB = 1024 * 1024;

/** Starts a process that holds this much memory and has a child that holds the same. */
const holder = `
	const held = Buffer.alloc(Number(process.argv[1]) * ${MiB}, 1);
	const deeper = Number(process.argv[2]);
	if (deeper > 0) require("node:child_process").spawn(process.execPath, ["-e", process.argv[3], process.argv[1], String(deeper - 1), process.argv[3]], { stdio: "inherit" });
	process.stdout.write("held ");
	setInterval(() => held.length, 1000);`;

test.skipIf(process.platform === "win32")(
	"a process is measured with its descendants, and not once it has ended",
	async () => {
		const child = spawn(process.execPath, ["-e", holder, "100", "1", holder], {
			detached: true,
			stdio: ["ignore", "pipe", "inherit"],
		});
		const pid = child.pid ?? Number.NaN;
		try {
			let said = "";
			for await (const chunk of child.stdout) {
				said += chunk;
				if (said === "held held ") break;
			}
			const tree = (await processTree(pid)) ?? [];
			expect(tree).toHaveLength(2);
			for (const { bytes } of tree) expect(bytes).toBeGreaterThan(100 * MiB);
			const seen = await new Promise<number>((resolve) => {
				const stop = watchProcessTree(pid, 50, (processes) => {
					stop();
					resolve(processes.length);
				});
			});
			expect(seen).toBe(2);
		} finally {
			process.kill(-pid, "SIGKILL");
		}
		if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		expect(await processTree(pid)).toEqual([]);
	},
);

test.skipIf(process.platform === "win32")("a process that has ended and was not waited for is none", async () => {
	// The shell's child ends, but the program that replaces the shell never waits for it.
	const child = spawn("sh", ["-c", "sleep 0.1 & exec sleep 20"], { stdio: "ignore" });
	try {
		const sizes = () => processTree(child.pid ?? Number.NaN).then((tree) => tree?.length);
		await expect.poll(sizes).toBe(2);
		await expect.poll(sizes).toBe(1);
	} finally {
		child.kill("SIGKILL");
	}
});
