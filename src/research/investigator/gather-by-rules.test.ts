import { expect, onTestFinished, test } from "vitest";
import { lookupRoute, subQuestionOf } from "../../../test/support/evidence.ts";
import { toolsFor } from "../../../test/support/flow.ts";
import { emptyFolder, folderOf } from "../../../test/support/folder.ts";
import { researchMs } from "../../../test/support/investigator.ts";
import { larkdb } from "../../../test/support/larkdb.ts";
import { memoryRun } from "../../../test/support/memory.ts";
import { type Mind, says } from "../../../test/support/scripted.ts";
import { AssayError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import { openCorpus } from "../../sources/corpus/corpus.ts";
import type { Assignment } from "./assignment.ts";
import { runInvestigator } from "./investigator.ts";

// The rules that gather for an investigator that ends with nothing, though there is something to find.

const question = "What is the default port of the Larkdb server?";
const assignment: Assignment = {
	question,
	route: { ...lookupRoute, values: [], subjects: [] },
	subQuestion: subQuestionOf({ text: question, focus: [], threads: [question, "Larkdb server default port"] }),
	known: [],
	read: [],
	reads: 3,
	messages: 15,
};
const planned = assignment.subQuestion.threads;
const fact = "7171";

/** The findings, the quotes in one line, and the codes of the fallbacks. */
async function investigate(mind: Mind, more: Partial<Assignment> = {}, elapsedMs = 0) {
	const fallbacks: string[] = [];
	let asked = 0;
	const corpus = await openCorpus({ folders: [folderOf(larkdb)], indexFolder: emptyFolder(), vectors: false });
	onTestFinished(() => corpus.close());
	const findings = await runInvestigator(memoryRun(), { ...assignment, ...more }, toolsFor(corpus), {
		nextAction: async (input) => {
			asked++;
			return mind(input);
		},
		elapsedMs: () => elapsedMs,
		researchMs,
		onFallback: ({ code }) => fallbacks.push(code),
	});
	return { findings, quotes: findings.claims.map(({ quote }) => quote).join(), asked, fallbacks };
}

const search = (query: string): [string, Json] => ["search", { query }];
const report = (...claims: Json[]): [string, Json] => ["report", { summary: "", claims, gaps: ["the port"] }];
const invented = { claim: "It is 1.", quote: "The default port is 1.", source_id: "r1", confidence: "high" };

const unusable: [name: string, mind: Mind, Partial<Assignment>?][] = [
	["calls no tool", () => says()],
	["reports at once, and nothing", () => says(report())],
	["reports what it never read", () => says(report(invented))],
	["calls what there is not", () => says(["fly", {}])],
];
test.each(unusable)("for one that %s rules search what was planned, read and extract", async (_name, mind) => {
	const { findings, quotes, asked, fallbacks } = await investigate(mind);
	expect(findings).toMatchObject({ ended: "failed", queries: planned, gaps: [] });
	expect(quotes).toContain(fact);
	expect(findings.sources.length).toBeLessThanOrEqual(assignment.reads);
	expect(asked).toBeLessThanOrEqual(3);
	expect(fallbacks).toEqual(["MODEL_ANSWER_UNUSABLE"]);
});

test("for one whose model fails rules search, and the failure is reported once", async () => {
	const { quotes, fallbacks } = await investigate(() => {
		throw new AssayError("MODEL_REFUSED", "nextAction: the model refused");
	});
	expect(quotes).toContain(fact);
	expect(fallbacks).toEqual(["MODEL_REFUSED"]);
});

test("one whose time is over before its first message sends none: rules search", async () => {
	const { findings, quotes, asked, fallbacks } = await investigate(() => says(), {}, researchMs);
	expect(asked).toBe(0);
	expect(findings).toMatchObject({ ended: "budget", messages: 0, queries: planned });
	expect(quotes).toContain(fact);
	expect(fallbacks).toEqual(["DEADLINE"]);
});

test("when one must report, has read nothing and reports nothing, its best results are read", async () => {
	const mind: Mind = ({ only }) => says(only === "report" ? report() : search("default port"));
	const { findings, quotes, fallbacks } = await investigate(mind, { messages: 2 });
	expect(findings).toMatchObject({ ended: "budget", messages: 2, queries: ["default port"] });
	expect(quotes).toContain(fact);
	expect(fallbacks).toEqual(["MODEL_ANSWER_UNUSABLE"]);
});

test("results that an investigator chose not to read are not read for it", async () => {
	const mind: Mind = ({ transcript }) => says(transcript.length === 0 ? search("default port") : report());
	const { findings, fallbacks } = await investigate(mind);
	expect(findings).toMatchObject({ ended: "reported", sources: [], gaps: ["the port"] });
	expect(fallbacks).toEqual([]);
});

test("one that is refused three messages in a row ends, and its best results are read", async () => {
	const other = await investigate(({ transcript }) => says(search(`default port ${transcript.length}`)));
	expect(other.findings).toMatchObject({ ended: "failed", messages: 5 });
	const same = await investigate(() => says(search("default port")));
	expect(same.findings).toMatchObject({ ended: "failed", messages: 4, queries: ["default port"] });
	for (const { quotes, fallbacks } of [other, same]) {
		expect(quotes).toContain(fact);
		expect(fallbacks).toEqual(["MODEL_ANSWER_UNUSABLE"]);
	}
});

test("one that read a page and is refused three messages in a row must report; else its page is extracted without it", async () => {
	const read =
		(last: Mind): Mind =>
		(input) => {
			const n = input.transcript.length;
			if (input.only === "report") return last(input);
			return says(n === 1 ? ["read", { id: "r1" }] : search(`default port ${n}`));
		};
	const reporting = await investigate(read(() => says(report())));
	expect(reporting.findings).toMatchObject({ ended: "reported", messages: 8 });
	expect(reporting.fallbacks).toEqual([]);
	const deaf = await investigate(read(() => says(search("port"))));
	expect(deaf.findings).toMatchObject({ ended: "failed", messages: 8 });
	expect(deaf.quotes).toContain(fact);
	expect(deaf.fallbacks).toEqual(["MODEL_ANSWER_UNUSABLE"]);
});
