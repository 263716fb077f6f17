/**
 * `npm run bench -- calls [--depth quick,standard,deep] [--gather pipeline,agent] [--model-ms 2000] [--page-ms 500]`: the whole
 * flow over HTTP against a simulated model that takes 2 s an answer, on pages that take 0.5 s each. Printed for each depth:
 * wall time over the critical path of the run's own calls and reads (the longest chain in which each begins after the one
 * before it has ended; the aim is ≤ 1.05), calls and tokens by role, and the share of input tokens that repeat the beginning
 * of an earlier request, which a provider's cache may hold. A token is counted as four characters.
 *
 * The simulated model quotes sentences that share words with what is asked. It is no judge of prompts: the figures say what
 * the flow costs, not what it is worth.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DepthName } from "../src/evidence/plan.ts";
import { depths } from "../src/evidence/plan.ts";
import { createExtractiveReasoner } from "../src/reasoning/extractive/index.ts";
import { createAsker } from "../src/reasoning/model/asking/index.ts";
import { createModelReasoner } from "../src/reasoning/model/index.ts";
import { openLedger } from "../src/reasoning/model/money/ledger.ts";
import { openModel } from "../src/reasoning/model/wire/open.ts";
import { research } from "../src/research/loop.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { corpusSource } from "../src/sources/corpus/source.ts";
import { data } from "../test/support/data.ts";
import { optionsFor } from "../test/support/flow.ts";
import { memoryCalls, memoryPages, memoryRun } from "../test/support/memory.ts";
import { slowly, startSimulatedModel } from "../test/support/simulated.ts";
import { criticalPath, type Span } from "./support/critical-path.ts";

type Gather = "pipeline" | "agent";

const questions = {
	lookup: "In which town was the author of the novel that the film Blade Runner is based on born?",
	synthesis: "How do volcanic eruptions change the climate, and what limits the effect?",
};

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			depth: { type: "string", default: "quick,standard,deep" },
			gather: { type: "string", default: "pipeline,agent" },
			"model-ms": { type: "string", default: "2000" },
			"page-ms": { type: "string", default: "500" },
		},
	});
	const modelMs = Number(values["model-ms"]);
	const pageMs = Number(values["page-ms"]);
	console.log(`simulated latencies: model ${modelMs} ms, page ${pageMs} ms; corpus: multihop paragraphs, words only`);
	const indexFolder = mkdtempSync(join(tmpdir(), "assay-bench-"));
	const corpus = await openCorpus({ folders: [join(data, "multihop", "corpus.jsonl")], indexFolder, vectors: false });
	try {
		for (const gather of values.gather.split(",") as Gather[])
			for (const depth of values.depth.split(",") as DepthName[])
				for (const [shape, question] of Object.entries(questions))
					await one({ gather, depth, shape, question, corpus, modelMs, pageMs });
	} finally {
		await corpus.close();
		rmSync(indexFolder, { recursive: true, force: true });
	}
}

interface Asked {
	gather: Gather;
	depth: DepthName;
	shape: string;
	question: string;
	corpus: Corpus;
	modelMs: number;
	pageMs: number;
}

async function one({ gather, depth, shape, question, corpus, modelMs, pageMs }: Asked): Promise<void> {
	const spans: Span[] = [];
	const requests: { role: string; text: string }[] = [];
	const server = await startSimulatedModel({
		latencyMs: modelMs,
		onRequest: (role, { body }) => requests.push({ role, text: JSON.stringify(body?.messages) }),
	});
	try {
		const name = "openai-compatible:simulated";
		const wire = openModel({ provider: "openai-compatible", model: "simulated", baseUrl: server.baseUrl });
		const model: typeof wire = Object.assign(Object.create(wire) as typeof wire, {
			send: (...given: Parameters<typeof wire.send>) => timed(spans, () => wire.send(...given)),
		});
		const calls = memoryCalls();
		const ledger = openLedger({ log: calls, records: [] });
		const asker = createAsker({ lead: model, utility: model, ledger, session: "isolated" });
		const reasoner = createModelReasoner({ asker, fallback: createExtractiveReasoner(), name });
		const source: Corpus = Object.assign(Object.create(corpus) as Corpus, {
			read: (url: string, signal?: AbortSignal) => timed(spans, () => slowly(pageMs, () => corpus.read(url, signal))),
			search: (...given: Parameters<Corpus["search"]>) => corpus.search(...given),
			titles: (...given: Parameters<Corpus["titles"]>) => corpus.titles(...given),
		});
		const { sources, steps } = depths[depth];
		const options = optionsFor(depth, {
			maxSources: sources,
			maxSteps: steps,
			model: { lead: name, utility: name, gather, session: "isolated", review: true, support: true, rewrite: true },
		});
		const { documents, passages } = corpus.stats;
		const sourceInfo = { documents, passages, fingerprint: corpus.fingerprint };
		const began = performance.now();
		const tools = { reasoner, source: corpusSource(source), pages: memoryPages(), meter: ledger, sourceInfo };
		const state = await research(memoryRun(new Map(), calls), question, options, tools);
		const wall = performance.now() - began;
		const critical = criticalPath(spans);
		const spent = ledger.spending();
		console.log(
			`\n${gather}, ${depth}, ${shape}: ${state.turns.length} turns, ${state.sources.length} pages, ${state.stop?.reason}; ` +
				`${spent.calls} calls; ${state.fallbacks.length} fallbacks`,
		);
		console.log(
			`  wall ${(wall / 1000).toFixed(1)} s, critical path ${(critical / 1000).toFixed(1)} s: ratio ${(wall / critical).toFixed(3)}`,
		);
		for (const { role, calls: count, usage } of spent.rows)
			console.log(
				`  ${role.padEnd(14)} ${String(count).padStart(4)} calls ${String(usage.input).padStart(8)} in ${String(usage.output).padStart(7)} out`,
			);
		const repeated = repeatedShare(requests.map(({ text }) => text));
		console.log(
			`  ${"all".padEnd(14)} ${String(spent.calls).padStart(4)} calls ${String(spent.usage.input).padStart(8)} in ${String(spent.usage.output).padStart(7)} out; ` +
				`${(100 * repeated).toFixed(0)} % of the input repeats the beginning of an earlier request`,
		);
	} finally {
		await server.close();
	}
}

async function timed<T>(spans: Span[], work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	try {
		return await work();
	} finally {
		spans.push({ start, end: performance.now() });
	}
}

/** Of all characters sent, those that an earlier request began with. */
function repeatedShare(texts: readonly string[]): number {
	let all = 0;
	let repeated = 0;
	for (const [at, text] of texts.entries()) {
		all += text.length;
		repeated += Math.max(0, ...texts.slice(0, at).map((earlier) => commonPrefix(earlier, text)));
	}
	return all === 0 ? 0 : repeated / all;
}

function commonPrefix(a: string, b: string): number {
	let at = 0;
	while (at < a.length && at < b.length && a[at] === b[at]) at++;
	return at;
}
