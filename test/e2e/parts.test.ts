import { describe, expect, test } from "vitest";
import { extensionOf } from "../../src/app/later-run.ts";
import { parseOptions } from "../../src/app/options/parse.ts";
import type { Options, OptionsInput } from "../../src/app/options/schema.ts";
import { runInputOf } from "../../src/app/run.ts";
import type { Json } from "../../src/base/json.ts";
import type { RunOptions, WebOptions } from "../../src/evidence/event.ts";
import { offUnlessChosen, type Part, partNames } from "../../src/evidence/parts.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import type { RunRecord } from "../../src/store/store.ts";
import { lighthouse, lighthouseQuestion } from "../cli/support.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryRun } from "../support/memory.ts";
import { agent, begun, direct, investigation, subQuestion, wave } from "../support/planning.ts";

/** The run with the whole method, and the run without one part of it. */
async function withAndWithout(part: Part, question: string, corpus = folderOf(larkdb)) {
	const whole = await researchFolder(question, corpus, emptyFolder());
	const less = await researchFolder(question, corpus, emptyFolder(), { without: [part] });
	expect(less.done).toBe(true);
	return [whole, less] as const;
}

const kinds = ({ turns }: ResearchState) => turns.map(({ action }) => action.kind);
const synthesis = "How does compaction work in Larkdb, and what are its costs?";
const twoHops = "In which town was the designer of the Larkdb logo born?";

describe("a run without a part of the method", () => {
	test("variants: searches each sub-question in one wording", async () => {
		const [whole, less] = await withAndWithout("variants", synthesis);
		expect(whole.turns.some(({ queries }) => queries.length > 1)).toBe(true);
		expect(less.turns.map(({ queries }) => queries.length)).toEqual(less.turns.map(() => 1));
		expect(less.report?.sections.length).toBeGreaterThan(0);
	});

	test("secondHop: does not follow the person that a page names", async () => {
		const [whole, less] = await withAndWithout("secondHop", twoHops);
		const hops = ({ subQuestions }: ResearchState) => subQuestions.filter(({ origin }) => origin === "hop").length;
		expect(hops(whole)).toBeGreaterThan(0);
		expect(hops(less)).toBe(0);
		expect(hops(await researchFolder(twoHops, folderOf(larkdb), emptyFolder(), { planner: "rounds" }))).toBeGreaterThan(
			0,
		);
		expect(
			hops(
				await researchFolder(twoHops, folderOf(larkdb), emptyFolder(), { planner: "rounds", without: ["secondHop"] }),
			),
		).toBe(0);
	});

	test("recovery: does not search a dead end in other words", async () => {
		const [whole, less] = await withAndWithout("recovery", "What is the price of diesel fuel in Norway?");
		expect(kinds(whole)).toContain("recover");
		expect(kinds(less)).not.toContain("recover");
	});

	test("recovery: does not say that every wording was tried", async () => {
		const folder = folderOf({
			"a.md": "# Guide\n\nThe Skerry lighthouse was built in 1887 by the harbour board.\n",
			// Not all that there is is read.
			"b.md": "# Soup\n\nLeek soup needs leeks, butter and cream. It boils for a quarter of an hour.\n",
		});
		const question = "What is the price of diesel fuel in Norway, and when was the Skerry lighthouse built?";
		const [whole, less] = await withAndWithout("recovery", question, folder);
		expect(whole.stop?.detail).toContain("every wording");
		expect(less.stop?.detail).toMatch(/^every sub-question was searched(?!.*wording)/);
	});

	test("adversarial: plans supporting sub-questions only", async () => {
		const [whole, less] = await withAndWithout("adversarial", synthesis);
		const stances = ({ subQuestions }: ResearchState) => subQuestions.map(({ stance }) => stance);
		expect(stances(whole)).toContain("adversarial");
		expect(new Set(stances(less))).toEqual(new Set(["supporting"]));
	});

	test("challenges: does not search against a finding on which two origins agree", async () => {
		const { "guide.md": guide, "history.md": history } = lighthouse;
		const agreeing = folderOf({ "guide.md": guide, "history.md": history });
		const [whole, less] = await withAndWithout("challenges", lighthouseQuestion, agreeing);
		expect(kinds(whole)).toContain("challenge");
		expect(kinds(less)).not.toContain("challenge");
		expect(less.stop?.detail).not.toContain("challenged");
	});

	test("independence: counts a copy as a second origin", async () => {
		const statement = "The Skerry lighthouse was built in 1887 by the harbour board, and it burns oil to this day.";
		const copies = folderOf({ "board.md": `# Board\n\n${statement}\n`, "copy.md": `# Copy\n\n${statement}\n` });
		const [whole, less] = await withAndWithout("independence", lighthouseQuestion, copies);
		const most = ({ groups }: ResearchState) => Math.max(...groups.map(({ origins }) => origins));
		expect([most(whole), most(less)]).toEqual([1, 2]);
	});

	test("recovery: sends no second investigator where the first found nothing", () => {
		const found = investigation(1, ["q1", "q2"], [direct("Compaction merges segments.", "s1", "q1")]);
		const kindsOf = (without?: Part[]) => {
			const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 20, agent);
			const events = plan.map((event) =>
				event.type === "started" ? { ...event, options: { ...event.options, without } } : event,
			);
			return wave(events, found).map(({ action }) => action.kind);
		};
		expect(kindsOf()).toContain("recover");
		expect(kindsOf(["recovery"])).not.toContain("recover");
	});

	test("that is cut off after any step ends in the same state", async () => {
		const [folder, index] = [folderOf(larkdb), emptyFolder()];
		const more = { without: partNames.toSorted() };
		const steps = new Map<string, Json>();
		const whole = await researchFolder(twoHops, folder, index, more, memoryRun(steps));
		const names = [...steps.keys()];
		expect(names.length).toBeGreaterThan(8);
		for (let kept = 0; kept < names.length; kept += 2) {
			const recorded = new Map(names.slice(0, kept).flatMap((name) => [[name, steps.get(name) ?? null] as const]));
			const resumed = await researchFolder(twoHops, folder, index, more, memoryRun(recorded));
			expect(timeless(resumed)).toEqual(timeless(whole));
		}
	});
});

const inputOf = (given: object, more?: Parameters<typeof runInputOf>[3]) =>
	runInputOf("Why?", parseOptions(given), undefined, more);
const offInFolders = partNames.filter((part) => offUnlessChosen[part] !== undefined).toSorted();
const web = () => ({ search: ["wikipedia"], urls: [], sites: [], browser: "off" }) as unknown as WebOptions;

test("a switch changes a run's key and is stored with it; a run with every part stores none", () => {
	const usual = inputOf({});
	expect(usual.options.without).toEqual(offInFolders);
	expect(inputOf({}, { web }).options).not.toHaveProperty("without");
	const all = inputOf(Object.fromEntries(offInFolders.map((part) => [part, true])));
	expect(all.options).not.toHaveProperty("without");
	const less = inputOf({ secondHop: false, challenges: false }, { web });
	expect(less.options.without).toEqual(["challenges", "secondHop"]);
	expect(new Set([usual, all, less, inputOf({ secondHop: false })].map(({ key }) => key)).size).toBe(4);
});

test("a run that starts from an earlier one uses the parts that it used, also where an older release used them all", () => {
	const laterThan = ({ options }: { options: RunOptions }, given: OptionsInput = {}) => {
		const input = { question: "Why?", options, key: "k" };
		const run = { id: "r", input, status: "completed" } as unknown as RunRecord;
		return parseOptions(extensionOf(run, given).options);
	};
	const withoutOf = (options: Options) => runInputOf("Why?", options).options.without ?? [];
	const { without: _, ...older } = inputOf({}).options;
	expect(withoutOf(laterThan({ options: older }))).toEqual([]);
	expect(withoutOf(laterThan(inputOf({})))).toEqual(offInFolders);
	expect(withoutOf(laterThan(inputOf({ secondHop: false, [offInFolders[0] ?? ""]: true })))).toEqual(
		[...offInFolders.slice(1), "secondHop"].toSorted(),
	);
	// What was off by default is not off by choice.
	expect(partNames.filter((part) => laterThan(inputOf({}), { model: "vllm:m" })[part] === false)).toEqual([]);
});

/** A state without its times. */
function timeless(state: ResearchState): unknown {
	return JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value)));
}

test("survey: one pass with the limits of depth deep; at another depth the switch changes nothing", () => {
	const { depth: _depth, without: _without, ...deep } = inputOf({ depth: "deep" }).options;
	const { depth, without, ...less } = inputOf({ depth: "survey", survey: false }).options;
	expect({ depth, less }).toEqual({ depth: "deep", less: deep });
	expect(without).toEqual([...offInFolders, "survey"].toSorted());
	expect(inputOf({ survey: false }).key).toBe(inputOf({}).key);
});
