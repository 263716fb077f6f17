import { expect, test } from "vitest";
import { assay, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { readTrace } from "../support/trace.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

interface Shown {
	id: string;
	status: string;
	calls: number;
	steps: number;
	pulses: {
		id: string;
		n: number;
		objective: string;
		newFacts: number;
		calls: number;
		decision?: { decision: string };
	}[];
	inventory: { url: string; pulses: number[] }[];
	report: {
		sections: { sentences: { text: string; claimIds: string[] }[] }[];
		claims: { id: string; sourceId: string }[];
		sources: { id: string; number?: number }[];
	};
}

interface Listed {
	id: string;
	question: string;
	kind: string;
	pulse?: number;
	steps: number;
	sources: number;
}

/** The steps and pages that `list` says of a campaign, and the sums of what it says of the campaign's pulses. */
async function totalsOf(home: string, id: string) {
	const { runs } = JSON.parse((await assay(["--home", home, "list", "--json"])).stdout) as { runs: Listed[] };
	const numbers = ({ steps = 0, sources = 0 }: Partial<Listed> = {}) => ({ steps, sources });
	const pulses = runs.filter(({ kind }) => kind === "pulse");
	const sum = (of: (run: Listed) => number) => pulses.reduce((all, run) => all + of(run), 0);
	expect(sum(({ steps }) => steps)).toBeGreaterThan(0);
	return {
		campaign: numbers(runs.find((run) => run.id === id)),
		pulses: { steps: sum(({ steps }) => steps), sources: sum(({ sources }) => sources) },
		second: numbers(pulses.find(({ pulse }) => pulse === 2)),
	};
}

const parsed = (text: string) => JSON.parse(text) as Shown;

test("a campaign killed inside its second pulse goes on there: nothing answered is paid twice, and one report covers both", async () => {
	const seen = { pulse: 1, kill: () => undefined as unknown };
	const onRequest = (role: string) => {
		if (seen.pulse === 2 && role === "extractClaims") seen.kill();
	};
	const { baseUrl, requests } = closeAfterTest(await startSimulatedModel({ latencyMs: 10, onRequest }));
	const corpus = folderOf(larkdb);
	const argsIn = (home: string) => [
		...["campaign", question, "--home", home, "--corpus", corpus, "--no-vectors", "--depth", "quick"],
		...["--model", "openai-compatible:sim", "--base-url", baseUrl, "--pulses", "3"],
	];
	const calm = await assay([...argsIn(emptyFolder()), "--json"]);
	expect(calm.code, calm.stderr).toBe(0);
	const needed = requests.length;

	const home = emptyFolder();
	const killed = start(argsIn(home));
	await killed.until("pulse 2 of at most 3");
	seen.kill = () => killed.child.kill("SIGKILL");
	seen.pulse = 2;
	expect((await killed.end).code).toBeNull();
	seen.kill = () => undefined;

	const { runs } = JSON.parse((await assay(["--home", home, "list", "--json"])).stdout) as {
		runs: { id: string; kind: string; status: string }[];
	};
	const id = runs.find((run) => run.kind === "campaign")?.id ?? "";
	const halfway = parsed((await assay(["--home", home, "campaign", "show", id, "--json"])).stdout);
	expect(halfway).toMatchObject({ status: "interrupted", pulses: [{ n: 1, decision: { decision: "continue" } }] });
	// Its totals are those of its pulses, the one in flight included.
	const totals = await totalsOf(home, id);
	expect(totals.campaign).toEqual(totals.pulses);
	expect(halfway).toMatchObject({ steps: totals.campaign.steps, current: { n: 2, status: "interrupted" } });
	expect(halfway.calls).toBeGreaterThan(halfway.pulses[0]?.calls ?? 0);
	const course = (await assay(["--home", home, "show", id])).stdout;
	expect(course).toMatch(
		new RegExp(`^2\\. .*\\(run [0-9a-f]{8}, interrupted\\)\\n +- ${totals.second.steps} steps?, `, "m"),
	);

	const resumed = await assay(["--home", home, "resume", id, "--json"]);
	const whole = await totalsOf(home, id);
	expect(whole.campaign).toEqual(whole.pulses);
	expect(resumed.code, resumed.stderr).toBe(0);
	const end = parsed(resumed.stdout);
	expect(end.status).toBe("completed");
	expect(end.pulses.map(({ n, decision }) => [n, decision?.decision])).toEqual([
		[1, "continue"],
		[2, "end"],
	]);
	// The first pulse is as it was, and no run was begun twice.
	expect(end.pulses[0]).toEqual(halfway.pulses[0]);
	expect(runs.map((run) => run.id).toSorted()).toEqual([id, ...end.pulses.map((pulse) => pulse.id)].toSorted());
	expect(requests.length).toBeLessThanOrEqual(2 * needed + 8);
	// One report with one list of sources, which every marker leads to.
	const numbered = new Set(end.report.sources.flatMap((source) => (source.number === undefined ? [] : [source.id])));
	const cited = end.report.sections.flatMap(({ sentences }) => sentences.flatMap(({ claimIds }) => claimIds));
	expect(cited.length).toBeGreaterThan(0);
	for (const claimId of cited)
		expect(numbered).toContain(end.report.claims.find((claim) => claim.id === claimId)?.sourceId);
	expect(end.inventory.length).toBe(end.report.sources.length);
	expect(end.inventory.flatMap(({ pulses }) => pulses)).toContain(2);
	const sentences = (shown: Shown) => shown.report.sections.flatMap((one) => one.sentences.map(({ text }) => text));
	expect(sentences(end)).toEqual(sentences(parsed(calm.stdout)));
});

test("without a model, only what is open is the next objective, in the question's own words", async () => {
	const home = emptyFolder();
	const asked = "Who runs the ferry to Skerry, and when was Larkdb first released?";
	const base = ["--home", home, "campaign", asked, "--no-vectors", "--json", "--corpus"];
	const { pulses } = parsed((await assay([...base, folderOf(larkdb)])).stdout);
	const [first, second] = pulses;
	expect(first?.decision).toMatchObject({ decision: "continue", reason: expect.stringContaining("1 uncovered") });
	expect(second?.objective).toBe("Who runs the ferry to Skerry?");
	expect(pulses.at(-1)?.decision).toMatchObject({
		decision: "end",
		reason: expect.stringContaining("“Who runs the ferry to Skerry?” (uncovered)"),
	});
});

test("without a model, the campaign is listed, shown and named as one", async () => {
	const home = emptyFolder();
	const args = [
		"--home",
		home,
		"campaign",
		question,
		"--corpus",
		folderOf(larkdb),
		"--no-vectors",
		"--max-sources",
		"2",
	];
	const end = await assay(args);
	// Two pages a pulse are too few for a passage that answers, and the report says so.
	expect(end.code, end.stderr).toBe(4);
	expect(end.stdout).toMatch(/Nearest passages|What was not found/);
	expect(end.stdout).toMatch(/^\*Campaign [0-9a-f]{8}, finished: \d pulses? of at most 3, /);
	expect(end.stdout).toContain("The campaign ends: ");
	expect(end.stdout).toContain("Compaction merges small segments");
	const { runs } = JSON.parse((await assay(["--home", home, "list", "--json"])).stdout) as {
		runs: { id: string; kind: string }[];
	};
	const id = runs.find((run) => run.kind === "campaign")?.id ?? "";
	expect(runs.filter((run) => run.kind === "pulse").length).toBe(runs.length - 1);
	const shown = await assay(["--home", home, "show", id]);
	expect(shown.stdout).toBe(end.stdout);
	const traced = await assay(["--home", home, "trace", id]);
	expect([traced.code, traced.stderr]).toEqual([
		2,
		expect.stringMatching(/pulse 1: assay .*trace [0-9a-f]{8}; pulse 2: /),
	]);
	const trace = readTrace((await assay(["--home", home, "show", id, "--path"])).stdout.trim());
	expect(trace.steps).toEqual([]);
	expect(Object.keys(trace.start.change.claims ?? {})).not.toEqual([]);
	expect(trace.replayedHash).toBe(trace.evidenceHash);
	const notOne = await assay(["--home", home, "campaign", "show", runs.find((run) => run.id !== id)?.id ?? ""]);
	expect([notOne.code, notOne.stderr]).toEqual([2, expect.stringContaining("is a run, not a campaign")]);
});
