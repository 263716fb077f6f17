import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, lighthouseQuestion, type Started, start } from "./support.ts";

const server = await startPostgres();
afterAll(async () => {
	if (!("missing" in server)) await server.stop();
});

const question = `How was the Skerry lighthouse built? ${lighthouseQuestion}`;
const leaseMs = 10_000;

/** A database, a model that thinks for a while, and the arguments of a run on them. */
async function setting({ latencyMs = 300, files = lighthouse as Record<string, string> } = {}) {
	if ("missing" in server) throw new TypeError("no server");
	const url = await server.newDatabase();
	const model = closeAfterTest(await startSimulatedModel({ latencyMs }));
	const home = emptyFolder();
	const corpus = folderOf(files);
	const env = { DATABASE_URL: url };
	const options = ["--corpus", corpus, "--no-vectors", "--model", "openai-compatible:sim", "--base-url", model.baseUrl];
	const run = [question, ...options, "--home", home];
	async function startWorker(...more: string[]): Promise<Started> {
		const worker = start(["worker", "--home", emptyFolder(), ...more], { env });
		onTestFinished(() => void worker.child.kill("SIGKILL"));
		await worker.until("at once");
		return worker;
	}
	const store = closeAfterTest(await openPostgresStore(url));
	return { url, env, home, corpus, options, run, model, startWorker, store };
}

/** What must not depend on where a run was worked on, nor on requests that were lost. */
function comparable(stdout: string): string {
	const { id, report, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
	const lines = String(report)
		.split("\n")
		.filter((line) => !line.includes(String(id)) && !/lost|\*\*Cost:|^\| /.test(line));
	const unsteady = new Set(["ms", "elapsed_ms", "calls", "lost"]);
	const steady = { ...rest, report: lines };
	// Comparison and gaps are requested at once: either is the first.
	const steadyValue = (key: string, value: unknown) => {
		if (unsteady.has(key)) return undefined;
		const isByRole = Array.isArray(value) && value.every((row) => typeof row?.role === "string");
		return isByRole ? value.toSorted((a, b) => a.role.localeCompare(b.role)) : value;
	};
	return JSON.stringify(steady, steadyValue, 1).replaceAll(String(id), "ID");
}

describe.skipIf("missing" in server)("assay worker", () => {
	test("takes a run that was handed over: the same report and the same lines as here", async () => {
		const { run, env, startWorker } = await setting({ latencyMs: 0 });
		const here = await assay([...run, "--json"], { env });
		await startWorker();
		const there = await assay([...run, "--new", "--on-workers", "--json"], { env });
		expect([here.code, there.code], there.stderr).toEqual([0, 0]);
		expect(comparable(there.stdout)).toBe(comparable(here.stdout));
		// One after the other: the same question at the same time would be one run.
		const shownHere = await assay([...run, "--new"], { env });
		const shownThere = await assay([...run, "--new", "--on-workers"], { env });
		// Activities, meters and the order within a wave depend on the moment.
		const lines = (text: string) =>
			new Set(
				text
					.split("\n")
					.map((line) => line.slice(6).trimEnd())
					.filter((line) =>
						/^(?:ask|route|reading|plan|step|search|choose|read|claims|stop|draft|sends|estimate|report) /.test(line),
					),
			);
		expect(lines(shownThere.stderr)).toEqual(lines(shownHere.stderr));
		expect(shownThere.stderr).toMatch(/note +worker \S+ works on the run/);
	});

	test.each(["SIGKILL", "SIGSTOP"] as const)(
		"after a %s another worker goes on within the lease, and nothing is recorded twice",
		async (signal) => {
			const { run, env, startWorker, store } = await setting({ latencyMs: 600 });
			const whole = await assay([...run, "--json"], { env });
			const first = await startWorker("--slots", "1");
			const command = start([...run, "--new", "--on-workers"], { env });
			await command.until("plan ");
			first.child.kill(signal);
			const second = await startWorker("--slots", "1");
			const died = Date.now();
			await second.until(" taken");
			expect(Date.now() - died).toBeLessThan(leaseMs + 3_000);
			await command.until(" draft ");
			if (signal === "SIGSTOP") {
				first.child.kill("SIGCONT");
				await first.until(" left: ");
			}
			const ended = await command.end;
			expect(ended.code, ended.stderr).toBe(0);
			const [record] = await store.runs();
			const id = String(record?.id);
			const shown = await assay(["show", id, "--json", "--home", emptyFolder()], { env });
			expect(comparable(shown.stdout)).toBe(comparable(whole.stdout));
			const names = (await store.log(id)).map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			const answered = (await store.calls(id))
				.filter(({ result }) => result?.message)
				.map(({ request }) => request.key);
			expect(new Set(answered).size).toBe(answered.length);
			if (signal === "SIGSTOP") {
				// The woken worker is sound: it takes the next run.
				second.child.kill("SIGTERM");
				await second.end;
				expect((await assay([...run, "--new", "--on-workers", "--json"], { env })).code).toBe(0);
			}
		},
	);

	test("SIGTERM gives its runs back at once, and ends with 0", async () => {
		const { run, env, startWorker } = await setting({ latencyMs: 600 });
		const first = await startWorker();
		const command = start([...run, "--on-workers"], { env });
		await command.until("plan ");
		const second = await startWorker();
		first.child.kill("SIGTERM");
		const asked = Date.now();
		await second.until(" taken");
		expect(Date.now() - asked).toBeLessThan(leaseMs / 2);
		expect((await first.end).code).toBe(0);
		expect((await command.end).code).toBe(0);
	});

	test("a run without a worker waits in the queue; it can be listed, stopped and resumed there", async () => {
		const { run, env, home, startWorker, store } = await setting({ latencyMs: 0 });
		const waiting = start([...run, "--on-workers"], { env });
		await waiting.until("no worker is running; to start one: assay worker");
		waiting.child.kill("SIGINT");
		const left = await waiting.end;
		expect([left.code, left.stderr]).toEqual([
			130,
			expect.stringMatching(/the run goes on; to follow it: assay .*watch/),
		]);
		const [record] = await store.runs();
		const id = String(record?.id);
		expect(record?.status).toBe("queued");
		expect((await assay(["list"], { env })).stdout).toContain("queued");
		expect((await assay(["show", id], { env })).stdout).toMatch(
			/Waits +for \d+ s: no worker is running; to start one: /,
		);
		const stopped = await assay(["stop", id], { env });
		expect([stopped.code, stopped.stderr]).toEqual([0, expect.stringContaining("assay resume")]);
		expect((await store.run(id)).status).toBe("interrupted");
		const detached = await assay(["resume", id, "--detach", "--home", home], { env });
		expect([detached.code, detached.stdout]).toEqual([0, `${id}\n`]);
		const watching = start(["watch", id, "--home", home], { env });
		await startWorker();
		expect((await watching.end).code).toBe(0);
		expect((await assay(["stop", id], { env })).code).toBe(2);
	});

	test("a run that is stopped while a worker has it ends there, and is kept", async () => {
		const { run, env, startWorker, store } = await setting({ latencyMs: 600 });
		const worker = await startWorker();
		const command = start([...run, "--on-workers"], { env });
		await command.until("plan ");
		const id = String((await store.runs())[0]?.id);
		await assay(["stop", id], { env });
		await worker.until(" left: ");
		const ended = await command.end;
		expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining("the run stops here")]);
		expect((await store.run(id)).status).toBe("interrupted");
	});

	test("a worker without the folder of a run leaves it to one that has it, and says what to type", async () => {
		const { run, env, corpus, startWorker } = await setting({ latencyMs: 0 });
		const command = start([...run, "--on-workers"], { env });
		await command.until("run ");
		const away = `${corpus}-away`;
		renameSync(corpus, away);
		await startWorker();
		await command.until(`has no folder ${corpus}; to start a worker on a machine that has it: assay worker`);
		cpSync(away, corpus, { recursive: true });
		expect((await command.end).code).toBe(0);
	});

	test("a run that waits for its user ends the command, and goes on with the decision", async () => {
		const { run, env, home, startWorker } = await setting({ latencyMs: 0 });
		await startWorker();
		const asked = await assay([...run, "--confirm", "--on-workers"], { env });
		expect([asked.code, asked.stderr]).toEqual([5, expect.stringMatching(/to accept the plan: assay .*resume/)]);
		const id = / resume (\w+) --accept/.exec(asked.stderr)?.[1] ?? "";
		const resumed = await assay(["resume", id, "--accept", "--on-workers", "--home", home, "--json"], { env });
		expect(resumed.code, resumed.stderr).toBe(0);
	});

	test("a look at a run is done by a worker, and its result printed here", async () => {
		const { run, env, home, corpus, startWorker } = await setting({ latencyMs: 0 });
		await startWorker();
		const done = await assay([...run, "--on-workers", "--json"], { env });
		const { id } = JSON.parse(done.stdout) as { id: string };
		const look = () => assay(["monitor", id, "--on-workers", "--home", home], { env });
		const same = await look();
		expect([same.code, same.stderr], same.stderr).toEqual([
			0,
			expect.stringMatching(/worker \S+ works.*nothing changed/s),
		]);
		writeFileSync(join(corpus, "guide.md"), "# Harbour guide\n\nThe Skerry lighthouse was built in 1901.\n");
		const changed = await look();
		expect([changed.code, changed.stdout]).toEqual([0, expect.stringContaining("1901")]);
	});

	test("a fault outside the run ends the command as it would here, and keeps the run", async () => {
		const { run, env, startWorker, model, store } = await setting({ latencyMs: 0 });
		await startWorker();
		await model.close();
		const ended = await assay([...run, "--on-workers"], { env });
		expect([ended.code, ended.stderr]).toEqual([
			1,
			expect.stringMatching(/no connection to .*the run is kept; to go on: assay .*resume/s),
		]);
		expect((await store.runs())[0]?.status).toBe("interrupted");
	});
});

test("without a database there are no workers, and the message says what to set", async () => {
	const home = join(emptyFolder(), "home");
	for (const args of [["worker"], [lighthouseQuestion, "--corpus", folderOf(lighthouse), "--on-workers"]]) {
		const ended = await assay([...args, "--home", home]);
		expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("set DATABASE_URL=postgres://")]);
	}
});
