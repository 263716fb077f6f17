import { expect, test } from "vitest";
import { claimOf } from "../../../../test/support/evidence.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import { pairsOf } from "./pairs.ts";

const percent = (normal: string): TypedValue => ({ kind: "number", text: `${normal} percent`, normal, unit: "%" });
const count = (normal: string): TypedValue => ({ kind: "number", text: normal, normal });
const day = (normal: string): TypedValue => ({ kind: "date", text: normal, normal });

/** Claims of different pages, each held against all before it: the texts of the pairs that are asked. */
function asked(known: Claim[], ...fresh: Claim[]): string[] {
	return pairsOf({ known, fresh, web: true }).pairs.map(({ a, b }) => `${a.text} / ${b.text}`);
}
function said(sourceId: string, text: string, values: TypedValue[], more: Partial<Claim> = {}): Claim {
	return claimOf(text, { sourceId, values, subject: "seal strandings", ...more });
}

const fell = said("s1", "Seal strandings in Corrick Bay fell by 40 percent.", [percent("40")]);

test("two shares of one thing are compared, a share and a count are not", () => {
	const other = said("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const counted = said("s3", "Seal strandings in Corrick Bay fell to 310.", [count("310")]);
	expect(asked([fell], other)).toHaveLength(1);
	expect(asked([fell], counted)).toEqual([]);
});

test("figures of other years, of other places and of other dates are not compared", () => {
	const year = (sourceId: string, place: string, on: string, value: string) =>
		said(sourceId, `Seal strandings in ${place} were ${value} in ${on}.`, [count(value), day(on)]);
	expect(asked([year("s1", "Corrick", "2030", "310")], year("s2", "Corrick", "2031", "280"))).toEqual([]);
	expect(asked([year("s1", "Corrick", "2030", "310")], year("s2", "Ardmoor", "2030", "280"))).toEqual([]);
	expect(asked([year("s1", "Corrick", "2030", "310")], year("s2", "Corrick", "2030", "280"))).toHaveLength(1);
	const dated = said("s2", "The table of seal strandings in Corrick was mended on 3 May 2031.", [day("2031-05-03")]);
	expect(asked([year("s1", "Corrick", "2030", "310")], dated)).toEqual([]);
});

test("a cell is compared with the same row and column only, and with a sentence that names its row", () => {
	const cell = (sourceId: string, row: string, column: string, value: string) =>
		said(sourceId, `Seal strandings, ${row}, ${column}: ${value}.`, [count(value)], {
			quote: `${row} | 310 | 280`,
			cell: { table: 1, row, column, text: value },
		});
	const one = cell("s1", "Corrick", "Spring", "310");
	expect(asked([one], cell("s2", "Corrick", "Spring", "300"))).toHaveLength(1);
	expect(asked([one], cell("s2", "Corrick", "Autumn", "280"))).toEqual([]);
	expect(asked([one], cell("s2", "Ardmoor", "Spring", "280"))).toEqual([]);
	const total = said("s2", "All seal strandings of that spring were 920.", [count("920")]);
	expect(asked([one], total)).toEqual([]);
});

test("the same two quotes are judged once, for whatever sub-question they are taken again", () => {
	const other = said("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const again = {
		...other,
		id: "again",
		subQuestionIds: ["q2"],
		text: "In Corrick Bay strandings fell by 25 percent.",
	};
	expect(asked([fell], other, again)).toHaveLength(1);
	expect(asked([fell, other], again)).toEqual([]);
});

test("what code knows already, and a mere statement of doubt, are not asked", () => {
	const other = said("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const told = [{ kind: "number" as const, a: fell.id, b: other.id, why: "corrected" }];
	expect(pairsOf({ known: [fell], fresh: [other], web: true, told }).pairs).toEqual([]);
	const doubt = said("s3", "Whether seal strandings in Corrick Bay fell is disputed.", [], { stance: "adversarial" });
	expect(asked([fell], doubt)).toEqual([]);
});

test("two names for one thing are compared", () => {
	const found = (sourceId: string, who: string) =>
		said(sourceId, `The error in the Corrick counts was found by ${who}.`, []);
	expect(asked([found("s1", "Ada Moor")], found("s2", "the harbour office"))).toHaveLength(1);
});
