/**
 * Kills (`kill -9`) real processes that work on runs, at random moments, and checks that nothing is lost:
 * `node test/crash/engine-torture.ts [--kills 200] [--postgres] [--seed 1]`. Exits with 1 when a promise is broken.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { canonical } from "../../src/base/hash.ts";
import type { Store } from "../../src/store/store.ts";
import { startPostgres } from "../real/postgres.ts";
import { type CrashInput, ledgerBody, openAt } from "./engine-body.ts";
import { look, wrongs, wrongsOfRun } from "./engine-check.ts";

export interface TortureReport {
	kills: number;
	runs: number;
	/** Kills that found a process past its first new step. */
	atWork: number;
	/** Steps whose work began twice or more, in flight at a kill: allowed. */
	rerun: number;
	/** Requests that were in flight at a kill: paid for, and their answers lost. */
	lostCalls: number;
	/** Broken promises, each in words. */
	broken: string[];
}

const child = join(import.meta.dirname, "engine-child.ts");
const input: CrashInput = { waves: 8, lanes: 3, stepMs: 15, children: 3 };

/** Requests that one process has in flight at most. */
const inFlightMax = input.lanes * input.children;

/** Starts a process that works on a run. */
export function work(where: string, runId: string, ledger: string): ChildProcess {
	return spawn(process.execPath, [child, where, runId, ledger], { stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Works through whole runs until `kills` were made: one in five within 300 ms of a process's start, the others within 300 ms
 * of its having opened the store. `where` is a new folder or database.
 */
export async function torture(where: string, kills: number, seed: number): Promise<TortureReport> {
	const folder = mkdtempSync(join(tmpdir(), "assay-torture-"));
	const store = await openAt(where);
	const report: TortureReport = { kills: 0, runs: 0, atWork: 0, rerun: 0, lostCalls: 0, broken: [] };
	const random = lehmer(seed);
	try {
		const expected = canonical((await execute(store, join(folder, "undisturbed"))).output);
		while (report.kills < kills) {
			const runId = await store.create({ ...input });
			const ledger = join(folder, `ledger-${++report.runs}`);
			await killUntilDone(store, where, runId, ledger, random, kills, report);
			for await (const wrong of wrongsOfRun(store, runId, input, expected)) report.broken.push(`${runId}: ${wrong}`);
		}
	} finally {
		await store.close();
		rmSync(folder, { recursive: true, force: true });
	}
	return report;
}

async function killUntilDone(
	store: Store,
	where: string,
	runId: string,
	ledger: string,
	random: () => number,
	kills: number,
	report: TortureReport,
): Promise<void> {
	let before = await look(store, runId, ledger);
	for (;;) {
		const process = work(where, runId, ledger);
		let said = "";
		process.stderr?.on("data", (text) => {
			said += text;
		});
		const exited = new Promise<number | null>((resolve) => process.once("exit", resolve));
		const killing = report.kills < kills;
		const begins =
			random() < 0.2
				? Promise.resolve()
				: new Promise<void>((resolve) => process.stdout?.once("data", () => resolve()));
		const late = begins.then(() => sleep(random() * 300, "late" as const));
		const code = await Promise.race([exited, ...(killing ? [late] : [])]);
		if (code === "late" && process.kill("SIGKILL")) report.kills++;
		await exited;
		while ((await store.run(runId)).status === "running") await sleep(5);
		const after = await look(store, runId, ledger);
		if (code === "late" && after.begun.length > before.begun.length) report.atWork++;
		for (const wrong of wrongs(before, after, code === "late", inFlightMax)) report.broken.push(`${runId} ${wrong}`);
		before = after;
		if (said !== "") report.broken.push(`a process printed: ${said}`);
		if (code === "late") continue;
		if (code !== 0) report.broken.push(`a process ended with ${code}`);
		report.rerun += after.begun.length - new Set(after.begun).size;
		report.lostCalls += after.calls.filter(({ result }) => !result).length;
		return;
	}
}

async function execute(store: Store, ledger: string) {
	return store.execute(await store.create({ ...input }), ledgerBody(ledger));
}

/** Random numbers that a seed repeats. */
function lehmer(seed: number): () => number {
	let state = seed % 2_147_483_647 || 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			kills: { type: "string", default: "200" },
			seed: { type: "string", default: "1" },
			postgres: { type: "boolean", default: false },
		},
	});
	const server = values.postgres ? await startPostgres() : undefined;
	if (server && "missing" in server) throw new Error(server.missing);
	const folder = mkdtempSync(join(tmpdir(), "assay-torture-home-"));
	const began = Date.now();
	const report = await torture(server ? await server.newDatabase() : folder, Number(values.kills), Number(values.seed));
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
	console.log(JSON.stringify({ ...report, seconds: Math.round((Date.now() - began) / 1000) }));
	process.exitCode = report.broken.length > 0 ? 1 : 0;
}
