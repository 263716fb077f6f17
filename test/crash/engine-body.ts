import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../src/base/json.ts";
import type { CallRecord, CallRequest } from "../../src/evidence/call.ts";
import { openStore } from "../../src/store/open.ts";
import type { RunBody, RunContext, Store } from "../../src/store/store.ts";

/**
 * What a crash test's run is asked to do: `waves` of one step and then `lanes` racing ones, each of up to `stepMs`; and half-way,
 * `children` racing children of as many waves each. Each racing step asks a model.
 */
export interface CrashInput {
	waves: number;
	lanes: number;
	stepMs: number;
	children: number;
}

/** Opens a folder, or a Postgres database when `where` is a URL. */
export function openAt(where: string): Promise<Store> {
	return openStore(where.startsWith("postgres") ? { home: "", databaseUrl: where } : { home: where });
}

/**
 * A run whose steps append `name` to `ledger` when their work begins, and whose model calls append `sent key attempt` and
 * `recorded key attempt`: what the outside world saw of it. Its output depends on every step's result and every model's
 * answer, and on nothing else.
 */
export function ledgerBody(ledger: string): RunBody {
	const see = (line: string) => appendFileSync(ledger, `${line}\n`);
	return async (run) => {
		const { waves, lanes, stepMs, children } = run.input as unknown as CrashInput;
		const half = Math.floor(waves / 2);
		const ask = openModel(await run.calls.list(), stepMs, see);
		let sum = 0;
		for (let wave = 0; wave < waves; wave++) {
			sum = await workWave({ run, of: "", wave, lanes, stepMs, sum, ask, see });
			if (wave !== half) continue;
			const names = Array.from({ length: children }, (_, child) => `child:${child}`);
			const delegated = names.map((name) =>
				run.step(
					name,
					() =>
						run.child(name, name, async (child) => {
							let found = 0;
							for (let own = 0; own < waves; own++) {
								found = await workWave({ run: child, of: `${name}/`, wave: own, lanes, stepMs, sum: found, ask, see });
							}
							return found;
						}),
					{ hasChildren: true },
				),
			);
			for (const found of await all(delegated)) sum = mix(sum, Number(found));
		}
		return { sum };
	};
}

type Ask = (calls: RunContext["calls"], key: string, prompt: string, signal: AbortSignal) => Promise<string>;

interface Wave {
	run: RunContext;
	/** What comes before a step's name in the outside ledger. */
	of: string;
	wave: number;
	lanes: number;
	stepMs: number;
	sum: number;
	ask: Ask;
	see: (line: string) => void;
}

async function workWave({ run, of, wave, lanes, stepMs, sum, ask, see }: Wave): Promise<number> {
	await run.step(`plan:${wave}`, async (signal) => {
		see(`${of}plan:${wave}`);
		return sleep(Math.random() * stepMs, sum, { signal });
	});
	const read = (name: string, lane: number) =>
		run.step(name, async (signal) => {
			see(`${of}${name}`);
			const said = await ask(run.calls, `${of}${name}`, `${sum} ${lane}`, signal);
			await sleep((Math.random() * stepMs) / 2, undefined, { signal });
			return { name, said };
		});
	const names = Array.from({ length: lanes }, (_, lane) => `read:${wave}:${lane}`);
	let next = sum;
	for (const { said } of await all(names.map(read))) next = mix(next, Number(said));
	return next;
}

/** A model whose answers depend on the prompt alone, and which is asked nothing that the ledger has an answer to. */
function openModel(before: CallRecord[], answerMs: number, see: (line: string) => void): Ask {
	const answers = new Map(
		before.flatMap(({ request, result }) => (result?.message ? [[request.key, result.message.text]] : [])),
	);
	return async (calls, key, prompt, signal) => {
		const known = answers.get(key);
		if (known !== undefined) return known;
		const request: CallRequest = { key, role: "plan", model: "test:model", promptHash: "p", try: 1, prompt };
		const attempt = await calls.begin(request);
		see(`sent ${key} ${attempt}`);
		const [sum, lane] = prompt.split(" ");
		const text = await sleep((Math.random() * answerMs) / 2, String(mix(Number(sum), Number(lane))), { signal });
		const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
		await calls.end(key, attempt, { message: { text, toolCalls: [], finish: "stop" }, usage, ms: 1 });
		see(`recorded ${key} ${attempt}`);
		return text;
	};
}

function mix(sum: number, value: number): number {
	return (sum * 31 + value + 7) % 1_000_003;
}

async function all<T extends Json>(work: Promise<T>[]): Promise<T[]> {
	const settled = await Promise.allSettled(work);
	return settled.map((one) => {
		if (one.status === "rejected") throw one.reason;
		return one.value;
	});
}

/** The names of the steps that such a run records, and of those that each of its children does. */
export function stepNames({ waves, lanes, children }: CrashInput): { run: string[]; child: string[] } {
	const child = Array.from({ length: waves }, (_, wave) => [
		`plan:${wave}`,
		...Array.from({ length: lanes }, (_, lane) => `read:${wave}:${lane}`),
	]).flat();
	return { run: [...child, ...Array.from({ length: children }, (_, index) => `child:${index}`)], child };
}
