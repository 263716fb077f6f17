import { intervalOver, mean } from "../base/bootstrap.ts";
import { UsageError } from "../base/errors.ts";
import { lossStages } from "./failures/stage.ts";
import { verdictsOf } from "./figures.ts";
import { allFiguresOf, type Figure, type FigureValue } from "./forms/form.ts";
import { formOf } from "./forms/index.ts";
import { code, type EvalQuestion } from "./question.ts";
import type { EvaluationResult } from "./result.ts";
import { number, table } from "./words.ts";

/** A paired difference of one figure between two evaluations of the same questions. */
export interface FigureDifference {
	name: string;
	label: string;
	judge: string;
	/** Means over the questions of both. */
	a: number;
	b: number;
	/** The mean of b − a over questions, with its 95 % bootstrap interval; absent below `intervalItemsMin` questions. */
	difference: number;
	interval?: [low: number, high: number] | undefined;
	questions: number;
	lower?: true | undefined;
}

/** A criterion that one of the two met and the other did not. */
export interface Flip {
	question: string;
	criterion: string;
	text: string;
	/** Where the one that did not meet it lost it. */
	stage: string;
}

export interface EvaluationDiff {
	a: string;
	b: string;
	suite: string;
	figures: FigureDifference[];
	/** Criteria that only b met, and that only a met. */
	won: Flip[];
	lost: Flip[];
	/** Judges whose instructions differ between the two: their figures are not compared. */
	otherPrompts: string[];
}

/** What is different between two evaluations, in pairs of one question. Throws `UsageError` `EVALUATIONS_APART`. */
export function diffOf(a: EvaluationResult, b: EvaluationResult): EvaluationDiff {
	const questions = a.questions.filter(({ id }) => b.questions.some((one) => one.id === id));
	const form = formOf(a.suite);
	if (!form || a.suite.form !== b.suite.form || questions.length === 0)
		throw new UsageError(
			"EVALUATIONS_APART",
			`${a.id.slice(0, 8)} and ${b.id.slice(0, 8)} have no question in common`,
			{
				hint: "compare two evaluations of one suite: assay list names them",
			},
		);
	const otherPrompts = Object.keys(a.prompts).filter(
		(kind) => b.prompts[kind] !== undefined && b.prompts[kind]?.hash !== a.prompts[kind]?.hash,
	);
	const comparable = ({ by }: Figure) => by === "code" || !by.some((kind) => otherPrompts.includes(kind));
	const judges = a.judges.filter((name) => b.judges.includes(name));
	const figures = allFiguresOf(form)
		.filter(comparable)
		.flatMap((figure) =>
			(figure.by === "code" ? [code] : judges).flatMap((judge) => differenceOf(figure, judge, questions, a, b) ?? []),
		);
	const stageOf = ({ losses }: EvaluationResult) =>
		new Map(losses?.lost.map((one) => [JSON.stringify([one.question, one.criterion]), lossStages[one.stage]]));
	const [inA, inB] = [stageOf(a), stageOf(b)];
	const only = (some: Map<string, string>, other: Map<string, string>) =>
		questions.flatMap((question) =>
			question.criteria.flatMap(({ id, text }): Flip[] => {
				const key = JSON.stringify([question.id, id]);
				const stage = some.get(key);
				return stage === undefined || other.has(key) ? [] : [{ question: question.id, criterion: id, text, stage }];
			}),
		);
	return {
		...{ a: a.id, b: b.id, suite: a.suite.name, figures },
		won: only(inA, inB),
		lost: only(inB, inA),
		otherPrompts,
	};
}

function differenceOf(
	figure: Figure,
	judge: string,
	questions: readonly EvalQuestion[],
	a: EvaluationResult,
	b: EvaluationResult,
): FigureDifference | undefined {
	const valueIn = ({ runs }: EvaluationResult, question: EvalQuestion) => {
		const values = runs
			.filter((run) => run.question === question.id)
			.flatMap((run) => plain(figure.value(question, verdictsOf(run.verdicts, judge))) ?? []);
		return values.length === 0 ? undefined : mean(values);
	};
	const pairs = questions.flatMap((question) => {
		const [before, after] = [valueIn(a, question), valueIn(b, question)];
		return before === undefined || after === undefined ? [] : [[before, after] as const];
	});
	if (pairs.length === 0) return undefined;
	const differences = pairs.map(([before, after]) => after - before);
	return {
		...{ name: figure.name, label: figure.label, judge },
		...{ a: mean(pairs.map(([before]) => before)), b: mean(pairs.map(([, after]) => after)) },
		difference: mean(differences),
		...intervalOver(differences, mean),
		questions: pairs.length,
		...(figure.lower ? { lower: true } : {}),
	};
}

/** A share of sums as the share of one question. */
function plain(value: FigureValue): number | undefined {
	if (typeof value !== "object") return value;
	const [hits, of] = value;
	return of === 0 ? undefined : hits / of;
}

/** Flips that are shown of each side. */
const flipsShown = 20;

/** The difference as Markdown. */
export function diffText({ a, b, suite, figures, won, lost, otherPrompts }: EvaluationDiff): string {
	const signed = (value: number) => `${value > 0 ? "+" : ""}${number(value)}`;
	const rows = figures.map((one) => [
		`${one.label}${one.lower ? " (lower is better)" : ""}`,
		...[number(one.a), number(one.b), signed(one.difference)],
		one.interval ? `[${one.interval.map(signed).join(", ")}]` : "–",
		one.judge,
		String(one.questions),
	]);
	const flips = (title: string, some: readonly Flip[]) => [
		`## ${title}: ${some.length}`,
		...(some.length === 0
			? []
			: [
					table(
						["question", "criterion", "stage"],
						some.slice(0, flipsShown).map((one) => [one.question, one.text, one.stage]),
					),
				]),
		...(some.length > flipsShown ? [`… and ${some.length - flipsShown} more: --json`] : []),
	];
	return [
		`# ${suite}: ${b.slice(0, 8)} against ${a.slice(0, 8)}`,
		table(["", a.slice(0, 8), b.slice(0, 8), "difference", "95 % interval", "judge", "questions"], rows),
		...(otherPrompts.length > 0
			? [`Not compared, because the judges' instructions differ: ${otherPrompts.join(", ")}.`]
			: []),
		...flips(`Won by ${b.slice(0, 8)} (the stage at which ${a.slice(0, 8)} lost them)`, won),
		...flips(`Lost by ${b.slice(0, 8)}, with the stage`, lost),
		"Differences are means over questions that both have, in pairs; an interval that holds 0 shows no difference.",
	].join("\n\n");
}
