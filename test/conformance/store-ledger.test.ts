import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AssayError } from "../../src/base/errors.ts";
import type { CallRequest, CallResult } from "../../src/evidence/call.ts";
import type { CallLog, RunBody, Store } from "../../src/store/store.ts";
import { openAt } from "../crash/engine-body.ts";
import { type Backends, onBothBackends } from "./backends.ts";

await onBothBackends(conformance);

function request(key: string, prompt = `asks ${key}`): CallRequest {
	return { key, role: "plan", model: "test:model", promptHash: "p", try: 1, prompt, reservedUsd: 0.01 };
}

function result(text: string): CallResult {
	const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0 };
	return { message: { text, toolCalls: [], finish: "stop" }, usage, usd: 0.002, ms: 5 };
}

const away = () => new AssayError("MODEL_AWAY", "the provider is away", { hint: "wait, then resume", keepsRun: true });

/** Changes a store's tables as another program would. */
async function tamper(where: string, statement: string): Promise<void> {
	if (!where.startsWith("postgres")) {
		const database = new DatabaseSync(join(where, "runs.db"));
		database.exec(statement);
		return database.close();
	}
	const admin = postgres(where, { max: 1, connection: { search_path: "assay" }, onnotice: () => undefined });
	await admin.unsafe(statement.replaceAll("assay_calls", "calls"));
	await admin.end();
}

function conformance({ newPlace }: Backends): void {
	let where: string;
	let store: Store;
	beforeEach(async () => {
		where = await newPlace();
		store = await openAt(where);
	});
	afterEach(() => store.close());
	/** Works on a run with a store of its own, as another process would. */
	const elsewhere = async <T>(work: (other: Store) => Promise<T>): Promise<T> => {
		const other = await openAt(where);
		return work(other).finally(() => other.close());
	};

	test("the ledger is in order of beginning, whatever the order of ending, and the same in every process", async () => {
		const id = await store.create(null);
		await store.execute(id, async ({ calls }) => {
			const keys = Array.from({ length: 12 }, (_, i) => `key ${(i * 5) % 12}`);
			expect(await Promise.all(keys.map((key) => calls.begin(request(key))))).toEqual(keys.map(() => 1));
			for (const key of [...keys].sort()) if (key !== "key 3") await calls.end(key, 1, result(`of ${key}`));
			expect((await calls.list()).map((call) => call.request.key)).toEqual(keys);
			return null;
		});
		const calls = await store.calls(id);
		expect(calls[1]).toEqual({
			...{ request: request("key 5"), attempt: 1, result: result("of key 5") },
			begunAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		});
		expect(calls.filter((call) => call.result === undefined).map((call) => call.request.key)).toEqual(["key 3"]);
		expect(await elsewhere((other) => other.calls(id))).toEqual(calls);
		expect(await store.calls(await store.create(null))).toEqual([]);
	});

	test("attempts of a key count on after a stop, each has its own result, and the first result of each stays", async () => {
		const id = await store.create(null);
		const stopped: RunBody = async ({ calls }) => {
			expect([await calls.begin(request("k")), await calls.begin(request("k"))]).toEqual([1, 2]);
			await calls.end("k", 2, result("second"));
			await calls.end("k", 2, result("too late"));
			await expect(calls.end("k", 3, result("never begun"))).rejects.toThrow("never begun");
			await expect(calls.end("other", 1, result("never begun"))).rejects.toThrow("never begun");
			throw away();
		};
		await expect(store.execute(id, stopped)).rejects.toMatchObject({ code: "MODEL_AWAY" });
		await elsewhere((other) =>
			other.execute(id, async ({ calls }) => {
				await calls.end("k", 1, result("first, later"));
				expect(await calls.begin(request("k"))).toBe(3);
				return null;
			}),
		);
		const said = (await store.calls(id)).map((call) => [call.attempt, call.result?.message?.text]);
		expect(said).toEqual([
			[1, "first, later"],
			[2, "second"],
			[3, undefined],
		]);
	});

	test("prompts of 2 MB, half emojis and NUL characters go in; only NUL does not come out", async () => {
		const id = await store.create(null);
		const nasty = `\0half \ud83d, "\\u0000" and ${"long \u{1f600}\n".repeat(250_000)}`;
		await store.execute(id, async ({ calls }) => {
			await calls.end("k", await calls.begin(request("k", nasty)), result(nasty));
			return null;
		});
		const [call] = await store.calls(id);
		const clean = nasty.replaceAll("\0", "");
		expect(call?.request.prompt === clean && call.result?.message?.text === clean).toBe(true);
	});

	test("once a run was stopped, nothing is written to its ledger and the reason is thrown", async () => {
		const id = await store.create(null);
		const stop = new AbortController();
		const late = Promise.withResolvers<unknown[]>();
		const body: RunBody = async ({ calls, child, step }) => {
			await calls.begin(request("in flight"));
			const inner = Promise.withResolvers<CallLog>();
			const running = step("c", () =>
				child("c", null, async (own) => {
					inner.resolve(own.calls);
					return sleep(60_000, null, { signal: own.signal });
				}),
			);
			const logs = [calls, await inner.promise];
			stop.abort("enough");
			const tries = logs.flatMap((log) => [log.begin(request("late")), log.end("in flight", 1, result("l"))]);
			late.resolve((await Promise.allSettled(tries)).map((one) => one.status === "rejected" && one.reason));
			return running;
		};
		await expect(store.execute(id, body, stop.signal)).rejects.toBe("enough");
		expect(await late.promise).toEqual(["enough", "enough", "enough", "enough"]);
		const calls = await store.calls(id);
		expect(calls.map((call) => [call.request.key, call.result])).toEqual([["in flight", undefined]]);
	});

	test("a run that another process has by now writes nothing to its ledger, and is stopped", async () => {
		for (const late of ["begin", "end"] as const) {
			const id = await store.create(null);
			const body: RunBody = async ({ calls }) => {
				await calls.begin(request("mine"));
				await tamper(where, `UPDATE workflow_runs SET worker_id = 'another' WHERE namespace_id = '${id}'`);
				await (late === "begin" ? calls.begin(request("late")) : calls.end("mine", 1, result("late")));
				return null;
			};
			await expect(store.execute(id, body)).rejects.toMatchObject({ code: "RUN_BUSY" });
			expect((await store.run(id)).status).toBe("interrupted");
			expect((await store.calls(id)).map((call) => [call.request.key, call.result])).toEqual([["mine", undefined]]);
		}
	});

	test("a child that cannot be recorded any more does not fail its parent: it leaves it interrupted", async () => {
		const id = await store.create(null);
		const body: RunBody = ({ step, child }) =>
			step("c", () =>
				child("c", null, async (own) => {
					await own.step("first", async () => 1);
					await tamper(where, `UPDATE workflow_runs SET worker_id = 'another' WHERE namespace_id = '${own.runId}'`);
					return own.step("second", async () => 2);
				}),
			).catch(() => "gone on without it");
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "RUN_BUSY" });
		expect((await store.run(id)).status).toBe("interrupted");
		expect((await store.execute(id, ({ child }) => child("c", null, async () => 3))).output).toBe(3);
	});

	test("a child that a provider stopped takes nothing from its siblings, and its parent may go on without it", async () => {
		const id = await store.create(null);
		const hasStopped = Promise.withResolvers<void>();
		const body: RunBody = async ({ step, child }) => {
			const lanes = await Promise.allSettled([
				step("stops", () => child("stops", null, () => Promise.reject(away()))).finally(hasStopped.resolve),
				step("pays", () =>
					child("pays", null, async (own) => {
						await hasStopped.promise;
						return own.step("late", async () => "paid");
					}),
				),
			]);
			return lanes.map((lane) => (lane.status === "fulfilled" ? lane.value : lane.reason.code));
		};
		expect((await store.execute(id, body)).output).toEqual(["MODEL_AWAY", "paid"]);
		expect((await store.children(id)).map(({ run }) => run.status)).toEqual(["interrupted", "completed"]);
	});

	test("a ledger that another program damaged is STORE_CORRUPT, and fails no run", async () => {
		const id = await store.create(null);
		const body: RunBody = async ({ calls }) => {
			await calls.begin(request("k"));
			await tamper(where, "UPDATE assay_calls SET request = 'torn'");
			return (await calls.list()).length;
		};
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
		expect((await store.run(id)).status).toBe("interrupted");
		await expect(store.calls(id)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
	});

	test("what keeps a run leaves it interrupted, whoever threw it, and is thrown as it is", async () => {
		for (const from of ["body", "step", "child", "child's step"]) {
			const id = await store.create(null);
			const error = away();
			let isAway = true;
			const fail = async () => {
				if (isAway) throw error;
				return "there";
			};
			const body: RunBody = async ({ step, child }) => {
				await step("paid", async () => 1);
				if (from === "body") return fail();
				if (from === "step") return step("asks", fail);
				return step("c", () => child("c", null, async (own) => (from === "child" ? fail() : own.step("asks", fail))));
			};
			await expect(store.execute(id, body)).rejects.toBe(error);
			expect(await store.run(id)).toMatchObject({ status: "interrupted" });
			expect((await store.children(id)).map(({ run }) => run.status)).toEqual(
				from.startsWith("child") ? ["interrupted"] : [],
			);
			isAway = false;
			expect(await elsewhere((other) => other.execute(id, body))).toMatchObject({ output: "there" });
		}
	});

	test("a child is one run by its name: it gives its output at once, shares the ledger, and is not listed", async () => {
		const id = await store.create(null);
		const begun: string[] = [];
		const ids: string[] = [];
		const work = (name: string): RunBody => {
			return async ({ input, step, calls, runId }) => {
				ids.push(runId);
				await calls.begin(request(`by ${name}`));
				return [input, await step("s", async () => begun.push(name))];
			};
		};
		const body: RunBody = async ({ step, child }) => {
			const both = await step("both", () =>
				Promise.all([child("a\0", 1, work("a")), child("a\0", "another input", work("never"))]),
			);
			const other = await step("other", () => child("b \ud83d", 2, work("b")));
			if (begun.length < 3)
				await step("again", async () => child("c", 3, work("c")).then(() => Promise.reject(away())));
			return [...both, other, await step("again", () => child("c", 4, work("never")))];
		};
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "MODEL_AWAY" });
		const one = [1, 1];
		expect(await elsewhere((other) => other.execute(id, body))).toMatchObject({ output: [one, one, [2, 2], [3, 3]] });
		expect(begun).toEqual(["a", "b", "c"]);
		expect((await store.calls(id)).map((call) => call.request.key)).toEqual(["by a", "by b", "by c"]);
		expect((await store.runs()).map((run) => run.id)).toEqual([id]);
		for (const childId of ids) {
			expect(childId).toMatch(/^[0-9a-f]{16}$/);
			await expect(store.run(childId)).rejects.toMatchObject({ code: "RUN_UNKNOWN" });
		}
		const children = await store.children(id);
		expect(children.map(({ name, run }) => [name, run.id, run.status, run.input])).toEqual([
			["a", ids[0], "completed", 1],
			["b \ud83d", ids[1], "completed", 2],
			["c", ids[2], "completed", 3],
		]);
		expect(children.map(({ log }) => log.map((step) => [step.name, step.output]))).toEqual([
			[["s", 1]],
			[["s", 2]],
			[["s", 3]],
		]);
		expect((await store.log(id)).map((step) => step.name)).toEqual(["both", "other", "again"]);
	});

	test("a child that fails does so for good, like any run; its parent may go on without it", async () => {
		const id = await store.create(null);
		let tried = 0;
		const body: RunBody = async ({ step, child }) => {
			const failing = step("c", () =>
				child("c", null, async () => {
					tried++;
					throw new AssayError("NOTHING_FOUND", "nothing was found", { hint: "ask another", exitCode: 3 });
				}),
			);
			const error = await failing.catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ code: "NOTHING_FOUND", hint: "ask another", exitCode: 3 });
			if (tried === 1 && (await store.run(id)).status === "running") {
				tried++;
				throw away();
			}
			return (error as AssayError).message;
		};
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "MODEL_AWAY" });
		expect((await store.execute(id, body)).output).toBe("nothing was found");
		expect(tried).toBe(2);
		expect((await store.children(id))[0]?.run).toMatchObject({ status: "failed", error: "nothing was found" });
	});

	test("a child has no children", async () => {
		const id = await store.create(null);
		const body: RunBody = ({ step, child }) =>
			step("c", () => child("c", null, async (own) => own.child("d", null, async () => 1)));
		await expect(store.execute(id, body)).rejects.toMatchObject({ code: "CHILD_TOO_DEEP" });
	});

	test("four children of 100 steps each go on where an abort left them; no recorded step is done again", async () => {
		const id = await store.create(null);
		let stop = new AbortController();
		const done = new Map<string, number>();
		const names = ["n", "e", "s", "w"];
		const investigate: RunBody = async ({ input, step, calls }) => {
			let sum = 0;
			for (let i = 0; i < 100; i++) {
				sum += await step(`turn:${i}`, async () => {
					const name = `${input}:${i}`;
					if (i % 10 === 0) await calls.end(name, await calls.begin(request(name)), result(name));
					done.set(name, (done.get(name) ?? 0) + 1);
					if (done.size === 200) stop.abort("half");
					return i;
				});
			}
			return sum;
		};
		const body: RunBody = async ({ step, child }) => {
			const lanes = names.map((name) =>
				step(`delegate:${name}`, () => child(name, name, investigate), { hasChildren: true }),
			);
			const settled = await Promise.allSettled(lanes);
			for (const lane of settled) if (lane.status === "rejected") throw lane.reason;
			return settled.length;
		};
		await expect(store.execute(id, body, stop.signal)).rejects.toBe("half");
		const before = (await store.children(id)).map(({ name, log }) =>
			log.map((step) => `${name}:${step.name.slice(5)}`),
		);
		expect(before.flat().length).toBeGreaterThan(150);
		stop = new AbortController();
		expect((await store.execute(id, body)).output).toBe(4);
		for (const name of before.flat()) expect(done.get(name)).toBe(1);
		const children = await store.children(id);
		expect(children.map(({ log }) => log.length)).toEqual([100, 100, 100, 100]);
		expect(children.map(({ run }) => run.output)).toEqual([4950, 4950, 4950, 4950]);
	});

	test("a list of runs does not read what was asked of models", async () => {
		const id = await store.create(null);
		await store.execute(id, async ({ calls }) => {
			for (let i = 0; i < 20; i++) await calls.begin(request(`k${i}`, "x".repeat(100_000)));
			return null;
		});
		await tamper(where, "DROP TABLE assay_calls");
		expect((await store.runs()).map((run) => run.status)).toEqual(["completed"]);
	});
}
