import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, start, storedRuns } from "../cli/support.ts";
import { type BatchFamily, type BatchPoint, startBatchProvider } from "../support/batch-provider.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";

const key = "sk-test-Zq8Wm3Lr7Tn5Vb2Xc9";
const models = { anthropic: "claude-opus-5-5", openai: "gpt-6-sol", google: "gemini-3.8-flash" };
const variables = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY", google: "GEMINI_API_KEY" };
const addresses = { anthropic: "ANTHROPIC_BASE_URL", openai: "OPENAI_BASE_URL", google: "GOOGLE_BASE_URL" };
const paths = { anthropic: "/v1", openai: "/v1", google: "/v1beta" };
const families = Object.keys(models) as BatchFamily[];
/** Of the statements, three are labelled as supported; the simulated judge says so of all. */
const claims = 7;

/** An evaluation of one judge by people's labels, and its arguments. Each statement is one request. */
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
	const records = Array.from({ length: claims }, (_, at) => ({
		...{
			id: `q${at}`,
			claim: `The tower number ${at} was built of granite`,
			label: at % 2 ? "supported" : "not_supported",
		},
		evidence: [at % 2 ? `The tower number ${at} was built of granite.` : "Nothing is known."],
	}));
	writeFileSync(join(suite, "all.jsonl"), records.map((one) => JSON.stringify(one)).join("\n"));
	const name = `${kind}:${models[kind]}`;
	writeFileSync(join(home, "models.json"), JSON.stringify({ [name]: { input: 1, output: 10 } }));
	const judge = ["--judge", name, "--batch"];
	const args = ["eval", "run", suite, "--home", home, ...judge, ...more];
	return { home, name, args, env: { [variables[kind]]: key, [addresses[kind]]: `${url}${paths[kind]}` } };
}

const counted = (billed: Map<string, number>) => [...billed.values()];

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
	expect([counted(server.billed.batch), counted(server.billed.single)]).toEqual([Array(claims).fill(1), []]);
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
	expect([counted(server.billed.batch), counted(server.billed.single)]).toEqual([Array(claims).fill(1), []]);
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
	expect(counted(server.billed.batch)).toEqual(Array(claims).fill(1));
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
	expect([counted(server.billed.batch), counted(server.billed.single)]).toEqual([
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
