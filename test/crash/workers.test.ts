import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { assay, lighthouse, type Started, start } from "../cli/support.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { seededRandom } from "../support/random.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const server = await startPostgres();
afterAll(async () => {
	if (!("missing" in server)) await server.stop();
});

const runs = 5;
const requestsMax = 40;
/** Between two deaths a worker gets somewhere. ms */
const lifeMs = { least: 3_000, most: 9_000 };
const deaths = ["SIGKILL", "SIGSTOP", "SIGTERM", "SIGKILL", "SIGSTOP"] as const;

describe.skipIf("missing" in server)("worker processes that die at random", () => {
	test("all runs finish, nothing is recorded twice, no write of a woken worker counts, and no budget is exceeded", async () => {
		if ("missing" in server) return;
		const random = seededRandom(20260101);
		const url = await server.newDatabase();
		const model = closeAfterTest(await startSimulatedModel({ latencyMs: 1_500 }));
		const env = { DATABASE_URL: url };
		const home = emptyFolder();
		const source = ["--corpus", folderOf(lighthouse), "--no-vectors", "--depth", "quick", "--home", home];
		const by = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl, "--max-requests", String(requestsMax)];
		let taken = 0;
		const startWorker = (): Started => {
			const worker = start(["worker", "--slots", "2", "--home", emptyFolder()], { env });
			onTestFinished(() => void worker.child.kill("SIGKILL"));
			worker.child.stderr?.on("data", (text) => {
				taken += String(text).match(/ taken: /g)?.length ?? 0;
			});
			return worker;
		};
		for (let at = 0; at < runs; at++) {
			const question = `How was the Skerry lighthouse built, part ${at}?`;
			expect((await assay([question, ...source, ...by, "--new", "--detach"], { env })).code).toBe(0);
		}
		const store = closeAfterTest(await openPostgresStore(url));
		const workers = [startWorker(), startWorker()];
		for (const signal of deaths) {
			await sleep(lifeMs.least + random() * (lifeMs.most - lifeMs.least));
			const victim = workers.shift();
			victim?.child.kill(signal);
			workers.push(startWorker());
			if (signal === "SIGSTOP") setTimeout(() => victim?.child.kill("SIGCONT"), 15_000);
		}
		const isFinished = async () => (await store.runs()).every(({ status }) => status === "completed");
		await expect.poll(isFinished, { timeout: 150_000, interval: 500 }).toBe(true);
		expect(taken).toBeGreaterThan(runs + 1);
		for (const { id } of await store.runs()) {
			const names = (await store.log(id)).map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			const calls = await store.calls(id);
			const answered = calls.filter(({ result }) => result?.message).map(({ request }) => request.key);
			expect(new Set(answered).size).toBe(answered.length);
			expect(calls.length).toBeLessThanOrEqual(requestsMax);
			expect((await assay(["show", id, "--json", "--home", home], { env })).code).toBe(0);
		}
	});
});
