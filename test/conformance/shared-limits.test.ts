import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createHostQueue } from "../../src/net/host-queue.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";

const server = await startPostgres();
afterAll(async () => {
	if (!("missing" in server)) await server.stop();
});

/** The limits of a process: each store has connections of its own. */
async function limitsAt(url: string) {
	const { shared } = closeAfterTest(await openPostgresStore(url));
	if (!shared) throw new TypeError("a Postgres store is shared");
	return shared.limits;
}

/** A process that holds the only place of `host example.com` until it is ended. */
async function holdInProcess(url: string): Promise<ChildProcess> {
	const child = spawn(process.execPath, [join(import.meta.dirname, "hold-place.ts"), url], {
		stdio: ["ignore", "pipe", 2],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	if (child.stdout) await once(child.stdout, "data");
	return child;
}

describe.skipIf("missing" in server)("limits in Postgres", () => {
	const newDatabase = () => ("missing" in server ? Promise.reject(server.missing) : server.newDatabase());

	test("requests to one host are made one at a time, whichever process makes them, its crawl delay apart", async () => {
		const url = await newDatabase();
		const queues = await Promise.all([1, 2, 3].map(async () => createHostQueue(10, await limitsAt(url))));
		let running = 0;
		let most = 0;
		const starts: number[] = [];
		await Promise.all(
			queues.flatMap((queue) => {
				queue.delay("example.com", 120);
				return Array.from({ length: 3 }, async () => {
					const release = await queue.turn("example.com");
					starts.push(performance.now());
					most = Math.max(most, ++running);
					await sleep(20);
					running--;
					release();
				});
			}),
		);
		expect([most, starts.length]).toEqual([1, 9]);
		const between = starts.slice(1).map((at, index) => at - Number(starts[index]));
		expect(Math.min(...between)).toBeGreaterThan(100);
	});

	test("a key has as many places as it says, over all processes, and other keys have their own", async () => {
		const url = await newDatabase();
		const all = await Promise.all([1, 2, 3].map(() => limitsAt(url)));
		const running = { a: 0, b: 0 };
		const most = { a: 0, b: 0 };
		await Promise.all(
			all.flatMap((limits) =>
				Array.from({ length: 8 }, async (_, at) => {
					const key = at % 2 === 0 ? "a" : "b";
					const release = await limits.hold(key, 3);
					most[key] = Math.max(most[key], ++running[key]);
					await sleep(60);
					running[key]--;
					release();
				}),
			),
		);
		expect(most).toEqual({ a: 3, b: 3 });
	});

	test("a provider that asks one process to wait is asked by none; an abort ends the wait", async () => {
		const url = await newDatabase();
		const [one, other] = [await limitsAt(url), await limitsAt(url)];
		await one.pause("model m", 400);
		const began = performance.now();
		await other.pace("model m", 0);
		expect(performance.now() - began).toBeGreaterThan(300);
		await one.pause("model m", 60_000);
		const controller = new AbortController();
		const waiting = other.pace("model m", 0, controller.signal);
		controller.abort(new Error("enough"));
		await expect(waiting).rejects.toThrow("enough");
	});

	test.each(["SIGKILL", "SIGSTOP"] as const)(
		"the places of a process that ended by %s are free again",
		async (signal) => {
			const url = await newDatabase();
			const limits = await limitsAt(url);
			const child = await holdInProcess(url);
			let isFree = false;
			const held = limits.hold("host example.com", 1).then((release) => {
				isFree = true;
				release();
			});
			await sleep(500);
			expect(isFree).toBe(false);
			child.kill(signal);
			await held;
		},
	);
});
