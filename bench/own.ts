/**
 * `npm run eval:own`: the forty questions of our own (`bench/own/`) over documents in Debian packages, answered by `assay eval run` without a
 * model and graded by code; in all, by half and by part, and where points were lost. `npm run eval:fast` asks the ten of them that are marked as
 * fast, and fails where one scores less than in `bench/own/fast-baseline.json`; `--accept "why"` makes the new scores the baseline.
 * `--to FILE` writes the scores, `--against FILE` compares with such a file in pairs. What stands after `--` goes to `assay eval run`, as
 * `-- --model NAME --judge OTHER --max-cost 5`: a limit holds for all packages together, and the same command goes on after a crash.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../src/base/errors.ts";
import { shortHash } from "../src/base/hash.ts";
import { lossesByStage, lossStages } from "../src/eval/failures/stage.ts";
import { type EvaluationResult, readSuite } from "../src/eval/index.ts";
import { shareOfLimits } from "./support/own-limits.ts";
import {
	type Baseline,
	compareWithBaseline,
	differenceLines,
	type OwnScores,
	readBaseline,
	scoresOf,
	totalOf,
	writeBaseline,
} from "./support/own-scores.ts";
import { rowsIn } from "./support/rows.ts";
import { halfOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const root = join(import.meta.dirname, "..");
const ownFolder = join(import.meta.dirname, "own");
const baselineFile = join(ownFolder, "fast-baseline.json");

interface OwnQuestion {
	id: string;
	part: string;
	fast?: boolean;
	/** The folder of its suite. */
	suite: string;
}

export async function run(args: string[]): Promise<void> {
	const split = args.indexOf("--");
	const { values } = parseArgs({
		args: split < 0 ? args : args.slice(0, split),
		options: {
			fast: { type: "boolean", default: false },
			accept: { type: "string" },
			to: { type: "string" },
			against: { type: "string" },
			suites: { type: "string", default: ownFolder },
		},
	});
	if (values.accept !== undefined && !values.fast)
		throw new UsageError("BASELINE_UNUSED", "only the fast questions have a baseline", {
			hint: 'npm run eval:fast -- --accept "why"; all questions: --to FILE, and later --against FILE',
		});
	// Before minutes are spent.
	const baseline = values.fast && values.accept === undefined ? readBaseline(baselineFile) : undefined;
	const before = values.against === undefined ? undefined : readBaseline(values.against).questions;
	const more = split < 0 ? [] : args.slice(split + 1);
	const { suites: folder } = values;
	const questions = readQuestions(folder).filter(({ fast }) => fast === true || !values.fast);
	const suites = [...new Set(questions.map(({ suite }) => suite))];
	const documents = Object.fromEntries(suites.map((suite) => [suite, versionOf(folder, suite)]));
	const results: EvaluationResult[] = [];
	const planned = suites.map((suite) => {
		const own = questions.filter((one) => one.suite === suite).map(({ id }) => id);
		return { suite: join(folder, suite), own, args: shareOfLimits(more, own.length, questions.length) };
	});
	// What models were paid for is kept until all is done: the same command finds it by the same name.
	const home =
		more.length === 0
			? mkdtempSync(join(tmpdir(), "assay-own-"))
			: join(tmpdir(), `assay-own-${shortHash([process.getuid?.(), folder, more, values.fast])}`);
	mkdirSync(home, { recursive: true, mode: 0o700 });
	try {
		for (const { suite, own, args } of planned)
			results.push(await evaluateSuite(suite, values.fast ? own : [], home, args));
	} catch (error) {
		if (more.length === 0) rmSync(home, { recursive: true, force: true });
		else console.error(`What is done is kept in ${home}: the same command goes on.`);
		throw error;
	}
	rmSync(home, { recursive: true, force: true });
	const scores: OwnScores = Object.assign({}, ...results.map(scoresOf));
	print(questions, scores, results);
	const about = { commit: commit(), documents };
	if (before) console.log(["", "Against the scores before:", ...differenceLines(before, scores)].join("\n"));
	if (values.to !== undefined) writeBaseline(values.to, scores, { why: "measured", ...about });
	if (values.accept !== undefined) writeBaseline(baselineFile, scores, { why: values.accept, ...about });
	else if (baseline) compare(baseline, scores, documents);
}

function readQuestions(folder: string): OwnQuestion[] {
	const suites = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
	return suites.flatMap(({ name: suite }) =>
		rowsIn<Omit<OwnQuestion, "suite">>(join(folder, suite, "questions.jsonl")).map((one) => ({ ...one, suite })),
	);
}

/** The version of a suite's package. Throws `UsageError` `DATA_MISSING` where its documents are not on this machine. */
function versionOf(folder: string, suite: string): string {
	const missing = readSuite(join(folder, suite)).corpus.find((one) => !existsSync(one));
	if (missing !== undefined)
		throw new UsageError("DATA_MISSING", `${missing} is not there`, {
			hint: `on Debian: apt-get install ${suite}; a minimal system leaves out /usr/share/doc unless dpkg is told otherwise`,
		});
	const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "$" + "{Version}", suite], { encoding: "utf8" });
	return stdout || "unknown";
}

/**
 * Runs a suite as a user does, in a process of its own, whose notes are shown. Its result is written by that process into a file, from which a
 * later command takes it: what is shown once would be measured anew.
 */
async function evaluateSuite(
	suite: string,
	ids: readonly string[],
	home: string,
	more: readonly string[],
): Promise<EvaluationResult> {
	const file = join(home, `${basename(suite)}.json`);
	const known = resultIn(file);
	if (known) return known;
	const only = ids.flatMap((id) => ["--only", id]);
	const output = openSync(file, "w", 0o600);
	const child = spawn(
		process.execPath,
		[join(root, "src/cli/main.ts"), "eval", "run", suite, "--home", home, "--json", ...only, ...more],
		{ stdio: ["ignore", output, "inherit"] },
	);
	closeSync(output);
	const [code] = await once(child, "close");
	const result = resultIn(file);
	// 1: a run failed, which is graded as a report that says nothing.
	if (code === null || code > 1 || !result)
		throw new Error(`the evaluation of ${suite} ended with ${code}: ${readFileSync(file, "utf8").trim()}`);
	return result;
}

/** The result that a file holds; undefined where it is not there, not whole, or an error. */
function resultIn(file: string): EvaluationResult | undefined {
	try {
		const written = JSON.parse(readFileSync(file, "utf8")) as Partial<EvaluationResult>;
		return written.figures ? (written as EvaluationResult) : undefined;
	} catch {
		return undefined;
	}
}

function print(questions: readonly OwnQuestion[], scores: OwnScores, results: readonly EvaluationResult[]): void {
	const table = new Table<string>();
	for (const { id, part, suite } of questions)
		for (const column of ["all", halfOf(id)])
			for (const row of ["all questions", suite, part]) table.score(column, row, scores[id] ?? 0);
	table.print("Key points held, and unanswerable questions left open: means over questions");
	const lost = results.flatMap(({ losses }) => losses?.lost ?? []);
	for (const { stage, lost: own } of lossesByStage(lost))
		console.log(
			`\n${lossStages[stage]}: ${own.length}\n${own.map((one) => `  ${one.question} ${one.criterion}: ${one.what}`).join("\n")}`,
		);
	const runs = results.flatMap((one) => one.runs);
	const seconds = runs.reduce((sum, { measures }) => sum + (measures.seconds ?? 0), 0) / runs.length;
	console.log(`\n${runs.length} runs of ${seconds.toFixed(1)} s in the mean\n${intervals}`);
}

/** Says what is different from the baseline, and fails where something is worse. */
function compare(baseline: Baseline, scores: OwnScores, documents: Record<string, string>): void {
	const { changed, isWorse } = compareWithBaseline(baseline, scores);
	const shown = (score: number | undefined) => score?.toFixed(3) ?? "–";
	console.log(
		`\nBaseline: ${baseline.total.toFixed(3)} (${baseline.commit}: ${baseline.why}); now ${totalOf(scores).toFixed(3)}`,
	);
	const others = Object.entries(documents).filter(([name, version]) => baseline.documents[name] !== version);
	for (const [name, version] of others)
		console.log(
			`The documents are others: ${name} ${version}, and the baseline's ${baseline.documents[name] ?? "none"}`,
		);
	for (const { id, before, now } of changed)
		console.log(`${now < (before ?? 0) ? "worse " : "better"}  ${id}: ${shown(before)} → ${shown(now)}`);
	if (isWorse) {
		console.log('FAIL: below the baseline. If that is meant: npm run eval:fast -- --accept "why"');
		process.exitCode = 1;
	} else
		console.log(
			changed.length === 0
				? "As the baseline."
				: 'Better than the baseline. Keep it: npm run eval:fast -- --accept "why"',
		);
}

function commit(): string {
	const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
	const head = git("rev-parse", "--short", "HEAD");
	return git("status", "--porcelain", "--", "src", "prompts") === "" ? head : `${head} with changes`;
}
