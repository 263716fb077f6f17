/**
 * Fault points, to be loaded before the program: `NODE_OPTIONS=--import=…/die.ts`. `ASSAY_TEST_DIE` says where the process ends:
 *
 * - `step:PREFIX`: in a step whose name begins so, a moment after it has begun, so that steps beside it are in flight too;
 * - `print`: with the report's files written, before the first byte of it is printed;
 * - `printed`: with all of it printed, before anything is done about that.
 *
 * `ASSAY_TEST_DIE_BY=abort` ends it as a native crash does, and `hang` lets it hang; otherwise it is killed as by the system when memory
 * runs out.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { BackendPostgres } from "openworkflow/postgres";
import { BackendSqlite } from "openworkflow/sqlite";
import { limits } from "../../src/base/limits.ts";

/** How long steps beside the one that kills may run. ms */
const besideMs = 40;

const [point, prefix = ""] = (process.env.ASSAY_TEST_DIE ?? "").split(/:(.*)/s);

export function dieEnvironment(point: string, by: "kill" | "abort" | "hang" = "kill"): NodeJS.ProcessEnv {
	return { NODE_OPTIONS: `--import=${import.meta.filename}`, ASSAY_TEST_DIE: point, ASSAY_TEST_DIE_BY: by };
}

function die(): never {
	if (process.env.ASSAY_TEST_DIE_BY === "abort") process.abort();
	if (process.env.ASSAY_TEST_DIE_BY === "hang") writeSync(2, "it hangs\n");
	while (process.env.ASSAY_TEST_DIE_BY === "hang");
	process.kill(process.pid, "SIGKILL");
	throw new Error("it lives on");
}

// Nobody wants to wait for a minute in a test.
if (process.env.ASSAY_TEST_DIE_BY === "hang") Object.assign(limits, { trialSilentMs: 5_000 });

if (point === "step") {
	for (const { prototype } of [BackendSqlite, BackendPostgres]) {
		const { createStepAttempt } = prototype;
		prototype.createStepAttempt = async function (params) {
			const attempt = await createStepAttempt.call(this, params);
			// After so many deaths what runs under this name is not the step's own work.
			const { inTrial = 0 } = params.config as { inTrial?: number };
			if (!params.stepName.startsWith(prefix) || inTrial >= limits.trialCrashes) return attempt;
			await sleep(besideMs);
			return die();
		};
	}
}

if (point === "print" || point === "printed") {
	const { stdout } = process;
	const write = stdout.write.bind(stdout);
	stdout.write = (...args: unknown[]) => {
		if (point === "print") die();
		return write(String(args[0]), () => die());
	};
}
