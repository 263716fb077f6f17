import { expect, test } from "vitest";
import { newestRun, start } from "../cli/support.ts";
import { startPostgres } from "../real/postgres.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { seededRandom } from "../support/random.ts";
import { delayed, simulatedAnswer } from "../support/simulated.ts";
import { survives } from "./messages-check.ts";

/** How many messages each process gets: two or three, so that a kill meets now this one and now that. All: `npm run torture -- --messages`. */
function twoOrThree(seed: number): (life: number) => number {
	const random = seededRandom(seed);
	const sizes = Array.from({ length: 50 }, () => 2 + Math.floor(random() * 2));
	return (life) => sizes[life % sizes.length] ?? 2;
}

test("a run with investigators, killed after every few messages, repeats none and ends with the same report", async () => {
	const args = [
		"What is the default port of the Larkdb server?",
		"--corpus",
		folderOf(larkdb),
		"--no-vectors",
		"--depth",
		"quick",
	];
	const model = ["--json", "--model", "openai-compatible:simulated", "--gather", "agent"];
	const { wrong, lives } = await survives(
		{ args: [...args, ...model], answerTo: simulatedAnswer },
		{ calmHome: emptyFolder(), home: emptyFolder(), messages: twoOrThree(7) },
	);
	expect(wrong).toEqual([]);
	expect(lives.killed).toBeGreaterThan(3);
});

test("on Postgres, a run that gathers by pipeline, killed after every few messages", async ({ skip }) => {
	const postgres = await startPostgres();
	if ("missing" in postgres) return skip(postgres.missing);
	try {
		const args = ["When was Larkdb first released?", "--corpus", folderOf(larkdb), "--no-vectors", "--depth", "quick"];
		const model = ["--json", "--model", "openai-compatible:simulated", "--gather", "pipeline"];
		const place = { calmHome: emptyFolder(), home: emptyFolder(), databaseUrl: postgres.url, messages: twoOrThree(8) };
		const { wrong } = await survives({ args: [...args, ...model], answerTo: simulatedAnswer }, place);
		expect(wrong).toEqual([]);
	} finally {
		await postgres.stop();
	}
});

test("the time that an investigator had used when its process was killed is not given again", async () => {
	const home = emptyFolder();
	const thinksMs = 6_000;
	const killed = Promise.withResolvers<void>();
	let isAlive = true;
	const { baseUrl } = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = simulatedAnswer(asked);
			if (!isAlive || roleOf(asked) !== "nextAction") return answer;
			// Its second message: the first one's time is in its log, and nowhere else.
			if (asked.messages.some(({ role }) => role === "tool")) killed.resolve();
			return delayed(answer, thinksMs);
		}),
	);
	const model = ["--model", "openai-compatible:simulated", "--base-url", baseUrl, "--gather", "agent"];
	const corpus = ["--corpus", folderOf(larkdb), "--no-vectors", "--depth", "quick"];
	const first = start(["What is the default port of the Larkdb server?", "--home", home, ...corpus, ...model]);
	await Promise.race([killed.promise, first.end]);
	first.child.kill("SIGKILL");
	expect((await first.end).code).toBeNull();
	isAlive = false;
	const resumed = await start(["--home", home, "resume", await newestRun(home), "--json"]).end;
	expect(resumed.code, resumed.stderr).toBe(0);
	expect((JSON.parse(resumed.stdout) as { elapsed_ms: number }).elapsed_ms).toBeGreaterThanOrEqual(thinksMs);
});
