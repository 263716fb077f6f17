import manifest from "../../package.json" with { type: "json" };
import { type Config, readConfig } from "../app/config.ts";
import type { App, RunResult, RunSummary } from "../app/index.ts";
import { AssayError } from "../base/errors.ts";
import { assertQuestion, questionFrom } from "./arguments.ts";
import { conduct, type Situation } from "./conduct.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { listLines, summaryLines } from "./list.ts";
import { askedOf } from "./model-options.ts";
import { deliver, present, printReport } from "./present.ts";
import { type CommonFlags, parse, type Task } from "./program.ts";
import { json, print, repeatOptions, say } from "./terminal/output.ts";
import { paintFor } from "./terminal/paint.ts";
import { sizeOf } from "./terminal/size.ts";
import { count } from "./terminal/text.ts";
import { settleFolder, trust } from "./trust.ts";
import { webAskedOf } from "./web-options.ts";
import { shortId } from "./words.ts";

/** Runs the command that the arguments name. Returns the exit code. Throws the errors that `describeFailure` explains. */
export async function run(args: readonly string[], situation: Situation): Promise<number> {
	const task = parse(args, manifest.version, Math.min(100, sizeOf(process.stdout).columns));
	if (task.command === "print") {
		await print(task.text);
		return 0;
	}
	repeatOptions(task.flags);
	const config = readConfig(task.flags);
	switch (task.command) {
		case "research":
			return research(task, config, situation);
		case "trust":
			return trust(task, config);
		case "resume": {
			await settleFolder(config, task.flags);
			const how = { config, flags: task.flags, title: `run ${task.id}` };
			const silenceMs = task.modelTimeout === undefined ? undefined : task.modelTimeout * 1_000;
			const result = await conduct(
				situation,
				how,
				(app, hooks) => app.resume(task.id, hooks, silenceMs),
				(app, done) => deliver(app, done, config, task.flags),
			);
			return result.exitCode;
		}
		case "watch": {
			const how = { config, flags: task.flags, title: `watching run ${task.id}` };
			const end = await conduct(situation, how, (app, hooks) => {
				hooks.onProgress({ type: "note", text: `watching run ${shortId(task.id)}` });
				return app.watch(task.id, hooks);
			});
			if (isResult(end)) {
				await present(end, config, task.flags);
				return end.exitCode;
			}
			await presentSummary(end, config, task.flags);
			return 1;
		}
		case "list":
			return list(config, task.flags);
		case "show":
			return show(task, config);
		case "demo":
			await settleFolder(config, task.flags);
			return demo(task, config, situation);
		case "cleanup":
			return cleanup(task, config);
		case "doctor":
			// With `--quiet`, doctor's own line on the folder is not shown.
			if (task.flags.quiet) await settleFolder(config, task.flags, false);
			return doctor(task.asked, task.web, config, task.flags);
	}
}

async function research(task: Task & { command: "research" }, config: Config, situation: Situation): Promise<number> {
	await settleFolder(config, task.flags, task.question !== "-");
	const question = task.question === "-" ? await questionFrom(process.stdin) : task.question;
	assertQuestion(question);
	const { corpus, depth, planner, vectors, deadline, maxSources, maxSteps, width } = task.research;
	const how = { corpus, depth, planner, vectors, deadlineMs: deadline * 1000, maxSources, maxSteps, width };
	const options = { question, ...how, models: askedOf(task.research), web: webAskedOf(task.research) };
	const shown = { config, flags: task.flags, title: question };
	const result = await conduct(
		situation,
		shown,
		(app, hooks) => app.research(options, hooks),
		(app, done) => deliver(app, done, config, task.flags),
	);
	return result.exitCode;
}

async function cleanup(task: Task & { command: "cleanup" }, config: Config): Promise<number> {
	const { olderDays, dryRun, flags } = task;
	const dropped = await withApp(config, (app) => app.cleanup(olderDays * 86_400_000, dryRun));
	const { pages, bytes, left } = dropped;
	const size = `${(bytes / 1e6).toFixed(1)} MB`;
	if (flags.json) await print(json({ ...dropped, dryRun }));
	else
		await print(
			`${dryRun ? "would throw away" : "threw away"} ${count(pages, "page")} (${size}) not read for ${count(olderDays, "day")}; ${left} stay\n`,
		);
	return 0;
}

async function withApp<T>(config: Config, work: (app: App) => Promise<T>, { toRead = false } = {}): Promise<T> {
	const { openApp } = await import("../app/index.ts");
	const app = await openApp(config, { toRead });
	try {
		return await work(app);
	} finally {
		await app.close();
	}
}

async function list(config: Config, flags: CommonFlags): Promise<number> {
	const runs = await withApp(config, (app) => app.list(), { toRead: true });
	if (flags.json) {
		await print(json({ runs: runs.map(withoutState) }));
		return 0;
	}
	if (runs.length === 0) {
		say('no runs yet; begin one: assay "your question" --search duckduckgo, or with --corpus FOLDER');
		return 0;
	}
	const width = process.stdout.isTTY ? Math.max(20, sizeOf(process.stdout).columns - 1) : Number.MAX_SAFE_INTEGER;
	await print(`${listLines(runs, width, paintFor(process.stdout, config.color), new Date()).join("\n")}\n`);
	return 0;
}

async function show(task: Task & { command: "show" }, config: Config): Promise<number> {
	const shown = await withApp(config, (app) => app.show(task.id), { toRead: true });
	if (!isResult(shown)) {
		if (task.path)
			throw new AssayError("RUN_UNFINISHED", `run ${shortId(shown.id)} is ${shown.status}: it has no files yet`, {
				hint:
					shown.status === "running"
						? `follow it: assay watch ${shortId(shown.id)}`
						: `go on with it: assay resume ${shortId(shown.id)}`,
			});
		await presentSummary(shown, config, task.flags);
		return 0;
	}
	if (task.path && shown.unwritten) throw shown.unwritten;
	if (task.path) await print(task.flags.json ? json({ files: shown.files }) : `${shown.files}\n`);
	else
		await (shown.exitCode !== 3 && task.flags.quiet ? printReport(shown, config) : present(shown, config, task.flags));
	return 0;
}

async function presentSummary(run: RunSummary, config: Config, flags: CommonFlags): Promise<void> {
	if (flags.json) return print(json(withoutState(run)));
	const width = Math.max(40, sizeOf(process.stdout).columns - 1);
	await print(`${summaryLines(run, width, paintFor(process.stdout, config.color)).join("\n")}\n`);
}

function isResult(shown: RunResult | RunSummary): shown is RunResult {
	return "markdown" in shown;
}

/** The fields of a run in JSON output. */
function withoutState({ state: _, spending: __, ...summary }: RunSummary) {
	return summary;
}
