import { join } from "node:path";
import { expect, test } from "vitest";
import { start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { seededRandom } from "../support/random.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { dieEnvironment } from "./die.ts";
import { argsOf, assay, substanceOf } from "./kill.ts";

const kills = 20;
/** Dozens of processes, one after the other. ms */
const timeout = 600_000;
const question = "How does compaction work in Larkdb, and what are its costs?";

test.each(["rules", "model"] as const)(
	"a run by %s that is killed at 20 random moments ends with the report of an unbroken one",
	{ timeout },
	async (mind) => {
		const corpus = folderOf(larkdb);
		const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 60 }));
		const model = mind === "model" ? ["--model", "openai-compatible:sim", "--base-url", baseUrl] : [];
		const args = argsOf({ question, corpus, flags: ["--no-vectors", ...model] });
		const calmHome = join(emptyFolder(), "calm");
		const began = Date.now();
		const calm = await assay(args, calmHome);
		const spanMs = Date.now() - began;
		const home = emptyFolder();
		const random = seededRandom(5);
		let last = calm;
		let killed = 0;
		// A process that ended before its moment had the report; the next one begins anew.
		for (; killed < kills; ) {
			last = await assay(args, home, 150 + random() * spanMs * 0.7);
			if (last.code === null) killed++;
			else expect(substanceOf(last)).toEqual(substanceOf(calm));
		}
		expect(substanceOf(await assay(args, home))).toEqual(substanceOf(calm));
	},
);

test("a step that was in progress at each of six kills is done all the same", { timeout }, async () => {
	const corpus = folderOf(larkdb);
	let kill: (() => void) | undefined;
	const onRequest = (role: string) => {
		if (role === "draft") kill?.();
	};
	// Longer than a child takes to notice that its parent is gone.
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 300, onRequest }));
	const model = ["--model", "openai-compatible:sim", "--base-url", baseUrl, "--no-vectors", "--json"];
	const argsIn = (home: string) => [question, "--home", home, "--corpus", corpus, ...model];
	const calm = await start(argsIn(emptyFolder())).end;
	const home = emptyFolder();
	let notes = "";
	for (let count = 0; count < 6; count++) {
		const started = start(argsIn(home));
		// Only the process that the user sees. A child that tries a step has to end with it.
		kill = () => void started.child.kill("SIGKILL");
		const { code, stderr } = await started.end;
		expect(code, stderr).toBeNull();
		notes += stderr;
	}
	kill = undefined;
	const end = await start(argsIn(home)).end;
	expect(notes).toContain("that step is tried in a process of its own");
	expect(end.stdout).not.toMatch(/Given up/);
	expect(substanceOf(end)).toEqual(substanceOf(calm));
});

test("a step that hangs the program is ended where it is tried, and is given up", async () => {
	const args = [
		"When was Larkdb first released?",
		"--corpus",
		folderOf(larkdb),
		"--no-vectors",
		"--home",
		emptyFolder(),
	];
	const env = dieEnvironment("step:search:2:", "hang");
	for (let count = 0; count < 2; count++) {
		const started = start(args, { env });
		await started.until("it hangs");
		started.child.kill("SIGKILL");
		await started.end;
	}
	const ended = await start(args, { env }).end;
	expect(ended.code, ended.stderr).toBe(0);
	expect(ended.stdout).toMatch(/Not done: .* \(it ended the program 4 times in a row/);
});
