/**
 * `npm run bench -- workers [throughput|crowd|memory|survey] [--runs N] [--latency MS]`: many runs on worker processes that share one
 * Postgres. The model is simulated: it answers every role after a fixed time and takes no CPU of a worker. Prints runs a minute by
 * workers; the time of each of 50 runs in one process beside the same alone; the memory of a worker over 300 runs in sequence; and
 * what the passes of a survey could gain from a second worker.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { HandedOver } from "../src/app/api.ts";
import { readConfig } from "../src/app/config.ts";
import { openApp } from "../src/app/index.ts";
import { UsageError } from "../src/base/errors.ts";
import { openPostgresStore } from "../src/store/postgres.ts";
import { lighthouse } from "../test/cli/support.ts";
import { startPostgres } from "../test/real/postgres.ts";
import { startSimulatedModel } from "../test/support/simulated.ts";

const main = join(import.meta.dirname, "../src/cli/main.ts");
/** Each run uses one of several servers, with the most requests at once that can be set, so that no limit of a provider decides. */
const [servers, modelParallel] = [8, 64];
const slots = 4;

interface Bench {
	url: string;
	folder: string;
	corpus: string;
}

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { runs: { type: "string" }, latency: { type: "string" } },
	});
	const server = await startPostgres({ durable: true });
	if ("missing" in server) throw new UsageError("NO_POSTGRES", server.missing);
	const folder = mkdtempSync(join(tmpdir(), "assay-workers-"));
	const corpus = join(folder, "corpus");
	try {
		for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
			const measure = parts[part];
			if (!measure)
				throw new UsageError("PART_UNKNOWN", `there is no part "${part}": ${Object.keys(parts).join(", ")}`);
			rmSync(corpus, { recursive: true, force: true });
			writeDocuments(corpus);
			const bench = { url: await server.newDatabase(), folder, corpus };
			await measure(bench, Number(values.runs ?? 0), Number(values.latency ?? 0));
		}
	} finally {
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

const parts: Record<string, (bench: Bench, runs: number, latencyMs: number) => Promise<void>> = {
	throughput: async (bench, runs, latencyMs) => measureThroughput(bench, runs || 48, latencyMs || 3_000),
	crowd: async (bench, runs, latencyMs) => measureCrowd(bench, runs || 50, latencyMs || 8_000),
	survey: async (bench, runs, latencyMs) => measureSurvey(bench, runs || 7, latencyMs || 3_000),
	memory: async (bench, runs) => measureMemory(bench, runs || 300),
};

function writeDocuments(corpus: string): void {
	mkdirSync(corpus);
	for (const [name, text] of Object.entries(lighthouse)) writeFileSync(join(corpus, name), text);
}

/** Runs a minute with one to four workers of four slots each. */
async function measureThroughput(bench: Bench, runs: number, latencyMs: number): Promise<void> {
	console.log(`\n${runs} runs, ${slots} slots a worker, model latency ${latencyMs} ms`);
	console.log("workers  runs a minute  beside one worker  CPU s a run");
	let ofOne = 0;
	for (const count of [1, 2, 3, 4]) {
		const { ids, seconds, cpuSeconds } = await work(bench, { workers: count, slots, runs, latencyMs });
		const rate = (ids.length / seconds) * 60;
		if (count === 1) ofOne = rate;
		console.log(
			`${String(count).padStart(7)} ${rate.toFixed(1).padStart(14)} ${(rate / ofOne).toFixed(2).padStart(18)} ${(cpuSeconds / runs).toFixed(2).padStart(12)}`,
		);
	}
}

/** How much longer each run takes beside 49 others in one process than alone in it. */
async function measureCrowd(bench: Bench, runs: number, latencyMs: number): Promise<void> {
	const alone = await work(bench, { workers: 1, slots: 1, runs: 3, latencyMs });
	const crowd = await work(bench, { workers: 1, slots: Math.min(runs, 64), runs, latencyMs });
	const [aloneMs, ...ratios] = await withStore(bench, async (durationOf) => {
		const base = median(await Promise.all(alone.ids.map(durationOf)));
		return [base, ...(await Promise.all(crowd.ids.map(durationOf))).map((ms) => ms / base)];
	});
	console.log(`\n${runs} runs at once in one process, model latency ${latencyMs} ms; alone: ${secondsOf(aloneMs)} s`);
	const sorted = ratios.toSorted((a, b) => a - b);
	const under = sorted.filter((ratio) => ratio < 1.2).length;
	console.log(
		`times its time alone: median ${median(sorted).toFixed(2)}, most ${Number(sorted.at(-1)).toFixed(2)}; under 1.2: ${under} of ${runs}; peak memory ${crowd.peakMb.toFixed(0)} MB; CPU ${(crowd.cpuSeconds / runs).toFixed(2)} s a run`,
	);
}

/** Memory of one worker, by tenths of many runs that it does one after the other. */
async function measureMemory(bench: Bench, runs: number): Promise<void> {
	const { samples } = await work(bench, { workers: 1, slots: 1, runs, latencyMs: 0 });
	console.log(`\n${runs} runs in sequence in one process: resident memory (MB, median of each tenth)`);
	const tenths = Array.from({ length: 10 }, (_, tenth) =>
		samples.filter(({ done }) => Math.floor((done / runs) * 10) === tenth).map(({ mb }) => mb),
	);
	console.log(tenths.map((mbs) => (mbs.length === 0 ? "-" : median(mbs).toFixed(0))).join("  "));
}

/**
 * A survey in one worker, whose passes are there at once; and as many separate runs as it has passes, all in one worker or divided
 * between two. The second beside the first is the most that passes on two workers could gain, because separate runs share nothing.
 */
async function measureSurvey(bench: Bench, passes: number, latencyMs: number): Promise<void> {
	const docs = { ...bench, corpus: join(import.meta.dirname, "../docs") };
	const timesOf = async (given: Work) => {
		const { ids, cpuSeconds } = await work(docs, given);
		const ms = await withStore(docs, async (_, spanOf) => spanOf(ids));
		return { seconds: ms / 1_000, cpuSeconds };
	};
	console.log(`\nmodel latency ${latencyMs} ms; until the last has ended`);
	const rows = [
		["a survey, one worker", { workers: 1, slots: 1, runs: 1, latencyMs, depth: "survey" }],
		[`${passes} runs at once, one worker`, { workers: 1, slots: passes, runs: passes, latencyMs, depth: "standard" }],
		[
			`${passes} runs at once, two workers`,
			{ workers: 2, slots: Math.ceil(passes / 2), runs: passes, latencyMs, depth: "standard" },
		],
	] as const;
	for (const [name, given] of rows) {
		const { seconds, cpuSeconds } = await timesOf(given);
		console.log(`${name.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s  CPU ${cpuSeconds.toFixed(1).padStart(5)} s`);
	}
}

interface Work {
	depth?: "quick" | "standard" | "survey";
	workers: number;
	slots: number;
	runs: number;
	latencyMs: number;
}

/** Starts workers, puts runs into the queue, and waits until all have finished. */
async function work(bench: Bench, { workers: count, slots: each, runs, latencyMs, depth = "quick" }: Work) {
	const models = await Promise.all(Array.from({ length: servers }, () => startSimulatedModel({ latencyMs })));
	const workers = await Promise.all(Array.from({ length: count }, () => startWorker(bench, each)));
	const store = await openPostgresStore(bench.url);
	const samples: { done: number; mb: number }[] = [];
	try {
		const before = workers.map(({ pid }) => cpuSecondsOf(pid)).reduce((sum, one) => sum + one, 0);
		const began = performance.now();
		const urls = models.map(({ baseUrl }) => baseUrl);
		const ids = await handOver(bench, urls, runs, { depth, label: `${count} ${each} ${latencyMs}` });
		for (;;) {
			const records = (await store.runs()).filter(({ id }) => ids.has(id));
			const failed = records.find(({ status }) => status === "failed" || status === "interrupted");
			if (failed) throw new Error(`run ${failed.id} is ${failed.status}: ${failed.error}`);
			const done = records.filter(({ status }) => status === "completed").length;
			samples.push({ done, mb: workers.reduce((sum, { pid }) => sum + residentMbOf(pid), 0) });
			if (done === runs) break;
			await sleep(500);
		}
		const seconds = (performance.now() - began) / 1_000;
		const cpuSeconds = workers.map(({ pid }) => cpuSecondsOf(pid)).reduce((sum, one) => sum + one, 0) - before;
		return { ids: [...ids], seconds, cpuSeconds, samples, peakMb: Math.max(...samples.map(({ mb }) => mb)) };
	} finally {
		await store.close();
		await Promise.all(workers.map(({ stop }) => stop()));
		await Promise.all(models.map((model) => model.close()));
	}
}

async function handOver(
	{ url, folder, corpus }: Bench,
	urls: readonly string[],
	runs: number,
	{ depth, label }: { depth: NonNullable<Work["depth"]>; label: string },
) {
	const config = readConfig({ home: join(folder, "client") }, { DATABASE_URL: url });
	const app = await openApp(config);
	const ids = new Set<string>();
	const hooks = { onProgress: () => undefined, signal: new AbortController().signal };
	for (let at = 0; at < runs; at++) {
		const question = `How was the Skerry lighthouse built? (${label}, ${at})`;
		const models = { model: "openai-compatible:sim", baseUrl: urls[at % servers], modelParallel };
		await app
			.research({ question, corpus: [corpus], vectors: false, depth, detach: true, ...models }, hooks)
			.catch((error: unknown) => {
				if (!(error instanceof HandedOver)) throw error;
				ids.add(error.runId);
			});
	}
	await app.close();
	return ids;
}

async function startWorker({ url, folder }: Bench, each: number) {
	const { PATH, HOME } = process.env;
	const home = mkdtempSync(join(folder, "worker-"));
	const child = spawn(process.execPath, [main, "worker", "--slots", String(each), "--home", home], {
		stdio: ["ignore", "inherit", "pipe"],
		env: { PATH, HOME, DATABASE_URL: url },
	});
	const ready = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	child.stderr?.on("data", (text) => String(text).includes("at once") && ready.resolve());
	child.once("close", () => ended.resolve());
	await ready.promise;
	return {
		pid: Number(child.pid),
		stop: async () => {
			child.kill("SIGTERM");
			await ended.promise;
		},
	};
}

async function withStore<T>(
	{ url }: Bench,
	use: (durationOf: (id: string) => Promise<number>, spanOf: (ids: readonly string[]) => Promise<number>) => Promise<T>,
): Promise<T> {
	const store = await openPostgresStore(url);
	try {
		/** From the first step's beginning to the last one's end. ms */
		const spanOf = async (ids: readonly string[]) => {
			const steps = (await Promise.all(ids.map((id) => store.log(id)))).flat();
			const begun = Math.min(...steps.map(({ startedAt }) => startedAt.getTime()));
			return Math.max(...steps.map(({ finishedAt }) => finishedAt.getTime())) - begun;
		};
		return await use((id) => spanOf([id]), spanOf);
	} finally {
		await store.close();
	}
}

/** User and system time of a process. Linux only. */
function cpuSecondsOf(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMbOf(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function secondsOf(ms = Number.NaN): string {
	return (ms / 1_000).toFixed(1);
}
