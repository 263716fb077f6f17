import type { Config } from "../app/config.ts";
import type { App, Hooks } from "../app/index.ts";
import type { EvaluationResult } from "../eval/index.ts";
import type { EvalTask } from "./eval-options.ts";
import type { CommonFlags } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { renderForTerminal } from "./terminal/markdown.ts";
import { asTypedCommand, jsonText, print, say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { oneLine } from "./terminal/text.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

/** Runs, resumes or shows an evaluation. Returns 1 if a run of it failed. */
export async function evaluateTask(
	task: EvalTask & { flags: CommonFlags },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	const { flags } = task;
	const rooms = await import("../eval/index.ts");
	const show = async (app: App, id: string, toWrite: boolean): Promise<EvaluationResult> => {
		const result = await rooms.loadEvaluation(app.evaluations, id);
		const folder = toWrite ? await rooms.writeEvaluation(app.evaluations, result) : undefined;
		await present(result, rooms.evaluationText(result), config, flags);
		if (folder !== undefined && !flags.quiet && !flags.json)
			say(`\nFiles  ${oneLine(folder)}\nAgain  assay eval show ${shortId(result.id)}`);
		return result;
	};
	const work = async (title: string, begin: (app: App, hooks: Hooks) => Promise<string>): Promise<number> => {
		let failed = 0;
		await runWithProgress(
			commandState,
			{ config, flags, title, again: "the same command again" },
			(app, hooks) => begin(app, withTypedCommands(hooks)),
			async (app, id) => {
				failed = (await show(app, id, true)).failed.length;
				await app.delivered(id);
			},
		);
		return failed > 0 ? 1 : 0;
	};
	switch (task.action) {
		case "run": {
			const { judges, batch, repeats, parallel, options } = task;
			const suite = rooms.partOf(rooms.readSuite(task.suite), task.only, task.limit);
			return work(`an evaluation of ${suite.name}`, (app, hooks) =>
				rooms.evaluate(app.evaluations, { suite, judges, batch, repeats, parallel, options }, hooks),
			);
		}
		case "judge": {
			const { judges, batch, options } = task;
			const request = { ...rooms.outsideRequest(task), judges, batch, repeats: 1, parallel: 1, options };
			return work("a report of another system", (app, hooks) => rooms.evaluate(app.evaluations, request, hooks));
		}
		case "resume":
			return work(`evaluation ${task.id}`, (app, hooks) =>
				rooms.resumeEvaluation(app.evaluations, task.id, { parallel: task.parallel, connection: {} }, hooks),
			);
		case "cancel": {
			const told = await withApp(
				config,
				(app) => rooms.cancelBatches(app.evaluations, task.id, {}, new AbortController().signal),
				{ toRead: true },
			);
			if (flags.json) await print(jsonText({ told }));
			else for (const line of told) say(line);
			return 0;
		}
		case "diff": {
			const load = (id: string) =>
				withApp(config, (app) => rooms.loadEvaluation(app.evaluations, id), { toRead: true });
			const diff = rooms.diffOf(await load(task.a), await load(task.b));
			await present(diff, rooms.diffText(diff), config, flags);
			return 0;
		}
		case "fetch":
			await fetchSet(task, flags);
			return 0;
		case "show":
			await withApp(
				config,
				async (app) => {
					if (!task.path) return show(app, task.id, false);
					const folder = await rooms.storedFilesOf(app.evaluations, task.id);
					await print(flags.json ? jsonText({ files: folder }) : `${folder}\n`);
				},
				{ toRead: true },
			);
			return 0;
	}
}

/** What a stopped evaluation leaves behind names commands, as the user has to type them. */
function withTypedCommands({ signal, onProgress }: Hooks): Hooks {
	return {
		signal,
		onProgress: (progress) =>
			onProgress(progress.type === "destination" ? { ...progress, text: asTypedCommand(progress.text) } : progress),
	};
}

async function present(result: unknown, text: string, config: Config, flags: CommonFlags): Promise<void> {
	const { stdout } = process;
	if (flags.json) await print(jsonText(result));
	else if (stdout.isTTY)
		await print(renderForTerminal(text, terminalSize(stdout).columns, createPaint(stdout, config.color), undefined));
	else await print(`${text}\n`);
}

/** Lists the public sets, tells about one, or makes a suite of a copy of it. */
async function fetchSet({ name, from, to }: EvalTask & { action: "fetch" }, flags: CommonFlags): Promise<void> {
	const { makeSuite, publicSet, publicSets } = await import("../eval/index.ts");
	const sets = name === undefined ? publicSets : [publicSet(name)];
	const [set] = sets;
	if (set && from !== undefined && to !== undefined) {
		makeSuite(set, from, to);
		await print(flags.json ? jsonText({ suite: to }) : `${to}\n`);
		if (!flags.quiet) say(`${set.name}, licence ${set.licence}; run it: assay eval run ${to}`);
		return;
	}
	const shown = sets.map(({ name, form, what, at, licence, judged }) => ({ name, form, what, at, licence, judged }));
	if (flags.json) return print(jsonText({ sets: shown }));
	const lines = shown.map((one) =>
		[
			`${one.name}: ${one.what}`,
			`  form ${one.form}, ${one.judged ? "wants a judge (--judge)" : "graded by code"}`,
			`  licence ${one.licence}`,
			`  had at ${one.at}`,
		].join("\n"),
	);
	await print(`${lines.join("\n")}\n`);
	if (!flags.quiet)
		say("\nassay downloads none of them. With your copy, make a suite: assay eval fetch NAME --from FOLDER --to SUITE");
}
