import { describeEvent } from "../app/event-words.ts";
import type { App, Progress } from "../app/index.ts";
import type { Runner } from "../serving/runner.ts";
import type { Call } from "./tool.ts";

/** A client that waits hears from the run this often, so that it does not give up. ms */
const heartbeatMs = 5_000;
/** Between the beginning of work and its lock on the run, its log is read again after this time. ms */
const beginningMs = 100;

/** Waits until a run ends or nobody works on it, and sends its progress. Throws where the signal is aborted. */
export async function waitForEnd(
	{ app, runner, id, signal }: { app: App; runner: Runner; id: string; signal: AbortSignal },
	progress: Call["progress"],
): Promise<void> {
	let last = "at work";
	const say = (text: string) => {
		last = text;
		progress?.(text);
	};
	const beat = setInterval(() => progress?.(last), heartbeatMs);
	const hear = (passing: Progress) => {
		if (passing.type === "note" || passing.type === "destination") say(passing.text);
		else if (passing.type === "index") say(`index: ${passing.phase} ${passing.done} of ${passing.total}`);
		else if (passing.type === "spending") last = `${last.split(" · $")[0]} · $${passing.spending.usd.toFixed(2)}`;
	};
	const isHere = runner.isActive(id);
	const stopListening = isHere ? runner.listen(id, hear) : await app.listenToWorker(id, hear);
	try {
		let seen = 0;
		for (;;) {
			// Asked before each read of the log: what is recorded later comes with the next read.
			let isActive = runner.isActive(id);
			for await (const { status, events, state } of app.log(id, signal)) {
				for (const { position, event } of events.filter((one) => one.position > seen)) {
					for (const [label, text] of describeEvent(event, state)) say(`${label}: ${text}`);
					seen = position;
				}
				if (status !== "running" && status !== "queued" && !(isActive && status === "interrupted")) return;
				isActive = runner.isActive(id);
			}
			await new Promise((resolve) => setTimeout(resolve, beginningMs));
			signal.throwIfAborted();
		}
	} finally {
		clearInterval(beat);
		await stopListening();
	}
}
