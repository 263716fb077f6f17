import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import type { Json } from "../../src/base/json.ts";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay, lighthouse, lighthouseQuestion, place, start } from "./support.ts";

const lastLine = /\nRun [^\n]*\n$/;

describe("a run whose output is piped", () => {
	it("writes the report as Markdown to standard output, a line an event to standard error, and keeps the run", async () => {
		const { home, options } = place();
		const end = await assay([lighthouseQuestion, ...options]);
		expect(end.code).toBe(0);
		expect(end.stdout).toMatch(/^# When was the Skerry lighthouse built\?\n/);
		for (const label of ["corpus", "plan", "search", "read", "claims", "signal", "stop"])
			expect(end.stderr).toMatch(new RegExp(`^ *\\d+:\\d\\d ${label} `, "m"));

		const [listed] = JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs;
		expect(listed).toMatchObject({ question: lighthouseQuestion, status: "completed" });
		const prefix = listed.id.slice(0, 6);
		const shown = await assay(["show", prefix, "--home", home, "-q"]);
		expect(shown).toMatchObject({ code: 0, stderr: "", stdout: end.stdout });
		const path = (await assay(["show", prefix, "--path", "--home", home])).stdout.trim();
		expect(end.stderr).toContain(path);
		expect(existsSync(join(path, "report.html"))).toBe(true);
	});

	it("with --json prints one object of the published form, for a question from standard input", async () => {
		const { options } = place();
		const end = await assay(["-", ...options, "--json"], { input: `${lighthouseQuestion}\n` });
		expect(end.code).toBe(0);
		expect(end.stdout.trimEnd()).not.toContain("\n");
		const output = outputSchema.strict().parse(JSON.parse(end.stdout));
		expect(output.question).toBe(lighthouseQuestion);
		expect(output.claims.map(({ quote }) => quote).join()).toContain("1887");
	});

	it("ends with 0 when all that was asked is answered, 4 when a limit cut off the rest, 3 without evidence; the list tells them apart", async () => {
		const { home, options } = place({
			...lighthouse,
			"bridge.md": "# The bridge\n\nThe Ronnel bridge is 1,402 metres long. It was opened in 1903.\n",
		});
		const answered = await assay([lighthouseQuestion, ...options, "--max-steps", "1"]);
		expect([answered.code, answered.stdout]).toEqual([
			0,
			expect.stringContaining("BUDGET_EXHAUSTED: the limit of 1 step (--max-steps) was reached"),
		]);
		expect(answered.stdout + answered.stderr).not.toMatch(/is partial|For more/);
		const half = "When was the Skerry lighthouse built, and how long is the Ronnel bridge?";
		const partial = await assay([half, ...options, "--max-steps", "1"]);
		expect([partial.code, partial.stdout]).toEqual([4, expect.stringContaining("This report is partial")]);
		expect(partial.stderr).toContain("For more: --max-steps N\n");
		const nothing = await assay(["Which composer wrote the opera Zauberwinkel?", ...options, "-q"]);
		expect(nothing).toMatchObject({ code: 3, stdout: "" });
		expect(nothing.stderr).toContain("nothing that was read mentions Zauberwinkel");
		expect(nothing.stderr).toMatch(/No evidence was found.*\n(.*\n)*Searched in 4 documents for\n {2}\S/);

		const listed = JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs;
		expect(listed.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["no_evidence", "partial", "complete"]);
		const { stdout } = await assay(["list", "--home", home]);
		expect(stdout).toMatch(/^\S+ +no evidence .*\n\S+ +partial .*\n\S+ +complete .*\n$/);
	});

	it("tells of many files that were skipped for one reason once", async () => {
		const names = ["a", "b", "c", "d", "e", "f", "g"].map((name) => [`drafts/${name}.pdf`, "no PDF"]);
		const { options } = place({ ...lighthouse, ...Object.fromEntries(names) });
		const { stdout } = await assay([lighthouseQuestion, ...options, "-q"]);
		expect(stdout).toMatch(/Skipped files:\*\* (?:drafts\/\w\.pdf(?:, | )){5}and 2 more \([^)]+\)$/m);
	});

	it("names each file that was skipped with the reason, in the report, in --json and where nothing is found", async () => {
		const { options } = place({ ...lighthouse, "drafts/broken.pdf": "no PDF" });
		const { stdout } = await assay([lighthouseQuestion, ...options, "--json", "-q"]);
		const output = outputSchema.parse(JSON.parse(stdout));
		const [{ path, reason } = { path: "", reason: "" }] = output.skipped;
		expect([output.skipped.length, path]).toEqual([1, expect.stringMatching(/drafts\/broken\.pdf$/)]);
		expect(output.report).toContain(`**Skipped files:** drafts/broken.pdf (${reason})`);
		const nothing = await assay(["Which composer wrote the opera Zauberwinkel?", ...options, "-q"]);
		expect(nothing.stderr).toContain(`Skipped files\n  drafts/broken.pdf: ${reason}`);
	});

	it("says how to get more when a limit ended it before anything was found", async () => {
		const { options } = place();
		const question = "Which composer wrote the opera Zauberwinkel?";
		const end = await assay([question, ...options, "--max-sources", "1", "-q"]);
		expect(end.code).toBe(3);
		expect(end.stderr).toMatch(/What to try: --max-sources N\.\n/);
	});

	it("lets no control sequence of a document out", async () => {
		const { options } = place({
			"e\u001b]0;owned\u0007vil.md": `# The \u001b[31mSkerry\u009b1m\u202e lighthouse\n\nThe Skerry lighthouse was built in \u001b[5m1887.\n`,
		});
		const end = await assay([lighthouseQuestion, ...options]);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
		expect(end.stdout + end.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
		expect(end.stderr).toContain("evil.md");
	});

	it("does not stumble when the reader of its output goes away", async () => {
		const { options } = place();
		const { child, end } = start([lighthouseQuestion, ...options, "-q"]);
		child.stdout?.destroy();
		expect(await end).toMatchObject({ code: 0, stderr: "" });
	});
});

describe("a run that is stopped", () => {
	it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
		"ends with 130 on %s, is kept, and goes on to the same report",
		async (signal) => {
			const { home, options } = place();
			const { child, until, end } = start([lighthouseQuestion, ...options]);
			await until(" step ");
			child.kill(signal);
			const stopped = await end;
			expect(stopped).toMatchObject({ code: 130, stdout: "" });
			const [, id = ""] = /stopping…; the run is kept: assay --home .* resume (\w+)\n$/.exec(stopped.stderr) ?? [];

			// The other two ways to go on and to begin anew are the same code; one is enough.
			if (signal !== "SIGINT") return;
			const resumed = await assay(["resume", id, "--home", home, "-q"]);
			const anew = await assay([lighthouseQuestion, ...options, "-q"]);
			expect(resumed.code).toBe(0);
			expect(resumed.stdout.replace(lastLine, "")).toBe(anew.stdout.replace(lastLine, ""));
		},
	);

	it("prints the interruption as one object with --json", async () => {
		const { options } = place();
		const { child, until, end } = start([lighthouseQuestion, ...options, "--json"]);
		await until(" step ");
		child.kill("SIGINT");
		const { code, stdout } = await end;
		expect([code, JSON.parse(stdout).error.code]).toEqual([130, "INTERRUPTED"]);
	});
});

describe("a run that another process works on", () => {
	it("cannot be resumed, and can be watched until it ends", async () => {
		const home = emptyFolder();
		const store = await openStore({ home });
		const id = await store.create({
			question: lighthouseQuestion,
			options: { corpus: [folderOf(lighthouse)], vectors: false },
		});
		const started: ResearchEvent = {
			...{ type: "started", turn: 0, order: 0, question: lighthouseQuestion, reasoner: "extractive" },
			options: {
				corpus: [],
				depth: "quick",
				planner: "guided",
				vectors: false,
				deadlineMs: 1,
				maxSources: 1,
				maxSteps: 1,
			},
			source: { name: "corpus", documents: 4321, passages: 9, fingerprint: "f" },
		};
		const decided: ResearchEvent = {
			...{ type: "decided", turn: 1, order: 0, elapsedMs: 5 },
			action: { kind: "cover", subQuestionId: "q1", reason: "q1 is uncovered" },
		};
		const { promise: over, resolve: finish } = Promise.withResolvers<void>();
		const work = store.execute(id, async (run) => {
			await run.step("start:1", async () => started as unknown as Json);
			await run.step("decide:1", async () => decided as unknown as Json);
			await over;
			return null;
		});
		const busy = await assay(["resume", id, "--home", home]);
		expect(busy.code).toBe(1);
		expect(busy.stderr).toContain(`assay --home ${home} watch ${id.slice(0, 8)}`);

		const [listed] = JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs;
		expect(listed).toMatchObject({ status: "running", steps: 1 });

		const watcher = start(["watch", id.slice(0, 4), "--home", home]);
		await watcher.until("4,321 documents");
		finish();
		await work;
		expect((await watcher.end).code).toBe(3);
		await store.close();
	});

	it("tells the next command as this user has to type it, wherever it tells it", async () => {
		const home = emptyFolder();
		const store = await openStore({ home });
		const id = await store.create({ question: lighthouseQuestion, options: { corpus: [], vectors: false } });
		await store.close();
		const env = { npm_lifecycle_event: "start" };
		const next = `npm start -- --home ${home} resume ${id.slice(0, 8)}`;
		expect((await assay(["show", id, "--home", home], { env })).stdout).toContain(next);
		const { stdout } = await assay(["show", id, "--path", "--json", "--home", home], { env });
		expect(JSON.parse(stdout).error.hint).toContain(next);
		const examined = await assay(["doctor", "--home", home], { env });
		expect(examined.stdout).toContain(`npm start -- --home ${home} doctor --search duckduckgo,wikipedia`);
		const spaced = join(home, "my runs");
		const unknown = await assay(["show", id, "--home", spaced, "--out", "o"]);
		expect(unknown.stderr).toContain(`assay --home '${spaced}' --out o list`);
	});

	it("is named by more digits when a prefix fits several", async () => {
		const home = emptyFolder();
		const store = await openStore({ home });
		// Seventeen ids, sixteen hex digits: two begin alike.
		for (let n = 0; n < 17; n++) await store.create({ question: `question ${n}`, options: {} });
		const firsts = (await store.runs()).map(({ id }) => id[0] ?? "");
		await store.close();
		const twice = firsts.find((first, at) => firsts.indexOf(first) !== at) ?? "";
		const end = await assay(["show", twice, "--home", home, "--json"]);
		expect([end.code, JSON.parse(end.stdout).error.code]).toEqual([2, "RUN_AMBIGUOUS"]);
	});
});
