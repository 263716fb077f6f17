import { expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { claimOf, pageOf, lookupRoute as route, sourceOf } from "../../../../test/support/evidence.ts";
import type { VoteInput } from "../../reasoner.ts";
import { vote } from "./vote.ts";

const url = "file:///corpus/s1.md";
const first = "Heron is a lighthouse on the north coast.";
const height = claimOf("The tower is 42 m high.", { start: first.length + 1 });
const rock = claimOf("The rock under it rises 30 m above the sea.", { sourceId: "s2" });
const input: VoteInput = {
	...{ question: "How high is Heron?", route, plan: { dimensions: [], subQuestions: [] }, claims: [height, rock] },
	...{ groups: [], conflicts: [], gaps: [], sources: [sourceOf("s1", { url, title: "Heron" }), sourceOf("s2")] },
	pages: [pageOf(`${first} ${height.text}`, { url })],
	answer: { text: "42 m", claimIds: [height.id], alternatives: [] } as unknown as VoteInput["answer"],
	...{ against: [rock.id], skeptic: 1 },
};
const title = "What the pages are about";

test("a skeptic is shown what a page is about, unless a claim quotes it", async () => {
	const asker = scriptedAsker([{ why: "", claims: [], verdict: "abstain" }]);
	await vote(asker, input);
	expect(asker.shown(title)).toBe(`‹Heron› begins: ${first}`);
	expect(asker.asked[0]?.parts.find((part) => part.title === title)?.kind).toBe("data");
	const quoting = scriptedAsker([{ why: "", claims: [], verdict: "abstain" }]);
	await vote(quoting, { ...input, claims: [claimOf(`${first} ${height.text}`), rock] });
	expect(quoting.shown(title)).toBe("");
});

test.each([
	["The tower and the rock together rise 72 m.", 0],
	["The tower and the rock together rise 80 m.", 1],
])("a refutation may work out a number from its claims, rightly: %s", async (why, faults) => {
	const asker = scriptedAsker([{ why, claims: ["c1", "c2"], verdict: "refuted" }]);
	const given = await vote(asker, input);
	expect(asker.asked[0]?.faults).toHaveLength(faults);
	expect(given.verdict).toBe(faults === 0 ? "refuted" : "abstained");
});
