import { type Command, Option } from "commander";
import type { OptionsInput } from "../app/options/schema.ts";
import { UsageError } from "../base/errors.ts";
import { wholeNumberParser } from "./arguments.ts";
import { addOptions, typedOptions } from "./options.ts";

/** What `assay eval …` does. */
export type EvalTask =
	| {
			action: "run";
			suite: string;
			judges: string[];
			batch: boolean;
			repeats: number;
			parallel: number;
			limit?: number | undefined;
			only: string[];
			options: OptionsInput;
	  }
	| { action: "resume"; id: string; parallel: number }
	| { action: "cancel"; id: string }
	| { action: "show"; id: string; path: boolean }
	/** `suite`, `id`: grade by this question's criteria. */
	| {
			action: "judge";
			report: string;
			question?: string | undefined;
			suite?: string | undefined;
			id?: string | undefined;
			judges: string[];
			batch: boolean;
			options: OptionsInput;
	  }
	| { action: "diff"; a: string; b: string }
	/** `name`: absent to list all sets. `from`, `to`: make a suite. */
	| { action: "fetch"; name?: string | undefined; from?: string | undefined; to?: string | undefined };

interface RunFlags {
	judge: string[];
	repeats: number;
	parallel: number;
	limit?: number;
	only: string[];
	batch?: boolean;
}

/** Maximum runs at once, and runs of one question. */
const [parallelMax, repeatsMax, limitMax] = [32, 20, 5_000];

const repeated = (flags: string, help: string) =>
	new Option(flags, help).argParser((text: string, before: string[]) => [...before, text]).default([], "none");
const parallelOption = () =>
	new Option("--parallel <n>", "runs, and judged reports, at once (default: 2)")
		.argParser(wholeNumberParser(1, parallelMax))
		.default(2);
const batchOption = () =>
	new Option(
		"--batch",
		"ask judges in batches of their providers: half the price, within a day, usually within an hour",
	);

/** Of an evaluation a limit holds for more than a run. */
function sayTogether({ options }: Command): void {
	for (const option of options)
		option.description = option.description.replace(
			/^the run never (cost|make|use)s\b/,
			"all runs and judges together never $1",
		);
}

/** Gives `assay eval` its subcommands. `add` adds one to a command. */
export function addEvalCommands(
	evaluate: Command,
	add: (parent: Command, name: string, description: string) => Command,
	act: (task: EvalTask) => void,
): void {
	evaluate.action(() => {
		throw new UsageError("EVAL_ACTION_MISSING", "assay eval is told neither to run nor to show anything", {
			hint: "type: assay eval run SUITE; all it can do: assay eval --help; how to begin: docs/evaluation.md",
		});
	});
	const run = add(
		evaluate,
		"run",
		"answer the questions of a suite, grade the reports, and show where points were lost",
	)
		.usage("SUITE [--model NAME] [--judge NAME]… [options] [--search NAMES | --corpus FOLDER]")
		.argument("<suite>", "a folder with suite.json, or a file of questions and answers (.csv, .jsonl)");
	addOptions(run, "unattended")
		.addOption(repeated("--judge <model>", "a model that grades, as provider:name; repeat it for more"))
		.option("--limit <n>", "only so many questions, drawn evenly and always the same", wholeNumberParser(1, limitMax))
		.addOption(repeated("--only <id>", "only this question; repeat it for more"))
		.option("--repeats <n>", "runs of each question (default: 1)", wholeNumberParser(1, repeatsMax), 1)
		.addOption(parallelOption())
		.addOption(batchOption())
		.action((suite: string, { judge, repeats, parallel, limit, only, batch = false }: RunFlags) => {
			act({ action: "run", suite, judges: judge, batch, repeats, parallel, limit, only, options: typedOptions(run) });
		});
	sayTogether(run);
	const id = ["<id>", "the evaluation's id, or its first digits"] as const;
	add(evaluate, "resume", "go on with an evaluation")
		.argument(...id)
		.addOption(parallelOption())
		.action((one: string, { parallel }: { parallel: number }) => act({ action: "resume", id: one, parallel }));
	add(evaluate, "cancel", "end the batches that an evaluation waits for at its judges' providers")
		.argument(...id)
		.action((one: string) => act({ action: "cancel", id: one }));
	add(evaluate, "show", "show the figures of an evaluation, as far as it is")
		.argument(...id)
		.option("--path", "print only the folder of its files")
		.action((one: string, { path = false }: { path?: boolean }) => act({ action: "show", id: one, path }));
	add(evaluate, "diff", "compare two evaluations of one suite, in pairs, with what was won and lost")
		.argument("<id>", "the first evaluation's id, or its first digits")
		.argument("<other>", "the other's")
		.action((a: string, b: string) => act({ action: "diff", a, b }));
	const judge = add(
		evaluate,
		"judge",
		"grade a report of any other system, and check its citations against their pages",
	)
		.usage("--report FILE (--question TEXT | --suite SUITE --id ID) [--judge NAME]…")
		.requiredOption("--report <file>", "the report, as Markdown or plain text")
		.option("--question <text>", "what it answers")
		.option("--suite <suite>", "grade it by the criteria of a question of this suite")
		.option("--id <id>", "the question's id in the suite")
		.addOption(repeated("--judge <model>", "a model that grades, as provider:name; repeat it for more"))
		.addOption(batchOption());
	addOptions(judge, "unattended", ["maxCost", "baseUrl", "browser"]).action(
		({
			report,
			question,
			suite,
			id: of,
			judge: judges,
			batch = false,
		}: Record<"report" | "question" | "suite" | "id", string> & RunFlags) =>
			act({ action: "judge", report, question, suite, id: of, judges, batch, options: typedOptions(judge) }),
	);
	add(evaluate, "fetch", "say where each public set is had and under which licence; make a suite of your copy")
		.argument("[set]", "the name of a public set")
		.option("--from <folder>", "the folder that holds your copy of it")
		.option("--to <folder>", "the folder of the new suite")
		.action((name: string | undefined, { from, to }: { from?: string; to?: string }) => {
			if ((from === undefined) !== (to === undefined) || (from !== undefined && name === undefined))
				throw new UsageError("FOLDER_MISSING", "a suite is made of a set, from one folder into another", {
					hint: "type: assay eval fetch NAME --from FOLDER --to SUITE",
				});
			act({ action: "fetch", name, from, to });
		});
}
