import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { assay, lighthouse, start } from "../cli/support.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const server = await startPostgres();
afterAll(async () => {
	if (!("missing" in server)) await server.stop();
});

describe.skipIf("missing" in server)("a command on Postgres that is stopped (SIGSTOP) and is no worker", () => {
	test("has lost its run after the lease: resume goes on with it, and what it writes when it wakes up is refused", async () => {
		if ("missing" in server) return;
		const url = await server.newDatabase();
		const env = { DATABASE_URL: url };
		const model = closeAfterTest(await startSimulatedModel({ latencyMs: 1_000 }));
		const home = emptyFolder();
		const options = ["--corpus", folderOf(lighthouse), "--no-vectors", "--home", home];
		const by = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl];
		const first = start(["How was the Skerry lighthouse built?", ...options, ...by], { env });
		onTestFinished(() => void first.child.kill("SIGKILL"));
		await first.until(" choose ");
		first.child.kill("SIGSTOP");
		const store = closeAfterTest(await openPostgresStore(url));
		const status = async () => (await store.runs())[0]?.status;
		const id = String((await store.runs())[0]?.id);
		const busy = await assay(["resume", id, "--home", home], { env });
		expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining("another process is working on run")]);
		expect(await status()).toBe("running");
		await expect.poll(status).toBe("interrupted");

		const second = start(["resume", id, "--home", home], { env });
		await second.until(" draft ");
		const before = (await store.log(id)).map(({ name }) => name);
		first.child.kill("SIGCONT");
		const woken = await first.end;
		expect([woken.code, woken.stderr]).toEqual([1, expect.stringMatching(/another process took over (this run|run )/)]);
		const ended = await second.end;
		expect(ended.code, ended.stderr).toBe(0);
		const names = (await store.log(id)).map(({ name }) => name);
		expect(names.slice(0, before.length)).toEqual(before);
		expect(new Set(names).size).toBe(names.length);
		const answered = (await store.calls(id)).filter(({ result }) => result?.message).map(({ request }) => request.key);
		expect(new Set(answered).size).toBe(answered.length);
	});
});
