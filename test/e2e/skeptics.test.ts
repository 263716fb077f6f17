import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { assay, newestRun, place, start } from "../cli/support.ts";
import { askedOf, type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { type HardScript, saying, skepticOf, startHardModel } from "../support/hard.ts";
import type { ProviderAnswer } from "../support/provider.ts";
import { simulatedAnswer } from "../support/simulated.ts";

/** What each of the three skeptics answers; undefined: that the answer is correct. */
function votes(...answers: (ProviderAnswer | undefined)[]): HardScript {
	return (_role, body) => answers[(skepticOf(body) ?? 0) - 1];
}
const refuting = saying({ verdict: "refuted", why: "the claim speaks of another lighthouse", claims: ["c1"] });
const abstaining = saying({ verdict: "abstain", why: "nothing decides it", claims: [] });

/** A run on a hard question of which a skeptic's answers are scripted; its printed JSON and what the model was asked. */
async function runWith(script: HardScript, ...flags: string[]) {
	const server = closeAfterTest(await startHardModel(script));
	const { home, run } = place();
	const args = [...run, "--model", "openai-compatible:sim", "--base-url", server.baseUrl, "--no-redundancy", ...flags];
	const ended = await assay([...args, "--json"]);
	expect(ended.code, ended.stderr).toBe(0);
	const output = outputSchema.parse(JSON.parse(ended.stdout));
	const asked = server.requests.map(({ body }) => body as unknown as ChatBody).filter((one) => roleOf(one) === "vote");
	return { home, args, output, asked, ended };
}

test("three skeptics vote apart on a hard lookup's answer; what they accept stays as it is", async () => {
	const { output, asked, ended } = await runWith(votes());
	expect(asked.map(skepticOf).toSorted()).toEqual([1, 2, 3]);
	for (const body of asked) {
		expect(body.messages.filter(({ role }) => role !== "system")).toHaveLength(1);
		expect(askedOf(body)).toContain("The answer to be judged");
	}
	expect(output.skeptics).toMatchObject({ refuted: false });
	expect(output.skeptics?.votes.map(({ verdict }) => verdict)).toEqual(["correct", "correct", "correct"]);
	expect(output.answer?.confidence).toBe("medium");
	expect(output.report).toContain("**Skeptics:** (1) correct: the quote states it; (2) correct");
	expect(output.report).not.toContain("Refuted");
	expect(ended.stderr.match(/ vote +correct/g)).toHaveLength(3);
});

test("an answer that two skeptics refute stays in the report, marked with why, and is of low confidence", async () => {
	const { output, home, args } = await runWith(votes(refuting, refuting, undefined));
	expect(output.skeptics).toMatchObject({ refuted: true });
	expect(output.answer).toMatchObject({ confidence: "low" });
	expect(output.report).toMatch(/\*\*Answer: .*low confidence/);
	expect(output.report).toContain("> **Refuted: 2 of 3 skeptics");
	expect(output.report).toMatch(/> - Refuted: the claim speaks of another lighthouse\. \[\d\]/);
	const folder = join(home, "runs", await newestRun(home));
	const html = readFileSync(join(folder, "report.html"), "utf8");
	expect(html).toMatch(/<div class="refuted">.*Refuted: 2 of 3 skeptics.*another lighthouse/s);
	const shown = await assay([...args.slice(1, 3), "show", output.id]);
	expect(shown.stdout).toContain("Refuted: 2 of 3 skeptics");
});

test.each([
	["one refutes", votes(refuting, abstaining, undefined), ["refuted", "abstained", "correct"]],
	[
		"one refutes and nobody else decides",
		votes(refuting, abstaining, abstaining),
		["refuted", "abstained", "abstained"],
	],
	["the provider is down", votes({ status: 401 }, { status: 401 }, { status: 401 }), Array(3).fill("abstained")],
	["answers are no JSON", votes(saying("no"), saying("no"), saying("no")), Array(3).fill("abstained")],
	[
		"refutations rest on nothing that was read",
		votes(
			saying({ verdict: "refuted", why: "it was built in 1901", claims: ["c1"] }),
			saying({ verdict: "refuted", why: "I know better", claims: [] }),
			saying({ verdict: "refuted", why: "", claims: ["c1"] }),
		),
		Array(3).fill("abstained"),
	],
])("an answer is not refuted when %s", async (_what, script, verdicts) => {
	const { output } = await runWith(script);
	expect(output.skeptics?.votes.map(({ verdict }) => verdict)).toEqual(verdicts);
	expect(output.skeptics?.refuted).toBe(false);
	expect(output.answer?.confidence).toBe("medium");
	expect(output.report).not.toContain("1901");
});

test("no skeptic is asked where they are switched off, nor for a fact check", async () => {
	const off = await runWith(votes(), "--no-skeptics");
	expect(off.asked).toEqual([]);
	expect(off.output.skeptics).toBeUndefined();
	const check: HardScript = (role, body) => (role === "begin" ? simulatedAnswer(body) : undefined);
	expect((await runWith(check)).asked).toEqual([]);
});

test("in a single conversation, skeptics see neither the conversation nor each other", async () => {
	const { asked, output } = await runWith(votes(), "--session", "single");
	expect(asked).toHaveLength(3);
	for (const body of asked) expect(body.messages.filter(({ role }) => role !== "system")).toHaveLength(1);
	expect(output.skeptics?.refuted).toBe(false);
});

test("after kill -9 in the middle of the votes, a vote that was given is not asked for again", async () => {
	let isKilled = false;
	let waiting = () => {};
	const reached = new Promise<void>((resolve) => {
		waiting = resolve;
	});
	const asked: number[] = [];
	const server = closeAfterTest(
		await startHardModel((_role, body) => {
			const skeptic = skepticOf(body);
			if (skeptic === undefined) return undefined;
			asked.push(skeptic);
			if (isKilled || skeptic === 1) return undefined;
			if (asked.length === 3) setTimeout(waiting, 500);
			return { pieces: ["hang"] };
		}),
	);
	const { run } = place();
	const args = [...run, "--model", "openai-compatible:sim", "--base-url", server.baseUrl, "--no-redundancy", "--json"];
	const { child, end } = start(args);
	await Promise.race([reached, end]);
	child.kill("SIGKILL");
	await end;
	isKilled = true;
	const resumed = await assay(args);
	expect(resumed.code, resumed.stderr).toBe(0);
	expect(outputSchema.parse(JSON.parse(resumed.stdout)).skeptics?.votes).toHaveLength(3);
	expect(asked.toSorted()).toEqual([1, 2, 2, 3, 3]);
});
