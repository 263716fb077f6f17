import { expect, test } from "vitest";
import { lookupRoute } from "../../../../test/support/asked.ts";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { libraryOf } from "../../../../test/support/report.ts";
import type { Draft, Review } from "../../../evidence/report.ts";
import { clustersOf } from "../../outline.ts";
import { revise } from "./revise.ts";

const piers = Array.from({ length: 50 }, (_, at) => `Pier ${at + 1} carries lamp model ${at + 500}.`);
const facts = [
	"1. Rust (42%)",
	"Salt spray eats steel cables within nine winters.",
	"The mayor ordered 14 new buoys.",
	...piers,
	"He sold the pier.",
];
const inContext: Record<string, string> = {
	"1. Rust (42%)": "Rust made 42% of the bridges fall.",
	"He sold the pier.": "Mayor Jonas Weide sold the pier.",
};
const library = libraryOf(
	[{ title: "Bridges", text: facts.join("\n") }],
	facts.map((one) => [0, one, { text: inContext[one] ?? one }] as const),
);
const ids = library.claims.map(({ id }) => id);
const route = { ...lookupRoute, shape: "synthesis", answerType: "explanation", effort: "complex" } as const;
const input = {
	...{ question: "Why do bridges fall?", route, plan: { dimensions: [], subQuestions: [] }, groups: [], conflicts: [] },
	...{ claims: library.claims, sources: library.sources, gaps: [], open: ["What do buoys cost?", "Who pays?"] },
};
const review: Review = {
	...{ coverage: [], weakClaims: [], logicalGaps: [], missingPerspectives: [] },
	suggestions: ["Say what salt does to cables."],
};
const cited = { kind: "fact" as const, text: "Rust leads with 42%.", claimIds: ids.slice(0, 1) };
const before: Draft = { sections: [{ heading: "", sentences: [cited] }] };
const said = (text: string, claims: string[]) => ({ heading: "", paragraphs: [[{ text, claims }]] });

test("a reviser is shown what the draft cites by its quote, and of the rest what bears on the remarks", async () => {
	const asker = scriptedAsker([{ sections: [said("Rust leads with 42%.", ["c1"])] }]);
	await revise(asker, { ...input, draft: before, review });
	const shown = asker.asked[0]?.parts.find(({ title }) => title.startsWith("The claims"))?.text ?? "";
	expect(shown).toMatch(/^c1: 1\. Rust \(42%\)\nc2 \(.*\): Salt spray eats steel cables/mu);
	expect(shown).not.toMatch(/in context|lamp model|buoys/u);
});

test("where a quote does not name whom it speaks of, a reviser is told who that is", async () => {
	const asker = scriptedAsker([{ sections: [said("Rust leads with 42%.", ["c1"])] }]);
	const sold = { ...cited, text: "Jonas Weide sold the pier.", claimIds: ids.slice(-1) };
	await revise(asker, { ...input, draft: { sections: [{ heading: "", sentences: [cited, sold] }] }, review });
	const shown = asker.asked[0]?.parts.find(({ title }) => title.startsWith("The claims"))?.text ?? "";
	expect(shown).toMatch(/^c54: He sold the pier\.\n {3}in context: Mayor Jonas Weide sold the pier\.$/mu);
});

test("main points that the draft does not state are named to the reviser, and shown whole", async () => {
	const asker = scriptedAsker([{ sections: [said("Rust leads with 42%.", ["c1"])] }]);
	const missingPoints = ids.slice(2, 3);
	await revise(asker, { ...input, draft: before, review: { ...review, suggestions: [], missingPoints } });
	const shown = (title: string) => asker.asked[0]?.parts.find((part) => part.title.startsWith(title))?.text;
	expect(shown("What a reader says")).toBe("- Main points of pages that it does not state: [c3]");
	expect(shown("The claims")).toMatch(/^c3 \(.*\): The mayor ordered 14 new buoys\./mu);
});

test("what the draft left out stays known as far as the revision leaves it out, and gaps that it answered stay answered", async () => {
	const named = (text: string) =>
		clustersOf(input).find(({ claims }) => claims.some((one) => one.text.includes(text)))?.name || "single findings";
	const leftOut = ["lamp", "buoys"].map((text) => ({ cluster: named(text), reason: `no ${text}` }));
	const draft = { ...before, leftOut, answeredGaps: ["Who pays?"] };
	const used = { sections: [said("The mayor ordered 14 new buoys.", ["c3"])], answeredGaps: ["g1"] };
	const remarks = { ...review, suggestions: ["Name the buoys that the mayor ordered."] };
	const revised = await revise(scriptedAsker([used]), { ...input, draft, review: remarks });
	expect(revised.leftOut).toEqual(leftOut.slice(0, 1));
	expect(revised.answeredGaps).toEqual(["Who pays?", "What do buoys cost?"]);
});

test("a second request mends a revision's conclusions, and at depth deep its other sentences", async () => {
	const asked = async (given: object, depth: "standard" | "deep") => {
		const asker = scriptedAsker([{ sections: [said("Rust leads with 42%.", ["c1"])], ...given }, { mended: [] }]);
		await revise(asker, { ...input, depth, draft: before, review });
		return asker.asked.length;
	};
	const unsound = { text: "Rust leads with 97%.", claims: ["c1"] };
	const body = { sections: [said("Rust leads with 42%.", ["c1"]), said(unsound.text, unsound.claims)] };
	expect(await asked(body, "standard")).toBe(1);
	expect(await asked(body, "deep")).toBe(2);
	expect(await asked({ bottomLine: [unsound] }, "standard")).toBe(2);
});
