/**
 * `npm run train -- certain [--questions FILE]... [--multihop N]`: when the likeliest passage may be stated as the answer. Of documentation
 * questions (as `bench -- documentation`; both files of the project by default) a model of each signal alone is learned, and the least chance
 * from which on at most `riskMax` of what is stated is wrong. Figures are of manuals that nothing was learned from (leave one manual out, the
 * least chance included), and of N multi-hop questions, which are on other matters and often need two pages. A passage is right if it holds
 * all words that the answer needs. Of each question that has an answer there is another example, without the passages that hold it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { blocksIn } from "../../src/evidence/report.ts";
import type { LinearModel } from "../../src/reasoning/linear-model.ts";
import {
	answerChance,
	type CertainSignal,
	certainSignalNames,
	leastChance,
	likeliestPassage,
} from "../../src/reasoning/rules/blocks/answer-chance.ts";
import { candidatesOf, readMaterial } from "../../src/reasoning/rules/blocks/candidates.ts";
import { isOverlapping } from "../../src/reasoning/rules/blocks/choose-passages.ts";
import { passageText, type ScoredPassage } from "../../src/reasoning/rules/blocks/score-passages.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { isUnstated, unheldOf } from "../../src/reasoning/rules/report/notes.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { data } from "../../test/support/data.ts";
import { questions as multihopQuestions } from "../multihop.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { draftInputOf } from "../support/inputs.ts";
import { readOnce } from "../support/read-once.ts";
import { shareOf } from "../support/statistics.ts";
import { areaUnderCurve, learn, writeModel } from "./logistic.ts";

const weights = join(import.meta.dirname, "../../src/reasoning/rules/blocks/weights.json");
/** Of what is stated, by the words that an answer needs; so an answer in other words counts as wrong. */
const riskMax = 0.2;
/** How much an example without the passages that answer counts. */
const withoutWeight = 0.5;

/** The likeliest passage of a report. `chance`: that one of the best three answers, what decided before. */
interface Case {
	id: string;
	manual: string;
	signals: Record<CertainSignal, number>;
	isHeld: boolean;
	right: boolean;
	weight: number;
	chance: number;
	isReal: boolean;
}
type Models = Record<CertainSignal, LinearModel>;

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { questions: { type: "string", multiple: true }, multihop: { type: "string", default: "0" } },
	});
	const folder = join(import.meta.dirname, "../documentation");
	const files = values.questions ?? ["debian.jsonl", "services.jsonl"].map((name) => join(folder, name));
	const asked = files.flatMap((file) => documentationQuestions(file));
	const [cases, far] = [await casesOf(asked), await casesOf(multihop(Number(values.multihop)))];
	const answerable = asked.filter(({ required }) => required.length > 0).length;
	console.log(`${asked.length} questions over manuals, ${answerable} answerable; ${real(cases).length} with passages`);
	for (const name of certainSignalNames)
		console.log(`  ${name}: area under the curve ${area(real(cases), ({ signals }) => signals[name])}`);
	print("before: a chance of .8 that one of the best three answers", before(cases), answerable, before(far));
	const controls: [string, readonly CertainSignal[]][] = [
		["all signals", certainSignalNames],
		...certainSignalNames.map((one): [string, CertainSignal[]] => [
			`without ${one}`,
			certainSignalNames.filter((name) => name !== one),
		]),
		...certainSignalNames.map((one): [string, CertainSignal[]] => [`${one} alone`, [one]]),
	];
	const anyWords = (some: readonly Case[]) => some.map((one) => ({ ...one, isHeld: true }));
	const show = (title: string, own: readonly Case[], other: readonly Case[], names: readonly CertainSignal[]) => {
		const { stated, beyond, mins } = leaveOneOut(own, other, names);
		print(`${title} (least chances ${mins})`, stated, answerable, beyond);
	};
	for (const [title, names] of controls) show(title, cases, far, names);
	show("whatever words are held", anyWords(cases), anyWords(far), certainSignalNames);
	const models = modelsOf(cases);
	const rated = outOfManual(cases, certainSignalNames);
	const min = minOf(rated);
	curve(rated, answerable);
	writeModel(weights, { ...JSON.parse(readFileSync(weights, "utf8")), certain: { models, min } });
}

const real = (cases: readonly Case[]) => cases.filter(({ isReal }) => isReal);
const before = (cases: readonly Case[]) => real(cases).filter(({ chance }) => chance >= 0.8);

function area(cases: readonly Case[], of: (one: Case) => number): string {
	return areaUnderCurve(
		cases.map(of),
		cases.map(({ right }) => ({ label: right })),
	).toFixed(2);
}

function print(title: string, stated: readonly Case[], answerable: number, far: readonly Case[]): void {
	const right = stated.filter((one) => one.right).length;
	const beyond = far.filter((one) => one.right).length;
	console.log(
		`${title}: stated ${stated.length}, wrong ${shareOf(stated.length - right, stated.length)}, right of all answerable ${shareOf(right, answerable)}; multi-hop wrong ${far.length - beyond} of ${far.length}`,
	);
}

function modelsOf(cases: readonly Case[], names: readonly CertainSignal[] = certainSignalNames): Models {
	const origin = `${cases.length} likeliest passages of questions over manuals`;
	const examples = (name: CertainSignal) =>
		cases.map(({ signals, right, id, weight }) => ({
			...{ features: { [name]: signals[name] }, label: right },
			...{ group: id, weight },
		}));
	return Object.fromEntries(names.map((name) => [name, learn<string>([name], examples(name), origin)])) as Models;
}

/** 0 for a passage that lacks words of the question. */
function chanceOf(models: Models, { signals, isHeld }: Case): number {
	return isHeld ? leastChance(models, signals) : 0;
}

type Rated = [chance: number, one: Case][];

/** Each real case with its chance by models of the other manuals, the likeliest first. */
function outOfManual(cases: readonly Case[], names: readonly CertainSignal[]): Rated {
	const rated = [...Map.groupBy(cases, ({ manual }) => manual)].flatMap(([manual, own]) => {
		const models = modelsOf(
			cases.filter((one) => one.manual !== manual),
			names,
		);
		return real(own).map((one): Rated[number] => [chanceOf(models, one), one]);
	});
	return rated.toSorted(([a], [b]) => b - a);
}

/** The least chance at which at most `riskMax` of what is stated is wrong; over 1 if there is none. */
function minOf(rated: Rated): number {
	let wrong = 0;
	let least = 1.1;
	for (const [at, [chance, { right }]] of rated.entries()) {
		if (!right) wrong++;
		if (chance > 0 && wrong <= riskMax * (at + 1)) least = chance;
	}
	return least;
}

/** What is stated of each manual by models and a least chance of the others; of `far`, what those of all manuals state. */
function leaveOneOut(cases: readonly Case[], far: readonly Case[], names: readonly CertainSignal[]) {
	const mins: string[] = [];
	const stated = [...Map.groupBy(cases, ({ manual }) => manual)].flatMap(([manual, own]) => {
		const others = cases.filter((one) => one.manual !== manual);
		const min = minOf(outOfManual(others, names));
		mins.push(min.toFixed(2));
		const models = modelsOf(others, names);
		return real(own).filter((one) => chanceOf(models, one) >= min);
	});
	const models = modelsOf(cases, names);
	const min = minOf(outOfManual(cases, names));
	return { stated, beyond: real(far).filter((one) => chanceOf(models, one) >= min), mins: mins.join(" ") };
}

/** Risk and coverage by the number of what is stated. */
function curve(rated: Rated, answerable: number): void {
	for (let count = 10; count <= rated.length && (rated[count - 1]?.[0] ?? 0) > 0; count += 10) {
		const some = rated.slice(0, count);
		const right = some.filter(([, one]) => one.right).length;
		console.log(
			`  from a chance of ${some.at(-1)?.[0].toFixed(2)} on: ${count} stated, risk ${(1 - right / count).toFixed(2)}, coverage ${(right / answerable).toFixed(2)}`,
		);
	}
}

async function casesOf(asked: readonly DocumentationQuestion[]): Promise<Case[]> {
	const manuals = new Manuals(false);
	const { close, ...read } = readOnce();
	const out: Case[] = [];
	try {
		for (const question of asked) {
			const corpus = () => manuals.corpus(question.manual);
			const found = await draftInputOf(corpus, question.question, question.manual);
			if (!found) continue;
			const places = async (query: string) => (await corpus()).search(query, 30);
			const input = { ...found, ...read, places };
			const analysis = analysisOf(question.question, input.route);
			const [block] = blocksIn(await draft(input));
			const scored = await candidatesOf(input, analysis, "place", await readMaterial(input));
			if (!block || isUnstated(answerChance(scored, analysis.kind), unheldOf(input, analysis))) continue;
			const likeliest = scored.reduce((a, b) => (b.score > a.score ? b : a));
			// On a broad matter other passages come first.
			if (!isOverlapping(likeliest, { ...likeliest, passage: { ...likeliest.passage, ...block, opens: false } }))
				continue;
			const { id, manual, required } = question;
			const add = (some: readonly ScoredPassage[], right: boolean, isReal: boolean) => {
				const found = likeliestPassage(some, analysis.kind);
				const [weight, chance] = [isReal ? 1 : withoutWeight, answerChance(some, analysis.kind)];
				if (found) out.push({ id, manual, ...found, right, weight, chance, isReal });
			};
			add(scored, holdsAnswer(blockText(block), required), true);
			if (required.length > 0)
				add(
					scored.filter(({ passage }) => !holdsAnswer(passageText(passage), required)),
					false,
					false,
				);
		}
	} finally {
		await Promise.all([manuals.close(), close()]);
	}
	return out;
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
