import { existsSync, readFileSync } from "node:fs";
import { canonical } from "../../src/base/hash.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { Store } from "../../src/store/store.ts";
import { type CrashInput, stepNames } from "./engine-body.ts";

/** What the outside world saw of a run, and what its store has of it. */
export interface Sight {
	/** Steps whose work began, those of children after their child's name and a slash, in order. */
	begun: string[];
	/** `key attempt` of each request that was sent, and of each whose result was recorded. */
	sent: string[];
	answered: string[];
	/** Steps whose result is recorded, named as in `begun`. */
	recorded: Set<string>;
	calls: CallRecord[];
}

export async function look(store: Store, runId: string, ledger: string): Promise<Sight> {
	const lines = existsSync(ledger) ? readFileSync(ledger, "utf8").trim().split("\n") : [];
	const of = (word: string) => lines.flatMap((line) => (line.startsWith(word) ? [line.slice(word.length)] : []));
	const children = await store.children(runId);
	const names = [
		...(await store.log(runId)).map((step) => step.name),
		...children.flatMap(({ name, log }) => log.map((step) => `${name}/${step.name}`)),
	];
	return {
		begun: lines.filter((line) => !line.includes(" ")),
		...{ sent: of("sent "), answered: of("recorded "), recorded: new Set(names) },
		calls: await store.calls(runId),
	};
}

const nameOf = ({ request, attempt }: CallRecord) => `${request.key} ${attempt}`;

/** What a process did that it must not, in words. `wasKilled`: it may have left requests in flight, at most `inFlightMax`. */
export function* wrongs(before: Sight, after: Sight, wasKilled: boolean, inFlightMax: number): Generator<string> {
	for (const name of after.begun.slice(before.begun.length)) {
		if (before.recorded.has(name)) yield `repeated the recorded step ${name}`;
	}
	for (const name of before.recorded) if (!after.recorded.has(name)) yield `lost the recorded step ${name}`;

	const answered = new Set(before.calls.filter(({ result }) => result).map(({ request }) => request.key));
	for (const sent of after.sent.slice(before.sent.length)) {
		if (answered.has(sent.split(" ")[0] ?? "")) yield `asked again what has an answer: ${sent}`;
	}
	const rows = new Map(after.calls.map((call) => [nameOf(call), call]));
	for (const sent of after.sent) if (!rows.has(sent)) yield `sent what is not in the ledger: ${sent}`;
	for (const sent of after.answered) if (!rows.get(sent)?.result) yield `lost the answer to ${sent}`;
	for (const old of before.calls) {
		const now = rows.get(nameOf(old));
		// A database server may carry out a dead process's last statement a moment after its death.
		const same = now && canonical(old.result ? now : { ...now, result: undefined }) === canonical(old);
		if (!same) yield `changed an older row: ${nameOf(old)}`;
	}

	const open = after.calls.slice(before.calls.length).filter(({ result }) => !result);
	const openMax = wasKilled ? inFlightMax : 0;
	if (open.length > openMax) yield `left ${open.length} requests without a result: ${open.map(nameOf).join(", ")}`;
}

/** What is wrong with a run that should have ended. */
export async function* wrongsOfRun(
	store: Store,
	runId: string,
	input: CrashInput,
	output: string,
): AsyncGenerator<string> {
	const run = await store.run(runId);
	const names = stepNames(input);
	if (run.status !== "completed") yield `it is ${run.status}: ${run.error}`;
	else if (canonical(run.output) !== output) yield "it ended with another output";
	const sorted = (log: { name: string }[]) => canonical(log.map(({ name }) => name).sort());
	if (sorted(await store.log(runId)) !== canonical(names.run.sort())) yield "it lost or repeated a step";
	const children = await store.children(runId);
	if (children.length !== input.children) yield `it has ${children.length} children`;
	for (const { name, run: child, log } of children) {
		if (child.status !== "completed") yield `${name} is ${child.status}: ${child.error}`;
		if (sorted(log) !== canonical(names.child.sort())) yield `${name} lost or repeated a step`;
	}
	const keys = (await store.calls(runId)).filter(({ result }) => result).map(({ request }) => request.key);
	const asked = input.waves * input.lanes * (1 + input.children);
	if (keys.length !== asked || new Set(keys).size !== asked)
		yield `its ledger has ${keys.length} answers, not ${asked}`;
	if ((await store.runs()).some(({ id }) => children.some(({ run: child }) => child.id === id)))
		yield "a child is listed";
}
