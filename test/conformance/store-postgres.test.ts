import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import type { RunBody } from "../../src/store/store.ts";
import { startPostgres } from "../real/postgres.ts";
import { listen } from "../support/server.ts";

const server = await startPostgres();
afterAll(async () => {
	if (!("missing" in server)) await server.stop();
});

test("a server that cannot be reached, or refuses, is DATABASE_UNREACHABLE; no message holds the password", async () => {
	const urls = ["postgres://me:s3cret@127.0.0.1:1/db", "postgres://me:s3cret@no-such-host.invalid:5432/db"];
	if (!("missing" in server))
		urls.push(server.url.replace("postgres@", "postgres:s3cret@").replace(/postgres$/, "absent"));
	for (const url of urls) {
		const error = await openPostgresStore(url).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "DATABASE_UNREACHABLE", hint: expect.any(String) });
		expect(`${error.message} ${error.hint} ${JSON.stringify(error)} ${error.cause}`).not.toContain("s3cret");
	}
});

test("what is no Postgres URL is a usage error that does not repeat it", async () => {
	for (const url of ["mysql://me:s3cret@host/db", "postgres://me:s3cret@host:port:5/db", "s3cret"]) {
		const error = await openPostgresStore(url).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "DATABASE_URL_INVALID", exitCode: 2 });
		expect(`${error.message} ${error.hint} ${error.cause}`).not.toContain("s3cret");
	}
});

/** The same database at the end of a long line. */
async function farAway(url: string, delayMs: number): Promise<string> {
	const { hostname, port } = new URL(url);
	const line = createServer((near) => {
		const far = connect(Number(port), hostname);
		for (const [from, to] of [[near, far] as const, [far, near] as const]) {
			from.on("data", (bytes) => setTimeout(() => to.write(bytes), delayMs));
			from.on("close", () => setTimeout(() => to.destroy(), delayMs));
			from.on("error", () => undefined);
		}
	});
	onTestFinished(() => void line.close());
	return url.replace(port, String(await listen(line)));
}

if ("missing" in server) {
	test.skip(`Postgres lost and found (skipped: ${server.missing})`, () => undefined);
} else {
	test("a database that a newer assay made is left alone", async () => {
		const url = await server.newDatabase();
		await (await openPostgresStore(url)).close();
		const admin = postgres(url);
		await admin`INSERT INTO assay.home VALUES (99)`;
		await admin.end();
		await expect(openPostgresStore(url)).rejects.toMatchObject({ code: "STORE_NEWER" });
	});

	test("a step in flight when the server went down is no suspect; one since then is", async () => {
		const url = await server.newDatabase();
		const store = await openPostgresStore(url);
		const admin = postgres(url);
		const parkedAfter = async (startedAt: Date) => {
			const id = await store.create(null);
			await admin`
				INSERT INTO assay.step_attempts (namespace_id, id, workflow_run_id, step_name, kind, status, config, started_at, created_at, updated_at)
				SELECT namespace_id, gen_random_uuid(), id, 's', 'function', 'running', ${admin.json({ deaths: 2, answers: 0 })}, ${startedAt},
				now(), now() FROM assay.workflow_runs WHERE namespace_id = ${id}`;
			const ended = await store.execute(id, ({ step }) =>
				step("s", async () => "done", { instead: async () => "parked" }),
			);
			return ended.output;
		};
		expect(await parkedAfter(new Date(0))).toBe("done");
		expect(await parkedAfter(new Date())).toBe("parked");
		await admin.end();
		await store.close();
	});

	test("a server that crashes and comes back costs a run nothing: it goes on, and keeps its lock", async () => {
		const url = await server.newDatabase();
		const [store, other] = [await openPostgresStore(url), await openPostgresStore(url)];
		const id = await store.create(null);
		const begun: number[] = [];
		const crashed = Promise.withResolvers<void>();
		const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
		const body: RunBody = async ({ step, calls }) => {
			for (let i = 0; i < 6; i++) {
				await step(`s${i}`, async () => {
					begun.push(i);
					if (i === 2) server.crash(500).then(crashed.resolve, crashed.reject);
					const asked = { role: "plan", model: "m", promptHash: "p", try: 1, prompt: "" } as const;
					for (let n = 0; n < 20; n++) {
						const key = `${i}:${n}`;
						await calls.end(key, await calls.begin({ key, ...asked }), { usage, ms: 1 });
					}
					return sleep(100, i);
				});
			}
			await crashed.promise;
			await expect.poll(async () => (await other.run(id).catch(() => undefined))?.status).toBe("running");
			await expect(other.execute(id, body)).rejects.toMatchObject({ code: "RUN_BUSY" });
			return begun.length;
		};
		expect(await store.execute(id, body)).toMatchObject({ status: "completed", output: 6 });
		expect((await store.log(id)).map((step) => step.output)).toEqual([0, 1, 2, 3, 4, 5]);
		// A write that the server carried out without being able to say so is the same row when it is made again.
		const calls = await store.calls(id);
		expect(calls.map(({ attempt, result }) => [attempt, result?.ms])).toEqual(
			Array.from({ length: 120 }, () => [1, 1]),
		);
		await Promise.all([store.close(), other.close()]);
	});

	test("work that ends while its lost connection is opened again harms nothing else in the process", async () => {
		const near = await server.newDatabase();
		const store = await openPostgresStore(await farAway(near, 40));
		const admin = postgres(near, { max: 1, onnotice: () => undefined });
		// Vitest fails where a rejection is handled by nobody; a worker process would end.
		for (let afterMs = 80; afterMs <= 320; afterMs += 60) {
			const id = await store.create(null);
			const [ending, atWork] = [new AbortController(), Promise.withResolvers<void>()];
			const work = store.execute(
				id,
				async ({ signal }) => {
					atWork.resolve();
					return new Promise((_, reject) => signal.addEventListener("abort", reject));
				},
				ending.signal,
			);
			await atWork.promise;
			await admin`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`;
			await sleep(afterMs);
			ending.abort(new Error("it is to end"));
			await expect(work).rejects.toThrow("it is to end");
		}
		await admin.end();
		await store.close();
	});

	test("a process whose connection was cut and whose run was taken writes nothing more, and says so", async () => {
		const url = await server.newDatabase();
		const [first, second] = [await openPostgresStore(url), await openPostgresStore(url)];
		const id = await first.create(null);
		const atWork = Promise.withResolvers<void>();
		const late = Promise.withResolvers<string>();
		const stale = first.execute(id, ({ step }) =>
			step("slow", () => {
				atWork.resolve();
				return late.promise;
			}),
		);
		const outcome = stale.catch((error) => error);
		await atWork.promise;
		// Cut the lock's connection and take the lock before its owner asks again: somebody else has the run from here on.
		const admin = postgres(url, { max: 1, onnotice: () => undefined });
		const key = BigInt.asIntN(64, BigInt(`0x${id}`)).toString();
		const [cut] = await admin`
			WITH killed AS (SELECT pid, pg_terminate_backend(pid, 2000) FROM pg_locks
			WHERE locktype = 'advisory' AND granted AND objsubid = 1) SELECT count(*)::int AS n FROM killed`;
		const [taken] = await admin`SELECT pg_try_advisory_lock(${key}::bigint) AS taken`;
		expect([cut?.n, typeof taken?.taken]).toEqual([1, "boolean"]);
		if (taken?.taken === true) {
			await expect(outcome).resolves.toMatchObject({ code: "RUN_BUSY" });
			await admin.end();
			expect((await second.execute(id, ({ step }) => step("slow", async () => "second"))).output).toBe("second");
			late.resolve("first");
			expect((await second.log(id)).map((step) => step.output)).toEqual(["second"]);
		} else {
			// Its owner was quicker: it has its lock back, and nothing has changed.
			await admin.end();
			late.resolve("first");
			expect(await outcome).toMatchObject({ output: "first" });
		}
		await Promise.all([first.close(), second.close()]);
	});
}
