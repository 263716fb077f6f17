/**
 * `npm run train -- questions [--documentation FILE]`: the kind of a question, by multinomial logistic regression with an L2 penalty.
 * Learned from `questions.txt` (written for this, by hand), the tuning halves of the multi-hop questions (`yes_no` where the
 * answer is yes or no, else `value`), and the tuning documentation questions of FILE.
 * Prints cross-validated accuracy beside the commonest kind and a rule of first words.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { AnswerKind } from "../../src/evidence/question.ts";
import { allowedKinds, kindFeatures } from "../../src/reasoning/rules/question/kind.ts";
import { parseWording } from "../../src/reasoning/rules/question/parse-ask.ts";
import { splitQuestion } from "../../src/reasoning/rules/question/split-question.ts";
import { data } from "../../test/support/data.ts";
import { splitOf } from "../support/split.ts";
import { mean } from "../support/statistics.ts";

export interface QuestionExample {
	kind: string;
	features: string[];
	/** The kinds that its build allows. */
	allowed: readonly AnswerKind[];
	text: string;
	from: string;
}

const l2 = 1;
const rounds = 120;
const folds = 5;
/** A feature of fewer questions than this is chance. */
const seen = 2;

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { documentation: { type: "string" } },
	});
	const examples = questionExamples(values.documentation);
	const kinds = [...new Set(examples.map(({ kind }) => kind))].toSorted();
	const count = Map.groupBy(examples, ({ kind }) => kind);
	console.log(kinds.map((kind) => `${kind} ${count.get(kind)?.length ?? 0}`).join(", "));
	const commonest = kinds.toSorted((a, b) => (count.get(b)?.length ?? 0) - (count.get(a)?.length ?? 0))[0];
	for (const from of ["written", "multihop", "documentation"]) {
		const some = examples.filter((one) => one.from === from);
		if (some.length === 0) continue;
		const share = (right: (one: QuestionExample) => boolean) => (some.filter(right).length / some.length).toFixed(3);
		console.log(
			`${from} (${some.length}): commonest ${share(({ kind }) => kind === commonest)}, first words ${share(({ kind, text }) => kind === byFirstWords(text))}`,
		);
	}
	const right = rightKinds(examples);
	for (const [from, some] of Map.groupBy(
		examples.map((one, at) => ({ from: one.from, right: right[at] ?? 0 })),
		(one) => one.from,
	))
		console.log(`${from}: right ${mean(some.map((one) => one.right)).toFixed(3)}`);
	const model = learn(examples, kinds);
	const rounded = Object.fromEntries(
		Object.entries(model.features).flatMap(([name, row]) =>
			row.some((one) => Math.abs(one) >= 0.05) ? [[name, row.map((one) => Math.round(one * 100) / 100)]] : [],
		),
	);
	const origin = `npm run train -- questions: ${written().length} written questions, ${multihop().length} of the tuning half of multihop, ${examples.length - written().length - multihop().length} of documentation; softmax, L2 ${l2}, ${rounds} rounds, no randomness`;
	writeFileSync(
		join(import.meta.dirname, "../../src/reasoning/rules/question/kinds.json"),
		`${JSON.stringify({ origin, kinds, bias: model.bias.map((one) => Math.round(one * 100) / 100), features: rounded })}\n`,
	);
}

export function questionExamples(file: string | undefined): QuestionExample[] {
	return [...written(), ...multihop(), ...(file ? documentation(file) : [])];
}

/** Whether each question's kind is told by a model that was learned without its fold, and without one signal: 1 or 0. */
export function rightKinds(examples: readonly QuestionExample[], without?: string): number[] {
	const all = examples.map((one) => ({
		...one,
		features: one.features.filter((feature) => without === undefined || !feature.startsWith(`${without}:`)),
	}));
	const kinds = [...new Set(examples.map(({ kind }) => kind))].toSorted();
	return crossValidated(all, kinds).map(Number);
}

function example(kind: string, text: string, from: string): QuestionExample {
	const ask = parseWording(splitQuestion(text, true).asks[0] ?? text, /[?]$/u.test(text));
	return { kind, text, from, features: kindFeatures(ask), allowed: allowedKinds(ask) };
}

function written(): QuestionExample[] {
	return readFileSync(join(import.meta.dirname, "questions.txt"), "utf8")
		.split("\n")
		.flatMap((line) => {
			const [kind, text] = line.split("\t");
			return kind && text ? [example(kind, text, "written")] : [];
		});
}

/** As many of them as there are written ones: they are of one make. */
function multihop(): QuestionExample[] {
	const rows: { id: string; question: string; answers: string[] }[] = readFileSync(
		join(data, "multihop/questions.jsonl"),
		"utf8",
	)
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	return rows
		.filter(({ id }) => splitOf(id) === "tuning")
		.map(({ question, answers }) =>
			example(/^(?:yes|no)$/iu.test(answers[0] ?? "") ? "yes_no" : "value", question, "multihop"),
		)
		.slice(0, 40);
}

function documentation(file: string): QuestionExample[] {
	const rows: { kind: string; question: string }[] = readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	return rows
		.filter(({ kind }) => kind !== "unanswerable")
		.map(({ kind, question }) => example(kind, question, "documentation"));
}

/** The control: what a rule of first words makes of it. */
function byFirstWords(text: string): string {
	if (/^(?:is|are|was|were|do|does|did|can|could|should|has|have|will|may|must)\b/iu.test(text)) return "yes_no";
	if (/^how (?:do|to|can)\b/iu.test(text)) return "steps";
	if (/\b(?:difference|versus|vs|compare)\b/iu.test(text)) return "comparison";
	if (/\bchange[sd]?\b/iu.test(text)) return "change";
	if (/^(?:list|what are)\b/iu.test(text)) return "list";
	return /^(?:why|how (?!many|much))\b/iu.test(text) ? "explanation" : "value";
}

function crossValidated(examples: readonly QuestionExample[], kinds: readonly string[]): boolean[] {
	const out: boolean[] = [];
	for (let fold = 0; fold < folds; fold++) {
		const model = learn(
			examples.filter((_one, at) => at % folds !== fold),
			kinds,
		);
		for (const [at, one] of examples.entries()) if (at % folds === fold) out[at] = best(model, kinds, one) === one.kind;
	}
	return out;
}

interface Model {
	bias: number[];
	features: Record<string, number[]>;
}

function scores({ bias, features }: Model, own: readonly string[]): number[] {
	return bias.map((start, at) => own.reduce((sum, name) => sum + (features[name]?.[at] ?? 0), start));
}

/** The likeliest of the kinds that its build allows. */
function best(model: Model, kinds: readonly string[], { features, allowed }: QuestionExample): string | undefined {
	const all = scores(model, features);
	return allowed.toSorted((a, b) => (all[kinds.indexOf(b)] ?? 0) - (all[kinds.indexOf(a)] ?? 0))[0];
}

/** Gradient descent with Adagrad steps over all examples at once; the penalty draws weights to 0. */
function learn(examples: readonly QuestionExample[], kinds: readonly string[]): Model {
	const times = new Map<string, number>();
	for (const { features } of examples) for (const name of features) times.set(name, (times.get(name) ?? 0) + 1);
	const names = [...times].flatMap(([name, count]) => (count >= seen ? [name] : []));
	const placeOf = new Map(names.map((name, at) => [name, at + 1]));
	const width = kinds.length;
	const rows = examples.map(({ kind, features }) => ({
		label: kinds.indexOf(kind),
		// Column 0 is the bias.
		places: [0, ...features.flatMap((name) => placeOf.get(name) ?? [])],
	}));
	const weights = new Float64Array((names.length + 1) * width);
	const squares = new Float64Array(weights.length).fill(1e-6);
	const errors = new Float64Array(width);
	for (let round = 0; round < rounds; round++) {
		const slopes = weights.map((weight, at) => (at < width ? 0 : l2 * weight));
		for (const { label, places } of rows) {
			errors.fill(0);
			for (const place of places)
				for (let at = 0; at < width; at++) errors[at] = (errors[at] ?? 0) + (weights[place * width + at] ?? 0);
			const high = Math.max(...errors);
			let sum = 0;
			for (let at = 0; at < width; at++) sum += errors[at] = Math.exp((errors[at] ?? 0) - high);
			for (let at = 0; at < width; at++) errors[at] = (errors[at] ?? 0) / sum - (at === label ? 1 : 0);
			for (const place of places)
				for (let at = 0; at < width; at++)
					slopes[place * width + at] = (slopes[place * width + at] ?? 0) + (errors[at] ?? 0);
		}
		for (const [at, slope] of slopes.entries()) {
			squares[at] = (squares[at] ?? 0) + slope * slope;
			weights[at] = (weights[at] ?? 0) - (0.3 * slope) / Math.sqrt(squares[at] ?? 1);
		}
	}
	const row = (at: number) => [...weights.subarray(at * width, (at + 1) * width)];
	return { bias: row(0), features: Object.fromEntries(names.map((name, at) => [name, row(at + 1)])) };
}
