/** A process that indexes a folder (first argument) and sends what became of it; Ctrl-C stops it, as it does the command. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { onInterrupt } from "../../src/base/interrupt.ts";
import { openCorpus } from "../../src/sources/corpus/corpus.ts";

const stop = new AbortController();
onInterrupt((signal) => stop.abort(new Error(signal)));
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const [folder = "", indexFolder = ""] = process.argv.slice(2);
try {
	const corpus = await openCorpus({ folders: [folder], indexFolder, vectors: false, signal: stop.signal });
	const { documents, skipped } = corpus.stats;
	process.send?.({ documents, skipped, blocked: delay.max / 1e6 });
	await corpus.close();
} catch (error) {
	process.send?.({ error: String(error) });
}
process.disconnect?.();
