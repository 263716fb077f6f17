import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../../src/base/hash.ts";
import { openPassageReader } from "../../src/sources/comprehension/passage-reader.ts";
import { openTextSimilarity } from "../../src/sources/vectors/text-similarity.ts";
import { benchCache, readIfThere } from "./inputs.ts";

/** The embeddings and the reading model, whose results are kept in the benches' cache: what reads them can be tuned without them. */
export function readOnce() {
	const meaning = openTextSimilarity(console.error);
	const reader = openPassageReader(console.error);
	return {
		similarity: kept("similarity", meaning.similarity),
		readPassages: kept("reading", reader.read),
		close: () => Promise.all([meaning.close(), reader.close()]),
	};
}

/** A text of a passage, and what is read of it for a question. */
function kept<Text, Read>(
	name: string,
	read: (question: string, texts: readonly Text[]) => Promise<Read[] | undefined>,
): typeof read {
	const folder = join(benchCache, name);
	mkdirSync(folder, { recursive: true });
	return async (question, texts) => {
		const out: Read[] = [];
		for (const text of texts) {
			const file = join(folder, `${shortHash([question, JSON.stringify(text)])}.json`);
			const before = readIfThere(file);
			const known = before ?? JSON.stringify((await read(question, [text]))?.[0]);
			if (known === undefined) return undefined;
			if (before === undefined) writeFileSync(file, known);
			out.push(JSON.parse(known));
		}
		return out;
	};
}
