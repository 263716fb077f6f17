import { expect, test } from "vitest";
import { quotedSentences } from "../../bench/support/quoted.ts";
import type { QuotedBlock, Report } from "../../src/evidence/report.ts";

const report: Report = {
	shape: "synthesis",
	question: "why startups fail",
	table: {
		columns: ["Reason"],
		rows: [{ label: "Alder", cells: [{ text: "No cash", claimIds: ["c1"] }, { missing: "the team" }] }],
	},
	sections: [
		{
			heading: "Reasons",
			sentences: [
				{ kind: "frame", text: "Two reasons follow.", claimIds: [] },
				{ kind: "fact", text: "In ‹A list›: “[The firms] ran out of cash. Others quarrelled.”", claimIds: ["c2"] },
			],
		},
	],
	disputes: [],
	gaps: [],
	sourceIds: [],
	removed: [],
	checks: [],
	stopReason: "COVERAGE_MET",
	stopDetail: "",
};

const block: QuotedBlock = {
	...{ sourceId: "s1", kind: "paragraph", path: [], marked: [], claimIds: ["c1"] },
	pieces: [{ kind: "prose", start: 0, end: 33, text: "Firms fail. They run out of cash." }],
};

test("what a report quotes is read without its own words, titles and editor's words, in reading order", () => {
	expect(quotedSentences({ report, claims: [] })).toEqual(["No cash", "ran out of cash.", "Others quarrelled."]);
	expect(
		quotedSentences({ report: { ...report, sections: [{ heading: "", sentences: [], blocks: [block] }] }, claims: [] }),
	).toEqual(["No cash", "Firms fail.", "They run out of cash."]);
	expect(quotedSentences({ report: undefined, claims: [] })).toEqual([]);
});
