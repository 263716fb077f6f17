/**
 * `npm run bench -- beside --data FOLDER --ids 795422,1004305 --base-url URL --model NAME [--gather pipeline,agent] [--only assay|bare]
 * [--window 200000] [--parallel 8] [--no-vectors] --out DIR`: assay at standard depth beside the bare loop (`bare-loop.ts`), on the same questions,
 * the same pages and the same model behind an OpenAI-compatible server. FOLDER is a copy of `cxcscmu/deepresearch_benchmarking`
 * (d5fa708b); the pages of all its questions are one corpus, so that a search can also go wrong. DIR gets each report as
 * `ID-NAME.md` as soon as it is written, and `table.md`; `ASSAY_API_KEY` is sent if it is set. A request may take an hour.
 *
 * The longest chain counts requests that began after another had ended. Where answers take unequal times it can be longer than what
 * the method asks for: `npm run bench -- calls` gives it for equal ones.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderMarkdown } from "../src/app/report/markdown.ts";
import { UsageError } from "../src/base/errors.ts";
import { limits } from "../src/base/limits.ts";
import { Secret } from "../src/base/secret.ts";
import { createModelReasoner } from "../src/reasoning/model/index.ts";
import type { ModelSettings } from "../src/reasoning/model/model.ts";
import { createRulesReasoner } from "../src/reasoning/rules/index.ts";
import { research } from "../src/research/loop.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../src/sources/corpus/source.ts";
import { optionsFor } from "../test/support/flow.ts";
import { memoryPages, memoryRun } from "../test/support/memory.ts";
import { bareLoop, barePrompts } from "./bare-loop.ts";
import { allPages, questionOf } from "./support/key-points.ts";
import { type Counts, measuredModel } from "./support/measured.ts";

const hourMs = 3_600_000;
/** A run of hand-written answers may take days. ms */
const deadlineMs = 7 * 24 * hourMs;

/** A row of the table. */
interface Row extends Counts {
	id: string;
	name: string;
	/** Read at least once. */
	pages: number;
	/** Of the bare loop its learnings, of assay its claims. */
	claims: number;
	/** Roles that rules did because the model's answer could not be used. */
	fallbacks: number;
	minutes: number;
	words: number;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			data: { type: "string" },
			ids: { type: "string" },
			"base-url": { type: "string" },
			model: { type: "string" },
			gather: { type: "string", default: "pipeline" },
			only: { type: "string" },
			window: { type: "string", default: "200000" },
			parallel: { type: "string", default: String(limits.modelRequests) },
			"no-vectors": { type: "boolean", default: false },
			out: { type: "string" },
		},
	});
	const { data, ids, "base-url": baseUrl, model, out, only } = values;
	if (!data || !ids || !baseUrl || !model || !out)
		throw new UsageError("BENCH_OPTION_MISSING", "--data, --ids, --base-url, --model and --out are needed");
	const gathers = values.gather.split(",").map((one) => oneOf<Gather>("--gather", one, ["pipeline", "agent"]));
	if (only !== undefined) oneOf("--only", only, ["assay", "bare"]);
	const questions = ids.split(",").map((id) => ({ id, text: questionOf(data, id) }));
	const key = process.env.ASSAY_API_KEY;
	const settings: ModelSettings = {
		provider: "openai-compatible",
		model,
		baseUrl,
		apiKey: key ? new Secret(key) : undefined,
		window: Number(values.window),
		maxOutput: 32_000,
		parallel: Number(values.parallel),
		idleTimeoutMs: hourMs,
		totalMs: hourMs,
	};
	mkdirSync(join(out, "corpus"), { recursive: true });
	const pages = allPages(data);
	writeFileSync(join(out, "corpus/pages.jsonl"), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
	const vectors = !values["no-vectors"];
	const corpus = await openCorpus({ folders: [join(out, "corpus")], indexFolder: out, vectors, complete: true });
	const rows: Row[] = [];
	try {
		for (const { id, text } of questions) {
			const done = async (name: string, work: () => Promise<Finished>) => {
				const { report, row } = await work();
				writeFileSync(join(out, `${id}-${name}.md`), report);
				rows.push({ id, name, ...row });
				writeFileSync(join(out, "table.md"), tableOf(rows));
				console.log(`${id} ${name}: ${row.requests} requests, ${row.minutes.toFixed(1)} min`);
			};
			for (const gather of only === "bare" ? [] : gathers)
				await done(`assay-${gather}`, () => byAssay(text, gather, settings, corpus));
			if (only !== "assay") await done("bare", () => byBareLoop(text, settings, corpus));
		}
	} finally {
		await corpus.close();
	}
	console.log(`\n${pages.length} pages in the corpus\n\n${tableOf(rows)}`);
}

type Gather = "pipeline" | "agent";

function oneOf<Value extends string>(flag: string, given: string, values: readonly Value[]): Value {
	const value = values.find((one) => one === given);
	if (value === undefined)
		throw new UsageError("BENCH_OPTION_UNKNOWN", `${flag} ${given}: it is one of ${values.join(", ")}`);
	return value;
}

interface Finished {
	/** Markdown. */
	report: string;
	row: Omit<Row, "id" | "name">;
}

async function byAssay(question: string, gather: Gather, settings: ModelSettings, corpus: Corpus): Promise<Finished> {
	const { name, asker, ledger, calls, counts } = measuredModel(settings);
	const options = optionsFor("standard", {
		vectors: corpus.stats.vectors,
		deadlineMs,
		model: { lead: name, utility: name, gather, session: "isolated", review: true, support: true, rewrite: true },
	});
	const began = performance.now();
	const pages = memoryPages();
	const { documents, passages } = corpus.stats;
	const state = await research(memoryRun(new Map(), calls), question, options, {
		reasoner: createModelReasoner({ asker, fallback: createRulesReasoner(), name }),
		source: createCorpusSource(corpus),
		pages,
		meter: ledger,
		sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
	});
	const texts = new Map<string, string | undefined>();
	for (const { id, hash } of state.sources) texts.set(id, (await pages.get(hash))?.text);
	const spending = ledger.spending();
	const run = { id: "beside", createdAt: new Date(0), cost: spending.usd };
	const models = { calls: await calls.list(), spending, investigators: [], balances: [] };
	const input = { state, run, models, pageText: (id: string) => texts.get(id) };
	const report = renderMarkdown(input) ?? "No report: no evidence was found.\n";
	const { sources, claims, fallbacks } = state;
	const found = { pages: sources.length, claims: claims.length, fallbacks: fallbacks.length };
	return { report, row: { ...found, ...counts(), ...measures(began, report) } };
}

async function byBareLoop(question: string, settings: ModelSettings, corpus: Corpus): Promise<Finished> {
	const began = performance.now();
	const result = await bareLoop(question, measuredModel(settings, barePrompts), createCorpusSource(corpus));
	const { report, learnings, pages, failed, requests, input, output, chain } = result;
	const found = { pages: pages.length, claims: learnings.length, fallbacks: failed };
	return { report, row: { ...found, requests, input, output, chain, ...measures(began, report) } };
}

function measures(began: number, report: string): { minutes: number; words: number } {
	return { minutes: (performance.now() - began) / 60_000, words: report.match(/\S+/g)?.length ?? 0 };
}

function tableOf(rows: readonly Row[]): string {
	const columns: [string, (row: Row) => string | number][] = [
		["question", ({ id }) => id],
		["by", ({ name }) => name],
		["requests", ({ requests }) => requests],
		["input tokens", ({ input }) => input],
		["output tokens", ({ output }) => output],
		["longest chain", ({ chain }) => chain],
		["pages read", ({ pages }) => pages],
		["claims", ({ claims }) => claims],
		["failed steps", ({ fallbacks }) => fallbacks],
		["words of the report", ({ words }) => words],
		["minutes", ({ minutes }) => minutes.toFixed(1)],
	];
	const lines = [columns.map(([name]) => name), columns.map(() => "---")];
	const body = rows.map((row) => columns.map(([, of]) => of(row)));
	return [...lines, ...body].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
