import type { Config } from "../app/config.ts";
import type { AblationResult, App } from "../app/index.ts";
import { readUserFile } from "../app/user-file.ts";
import { intervalItemsMin } from "../base/bootstrap.ts";
import { pluralize } from "../base/text.ts";
import type { ParsedCommand } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { jsonText, print } from "./terminal/output.ts";
import { createPaint, type Paint } from "./terminal/paint.ts";
import { safeText } from "./terminal/text.ts";

const questionsFile = {
	code: "QUESTIONS_UNREADABLE",
	hint: 'give a file with one JSON object on each line, like {"question": "…"}: --questions FILE',
};

/** Runs the grid and prints the paired differences. Returns 1 if a run failed. */
export async function ablate(
	task: ParsedCommand & { command: "ablate" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	const { questions: path, vary, parallel, options, flags } = task;
	const [{ parseQuestions }, { measureNames }] = await Promise.all([
		import("../app/ablate/questions.ts"),
		import("../app/ablate/measures.ts"),
	]);
	const questions = parseQuestions(readUserFile(path, questionsFile), path);
	const title = `an ablation of ${pluralize(questions.length, "question")}`;
	const deliver = async (app: App, result: AblationResult) => {
		await print(
			flags.json ? jsonText(result) : ablationText(result, measureNames, createPaint(process.stdout, config.color)),
		);
		for (const { run } of result.runs) await app.delivered(run);
	};
	const result = await runWithProgress(
		commandState,
		{ config, flags, title, again: "the same command again" },
		(app, hooks) => app.ablate({ questions, vary, parallel, options }, hooks),
		deliver,
	);
	return result.failed.length > 0 ? 1 : 0;
}

function ablationText(
	{ questions, combinations, failed, goldUnread, comparisons }: AblationResult,
	names: Readonly<Record<string, string>>,
	paint: Paint,
): string {
	const lines = [
		`${pluralize(questions, "question")} × ${pluralize(combinations, "combination")}`,
		...failed.map(({ question, labels, code, message }) =>
			paint("bad", `failed: ${[question, ...labels].join(", ")}: ${code}: ${message}`),
		),
		...(goldUnread.length > 0 ? [paint("warn", `gold that no run read: ${goldUnread.join(", ")}`)] : []),
		...comparisons.flatMap((comparison) => comparisonLines(comparison, names, paint)),
		"",
		...intervalWords(comparisons).map((text) => paint("quiet", text)),
	];
	return `${lines.map(safeText).join("\n")}\n`;
}

/** What the differences are, and why some have no interval. */
function intervalWords(comparisons: AblationResult["comparisons"]): string[] {
	const all = comparisons.flatMap(({ differences }) => differences);
	const hasInterval = all.some(({ interval }) => interval);
	const lacksInterval = all.some(({ interval }) => !interval);
	const interval = " with its 95 % bootstrap interval (2,000 resamples of questions, seeded)";
	return [
		`Differences: mean over questions${hasInterval ? interval : ""}.`,
		...(lacksInterval
			? [
					`An interval needs at least ${intervalItemsMin} questions: a difference without one is that of a single question.`,
				]
			: []),
	];
}

function comparisonLines(
	{ first, other, differences, stopReasons }: AblationResult["comparisons"][number],
	names: Readonly<Record<string, string>>,
	paint: Paint,
): string[] {
	const rows = differences.map(({ measure, first: a, other: b, difference, interval, pairs }) => [
		names[measure] ?? measure,
		figure(a),
		figure(b),
		`${signed(difference)}${interval ? ` [${interval.map(signed).join(", ")}]` : ""}`,
		pluralize(pairs, "pair"),
	]);
	const header = ["", first, other, "difference", ""];
	const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, at) => (at === 0 || at > 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
			.join("  ")
			.trimEnd();
	const reasons = (counts: Readonly<Record<string, number>>) =>
		Object.entries(counts)
			.toSorted(([a], [b]) => (a < b ? -1 : 1))
			.map(([reason, count]) => `${count} ${reason}`)
			.join(", ");
	return [
		"",
		paint("title", `${other} against ${first}`),
		paint("quiet", line(header)),
		...rows.map(line),
		`stop reasons  ${first}: ${reasons(stopReasons.first)}; ${other}: ${reasons(stopReasons.other)}`,
	];
}

/** Whole numbers as they are, others with three digits after the point. */
function figure(value: number): string {
	return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

function signed(value: number): string {
	const text = figure(value);
	return value > 0 ? `+${text}` : text;
}
