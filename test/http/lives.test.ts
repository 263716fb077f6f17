import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { assay, newestRun, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { listen } from "../support/server.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { eventsIn, follow, lighthouseRun, messagesOf, serveApart, token } from "./support.ts";

type Shown = { run: { id: string; status: string } };

/** A run that takes some seconds, because its model does. */
async function slowRun() {
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 150 }));
	return { ...lighthouseRun(), model: "openai-compatible:sim", baseUrl };
}

it("a run goes on when its client goes, and survives kill -9 of the server: no event is lost or comes twice", async () => {
	const home = emptyFolder();
	const body = await slowRun();
	const ids: number[] = [];
	let runId: string | undefined;
	// Each server is killed in the middle of the run; the client comes back with the last id that it has.
	for (const few of [4, 9, 14]) {
		const server = await serveApart(home);
		const { run } =
			runId === undefined
				? await server.json<Shown>("POST", "/api/runs", body, 202)
				: await server.json<Shown>("POST", `/api/runs/${runId}/resume`, {}, 202);
		runId ??= run.id;
		const headers = { "last-event-id": String(ids.at(-1) ?? 0) };
		const response = await server.request("GET", `/api/runs/${runId}/events`, undefined, headers);
		try {
			for await (const { id } of messagesOf(response)) {
				if (id !== undefined) ids.push(id);
				if (ids.length >= few) server.child.kill("SIGKILL");
			}
		} catch {
			// The connection broke, as it should.
		}
		await server.end;
		expect(ids.length).toBeGreaterThanOrEqual(few);
	}
	const last = await serveApart(home);
	expect((await last.json<Shown>("GET", `/api/runs/${runId}`)).run.status).toBe("interrupted");
	expect((await last.json<Shown>("POST", "/api/runs", body, 202)).run.id).toBe(runId);
	const rest = await follow(last, runId ?? "", ids.at(-1));
	expect(rest.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
	ids.push(...eventsIn(rest).map(({ id = 0 }) => id));
	expect(ids).toEqual(eventsIn(await follow(last, runId ?? "")).map(({ id }) => id));
	outputSchema.parse(await last.json("GET", `/api/runs/${runId}/report.json`));
});

it("Ctrl-C stops the server in order, and says how its runs go on; the next server names them", async () => {
	const home = emptyFolder();
	const server = await serveApart(home);
	const { run } = await server.json<Shown>("POST", "/api/runs", await slowRun(), 202);
	const response = await server.request("GET", `/api/runs/${run.id}/events`);
	const following = Array.fromAsync(messagesOf(response)).catch(() => []);
	server.child.kill("SIGINT");
	const { code, stderr, stdout } = await server.end;
	expect([code, stderr]).toEqual([0, expect.stringMatching(`to go on: assay .*resume ${run.id.slice(0, 8)}`)]);
	expect([stdout.split("?token=")[1], stderr.includes(token)]).toEqual([`${token}\n`, false]);
	expect((await following).at(-1)?.event).not.toBe("end");
	const next = await serveApart(home);
	await next.json("POST", `/api/runs/${run.id}/resume`, {}, 202);
	expect((await follow(next, run.id)).at(-1)).toMatchObject({ data: { status: "completed" } });
	next.child.kill("SIGTERM");
	expect((await next.end).stderr).toContain(`1 run can be resumed: ${run.id.slice(0, 8)}`);
});

it("a run of another process is followed and shown, and its work is not done twice", async () => {
	const home = emptyFolder();
	const server = await serveApart(home);
	const { corpus, model, baseUrl, question } = await slowRun();
	const flags = ["--corpus", corpus[0] ?? "", "--no-vectors", "--model", model, "--base-url", baseUrl, "--home", home];
	const command = assay([question, ...flags, "--json"]);
	await expect.poll(() => newestRun(home).catch(() => undefined)).toBeDefined();
	const id = await newestRun(home);
	const messages = await follow(server, id);
	expect(messages.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
	const { code, stdout } = await command;
	expect([code, (JSON.parse(stdout) as { id: string }).id]).toEqual([0, id]);
});

it("a port that is taken, and a token that is too short, are named before anything is served", async () => {
	const other = createServer();
	const port = await listen(other);
	closeAfterTest(other);
	const home = emptyFolder();
	const taken = await assay(["serve", "--home", home, "--port", String(port)]);
	expect([taken.code, taken.stderr]).toEqual([
		2,
		expect.stringContaining(`another program listens at 127.0.0.1:${port}`),
	]);
	const short = await assay(["serve", "--home", home, "--port", "0", "--token", "abc"]);
	expect([short.code, short.stderr]).toEqual([2, expect.stringContaining("the token has 3 characters")]);
});

it("an address that other machines reach is served with a warning", async () => {
	const server = await serveApart(emptyFolder(), ["--host", "0.0.0.0"]);
	expect((await server.request("GET", "/api/runs")).status).toBe(200);
	server.child.kill("SIGTERM");
	await once(server.child, "close");
	expect((await server.end).stderr).toContain("can be reached from other machines");
});

it("open prints the link of a run: of the server at work, else of one that it starts", async () => {
	const home = emptyFolder();
	const server = await serveApart(home);
	const { run } = await server.json<Shown>("POST", "/api/runs", lighthouseRun(), 202);
	await follow(server, run.id);
	const note = join(home, "server.json");
	expect(statSync(note).mode & 0o777).toBe(0o600);
	const open = ["open", run.id.slice(0, 8), "--home", home, "--json"];
	const { link } = JSON.parse((await assay(open)).stdout) as { link: string };
	expect(link).toBe(`${server.address}/runs/${run.id}?token=${token}`);

	// A killed server leaves its note behind, and its port to somebody else.
	server.child.kill("SIGKILL");
	await server.end;
	expect(existsSync(note)).toBe(true);
	const opened = start(open);
	onTestFinished(() => void opened.child.kill("SIGKILL"));
	await opened.until("Ctrl-C stops the server");
	const own = JSON.parse(readFileSync(note, "utf8")) as { address: string; token: string };
	const page = await fetch(`${own.address}/runs/${run.id}?token=${own.token}`);
	expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`url=/runs/${run.id}`)]);
	opened.child.kill("SIGINT");
	expect((await opened.end).stdout).toContain(`/runs/${run.id}?token=`);
	expect(existsSync(note)).toBe(false);

	const unknown = await assay(["open", "ffffffff", "--home", home]);
	expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("ffffffff")]);
});
