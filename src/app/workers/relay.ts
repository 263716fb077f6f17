import type { SharedStore, Store } from "../../store/store.ts";
import type { Hooks } from "../progress.ts";
import { parseRelayed, type Relayed } from "./job.ts";

/** Where those who begin to follow a run ask its worker for what it shows now. They name a topic of their own for the response. */
const requestsOf = (runId: string) => `${runId}_ask`;

/** Sends what a worker shows of a run, and no log holds, to those who follow the run. `close` ends it. */
export interface Relay {
	send(progress: Relayed): void;
	/** What was shown of a kind is over. */
	forget(kind: Relayed["type"]): void;
	close(): Promise<void>;
}

/** Of each kind, those who come later get the last; none of a kind that is undefined here. */
function kindOf(progress: Relayed): string | undefined {
	if (progress.type === "destination") return progress.text;
	if (progress.type === "investigator") return `investigator ${progress.id}`;
	return progress.type === "skip" || progress.type === "verdict" ? undefined : progress.type;
}

/** Of a report that is being written, a notification has room for its end. Characters. */
const writtenMax = 2_400;

function withinLimit(progress: Relayed): Relayed {
	if (progress.type !== "writing" || progress.text.length <= writtenMax) return progress;
	return { ...progress, text: `… ${progress.text.slice(-writtenMax)}` };
}

export async function openRelay(shared: SharedStore, runId: string): Promise<Relay> {
	const last = new Map<string, string>();
	let sent = Promise.resolve();
	// In the order in which it happened.
	const publish = (topic: string, text: string) => {
		sent = sent.then(() => shared.publish(topic, text));
	};
	const close = await shared.subscribe(requestsOf(runId), (topic) => {
		if (topic.startsWith(`${runId}_`)) for (const text of last.values()) publish(topic, text);
	});
	return {
		send(progress) {
			const [kind, text] = [kindOf(progress), JSON.stringify(withinLimit(progress))];
			if (kind !== undefined) last.set(kind, text);
			publish(runId, text);
		},
		forget: (kind) => void last.delete(kind),
		close,
	};
}

/**
 * Hears what a worker shows of a run: what it shows now, and what it will show. The result ends it. Nothing is heard where no worker
 * can be.
 */
export async function listenToWorker(
	{ shared }: Pick<Store, "shared">,
	runId: string,
	onProgress: Hooks["onProgress"],
): Promise<() => Promise<void>> {
	if (!shared) return async () => undefined;
	const heard = new Set<string>();
	const hear = (text: string) => {
		heard.add(text);
		const progress = parseRelayed(text);
		if (progress) onProgress(progress);
	};
	const own = `${runId}_${crypto.randomUUID().slice(0, 8)}`;
	const stops = [
		await shared.subscribe(runId, hear),
		await shared.subscribe(own, (text) => {
			if (!heard.has(text)) hear(text);
		}),
	];
	await shared.publish(requestsOf(runId), own);
	return async () => {
		await Promise.all(stops.map((stop) => stop()));
	};
}
