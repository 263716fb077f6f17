import { expect, test } from "vitest";
import { assignment, texts, tools } from "../../../test/support/investigator.ts";
import { memoryRun } from "../../../test/support/memory.ts";
import { direct } from "../../../test/support/planning.ts";
import { says } from "../../../test/support/scripted.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { ExtractInput, NextActionInput } from "../../reasoning/reasoner.ts";
import type { Assignment } from "./assignment.ts";
import { runInvestigator } from "./investigator.ts";

const port = /port\.md$/;
const held = { ...direct("The default port of the Larkdb server is 7171.", "s1", "q1") };

/** Investigates by reading the first page, from which the run had extracted these claims for q1. */
async function readAgain(
	asked: Partial<SubQuestion>,
	claims: readonly Claim[] = [held],
	whole = ["q1"],
	more: Partial<Assignment> = {},
) {
	const extracted: ExtractInput[] = [];
	const shown: NextActionInput[] = [];
	const extractClaims: typeof tools.reasoner.extractClaims = async (input) => {
		extracted.push(input);
		return { ...(await tools.reasoner.extractClaims(input)), speaker: { nature: "manual" } };
	};
	const one: Assignment = {
		...assignment,
		subQuestion: { ...assignment.subQuestion, ...asked },
		others: [{ ...assignment.subQuestion, id: "q9" }],
		first: ["port"],
		...more,
	};
	const findings = await runInvestigator(
		memoryRun(),
		one,
		{ ...tools, reasoner: { ...tools.reasoner, extractClaims } },
		{
			nextAction: async (input) => {
				shown.push(structuredClone(input));
				return input.transcript.length === 0
					? says(["read", { ids: ["r1"] }])
					: says(["report", { summary: "", gaps: [] }]);
			},
			...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: () => {} },
			before: { claims, ofPage: (url) => (port.test(url) ? { claims, whole } : { claims: [], whole: [] }) },
		},
	);
	return { findings, extracted, result: shown[1]?.transcript[0]?.results[0]?.text ?? "" };
}

test("a page is not extracted twice for one sub-question; its known claims are shown", async () => {
	const { findings, extracted, result } = await readAgain({ id: "q1" });
	expect(extracted).toEqual([]);
	expect(findings.claims).toEqual([]);
	expect(result).toContain("7171");
});

test("results tell which pages were read before its wave, the first time and when they are found again", async () => {
	const openings: string[] = [];
	await runInvestigator(memoryRun(), { ...assignment, first: ["port", "listening"] }, tools, {
		nextAction: async ({ opening = "" }) => {
			openings.push(opening);
			return says(["report", { summary: "", gaps: [] }]);
		},
		...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: () => {} },
		before: { claims: [held], ofPage: (url) => ({ claims: [], whole: port.test(url) ? ["q1"] : [] }) },
	});
	expect(openings[0]).toMatch(/^r1 The port \(.*already read\)$/m);
	expect(openings[0]).toMatch(/^Found again: r1 The port \(already read\); r2 The costs;/m);
	expect(openings[0]).not.toMatch(/The costs \(.*already read/);
});

test("for a new sub-question a page that was read is extracted for that alone, where it may hold something", async () => {
	const text = "To which address does it listen, loopback or any?";
	const { findings, extracted, result } = await readAgain({ id: "q4", text });
	expect(extracted).toMatchObject([{ only: true, subQuestion: { id: "q4" } }]);
	expect(extracted[0]?.others).toBeUndefined();
	expect(findings.claims.map(({ quote }) => quote).join()).toContain("loopback");
	expect(Object.values(findings.whole ?? {})).toEqual([["q4"]]);
	expect(result).toContain("7171");
	const elsewhere = await readAgain({ id: "q4", text: "Which licence covers the mascot?" });
	expect(elsewhere.extracted).toEqual([]);
});

test("a new page is extracted for all sub-questions, and the findings list them", async () => {
	const { extracted, findings } = await readAgain({ id: "q1" }, [], []);
	expect(extracted).toMatchObject([{ others: [{ id: "q9" }] }]);
	expect(Object.values(findings.whole ?? {})).toEqual([["q1", "q9"]]);
	expect(findings.sources.map(({ speaker }) => speaker)).toEqual([{ nature: "manual" }]);
});

test("of many claims, those on the sub-question are shown", async () => {
	const names =
		"Avon Brede Cam Dart Exe Fal Glen Hodder Irwell Kennet Leen Medway Nene Ouse Pang Ribble Stour Tamar Ure";
	const others = names.split(" ").map((name, n) => direct(`${name} was dredged by ${n * 37 + 11} people.`, "s1", "q2"));
	const { result } = await readAgain({ id: "q1" }, [...others, held]);
	expect(texts.port).toContain(held.text);
	expect(result).toContain(held.text);
	expect(result).toMatch(/and \d+ more/);
});

test("a new page that is to contradict a finding is extracted for the plan's sub-question, which stays in the list", async () => {
	const planned = { ...assignment.subQuestion, id: "q1", text: "On which port does the server listen?" };
	const against = { id: "q1", text: "What contradicts or limits this finding: The port is 7171." };
	const { extracted } = await readAgain(against, [], [], { planned });
	expect(extracted).toMatchObject([{ subQuestion: { id: "q1", text: planned.text }, others: [{ id: "q9" }] }]);
});

test("one with a single message and only known results sends none, and reads nothing again", async () => {
	const asked: NextActionInput[] = [];
	const reported = {
		claim: "The port is 7171.",
		quote: "The default port of the Larkdb server is 7171.",
		source_id: "r1",
	};
	const run = (isKnown: (url: string) => boolean) =>
		runInvestigator(
			memoryRun(),
			{
				...assignment,
				subQuestion: { ...assignment.subQuestion, id: "q7" },
				known: ["The port is 7171."],
				first: ["default port"],
				messages: 1,
			},
			tools,
			{
				nextAction: async (input) => {
					asked.push(input);
					return says(["report", { summary: "", gaps: ["the port of Owldb"], claims: [reported] }]);
				},
				...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: (fallback) => void fallbacks.push(fallback) },
				before: { claims: [held], ofPage: (url) => ({ claims: [held], whole: isKnown(url) ? ["q1"] : [] }) },
			},
		);
	const fallbacks: unknown[] = [];
	const none = await run(() => true);
	expect([asked.length, none.ended, none.messages, none.claims]).toEqual([0, "reported", 0, []]);
	// With an unread result it is asked once; a claim from a page that the run has read is left out, and is no fault to repair.
	const once = await run((url) => port.test(url));
	expect([asked.length, once.ended, once.claims, once.gaps]).toEqual([1, "budget", [], ["the port of Owldb"]]);
	expect(fallbacks).toEqual([]);
});
