import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AssayError } from "../../src/base/errors.ts";
import type { Json } from "../../src/base/json.ts";
import type { RunBody, Store } from "../../src/store/store.ts";
import { ledgerBody, openAt, stepNames } from "../crash/engine-body.ts";
import { work } from "../crash/engine-torture.ts";
import { closeAfterTest } from "../support/close.ts";
import { pageOf } from "../support/evidence.ts";
import { type Backends, onBothBackends } from "./backends.ts";

await onBothBackends(conformance);

function nameOf(input: Json): Json | undefined {
	return input !== null && typeof input === "object" && !Array.isArray(input) ? input.name : undefined;
}

function conformance({ newPlace, folder }: Backends): void {
	let where: string;
	let store: Store;
	const started: ChildProcess[] = [];
	beforeEach(async () => {
		where = await newPlace();
		store = await openAt(where);
	});
	afterEach(async () => {
		for (const process of started.splice(0)) process.kill("SIGKILL");
		await store.close();
	});
	/** A process that works on a run until killed, in its first step by the time this resolves. */
	const workElsewhere = async (runId: string, ledger: string): Promise<ChildProcess> => {
		const process = work(where, runId, ledger);
		started.push(process);
		await expect.poll(() => existsSync(ledger)).toBe(true);
		return process;
	};
	const kill = async (process: ChildProcess): Promise<void> => {
		const gone = new Promise((resolve) => process.once("exit", resolve));
		process.kill("SIGKILL");
		await gone;
	};

	test("of starts of one thing at the same moment only the first makes a run, and the others get it", async () => {
		const others = [closeAfterTest(await openAt(where)), closeAfterTest(await openAt(where))];
		for (const name of ["a", "b", "c"]) {
			const asked = [store, ...others].map((each) => each.create({ name }, ({ input }) => nameOf(input) === name));
			const ids = (await Promise.allSettled(asked)).map((one) => (one.status === "fulfilled" ? one.value : one.reason));
			expect(new Set(ids).size).toBe(1);
		}
		expect(await store.runs()).toHaveLength(3);
		const [newest] = await store.runs();
		await store.execute(newest?.id ?? "", async () => null);
		expect(await store.create({ name: "c" }, ({ input }) => nameOf(input) === "c")).not.toBe(newest?.id);
	});

	test("a run goes from created to completed, and its record says so in every process", async () => {
		const id = await store.create({ question: "why?" });
		expect(await store.run(id)).toEqual({
			id,
			status: "interrupted",
			createdAt: expect.any(Date),
			input: { question: "why?" },
		});
		const body: RunBody = async ({ input, step, runId }) => [input, runId, await step("a", async () => 1)];
		const record = await store.execute(id, body);
		expect(record).toMatchObject({ id, status: "completed", output: [{ question: "why?" }, id, 1] });
		expect(record.finishedAt).toBeInstanceOf(Date);
		const other = closeAfterTest(await openAt(where));
		expect(await other.runs()).toEqual([record]);
		expect(await other.execute(id, () => Promise.reject(new Error("must not run")))).toEqual(record);
	});

	test("runs are listed newest first and found by a unique prefix", async () => {
		const ids: string[] = [];
		// Of 17 hexadecimal ids, two begin alike.
		for (let i = 0; i < 17; i++) {
			ids.push(await store.create(i));
			await sleep(2);
		}
		expect((await store.runs()).map((run) => run.id)).toEqual([...ids].reverse());
		const id = String(ids[0]);
		expect((await store.run(id.slice(0, 10))).id).toBe(id);
		const twice = ids.find((one) => ids.some((other) => other !== one && other[0] === one[0]));
		await expect(store.run(String(twice?.[0]))).rejects.toMatchObject({ code: "RUN_AMBIGUOUS", exitCode: 2 });
		for (const unknown of ["", "zz", "%", "ffffffffffffffffff"]) {
			await expect(store.run(unknown)).rejects.toMatchObject({ code: "RUN_UNKNOWN", exitCode: 2 });
		}
	});

	test("a step's name is paid for once: in one body, after a stop, and in racing lanes", async () => {
		const id = await store.create(null);
		const paid: string[] = [];
		const stop = new AbortController();
		const body: RunBody = async ({ step }) => {
			const pay = (name: string) =>
				step(name, async () => {
					paid.push(name);
					return name;
				});
			const twice = await Promise.all([pay("a"), pay("a")]);
			const lanes = await Promise.allSettled([pay("b"), pay("c"), pay("d")]);
			stop.abort(new Error("stopped"));
			return [...twice, ...lanes.map((lane) => lane.status), await pay("e"), await pay("a")];
		};
		await expect(store.execute(id, body, stop.signal)).rejects.toThrow("stopped");
		expect((await store.run(id)).status).toBe("interrupted");
		expect(paid.splice(0).sort()).toEqual(["a", "b", "c", "d"]);
		const output = ["a", "a", "fulfilled", "fulfilled", "fulfilled", "e", "a"];
		expect(await store.execute(id, body)).toMatchObject({ status: "completed", output });
		expect(paid).toEqual(["e"]);
		expect((await store.log(id)).map((step) => step.name).sort()).toEqual(["a", "b", "c", "d", "e"]);
	});

	test("the log is in the order of recording, whatever the order of beginning", async () => {
		const id = await store.create(null);
		await store.execute(id, async ({ step }) => {
			const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<string>());
			const lanes = gates.map((gate, lane) => step(`lane:${lane}`, () => gate.promise));
			for (const lane of [1, 3, 2, 0]) {
				gates[lane]?.resolve(`of ${lane}`);
				await lanes[lane];
			}
			return null;
		});
		const log = await store.log(id);
		expect(log.map((step) => step.name)).toEqual(["lane:1", "lane:3", "lane:2", "lane:0"]);
		expect(log.map((step) => step.output)).toEqual(["of 1", "of 3", "of 2", "of 0"]);
		// Any position has exactly the rest after it, whatever kinds are asked for.
		expect(log.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
		for (const after of [0, 1, 2, 3, 4, 5]) {
			expect(await store.log(id, undefined, after)).toEqual(log.slice(after));
			expect(await store.log(id, ["lane"], after)).toEqual(log.slice(after));
		}
		for (const step of log) expect(step.finishedAt.getTime()).toBeGreaterThanOrEqual(step.startedAt.getTime());
	});

	test("what a step throws fails the run for good, and every later try says the same", async () => {
		const id = await store.create(null);
		const body: RunBody = async ({ step }) => {
			const lanes = await Promise.allSettled([
				step("fails", async () => {
					throw new AssayError("SOURCE_GONE", "the source is gone\0", { hint: "ask another", exitCode: 3 });
				}),
				step("pays", () => sleep(20, "paid")),
			]);
			for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
			return null;
		};
		const said = { code: "SOURCE_GONE", hint: "ask another", exitCode: 3 };
		await expect(store.execute(id, body)).rejects.toMatchObject(said);
		expect((await store.log(id)).map((step) => step.name)).toEqual(["pays"]);
		const other = closeAfterTest(await openAt(where));
		await expect(other.execute(id, body)).rejects.toMatchObject({ ...said, message: "the source is gone" });
		expect(await other.run(id)).toMatchObject({ status: "failed", error: "the source is gone" });
	});

	test("a body may catch what a step threw", async () => {
		const id = await store.create(null);
		const record = await store.execute(id, async ({ step }) =>
			step("fails", () => Promise.reject(new AssayError("A", "as thrown"))).catch((error) => error.code),
		);
		expect(record.output).toBe("A");
	});

	test("a bug in a body is RUN_FAILED, and no stack is kept", async () => {
		const id = await store.create(null);
		const bug: RunBody = async () => {
			throw new TypeError("x is not a function");
		};
		await expect(store.execute(id, bug)).rejects.toMatchObject({ code: "RUN_FAILED", message: "x is not a function" });
		expect(JSON.stringify(await store.run(id))).not.toContain("store.test.ts");
	});

	test("aborting waits for nothing, tells the steps, and lets nothing more be recorded", async () => {
		const id = await store.create(null);
		const stop = new AbortController();
		const deaf = Promise.withResolvers<string>();
		let told: unknown;
		const body: RunBody = async ({ step, signal }) => {
			signal.addEventListener("abort", () => {
				told = signal.reason;
			});
			return step("deaf", async (stepSignal) => {
				setTimeout(() => stop.abort("enough"), 5);
				expect(stepSignal).toBe(signal);
				return deaf.promise;
			});
		};
		await expect(store.execute(id, body, stop.signal)).rejects.toBe("enough");
		expect(told).toBe("enough");
		const next = store.execute(id, async ({ step }) => step("deaf", async () => "mine"));
		deaf.resolve("late");
		expect((await next).output).toBe("mine");
		expect((await store.log(id)).map((step) => step.output)).toEqual(["mine"]);
		await expect(store.execute(id, body, AbortSignal.abort("before"))).rejects.toBe("before");
	});

	test("fifty interruptions at one step do not fail a run", async () => {
		const id = await store.create(null);
		await store.execute(id, ({ step }) => step("slow", () => sleep(60_000, 1)), AbortSignal.timeout(50)).catch(() => 0);
		for (let i = 0; i < 50; i++) {
			const stop = new AbortController();
			const body: RunBody = ({ step }) =>
				step("slow", (signal) => {
					stop.abort("again");
					return sleep(60_000, 1, { signal });
				});
			await expect(store.execute(id, body, stop.signal)).rejects.toBe("again");
		}
		expect(await store.execute(id, ({ step }) => step("slow", async () => 2))).toMatchObject({ output: 2 });
	});

	test("a run is worked on by one process; killed, it is gone on with at once", async () => {
		const input = { waves: 4, lanes: 3, stepMs: 300, children: 0 };
		const [id, own] = [await store.create(input), await store.create(input)];
		const ledger = `${folder}/${id}`;
		const process = await workElsewhere(id, ledger);
		expect((await store.run(id)).status).toBe("running");
		await expect(store.execute(id, ledgerBody(ledger))).rejects.toMatchObject({ code: "RUN_BUSY" });
		// A run of its own is not disturbed by the other process, nor disturbs it; and its log only grows.
		const mine = store.execute(own, ledgerBody(`${folder}/${own}`));
		let seen: string[] = [];
		while (seen.length < 5) {
			const log = (await store.log(id)).map((step) => step.name);
			expect(log.slice(0, seen.length)).toEqual(seen);
			seen = log;
			await sleep(5);
		}
		await kill(process);
		await expect.poll(async () => (await store.run(id)).status).toBe("interrupted");
		const { output } = await mine;
		const recorded = (await store.log(id)).map((step) => step.name);
		const before = readFileSync(ledger, "utf8").length;
		expect(await store.execute(id, ledgerBody(ledger))).toMatchObject({ status: "completed", output });
		const again = readFileSync(ledger, "utf8").slice(before).trim().split("\n");
		expect(again.filter((name) => recorded.includes(name))).toEqual([]);
		expect((await store.log(id)).map((step) => step.name).sort()).toEqual(stepNames(input).run.sort());
	});

	test("processes that open, write and list at once never see a lock, nor print anything", async () => {
		const input = { waves: 15, lanes: 3, stepMs: 2, children: 1 };
		const fresh = await newPlace();
		const code = `
			const { openAt, ledgerBody } = await import(${JSON.stringify(join(import.meta.dirname, "../crash/engine-body.ts"))});
			const store = await openAt(${JSON.stringify(fresh)});
			const id = await store.create(${JSON.stringify(input)});
			await store.execute(id, ledgerBody(${JSON.stringify(folder)} + "/" + id));
			await store.runs();
			await store.close();`;
		const ends = Array.from({ length: 4 }, () => {
			const process = spawn("node", ["--input-type=module", "-e", code]);
			started.push(process);
			let said = "";
			for (const stream of [process.stdout, process.stderr]) stream.on("data", (text) => (said += text));
			return new Promise((resolve) => process.once("exit", (exit) => resolve({ exit, said })));
		});
		expect(await Promise.all(ends)).toEqual(ends.map(() => ({ exit: 0, said: "" })));
		const reader = closeAfterTest(await openAt(fresh));
		expect((await reader.runs()).map((run) => run.status)).toEqual(ends.map(() => "completed"));
	});

	test("any JSON comes back as it was, key order included, but for NUL characters", async () => {
		const anyText = fc.string({ unit: "binary", maxLength: 8 });
		const values = fc.array(fc.jsonValue({ stringUnit: "binary" }), { minLength: 12, maxLength: 12 });
		const nasty: Json[] = ["\0", "a\0\0b", "\\u0000", "\\\0u0000", "\ud83d", { "\0k": 1, b: 2, a: 3 }];
		await fc.assert(
			fc.asyncProperty(values, anyText, async (some, text) => {
				const all = [...nasty, text, ...(some as Json[])];
				const id = await store.create(all);
				const { output } = await store.execute(id, async ({ input, step }) => [
					input,
					await step("x", async () => all),
				]);
				const clean = withoutNul(all);
				expect(JSON.stringify(output)).toBe(JSON.stringify([clean, clean]));
				expect((await store.run(id)).input).toEqual(clean);
			}),
			{ numRuns: 15 },
		);
	});

	test("pages come back as they were put", async () => {
		const page = pageOf("half \ud83d an emoji, and a NUL \0", { title: "A\0", hash: "h1" });
		expect(await store.pages.get("h1")).toBeUndefined();
		await store.pages.put(page);
		await store.pages.put(page);
		const other = closeAfterTest(await openAt(where));
		expect(await other.pages.get("h1")).toEqual(page);
	});

	test("a cleanup drops the pages that nobody read since, and no other", async () => {
		const page = (hash: string) => pageOf(`text of ${hash}`, { url: `https://a.test/${hash}`, hash });
		for (const hash of ["old", "needed", "again"]) await store.pages.put(page(hash));
		await sleep(20);
		const before = new Date();
		await sleep(20);
		await store.pages.put(page("new"));
		await store.pages.put(page("again"));
		const keep = new Set(["needed"]);
		const counted = await store.pages.cleanup({ before, keep, dryRun: true });
		expect(await store.pages.get("old")).toEqual(page("old"));
		const dropped = await store.pages.cleanup({ before, keep, dryRun: false });
		expect(dropped).toEqual(counted);
		expect(dropped).toMatchObject({ pages: 1, left: expect.any(Number) });
		expect(dropped.bytes).toBeGreaterThan(20);
		const held = await Promise.all(["old", "needed", "again", "new"].map((hash) => store.pages.get(hash)));
		expect(held.map((one) => one?.hash)).toEqual([undefined, "needed", "again", "new"]);
		const again = await store.pages.cleanup({ before, keep, dryRun: false });
		expect(again.pages).toBe(0);
	});

	test("a deleted run is gone with its steps, children and requests, and no other run is", async () => {
		const body: RunBody = async ({ step, child, calls }) => {
			await calls.begin({ key: "k", role: "plan", model: "m", promptHash: "h", try: 1, prompt: "p" });
			return step("parent", () => child("c", null, (own) => own.step("s", async () => 1)), { hasChildren: true });
		};
		const [id, other] = [await store.create(null), await store.create(null)];
		for (const one of [id, other]) await store.execute(one, body);
		await store.markDelivered(id);
		const [childId = ""] = (await store.children(id)).map(({ run }) => run.id);
		let isHeld = false;
		await store.delete(id, async () => {
			isHeld = (await store.run(id)).status === "completed";
		});
		expect(isHeld).toBe(true);
		await expect(store.run(id)).rejects.toMatchObject({ code: "RUN_UNKNOWN" });
		const rest = [await store.log(id), await store.log(childId), await store.calls(id), await store.children(id)];
		expect([rest.flat(), await store.isDelivered(id)]).toEqual([[], false]);
		expect((await store.runs()).map((run) => run.id)).toEqual([other]);
		expect([await store.log(other), await store.calls(other), await store.children(other)].flat()).toHaveLength(3);
	});

	test("900 steps are replayed without doing one of them", async () => {
		const id = await store.create(null);
		const stop = new AbortController();
		let done = 0;
		const body: RunBody = async ({ step }) => {
			for (let wave = 0; wave < 9; wave++) {
				const lanes = Array.from({ length: 100 }, (_, lane) => step(`${wave}:${lane}`, async () => ++done));
				for (const lane of await Promise.allSettled(lanes)) if (lane.status === "rejected") throw lane.reason;
			}
			stop.abort("now");
			return step("last", async () => done);
		};
		await expect(store.execute(id, body, stop.signal)).rejects.toBe("now");
		expect((await store.execute(id, body)).output).toBe(900);
		expect(await store.log(id)).toHaveLength(901);
	});
}

/** A JSON value without NUL characters in its texts and keys. */
function withoutNul(value: Json | undefined): Json | undefined {
	if (typeof value === "string") return value.replaceAll("\0", "");
	if (Array.isArray(value)) return value.map((inner) => withoutNul(inner) ?? null);
	if (value === null || typeof value !== "object") return Object.is(value, -0) ? 0 : value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replaceAll("\0", ""), withoutNul(inner)]));
}
