import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { optionsFor } from "../../test/support/flow.ts";
import { begun, subQuestion, turn } from "../../test/support/planning.ts";
import { bearsOnExtension, changesOf, isChanged } from "./changes.ts";
import type { Claim } from "./claim.ts";
import type { Revisit } from "./earlier-run.ts";
import type { ResearchEvent } from "./event.ts";
import { fold } from "./fold.ts";
import { inheritedFrom } from "./inherited.ts";

const claim = (text: string, sourceId = "s1") => claimOf(text, { sourceId, subQuestionIds: ["q1"] });
const [oil, built, harbour] = [
	claim("The lamp burns oil."),
	claim("It was built in 1887."),
	claim("It was built in 1887.", "s2"),
] as const;

/** A look at a run with the given claims: what became of its pages, and what was found on them. */
function looked(before: Claim[], revisits: Revisit[], found: Claim[]) {
	const earlier = fold([...begun("lookup", [subQuestion("q1")]), ...turn(1, "q1", 3, before)]);
	const run = { id: "r1", purpose: "monitor" as const, monitored: "r1" };
	const options = optionsFor("standard", { earlier: run });
	const place = { turn: 0, order: 0 };
	const events: ResearchEvent[] = [
		{
			...{ ...place, type: "started", question: "?", options, reasoner: "extractive" },
			source: { name: "corpus", documents: 1, passages: 1, fingerprint: "" },
		},
		{ ...place, type: "inherited", inherited: inheritedFrom(earlier, run, new Date(0)) },
		{ turn: 1, order: 0, type: "decided", action: { kind: "cover", subQuestionId: "q1", reason: "" }, elapsedMs: 1 },
		...revisits.map((revisit, order): ResearchEvent => ({ turn: 1, order, type: "revisited", ...revisit })),
		...found.map(
			(one, order): ResearchEvent => ({
				...{ turn: 1, order, type: "extracted", sourceId: one.sourceId, subQuestionId: "q1" },
				...{ claims: [one], dropped: 0 },
			}),
		),
		{ turn: 1, order: 0, type: "compared", conflicts: [] },
	];
	const state = fold(events);
	const changes = changesOf(state);
	if (!changes) throw new Error("no earlier run");
	return { state, changes };
}

const changedPage = (lost: Claim[], kept: Claim[]): Revisit => ({
	...{ sourceId: "s1", outcome: "changed", source: sourceOf("s1", { hash: "new" }), before: "old" },
	...{ lost: lost.map(({ id }) => id), kept },
});

test.each([
	["a number", built, claim("It was built in 1890.")],
	["a word", oil, claim("The lamp burns gas.")],
	["a denial", oil, claim("The lamp burns no oil.")],
])("%s that is another one now is a change of the statement", (_what, before, after) => {
	const { changes } = looked([before], [changedPage([before], [])], [after]);
	expect(changes).toMatchObject({
		changed: [{ before: { id: before.id }, after: { id: after.id } }],
		added: [],
		gone: [],
	});
});

test("other punctuation and case change nothing", () => {
	const after = claim("The lamp “burns” Oil!");
	expect(isChanged(looked([oil], [changedPage([oil], [])], [after]).changes)).toBe(false);
});

test("a sentence that is gone, or whose page is, is named with what still states it", () => {
	const lost = looked([oil, built, harbour], [changedPage([built], [oil])], []).changes;
	expect(lost.gone).toMatchObject([{ claim: { id: built.id }, isPageGone: false, stillStated: 1 }]);
	const revisit: Revisit = { sourceId: "s1", outcome: "gone", reason: "410", lost: [oil.id, built.id] };
	const { state, changes } = looked([oil, built, harbour], [revisit], []);
	expect(changes.gone.map(({ isPageGone, stillStated }) => [isPageGone, stillStated])).toEqual([
		[true, 0],
		[true, 1],
	]);
	expect(state.claims).toEqual([harbour]);
	expect(state.groups.map(({ claimIds, sourceIds }) => [claimIds, sourceIds])).toEqual([[[harbour.id], ["s2"]]]);
});

test("a page that is out of reach changes nothing, and is named", () => {
	const { state, changes } = looked([oil], [{ sourceId: "s1", outcome: "unreachable", reason: "503" }], []);
	expect(isChanged(changes)).toBe(false);
	expect(changes.unreachable).toMatchObject([{ source: { id: "s1" }, reason: "503" }]);
	expect(state.claims).toEqual([oil]);
});

test("of what is new, the main points of pages come first", () => {
	const [rope, chapel] = [
		claim("Ropes lie in the shed.", "s3"),
		{ ...claim("A chapel stands above it.", "s3"), main: true },
	];
	const { changes } = looked([oil], [], [rope, chapel]);
	expect(changes.newFindings.map(({ claimIds }) => claimIds)).toEqual([[chapel.id], [rope.id]]);
});

test("of a page that is gone, only what the report showed is told", () => {
	const revisit: Revisit = { sourceId: "s1", outcome: "gone", reason: "410", lost: [oil.id, built.id] };
	const { state } = looked([oil, built], [revisit], []);
	const report = { sections: [{ heading: "", sentences: [{ kind: "fact", text: built.text, claimIds: [built.id] }] }] };
	const inherited = state.inherited && { ...state.inherited, report: { ...report, disputes: [] } as never };
	expect(changesOf({ ...state, inherited })?.gone.map(({ claim }) => claim.id)).toEqual([built.id]);
});

test("of an extension, a statement bears on it if it holds half of the focus's words", () => {
	const { state } = looked([oil], [], []);
	const extend = { id: "r1", purpose: "extend" as const, focus: "How high is the Vellin tower?" };
	const bears = bearsOnExtension({ ...state, options: optionsFor("standard", { earlier: extend }) });
	expect([bears(claim("The tower of Vellin is high.")), bears(claim("The mayor of Vellin owns two dogs."))]).toEqual([
		true,
		false,
	]);
});
