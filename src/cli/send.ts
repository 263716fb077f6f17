import type { Config } from "../app/config.ts";
import type { SentMessage } from "../app/index.ts";
import type { ParsedCommand } from "./program.ts";
import { jsonText, print, say } from "./terminal/output.ts";
import { withApp } from "./with-app.ts";
import { lateWords, nothingToFinish, shortId } from "./words.ts";

type SendTask = ParsedCommand & { command: "send" };

/** `assay steer`, `pause`, `finish` and `stop`: records the message, and says when it will be taken. */
export async function send({ id, message, flags }: SendTask, config: Config): Promise<void> {
	const [sent, waits] = await withApp(config, async (app) => {
		const sent = await app.send(id, message);
		const isIdle = sent.status === "interrupted";
		return [sent, isIdle && (await app.inspect(sent.runId)).status === "waiting"] as const;
	});
	if (flags.json) await print(jsonText({ ...sent, kind: message.kind }));
	else if (!flags.quiet) say(sentWords(message.kind, sent, waits));
}

/** What was recorded, and what happens next. */
function sentWords(
	kind: SendTask["message"]["kind"],
	{ runId, isNew, status, isSurvey, isLate }: SentMessage,
	waits: boolean,
): string {
	const id = shortId(runId);
	const recorded = isNew ? "recorded" : "recorded before";
	if (status === "queued")
		return `${recorded} for run ${id}, which waits for a worker; it is taken when one takes the run`;
	if (status !== "running" && (kind === "pause" || kind === "stop"))
		return `run ${id} is no longer in the queue of the workers; to go on: assay resume ${id}`;
	if (waits)
		return `${recorded} for run ${id}, which waits for you; it is taken after that; to see what it waits for: assay show ${id}`;
	if (status !== "running")
		return `${recorded} for run ${id}, which no process works on; it is taken when you type: assay resume ${id}`;
	const next = {
		redirect: isLate
			? lateWords(runId)
			: `it changes the plan ${isSurvey ? "in the next round, when the passes at work have ended" : "before the next wave"}; to see it: assay watch ${id}`,
		pause: `the run pauses after the step in progress; to go on then: assay resume ${id}`,
		finish: isLate ? nothingToFinish : "no further wave begins, and the report is written from what there is",
		stop: `the run ends now; to go on: assay resume ${id}`,
	}[kind];
	return `${recorded} for run ${id}: ${next}`;
}
