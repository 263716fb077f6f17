import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, hasTerminals, start, startOnTerminal, storedRuns } from "../cli/support.ts";
import { type BatchFamily, type BatchPoint, startBatchProvider } from "../support/batch-provider.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { seededRandom } from "../support/random.ts";

const key = "sk-test-Zq8Wm3Lr7Tn5Vb2Xc9";
const models = { anthropic: "claude-opus-5-5", openai: "gpt-6-sol", google: "gemini-3.8-flash" };
const variables = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY", google: "GEMINI_API_KEY" };
const addresses = { anthropic: "ANTHROPIC_BASE_URL", openai: "OPENAI_BASE_URL", google: "GOOGLE_BASE_URL" };
const paths = { anthropic: "/v1", openai: "/v1", google: "/v1beta" };
const families = Object.keys(models) as BatchFamily[];
/** Requests. Of the statements, three sevenths are labelled as supported; the simulated judge says so of all. */
const claims = 7;
const statementsOfRequest = 8;

/** An evaluation of one judge by people's labels, and its arguments. */
function place(kind: BatchFamily, url: string, more: string[] = []) {
	const [home, suite] = [emptyFolder(), join(emptyFolder(), "suite")];
	mkdirSync(suite);
	const about = {
		form: "labelled-citations",
		name: "Labelled",
		licence: "our own",
		source: "made up",
		questions: "all.jsonl",
	};
	writeFileSync(join(suite, "suite.json"), JSON.stringify(about));
	const records = Array.from({ length: claims * statementsOfRequest }, (_, at) => {
		const isTrue = (at % claims) % 2 === 1;
		return {
			...{ id: `q${at}`, claim: `The tower number ${at} was built of granite` },
			label: isTrue ? "supported" : "not_supported",
			evidence: [isTrue ? `The tower number ${at} was built of granite.` : "Nothing is known."],
		};
	});
	writeFileSync(join(suite, "all.jsonl"), records.map((one) => JSON.stringify(one)).join("\n"));
	const name = `${kind}:${models[kind]}`;
	writeFileSync(join(home, "models.json"), JSON.stringify({ [name]: { input: 1, output: 10 } }));
	const judge = ["--judge", name, "--batch"];
	const args = ["eval", "run", suite, "--home", home, ...judge, ...more];
	return { home, name, args, env: { [variables[kind]]: key, [addresses[kind]]: `${url}${paths[kind]}` } };
}

/** All that a home holds, as text. */
function contents(folder: string): string {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile())
		.map((path) => readFileSync(path, "latin1"))
		.join("\n");
}

test.each(families)("judges are asked in one batch of %s, at half the price, and its key is nowhere", async (kind) => {
	const server = closeAfterTest(await startBatchProvider(kind, key));
	const { home, name, args, env } = place(kind, server.url, ["--max-cost", "5"]);
	const end = await assay([...args, "--json"], { env });
	expect(end.code, end.stderr).toBe(0);
	const result = JSON.parse(end.stdout);
	expect(result.figures).toMatchObject([{ name: "asPeople", judge: name, value: 3 / claims, unjudged: 0 }]);
	expect(server.batches).toHaveLength(1);
	expect(server.bills()).toEqual([Array(claims).fill(1), []]);
	expect(server.files.size).toBe(0);
	const [{ calls } = { calls: [] }] = await storedRuns(home);
	expect(calls).toHaveLength(claims);
	for (const { request, result: got } of calls) {
		const { usage = { input: 0, output: 0 }, usd } = got ?? {};
		expect(usd).toBeCloseTo((usage.input * 1 + usage.output * 10) / 2e6, 12);
		expect(request).toMatchObject({ batch: true, role: "grade" });
	}
	expect(end.stderr).toMatch(/batch \S+: \S+, 7 of 7 done, \d+ s/);
	expect(end.stderr).toMatch(/batch \S+ ended: 7 answered$/m);
	expect(contents(home) + end.stderr + end.stdout).not.toContain(key);
});

const points: BatchPoint[] = [
	"upload",
	"uploaded",
	"submit",
	"submitted",
	"poll",
	"results",
	"results-half",
	"results-sent",
];

test.each(families)("killed at each point of a batch of %s, each request is paid once", async (kind) => {
	const left = points.filter((point) => kind === "openai" || !point.startsWith("upload"));
	let kill = (): void => undefined;
	const server = closeAfterTest(
		await startBatchProvider(kind, key, {
			polls: 3,
			at(point) {
				if (point !== left[0]) return undefined;
				left.shift();
				kill();
				return "cut";
			},
		}),
	);
	const { home, name, args, env } = place(kind, server.url, ["--max-cost", "5"]);
	const ends: (string | null)[] = [];
	let last = await run();
	for (; last.signal === "SIGKILL"; last = await run()) ends.push(last.signal);
	expect(left).toEqual([]);
	expect(last.code, last.stderr).toBe(0);
	expect(ends.length).toBeGreaterThanOrEqual(kind === "openai" ? 7 : 5);
	expect(JSON.parse(last.stdout).figures).toMatchObject([{ judge: name, value: 3 / claims, unjudged: 0 }]);
	expect(server.bills()).toEqual([Array(claims).fill(1), []]);
	const runs = await storedRuns(home);
	expect(runs).toHaveLength(1);
	// Each request has one row, at what it cost.
	expect(runs[0]?.calls.map(({ attempt, result }) => [attempt, result?.message !== undefined])).toEqual(
		Array(claims).fill([1, true]),
	);
	expect(server.files.size).toBe(0);

	function run() {
		const started = start([...args, "--json"], { env });
		kill = () => void started.child.kill("SIGKILL");
		return started.end;
	}
});

test("killed at any moment, again and again, each request is paid once", async () => {
	const server = closeAfterTest(await startBatchProvider("openai", key, { polls: 12 }));
	const { home, args, env } = place("openai", server.url, ["--max-cost", "0.2"]);
	const random = seededRandom(20);
	for (let lives = 0; lives < 9; lives++) {
		const started = start([...args, "--json"], { env });
		const timer = setTimeout(() => started.child.kill("SIGKILL"), 600 + random() * 2_400);
		const { signal } = await started.end;
		clearTimeout(timer);
		if (signal === null) break;
	}
	const all = await storedRuns(home);
	if (all[0]?.status !== "completed") expect((await assay([...args, "--json"], { env })).code).toBe(0);
	expect(server.bills()).toEqual([Array(claims).fill(1), []]);
	const [{ calls } = { calls: [] }] = await storedRuns(home);
	expect(calls.map(({ attempt, result }) => [attempt, result?.message !== undefined])).toEqual(
		Array(claims).fill([1, true]),
	);
});

test.each(families)("an answer of %s that was lost on its way does not lead to a second batch", async (kind) => {
	const cut = new Set<BatchPoint>(["uploaded", "submitted", "poll", "results-half"]);
	const server = closeAfterTest(
		await startBatchProvider(kind, key, { at: (point) => (cut.delete(point) ? "cut" : undefined) }),
	);
	const { args, env } = place(kind, server.url);
	const end = await assay([...args, "--json"], { env });
	expect(end.code, end.stderr).toBe(0);
	expect(cut.has("submitted") || cut.has("results-half")).toBe(false);
	expect(server.batches).toHaveLength(1);
	expect(server.bills()[0]).toEqual(Array(claims).fill(1));
	expect(end.stderr).toContain("whether the batch");
});

test.each(families)("what a batch of %s left undone is told, and asked singly", async (kind) => {
	const faults = ["errored", "expired", "canceled"] as const;
	const server = closeAfterTest(await startBatchProvider(kind, key, { fault: (place) => faults[place] }));
	const { home, name, args, env } = place(kind, server.url);
	const end = await assay([...args, "--json"], { env });
	expect(end.code, end.stderr).toBe(0);
	expect(JSON.parse(end.stdout).figures).toMatchObject([{ judge: name, value: 3 / claims, unjudged: 0 }]);
	expect(end.stderr).toMatch(/ended: .*4 answered.*; the others are not billed, and are asked singly/);
	expect(server.bills()).toEqual([
		[1, 1, 1, 1],
		[1, 1, 1],
	]);
	const [{ calls } = { calls: [] }] = await storedRuns(home);
	const failed = calls.filter(({ result }) => result?.error);
	expect(failed.map(({ request, result }) => [request.batch, result?.usd])).toEqual(Array(3).fill([true, 0]));
	const single = calls.filter(({ request }) => request.batch === undefined);
	for (const { result } of single) {
		const { usage = { input: 0, output: 0 }, usd } = result ?? {};
		expect(usd).toBeCloseTo((usage.input * 1 + usage.output * 10) / 1e6, 12);
	}
});

test("a stop tells what is still billed; a cancelled batch gives what it has, and the rest is asked singly", async () => {
	const server = closeAfterTest(await startBatchProvider("openai", key, { polls: 1_000 }));
	const { home, name, args, env } = place("openai", server.url);
	const stopped = start(args, { env });
	await stopped.until("in_progress, 0 of 7 done");
	stopped.child.kill("SIGINT");
	const { code, stderr } = await stopped.end;
	expect(code).toBe(130);
	expect(stderr).toMatch(/batch batch_1 goes on and is billed: 7 requests without an answer, at most \$0\.\d\d\./);
	const [, given = "", id = ""] = /--home (\S+) eval cancel (\S+)/.exec(stderr) ?? [];
	expect(given).toBe(home);
	const shown = JSON.parse((await assay(["eval", "show", id, "--home", home, "--json"], { env })).stdout);
	expect(shown.status).toBe("interrupted");

	const cancelled = await assay(["eval", "cancel", id, "--home", home], { env });
	expect([cancelled.code, cancelled.stderr]).toEqual([
		0,
		expect.stringMatching(/batch batch_1: completed, 7 of 7 requests ended/),
	]);
	expect(server.bills()).toEqual([[], []]);
	const resumed = await assay(["eval", "resume", id, "--home", home, "--json"], { env });
	expect(resumed.stderr).toContain("ended: 7 canceled; the others are not billed, and are asked singly");
	expect(JSON.parse(resumed.stdout).figures).toMatchObject([{ judge: name, unjudged: 0 }]);
	expect(server.bills()).toEqual([[], Array(claims).fill(1)]);
	const none = await assay(["eval", "cancel", id, "--home", home], { env });
	expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("waits for no batch")]);
});

test.skipIf(!hasTerminals)("on a terminal, too, a stop tells what is still billed", async () => {
	const server = closeAfterTest(await startBatchProvider("google", key, { polls: 1_000 }));
	const { args, env } = place("google", server.url);
	const { child, until, end } = startOnTerminal(args, 160, 24, env);
	await until("BATCH_STATE_RUNNING, 0 of 7 done");
	child.stdin?.write("\u0003");
	const { stdout } = await end;
	expect(stdout).toMatch(/stopping…[\s\S]*batch batches\/1 goes on and is billed: 7 requests/);
});

test.each([
	["at once", 404 as const],
	["after it was taken", "later" as const],
])(
	"a batch that is refused %s ends the evaluation, costs nothing, and the same command goes on without it",
	async (_when, refuse) => {
		const server = closeAfterTest(await startBatchProvider("openai", key, { refuse }));
		const { args, env } = place("openai", server.url);
		const refused = await assay([...args, "--json"], { env });
		expect(refused.code).toBe(1);
		expect(JSON.parse(refused.stdout).error).toMatchObject({
			code: "BATCH_REFUSED",
			hint: expect.stringContaining("--batch"),
		});
		const end = await assay([...args.filter((arg) => arg !== "--batch"), "--json"], { env });
		expect(end.code, end.stderr).toBe(0);
		expect(end.stderr).toContain("goes on with evaluation");
		const result = JSON.parse(end.stdout);
		expect(result.figures).toMatchObject([{ unjudged: 0 }]);
		expect(server.bills()[1]).toEqual(Array(claims).fill(1));
		expect(server.files.size).toBe(0);
	},
);

test("without --batch an evaluation first fetches what it has in a batch", async () => {
	const server = closeAfterTest(await startBatchProvider("anthropic", key, { polls: 5 }));
	const { args, env } = place("anthropic", server.url);
	const killed = start(args, { env });
	await killed.until("in_progress, 0 of 7 done");
	killed.child.kill("SIGKILL");
	await killed.end;
	const end = await assay([...args.filter((arg) => arg !== "--batch"), "--json"], { env });
	expect(end.code, end.stderr).toBe(0);
	expect(server.bills()).toEqual([Array(claims).fill(1), []]);
});

test("a limit on cost is kept: what does not fit beside the batch under way waits for the next", async () => {
	const server = closeAfterTest(await startBatchProvider("google", key));
	const { home, args, env } = place("google", server.url, ["--max-cost", "0.13"]);
	const end = await assay([...args, "--json"], { env });
	expect(end.code, end.stderr).toBe(0);
	expect(server.batches.length).toBeGreaterThan(1);
	const result = JSON.parse(end.stdout);
	expect(result.figures).toMatchObject([{ unjudged: 0 }]);
	expect(server.bills()).toEqual([Array(claims).fill(1), []]);
	const [{ calls } = { calls: [] }] = await storedRuns(home);
	for (const { request } of calls) expect(request.reservedUsd).toBeLessThan(0.13);
	expect(result.total.judgesUsd).toBeLessThan(0.13);
});

test("--batch with a judge whose provider takes no batches is refused before anything is sent", async () => {
	const { home, args } = place("openai", "http://127.0.0.1:9");
	const other = args.map((arg) => (arg.startsWith("openai:") ? "openrouter:some/model" : arg));
	const end = await assay(other, { env: { OPENROUTER_API_KEY: key } });
	expect([end.code, end.stderr]).toEqual([2, expect.stringContaining("OpenRouter takes no batches")]);
	expect(await storedRuns(home)).toEqual([]);
});

test("a report of another system is judged in a batch; the estimate is half of that at once", async () => {
	const server = closeAfterTest(await startBatchProvider("openai", key));
	const { home, name, env } = place("openai", server.url);
	const file = join(home, "report.md");
	writeFileSync(file, "The lighthouse was built in 1887. It guards the harbour.\n");
	const judge = [
		"eval",
		"judge",
		"--report",
		file,
		"--question",
		"When was it built?",
		"--judge",
		name,
		"--home",
		home,
	];
	const dear = await assay([...judge, "--json"], { env });
	const billed = server.bills()[1].length;
	expect(billed).toBeGreaterThan(0);
	const cheap = await assay([...judge, "--batch", "--json"], { env });
	expect([cheap.code, server.batches.length], cheap.stderr).toEqual([0, 1]);
	expect(server.bills()).toEqual([Array(billed).fill(1), Array(billed).fill(1)]);
	const [whole, half] = [dear, cheap].map(({ stdout }) => JSON.parse(stdout));
	expect(half.figures).toEqual(whole.figures);
	expect(half.total.judgesUsd).toBeCloseTo(whole.total.judgesUsd / 2, 12);
	const estimated = ({ stderr }: { stderr: string }) => Number(/estimate .*\$([\d.]+)–/.exec(stderr)?.[1]);
	expect(estimated(cheap) / estimated(dear)).toBeCloseTo(0.5, 1);
});
