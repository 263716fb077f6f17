/**
 * `npm run train -- certain [--questions FILE]... [--multihop N]`: when the likeliest passage may be stated as the answer. Of documentation
 * questions (as `bench -- documentation`; three files of the project by default) a model of the signals is learned, and the least chance from
 * which on at most `riskMax` of what is stated is wrong. Figures are of manuals that nothing was learned from (leave one manual out, the
 * least chance included); of `entries.jsonl`; and of N multi-hop questions, which often need two pages, each half by the other. AURC: the
 * mean risk over all numbers of what is stated. A passage is right if it is shown with all words that the answer needs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { blocksIn, nearestPassages } from "../../src/evidence/report.ts";
import { type LinearModel, probabilityOf } from "../../src/reasoning/linear-model.ts";
import { answerChance, certainSignalNames, certainSignals } from "../../src/reasoning/rules/blocks/answer-chance.ts";
import { candidatesOf, readMaterial } from "../../src/reasoning/rules/blocks/candidates.ts";
import { isOverlapping } from "../../src/reasoning/rules/blocks/choose-passages.ts";
import type { ScoredPassage } from "../../src/reasoning/rules/blocks/score-passages.ts";
import { firstWordsMax, widenPassage } from "../../src/reasoning/rules/blocks/widen.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { data } from "../../test/support/data.ts";
import { questions as multihopQuestions } from "../multihop.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { draftInputOf } from "../support/inputs.ts";
import { readOnce } from "../support/read-once.ts";
import { risksOf, shareOf } from "../support/statistics.ts";
import { learn, writeModel } from "./logistic.ts";

const weights = join(import.meta.dirname, "../../src/reasoning/rules/blocks/weights.json");
/** Of what is stated, by the words that an answer needs: an answer in other words counts as wrong. */
const riskMax = 0.15;
/** How much a multi-hop question counts when the model is learned; a question over a manual counts 1. */
const multihopWeight = 0.5;
/** The likeliest passage of a report, with its signals and those of controls. */
interface Case {
	id: string;
	manual: string;
	signals: Record<string, number>;
	right: boolean;
	weight: number;
}
interface Cases {
	title: string;
	cases: Case[];
	/** Questions that a page answers. */
	answerable: number;
}

/**
 * Controls: the chance that one of the best passages answers, how far the next passage is, the passage's own part of the chances, the reading model's logit that it answers, the similarity of
 * the question's token that is least similar to any of its own.
 */
const controlNames = ["chance", "margin", "share", "answers", "least"];

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { questions: { type: "string", multiple: true }, multihop: { type: "string", default: "130" } },
	});
	const fileOf = (name: string) => join(import.meta.dirname, "../documentation", `${name}.jsonl`);
	const files = values.questions ?? ["debian", "services", "daemons", "servers"].map(fileOf);
	const own = await casesOf(
		"manuals",
		files.flatMap((file) => documentationQuestions(file)),
	);
	const far = await casesOf("multi-hop", multihop(Number(values.multihop)), multihopWeight);
	const entries = await casesOf("entries", documentationQuestions(fileOf("entries")));
	const halves = [0, 1].map((half) => far.cases.filter((_one, at) => at % 2 === half));
	const signals = [...certainSignalNames];
	for (const names of [
		signals,
		...signals.map((name) => [name]),
		...controlNames.map((name) => [name]),
		...controlNames.map((name) => [...signals, name]),
	]) {
		const { cases } = own;
		console.log(`\n${names.join(", ")}`);
		const rated = outOfManual(cases, far.cases, names);
		curve(own, rated);
		const { stated, mins } = leaveOneOut(cases, far.cases, names);
		print(own, stated, `each manual by the others, least chances ${mins}`);
		const [model, min] = [modelOf([...cases, ...far.cases], names), minOf(rated)];
		for (const [other, ratedOther] of [
			[entries, ratedBy(model, entries.cases)],
			[
				far,
				byChance(halves.flatMap((half, at) => ratedBy(modelOf([...cases, ...(halves[1 - at] ?? [])], names), half))),
			],
		] as const) {
			curve(other, ratedOther);
			print(other, statedOf(ratedOther, min), `from ${min.toFixed(2)} on`);
		}
		if (names === signals)
			writeModel(weights, { ...JSON.parse(readFileSync(weights, "utf8")), certain: { model, min } });
	}
}

function print({ title, answerable }: Cases, stated: readonly Case[], how: string): void {
	const right = stated.filter((one) => one.right).length;
	console.log(
		`  ${title}, ${how}: risk ${shareOf(stated.length - right, stated.length)}, coverage ${shareOf(right, answerable)}`,
	);
}

/** The area under the curve of risk and coverage, and the coverage at some risks. */
function curve({ title, cases, answerable }: Cases, rated: Rated): void {
	const risks = risksOf(rated.map(([, { right }]) => right));
	const area = risks.reduce((sum, risk) => sum + risk, 0) / Math.max(1, risks.length);
	const most = [0.1, 0.15, 0.2].map((risk) => {
		const count = risks.findLastIndex((one) => one <= risk) + 1;
		const right = rated.slice(0, count).filter(([, one]) => one.right).length;
		return `at a risk of ${risk} ${(right / Math.max(1, answerable)).toFixed(2)}`;
	});
	console.log(`  ${title}: ${cases.length} passages, AURC ${area.toFixed(3)}, coverage ${most.join(", ")}`);
}

function modelOf(cases: readonly Case[], names: readonly string[]): LinearModel {
	const examples = cases.map(({ signals, right, id, weight }) => ({
		features: signals,
		label: right,
		group: id,
		weight,
	}));
	return learn<string>(names, examples, `${cases.length} likeliest passages of questions`);
}

type Rated = [chance: number, one: Case][];

function byChance(rated: Rated): Rated {
	return rated.toSorted(([a], [b]) => b - a);
}

/** The likeliest first. */
function ratedBy(model: LinearModel, cases: readonly Case[]): Rated {
	return byChance(cases.map((one) => [probabilityOf(model, one.signals), one]));
}

function statedOf(rated: Rated, min: number): Case[] {
	return rated.flatMap(([chance, one]) => (chance >= min ? [one] : []));
}

/** The cases of each manual by themselves, rated by a model of the other manuals and of `far`. */
function manualsOf(cases: readonly Case[], far: readonly Case[], names: readonly string[]) {
	return [...Map.groupBy(cases, ({ manual }) => manual)].map(([manual, own]) => {
		const others = cases.filter((one) => one.manual !== manual);
		return { others, rated: ratedBy(modelOf([...others, ...far], names), own) };
	});
}

function outOfManual(cases: readonly Case[], far: readonly Case[], names: readonly string[]): Rated {
	return byChance(manualsOf(cases, far, names).flatMap(({ rated }) => rated));
}

/** The least chance at which at most `riskMax` of what is stated is wrong; over 1 if there is none. */
function minOf(rated: Rated): number {
	const last = risksOf(rated.map(([, { right }]) => right)).findLastIndex((risk) => risk <= riskMax);
	return rated[last]?.[0] ?? 1.1;
}

/** What is stated of each manual by a model and a least chance of the others. */
function leaveOneOut(cases: readonly Case[], far: readonly Case[], names: readonly string[]) {
	const manuals = manualsOf(cases, far, names).map(({ others, rated }) => ({
		rated,
		min: minOf(outOfManual(others, far, names)),
	}));
	return {
		stated: manuals.flatMap(({ rated, min }) => statedOf(rated, min)),
		mins: manuals.map(({ min }) => min.toFixed(2)).join(" "),
	};
}

/** The likeliest passages that reports on questions open with. `weight` of each when a model is learned. */
async function casesOf(title: string, asked: readonly DocumentationQuestion[], weight = 1): Promise<Cases> {
	const manuals = new Manuals(false);
	const { close, ...read } = readOnce();
	const cases: Case[] = [];
	try {
		for (const { id, manual, question, required } of asked) {
			const corpus = () => manuals.corpus(manual);
			const found = await draftInputOf(corpus, question, manual);
			if (!found) continue;
			const places = async (query: string) => (await corpus()).search(query, 30);
			const input = { ...found, ...read, places };
			const report = await draft(input);
			const [block] = blocksIn(report);
			const analysis = analysisOf(question, input.route);
			const material = await readMaterial(input);
			const scored = await candidatesOf(input, analysis, "place", material);
			const likeliest = scored.toSorted((a, b) => b.score - a.score);
			const [first] = likeliest;
			const shown = first && widenPassage(first, material, input.claims, firstWordsMax).passage;
			const signals = certainSignals(scored, analysis.kind, shown);
			const isUnstated = report.sections[0]?.heading === nearestPassages;
			// On a broad matter, and of things compared, other passages may come first.
			if (!block || isUnstated || !first || !signals || !isOverlapping(first, asPassage(first, block))) continue;
			const all = scored.reduce((sum, { score }) => sum + score, 0);
			const margin = 1 - (likeliest[1]?.score ?? 0);
			const answers = first.reading?.answers ?? 0;
			const chance = answerChance(scored, analysis.kind);
			const controls = { chance, margin, share: first.score / all, answers, least: Math.min(...first.covered) };
			cases.push({
				id,
				manual,
				signals: { ...signals, ...controls },
				right: holdsAnswer(blockText(block), required),
				weight,
			});
		}
	} finally {
		await Promise.all([manuals.close(), close()]);
	}
	return { title, cases, answerable: asked.filter(({ required }) => required.length > 0).length };
}

/** A block as a passage in the place of another. */
function asPassage(one: ScoredPassage, block: ReturnType<typeof blocksIn>[number]): ScoredPassage {
	return { ...one, passage: { ...one.passage, ...block, opens: false } };
}

/** Multi-hop questions, in turns of both sets. One that is answered by yes or no has no words to look for. */
function multihop(count: number): DocumentationQuestion[] {
	const all = multihopQuestions(undefined).filter(({ answers }) => !answers.some((one) => /^(?:yes|no)$/iu.test(one)));
	const sets = [...Map.groupBy(all, ({ set }) => set).values()];
	return Array.from({ length: count }, (_, at) => sets[at % sets.length]?.[Math.floor(at / sets.length)]).flatMap(
		(one) =>
			one
				? [
						{
							...{ id: one.id, manual: join(data, "multihop", "corpus.jsonl"), kind: "value", page: "" },
							...{ question: one.text, answer: one.answers[0] ?? "", required: [one.answers.join("|")] },
						},
					]
				: [],
	);
}
