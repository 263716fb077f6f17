import { messageOf } from "../../base/errors.ts";
import type { PassageReading, ReadPassage } from "../../evidence/source.ts";
import type { ComprehensionModel } from "./comprehension-model.ts";

/** Judges whether passages answer a question, and with which words. */
export interface PassageReader {
	/** As `SourceProvider.readPassages`; undefined when the model cannot be used here. */
	read(question: string, passages: readonly ReadPassage[], signal?: AbortSignal): Promise<PassageReading[] | undefined>;
	close(): Promise<void>;
}

/**
 * The model is loaded at first use. `onLost` is called once with the reason when it cannot be used here; from then on nothing is
 * read.
 */
export function openPassageReader(onLost: (note: string) => void, load = loadWhenNeeded): PassageReader {
	let model: Promise<ComprehensionModel> | undefined;
	let isLost = false;

	return {
		async read(question, passages, signal) {
			const out: PassageReading[] = [];
			for (const passage of passages) {
				signal?.throwIfAborted();
				if (isLost) return undefined;
				try {
					model ??= load();
					out.push(await (await model).read(question, passage));
				} catch (error) {
					isLost = true;
					onLost(`passages are ranked without the reading model: ${messageOf(error).split("\n")[0]}`);
				}
			}
			return isLost ? undefined : out;
		},
		async close() {
			const loaded = await model?.catch(() => undefined);
			await loaded?.close();
		},
	};
}

async function loadWhenNeeded(): Promise<ComprehensionModel> {
	return (await import("./comprehension-model.ts")).loadComprehension();
}
