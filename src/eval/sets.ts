import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf, UsageError } from "../base/errors.ts";
import { isRecord } from "../base/json.ts";
import { evidenceLongest } from "./forms/labelled.ts";
import { optionalText, recordsField, textField, textsField } from "./forms/record.ts";

type Fields = Record<string, unknown>;

interface Converted {
	questions: Fields[];
	corpus?: Fields[] | undefined;
	/** What is not in the suite, and why. */
	leftOut?: string | undefined;
}

/** A public set of questions: where it is had, under which licence, and how it becomes a suite. */
export interface PublicSet {
	name: string;
	form: string;
	what: string;
	/** Where it is had. */
	at: string;
	licence: string;
	/** Whether its questions want a judge. */
	judged: boolean;
	/** The file of questions in the user's copy. */
	file: string;
	/** Its own documents in the user's copy. */
	corpus?: string | undefined;
	/** The suite's questions and documents, where its own form is not one that a suite reads. */
	convert?: ((folder: string) => Converted) | undefined;
	/** Options of its runs unless the user says otherwise. */
	options?: Fields | undefined;
}

/** All public sets that `assay eval` knows. Nothing is downloaded: the user fetches them, and names the folder. */
export const publicSets: readonly PublicSet[] = [
	{
		...{
			name: "multihop",
			form: "short-answer",
			what: "answers over two to four paragraphs; 600 questions, 6,741 paragraphs",
		},
		at: "https://hotpotqa.github.io, https://github.com/StonyBrookNLP/musique; pooled: xindili-cmu/anlp-project-multihop, yhshu/HippoRAG",
		...{
			licence: "CC BY-SA 4.0 (HotpotQA), CC BY 4.0 (MuSiQue)",
			judged: false,
			file: "questions.jsonl",
			corpus: "corpus.jsonl",
		},
		options: { depth: "quick" },
		convert(folder) {
			const titles = new Map(
				rows(folder, "corpus.jsonl").map((row) => [textField(row, "id"), optionalText(row, "title")]),
			);
			const questions = rows(folder, "questions.jsonl").map((row) => ({
				...{ id: row.id, set: optionalText(row, "set")?.startsWith("hotpot") ? "HotpotQA" : "MuSiQue" },
				...{ question: row.question, answers: row.answers },
				gold: textsField(row, "gold").map((id) => ({ id, title: titles.get(id) })),
			}));
			return { questions };
		},
	},
	{
		...{
			name: "ramdocs",
			form: "short-answer",
			what: "several right answers, planted wrong ones, noise; 500 questions, 2,766 passages",
		},
		...{ at: "https://github.com/HanNight/RAMDocs", licence: "MIT", judged: false, file: "ramdocs.jsonl" },
		options: { depth: "quick" },
		convert(folder) {
			const all = rows(folder, "ramdocs.jsonl");
			const corpus = all.flatMap((row, at) =>
				recordsField(row, "documents").map((one, which) => ({ id: `q${at}.d${which}`, text: one.text })),
			);
			const questions = all.map((row, at) => ({
				...{ id: `q${at}`, question: row.question, all: textsField(row, "gold_answers") },
				wrong: textsField(row, "wrong_answers").filter((text) => text !== "unknown"),
			}));
			return { questions, corpus };
		},
	},
	{
		...{
			name: "scifact",
			form: "short-answer",
			what: "the abstracts that bear on a claim; 300 claims, 5,183 abstracts",
		},
		at: "https://github.com/beir-cellar/beir (scifact)",
		...{
			licence: "CC BY 4.0 (claims), ODC-BY (abstracts)",
			judged: false,
			file: "queries.jsonl",
			corpus: "corpus.jsonl",
		},
		options: { depth: "quick" },
		convert(folder) {
			const titles = new Map(
				rows(folder, "corpus.jsonl").map((row) => [textField(row, "_id"), optionalText(row, "title")]),
			);
			const judged = read(folder, "qrels-test.tsv").trim().split("\n").slice(1);
			const gold = Map.groupBy(
				judged.map((line) => line.split("\t")),
				([query = ""]) => query,
			);
			const questions = rows(folder, "queries.jsonl").flatMap((row) => {
				const id = textField(row, "_id");
				const documents = (gold.get(id) ?? []).map(([, document = ""]) => ({
					id: document,
					title: titles.get(document),
				}));
				return documents.length === 0
					? []
					: [{ id, question: `What is known about this: ${textField(row, "text")}`, gold: documents }];
			});
			return { questions };
		},
	},
	{
		...{
			name: "deepscholar",
			form: "deepscholar",
			what: "related work of 30 papers over the 1,037 abstracts that they cite",
		},
		...{ at: "https://github.com/guestrin-lab/deepscholar-bench", licence: "MIT", judged: true },
		...{ file: "tasks.jsonl", corpus: "corpus.jsonl" },
	},
	{
		...{
			name: "deepresearch-bench",
			form: "deepresearch-bench",
			what: "reports on the open web; criteria of four dimensions",
		},
		...{ at: "https://github.com/Ayanami0730/deep_research_bench", licence: "Apache-2.0", judged: true },
		file: "deepresearch-bench-en.jsonl",
	},
	{
		...{
			name: "deepresearch-bench-2",
			form: "deepresearch-bench-2",
			what: "132 reports on the open web, 9,430 binary rubrics",
		},
		...{ at: "https://github.com/imlrz/DeepResearch-Bench-II", licence: "CC BY-NC 4.0 (data)", judged: true },
		file: "tasks_and_rubrics.jsonl",
	},
	{
		...{
			name: "research-rubrics",
			form: "research-rubrics",
			what: "101 reports on the open web, 2,593 weighted rubrics",
		},
		...{ at: "https://huggingface.co/datasets/ScaleAI/researchrubrics", licence: "see its page", judged: true },
		file: "processed_data.jsonl",
	},
	{
		...{
			name: "draco",
			form: "draco",
			what: "100 reports on the open web; some 40 weighted criteria each, in four sections",
		},
		...{
			at: "https://huggingface.co/datasets/perplexity-ai/draco",
			licence: "see the file LICENSE beside it",
			judged: true,
		},
		file: "test.jsonl",
	},
	{
		...{ name: "deepresearch-gym", form: "deepresearch-gym", what: "broad questions with key points" },
		...{ at: "https://github.com/cxcscmu/deepresearch_benchmarking", licence: "none is stated in it", judged: true },
		file: "queries/researchy_queries_sample_doc_click.jsonl",
		convert(folder) {
			const questions = rows(folder, "queries/researchy_queries_sample_doc_click.jsonl").flatMap(({ id, query }) => {
				const file = `key_point/${id}_aggregated.json`;
				if (!existsSync(join(folder, file))) return [];
				const { key_points } = JSON.parse(read(folder, file)) as Fields;
				// For some questions no point was found.
				return Array.isArray(key_points) && key_points.length > 0 ? [{ id, query, key_points }] : [];
			});
			return { questions };
		},
	},
	{
		...{
			name: "researcher-bench",
			form: "researcher-bench",
			what: "65 frontier questions of AI research; weighted points",
		},
		...{ at: "https://github.com/GAIR-NLP/ResearcherBench", licence: "none is stated in it", judged: true },
		file: "data/eval_data/rubric.json",
	},
	{
		...{ name: "frames", form: "short-answer", what: "824 answers over two to fifteen pages of Wikipedia" },
		...{
			at: "https://huggingface.co/datasets/google/frames-benchmark",
			licence: "Apache-2.0",
			judged: true,
			file: "test.tsv",
		},
	},
	{
		...{ name: "simpleqa", form: "short-answer", what: "4,326 short facts" },
		...{ at: "https://github.com/openai/simple-evals", licence: "MIT", judged: true, file: "simple_qa_test_set.csv" },
	},
	{
		...{
			name: "browsecomp-plus",
			form: "short-answer",
			what: "830 hard questions over 100,195 fixed documents; decrypt them first",
		},
		...{ at: "https://github.com/texttron/BrowseComp-Plus", licence: "MIT", judged: true },
		file: "browsecomp_plus_decrypted.jsonl",
	},
	{
		...{
			name: "attribution",
			form: "labelled-citations",
			what: "1,198 statements with references, labelled by people; calibrates judges",
		},
		...{
			at: "https://github.com/OSU-NLP-Group/AttributionBench",
			licence: "Apache-2.0 as published",
			judged: true,
			file: "dev.jsonl",
		},
		convert: (folder) => whole(rows(folder, "dev.jsonl"), "references"),
	},
	{
		...{
			name: "wice",
			form: "labelled-citations",
			what: "349 statements with a web page each, labelled by people; calibrates judges",
		},
		...{
			at: "https://github.com/ryokamoi/wice",
			licence: "CC BY-SA 4.0 / ODC-BY",
			judged: true,
			file: "claim_dev.jsonl",
		},
		convert(folder) {
			const all = rows(folder, "claim_dev.jsonl").map(({ meta, ...row }) => {
				const { id, claim_title: title = "", claim_context: context = "" } = isRecord(meta) ? meta : {};
				// A statement was cut out of an article: whom it calls "he" stands before it.
				const before = `(from the article “${title}”) … ${String(context).trim().split("\n").at(-1)?.slice(-300) ?? ""}`;
				return { id, ...row, before };
			});
			return whole(all, "evidence");
		},
	},
];

/** The statements whose evidence a judge can be shown as a whole, as people saw it. */
function whole(all: readonly Fields[], evidence: string): { questions: Fields[]; leftOut: string } {
	const questions = all.filter((row) => textsField(row, evidence).join("\n").length <= evidenceLongest);
	const leftOut = `${all.length - questions.length} of ${all.length} left out, whose evidence has more than ${evidenceLongest} characters`;
	return { questions, leftOut };
}

/** The public set of this name. Throws `UsageError` `SET_UNKNOWN`. */
export function publicSet(name: string): PublicSet {
	const set = publicSets.find((one) => one.name === name);
	if (set) return set;
	throw new UsageError("SET_UNKNOWN", `no public set is called "${name}"`, {
		hint: `the sets: ${publicSets.map((one) => one.name).join(", ")}; a file of your own needs none: assay eval run FILE.csv`,
	});
}

/**
 * Makes a suite of a user's copy of a public set: a folder with `suite.json`, its questions and, where the set has them in another form,
 * its documents. Throws `UsageError` `DATA_MISSING`, `DATA_INVALID` or `SUITE_EXISTS`.
 */
export function makeSuite(set: PublicSet, from: string, to: string): void {
	const missing = [set.file, ...(set.corpus === undefined ? [] : [set.corpus])].find(
		(file) => !existsSync(join(from, file)),
	);
	if (missing !== undefined)
		throw new UsageError("DATA_MISSING", `${join(from, missing)} is not there`, {
			hint: `${set.name} is had at ${set.at}; then name its folder: --from FOLDER`,
		});
	if (existsSync(join(to, "suite.json")))
		throw new UsageError("SUITE_EXISTS", `${to} holds a suite already`, {
			hint: `name another folder, or run it: assay eval run ${to}`,
		});
	const converted = (() => {
		try {
			return set.convert?.(from);
		} catch (cause) {
			if (cause instanceof UsageError) throw cause;
			throw new UsageError("DATA_INVALID", `${from} is no copy of ${set.name}: ${messageOf(cause)}`, {
				hint: `its form is that of ${set.at}`,
				cause,
			});
		}
	})();
	mkdirSync(to, { recursive: true });
	const write = (file: string, lines: readonly Fields[]) =>
		writeFileSync(join(to, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	if (converted) write("questions.jsonl", converted.questions);
	if (converted?.corpus) write("corpus.jsonl", converted.corpus);
	const corpus = converted?.corpus ? "corpus.jsonl" : set.corpus === undefined ? undefined : resolve(from, set.corpus);
	const suite = {
		...{ form: set.form, name: set.name, licence: set.licence },
		source: [set.at, ...(converted?.leftOut ? [converted.leftOut] : [])].join("; "),
		questions: converted ? "questions.jsonl" : resolve(from, set.file),
		...(corpus === undefined ? {} : { corpus }),
		...(set.options ? { options: set.options } : {}),
	};
	// Last, so that an interrupted command leaves no half of a suite.
	writeFileSync(join(to, "suite.json"), `${JSON.stringify(suite, null, "\t")}\n`);
}

function read(folder: string, file: string): string {
	return readFileSync(join(folder, file), "utf8");
}

function rows(folder: string, file: string): Fields[] {
	const lines = read(folder, file).trim().split("\n");
	return lines.map((line, at) => {
		const row: unknown = JSON.parse(line);
		if (isRecord(row)) return row;
		throw new Error(`${file}, line ${at + 1} is no object`);
	});
}
