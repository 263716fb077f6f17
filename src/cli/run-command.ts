import manifest from "../../package.json" with { type: "json" };
import { type Config, readConfig } from "../app/config.ts";
import type { RunSummary } from "../app/index.ts";
import { parseOptions } from "../app/options/parse.ts";
import { AssayError } from "../base/errors.ts";
import { ablate } from "./ablate.ts";
import { assertQuestionLength } from "./arguments.ts";
import { showCampaign, workOnCampaign } from "./campaign.ts";
import { completionScripts } from "./completion-script.ts";
import { cleanup, deleteRuns } from "./delete.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { evaluateTask } from "./eval.ts";
import { exportRun } from "./export.ts";
import { init } from "./init.ts";
import { commandsFor, listLines, summaryLines, traceText, waitingLines } from "./list.ts";
import { mcp } from "./mcp.ts";
import { monitor } from "./monitor.ts";
import { deliver, isRunResult, printReport, showResult } from "./present.ts";
import { type CommonFlags, createProgram, type ParsedCommand, parseCommandLine } from "./program.ts";
import { research, resume } from "./research.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { offerSearch } from "./search-further.ts";
import { send } from "./send.ts";
import { serve } from "./serve.ts";
import { asTypedCommand, jsonText, print, repeatOptions, say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { settleTrust, trust } from "./trust.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";
import { worker } from "./worker.ts";

/** Runs the command that the arguments name. Returns the exit code. Throws the errors that `describeFailure` explains. */
export async function runCommand(args: readonly string[], commandState: CommandState): Promise<number> {
	const task = parseCommandLine(args, manifest.version, Math.min(100, terminalSize(process.stdout).columns));
	if (task.command === "print") {
		await print(asTypedCommand(task.text));
		return 0;
	}
	repeatOptions(task.flags);
	const config = readConfig(task.flags);
	switch (task.command) {
		case "research":
			return research(task, config, commandState);
		case "trust":
			return trust(task, config);
		case "ask":
			return ask(task, config, commandState);
		case "extend":
			return extend(task, config, commandState);
		case "monitor":
			await settleTrust(config, task.flags);
			return monitor(task, config, commandState);
		case "campaign":
			await settleTrust(config, task.flags);
			assertQuestionLength(task.question);
			return workOnCampaign(task.question, config, task.flags, commandState, (app, hooks) =>
				app.campaign({ question: task.question, pulses: task.pulses, ...task.options }, hooks),
			);
		case "show-campaign": {
			const shown = await withApp(config, (app) => app.showCampaign(task.id), { toRead: true });
			await showCampaign(shown, config, task.flags);
			return 0;
		}
		case "resume": {
			await settleTrust(config, task.flags);
			if (await withApp(config, (app) => app.isCampaign(task.id), { toRead: true }))
				return workOnCampaign(`campaign ${task.id}`, config, task.flags, commandState, (app, hooks) =>
					app.resumeCampaign(task.id, hooks, parseOptions(task.options)),
				);
			return resume(task, config, commandState);
		}
		case "watch": {
			const how = { config, flags: task.flags, title: `watching run ${task.id}`, sendTo: task.id };
			const end = await runWithProgress(commandState, how, (app, hooks) => {
				hooks.onProgress({ type: "note", text: `watching run ${shortId(task.id)}` });
				return app.watch(task.id, hooks);
			});
			if (isRunResult(end)) {
				await showResult(end, config, task.flags);
				return end.exitCode;
			}
			await presentSummary(end, config, task.flags);
			return 1;
		}
		case "send":
			await send(task, config);
			return 0;
		case "list":
			return list(config, task.flags);
		case "show":
			return show(task, config);
		case "export":
			return exportRun(task, config);
		case "trace":
			return trace(task, config);
		case "demo":
			await settleTrust(config, task.flags);
			return demo(task, config, commandState);
		case "serve":
			return serve(task, config, commandState);
		case "mcp":
			return mcp(task, config, commandState);
		case "ablate":
			await settleTrust(config, task.flags);
			return ablate(task, config, commandState);
		case "eval":
			if (["run", "judge", "resume"].includes(task.action)) await settleTrust(config, task.flags);
			return evaluateTask(task, config, commandState);
		case "completion":
			return completion(task);
		case "worker":
			await settleTrust(config, task.flags);
			return worker(task, config, commandState);
		case "delete":
			return deleteRuns(task, config);
		case "cleanup":
			return cleanup(task, config);
		case "init":
			return init(task, config);
		case "doctor":
			// With `--quiet`, doctor's own line on the folder is not shown.
			if (task.flags.quiet) await settleTrust(config, task.flags, false);
			return doctor(parseOptions(task.options), config, task.flags);
	}
}

/** Prints the script of a shell, or what can stand for the last word. A store that cannot be read has no runs to offer. */
async function completion({ shell, words }: ParsedCommand & { command: "completion" }): Promise<number> {
	if (words === undefined) {
		await print(completionScripts[shell]);
		return 0;
	}
	const { candidateLines, candidatesFor } = await import("./complete.ts");
	const home = words[words.indexOf("--home") + 1];
	const runs = () =>
		withApp(readConfig(words.includes("--home") ? { home } : {}), (app) => app.list(), { toRead: true });
	const found = await candidatesFor(words, createProgram(manifest.version, 80), () => runs().catch(() => []));
	await print(candidateLines(found, shell));
	return 0;
}

async function ask(
	{ id, question, options, flags }: ParsedCommand & { command: "ask" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags);
	assertQuestionLength(question);
	const result = await runWithProgress(
		commandState,
		{ config, flags, title: question, goesOn: options.onWorkers },
		(app, hooks) => app.ask(id, { question, ...options }, hooks),
		(app, done) => deliver(app, done, config, flags),
	);
	const found = await offerSearch(id, question, result, options, commandState, { config, flags });
	return (found ?? result).exitCode;
}

async function extend(
	{ id, options, flags }: ParsedCommand & { command: "extend" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags);
	const result = await runWithProgress(
		commandState,
		{ config, flags, title: `extending run ${shortId(id)}`, goesOn: options.onWorkers },
		(app, hooks) => app.extend(id, options, hooks),
		(app, done) => deliver(app, done, config, flags),
	);
	return result.exitCode;
}

async function list(config: Config, flags: CommonFlags): Promise<number> {
	const runs = await withApp(config, (app) => app.list(), { toRead: true });
	if (flags.json) {
		await print(jsonText({ runs: runs.map(withoutState) }));
		return 0;
	}
	if (runs.length === 0) {
		say('no runs yet; begin one: assay "your question" --search duckduckgo, or with --corpus FOLDER');
		return 0;
	}
	const width = process.stdout.isTTY ? Math.max(20, terminalSize(process.stdout).columns - 1) : Number.MAX_SAFE_INTEGER;
	await print(`${listLines(runs, width, createPaint(process.stdout, config.color), new Date()).join("\n")}\n`);
	if (!flags.quiet) for (const line of waitingLines(runs)) say(line);
	return 0;
}

async function show(task: ParsedCommand & { command: "show" }, config: Config): Promise<number> {
	if (await withApp(config, (app) => app.isCampaign(task.id), { toRead: true })) {
		const campaign = await withApp(config, (app) => app.showCampaign(task.id), { toRead: true });
		if (task.path) await print(task.flags.json ? jsonText({ files: campaign.files }) : `${campaign.files}\n`);
		else await showCampaign(campaign, config, task.flags);
		return 0;
	}
	const shown = await withApp(config, (app) => app.show(task.id), { toRead: true });
	if (!isRunResult(shown)) {
		if (task.path)
			throw new AssayError("RUN_UNFINISHED", `run ${shortId(shown.id)} is ${shown.status}: it has no files yet`, {
				hint:
					shown.status === "running" || shown.status === "queued"
						? `follow it: assay watch ${shortId(shown.id)}`
						: shown.status === "waiting"
							? `see what it waits for: assay show ${shortId(shown.id)}`
							: `go on with it: assay resume ${shortId(shown.id)}`,
			});
		await presentSummary(shown, config, task.flags);
		return 0;
	}
	if (task.path && shown.unwritten) throw shown.unwritten;
	if (task.path) await print(task.flags.json ? jsonText({ files: shown.files }) : `${shown.files}\n`);
	else
		await (shown.exitCode !== 3 && task.flags.quiet
			? printReport(shown, config)
			: showResult(shown, config, task.flags));
	return 0;
}

async function trace({ id, step, flags }: ParsedCommand & { command: "trace" }, config: Config): Promise<number> {
	const lines = await withApp(config, (app) => app.trace(id, step), { toRead: true });
	if (flags.json) await print(jsonText({ lines: lines.map(([label, text]) => ({ label, text })) }));
	else await print(traceText(lines, createPaint(process.stdout, config.color)));
	return 0;
}

async function presentSummary(run: RunSummary, config: Config, flags: CommonFlags): Promise<void> {
	if (flags.json) return print(jsonText(withoutState(run)));
	// In a pipe nothing is cut.
	const { stdout } = process;
	const width = stdout.isTTY ? Math.max(40, terminalSize(stdout).columns - 1) : Number.MAX_SAFE_INTEGER;
	await print(`${summaryLines(run, width, createPaint(process.stdout, config.color)).join("\n")}\n`);
}

/** The fields of a run in JSON output: of a run that waits, what `--json` of the command that began it printed. */
function withoutState({ state: _, spending: __, needed, ...summary }: RunSummary) {
	if (!needed) return summary;
	const next = commandsFor(summary.id, needed).map(([, text]) => asTypedCommand(text));
	return { ...summary, waitsFor: needed.kind, ...needed, kind: summary.kind, next };
}
