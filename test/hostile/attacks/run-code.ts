/**
 * Code for `run_code` that takes memory by every way there is, inside the sandbox's context and after an escape from it; code that
 * loops where no time limit of V8 holds while its parent is killed; and many programs at once.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type ProcessMemory, processTree, watchProcessTree } from "../../../src/base/process-memory.ts";
import { runCode } from "../../../src/research/investigator/code/run.ts";
import { outsideSandbox } from "../../support/outside-sandbox.ts";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

const inside = {
	numbers: "const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))",
	strings: "const all = []; for (;;) all.push('ab'.repeat(1e6).split(''))",
	"long strings": "const all = []; for (let i = 0; ; i++) all.push(('x' + i).repeat(1e8).normalize('NFD'))",
	Intl: "const all = []; for (;;) all.push(new Intl.DateTimeFormat('en', { dateStyle: 'full' }))",
	segmenters:
		"const all = []; for (;;) all.push(new Intl.Segmenter('th', { granularity: 'word' }).segment('ก'.repeat(1e6)))",
	"regular expressions":
		"const all = []; for (let i = 0; ; i++) all.push(new RegExp('(a|b)'.repeat(2e4) + i).exec('ab'))",
};

const outside = {
	Buffers: "() => { const all = []; for (;;) all.push(Buffer.alloc(1e7, 1)) }",
	"typed arrays": "() => { const all = []; for (;;) all.push(new Float64Array(1e6).fill(1)) }",
	"shared memory": "() => { const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1e7)).fill(1)) }",
	SQLite:
		"() => { const { DatabaseSync } = require('node:sqlite'); const db = new DatabaseSync(':memory:'); db.exec('create table t(x)'); for (;;) db.exec('insert into t values (zeroblob(1e7))') }",
	"a larger heap":
		"() => { require('v8').setFlagsFromString('--max-old-space-size=9000'); const all = []; for (;;) all.push(new Array(1e6).fill(1.5)) }",
};

/** `give` of the sandbox calls it when the time limit of the context is over. */
const endless = "String.prototype.slice = () => { for (;;); };";

const MiB = 1024 * 1024;
/** Memory of one program beyond which the attack succeeded, MiB: the documented limit is 256, and it is measured at intervals. */
const memoryMost = 512;
/** A child that lives longer than this after its parent has outlived it. */
const outlivedMost = 2_000;

export const attack: Attack = {
	name: "memory, a killed parent and many programs in run_code",
	async run({ seed, attempts }) {
		const broken: string[] = [];
		const most = new Map<string, number>();
		const before = folders();
		for (const [name, code] of Object.entries(inside)) most.set(name, await peak(() => runCode(code)));
		for (const [name, code] of Object.entries(outside)) most.set(name, await peak(() => outsideSandbox(code)));
		for (const [name, bytes] of most) if (bytes > memoryMost * MiB) broken.push(`${name}: ${mib(bytes)} resident`);

		const next = seededRandom(seed);
		const lived: number[] = [];
		for (let attempt = 0; attempt < attempts; attempt++) lived.push(await outlived(Math.round(next() * 400)));
		const long = lived.filter((ms) => ms > outlivedMost);
		if (long.length > 0)
			broken.push(`${long.length} of ${attempts} children outlived their killed parent by ${outlivedMost / 1_000} s`);

		let together = 0;
		const many = await peak(
			() => Promise.all(Array.from({ length: 20 }, () => runCode("for (;;);", undefined, 300))),
			(programs) => {
				together = Math.max(together, programs.filter(({ parent }) => parent === process.pid).length);
			},
		);
		if (together > 4) broken.push(`${together} of 20 programs ran at once`);
		const left = folders().length - before.length;
		if (left > 0) broken.push(`${left} folders were left`);
		const figures = [
			`most memory ${[...most].map(([name, bytes]) => `${name} ${mib(bytes)}`).join(", ")}`,
			`outlived by ${Math.max(...lived)} ms at most`,
			`${together} of 20 at once with ${mib(many)}`,
		];
		return { attempts: most.size + attempts + 1, broken, figures: figures.join("; ") };
	},
};

/** The most bytes that all processes below this one held together while the work was done. */
async function peak(
	work: () => Promise<unknown>,
	also: (programs: ProcessMemory[]) => void = () => {},
): Promise<number> {
	let bytes = 0;
	const stop = watchProcessTree(process.pid, 10, (processes) => {
		const programs = processes.filter(({ pid }) => pid !== process.pid);
		bytes = Math.max(
			bytes,
			programs.reduce((sum, one) => sum + one.bytes, 0),
		);
		also(programs);
	});
	try {
		await work();
	} finally {
		stop();
	}
	return bytes;
}

/** Kills a parent whose program loops; milliseconds until all of its children were gone. Ends those that stay. */
async function outlived(afterMs: number): Promise<number> {
	const parent = fork(new URL("../../support/run-code.ts", import.meta.url), [endless]);
	const root = parent.pid ?? Number.NaN;
	const below = async () => ((await processTree(root)) ?? []).filter(({ pid }) => pid !== root);
	await once(parent, "message");
	while (!(await below()).some(({ bytes }) => bytes > 5e6)) await delay(5);
	await delay(afterMs);
	const children = await below();
	parent.kill("SIGKILL");
	await once(parent, "exit");
	const killed = performance.now();
	const alive = async () => {
		const trees = await Promise.all(children.map(({ pid }) => processTree(pid)));
		return trees.flatMap((tree) => tree ?? []);
	};
	while ((await alive()).length > 0 && performance.now() - killed < 2 * outlivedMost) await delay(5);
	const ms = Math.round(performance.now() - killed);
	for (const { pid } of await alive()) process.kill(pid, "SIGKILL");
	return ms;
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("assay-code-"));
const mib = (bytes: number) => `${Math.round(bytes / MiB)} MiB`;
