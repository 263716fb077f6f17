import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { messageOf, UsageError } from "../../src/base/errors.ts";
import { createProgram, parseCommandLine } from "../../src/cli/program.ts";
import { emptyFolder } from "../support/folder.ts";
import { assay } from "./support.ts";

const root = join(import.meta.dirname, "../..");
const program = createProgram("1.2.3", 100);

/** How a command of assay begins, in a shell. */
const start = /^(?:\$ |[A-Z_]+=\S+ )*(?:assay|npm start --|node (?:\S*\/)?bin\/assay\.js)(?= |$)/;

/** The documents that tell a user what to type. The lab log tells what was tried, also with options that are gone. */
const documents = [
	"README.md",
	...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((path) => `docs/${path}`),
]
	.filter((path) => path.endsWith(".md") && path !== "docs/lab-log.md")
	.filter((path) => !path.startsWith("docs/gallery/") || path.endsWith("README.md"));

interface Printed {
	where: string;
	text: string;
	/** It stands in a sentence, which may name a command without all of its arguments. */
	inProse?: boolean | undefined;
}

/** The commands in the code blocks of a document, and those in its text. */
function commandsIn(path: string): Printed[] {
	const lines = readFileSync(join(root, path), "utf8").split("\n");
	let isCode = false;
	return lines.flatMap((line, at) => {
		const where = `${path}:${at + 1}`;
		if (/^\s*```/.test(line)) isCode = !isCode;
		// In a block, a description follows after two spaces or more.
		const texts = isCode
			? [line.trim().split(/ {2,}/)[0] ?? ""]
			: [...line.matchAll(/`([^`]+)`/g)].map((one) => one[1] ?? "");
		return texts.flatMap((text) => (start.test(text) ? [{ where, text, inProse: !isCode }] : []));
	});
}

/** The commands that the help of each command prints. */
function commandsOfHelp(command: Command, path: readonly string[] = []): Printed[] {
	const help = parseCommandLine([...path, "--help"], "1.2.3", 100);
	if (help.command !== "print") throw new Error("no help was printed");
	const where = ["assay", ...path, "--help"].join(" ");
	const own = help.text.split("\n").flatMap((line) => {
		const [example = ""] = /(?<=^ {2}|\| |`)assay .*?(?=`|$)/.exec(line) ?? [];
		return example === "" ? [] : [{ where, text: example.replace(/^assay campaign show.*/, "assay campaign show ID") }];
	});
	return [...own, ...command.commands.flatMap((one) => commandsOfHelp(one, [...path, one.name()]))];
}

/** Words that stand for something that a user fills in. */
const filledIn: Record<string, string> = {
	ID: "1a2b3c4d",
	"ID…": "1a2b3c4d",
	N: "1",
	NAMES: "wikipedia",
	"NAME…": "x",
	SECONDS: "9",
};

/** The words of a command as a shell passes them; what follows a pipe, a redirection or a comment is another's. */
function wordsOf(text: string): string[] {
	const words = text.replace(start, "").match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
	const end = words.findIndex((word) => /^(?:\||>|2>|&|&&|;|#)/.test(word));
	return words
		.slice(0, end < 0 ? undefined : end)
		.map((word) => word.replaceAll(/["']/g, ""))
		.map((word) => filledIn[word] ?? word);
}

/** What is wrong with a command; undefined where the program takes it. A name alone speaks of the command. */
function faultOf({ where, text, inProse }: Printed): string | undefined {
	const words = wordsOf(text);
	if (words.length === 0 || (words.length === 1 && program.commands.some((one) => one.name() === words[0])))
		return undefined;
	try {
		parseCommandLine(words, "1.2.3", 100);
		return undefined;
	} catch (error) {
		if (inProse && error instanceof UsageError && error.code === "ARGUMENT_MISSING") return undefined;
		return `${where}: ${text}\n  ${messageOf(error)}`;
	}
}

describe("a command that is printed", () => {
	it.each(documents)("%s: works as it stands", (path) => {
		expect(commandsIn(path).map(faultOf).filter(Boolean)).toEqual([]);
	});

	it("--help: works as it stands", () => {
		const commands = commandsOfHelp(program);
		expect(commands.length).toBeGreaterThan(10);
		expect(commands.map(faultOf).filter(Boolean)).toEqual([]);
	});

	it("would be found wrong if it named an option or a command that is not there", () => {
		const wrong = [
			"npm start -- list --colour",
			"assay lits 1a2b3c4d",
			"assay show ID --stp 1",
			"assay trace ID --step x",
		];
		expect(wrong.map((text) => faultOf({ where: "", text })).filter(Boolean)).toHaveLength(wrong.length);
	});

	it("is what the user has to type: in a clone, npm start", async () => {
		const env = { npm_lifecycle_event: "start" };
		const { stdout } = await assay(["--help"], { env });
		expect(stdout).toContain("\n  npm start -- demo\n");
		expect(stdout).not.toMatch(/\bassay (?:demo|list|resume)/);
	});

	it("of the first page does what it says: a question to the documentation of assay", async () => {
		const [command] = commandsIn("docs/first-run.md").filter(({ text }) => text.includes("--corpus docs"));
		const end = await assay([...wordsOf(command?.text ?? ""), "--no-vectors", "--home", emptyFolder()], { cwd: root });
		expect([end.code, end.stdout.includes("## Sources")], end.stderr).toEqual([0, true]);
	});
});
