import type { Command, Option } from "commander";
import type { RunSummary } from "../app/index.ts";
import { runTitle } from "../app/run-summary.ts";
import type { Shell } from "./completion-script.ts";
import { oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** One way to complete a word. */
export interface Candidate {
	value: string;
	help: string;
}

/** Runs that are offered, at most, newest first. */
const runsMax = 50;

/**
 * What can stand for the last of the words that were typed after `assay`. Empty where it is free text or a file. `runs` is called only
 * where the id of a run may stand.
 */
export async function candidatesFor(
	words: readonly string[],
	program: Command,
	runs: () => Promise<readonly RunSummary[]>,
): Promise<Candidate[]> {
	const last = words.at(-1) ?? "";
	const { command, operands, pending } = readWords(words.slice(0, -1), program);
	const all = await allCandidates();
	return all.filter(({ value }) => value.startsWith(last));

	async function allCandidates(): Promise<Candidate[]> {
		if (pending) return (pending.argChoices ?? []).map((value) => ({ value, help: "" }));
		if (last.startsWith("-"))
			return command
				.createHelp()
				.visibleOptions(command)
				.map(({ long, description }) => ({ value: long ?? "", help: description }));
		if (words[0] === "help" || (operands === 0 && command.commands.length > 0))
			return command
				.createHelp()
				.visibleCommands(command)
				.map((one) => ({ value: one.name(), help: one.description() }));
		const argument = command.registeredArguments[Math.min(operands, command.registeredArguments.length - 1)];
		if (!argument || (operands > 0 && !argument.variadic && operands >= command.registeredArguments.length)) return [];
		if (argument.argChoices) return argument.argChoices.map((value) => ({ value, help: "" }));
		if (argument.name() !== "id" && argument.name() !== "ids") return [];
		const name = nameOf(command);
		const wanted = name.startsWith("campaign ") ? "campaign" : name.startsWith("eval ") ? "evaluation" : undefined;
		const known = (await runs()).filter(({ kind }) => wanted === undefined || kind === wanted);
		return known
			.slice(0, runsMax)
			.map((run) => ({ value: shortId(run.id), help: `${run.outcome ?? run.status}: ${oneLine(runTitle(run))}` }));
	}
}

function nameOf(command: Command): string {
	return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

/** The command that whole words name, how many of its arguments they hold, and the option whose value comes next. */
function readWords(words: readonly string[], program: Command) {
	let command = program;
	let operands = 0;
	let pending: Option | undefined;
	for (const word of words) {
		if (pending) {
			pending = undefined;
			continue;
		}
		if (word.startsWith("-") && word !== "-") {
			const options = command.createHelp().visibleOptions(command);
			const option = options.find(({ short, long }) => word === short || word === long);
			pending = option?.required ? option : undefined;
			continue;
		}
		const next = operands === 0 ? command.commands.find((one) => one.name() === word) : undefined;
		if (next) command = next;
		else operands++;
	}
	return { command, operands, pending };
}

/** Candidates as the script of a shell reads them: a line for each. */
export function candidateLines(candidates: readonly Candidate[], shell: Shell): string {
	const lines = candidates.map(({ value, help }) => {
		if (shell === "bash" || help === "") return value;
		return shell === "fish" ? `${value}\t${help}` : `${value.replaceAll(":", "\\:")}:${help}`;
	});
	return lines.map((line) => `${line}\n`).join("");
}
