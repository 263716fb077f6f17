import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../src/base/json.ts";
import { openStore } from "../../src/store/open.ts";
import type { RunBody, Store } from "../../src/store/store.ts";

/** What a crash test's run is asked to do: `waves` of one step and then `lanes` racing ones, each of up to `stepMs`. */
export interface CrashInput {
	waves: number;
	lanes: number;
	stepMs: number;
}

/** Opens a folder, or a Postgres database when `where` is a URL. */
export function openAt(where: string): Promise<Store> {
	return openStore(where.startsWith("postgres") ? { home: "", databaseUrl: where } : { home: where });
}

/**
 * A run whose steps append `name` to `ledger` when their work begins: what the outside world saw of it. Its output depends
 * on every step's result and on nothing else.
 */
export function ledgerBody(ledger: string): RunBody {
	return async ({ input, step }) => {
		const { waves, lanes, stepMs } = input as unknown as CrashInput;
		const work = (name: string, value: number) =>
			step(name, async (signal): Promise<Json> => {
				appendFileSync(ledger, `${name}\n`);
				await sleep(Math.random() * stepMs, undefined, { signal });
				return { name, value };
			});
		let sum = 0;
		for (let wave = 0; wave < waves; wave++) {
			await work(`plan:${wave}`, sum);
			const names = Array.from({ length: lanes }, (_, lane) => `read:${wave}:${lane}`);
			const settled = await Promise.allSettled(names.map((name, lane) => work(name, wave * lane)));
			for (const result of settled) {
				if (result.status === "rejected") throw result.reason;
				sum = (sum * 31 + Number((result.value as { value: number }).value) + 7) % 1_000_003;
			}
		}
		return { sum };
	};
}

/** The names of all steps that such a run records. */
export function stepNames({ waves, lanes }: CrashInput): string[] {
	return Array.from({ length: waves }, (_, wave) => [
		`plan:${wave}`,
		...Array.from({ length: lanes }, (_, lane) => `read:${wave}:${lane}`),
	]).flat();
}
