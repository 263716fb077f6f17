// `assay serve --on-workers`: a server, PostgreSQL and workers, each in a process of its own.
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { assay, lighthouse, start } from "../cli/support.ts";
import { connectToAssay } from "../mcp/support.ts";
import { startChromium } from "../real/chromium.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { eventsIn, follow, lighthouseRun, type Message, messagesOf, serveApart } from "./support.ts";

const database = await startPostgres();
afterAll(async () => {
	if (!("missing" in database)) await database.stop();
});

type Shown = {
	run: { id: string; status: string };
	queue?: { text: string; workers: number; waitedMs?: number };
	failure?: { code: string; message: string };
};

const noWorker = "no worker is running; to start one: assay worker";

async function setting({ latencyMs = 300 } = {}) {
	if ("missing" in database) throw new TypeError("no server");
	const env = { DATABASE_URL: await database.newDatabase() };
	const model = closeAfterTest(await startSimulatedModel({ latencyMs }));
	const question = "How was the Skerry lighthouse built?";
	const body = { ...lighthouseRun(lighthouse), question, model: "openai-compatible:sim", baseUrl: model.baseUrl };
	const serveHere = () => serveApart(emptyFolder(), ["--on-workers"], env);
	async function startWorker() {
		const worker = start(["worker", "--home", emptyFolder()], { env });
		onTestFinished(() => void worker.child.kill("SIGKILL"));
		await worker.until("at once");
		return worker;
	}
	return { env, model, body, serveHere, startWorker };
}

/** The messages of a stream so far, and its end. */
function record(response: Response) {
	const messages: Message[] = [];
	const end = (async () => {
		for await (const message of messagesOf(response)) messages.push(message);
	})();
	// A server that is killed breaks its streams.
	end.catch(() => undefined);
	return { messages, end };
}

const idsOf = (messages: readonly Message[]) => messages.flatMap(({ id }) => id ?? []);

describe.skipIf("missing" in database)("assay serve --on-workers", () => {
	test("one stream follows a run from the queue over a worker that is killed to its end; no event is lost or comes twice", async () => {
		const { body, serveHere, startWorker } = await setting({ latencyMs: 600 });
		const server = await serveHere();
		const { run } = await server.json<Shown>("POST", "/api/runs", body, 202);
		expect(run.status).toBe("queued");
		const { messages, end } = record(await server.request("GET", `/api/runs/${run.id}/events`));
		await expect.poll(() => messages.find(({ event }) => event === "queue")?.data).toMatchObject({ text: noWorker });
		const { queue } = await server.json<Shown>("GET", `/api/runs/${run.id}`);
		expect(queue).toEqual({ text: noWorker, workers: 0, waitedMs: expect.any(Number) });
		await server.json("POST", `/api/runs/${run.id}/steer`, { text: "who kept the lighthouse" }, 202);

		const first = await startWorker();
		await expect.poll(() => eventsIn(messages).length).toBeGreaterThan(3);
		first.child.kill("SIGKILL");
		await startWorker();
		await end;
		expect(messages.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
		// What a worker is doing is heard, and how it stood before.
		expect(messages.map(({ event }) => event)).toEqual(
			expect.arrayContaining(["note", "destination", "spending", "writing", "verdict"]),
		);
		const statuses = messages.flatMap(({ event, data }) => (event === "state" ? [(data as Shown["run"]).status] : []));
		expect([statuses[0], new Set(statuses)]).toEqual(["queued", new Set(["queued", "running", "completed"])]);
		const ids = idsOf(messages);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(idsOf(await follow(server, run.id)));
		const report = await (await server.request("GET", `/api/runs/${run.id}/report.md`)).text();
		expect(report).toContain("who kept the lighthouse");
	});

	test("a server that is killed changes nothing for the run, and the next one gives exactly the rest", async () => {
		const { body, serveHere, startWorker } = await setting({ latencyMs: 1_500 });
		await startWorker();
		const first = await serveHere();
		const { run } = await first.json<Shown>("POST", "/api/runs", body, 202);
		const before = record(await first.request("GET", `/api/runs/${run.id}/events`));
		await expect.poll(() => eventsIn(before.messages).length).toBeGreaterThan(1);
		first.child.kill("SIGKILL");
		await first.end;
		await before.end.catch(() => undefined);
		const second = await serveHere();
		const ids = idsOf(before.messages);
		const rest = await follow(second, run.id, ids.at(-1));
		expect(rest.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
		// What its worker had shown before is heard, too.
		expect(rest.map(({ event }) => event)).toEqual(expect.arrayContaining(["note", "destination", "estimate"]));
		expect([...ids, ...idsOf(rest)]).toEqual(idsOf(await follow(second, run.id)));
	});

	test("a run is cancelled in the queue and on its worker, paused and finished there, and resumed each time", async () => {
		const { body, serveHere, startWorker } = await setting({ latencyMs: 2_000 });
		const server = await serveHere();
		const { run } = await server.json<Shown>("POST", "/api/runs", body, 202);
		const path = `/api/runs/${run.id}`;
		const queued = record(await server.request("GET", `${path}/events`));
		await server.json("POST", `${path}/stop`, undefined, 202);
		await queued.end;
		expect(queued.messages.at(-1)).toMatchObject({ event: "end", data: { status: "interrupted" } });
		await startWorker();
		for (const what of ["pause", "stop"]) {
			expect((await server.json<Shown>("POST", `${path}/resume`, {}, 202)).run.status).toBe("queued");
			const taken = record(await server.request("GET", `${path}/events`));
			await expect.poll(async () => (await server.json<Shown>("GET", path)).run.status).toBe("running");
			await server.json("POST", `${path}/${what}`, undefined, 202);
			await taken.end;
			expect(taken.messages.at(-1)).toMatchObject({ event: "end", data: { status: "interrupted" } });
		}
		await server.json("POST", `${path}/finish`, undefined, 202);
		await server.json("POST", `${path}/resume`, {}, 202);
		expect((await follow(server, run.id)).at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
	});

	test("a fault of a worker is told, and the run is kept", async () => {
		const { body, model, serveHere, startWorker } = await setting();
		const [server] = await Promise.all([serveHere(), startWorker()]);
		await model.close();
		// One request starts the run and follows it.
		const { messages, end } = record(await server.request("POST", "/api/runs", body, { accept: "text/event-stream" }));
		await end;
		const { run } = (messages.find(({ event }) => event === "run")?.data ?? {}) as Shown;
		expect(run.status).toBe("queued");
		expect(messages.map(({ event }) => event)).toContain("note");
		expect(messages.at(-1)?.data).toMatchObject({
			status: "interrupted",
			error: { message: expect.stringMatching(/on worker /) },
		});
		const shown = await server.json<Shown>("GET", `/api/runs/${run.id}`);
		expect(shown.failure?.message).toMatch(/no connection to .*on worker /);
	});

	test("MCP clients and campaigns hand over, too", async () => {
		const { body, env, serveHere, startWorker } = await setting({ latencyMs: 0 });
		const client = await connectToAssay(emptyFolder(), env, ["--on-workers"]);
		const { question, corpus, vectors, model, baseUrl } = body;
		const started = await client.call("start", { question, corpus, vectors, model, baseUrl, wait: false });
		expect(started.text).toContain(`it waits: ${noWorker}`);
		await startWorker();
		const { id } = started.data.run as { id: string };
		expect((await client.call("progress", { id, wait: 50 })).text).toContain(`run ${id} is completed`);

		const server = await serveHere();
		const campaign = { ...body, question: "Who kept the Skerry lighthouse?", pulses: 2 };
		const begun = await server.json<Shown>("POST", "/api/campaigns", campaign, 202);
		const status = async () => (await server.json<Shown>("GET", `/api/runs/${begun.run.id}`)).run.status;
		await expect.poll(status, { timeout: 120_000 }).toBe("completed");
		const { pulses } = await server.json<{ pulses: { id: string }[] }>("GET", `/api/campaigns/${begun.run.id}`);
		expect(pulses.length).toBeGreaterThan(0);
	});

	test("the page says that a queued run waits, for how long, and what to type; then it shows the worker's work", async ({
		skip,
	}) => {
		const browser = await startChromium();
		if ("missing" in browser) return skip(browser.missing);
		closeAfterTest(browser);
		const { body, serveHere, startWorker } = await setting({ latencyMs: 600 });
		const server = await serveHere();
		const { run } = await server.json<Shown>("POST", "/api/runs", body, 202);
		const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
		await page.goto(server.link);
		await page.waitForURL((url) => url.searchParams.get("token") === null);
		await page.goto(`${server.address}/runs/${run.id}`);
		await page
			.getByText(/^Waits for a worker for 0:0[2-9]: no worker is running; to start one: assay worker$/)
			.waitFor();
		if (process.env.ASSAY_SHOTS) await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/queued.png` });
		await startWorker();
		await page.locator(".status.running").waitFor();
		await expect.poll(() => page.locator(".covered li").count()).toBeGreaterThan(0);
		if (process.env.ASSAY_SHOTS) await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/running.png` });
		await page.getByLabel("Look for this from now on").fill("who kept the lighthouse");
		await page.getByRole("button", { name: "Send" }).click();
		await page.locator(".status.completed").waitFor({ timeout: 120_000 });
	});
});

test("without a database the server says what to set", async () => {
	for (const command of ["serve", "mcp"]) {
		const ended = await assay([command, "--on-workers", "--home", emptyFolder()]);
		expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("set DATABASE_URL=postgres://")]);
	}
});
