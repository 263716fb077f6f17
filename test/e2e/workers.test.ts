import { expect, test } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { assay, place, start } from "../cli/support.ts";
import { askedOf, type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { changed, type HardScript, saying, startHardModel } from "../support/hard.ts";
import { simulatedAnswer } from "../support/simulated.ts";

const agreeing = {
	"guide.md": "# Harbour guide\n\nThe Skerry lighthouse was built in 1887. It guards the northern harbour.\n",
	"history.md":
		"# History of the coast\n\nIn 1887 the harbour board finished the Skerry lighthouse, after long delays.\n",
	"keeper.md": "# The keepers\n\nSince 1887, when it was built, the Skerry lighthouse has had eleven keepers.\n",
};
const disagreeing = {
	...agreeing,
	"keeper.md": "# The keepers\n\nSince 1889, when it was built, the Skerry lighthouse has had eleven keepers.\n",
};

/** Whether a request is for the own answer of one worker. */
const isWorkersAnswer = (body: ChatBody) => roleOf(body) === "answer" && askedOf(body).includes("## Your part");
/** An answer that no evidence gives. */
const nothing = saying({ found: false, answer: "", claims: [], confidence: "low", alternatives: [], why: "" });

async function runWith(files: Record<string, string>, script?: HardScript, ...flags: string[]) {
	const server = closeAfterTest(await startHardModel(script));
	const { run } = place(files);
	const args = [...run, "--model", "openai-compatible:sim", "--base-url", server.baseUrl, "--no-skeptics", ...flags];
	const ended = await assay([...args, "--json"]);
	expect(ended.code, ended.stderr).toBe(0);
	const bodies = server.requests.map(({ body }) => body as unknown as ChatBody);
	return { output: outputSchema.parse(JSON.parse(ended.stdout)), bodies, ended };
}

test.each([
	["--gather", "pipeline"],
	["--gather", "agent"],
])(
	"workers start from different queries, read different pages, and agree: the answer is surer (%s %s)",
	async (...flags) => {
		const { output, bodies } = await runWith(agreeing, undefined, ...flags);
		expect(new Set(output.workers?.map(({ query }) => query)).size).toBe(3);
		expect(output.workers?.map(({ answer }) => answer?.text)).toEqual(["1887", "1887", "1887"]);
		expect(new Set(output.workers?.map(({ answer }) => answer?.claimIds[0])).size).toBe(3);
		expect(output.answer).toMatchObject({ text: "1887", confidence: "high" });
		expect(output.answer?.claimIds).toHaveLength(3);
		expect(output.report).toContain("3 of 3 workers found this, from independent sources");
		for (const body of bodies.filter(isWorkersAnswer)) expect(askedOf(body).match(/^c\d+ /gm)).toHaveLength(1);
		// Each is told to keep to its own answer, and sees nothing that others found.
		const messages = bodies.filter((body) => roleOf(body) === "nextAction").map((body) => JSON.stringify(body));
		const ofWorkers = messages.filter((text) => text.includes("Do not reject an answer"));
		expect(ofWorkers.length).toBeGreaterThan(2);
		expect(ofWorkers.filter((text) => text.includes("Found: "))).toHaveLength(0);
	},
);

test("workers that disagree make the answer less sure, and both answers are shown with their sources", async () => {
	const { output } = await runWith(disagreeing);
	expect(output.answer?.confidence).not.toBe("high");
	const all = [output.answer?.text, ...(output.answer?.alternatives.map(({ text }) => text) ?? [])];
	expect(all.toSorted()).toEqual(["1887", "1889"]);
	expect(output.report).toMatch(/Sources also give: 188[79] \[\d\]/);
	expect(output.report).toMatch(/workers found this.*; \d found another answer/);
});

test("one more worker is sent after an answer that nobody confirmed, and never a second one", async () => {
	let answers = 0;
	const { output, ended } = await runWith({ "guide.md": agreeing["guide.md"] }, (_role, body) =>
		isWorkersAnswer(body) && answers++ > 0 ? nothing : undefined,
	);
	expect(output.workers).toHaveLength(4);
	expect(output.answer).toMatchObject({ text: "1887", confidence: "medium" });
	expect(ended.stderr).toContain('nobody confirmed "1887": 1 worker, at most 5 more requests');
});

test("what workers cost at most is said before they start, and is not exceeded", async () => {
	const { bodies, ended, output } = await runWith(agreeing);
	const most = Number(/3 workers, at most (\d+) more requests/.exec(ended.stderr)?.[1]);
	const own = bodies.filter((body) => roleOf(body) === "nextAction" || isWorkersAnswer(body));
	expect(own.length).toBeGreaterThan(0);
	expect(own.length).toBeLessThanOrEqual(most);
	const [, high = ""] = /estimate \S+ \d+–(\d+) calls/.exec(ended.stderr) ?? [];
	expect(output.usage?.calls).toBeLessThanOrEqual(Number(high));
	const without = await runWith(agreeing, undefined, "--no-redundancy");
	const [, highWithout = ""] = /estimate \S+ \d+–(\d+) calls/.exec(without.ended.stderr) ?? [];
	expect(Number(high) - Number(highWithout)).toBe(20);
});

test.each([
	["switched off", undefined, ["--no-redundancy"]],
	["a fact check", ((role, body) => (role === "begin" ? simulatedAnswer(body) : undefined)) as HardScript, []],
	[
		"a comparison",
		((role, body) =>
			role === "begin" ? changed(simulatedAnswer(body), { effort: "comparison" }) : undefined) as HardScript,
		[],
	],
	["one conversation, where nothing is independent", undefined, ["--session", "single"]],
	["the control of comparisons", undefined, ["--planner", "baseline"]],
])("no worker is sent: %s", async (_what, script, flags) => {
	const { output, bodies } = await runWith(agreeing, script, ...flags);
	expect(output.workers).toBeUndefined();
	expect(bodies.filter(isWorkersAnswer)).toEqual([]);
	expect(output.answer?.text).toBe("1887");
});

test("after kill -9 between the workers' answers, no answer that was given is asked for again", async () => {
	let isKilled = false;
	let waiting = () => {};
	const reached = new Promise<void>((resolve) => {
		waiting = resolve;
	});
	const asked: string[] = [];
	const messages: string[] = [];
	const server = closeAfterTest(
		await startHardModel((role, body) => {
			if (role === "nextAction") messages.push(JSON.stringify(body.messages));
			if (!isWorkersAnswer(body)) return undefined;
			asked.push(askedOf(body));
			if (isKilled || asked.length === 1) return undefined;
			if (asked.length === 3) setTimeout(waiting, 500);
			return { pieces: ["hang"] };
		}),
	);
	const { run } = place(agreeing);
	const args = [...run, "--model", "openai-compatible:sim", "--base-url", server.baseUrl, "--no-skeptics", "--json"];
	const { child, end } = start(args);
	await Promise.race([reached, end]);
	child.kill("SIGKILL");
	await end;
	isKilled = true;
	const resumed = await assay(args);
	expect(resumed.code, resumed.stderr).toBe(0);
	expect(outputSchema.parse(JSON.parse(resumed.stdout)).workers).toHaveLength(3);
	expect(asked).toHaveLength(5);
	expect(asked.filter((text) => text === asked[0])).toHaveLength(1);
	expect(new Set(messages).size).toBe(messages.length);
});
