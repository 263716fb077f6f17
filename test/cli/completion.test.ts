import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { candidateLines, candidatesFor } from "../../src/cli/complete.ts";
import { createProgram } from "../../src/cli/program.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay, environment, hasTerminals, main, newestRun, place } from "./support.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;

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

test.runIf(hasTerminals && hasBash)(
	"the Tab key of a real bash completes a command, an option and the id of a run",
	async () => {
		const { home, run } = place();
		await assay([...run, "-q"]);
		const id = await newestRun(home);
		const child = spawn("script", ["-qefc", "bash --norc --noprofile", "/dev/null"], {
			env: environment({ TERM: "dumb", HOME: emptyFolder(), ASSAY_HOME: home, NODE: process.execPath, MAIN: main }),
		});
		let shown = "";
		child.stdout.on("data", (data) => {
			shown += String(data);
		});
		const ended = new Promise((resolve) => child.once("close", resolve));
		child.stdin.write(
			'bind "set bell-style none"; assay() { "$NODE" "$MAIN" "$@"; }; eval "$(assay completion bash)"; echo re""ady\r',
		);
		await expect.poll(() => shown).toContain("ready");
		child.stdin.write(`assay sho\t--pat\t${id.slice(0, 5)}\t\r`);
		await expect.poll(() => shown).toContain(`\n${join(home, "runs", id)}`);
		child.stdin.write("exit\r");
		await ended;
	},
);
