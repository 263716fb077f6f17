/**
 * `npm run bench -- calls [--depth quick,standard,deep] [--gather pipeline,agent] [--model-ms 2000] [--page-ms 500]`: the whole
 * flow over HTTP against a simulated model that takes 2 s an answer, on pages that take 0.5 s each. Printed for each depth:
 * wall time over the critical path of the run's own calls and reads (the longest chain in which each begins after the one
 * before it has ended; the aim is ≤ 1.05), how many requests wait for each other, calls and tokens by role, and the share of
 * input tokens that repeat the beginning of an earlier request, which a provider's cache may hold. A token is counted as four
 * characters. Then the bare loop on the synthesis, and the wall time of a synthesis over that of the depth before it.
 *
 * The simulated model quotes sentences that share words with what is asked. It is no judge of prompts: the figures say what
 * the flow costs, not what it is worth.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { criticalPath, type Span } from "../src/base/critical-path.ts";
import type { DepthName } from "../src/evidence/plan.ts";
import { createModelReasoner } from "../src/reasoning/model/index.ts";
import { createRulesReasoner } from "../src/reasoning/rules/index.ts";
import { research } from "../src/research/loop.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../src/sources/corpus/source.ts";
import { data } from "../test/support/data.ts";
import { optionsFor } from "../test/support/flow.ts";
import { memoryPages, memoryRun } from "../test/support/memory.ts";
import { slowly, startSimulatedModel } from "../test/support/simulated.ts";
import { bareLoop, barePrompts } from "./bare-loop.ts";
import { type MeasuredModel, measuredModel, timed } from "./support/measured.ts";

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
	console.log(
		`simulated latencies: model ${values["model-ms"]} ms, page ${values["page-ms"]} ms; corpus: multihop paragraphs, words only`,
	);
	const indexFolder = mkdtempSync(join(tmpdir(), "assay-bench-"));
	const corpus = await openCorpus({ folders: [join(data, "multihop", "corpus.jsonl")], indexFolder, vectors: false });
	try {
		const latencies = { corpus, modelMs: Number(values["model-ms"]), pageMs: Number(values["page-ms"]) };
		const growth: string[] = [];
		for (const gather of values.gather.split(",") as Gather[]) {
			let before: { depth: DepthName; wall: number } | undefined;
			for (const depth of values.depth.split(",") as DepthName[]) {
				const [, wall = 0] = [
					await one({ ...latencies, shape: "lookup", question: questions.lookup }, { gather, depth }),
					await one({ ...latencies, shape: "synthesis", question: questions.synthesis }, { gather, depth }),
				];
				if (before) growth.push(`${gather}: ${depth} over ${before.depth} ${(wall / before.wall).toFixed(2)}`);
				before = { depth, wall };
			}
		}
		await one({ ...latencies, shape: "synthesis", question: questions.synthesis });
		console.log(`\nwall time of a synthesis: ${growth.join("; ")}`);
	} finally {
		await corpus.close();
		rmSync(indexFolder, { recursive: true, force: true });
	}
}

interface Asked {
	shape: string;
	question: string;
	corpus: Corpus;
	modelMs: number;
	pageMs: number;
}

/** The bare loop, or the product's flow. Gives the wall time. ms */
async function one(asked: Asked, own?: { gather: Gather; depth: DepthName }): Promise<number> {
	const requests: { role: string; text: string }[] = [];
	const server = await startSimulatedModel({
		latencyMs: asked.modelMs,
		onRequest: (role, { body }) => requests.push({ role, text: JSON.stringify(body?.messages) }),
	});
	try {
		const settings = { provider: "openai-compatible", model: "simulated", baseUrl: server.baseUrl } as const;
		const model = measuredModel(settings, own ? undefined : barePrompts);
		const reads: Span[] = [];
		const corpus: Corpus = Object.assign(Object.create(asked.corpus) as Corpus, {
			read: (url: string, signal?: AbortSignal) =>
				timed(reads, () => slowly(asked.pageMs, () => asked.corpus.read(url, signal))),
			search: (...given: Parameters<Corpus["search"]>) => asked.corpus.search(...given),
			titles: (...given: Parameters<Corpus["titles"]>) => asked.corpus.titles(...given),
		});
		const began = performance.now();
		const words = own ? await product(asked, own, model, corpus) : await bare(asked, model, corpus);
		const wall = performance.now() - began;
		const critical = criticalPath([...reads, ...model.spans]);
		console.log(`\n${words}`);
		console.log(
			`  wall ${(wall / 1000).toFixed(1)} s, critical path ${(critical / 1000).toFixed(1)} s: ratio ${(wall / critical).toFixed(3)}; ` +
				`${model.counts().chain} of ${model.counts().requests} requests wait for each other`,
		);
		const spent = model.ledger.spending();
		const line = (name: string, calls: number, { input, output }: { input: number; output: number }) =>
			`  ${name.padEnd(14)} ${String(calls).padStart(4)} calls ${String(input).padStart(8)} in ${String(output).padStart(7)} out`;
		for (const { role, calls, usage } of spent.rows) console.log(line(role, calls, usage));
		const repeated = repeatedShare(requests.map(({ text }) => text));
		const share = `${(100 * repeated).toFixed(0)} % of the input repeats the beginning of an earlier request`;
		console.log(`${line("all", spent.calls, spent.usage)}; ${share}`);
		return wall;
	} finally {
		await server.close();
	}
}

async function bare({ question }: Asked, model: MeasuredModel, corpus: Corpus): Promise<string> {
	const { pages, learnings } = await bareLoop(question, model, createCorpusSource(corpus));
	return `bare loop, synthesis: ${pages.length} pages, ${learnings.length} learnings`;
}

async function product(
	{ shape, question }: Asked,
	{ gather, depth }: { gather: Gather; depth: DepthName },
	{ name, asker, ledger, calls }: MeasuredModel,
	corpus: Corpus,
): Promise<string> {
	const options = optionsFor(depth, {
		model: { lead: name, utility: name, gather, session: "isolated", review: true, support: true, rewrite: true },
	});
	const { documents, passages } = corpus.stats;
	const state = await research(memoryRun(new Map(), calls), question, options, {
		reasoner: createModelReasoner({ asker, fallback: createRulesReasoner(), name }),
		source: createCorpusSource(corpus),
		pages: memoryPages(),
		meter: ledger,
		sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
	});
	return (
		`${gather}, ${depth}, ${shape}: ${state.turns.length} turns, ${state.sources.length} pages, ${state.claims.length} claims, ` +
		`${state.stop?.reason}; ${ledger.spending().calls} calls; ${state.fallbacks.length} fallbacks`
	);
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
