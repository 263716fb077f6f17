import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openAt } from "../crash/engine-body.ts";
import type { Kind } from "../crash/poison-child.ts";
import { type Backends, onBothBackends } from "./backends.ts";

await onBothBackends(crashes);

const child = join(import.meta.dirname, "../crash/poison-child.ts");
/** More processes than any run here needs: something goes in circles. */
const livesMax = 14;

async function life(where: string, runId: string, kind: Kind): Promise<{ died: boolean; said: string }> {
	const started = spawn(process.execPath, [child, where, runId, kind], { stdio: ["ignore", "pipe", "inherit"] });
	let said = "";
	started.stdout.setEncoding("utf8").on("data", (text: string) => {
		said += text;
	});
	const [code] = await once(started, "close");
	return { died: code === null, said };
}

function crashes({ newPlace, folder }: Backends): void {
	/** Starts processes until one ends by itself. */
	async function lived(kind: Kind) {
		const where = await newPlace();
		const store = await openAt(where);
		const id = await store.create(null);
		try {
			for (let deaths = 0; deaths < livesMax; deaths++) {
				const { died, said } = await life(where, id, kind);
				if (!died) return { deaths, output: JSON.parse(said), status: (await store.run(id)).status };
			}
			throw new Error("it goes in circles");
		} finally {
			await store.close();
		}
	}

	describe("a step that ends its process", () => {
		test("is done otherwise after three deaths in a row, and those beside it are done as ever", async () => {
			const { deaths, output, status } = await lived("lanes");
			expect(output).toEqual(["a", "b", expect.stringMatching(/^parked: it ended the program \d times/), "c", "d"]);
			// Those that are recorded meanwhile are no deaths of its own: none may come before it.
			expect([deaths, status]).toEqual([3, "completed"]);
		});

		// What follows is the same code over either database; `npm run torture -- hostile poison` does all of it on both.
		test("in a child costs neither the child nor its parent", async ({ skip }) => {
			if (!(await newPlace()).startsWith(folder)) skip();
			const { output, status } = await lived("child");
			const parked = ["a", "b", expect.stringMatching(/^parked:/), "c", "d"];
			expect([output, status]).toEqual([[parked, parked], "completed"]);
		});

		test("ends the process, which names it, and leaves the run to be resumed, where nothing can be done instead", async ({
			skip,
		}) => {
			if (!(await newPlace()).startsWith(folder)) skip();
			expect(await lived("fatal")).toMatchObject({
				...{ deaths: 3, status: "interrupted" },
				output: expect.stringMatching(/step poison was not done: it ended the program 3 times/),
			});
		});
	});

	test("a process that is stopped, or loses its store, in the same step again and again counts as no crash", async () => {
		const store = await openAt(await newPlace());
		const id = await store.create(null);
		for (let stops = 0; stops < 4; stops++) {
			const stop = new AbortController();
			const work = store.execute(
				id,
				async ({ step }) => {
					const hanging = step("slow", (signal) => sleep(60_000, null, { signal }), { instead: async () => "parked" });
					await sleep(20);
					stop.abort(new Error("stopped"));
					return hanging;
				},
				stop.signal,
			);
			await expect(work).rejects.toThrow("stopped");
		}
		const ended = await store.execute(id, ({ step }) =>
			step("slow", async () => "done", { instead: async () => "parked" }),
		);
		expect(ended.output).toBe("done");
		await store.close();
	});
}
