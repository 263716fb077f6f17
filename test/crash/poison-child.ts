/** `node poison-child.ts WHERE RUN KIND`: works on a run with a step that ends its process; prints what comes of it as JSON. */
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../src/base/errors.ts";
import type { Json } from "../../src/base/json.ts";
import type { RunBody, RunContext } from "../../src/store/store.ts";
import { openAt } from "./engine-body.ts";

/** `lanes`: beside others; `child`: in a child; `fatal`: nothing can be done instead; `twice`: what is done instead ends it, too. */
export type Kind = "lanes" | "child" | "fatal" | "twice";

async function die(): Promise<never> {
	// Those beside it are in flight by then, and slower.
	await sleep(30);
	process.kill(process.pid, "SIGKILL");
	return sleep(10_000) as Promise<never>;
}

async function lanes({ step }: RunContext, kind: Kind): Promise<Json> {
	const instead = kind === "fatal" ? undefined : kind === "twice" ? die : async (reason: string) => `parked: ${reason}`;
	const names = ["a", "b", "poison", "c", "d"];
	const settled = await Promise.allSettled(
		names.map((name) =>
			name === "poison"
				? step(name, die, { instead })
				: step(name, () => sleep(60, name), { instead: async () => "an innocent one was parked" }),
		),
	);
	return settled.map((one) => {
		if (one.status === "rejected") throw one.reason;
		return one.value;
	});
}

const body =
	(kind: Kind): RunBody =>
	async (run) => {
		if (kind !== "child") return lanes(run, kind);
		const inChild = (name: string) => () => run.child(name, null, (child) => lanes(child, kind));
		const names = ["host:1", "host:2"];
		return Promise.all(names.map((name) => run.step(name, inChild(name), { hasChildren: true })));
	};

const [where, runId, kind] = process.argv.slice(2);
if (where === undefined || runId === undefined) throw new Error("WHERE RUN KIND");
const store = await openAt(where);
const ended = await store.execute(runId, body(kind as Kind)).catch((error: unknown) => ({ output: messageOf(error) }));
console.log(JSON.stringify(ended.output));
await store.close();
