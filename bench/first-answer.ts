/**
 * `npm run bench -- first-answer FOLDER [QUESTION…]`: how long a new folder takes to open and to answer its first searches, by words
 * alone and by words and meaning, and the same at the second opening. Each opening is a process of its own; seconds by the wall,
 * with the machine's load beside them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/base/errors.ts";
import { ranApart } from "./support/apart.ts";

const corpusModule = new URL("../src/sources/corpus/corpus.ts", import.meta.url).href;
const questions = ["How do I make a backup of all data?", "What is the default limit of connections?"];

interface Opening {
	documents: number;
	passages: number;
	meaning: string;
	openSeconds: number;
	searchSeconds: number[];
	rssMb: number;
}

export async function run([folder, ...asked]: string[]): Promise<void> {
	if (folder === undefined)
		throw new UsageError("NO_FOLDER", "which folder? Say: npm run bench -- first-answer FOLDER");
	const queries = asked.length > 0 ? asked : questions;
	const home = mkdtempSync(join(tmpdir(), "assay-bench-"));
	console.log("opening            documents  passages  open s  docs/s  searches s            meaning     RSS MB  load");
	try {
		for (const vectors of [false, true])
			for (const time of ["new", "second"]) {
				const one = await opening(folder, join(home, String(vectors)), vectors, queries);
				const cells = [
					`${vectors ? "with meaning" : "words alone"}, ${time}`.padEnd(20),
					String(one.documents).padStart(8),
					String(one.passages).padStart(9),
					one.openSeconds.toFixed(1).padStart(7),
					(one.documents / one.openSeconds).toFixed(0).padStart(7),
					one.searchSeconds
						.map((each) => each.toFixed(1))
						.join(" ")
						.padEnd(20),
					(vectors ? one.meaning : "-").padEnd(10),
					one.rssMb.toFixed(0).padStart(7),
					(loadavg()[0] ?? 0).toFixed(1).padStart(5),
				];
				console.log(cells.join("  "));
			}
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

async function opening(folder: string, index: string, vectors: boolean, queries: string[]): Promise<Opening> {
	const code = `
		const { openCorpus } = await import(${JSON.stringify(corpusModule)});
		const seconds = (since) => (performance.now() - since) / 1000;
		const began = performance.now();
		const corpus = await openCorpus({
			folders: [${JSON.stringify(folder)}], indexFolder: ${JSON.stringify(index)}, vectors: ${vectors},
		});
		const openSeconds = seconds(began);
		const searchSeconds = [];
		for (const query of ${JSON.stringify(queries)}) {
			const since = performance.now();
			await corpus.search(query, 10);
			searchSeconds.push(seconds(since));
		}
		const { documents, passages, meaning } = corpus.stats;
		const rssMb = process.memoryUsage.rss() / 1e6;
		console.log(JSON.stringify({ documents, passages, meaning, openSeconds, searchSeconds, rssMb }));
		await corpus.close();`;
	return ranApart(code);
}
