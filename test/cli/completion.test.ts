import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { candidateLines, candidatesFor } from "../../src/cli/complete.ts";
import { createProgram } from "../../src/cli/program.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { hasTmux, openTmux } from "../support/tmux.ts";
import { assay, environment, main, newestRun, place } from "./support.ts";

describe("what completes a word", () => {
	const completed = async (...words: string[]) =>
		(await candidatesFor(words, createProgram("1.2.3", 80), async () => [])).map(({ value }) => value);

	test.each([
		["a command", ["re"], ["research", "resume"]],
		["a command after a common option", ["--home", "h", "sho"], ["show"]],
		["the help of a command", ["help", "tru"], ["trust"]],
		["a command of a campaign", ["campaign", "sh"], ["show"]],
		["an option of a command", ["monitor", "1a2b", "--ev"], ["--every"]],
		["an option of a question", ["Why is it so?", "--allow"], ["--allow-web"]],
		["a common option of a command", ["list", "--js"], ["--json"]],
		["a value of an option", ["Why is it so?", "--depth", "s"], ["standard", "survey"]],
		["a service", ["doctor", "-s", "w"], ["wikipedia"]],
		["a shell", ["completion", ""], ["bash", "zsh", "fish"]],
		["free text", ["ask", "1a2b3c4d", "Wh"], []],
		["a folder", ["Why is it so?", "--corpus", "do"], []],
		["nothing after the last argument", ["show", "1a2b3c4d", ""], []],
	])("%s", async (_what, words, values) => {
		expect(await completed(...words)).toEqual(values);
	});

	test("an id is that of a run, with its question; of a campaign where one is wanted", async () => {
		const run = { status: "completed", createdAt: new Date(0), question: "Why: so?", steps: 1, sources: 1 } as const;
		const runs = async () => [
			{ ...run, id: "aa11bb22cc33", kind: "research" as const },
			{ ...run, id: "ab11bb22cc33", kind: "campaign" as const },
		];
		const lines = async (...words: string[]) =>
			candidateLines(await candidatesFor(words, createProgram("1.2.3", 80), runs), "zsh");
		expect(await lines("show", "aa")).toBe("aa11bb22:completed: Why: so?\n");
		expect(await lines("delete", "aa11bb22", "ab")).toBe("ab11bb22:completed: campaign: Why: so?\n");
		expect(await lines("campaign", "show", "")).toBe("ab11bb22:completed: campaign: Why: so?\n");
	});
});

test("a store that cannot be read, and words that are no command, complete to nothing", async () => {
	const home = folderOf({ "runs.db": "not a database, but long enough to be looked at\n" });
	for (const words of [
		["show", "--home", home, ""],
		["--frob", "x", "y", ""],
	])
		expect(await assay(["completion", "bash", "--", ...words])).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

/** Whether a shell is there. With ASSAY_REQUIRE_REAL=1 its test fails where it is not. */
function hasShell(name: string): boolean {
	return spawnSync(name, ["--version"]).status === 0 || process.env.ASSAY_REQUIRE_REAL === "1";
}

const shells = [
	{ shell: "bash", start: "bash --norc --noprofile", setUp: 'eval "$(assay completion bash)"' },
	// Without `compinit`, as Debian's zsh begins.
	{ shell: "zsh", start: "zsh -f", setUp: 'eval "$(assay completion zsh)"' },
	{
		shell: "zsh from a file",
		start: "zsh -f",
		setUp: "fpath=($FUNCTIONS $fpath); autoload -U compinit; compinit -u -D",
	},
	{ shell: "fish", start: "fish --private", setUp: "assay completion fish | source" },
];

describe.each(shells)("the Tab key of a real $shell", ({ shell, start, setUp }) => {
	test.runIf(hasTmux && hasShell(shell.split(" ")[0] ?? ""))(
		"completes a command, an option, a value and the id of a run",
		async () => {
			const { home, run } = place();
			await assay([...run, "-q"]);
			const id = await newestRun(home);
			const bin = folderOf({ assay: `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n` });
			chmodSync(join(bin, "assay"), 0o755);
			const functions = folderOf({ _assay: (await assay(["completion", "zsh"])).stdout });
			const path = `${bin}:${process.env.PATH}`;
			const env = environment({ PATH: path, HOME: emptyFolder(), ASSAY_HOME: home, FUNCTIONS: functions });
			const terminal = openTmux(100, 30, env);
			onTestFinished(() => terminal.close());
			terminal.type(start, "Enter");
			terminal.type(`${setUp}; echo re""ady`, "Enter");
			await terminal.until(/^ready/m);
			const completes = async (typed: string, shown: string) => {
				terminal.type(typed, "Tab");
				await terminal.until(shown);
			};
			await completes("assay sho", "assay show");
			await completes("--pat", "assay show --path");
			await completes(id.slice(0, 5), `assay show --path ${id.slice(0, 8)}`);
			terminal.type("", "Enter");
			await terminal.until(join(home, "runs", id));
			await completes("assay so --dep", "--depth");
			await completes("surv", "--depth survey");
		},
	);
});
