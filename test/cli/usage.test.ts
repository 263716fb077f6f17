import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AssayError } from "../../src/base/errors.ts";
import { parseCommandLine } from "../../src/cli/program.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay, lighthouse } from "./support.ts";

const question = "Why is the sky blue?";

function errorOf(args: string[]): AssayError | undefined {
	try {
		parseCommandLine(args, "1.2.3", 80);
		return undefined;
	} catch (error) {
		if (error instanceof AssayError) return error;
		throw error;
	}
}

const codeOf = (args: string[]) => errorOf(args)?.code;

describe("the arguments", () => {
	it.each([
		["no question", [], "QUESTION_MISSING"],
		["a corpus without a question", ["--corpus", "docs"], "QUESTION_MISSING"],
		["an empty search, as of an unset variable", [question, "--search", ""], "OPTION_VALUE_MISSING"],
		["a place to search without a question", ["--search", "duckduckgo"], "QUESTION_MISSING"],
		["an unknown option", [question, "--corpsu", "docs"], "OPTION_UNKNOWN"],
		["a mistyped command", ["lsit"], "COMMAND_UNKNOWN"],
		["a mistyped command with an id", ["resmue", "1a2b"], "COMMAND_UNKNOWN"],
		["an option without its value", [question, "--corpus"], "OPTION_VALUE_MISSING"],
		["an unknown depth", [question, "-c", "docs", "--depth", "abyss"], "OPTION_VALUE_INVALID"],
		["a deadline of nothing", [question, "-c", "docs", "--deadline", "0"], "OPTION_VALUE_INVALID"],
		["half a page", [question, "-c", "docs", "--max-sources", "1.5"], "OPTION_VALUE_INVALID"],
		["more steps than a run may have", [question, "-c", "docs", "--max-steps", "100000"], "OPTION_VALUE_INVALID"],
		["resume without an id", ["resume"], "ARGUMENT_MISSING"],
		["a corpus without a name, as of an unset variable", [question, "-c", ""], "OPTION_VALUE_MISSING"],
		["help for a command that is not there", ["help", "lits"], "COMMAND_UNKNOWN"],
		["a word and an id, also where a folder is named", ["frobnicate", "1a2b3c4d", "-c", "docs"], "COMMAND_UNKNOWN"],
		["an id alone", ["1a2b3c4d"], "COMMAND_MISSING"],
		["a further question without words", ["ask", "1a2b3c4d", ""], "QUESTION_MISSING"],
		["a campaign that would ask its user", ["campaign", question, "-c", "docs", "--confirm"], "OPTION_UNKNOWN"],
		["list with an argument", ["list", "all"], "ARGUMENT_UNEXPECTED"],
	])("%s is told as %j", (_what, args, code) => {
		expect(codeOf(args)).toBe(code);
	});

	it.each([
		[["frobnicate", "1a2b3c4d"], "assay show 1a2b3c4d?"],
		[["shwo", "1a2b3c4d", "--search", "wikipedia"], "assay show 1a2b3c4d?"],
		[["campaign", "shwo", "1a2b3c4d"], "assay campaign show 1a2b3c4d?"],
		[["campaign", ""], 'assay campaign "your question"'],
		[["1a2b3c4d"], "assay show 1a2b3c4d"],
		[["ask", "1a2b3c4d", ""], 'assay ask ID "your question"'],
		[["ask", "1a2b3c4d"], 'assay ask ID "QUESTION"'],
		[
			["ask", "1a2b3c4d", "Who?", "--search", "wikipedia"],
			"an option of research, extend, campaign, ablate, eval, init, doctor",
		],
		[["steer", "1a2b3c4d"], 'assay steer ID "TEXT"'],
		[["completion"], "assay completion bash"],
		[["demo", "--no-vectors"], "options: assay demo --help"],
		[[question, "-c", "docs", "--accept"], "--accept is an option of resume"],
		[["monitor", "1a2b3c4d", "--every", "soon"], "options: assay monitor --help"],
		[["campaign", "show", "1a2b3c4d", "more"], "options: assay campaign show --help"],
		[["extend", "1a2b3c4d", "--depth", "abyss"], "options: assay extend --help"],
		[[question, "-c", "docs", "--depth", "abyss"], "options: assay --help"],
	])("%j gets a hint that can be typed", (args, hint) => {
		expect(errorOf(args)?.hint).toContain(hint);
	});

	it("takes a question in quotation marks that begins with a word and an id", () => {
		expect(codeOf(["frobnicate 1a2b3c4d", "-c", "docs"])).toBeUndefined();
	});

	it("gives help for a command that is there", () => {
		expect(parseCommandLine(["help", "show"], "1.2.3", 80)).toMatchObject({
			command: "print",
			text: expect.stringContaining("--path"),
		});
	});

	it("tells paths that a shell made of `--corpus docs/*` from the question", () => {
		const folder = folderOf(lighthouse);
		const paths = Object.keys(lighthouse).map((name) => join(folder, name));
		expect(codeOf([question, "--corpus", ...paths])).toBe("CORPUS_UNMARKED");
		// From within the folder the paths are bare names.
		expect(codeOf([question, "--corpus", "a", "package.json"])).toBe("CORPUS_UNMARKED");
	});

	it("takes a question in any place, without quotation marks, and one that is a command's name", () => {
		const asked = (args: string[]) => {
			const task = parseCommandLine(args, "1.2.3", 80);
			return task.command === "research" ? [task.question, task.options.corpus, task.flags.json] : task.command;
		};
		expect(asked([question, "-c", "a", "--json", "-c", "b"])).toEqual([question, ["a", "b"], true]);
		expect(asked(["--json", "--corpus", "a", question])).toEqual([question, ["a"], true]);
		expect(asked(["why", "is", "it", "so", "-c", "a"])).toEqual(["why is it so", ["a"], false]);
		expect(asked(["research", "list", "-c", "a"])).toEqual(["list", ["a"], false]);
		expect(asked(["--home", "h", "list"])).toBe("list");
	});
});

describe("a process that cannot begin", () => {
	it("says what is wrong and what to type, with exit code 2, and nothing on standard output", async () => {
		const end = await assay([question, "--corpsu", "docs"]);
		expect(end).toMatchObject({ code: 2, stdout: "" });
		expect(end.stderr).toBe('assay: unknown option "--corpsu"\n  → did you mean --corpus? All options: assay --help\n');
	});

	it.each([
		["a folder that is not there", (home: string) => [question, "-c", join(home, "nowhere")], 2, "CORPUS_MISSING"],
		["an unknown run", () => ["show", "feedbeef"], 2, "RUN_UNKNOWN"],
		["a home below a file", (home: string) => ["list", "--home", join(home, "file", "x")], 1, "HOME_NOT_WRITABLE"],
		["a damaged store", (home: string) => ["list", "--home", join(home, "damaged")], 1, "STORE_CORRUPT"],
	])("with --json, prints one object with the error: %s", async (_what, argsIn, code, name) => {
		const home = folderOf({ file: "", "damaged/runs.db": "not a database, but long enough to be looked at\n" });
		const end = await assay(["--home", home, ...argsIn(home), "--json"]);
		expect(end.code).toBe(code);
		expect(JSON.parse(end.stdout)).toEqual({
			error: { code: name, message: expect.any(String), hint: expect.any(String) },
		});
		expect(end.stderr).not.toMatch(/\n\s+at /);
	});

	it("says which documents would be read when a corpus holds none", async () => {
		const home = folderOf({ "corpus/picture.xyz": "?" });
		const end = await assay([question, "--home", home, "-c", join(home, "corpus"), "--no-vectors", "-q"]);
		expect(end).toMatchObject({ code: 2, stdout: "" });
		expect(end.stderr).toContain(".md");
	});

	it("shows the stack of an error only when it is asked to", async () => {
		const home = emptyFolder();
		writeFileSync(join(home, "runs.db"), "not a database, but long enough to be looked at\n");
		const plain = await assay(["list", "--home", home]);
		const debug = await assay(["list", "--home", home], { env: { ASSAY_DEBUG: "1" } });
		expect(plain.stderr.split("\n")).toHaveLength(3);
		expect(debug.stderr).toMatch(/\n\s+at /);
	});
});
