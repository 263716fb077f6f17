import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf, writeFiles } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, lighthouseQuestion, newestRun, place, start } from "./support.ts";

/** A finished run on a folder of its own, and the options to look at it again. */
async function finishedRun(
	more: string[] = [],
	documents: Record<string, string> = lighthouse,
	question = lighthouseQuestion,
) {
	const [home, corpus] = [emptyFolder(), folderOf(documents)];
	const end = await assay([question, "-c", corpus, "--no-vectors", "--home", home, "--json", ...more]);
	return { home, corpus, id: String(JSON.parse(end.stdout).id) };
}

/** A figure changed, a document less, and a date that states nothing. */
function change(corpus: string): void {
	writeFiles(corpus, {
		"history.md": lighthouse["history.md"].replace("1887", "1890"),
		"guide.md": `${lighthouse["guide.md"]}\nEdited on Monday.\n`,
	});
	rmSync(join(corpus, "letters.md"));
}

const runsIn = async (home: string): Promise<{ id: string; status: string }[]> =>
	JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs;

describe("monitor", () => {
	it("prints nothing when nothing changed, and says so unless it is quiet", async () => {
		const { home, id } = await finishedRun();
		const end = await assay(["monitor", id.slice(0, 8), "--home", home]);
		expect(end).toMatchObject({ code: 0, stdout: "" });
		expect(end.stderr).toContain(`nothing changed since run ${id.slice(0, 8)}`);
		expect(await assay(["monitor", id, "--home", home, "-q"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
	});

	it("prints each changed, missing and new claim once: the next look starts from the last one", async () => {
		const { home, corpus, id } = await finishedRun();
		change(corpus);
		writeFiles(corpus, { "minutes.md": "# Minutes\n\nThe Skerry lighthouse was built by twelve masons.\n" });
		const end = await assay(["monitor", id, "--home", home]);
		expect(end.code, end.stderr).toBe(0);
		const items = end.stdout.split("\n").filter((line) => line.startsWith("- "));
		expect(items).toContainEqual(
			expect.stringMatching(/^- \*\*1887 → 1890\*\*: .*History of the coast; before: .*1887/),
		);
		expect(items).toContainEqual(expect.stringMatching(/^- .*1889.* — the page is gone: Letters/));
		expect(items).toContainEqual(expect.stringMatching(/^- .*twelve masons.* — Minutes$/));
		expect(end.stdout).not.toContain("northern harbour");
		expect(end.stdout).not.toContain("Monday");
		const report = await assay(["show", (await runsIn(home))[0]?.id ?? "", "--home", home, "-q"]);
		expect(report.stdout).toContain("built in 1890");
		expect(report.stdout).not.toMatch(/^> .*1889/m);
		expect(await assay(["monitor", id, "--home", home])).toMatchObject({ code: 0, stdout: "" });
	});

	it("sees a document that comes back", async () => {
		const { home, corpus, id } = await finishedRun();
		rmSync(join(corpus, "letters.md"));
		const gone = await assay(["monitor", id, "--home", home, "-q"]);
		expect(gone.stdout).toMatch(/## No longer stated\n\n- .*1889/);
		writeFiles(corpus, { "letters.md": lighthouse["letters.md"] });
		const back = await assay(["monitor", id, "--home", home, "-q"]);
		expect(back.stdout).toMatch(/## New findings\n\n- .*1889/);
	});

	it("still knows the earlier texts after a cleanup", async () => {
		const { home, corpus, id } = await finishedRun();
		await assay(["monitor", id, "--home", home, "-q"]);
		const cleaned = await assay(["cleanup", "--older-than", "0", "--home", home, "--json"]);
		expect(JSON.parse(cleaned.stdout)).toMatchObject({ left: 3 });
		const keeper = "The keeper of the Skerry lighthouse built a boat of oak.";
		writeFiles(corpus, { "guide.md": `${lighthouse["guide.md"]}\n${keeper}\n` });
		const end = await assay(["monitor", id, "--home", home, "-q"]);
		expect(end.stdout.split("\n").filter((line) => line.startsWith("- "))).toEqual([expect.stringContaining(keeper)]);
	});

	it("finds the one cell of a table that changed, and no other of its row", async () => {
		const table = (landings: number) => `Port,2031 landings (tonnes),2032 landings (tonnes)\nBrusk,840,${landings}\n`;
		const question = "What were the landings of Brusk?";
		const { home, corpus, id } = await finishedRun([], { "landings.csv": table(905) }, question);
		writeFiles(corpus, { "landings.csv": table(911) });
		const end = await assay(["monitor", id, "--home", home, "-q"]);
		expect(end.stdout.split("\n").filter((line) => line.startsWith("- "))).toEqual([
			expect.stringMatching(/^- \*\*Brusk, 2032 landings \(tonnes\): 905 → 911\*\*: /),
		]);
	});

	it("of a run without a report says how to finish it", async () => {
		const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 60 }));
		const { home, run } = place();
		const { child, until, end } = start([...run, "--model", "openai-compatible:sim", "--base-url", baseUrl]);
		await until(" step ");
		child.kill("SIGKILL");
		await end;
		const id = await newestRun(home);
		const look = await assay(["monitor", id, "--home", home]);
		expect(look).toMatchObject({ code: 2, stdout: "" });
		expect(look.stderr).toContain(`resume ${id.slice(0, 8)}`);
	});

	it("killed in a look, the same command finishes it, shows it once, and asks the model nothing twice", async () => {
		const { baseUrl, requests } = closeAfterTest(await startSimulatedModel({ latencyMs: 60 }));
		const { home, corpus, id } = await finishedRun(["--model", "openai-compatible:sim", "--base-url", baseUrl]);
		change(corpus);
		const before = requests.length;
		const { child, until, end } = start(["monitor", id, "--home", home]);
		await until(" claims ");
		child.kill("SIGKILL");
		await end;
		const again = await assay(["monitor", id, "--home", home, "--json"]);
		expect(again.code, again.stderr).toBe(0);
		const output = outputSchema.parse(JSON.parse(again.stdout));
		expect(output.changes).toMatchObject({ since: id, changed: true });
		expect(output.changes?.claimsChanged.map(({ after }) => after)).toContainEqual(expect.stringContaining("1890"));
		expect(await runsIn(home)).toHaveLength(2);
		const texts = requests.slice(before).map(({ body }) => JSON.stringify(body));
		expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(output.usage?.lost.length ?? 0);
		expect(texts.filter((text) => text.includes("guards the northern harbour") && text.includes("extract"))).toEqual(
			[],
		);
	});

	it("with --every computes the next look from the last run's stored time, also after kill -9", async () => {
		const { home, id } = await finishedRun();
		const waiting = async () => {
			const { child, until, end } = start(["monitor", id, "--every", "2h", "--home", home]);
			await until("next look at run");
			child.kill("SIGKILL");
			return (await end).stderr;
		};
		const said = await waiting();
		expect(said).toMatch(new RegExp(`^next look at run ${id.slice(0, 8)}: \\d{4}-\\S+Z\\n$`));
		expect(await waiting()).toBe(said);
		expect(await runsIn(home)).toHaveLength(1);
	});

	it("with --every looks again and again, and finds what changed between two looks", async () => {
		const { home, corpus, id } = await finishedRun();
		const { child, until, end } = start(["monitor", id, "--every", "1s", "--home", home]);
		await until("nothing changed");
		change(corpus);
		await until("1887 → 1890");
		await until("the report of now");
		child.kill("SIGINT");
		const { code, stderr } = await end;
		expect(code).toBe(130);
		expect(stderr).toContain(`monitor ${id.slice(0, 8)} --every 1s`);
	});

	it.each([
		["a time without a unit", ["--every", "7"], /it takes a number and a unit/],
		["an option of another command", ["--gather", "agent"], /gather/],
	])("rejects %s", async (_what, args, message) => {
		const end = await assay(["monitor", "feedbeef", ...args, "--home", emptyFolder()]);
		expect(end.code).toBe(2);
		expect(end.stderr).toMatch(message);
	});

	it("of a run that is answered from another one's pages names that one", async () => {
		const { home, id } = await finishedRun();
		const asked = await assay(["ask", id, "What does it guard?", "--no-vectors", "--home", home, "--json"]);
		const end = await assay(["monitor", JSON.parse(asked.stdout).id, "--home", home]);
		expect(end.code).toBe(2);
		expect(end.stderr).toMatch(new RegExp(`assay .*monitor ${id.slice(0, 8)}`));
	});
});

it("takes documents whose folder stands empty, as one where a drive was mounted, for unreachable and not for gone", async () => {
	const { "letters.md": letters, ...others } = lighthouse;
	const { home, corpus, id } = await finishedRun([], { ...others, "drive/letters.md": letters });
	rmSync(join(corpus, "drive", "letters.md"));
	const look = await assay(["monitor", id, "--home", home]);
	expect(look.code, look.stderr).toBe(0);
	expect(look.stdout).not.toContain("gone");
	expect(look.stderr).toContain("not reachable now, its claims are kept: drive/letters.md");
});
