import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import type { Ended } from "../support/process.ts";
import { type ProviderScript, startProvider } from "../support/provider.ts";
import { serve } from "../support/server.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, lighthouseQuestion, newestRun, place, start } from "./support.ts";

const key = "sk-test-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA";

/** A home with the key and a corpus of its own, and the options that name the model at this address. */
function modelRun(baseUrl: string): { home: string; args: string[]; env: NodeJS.ProcessEnv } {
	const { home, run } = place();
	return { home, args: [...run, ...modelAt(baseUrl)], env: { ASSAY_API_KEY: key } };
}
const modelAt = (baseUrl: string) => ["--model", "openai-compatible:sim", "--base-url", baseUrl];

const simulated = async (latencyMs = 0) => closeAfterTest(await startSimulatedModel({ latencyMs }));
const scripted = async (script: ProviderScript) => closeAfterTest(await startProvider(script));

/** Every file below a folder, as bytes read as text. */
function filesIn(folder: string): { path: string; text: string }[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile())
		.map((path) => ({ path, text: readFileSync(path, "latin1") }));
}

function expectNoKey(home: string, ...ends: Ended[]): void {
	for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(key);
	const files = filesIn(home);
	expect(files.length).toBeGreaterThan(0);
	expect(files.filter(({ text }) => text.includes(key)).map(({ path }) => path)).toEqual([]);
}

describe("a run with a language model over HTTP", () => {
	it("says what it may cost before, what it costs on the way, and who was asked what after; the key is nowhere", async () => {
		const { baseUrl, requests } = await simulated();
		const { home, args, env } = modelRun(baseUrl);
		const end = await assay(args, { env });
		expect(end.code, end.stderr).toBe(0);
		expect(requests.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
		expect(end.stderr).toMatch(/ estimate openai-compatible:sim: \d+–\d+ calls, \S+ tokens, \$0\n/);
		expect(end.stderr).toMatch(/ usual +standard: at most 20 minutes\n/);
		expect(end.stderr).toMatch(/ spent +\$0 · \S+ tokens · \d+ calls\n/);
		expect(end.stdout).toContain("Written by openai-compatible:sim (gathered step by step");
		expect(end.stdout).toMatch(new RegExp(`\\*\\*Cost:\\*\\* \\$0 \\(own machine\\); ${requests.length} calls\\n`));
		expect(end.stdout).toMatch(/^\| claims of a page \| \d+ \| [\d,]+ \| 0 \| [\d,]+ \| \$0 \|$/m);

		const [run = ""] = readdirSync(join(home, "runs"));
		const folder = join(home, "runs", run);
		const lines = readFileSync(join(folder, "calls.jsonl"), "utf8").trimEnd().split("\n");
		expect(lines).toHaveLength(requests.length);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({
			request: { role: "begin", prompt: expect.stringContaining(lighthouseQuestion) },
			result: { message: { finish: "stop" } },
		});
		const trace = readFileSync(join(folder, "trace.json"), "utf8");
		expect(JSON.parse(trace).calls).toHaveLength(requests.length);
		expect(trace).not.toContain('"prompt"');
		expectNoKey(home, end);
	});

	it("with --json holds every call and their sum, in the published form", async () => {
		const { baseUrl, requests } = await simulated();
		const { args, env } = modelRun(baseUrl);
		const { stdout, stderr } = await assay([...args, "--json", "--gather", "agent", "--no-review"], { env });
		// What each investigator does is told as it happens.
		expect(stderr).toMatch(/ search +q1 ".*lighthouse.*"\n(?:.*\n)* .*read +q1 \S+\.md\n(?:.*\n)* .*findings q1: /);
		const output = outputSchema.parse(JSON.parse(stdout));
		expect(output.models).toMatchObject({ lead: "openai-compatible:sim", gather: "agent", session: "isolated" });
		expect(output.calls).toHaveLength(requests.length);
		expect(output.usage?.calls).toBe(requests.length);
		const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
		expect(output.usage?.input).toBe(sum(output.calls?.map(({ input }) => input) ?? []));
		expect(output.usage?.output).toBe(sum(output.usage?.byRole.map(({ output: tokens }) => tokens) ?? []));
		expect(output.calls?.map(({ role }) => role)).toContain("nextAction");
		expect(output.calls?.map(({ role }) => role)).not.toContain("review");
	});

	it("goes on after kill -9 with the models that it began with, and asks nothing a second time", async () => {
		const { baseUrl, requests } = await simulated(40);
		const { home, args, env } = modelRun(baseUrl);
		const { child, until, end } = start(args, { env });
		await until(" claims ");
		child.kill("SIGKILL");
		await end;
		const before = requests.length;
		// Neither the flags nor a variable name the model now, and another one is set.
		const again = await assay(["resume", await newestRun(home), "--home", home, "--json", "-q"], {
			env: { ...env, ASSAY_MODEL: "ollama:another", ASSAY_BASE_URL: "http://127.0.0.1:9/v1" },
		});
		expect(again.code, again.stdout).toBe(0);
		const output = outputSchema.parse(JSON.parse(again.stdout));
		expect(output.models?.lead).toBe("openai-compatible:sim");
		expect(requests.length).toBeGreaterThan(before);
		// What was in flight when it died may be asked again; what was answered is not.
		const lost = output.usage?.lost.length ?? 0;
		const texts = requests.map(({ body }) => JSON.stringify(body));
		expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(lost);
		expectNoKey(home, again);
	});

	it("is kept when its key is refused, and gone on with by the same command when it is taken", async () => {
		const refusal = { status: 401, json: { error: { message: `Incorrect API key provided: ${key}` } } };
		const { baseUrl } = await scripted((_request, index) => (index === 0 ? refusal : { text: "No." }));
		const { home, args, env } = modelRun(baseUrl);
		const refused = await assay(args, { env });
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.stderr).toMatch(/the key is refused/);
		const [, id = ""] =
			/→ .*; the run is kept; to go on: assay --home \S+ resume (\w{8})\n$/.exec(refused.stderr) ?? [];
		expectNoKey(home, refused);
		expect((await assay(["show", id, "--home", home])).stdout).toMatch(/^Spent +\$0 · 0 tokens · 1 call$/m);
		const again = await assay(args, { env });
		expect(again.code, again.stderr).toBe(0);
		expect(again.stdout).toContain(`Run ${id}`);
	});

	it("never costs more than --max-cost: too little is refused with the least, and the least ends the research in time", async () => {
		const { baseUrl, requests } = await simulated();
		const { home, env } = modelRun(baseUrl);
		const price = { input: 20, output: 2, window: 32_000 };
		writeFileSync(join(home, "models.json"), JSON.stringify({ "openai-compatible:sim": price }));
		const about = Array.from({ length: 12 }, (_, at) => [
			`note-${at}.md`,
			`# Note ${at}\n\n${`The lighthouse of Skerry ${at} burns oil. `.repeat(900)}`,
		]);
		const { options } = place(Object.fromEntries(about), home);
		const args = ["Why does the lighthouse burn oil?", ...options, ...modelAt(baseUrl)];
		const refused = await assay([...args, "--max-cost", "0.01"], { env });
		expect([refused.code, requests.length]).toEqual([2, 0]);
		const [, least = ""] = /→ --max-cost ([\d.]+) or more/.exec(refused.stderr) ?? [];
		const end = await assay([...args, "--max-cost", least, "--json"], { env });
		expect(end.code, end.stderr).toBe(4);
		const output = outputSchema.parse(JSON.parse(end.stdout));
		expect(output.cost).toBeGreaterThan(0);
		expect(end.stderr).toMatch(
			/ usual +standard: usually \$[\d.]+ to \$[\d.]+ with this model, \$[\d.]+ to \$[\d.]+ for a single fact; at most 20 minutes\n/,
		);
		expect(output.cost).toBeLessThanOrEqual(Number(least));
		expect(output).toMatchObject({ stopReason: "BUDGET_EXHAUSTED", report: expect.stringContaining("burns oil") });
		const shown = await assay(["show", output.id, "--home", home]);
		expect(shown.stderr.replace(/\s+/g, " ")).toContain("For more: --max-cost USD");
	});

	it.each(["requests", "tokens"])(
		"never exceeds --max-%s, also over a kill -9: too little is refused with the least, and the least ends in time",
		async (kind) => {
			const { baseUrl, requests } = await simulated(60);
			const { home, env } = modelRun(baseUrl);
			const text = "The lighthouse of Skerry burns oil, because oil gives a steady light. ".repeat(500);
			const about = Array.from({ length: 8 }, (_, at) => [`note-${at}.md`, `# Note ${at}\n\nNo. ${at}. ${text}`]);
			const { options } = place(Object.fromEntries(about), home);
			const args = ["Why does the lighthouse burn oil?", ...options, ...modelAt(baseUrl)];
			const flag = `--max-${kind}`;
			const refused = await assay([...args, flag, "3"], { env });
			expect([refused.code, requests.length]).toEqual([2, 0]);
			const [, least = ""] = new RegExp(`→ ${flag} (\\d+) or more`).exec(refused.stderr) ?? [];
			const limited = [...args, flag, least];
			const { child, until, end } = start(limited, { env });
			await until(" choose ");
			child.kill("SIGKILL");
			await end;
			const finished = await assay([...limited, "--json"], { env });
			expect(finished.code, finished.stderr).toBe(4);
			const output = outputSchema.parse(JSON.parse(finished.stdout));
			expect(output).toMatchObject({ stopReason: "BUDGET_EXHAUSTED", stopDetail: expect.stringContaining(kind) });
			expect(output.report).toContain("burns oil");
			const { calls = 0, input = 0, output: written = 0 } = output.usage ?? {};
			expect(calls).toBe(requests.length);
			expect(kind === "requests" ? calls : input + written).toBeLessThanOrEqual(Number(least));
			const shown = await assay(["show", output.id, "--home", home]);
			expect(shown.stderr.replace(/\s+/g, " ")).toContain(`For more: ${flag} N`);
		},
	);

	it("lets another model review and check what the first wrote, also when it is resumed after kill -9 in another environment", async () => {
		const asked: [role: string, model: unknown][] = [];
		const onRequest = (role: string, { body }: { body: unknown }) =>
			void asked.push([role, (body as { model: unknown }).model]);
		const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 40, onRequest }));
		const { home, env } = modelRun(baseUrl);
		const { options } = place(lighthouse, home);
		const run = ["Why was the Skerry lighthouse built?", ...options, ...modelAt(baseUrl)];
		const { child, until, end } = start([...run, "--review-model", "openai-compatible:judge"], { env });
		await until(" draft ");
		child.kill("SIGKILL");
		expect((await end).stderr).toContain("(openai-compatible:sim, openai-compatible:judge)");
		const resumed = await assay(["resume", await newestRun(home), "--home", home, "--json", "-q"], {
			env: { ...env, ASSAY_REVIEW_MODEL: "openai-compatible:other" },
		});
		expect(resumed.code, resumed.stdout).toBe(0);
		const checks = ["review", "judgeSupport"];
		expect(new Set(asked.filter(([role]) => checks.includes(role)).map(String))).toEqual(
			new Set(checks.map((role) => `${role},judge`)),
		);
		expect(new Set(asked.filter(([role]) => !checks.includes(role)).map(([, model]) => model))).toEqual(
			new Set(["sim"]),
		);
		const { models, report } = outputSchema.parse(JSON.parse(resumed.stdout));
		expect(models?.reviewer).toBe("openai-compatible:judge");
		expect(report).toContain("reviewed and checked by openai-compatible:judge");
	});

	it("shows what the account held before and after", async () => {
		let used = 1;
		const server = await serve((request, response) => {
			response.setHeader("content-type", "application/json");
			if (request.url?.endsWith("/credits"))
				return void response.end(JSON.stringify({ data: { total_credits: 10, total_usage: used } }));
			used += 0.5;
			response.statusCode = 400;
			response.end(JSON.stringify({ error: { message: "no" } }));
		});
		const address = `${closeAfterTest(server).url}/v1`;
		const run = [...place().run, "--no-review", "-q"];
		const env = { OPENROUTER_API_KEY: key, OPENROUTER_BASE_URL: address };
		const end = await assay([...run, "--model", "openrouter:a/b"], { env });
		expect(end.code, end.stderr).toBe(0);
		const [, before, after] = /openrouter: \$([\d.]+) before, \$([\d.]+) after/.exec(end.stdout) ?? [];
		expect([before, after]).toEqual(["9.00", (10 - used).toFixed(2)]);
	});

	it("says which model the server does not have", async () => {
		const { baseUrl } = await scripted([{ status: 404, json: { error: { message: "model 'sim' not found" } } }]);
		const { args, env } = modelRun(baseUrl);
		const { stdout } = await assay([...args, "--json", "-q"], { env });
		expect(JSON.parse(stdout).error).toMatchObject({
			code: "MODEL_UNKNOWN",
			hint: expect.stringContaining("scripted"),
		});
	});

	it("does what the model cannot do by rules, and says so", async () => {
		const { baseUrl } = await scripted([{ text: "I would rather talk about the weather." }]);
		const { args, env } = modelRun(baseUrl);
		const end = await assay(args, { env });
		expect(end.code, end.stderr).toBe(0);
		expect(end.stderr).toMatch(/rules {4}route: .*no usable answer/);
		expect(end.stdout).toContain("1887");
		expect(end.stdout).toMatch(
			/\*\*Done by rules:\*\* the model could not be used in (\d+) of \1 steps; rules did them instead \(its answer could not be used: route, /,
		);
	});
});

describe("a language model that cannot be asked", () => {
	it("is told before anything is done", async () => {
		const home = emptyFolder();
		const model = ["--model", "openrouter:no/such", "--max-cost", "1"];
		const end = await assay([...place(lighthouse, home).run, "--json", ...model], { env: { OPENROUTER_API_KEY: key } });
		expect(end.code).toBe(2);
		expect(JSON.parse(end.stdout).error).toMatchObject({
			code: "MODEL_PRICE_UNKNOWN",
			hint: expect.stringContaining(join(home, "models.json")),
		});
		await expect(newestRun(home)).rejects.toThrow("no run");
	});

	it("is left alone with --no-model", async () => {
		const end = await assay([...place().run, "--no-model", "-q"], { env: { ASSAY_MODEL: "anthropic" } });
		expect(end.code).toBe(0);
		expect(end.stdout).toContain("Written without a language model");
	});
});

describe("a file .env", () => {
	it("gives the model and the key of a run in its folder, once that is trusted", async () => {
		const { baseUrl, requests } = await simulated();
		const cwd = folderOf({
			".env": `# for assay\nexport ASSAY_MODEL="vllm:sim" # here\nASSAY_BASE_URL=${baseUrl}\nASSAY_API_KEY='${key}'\n`,
		});
		const home = emptyFolder();
		const args = [...place(lighthouse, home).run, "-q", "--no-review"];
		await assay(["trust", "--home", home], { cwd });
		const end = await assay(args, { cwd });
		expect(end.code, end.stderr).toBe(0);
		expect(end.stdout).toContain("Written by vllm:sim");
		expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
		expectNoKey(home, end);
	});

	it("says which line is wrong, and nothing of what it holds", async () => {
		const cwd = folderOf({ ".env": `A=1\nB="two\nlines"\n${key}\n` });
		const end = await assay([lighthouseQuestion, "--home", emptyFolder(), "-c", folderOf(lighthouse)], { cwd });
		expect(end.code).toBe(2);
		expect(end.stderr).toMatch(/line 4 of \S+\.env is not NAME=value/);
		expect(end.stderr).not.toContain(key);
	});
});

describe("assay doctor", () => {
	const ready = [{ text: '{"word": "ready"}' }];

	it("ends with 0 when each part works, the model included", async () => {
		const { baseUrl } = await scripted(ready);
		const home = emptyFolder();
		const end = await assay(["doctor", "--home", home, "--model", "openai-compatible:m", "--base-url", baseUrl], {
			env: { ASSAY_API_KEY: key },
		});
		expect(end.code, end.stdout).toBe(0);
		for (const part of ["node", "store", "disk", "meaning", "browser"])
			expect(end.stdout).toMatch(new RegExp(`^ok +${part} `, "m"));
		expect(end.stdout).toMatch(
			/^ok +model +openai-compatible:m answered in [\d.]+ s, keeps a schema, window \S+, costs nothing/m,
		);
		expectNoKey(home, end);
	});

	it("ends with 1 and says what to type for each part that does not work", async () => {
		const { baseUrl } = await scripted([{ status: 401, json: { error: { message: `no such key: ${key}` } } }]);
		const home = emptyFolder();
		writeFileSync(join(home, "runs.db"), "not a database, but long enough to be looked at\n");
		const models = [
			"--model",
			"vllm:m",
			"--base-url",
			baseUrl,
			"--utility-model",
			"vllm:n",
			"--review-model",
			"vllm:o",
		];
		const end = await assay(["doctor", "--home", home, "--json", ...models], { env: { ASSAY_API_KEY: key } });
		expect(end.code).toBe(1);
		const { ok, checks } = JSON.parse(end.stdout);
		expect(ok).toBe(false);
		const wrong = checks.filter((check: { ok: boolean }) => !check.ok);
		expect(wrong.map(({ part }: { part: string }) => part)).toEqual([
			"store",
			"lead model",
			"utility model",
			"review model",
		]);
		for (const { hint } of wrong) expect(hint).toMatch(/\w/);
		expect(end.stdout + end.stderr).not.toContain(key);
	});

	it("says that nothing is wrong without a model, and how to add one", async () => {
		const end = await assay(["doctor", "--home", emptyFolder()]);
		expect(end.code).toBe(0);
		expect(end.stdout).toMatch(
			/ok +models +none is named, and assay works without one\n +→ .*doctor --model anthropic/,
		);
	});
});
