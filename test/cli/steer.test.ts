import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { askedOf, type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { type ProviderAnswer, startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer } from "../support/simulated.ts";
import { assay, newestRun, place, start } from "./support.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";
const wanted = "who designed the logo of Larkdb?";

/** A run whose model does not answer the first request of `role` before `open` is called. */
async function heldRun(
	role = "findGaps",
	change: (body: ChatBody) => ProviderAnswer | undefined = () => undefined,
	more: string[] = [],
) {
	const gate = Promise.withResolvers<void>();
	const reached = Promise.withResolvers<void>();
	const model = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = change(asked) ?? simulatedAnswer(asked);
			if (roleOf(asked) !== role) return answer;
			reached.resolve();
			return heldUntil(gate.promise, answer);
		}),
	);
	const home = emptyFolder();
	const options = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl, "--corpus", folderOf(larkdb)];
	const run = start([question, "--home", home, "--no-vectors", ...options, ...more]);
	await Promise.race([reached.promise, run.end.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
	const id = await newestRun(home);
	const send = (...args: string[]) => assay([...args.slice(0, 1), id, ...args.slice(1), "--home", home]);
	return { home, id, run, send, open: gate.resolve, again: (...args: string[]) => assay([...args, "--home", home]) };
}

async function stepsOf(home: string, id: string, kind: string): Promise<string[]> {
	const store = await openStore({ home });
	const log = await store.log(id, [kind]).finally(() => store.close());
	return log.map(({ name }) => name);
}

test("a redirect from another process is noticed, changes the plan before the next wave, and is in the report", async () => {
	const { home, id, run, send, open, again } = await heldRun();
	const sent = await send("steer", wanted);
	expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining("before the next wave")]);
	expect((await send("steer", wanted)).stderr).toContain("recorded before");
	await run.until(`“${wanted}”: recorded`);
	expect((await again("show", id)).stdout).toContain("recorded, not taken yet");
	open();
	const { code, stderr, stdout } = await run.end;
	expect([code, stderr]).toEqual([
		0,
		expect.stringMatching(
			new RegExp(`“${RegExp.escape(wanted)}”: q(\\d) was added[^]*cover q\\1: you asked for q\\1 during the run`),
		),
	]);
	expect(stdout).toContain(`You asked during the run: “${wanted}” (searched as: ${wanted})`);
	expect(stdout).toContain("Ilse Varga");
	expect((await again("trace", id)).stdout).toContain(`before wave 2: “${wanted}”`);
	expect(await stepsOf(home, id, "message")).toHaveLength(1);
	const late = await send("steer", "more");
	expect([late.code, late.stderr]).toEqual([2, expect.stringContaining("extend")]);
});

test("a redirect to a survey says that it waits for the next round", async () => {
	const { home, id, run, send } = await heldRun("findGaps", undefined, ["--depth", "survey"]);
	const when = "in the next round, when the passes at work have ended";
	const watching = start(["watch", id, "--plain", "--home", home]);
	expect((await send("steer", wanted)).stderr).toContain(`it changes the plan ${when}`);
	for (const shown of [run, watching]) await shown.until(`recorded, taken ${when}`);
	await send("stop");
	expect((await run.end).code).toBe(5);
	await watching.end;
});

test("a model drops and rewords sub-questions as the user asks, and what the user wrote is no data", async () => {
	let shown = "";
	const { run, send, open } = await heldRun("findGaps", (body) => {
		if (roleOf(body) !== "steer") return undefined;
		shown = askedOf(body);
		const again = {
			subQuestion: "q2",
			question: "How does lark-dump work?",
			names: ["lark-dump"],
			queries: ["lark-dump"],
		};
		return { text: JSON.stringify({ added: [], dropped: ["q3", "q9"], refocused: [again] }) };
	});
	await send("steer", "backups instead of what speaks against it");
	open();
	const { stderr, stdout } = await run.end;
	// q2 was searched already: its new words are a new sub-question.
	expect(stderr).toMatch(/q\d was added: How does lark-dump work\?; q3 is dropped/);
	expect(stdout).toContain("1 sub-question dropped");
	expect(stdout).not.toContain("What speaks against");
	expect(shown).toMatch(/^## What the user asks for now\n+backups instead of[^\n]*\n+<data [^>]*title="The plan">/m);
});

test("pause ends the process before the next wave, and the run goes on from there", async () => {
	const { home, id, run, send, open, again } = await heldRun();
	expect((await send("pause")).code).toBe(0);
	await run.until("pause: recorded");
	open();
	const { code, stderr } = await run.end;
	expect([code, stderr]).toEqual([5, expect.stringContaining(`assay --home ${home} resume ${id.slice(0, 8)}`)]);
	expect(await stepsOf(home, id, "decide")).toEqual(["decide:1"]);
	expect((await again("show", id)).stdout).toContain("pause: the run pauses here");
	expect((await send("pause")).stderr).toContain("there is nothing to pause");
	const resumed = await again("resume", id);
	expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("## Sources")]);
});

test.each(["begin", "draft", "judgeSupport"])(
	"pause is obeyed between two steps, also of writing: during %s",
	async (role) => {
		const { id, run, send, open, again } = await heldRun(role);
		expect((await send("pause")).code).toBe(0);
		await run.until("pause: recorded");
		open();
		const { code, stderr } = await run.end;
		expect([code, stderr]).toEqual([5, expect.stringContaining("pause: the run pauses here")]);
		const resumed = await again("resume", id);
		expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("## Sources")]);
	},
);

test("stop ends the process at once, in the middle of a request", async () => {
	const { id, run, send, open, again } = await heldRun();
	expect((await send("stop")).code).toBe(0);
	const { code, stderr } = await run.end;
	expect([code, stderr]).toEqual([5, expect.stringContaining("stop: the run stops here")]);
	open();
	const resumed = await again("resume", id);
	expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("## Sources")]);
});

test("finish begins no further wave, and the report says so", async () => {
	const { home, id, run, send, open } = await heldRun();
	expect((await send("finish")).code).toBe(0);
	open();
	const { code, stdout } = await run.end;
	expect(code).toBe(4);
	expect(stdout).toContain("partial: you asked for the report from what there was");
	expect(stdout).toContain("STOPPED_BY_USER");
	expect(await stepsOf(home, id, "decide")).toEqual(["decide:1", "decide:2"]);
});

test("a redirect that comes while the report is written is told at once that it is too late, and an extension searches for it", async () => {
	const { home, id, run, send, open, again } = await heldRun("draft");
	const extend = `extend ${id.slice(0, 8)}`;
	const watching = start(["watch", id, "--plain", "--home", home]);
	const sent = await send("steer", wanted);
	expect([sent.code, sent.stderr]).toEqual([
		0,
		expect.stringMatching(`too late for this report, which is being written; to search for it then: .*${extend}`),
	]);
	expect((await send("finish")).stderr).toContain("the report is being written already");
	// Whoever watches may need longer to begin than the run to end: it goes on once both have shown it.
	for (const shown of [run, watching]) await shown.until(`“${wanted}”: recorded, too late for this report`);
	open();
	const { stdout, stderr } = await run.end;
	expect(stderr).not.toContain("before the next wave");
	await watching.end;
	expect(stdout).toContain(`“${wanted}” (it came when the report was being written, so an extension`);
	expect(stdout).not.toContain("Ilse Varga");

	const extended = await again(...extend.split(" "));
	expect([extended.code, extended.stdout]).toEqual([0, expect.stringContaining("Ilse Varga")]);
	expect(extended.stderr).toContain(`core, factual: ${wanted}`);
	expect(await stepsOf(home, id, "message")).toHaveLength(2);
});

test("without a model, the user's words become a sub-question of a run that is resumed", async () => {
	const { home, run } = place();
	const dies = {
		NODE_OPTIONS: `--import=${join(import.meta.dirname, "../crash/die.ts")}`,
		ASSAY_TEST_DIE: "step:decide:1",
	};
	await assay([...run, "--json"], { env: dies });
	const id = await newestRun(home);
	const sent = await assay(["steer", id, "what does the lighthouse guard?", "--home", home, "--json"]);
	expect(JSON.parse(sent.stdout)).toMatchObject({ runId: id, isNew: true, status: "interrupted", kind: "redirect" });
	const { stdout } = await assay(["resume", id, "--home", home, "--json"]);
	expect(JSON.parse(stdout)).toMatchObject({
		messages: [{ kind: "redirect", outcome: "taken", wave: 1, change: { by: "rules", added: [{ id: "q3" }] } }],
		report: expect.stringContaining("northern harbour"),
	});
});
