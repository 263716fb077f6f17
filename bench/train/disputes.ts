/**
 * `npm run train -- disputes`: how likely two different values of two statements dispute each other. Positive: the answers of a right
 * and a planted wrong passage of RAMDocs, or of two planted ones. Negative: differences between passages that give the same answer, and
 * between paragraphs of HotpotQA and MuSiQue. Other pairs of passages are left out: whether they dispute, nobody marked.
 */
import { join } from "node:path";
import { parseStatement } from "../../src/reasoning/disputes/parse-statement.ts";
import {
	type DisputeSignals,
	disputeSignalNames,
	findValuePairs,
	type ValuePair,
} from "../../src/reasoning/disputes/value-pairs.ts";
import { rarityWeight } from "../../src/reasoning/disputes/word-weights.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { tokenF1 } from "../reading/common.ts";
import { writeInput } from "../reading/multihop.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf } from "../support/split.ts";
import { areaUnderCurve, type Example, trained, writeModel } from "./logistic.ts";

type Document = { text: string; type: "correct" | "misinfo" | "noise"; answer: string };
type Row = { question: string; documents: Document[] };
type Question = { id: string; question: string; gold: string[]; candidates: string[] };
type Paragraph = { id: string; title: string; text: string };

/** Every so many multi-hop questions, and their candidates beside the gold paragraphs. */
const everyQuestion = 4;
const candidates = 6;
/** A value is a passage's answer from this token F1 on. */
const isAnswer = 0.6;

export function disputeExamples(): Example<keyof DisputeSignals>[] {
	const out: Example<keyof DisputeSignals>[] = [];
	for (const row of rowsOf<Row>("ramdocs/ramdocs.jsonl").filter(({ question }) => splitOf(question) === "tuning")) {
		const pages = row.documents.map(({ text }, at) => ({ id: String(at), title: "", text }));
		for (const { pair, sources } of pairsOf(row.question, pages)) {
			const [a, b] = sources.map((id) => row.documents[Number(id)]);
			const label = a && b && labelOf(a, b, pair);
			if (label !== undefined) out.push({ features: pair.signals, label, group: row.question });
		}
	}
	const corpus = new Map(rowsOf<Paragraph>("multihop/corpus.jsonl").map((row) => [row.id, row]));
	const questions = rowsOf<Question>("multihop/questions.jsonl").filter(({ id }) => splitOf(id) === "tuning");
	for (const { question, ...row } of questions.filter((_row, at) => at % everyQuestion === 0)) {
		const ids = new Set([...row.gold, ...row.candidates.slice(0, candidates)]);
		for (const { pair } of pairsOf(
			question,
			[...ids].flatMap((id) => corpus.get(id) ?? []),
		))
			out.push({ features: pair.signals, label: false, group: question });
	}
	return out;
}

function pairsOf(question: string, pages: readonly Paragraph[]): { pair: ValuePair; sources: [string, string] }[] {
	const { claims } = writeInput(question, analysisOf(question).answerType, pages);
	const known = claims.map((claim) => ({ claim, aspect: parseStatement(claim) }));
	const weigh = rarityWeight(known.map(({ aspect }) => new Set(aspect.terms.map(({ matter }) => matter))));
	return known.flatMap((a, at) =>
		known
			.slice(at + 1)
			.filter((b) => b.claim.sourceId !== a.claim.sourceId)
			.flatMap((b) =>
				findValuePairs(a.aspect, b.aspect, weigh).map((pair) => ({
					pair,
					sources: [a.claim.sourceId, b.claim.sourceId] as [string, string],
				})),
			),
	);
}

function labelOf(a: Document, b: Document, { mine, theirs }: ValuePair): boolean | undefined {
	if (a.type === "noise" || b.type === "noise") return undefined;
	if (a.answer === b.answer) return false;
	const planted = a.type === "misinfo" || b.type === "misinfo";
	const both = tokenF1(mine.text, a.answer) >= isAnswer && tokenF1(theirs.text, b.answer) >= isAnswer;
	return planted && both ? true : undefined;
}

export function run(): Promise<void> {
	const examples = disputeExamples();
	const right = examples.filter(({ label }) => label).length;
	const groups = new Set(examples.map(({ group }) => group)).size;
	const counts = `${examples.length} pairs of values, ${right} of them disputes, of ${groups} questions`;
	const { model, chances } = trained(
		disputeSignalNames,
		examples,
		`RAMDocs, HotpotQA and MuSiQue, tuning half: ${counts}`,
	);
	writeModel(join(import.meta.dirname, "../../src/reasoning/disputes/weights.json"), model);
	console.log(model.origin);
	console.log(`cross-validated area under the curve ${areaUnderCurve(chances, examples).toFixed(3)}`);
	for (const from of [0.15, 0.2, 0.25, 0.3, 0.4, 0.5]) {
		const named = examples.filter((_each, at) => (chances[at] ?? 0) >= from);
		const hits = named.filter(({ label }) => label).length;
		console.log(`from ${from}: ${hits} of ${right} disputes, ${named.length - hits} other pairs`);
	}
	return Promise.resolve();
}
