import { existsSync, statSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { nearestWord } from "../base/nearest-word.ts";

/** Parses an option's value as a whole number from `least` to `most`. */
export function wholeNumberParser(least: number, most: number): (value: string) => number {
	return (value) => {
		const number = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
		if (!(number >= least && number <= most))
			throw new InvalidArgumentError(`it takes a whole number from ${least} to ${most}.`);
		return number;
	};
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `90s`, `30m`, `12h`, `7d` or `2w` as milliseconds. */
export function parseDuration(value: string): number {
	const [, number, unit = ""] = /^([1-9]\d{0,5})([smhdw])$/.exec(value.trim()) ?? [];
	const ms = Number(number) * (unitMs[unit as keyof typeof unitMs] ?? Number.NaN);
	if (Number.isNaN(ms)) throw new InvalidArgumentError("it takes a number and a unit: 90s, 30m, 12h, 7d or 2w.");
	return ms;
}

/** The greatest age that can be typed. Days. */
export const ageDaysMax = 36_500;

/** An age such as `12h`, `30d` or `8w`, in ms. A number alone is days. */
export function parseAge(value: string): number {
	const [, count = "", unit = "d"] = /^(\d{1,5})\s*([hdw])?$/i.exec(value.trim()) ?? [];
	const ms = count === "" ? Number.NaN : Number(count) * unitMs[unit.toLowerCase() as "h" | "d" | "w"];
	if (!(ms <= ageDaysMax * unitMs.d)) throw new InvalidArgumentError("it takes an age like 12h, 30d or 8w.");
	return ms;
}

/** What to type for a question. `command`: `assay`, or `assay campaign`. */
const questionHint = (command: string) =>
	`type: ${command} "your question" --search duckduckgo,wikipedia, or with --corpus FOLDER`;

/** The sources that the arguments name. */
export interface NamedSources {
	corpus: readonly string[];
	/** Whether a search service or a web page is named. */
	isWeb: boolean;
}

/**
 * The question: the words that are not options, joined if they have no quotation marks. Detects words that were meant otherwise: a
 * mistyped command, or a folder without `--corpus`. `command`: what takes the question, for hints. Throws `QUESTION_MISSING`,
 * `SOURCE_MISSING`, `COMMAND_UNKNOWN`, `COMMAND_MISSING` or `CORPUS_UNMARKED`.
 */
export function questionFromWords(
	words: readonly string[],
	{ corpus, isWeb }: NamedSources,
	commands: readonly string[],
	command = "assay",
): string {
	const question = words.join(" ").trim();
	if (question === "" && corpus.length === 0 && !isWeb)
		throw new UsageError("QUESTION_MISSING", "there is no question", {
			hint: `${questionHint(command)}; first time: assay init; more: assay --help`,
		});
	if (question === "")
		throw new UsageError(
			"QUESTION_MISSING",
			`there is ${isWeb ? "somewhere to search" : "a corpus"}, but no question`,
			{
				hint: `${questionHint(command)}; or - to read it from standard input`,
			},
		);
	const path = words.slice(1).find((word) => /\/|\.\w+$/.test(word) && existsSync(word));
	if (path !== undefined)
		throw new UsageError("CORPUS_UNMARKED", `"${path}" is a path, not a part of the question`, {
			hint: `each folder needs its own option: --corpus ${folderOf(path)}`,
		});
	const [first = "", second] = words;
	const intended = words.length <= 2 ? nearestWord(first, commands) : undefined;
	// A word and an id are a command that is not there, whatever else is named: nobody asks so.
	const isCommand = words.length === 2 && /^[a-z-]+$/.test(first) && isRunId(second);
	if (isCommand) {
		const meant = intended === undefined ? `${command} show ${second}` : `${command} ${intended} ${second}`;
		throw new UsageError("COMMAND_UNKNOWN", `there is no command "${first}"`, {
			hint: `did you mean: ${meant}? All commands: assay --help. To ask it as a question, put it into quotation marks: "${question}"`,
		});
	}
	if (corpus.length > 0 || isWeb) return question;
	if (words.length === 1 && isRunId(first))
		throw new UsageError("COMMAND_MISSING", `"${first}" looks like the id of a run, and there is no command`, {
			hint: `to see the run: assay show ${first}; all commands: assay --help`,
		});
	if (intended !== undefined)
		throw new UsageError("COMMAND_UNKNOWN", `there is no command "${first}"`, {
			hint: `did you mean: ${[command, intended, ...words.slice(1)].join(" ")}? To ask it as a question, add --search NAMES or --corpus FOLDER`,
		});
	const last = words.length > 1 ? words.at(-1) : undefined;
	if (last !== undefined && existsSync(last))
		throw new UsageError("SOURCE_MISSING", "no documents to look in were named", {
			hint: `did you mean: --corpus ${folderOf(last)}?`,
		});
	return question;
}

/** Whether a word may be the id of a run, or its first digits as a list shows them. */
function isRunId(word = ""): boolean {
	return /^(?=.*\d)[\da-f]{6,32}$/.test(word);
}

/** The question of `ask`. Throws `QUESTION_MISSING`. */
export function furtherQuestion(words: readonly string[]): string {
	const question = words.join(" ").trim();
	if (/[\p{L}\p{N}]/u.test(question)) return question;
	throw new UsageError("QUESTION_MISSING", "the question holds no word", {
		hint: 'type: assay ask ID "your question"; the ids: assay list',
	});
}

function folderOf(path: string): string {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
	return path.slice(0, path.lastIndexOf("/")) || ".";
}

/** Reads the question from standard input. Throws `QUESTION_MISSING`. */
export async function readQuestion(input: NodeJS.ReadStream): Promise<string> {
	if (input.isTTY) process.stderr.write("Type the question, then Ctrl-D on a line of its own:\n");
	let text = "";
	input.setEncoding("utf8");
	for await (const part of input) {
		text += part;
		if (text.length > 2 * limits.questionCharacters) break;
	}
	if (text.trim() === "")
		throw new UsageError("QUESTION_MISSING", "standard input holds no question", {
			hint: 'type: echo "your question" | assay - --search duckduckgo',
		});
	return text.trim();
}

/** Throws `QUESTION_LONG`. */
export function assertQuestionLength(question: string): void {
	if (question.length > limits.questionCharacters)
		throw new UsageError("QUESTION_LONG", `the question is longer than ${limits.questionCharacters} characters`, {
			hint: "ask one thing; what is background goes into a document of the corpus",
		});
}
