/**
 * `npm run bench -- retrieval [--train]`: how well the corpus finds what was judged relevant. SciFact: nDCG@10 and recall@100
 * of the 300 judged test claims; multi-hop questions: the share with every gold paragraph among the first 10 of one search.
 * The constants of `rank.ts` were chosen on SciFact's other claims (`--train` shows those), never on the test claims.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../src/base/json.ts";
import { indexPath, openCorpus } from "../src/sources/corpus/corpus.ts";
import { CorpusSearcher, type Ranking } from "../src/sources/corpus/corpus-searcher.ts";
import { openDatabase } from "../src/sources/corpus/database.ts";
import { loadEmbedder } from "../src/sources/vectors/embedding-model.ts";
import { data } from "../test/support/data.ts";
import { bootstrapped, intervals } from "./support/statistics.ts";

/** A question and the ids of the documents that answer it. */
interface Judged {
	text: string;
	gold: Set<string>;
}

type System = "BM25" | "vectors" | "fused";
const systems: System[] = ["BM25", "vectors", "fused"];

export async function run(args: string[]): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
	try {
		const train = args.includes("--train");
		const claims = scifactClaims(train);
		await table(
			`SciFact, ${claims.length} ${train ? "training claims with evidence" : "judged test claims"}`,
			"scifact",
			folder,
			claims,
			{
				"nDCG@10": ndcg,
				"recall@100": recall,
			},
		);
		for (const [name, set] of Object.entries(multihopQuestions()))
			await table(`${name}, ${set.length} questions, one search each`, "multihop", folder, set, {
				"all gold in 10": allFound,
			});
		console.log(intervals);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function table(
	heading: string,
	set: "scifact" | "multihop",
	folder: string,
	questions: Judged[],
	measures: Record<string, (ranked: string[], gold: Set<string>) => number>,
): Promise<void> {
	const file = join(data, set, "corpus.jsonl");
	const corpus = await openCorpus({ folders: [file], indexFolder: folder, vectors: true, complete: true });
	const { documents, passages, notes } = corpus.stats;
	await corpus.close();
	if (notes.length > 0) throw new Error(notes.join("; "));
	const { db } = openDatabase(indexPath([realpathSync(file)], folder));
	const embedder = await loadEmbedder();
	const scores = new Map<string, number[]>();
	try {
		const searcher = new CorpusSearcher(db);
		const ids = new Map(
			db
				.prepare("select id, label from documents")
				.all()
				.map((row) => [Number(row.id), String(row.label).split("#")[1] ?? ""]),
		);
		for (const { text, gold } of questions) {
			const ranking = searcher.rank({ text, isEnglish: true }, await embedder.embed(text));
			for (const system of systems) {
				const ranked = documentsOf(ranking, system, ids);
				for (const [measure, of] of Object.entries(measures)) {
					const key = `${system} ${measure}`;
					scores.set(key, [...(scores.get(key) ?? []), of(ranked, gold)]);
				}
			}
		}
	} finally {
		await embedder.close();
		db.close();
	}
	console.log(`\n${heading}; ${documents} documents, ${passages} passages`);
	console.log(["".padEnd(8), ...Object.keys(measures).map((measure) => measure.padEnd(22))].join(" "));
	for (const system of systems) {
		const cells = Object.keys(measures).map((measure) =>
			bootstrapped(scores.get(`${system} ${measure}`) ?? []).padEnd(22),
		);
		console.log([system.padEnd(8), ...cells].join(" "));
	}
}

/** The first 100 documents, each by its best passage. */
function documentsOf(ranking: Ranking, system: System, ids: Map<number, string>): string[] {
	const scores =
		system === "BM25" ? ranking.words : system === "vectors" ? (ranking.cosines ?? new Float32Array()) : ranking.fused;
	const order = Array.from(scores, (_, index) => index).filter((index) => (scores[index] ?? 0) > 0);
	order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
	const found = new Set<string>();
	for (const index of order) {
		found.add(ids.get(ranking.documents[index] ?? 0) ?? "");
		if (found.size === 100) break;
	}
	return [...found];
}

function ndcg(ranked: string[], gold: Set<string>): number {
	const gain = (rank: number) => 1 / Math.log2(rank + 2);
	let found = 0;
	for (const [rank, id] of ranked.slice(0, 10).entries()) if (gold.has(id)) found += gain(rank);
	let ideal = 0;
	for (let rank = 0; rank < Math.min(10, gold.size); rank++) ideal += gain(rank);
	return found / ideal;
}

function recall(ranked: string[], gold: Set<string>): number {
	return ranked.filter((id) => gold.has(id)).length / gold.size;
}

function allFound(ranked: string[], gold: Set<string>): number {
	const first = new Set(ranked.slice(0, 10));
	return [...gold].every((id) => first.has(id)) ? 1 : 0;
}

function records(...path: string[]): Record<string, unknown>[] {
	const lines = readFileSync(join(data, ...path), "utf8")
		.trim()
		.split("\n");
	return lines.map((line) => JSON.parse(line)).filter(isRecord);
}

function scifactClaims(train: boolean): Judged[] {
	const judged = new Map<string, Set<string>>();
	for (const line of readFileSync(join(data, "scifact", "qrels-test.tsv"), "utf8")
		.trim()
		.split("\n")
		.slice(1)) {
		const [query = "", document = "", score] = line.split("\t");
		if (Number(score) > 0) judged.set(query, (judged.get(query) ?? new Set()).add(document));
	}
	const claims: Judged[] = [];
	for (const query of records("scifact", "queries.jsonl")) {
		const test = judged.get(String(query._id));
		const evidence = new Set(isRecord(query.metadata) ? Object.keys(query.metadata) : []);
		const gold = train ? (test === undefined ? evidence : new Set<string>()) : (test ?? new Set<string>());
		if (gold.size > 0) claims.push({ text: String(query.text), gold });
	}
	return claims;
}

function multihopQuestions(): Record<"HotpotQA" | "MuSiQue", Judged[]> {
	const sets = { HotpotQA: [] as Judged[], MuSiQue: [] as Judged[] };
	for (const question of records("multihop", "questions.jsonl")) {
		const gold = new Set(Array.isArray(question.gold) ? question.gold.map(String) : []);
		sets[String(question.set).startsWith("hotpot") ? "HotpotQA" : "MuSiQue"].push({
			text: String(question.question),
			gold,
		});
	}
	return sets;
}

if (import.meta.main) await run(process.argv.slice(2));
