import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import {
	assay,
	hasTerminals,
	lighthouse,
	lighthouseQuestion,
	newestRun,
	place,
	start,
	startOnTerminal,
} from "./support.ts";

const edited = "- [core] When was the Skerry lighthouse built?\n  search: Skerry lighthouse built keeper\n";

function planFile(text: string): string {
	const file = join(emptyFolder(), "plan.txt");
	writeFileSync(file, text);
	return file;
}

/** A home, and the arguments of a run with a model that asks one question before the research. */
async function asking(...more: string[]) {
	const roles: string[] = [];
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ onRequest: (role) => roles.push(role) }));
	const { home, run } = place();
	const flags = ["--model", "openai-compatible:sim", "--base-url", baseUrl, "--no-review", ...more];
	return { home, roles, args: [...run, "--clarify", ...flags], env: { ASSAY_API_KEY: "k" } };
}

describe("--confirm in a script", () => {
	it("prints the plan and what it may cost, searches nothing, and resume accepts it", async () => {
		const { home, run } = place();
		const shown = await assay([...run, "--confirm", "-q"]);
		expect([shown.code, shown.stdout.includes("- [core, supporting] When was the Skerry lighthouse built?")]).toEqual([
			5,
			true,
		]);
		expect(shown.stderr).toMatch(
			/nothing was searched yet; at most 20 pages in 45 steps; no model, \$0 \(what a model would cost: --estimate --model NAME\)\n/,
		);
		const id = await newestRun(home);
		const trace = await assay(["trace", id, "--home", home]);
		expect(trace.stdout).not.toContain("step 1");
		// Neither the same command nor `resume` alone is a decision: they show the same plan.
		for (const args of [
			[...run, "--confirm", "-q"],
			["resume", id, "--home", home],
		]) {
			const again = await assay(args);
			expect([again.code, again.stdout]).toEqual([5, shown.stdout]);
		}
		const done = await assay(["resume", id, "--home", home, "--accept"]);
		expect([done.code, done.stdout.includes("**Plan:** accepted by you before the research")]).toEqual([0, true]);
	});

	it("is listed as waiting, and shown with its plan and the commands that take it", async () => {
		const { home, run } = place();
		const shown = await assay([...run, "--confirm", "-q"]);
		const id = await newestRun(home);
		const listed = await assay(["list", "--home", home]);
		expect(listed.stdout).toMatch(/^\w{8} {2}waiting /);
		expect(listed.stderr).toContain(`assay --home ${home} resume ${id.slice(0, 8)} --accept`);
		const json = JSON.parse((await assay(["list", "--home", home, "--json"])).stdout);
		expect(json.runs).toMatchObject([{ status: "waiting", waitsFor: "plan", kind: "research", text: shown.stdout }]);
		const one = await assay(["show", id, "--home", home]);
		expect([one.code, one.stdout.includes(shown.stdout), one.stdout.includes("--accept")]).toEqual([0, true, true]);
	});

	it("takes the plan back with --plan, names each line that it cannot read, and keeps the run", async () => {
		const { home, run } = place();
		await assay([...run, "--confirm", "-q"]);
		const id = await newestRun(home);
		const bad = await assay([
			"resume",
			id,
			"--home",
			home,
			"--plan",
			planFile("search: x\n- [cor] Who?\n  search: y\n"),
		]);
		const empty = planFile("");
		const nothing = await assay(["resume", id, "--home", home, "--plan", empty]);
		expect([nothing.code, nothing.stderr.includes(`${empty} cannot be used: it is empty`)]).toEqual([2, true]);
		expect([bad.code, bad.stderr.includes('line 2: "cor" is none of core'), bad.stderr.includes("line 3")]).toEqual([
			2,
			true,
			false,
		]);
		const done = await assay(["resume", id, "--home", home, "--plan", planFile(edited), "--json"]);
		const output = outputSchema.parse(JSON.parse(done.stdout));
		expect(output.plan).toBe("edited");
		expect(output.subQuestions[0]).toMatchObject({ text: "When was the Skerry lighthouse built?", priority: "core" });
		expect(done.stderr).toContain('"Skerry lighthouse built keeper"');
	});

	it("each sub-question that the user wrote has its section in the report, or stands under what was not found, in the user's words", async () => {
		const { run } = place({
			...lighthouse,
			"keepers.md": "# Keepers of the coast\n\nAnna Rask was the keeper of the Skerry lighthouse from 1890 on.\n",
		});
		const plan = [
			`- [core] ${lighthouseQuestion}`,
			"- [optional] Who was the keeper of the Skerry lighthouse?",
			"- [core] What does the diesel of the Ostrand ferry cost?",
		];
		const { stdout, code, stderr } = await assay([...run, "--plan", planFile(plan.join("\n"))]);
		expect(code, stderr).toBe(0);
		const section = stdout
			.split(/^## /mu)
			.find((one) => one.startsWith("Who was the keeper of the Skerry lighthouse?"));
		expect(section).toContain("Anna Rask was the keeper");
		const missing = stdout.split(/^## /mu).find((one) => one.startsWith("What was not found"));
		expect(missing).toContain("What does the diesel of the Ostrand ferry cost");
		expect(missing).not.toContain("keeper of the Skerry");
		expect(stdout).not.toContain("COVERAGE_MET");
	});

	it("killed after the decision goes on with the plan that was edited, and does not ask again", async () => {
		const { home, run } = place();
		const args = [...run, "--plan", planFile(edited)];
		const killed = start(args);
		await killed.until("edited by you");
		killed.child.kill("SIGKILL");
		await killed.end;
		const done = await assay(args);
		expect([done.code, done.stdout.includes("edited by you")], done.stderr).toEqual([0, true]);
		const { subQuestions } = outputSchema.parse(
			JSON.parse((await assay(["show", await newestRun(home), "--home", home, "--json"])).stdout),
		);
		expect(subQuestions.filter(({ origin }) => origin === "plan")).toHaveLength(1);
	});
});

describe("--clarify in a script", () => {
	it("prints the questions, and --answer gives the answers, which the report repeats", async () => {
		const { home, roles, args, env } = await asking();
		const asked = await assay(args, { env });
		expect([asked.code, asked.stdout]).toEqual([5, "1. Which coast do you mean?\n"]);
		expect(asked.stderr).toContain("--answer");
		expect(roles).toEqual(["clarify"]);
		const id = await newestRun(home);
		const listed = await assay(["list", "--home", home], { env });
		expect([listed.stdout.includes("waiting"), listed.stderr.includes("--answer")]).toEqual([true, true]);
		expect((await assay(["show", id, "--home", home], { env })).stdout).toContain("1. Which coast do you mean?");
		const again = await assay(["resume", id, "--home", home], { env });
		expect([again.code, again.stdout]).toEqual([5, asked.stdout]);
		const tooMany = await assay(["resume", id, "--home", home, "--answer", "a", "--answer", "b"], { env });
		expect([tooMany.code, tooMany.stderr.includes("2 answers to 1 question")]).toEqual([2, true]);
		const done = await assay([...args, "--answer", "the northern one"], { env });
		expect(done.code, done.stderr).toBe(0);
		expect(done.stdout).toContain("You said: “the northern one” (asked: Which coast do you mean?)");
		expect(roles.filter((role) => role === "clarify")).toHaveLength(1);
	});

	it("killed after the answers asks no model and no user again", async () => {
		const { home, roles, args, env } = await asking("--confirm");
		await assay(args, { env });
		const id = await newestRun(home);
		const planned = await assay(["resume", id, "--home", home, "--answer", "the northern one", "-q"], { env });
		expect([planned.code, planned.stdout.startsWith("# The plan for")]).toEqual([5, true]);
		const killed = start(["resume", id, "--home", home, "--accept"], { env });
		await killed.until("accepted by you");
		killed.child.kill("SIGKILL");
		await killed.end;
		const done = await assay(["resume", id, "--home", home], { env });
		expect([done.code, done.stdout.includes("You said: “the northern one”")], done.stderr).toEqual([0, true]);
		expect(roles.filter((role) => role === "clarify" || role === "begin")).toEqual(["clarify", "begin"]);
	});

	it("needs a model, and says so", async () => {
		const end = await assay([...place().run, "--clarify"]);
		expect([end.code, end.stderr.includes("--clarify")]).toEqual([2, true]);
	});
});

describe.runIf(hasTerminals)("on a terminal", () => {
	it("questions are answered and the plan is edited in EDITOR, all in one command", async () => {
		const { args, env } = await asking("--confirm");
		const editor = join(emptyFolder(), "editor.sh");
		writeFileSync(editor, `#!/bin/sh\nprintf '%s' '${edited}' > "$1"\n`);
		chmodSync(editor, 0o755);
		const { child, until, end } = startOnTerminal([...args, "--no-follow-ups"], 110, 40, { ...env, EDITOR: editor });
		await until("\u001b[0J> ");
		child.stdin?.write("the northern one\r");
		await until("[A/e/s] ");
		child.stdin?.write("e\r");
		await until("built keeper");
		child.stdin?.write("a\r");
		const { stdout, code } = await end;
		expect([code, stdout.includes("You said: “the northern one”"), stdout.includes("edited by you")], stdout).toEqual([
			0,
			true,
			true,
		]);
	});

	it("a plan that is not accepted costs no search, and the run is kept", async () => {
		const { home, run } = place();
		const { child, until, end } = startOnTerminal([...run, "--confirm"], 110, 40);
		await until("[A/e/s] ");
		child.stdin?.write("s\r");
		const { stdout, code } = await end;
		expect([code, stdout.includes("stopped before any search")]).toEqual([5, true]);
		expect((await assay(["list", "--home", home])).stdout).toContain("waiting");
	});
});
