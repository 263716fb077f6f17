import { connect } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { type Client, eventsIn, finishRun, follow, lighthouseRun, messagesOf, serveHere, token } from "./support.ts";

it("sends exactly the rest of the log after any id, at any moment of the run and after it", async () => {
	const client = await serveHere();
	const { run } = await client.json<{ run: { id: string } }>("POST", "/api/runs", lighthouseRun(), 202);
	// Clients that break off after some messages and come back, while the run is at work.
	const received = async (breaks: readonly number[]) => {
		const ids: number[] = [];
		for (const count of [...breaks, Number.POSITIVE_INFINITY]) {
			const headers = { "last-event-id": String(ids.at(-1) ?? 0) };
			const response = await client.request("GET", `/api/runs/${run.id}/events`, undefined, headers);
			let left = count;
			for await (const { id } of messagesOf(response)) {
				if (id !== undefined) ids.push(id);
				if (id !== undefined && --left === 0) break;
			}
		}
		return ids;
	};
	const clients = await Promise.all([[], [1], [3, 3], [1, 2, 3, 4], [20]].map(received));
	const whole = eventsIn(await follow(client, run.id));
	const ids = whole.map(({ id }) => id ?? 0);
	expect(ids.length).toBeGreaterThan(20);
	expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
	for (const one of clients) expect(one).toEqual(ids);
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: (ids.at(-1) ?? 0) + 3 }), async (after) => {
			const rest = await follow(client, run.id, after);
			expect(eventsIn(rest)).toEqual(whole.filter(({ id = 0 }) => id > after));
			expect(rest.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
		}),
		{ numRuns: 30 },
	);
});

it("are the same from a second server on the same store", async () => {
	const first = await serveHere();
	const id = await finishRun(first);
	const second = await serveHere(first.home);
	// The first may still write the run's files, and says so.
	const recorded = async (server: Client) => (await follow(server, id, 7)).filter(({ event }) => event !== "activity");
	expect(await recorded(second)).toEqual(await recorded(first));
});

it("tell what the run is doing, without an id", async () => {
	const client = await serveHere();
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 20 }));
	const models = { model: "openai-compatible:sim", baseUrl, review: false };
	const { run } = await client.json<{ run: { id: string } }>(
		"POST",
		"/api/runs",
		{ ...lighthouseRun(), ...models },
		202,
	);
	const passing = (await follow(client, run.id)).filter(({ event }) => event !== "message");
	const events = new Set(passing.map(({ event }) => event));
	expect([...events]).toEqual(expect.arrayContaining(["activity", "spending", "estimate", "state", "end"]));
	expect(passing.every(({ id }) => id === undefined)).toBe(true);
});

/** Starts a run whose model takes so long for each answer. ms */
async function startSlowRun(client: Awaited<ReturnType<typeof serveHere>>, latencyMs: number): Promise<{ id: string }> {
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs }));
	const body = { ...lighthouseRun(), model: "openai-compatible:sim", baseUrl };
	return (await client.json<{ run: { id: string } }>("POST", "/api/runs", body, 202)).run;
}

it("show that a run took what its user told it, and that it was stopped", async () => {
	const client = await serveHere();
	const run = await startSlowRun(client, 200);
	const following = follow(client, run.id);
	const told = await client.json("POST", `/api/runs/${run.id}/steer`, { text: "what its keeper was paid" }, 202);
	expect(told).toMatchObject({ sent: { runId: run.id, isNew: true } });
	const again = await client.json("POST", `/api/runs/${run.id}/steer`, { text: "what its keeper was paid" }, 202);
	expect(again).toMatchObject({ sent: { isNew: false } });
	await client.json("POST", `/api/runs/${run.id}/stop`, undefined, 202);
	expect((await following).at(-1)).toMatchObject({ event: "end", data: { status: "interrupted" } });
	await client.json("POST", `/api/runs/${run.id}/resume`, {}, 202);
	const rest = await follow(client, run.id);
	expect(rest.at(-1)).toMatchObject({ data: { status: "completed" } });
	expect(JSON.stringify(eventsIn(rest))).toContain("what its keeper was paid");
});

it("say why the work on a run ended early, and the run can be resumed", async () => {
	const client = await serveHere();
	const models = { model: "openai-compatible:sim", baseUrl: "http://127.0.0.1:1/v1" };
	const { run } = await client.json<{ run: { id: string } }>(
		"POST",
		"/api/runs",
		{ ...lighthouseRun(), ...models },
		202,
	);
	const end = (await follow(client, run.id)).at(-1);
	expect(end).toMatchObject({
		event: "end",
		data: { status: "interrupted", error: { code: expect.stringMatching(/^MODEL_/) } },
	});
	const shown = await client.json("GET", `/api/runs/${run.id}`);
	expect(shown).toMatchObject({ run: { status: "interrupted" }, failure: { code: expect.stringMatching(/^MODEL_/) } });
});

it("do not wait for a client that reads nothing: others and the run go on", async () => {
	const client = await serveHere();
	const { run } = await client.json<{ run: { id: string } }>("POST", "/api/runs", lighthouseRun(), 202);
	const { hostname, port } = new URL(client.address);
	const silent = Array.from({ length: 10 }, () => {
		const socket = connect(Number(port), hostname);
		socket.pause();
		socket.write(
			`GET /api/runs/${run.id}/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`,
		);
		return closeAfterTest({ close: () => socket.destroy() });
	});
	expect((await follow(client, run.id)).at(-1)).toMatchObject({ data: { status: "completed" } });
	expect(silent).toHaveLength(10);
});

it("end when the server stops, and HEAD opens none", async () => {
	const client = await serveHere();
	const run = await startSlowRun(client, 60_000);
	for (let count = 0; count < 70; count++)
		expect((await client.request("HEAD", `/api/runs/${run.id}/events`)).status).toBe(200);
	const following = follow(client, run.id);
	await expect
		.poll(async () => (await client.json<{ run: object }>("GET", `/api/runs/${run.id}`)).run)
		.toMatchObject({ status: "running" });
	expect(await client.close()).toEqual([run.id]);
	expect((await following).map(({ event }) => event)).not.toContain("end");
});
