/**
 * `npm run bench -- overhead`: what durability costs. Steps per second of our store beside the bare engine, in turns in one
 * process; then whole processes: start to the first recorded step, resume after a kill, peak memory.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OpenWorkflow } from "openworkflow";
import { BackendSqlite } from "openworkflow/sqlite";
import { openStore } from "../src/store/open.ts";
import { data } from "../test/support/data.ts";

const root = join(import.meta.dirname, "..");
const question =
	"What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?";
const sizes = [100, 300, 900];
const rounds = 5;

export async function run(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "assay-overhead-"));
	try {
		await steps(folder);
		await processes(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function steps(folder: string): Promise<void> {
	console.log(`steps per second, median of ${rounds} rounds, ours and the bare engine in turns`);
	console.log("steps a run    ours    bare   ratio");
	for (const size of sizes) {
		const ours: number[] = [];
		const bare: number[] = [];
		for (let round = 0; round < rounds; round++) {
			ours.push(size / (await timed(() => oursOf(join(folder, `ours-${size}-${round}`), size))));
			bare.push(size / (await timed(() => bareOf(join(folder, `bare-${size}-${round}.db`), size))));
		}
		const ratio = median(ours.map((one, index) => one / (bare[index] ?? one)));
		console.log(
			`${String(size).padStart(11)} ${median(ours).toFixed(0).padStart(7)} ${median(bare).toFixed(0).padStart(7)} ${ratio.toFixed(2).padStart(7)}`,
		);
	}
}

/** Seconds that the timed part of `prepare` takes; what it returns is the part that counts. */
async function timed(
	prepare: () => Promise<{ work: () => Promise<void>; close: () => Promise<void> }>,
): Promise<number> {
	const { work, close } = await prepare();
	const started = performance.now();
	await work();
	const seconds = (performance.now() - started) / 1000;
	await close();
	return seconds;
}

const payload = { type: "searched", text: "x".repeat(500) };

async function oursOf(home: string, size: number) {
	const store = await openStore({ home, databaseUrl: undefined });
	const id = await store.create({ question: "bench" });
	return {
		work: async () => {
			await store.execute(id, async (context) => {
				for (let n = 0; n < size; n++) await context.step(`step:${n}`, async () => payload);
				return null;
			});
		},
		close: () => store.close(),
	};
}

async function bareOf(file: string, size: number) {
	const backend = await BackendSqlite.connect(file);
	const engine = new OpenWorkflow({ backend });
	// The engine's own wait for a result looks once a second, so the end is told from inside.
	const ended = Promise.withResolvers<void>();
	const flow = engine.defineWorkflow({ name: "bench" }, async ({ step }) => {
		for (let n = 0; n < size; n++) await step.run({ name: `step:${n}` }, async () => payload);
		ended.resolve();
		return null;
	});
	const worker = engine.newWorker();
	return {
		work: async () => {
			await flow.run({});
			await worker.tick();
			await ended.promise;
		},
		close: async () => {
			await worker.stop();
			await backend.stop();
		},
	};
}

async function processes(folder: string): Promise<void> {
	const corpus = existsSync(data) ? join(data, "multihop/corpus.jsonl") : join(root, "docs");
	console.log(`\nwhole processes on ${corpus.split("/").slice(-2).join("/")}, warm, median of 5`);
	for (const flags of [[], ["--no-vectors"]]) {
		const home = join(folder, flags.length > 0 ? "lean" : "full");
		await assay(home, corpus, flags);
		const first: number[] = [];
		const resume: number[] = [];
		const memory: number[] = [];
		const whole: number[] = [];
		for (let round = 0; round < 5; round++) {
			const calm = await assay(home, corpus, flags);
			first.push((await recordedAfter(home, calm.startedAt)) - calm.startedAt);
			memory.push(calm.peakMb);
			whole.push(calm.endedAt - calm.startedAt);
			const span = calm.endedAt - calm.startedAt;
			await assay(home, corpus, flags, span * 0.7);
			const again = await assay(home, corpus, flags);
			resume.push((await recordedAfter(home, again.startedAt)) - again.startedAt);
		}
		const name = flags.length > 0 ? "without vectors" : "with vectors";
		console.log(
			`${name}: first step ${median(first)} ms; resumed step ${median(resume)} ms; whole run ${median(whole)} ms; peak memory ${median(memory).toFixed(0)} MB`,
		);
	}
}

/** When the newest run recorded its first step after a moment. Epoch ms. */
async function recordedAfter(home: string, moment: number): Promise<number> {
	const store = await openStore({ home, databaseUrl: undefined });
	try {
		const [newest] = await store.runs();
		const log = newest ? await store.log(newest.id) : [];
		return Math.min(...log.map(({ finishedAt }) => finishedAt.getTime()).filter((at) => at >= moment));
	} finally {
		await store.close();
	}
}

async function assay(home: string, corpus: string, flags: string[], killAfterMs?: number) {
	const startedAt = Date.now();
	const child = spawn(
		process.execPath,
		[join(root, "src/cli/main.ts"), question, "--corpus", corpus, "--json", ...flags],
		{
			stdio: "ignore",
			env: { ...process.env, ASSAY_HOME: home, DATABASE_URL: "" },
		},
	);
	const ended = new Promise<void>((done) => child.once("close", () => done()));
	let peakMb = 0;
	const looking = (async () => {
		while (child.exitCode === null && child.signalCode === null) {
			peakMb = Math.max(peakMb, peakOf(child.pid));
			if (killAfterMs !== undefined && Date.now() - startedAt > killAfterMs) child.kill("SIGKILL");
			await sleep(20);
		}
	})();
	await ended;
	await looking;
	return { startedAt, endedAt: Date.now(), peakMb };
}

/** Peak resident memory of a process so far, MB; 0 where the system does not say. */
function peakOf(pid: number | undefined): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
