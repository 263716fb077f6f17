import { expect, it } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { heldModel } from "./held-model.ts";
import { assay, lighthouseQuestion, newestRun, place, start } from "./support.ts";

/** The commands of a text as this user has to type them: in a clone, with the home of the call. */
function typed(text: string, home: string): string[][] {
	const start = `npm start -- --home ${home} `;
	return text.split(start).flatMap((rest, at) => (at === 0 ? [] : [(rest.split(/[;,\n"]/, 1)[0] ?? "").split(" ")]));
}

const clone = { npm_lifecycle_event: "start" };

it("--confirm --json holds the question and the commands that take the plan, and so does the list", async () => {
	const { home, run } = place();
	const shown = JSON.parse((await assay([...run, "--confirm", "--json"], { env: clone })).stdout);
	const accept = `npm start -- --home ${home} resume ${shown.id.slice(0, 8)} --accept`;
	expect(shown).toMatchObject({ question: lighthouseQuestion, waitsFor: "plan" });
	expect(shown.next).toEqual([accept, accept.replace("--accept", "--plan FILE")]);
	const { runs } = JSON.parse((await assay(["list", "--json", "--home", home], { env: clone })).stdout);
	expect(runs[0]).toMatchObject({ question: lighthouseQuestion, next: shown.next });
});

it("a run that waits for its plan is shown, not resumed, before it is exported, watched for changes or finished", async () => {
	const { home, run } = place();
	await assay([...run, "--confirm", "-q"]);
	const id = (await newestRun(home)).slice(0, 8);
	for (const args of [
		["export", id, "--format", "md"],
		["monitor", id],
		["pause", id],
		["finish", id],
	]) {
		const { stderr } = await assay([...args, "--home", home], { env: clone });
		expect([args[0], typed(stderr, home)]).toEqual([args[0], [["show", id]]]);
	}
	const shown = await assay(["show", id, "--home", home], { env: clone });
	const [accept = []] = typed(shown.stdout, home);
	expect(accept).toEqual(["resume", id, "--accept"]);
});

it("a campaign that was killed is continued by the command that its screen names; one that ended takes no message", async () => {
	const model = closeAfterTest(await heldModel("findGaps"));
	const home = emptyFolder();
	const options = ["-c", folderOf(larkdb), "--no-vectors", "--home", home];
	const flags = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl, "--pulses", "1"];
	const { child, end } = start(["campaign", "How does compaction work in Larkdb?", ...options, ...flags]);
	await model.reached;
	child.kill("SIGKILL");
	await end;
	const [{ id = "" } = {}] = JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs.filter(
		({ kind }: { kind: string }) => kind === "campaign",
	);
	const shown = await assay(["campaign", "show", id, "--home", home], { env: clone });
	expect(typed(shown.stderr, home)).toEqual([["resume", id.slice(0, 8)]]);
	expect(shown.stdout).not.toMatch(/\bassay resume/);
	model.release();
	const resumed = await assay(["resume", id, "--home", home, "-q"]);
	expect(resumed.code, resumed.stderr).toBe(0);
	const late = await assay(["finish", id, "--home", home], { env: clone });
	expect(late.stderr).toContain("has ended already");
	expect(typed(late.stderr, home)).toEqual([["campaign", "show", id.slice(0, 8)]]);
});

it("a word too many is left out, and a suite that is missing is asked for", async () => {
	const [list, suite] = await Promise.all([assay(["list", "foo"]), assay(["eval", "run"])]);
	expect(list.stderr).toContain("leave out foo");
	expect(suite.stderr).toContain("eval run SUITE");
});
