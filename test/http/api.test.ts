import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { emptyFolder } from "../support/folder.ts";
import { eventsIn, finishRun, follow, lighthouseRun, messagesOf, serveHere } from "./support.ts";

type Shown = {
	run: { id: string; status: string };
	state: { sources: { id: string; hash: string }[] };
	exitCode: number;
};

describe("a run over HTTP", () => {
	it("is started, listed, followed, shown, and its report read in each form", async () => {
		const client = await serveHere();
		const id = await finishRun(client);
		const { runs } = await client.json<{ runs: { id: string; status: string }[] }>("GET", "/api/runs");
		expect(runs).toMatchObject([{ id, status: "completed" }]);
		const shown = await client.json<Shown>("GET", `/api/runs/${id.slice(0, 8)}`);
		expect([shown.run.status, shown.exitCode, shown.state.sources.length]).toEqual(["completed", 0, 3]);
		const output = outputSchema.parse(await client.json("GET", `/api/runs/${id}/report.json`));
		expect(output).toMatchObject({ id, outcome: "complete" });
		const markdown = await client.request("GET", `/api/runs/${id}/report.md`);
		expect(await markdown.text()).toBe(output.report);
		const evidence = await client.json<{ claims: unknown[] }>("GET", `/api/runs/${id}/evidence.json`);
		expect(evidence.claims).toHaveLength(output.claims.length);
		expect(await client.json("GET", `/api/runs/${id}/trace.json`)).toMatchObject({ version: 1 });
		const { lines } = await client.json<{ lines: { label: string }[] }>("GET", `/api/runs/${id}/trace?step=1`);
		expect(lines.map(({ label }) => label)).toContain("question");
		await client.json("GET", `/api/runs/${id}/trace?step=99`, undefined, 404);
		await client.json("GET", `/api/runs/${id}/calls.jsonl`, undefined, 404);
	});

	it("shows a stored page by the hash of its text, with the place of each quote", async () => {
		const client = await serveHere();
		const id = await finishRun(client);
		const { state } = await client.json<Shown>("GET", `/api/runs/${id}`);
		type Page = { text: string; quotes: { quote: string; start: number; end: number; place: string }[] };
		for (const { id: sourceId, hash } of state.sources) {
			const page = await client.json<Page>("GET", `/api/runs/${id}/pages/${hash}`);
			expect(page.quotes.length).toBeGreaterThan(0);
			for (const { quote, start, end, place } of page.quotes)
				expect([page.text.slice(start, end), place]).toEqual([quote, "line 3"]);
			const text = await client.request("GET", `/api/runs/${id}/pages/${hash}.txt`);
			expect([text.headers.get("content-type")?.split(";")[0], await text.text()]).toEqual(["text/plain", page.text]);
			const html = await client.request("GET", `/api/runs/${id}/pages/${sourceId}.html`);
			expect(await html.text()).toContain("<mark");
		}
		// The links of the report lead to these pages.
		const report = await (await client.request("GET", `/api/runs/${id}/report.html`)).text();
		expect(report).toContain(`href="pages/${state.sources[0]?.id}.html#`);
		// A finished run has nothing to resume.
		expect(await client.json("POST", `/api/runs/${id}/resume`)).toMatchObject({ run: { id, status: "completed" } });
		for (const name of ["0".repeat(64), "..%2Fevidence.json", "%2e%2e", "nonesuch.html"])
			await client.json("GET", `/api/runs/${id}/pages/${name}`, undefined, 404);
	});

	it("is the same for a repeated request until its report was fetched", async () => {
		const client = await serveHere();
		const body = lighthouseRun();
		// The second may come when the first has just ended.
		const start = async () => ((await (await client.request("POST", "/api/runs", body)).json()) as Shown).run.id;
		const [id = "", same] = await Promise.all([start(), start()]);
		expect(same).toBe(id);
		await follow(client, id);
		expect((await client.json<Shown>("POST", "/api/runs", body)).run).toMatchObject({ id, status: "completed" });
		await client.json("GET", `/api/runs/${id}/report.json`);
		const { match } = await client.json<{ match: unknown }>("POST", "/api/matches", body);
		expect(match).toMatchObject({ id, kind: "exact" });
		expect((await client.json<Shown>("POST", "/api/runs", body, 202)).run.id).not.toBe(id);
	});

	it("answers further questions, is extended, looked at again, and deleted", async () => {
		const client = await serveHere();
		const body = lighthouseRun();
		const id = await finishRun(client, body);
		const begun = async (path: string, more: object) => {
			const { run } = await client.json<Shown>("POST", `/api/runs/${id}/${path}`, more, 202);
			await follow(client, run.id);
			return (await client.json<Shown>("GET", `/api/runs/${run.id}`)).run;
		};
		expect(await begun("ask", { question: "Who built the lighthouse?" })).toMatchObject({ status: "completed" });
		expect(await begun("extend", { focus: "the keeper" })).toMatchObject({ status: "completed" });
		expect(await begun("monitor", {})).toMatchObject({ status: "completed" });
		expect(await client.json("DELETE", `/api/runs/${id}`)).toMatchObject({ runs: [id] });
		await client.json("GET", `/api/runs/${id}`, undefined, 404);
	});

	it("waits for the decision on its plan, and takes an edited one", async () => {
		const client = await serveHere();
		const { run } = await client.json<Shown>("POST", "/api/runs", { ...lighthouseRun(), confirm: true }, 202);
		const waits = (await follow(client, run.id)).at(-1);
		expect(waits).toMatchObject({ event: "end" });
		await client.json("GET", `/api/runs/${run.id}/report.json`, undefined, 409);
		const bad = { planText: "- [cor] Who?\n" };
		const { error } = await client.json<{ error: object }>("POST", `/api/runs/${run.id}/resume`, bad, 400);
		expect(error).toMatchObject({ code: "PLAN_INVALID" });
		const planText = "- [core] When was the Skerry lighthouse built?\n  search: Skerry lighthouse built keeper\n";
		await client.json("POST", `/api/runs/${run.id}/resume`, { planText }, 202);
		await follow(client, run.id);
		const report = await (await client.request("GET", `/api/runs/${run.id}/report.md`)).text();
		expect(report).toContain("**Plan:** edited by you");
	});

	it("is followed by one request from its very beginning", async () => {
		const client = await serveHere();
		const accept = { accept: "text/event-stream" };
		const response = await client.request("POST", "/api/runs", lighthouseRun(), accept);
		const messages = await Array.fromAsync(messagesOf(response));
		expect(messages.map(({ event }) => event)).toEqual(
			expect.arrayContaining(["index", "run", "message", "state", "end"]),
		);
		const begun = messages.find(({ event }) => event === "run");
		expect(eventsIn(messages)).toEqual(
			eventsIn(await follow(client, (begun?.data as Shown | undefined)?.run.id ?? "")),
		);
		const refused = await client.request("POST", "/api/runs", { ...lighthouseRun(), corpus: ["/nonesuch"] }, accept);
		expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: "CORPUS_MISSING" } }]);
	});

	it("is exported as a file to save, and errors name requests of this API", async () => {
		const client = await serveHere();
		const { run } = await client.json<Shown>("POST", "/api/runs", lighthouseRun(), 202);
		await follow(client, run.id);
		const exported = (rest: string) => client.request("GET", `/api/runs/${run.id}/export/${rest}`);
		const docx = await exported("docx");
		expect(docx.headers.get("content-disposition")).toBe(`attachment; filename="${run.id.slice(0, 8)}.docx"`);
		expect(Buffer.from(await docx.arrayBuffer()).toString("latin1", 0, 2)).toBe("PK");
		expect(await (await exported("csv?part=sources")).text()).toMatch(/^\W?No\.,/);
		expect(await (await exported("bibtex")).text()).toContain("@");
		const fault = async (path: string, status: number) =>
			(await client.json<{ error: { code: string; hint: string } }>("GET", path, undefined, status)).error;
		expect(await fault(`/api/runs/${run.id}/export/odt`, 404)).toMatchObject({ code: "FORMAT_UNKNOWN" });
		expect(await fault(`/api/runs/${run.id}/export/csv?part=x`, 404)).toMatchObject({ code: "PART_UNKNOWN" });
		expect(await fault("/api/runs/abcdef01", 404)).toMatchObject({ hint: "all runs: GET /api/runs" });
	});

	it("is a campaign of several, too", async () => {
		const client = await serveHere();
		const { run } = await client.json<Shown>("POST", "/api/campaigns", { ...lighthouseRun(), pulses: 1 }, 202);
		const shown = async () => client.json<{ status: string }>("GET", `/api/campaigns/${run.id}`);
		await expect.poll(async () => (await shown()).status).toBe("completed");
		expect(await shown()).toMatchObject({ id: run.id, pulses: [{ outcome: "complete" }] });
		const { error } = await client.json<{ error: object }>("GET", `/api/runs/${run.id}/events`, undefined, 409);
		expect(error).toMatchObject({ code: "RUN_IS_CAMPAIGN" });
	});

	it("keeps its own limits beside others in the same folder", async () => {
		const client = await serveHere();
		const body = lighthouseRun();
		const limits = [1, 2, 3];
		const ids = await Promise.all(limits.map((maxSources) => finishRun(client, { ...body, maxSources })));
		const shown = await Promise.all(ids.map((id) => client.json<Shown>("GET", `/api/runs/${id}`)));
		expect(shown.map(({ state }) => state.sources.length)).toEqual(limits);
	});
});

it("a campaign's pulses are shown without its report, and nothing is written", async () => {
	const client = await serveHere();
	const body = { ...lighthouseRun(), pulses: 1 };
	const { run } = await client.json<{ run: { id: string } }>("POST", "/api/campaigns", body, 202);
	const path = `/api/campaigns/${run.id}`;
	await expect.poll(() => client.json("GET", path), { timeout: 20_000 }).toMatchObject({ status: "completed" });
	const { report, ...course } = await client.json("GET", path);
	expect(report).toBeDefined();
	const files = join(client.home, "runs", run.id);
	rmSync(files, { recursive: true });
	expect(await client.json("GET", `${path}/pulses`)).toEqual(course);
	expect(existsSync(files)).toBe(false);
});

it("a run that has ended takes no messages", async () => {
	const client = await serveHere();
	const id = await finishRun(client);
	const bodies = { steer: { text: "the keeper" }, pause: undefined, finish: undefined, stop: undefined };
	for (const [what, body] of Object.entries(bodies)) {
		const { error } = await client.json<{ error: object }>("POST", `/api/runs/${id}/${what}`, body, 409);
		expect(error).toMatchObject({ code: "RUN_FINISHED", hint: expect.any(String) });
	}
	await client.json("POST", `/api/runs/${id}/steer`, { text: " " }, 400);
	await client.json("POST", "/api/runs/abcdef01/stop", undefined, 404);
});

describe("errors", () => {
	it.each([
		["no question", "/api/runs", {}, 400, "BODY_INVALID"],
		["no JSON", "/api/runs", "{", 400, "BODY_INVALID"],
		["a list", "/api/runs", [], 400, "BODY_INVALID"],
		["an unknown option", "/api/runs", { question: "Why?", dept: "quick" }, 400, "OPTION_UNKNOWN"],
		["an option of a terminal", "/api/runs", { question: "Why?", view: true }, 400, "OPTION_UNKNOWN"],
		["a value that is none", "/api/runs", { question: "Why?", depth: "huge" }, 400, "BODY_INVALID"],
		["no source", "/api/runs", { question: "Why is it so?" }, 400, "SOURCE_MISSING"],
		["a folder that is missing", "/api/runs", { question: "Why?", corpus: ["/nonesuch"] }, 400, "CORPUS_MISSING"],
		["an unknown run", "/api/runs/abcdef01/resume", {}, 404, "RUN_UNKNOWN"],
		["an unknown path", "/api/nonesuch", {}, 404, "PATH_UNKNOWN"],
	])("name what is wrong and what to do: %s", async (_what, path, body, status, code) => {
		const client = await serveHere();
		const { error } = await client.json<{ error: object }>("POST", path, body, status);
		expect(error).toMatchObject({ code, message: expect.any(String), hint: expect.any(String) });
	});

	it("say which parameter is no number", async () => {
		const client = await serveHere();
		const id = await finishRun(client);
		for (const last of ["x", "-1", "1e3", "9".repeat(30)]) {
			const response = await client.request("GET", `/api/runs/${id}/events`, undefined, { "last-event-id": last });
			expect([response.status, await response.json()]).toMatchObject([400, { error: { code: "PARAMETER_INVALID" } }]);
		}
	});
});

describe("the OpenAPI document", () => {
	it("is valid, and names every operation once", async () => {
		const client = await serveHere(emptyFolder());
		const document = await client.json<{ paths: Record<string, Record<string, { operationId: string }>> }>(
			"GET",
			"/openapi.json",
		);
		const { valid, errors } = await new Validator().validate(structuredClone(document));
		expect(errors).toBeUndefined();
		expect(valid).toBe(true);
		const names = Object.values(document.paths).flatMap((path) =>
			Object.values(path).map(({ operationId }) => operationId),
		);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(
			expect.arrayContaining(["startRun", "listRuns", "showRun", "followRun", "getReportHtml", "getPage"]),
		);
	});
});
