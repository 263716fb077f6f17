import { join } from "node:path";
import type { PassageReading, ReadPassage } from "../../evidence/source.ts";
import { openSession } from "../vectors/embedding-model.ts";
import { type EncodedPair, loadPairEncoder } from "./encode-pair.ts";

/** docs/comprehension.md says how they were trained. */
const weightsPath = join(import.meta.dirname, "weights.onnx");
/** Maximum number of tokens of an answer. */
const answerTokensMax = 30;

/**
 * A model of reading comprehension: all-MiniLM-L6-v2, fine-tuned to judge whether a passage answers a question, and with which
 * words.
 */
export interface ComprehensionModel {
	/** Reads one passage. The result does not depend on what else is read. */
	read(question: string, passage: ReadPassage): Promise<PassageReading>;
	close(): Promise<void>;
}

/** Loads vocabulary and weights: about 150 ms and 100 MB. Throws what the native library throws when it cannot be loaded. */
export async function loadComprehension(): Promise<ComprehensionModel> {
	const [encoder, { ort, session }] = await Promise.all([loadPairEncoder(), openSession(weightsPath)]);
	return {
		async read(question, { heading, text }) {
			const pair = encoder.pair(question, heading, text);
			const { ids, passageAt } = pair;
			const tensor = (values: (id: number, at: number) => number) =>
				new ort.Tensor(
					"int64",
					BigInt64Array.from(ids, (id, at) => BigInt(values(id, at))),
					[1, ids.length],
				);
			const output = await session.run({
				ids: tensor((id) => id),
				types: tensor((_id, at) => (at < passageAt ? 0 : 1)),
				places: tensor((_id, at) => at),
			});
			const numbers = (name: string): Float32Array => {
				const data = output[name]?.data;
				if (!(data instanceof Float32Array)) throw new Error(`the reading model gave no ${name}`);
				return data;
			};
			return { answers: numbers("says")[0] ?? 0, span: likeliestSpan(pair, numbers("span")) };
		},
		close: () => session.release(),
	};
}

/**
 * The span whose first and last tokens are likeliest to open and end the answer, relative to the first token, which stands for
 * "none".
 */
function likeliestSpan({ words }: EncodedPair, logits: Float32Array): PassageReading["span"] {
	let best: PassageReading["span"];
	const none = (logits[0] ?? 0) + (logits[1] ?? 0);
	for (const [at, first] of words.entries()) {
		const opens = (logits[2 * first.from] ?? 0) - none;
		for (const last of words.slice(at, at + answerTokensMax)) {
			if (last.to - first.from > answerTokensMax) break;
			const odds = opens + (logits[2 * last.to - 1] ?? 0);
			if (!best || odds > best.odds) best = { start: first.start, end: last.end, odds };
		}
	}
	return best;
}
