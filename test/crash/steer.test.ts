import { expect, test } from "vitest";
import { assay, newestRun, start } from "../cli/support.ts";
import { type Backends, onBothBackends } from "../conformance/backends.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer } from "../support/simulated.ts";
import { dieEnvironment } from "./die.ts";
import { comparable } from "./kill.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";
const wanted = "who designed the logo of Larkdb?";

/** The same research in a new store, whose model waits before its first answer of `role` (at the end of the first wave) until it is let go on. */
async function heldResearch({ newPlace, folder }: Backends, corpus = folderOf(larkdb), role = "findGaps") {
	const place = await newPlace();
	const isDatabase = place.startsWith("postgres");
	const home = isDatabase ? emptyFolder() : place;
	const env = { ASSAY_HOME: home, DATABASE_URL: isDatabase ? place : "", TMPDIR: folder };
	const gate = Promise.withResolvers<void>();
	const reached = Promise.withResolvers<void>();
	const asked: string[] = [];
	const model = closeAfterTest(
		await startProvider(({ body }) => {
			const request = body as unknown as ChatBody;
			asked.push(roleOf(request));
			if (roleOf(request) !== role) return simulatedAnswer(request);
			reached.resolve();
			return heldUntil(gate.promise, simulatedAnswer(request));
		}),
	);
	const flags = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl, "--corpus", corpus, "--no-vectors"];
	const begin = (more: NodeJS.ProcessEnv = {}) => start([question, ...flags, "--json"], { env: { ...env, ...more } });
	const type = (...args: string[]) => assay(args, { env });
	return {
		begin,
		type,
		asked,
		reached: reached.promise,
		open: gate.resolve,
		newest: () => newestRun(home, env.DATABASE_URL),
	};
}

/** What the whole research prints, if nothing is killed. */
async function unbroken(backends: Backends, corpus: string): Promise<string> {
	const { begin, type, reached, open, newest } = await heldResearch(backends, corpus);
	const run = begin();
	await reached;
	expect((await type("steer", await newest(), wanted)).code).toBe(0);
	open();
	const { code, stdout, stderr } = await run.end;
	expect(code, stderr).toBe(0);
	expect(stdout).toContain("Ilse Varga");
	return withoutModelWork(stdout);
}

/** A request that was in flight when the process died was paid twice. */
function withoutModelWork(stdout: string): string {
	const { calls: _calls, usage: _usage, ...rest } = JSON.parse(comparable(stdout)) as Record<string, unknown>;
	const report = (rest.report as string[]).filter((line) => !/^\| |^- \*\*Cost/.test(line));
	return JSON.stringify({ ...rest, report }, null, 1);
}

await onBothBackends((backends) => {
	test("a redirect is recorded once and taken once, if the process is killed between recording and taking", async () => {
		const corpus = folderOf(larkdb);
		const calm = await unbroken(backends, corpus);
		const { begin, type, asked, reached, open, newest } = await heldResearch(backends, corpus);
		const run = begin();
		await reached;
		const id = await newest();
		expect((await type("steer", id, wanted)).code).toBe(0);
		run.child.kill("SIGKILL");
		await run.end;
		expect((await type("steer", id, wanted)).stderr).toContain("recorded before");
		open();
		const resumed = await type("resume", id, "--json");
		expect(resumed.code, resumed.stderr).toBe(0);
		expect(withoutModelWork(resumed.stdout)).toBe(calm);
		expect(asked.filter((role) => role === "steer")).toHaveLength(1);
	});

	test.each([
		["while it is taken", "step:message:"],
		["right after it was taken", "step:decide:2"],
	])("the report is that of an unbroken run, if the process dies %s", async (_when, point) => {
		const corpus = folderOf(larkdb);
		const calm = await unbroken(backends, corpus);
		const { begin, type, reached, open, newest } = await heldResearch(backends, corpus);
		const run = begin(dieEnvironment(point));
		await reached;
		const id = await newest();
		await type("steer", id, wanted);
		open();
		expect((await run.end).signal).toBe("SIGKILL");
		const resumed = await type("resume", id, "--json");
		expect(resumed.code, resumed.stderr).toBe(0);
		expect(withoutModelWork(resumed.stdout)).toBe(calm);
	});

	test.each([
		["pause", "step:message:"],
		["stop", "step:message:"],
	])(
		"%s while the report is written: also if the process dies as it obeys, the report is that of a calm run",
		async (kind, point) => {
			const corpus = folderOf(larkdb);
			const calm = await heldResearch(backends, corpus, "draft");
			calm.open();
			const whole = await calm.begin().end;
			const { begin, type, reached, open, newest } = await heldResearch(backends, corpus, "draft");
			const run = begin(dieEnvironment(point));
			await reached;
			const id = await newest();
			expect((await type(kind, id)).code).toBe(0);
			open();
			expect((await run.end).signal).toBe("SIGKILL");
			const resumed = await type("resume", id, "--json");
			expect(resumed.code, resumed.stderr).toBe(0);
			const withoutMessages = (text: string) => {
				const { messages: _messages, ...rest } = JSON.parse(withoutModelWork(text)) as Record<string, unknown>;
				return rest;
			};
			expect(withoutMessages(resumed.stdout)).toEqual(withoutMessages(whole.stdout));
		},
	);

	test("a request to pause that the killed process never took does not pause the run again", async () => {
		const { begin, type, reached, open, newest } = await heldResearch(backends);
		const run = begin();
		await reached;
		const id = await newest();
		expect((await type("pause", id)).code).toBe(0);
		run.child.kill("SIGKILL");
		await run.end;
		open();
		const resumed = await type("resume", id, "--json");
		expect(resumed.code, resumed.stderr).toBe(0);
		expect(JSON.parse(resumed.stdout)).toMatchObject({ messages: [{ kind: "pause", outcome: "outdated" }] });
	});
});
