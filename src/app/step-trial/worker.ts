/** The child process of a trial (`src/store/trials.ts`): it resumes a run until the step that is due has ended, and shows nothing. */
import { endWithParent } from "../../base/end-with-parent.ts";
import { AssayError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { failureOf } from "../../store/failure.ts";
import { trialEndedCode } from "../../store/trials.ts";
import { preferProductionLibraries, readConfig } from "../config.ts";
import type { TrialReport, TrialTask } from "./start-trial.ts";

const stopped = new AbortController();

async function work({ home, out, runId, connection, trial }: TrialTask): Promise<TrialReport> {
	try {
		const { openApp } = await import("../index.ts");
		const app = await openApp(readConfig({ home, out }), { trial });
		try {
			const hooks = { signal: stopped.signal, onProgress: () => undefined };
			await ((await app.isCampaign(runId)) ? app.resumeCampaign : app.resume)(runId, hooks, connection);
		} finally {
			await app.close();
		}
		return { end: "ended" };
	} catch (error) {
		return { end: error instanceof AssayError && error.code === trialEndedCode ? "ended" : failureOf(error) };
	}
}

preferProductionLibraries();
endWithParent(Number(process.argv[2]));
// A key that is pressed for the parent reaches this process, too. The parent decides what it means.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
setInterval(() => process.send?.("working" satisfies TrialReport), limits.trialReportMs).unref();
process.on("message", (message: TrialTask | "stop") => {
	if (message === "stop") stopped.abort(new AssayError("INTERRUPTED", "stopped", { keepsRun: true }));
	else void work(message).then((report) => process.send?.(report, () => process.exit()));
});
