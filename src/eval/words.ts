import { formatDollars } from "../app/report/spending-words.ts";
import { pluralize } from "../base/text.ts";
import { dimensionNames } from "./dimensions.ts";
import { lossesByStage, lossStages } from "./failures/stage.ts";
import type { FigureResult } from "./figures.ts";
import { allFiguresOf } from "./forms/form.ts";
import { formOf } from "./forms/index.ts";
import { type Dimension, isUnjudged } from "./question.ts";
import type { EvaluationResult } from "./result.ts";

/** An evaluation as Markdown: its figures with their judges and intervals, and cost and latency beside them. */
export function evaluationText(result: EvaluationResult): string {
	const { suite, model, runs, questions, figures, cost, failed, total, status, id } = result;
	// Other systems' reports and human labels were not made by a run.
	const isOwn = !suite.outside && !formOf(suite)?.labelled;
	const graded = new Set(runs.map(({ question }) => question)).size;
	const left = questions.length - graded;
	return [
		`# ${suite.name}`,
		[
			`${pluralize(graded, "question")}${left > 0 ? ` of ${questions.length}` : ""}`,
			...(result.repeats > 1 ? [`${result.repeats} runs each`] : []),
			...(isOwn ? [model === undefined ? "no model (extractive)" : `model ${model}`] : []),
			`form ${suite.form}`,
			`licence ${suite.licence}`,
			`evaluation ${id.slice(0, 8)}, ${statusWords[status]}`,
		].join(" · "),
		...(figures.length === 0 ? ["No run is graded yet."] : [figureTable(figures, result)]),
		...agreementParts(result),
		...calibrationParts(result),
		...(cost.length === 0 ? [] : ["## Cost and latency of a run", costTable(cost)]),
		...lossParts(result),
		totalLine(
			total,
			pluralize(runs.length, isOwn ? "run" : "report or statement", isOwn ? "runs" : "reports or statements"),
		),
		...unjudgedLines(result),
		...failed.map(({ question, error }) => `- ${question} failed: ${error}`),
		notes(result),
	].join("\n\n");
}

const statusWords = {
	...{ queued: "queued", running: "in progress", interrupted: "interrupted", completed: "finished", failed: "failed" },
} as const;

function figureTable(figures: readonly FigureResult[], result: EvaluationResult): string {
	const form = formOf(result.suite);
	const kinds = new Map((form ? allFiguresOf(form) : []).map(({ name, by }) => [name, by]));
	// Figures of one dimension stand together, those of none first.
	const order = [undefined, ...(Object.keys(dimensionNames) as Dimension[])];
	const sorted = figures.toSorted((a, b) => order.indexOf(a.dimension) - order.indexOf(b.dimension));
	const hasDimensions = figures.some(({ dimension }) => dimension !== undefined);
	const rows = sorted.map((figure) => [
		...(hasDimensions ? [figure.dimension ? dimensionNames[figure.dimension] : ""] : []),
		`${figure.headline ? "**" : ""}${figure.label}${figure.lower ? " (lower is better)" : ""}${figure.headline ? "**" : ""}`,
		number(figure.value),
		interval(figure),
		judgeWords(figure, kinds.get(figure.name) ?? "code", result),
		[
			...(figure.value === undefined ? [] : [pluralize(figure.questions, "question")]),
			...(figure.unjudged > 0 ? [`${figure.unjudged} not judged`] : []),
			...(figure.repeats ? [`repeats ${figure.repeats.map(number).join(", ")}`] : []),
		].join("; "),
	]);
	return table([...(hasDimensions ? ["dimension"] : []), "", "value", "95 % interval", "judge", "of"], rows);
}

/** The judge of a figure with the hash of its instructions, without which no figure is shown. */
function judgeWords(
	{ judge = "" }: FigureResult,
	by: "code" | readonly string[],
	{ prompts }: EvaluationResult,
): string {
	if (by === "code") return "code";
	const used = by.flatMap((kind) => {
		// Checklists were once graded as other checks.
		const prompt = prompts[kind] ?? (kind === "checklist" ? prompts.check : undefined);
		return prompt ? [`${kind} ${prompt.hash} (${prompt.whose})`] : [];
	});
	return `${judge}, prompt ${used.join(", ")}`;
}

function costTable(cost: readonly FigureResult[]): string {
	const shown = cost.map((one) => [
		one.label,
		one.name === "usd" ? formatDollars(one.value ?? 0) : number(one.value),
		interval(one),
	]);
	return table(["", "mean", "95 % interval"], shown);
}

/** How far the judges agree. */
function agreementParts({ agreement }: EvaluationResult): string[] {
	if (agreement.length === 0) return [];
	const between = (given: readonly number[] | undefined) => (given ? `[${given.map(number).join(", ")}]` : "–");
	const rows = agreement.map(({ a, b, kappa, interval: given, equal, equalInterval, criteria, macroF1 }) => [
		`${b} with ${a}`,
		number(kappa),
		between(given),
		number(equal),
		between(equalInterval),
		number(macroF1),
		pluralize(criteria, "criterion", "criteria"),
	]);
	return ["## Agreement", table(["", "kappa", "95 % interval", "equal", "95 % interval", "macro F1", "of"], rows)];
}

/** How far the judges know where they are wrong. */
function calibrationParts({ calibration }: EvaluationResult): string[] {
	if (calibration.length === 0) return [];
	const rows = calibration.map(({ judge, brier, interval: given, constant, ece, confidence, right, verdicts }) => [
		judge,
		number(brier),
		given ? `[${given.map(number).join(", ")}]` : "–",
		number(constant),
		number(ece),
		number(confidence),
		number(right),
		pluralize(verdicts, "verdict"),
	]);
	const header = ["", "Brier", "95 % interval", "constant", "ECE", "mean confidence", "right", "of"];
	return ["## Confidence of the judges, against people's labels", table(header, rows)];
}

/** Where points were lost, stage by stage. */
function lossParts({ losses }: EvaluationResult): string[] {
	if (!losses) return [];
	const { criteria, lost } = losses;
	const rows = lossesByStage(lost);
	if (rows.length === 0) return ["## Where points were lost", "No criterion was lost."];
	return [
		"## Where points were lost",
		table(
			["stage", "lost", `of ${criteria}`],
			rows.map(({ stage, lost: { length } }) => [
				lossStages[stage],
				String(length),
				`${((100 * length) / criteria).toFixed(1)} %`,
			]),
		),
	];
}

function totalLine(
	{ usd, judgesUsd, requests, judgeRequests, maxCostUsd, maxRequests }: EvaluationResult["total"],
	runs: string,
): string {
	const most = maxCostUsd === undefined ? "" : ` of at most ${formatDollars(maxCostUsd)}`;
	const judges = judgeRequests === 0 ? "" : `, of which judges ${formatDollars(judgesUsd)} and ${judgeRequests}`;
	const atMost = maxRequests === undefined ? "" : ` of at most ${maxRequests}`;
	return `In all: ${runs}, ${formatDollars(usd)}${most}, ${pluralize(requests, "request")}${atMost} to models${judges}.`;
}

/** Verdicts that judges did not give, each with the first reason. */
function unjudgedLines({ judges, runs }: EvaluationResult): string[] {
	return judges.flatMap((judge) => {
		const missing = runs.flatMap(({ verdicts }) => verdicts.filter((one) => one.judge === judge && isUnjudged(one)));
		const [first] = missing;
		if (!first) return [];
		return [`Not judged by ${judge}: ${pluralize(missing.length, "criterion", "criteria")}. ${first.why}`];
	});
}

function notes({ bootstrap }: EvaluationResult): string {
	return `Intervals: bootstrap over questions, ${bootstrap.resamples} resamples, seed ${bootstrap.seed}. A figure without one is of a single question.`;
}

function interval({ interval: given }: FigureResult): string {
	return given ? `[${given.map(number).join(", ")}]` : "–";
}

/** Whole numbers as they are, shares with three digits after the point, larger numbers with one. */
export function number(value: number | undefined): string {
	if (value === undefined) return "–";
	if (Number.isInteger(value)) return String(value);
	return value >= 10 ? value.toFixed(1) : value.toFixed(3).replace(/^-(?=0\.000$)/, "");
}

/** A table of Markdown whose columns stand in line, so that it can be read as it is. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
	const clean = [header, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, " ").replaceAll("|", "\\|")));
	const widths = header.map((_one, at) => Math.max(3, ...clean.map((row) => row[at]?.length ?? 0)));
	const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
	const [top = [], ...rest] = clean;
	return [line(top), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rest.map(line)].join("\n");
}
