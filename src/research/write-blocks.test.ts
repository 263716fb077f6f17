import { describe, expect, test } from "vitest";
import { scriptedAsker } from "../../test/support/asker.ts";
import { manual, passages } from "../../test/support/passages.ts";
import { allOn, writeFrom } from "../../test/support/writing.ts";
import { blocksIn, type Draft } from "../evidence/report.ts";
import { createModelReasoner } from "../reasoning/model/index.ts";
import type { Reasoner } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";

const shown: Draft = { sections: [{ heading: "Levels", sentences: [], blocks: [passages.list, passages.table] }] };
const texts = [...manual.texts.values()];

/** Rules that choose passages, and record the pages that they received. */
function blockRules(): Reasoner & { given: (string[] | undefined)[] } {
	const given: (string[] | undefined)[] = [];
	const draft: Reasoner["draft"] = async ({ pages }) => {
		given.push(pages?.map(({ text }) => text));
		return shown;
	};
	return { ...createRulesReasoner(), draft, given };
}

describe("passages in the report", () => {
	test("rules get the pages that were read, in order, and the passages that they choose are the report", async () => {
		const rules = blockRules();
		const { report } = await writeFrom({ library: manual, reasoner: rules });
		expect(rules.given).toEqual([texts]);
		expect(report?.sections).toEqual(shown.sections);
		expect(report?.sourceIds).toEqual(["s2", "s1"]);
		expect(report?.removed).toEqual([]);
		expect(report?.checks.find(({ kind }) => kind === "passage")).toEqual({ kind: "passage", passed: 9, failed: 0 });
	});

	test("rules that are the fallback of a model get the pages too; no request to the model holds them", async () => {
		const rules = blockRules();
		// Its drafts cite no existing claim, so that rules write the report.
		const uncited = { sections: [{ heading: "", paragraphs: [[{ text: "It is.", claims: [] }]] }] };
		const asker = scriptedAsker([uncited, { mended: [] }]);
		const reasoner = createModelReasoner({ asker, fallback: rules, name: "m" });
		const model = { ...allOn, review: false, support: false, rewrite: false };
		const { report, fallbacks } = await writeFrom({ library: manual, reasoner, model, shape: "lookup" });
		expect(fallbacks).toMatchObject([{ role: "draft" }]);
		expect(rules.given).toEqual([texts]);
		expect(report && blocksIn(report).map(({ kind }) => kind)).toEqual(["list", "table"]);
		const sent = asker.asked.flatMap(({ parts }) => parts.map(({ text }) => text)).join("\n");
		expect(sent).toContain("Read Committed is the default isolation level in PostgreSQL.");
		expect(sent).not.toContain("In effect, a SELECT query sees a snapshot");
	});

	test("a reviewer sees them as text, and an empty revision does not remove them", async () => {
		const rules = blockRules();
		const asker = scriptedAsker([{ coverage: [], suggestions: ["say more"] }]);
		const { review } = createModelReasoner({ asker, fallback: rules, name: "m" });
		const revise: Reasoner["revise"] = async () => ({ sections: [] });
		const { report } = await writeFrom({
			library: manual,
			reasoner: { ...rules, review, revise },
			model: { ...allOn, support: false, rewrite: false },
		});
		const sent = asker.asked.flatMap(({ parts }) => parts.map(({ text }) => text)).join("\n");
		expect(sent).toContain("2. It avoids VACUUM overhead.");
		expect(report?.sections).toEqual(shown.sections);
	});

	test("a revised report keeps them beside its sentences", async () => {
		const rules = blockRules();
		const claim = manual.claims[2];
		const said = { kind: "fact" as const, text: `“${claim?.quote}”`, claimIds: [claim?.id ?? ""] };
		const remark = { ...said, text: "I have revised the report." };
		const revised = { sections: [{ heading: "Levels", sentences: [said, remark], blocks: [passages.paragraph] }] };
		const { report } = await writeFrom({
			library: manual,
			reasoner: {
				...rules,
				review: async () => ({
					...{ coverage: [], weakClaims: [], logicalGaps: [], missingPerspectives: [] },
					suggestions: ["say more"],
				}),
				revise: async () => revised,
			},
			model: { ...allOn, support: false, rewrite: false },
		});
		expect(report?.sections).toEqual([{ ...revised.sections[0], sentences: [said] }]);
	});
});
