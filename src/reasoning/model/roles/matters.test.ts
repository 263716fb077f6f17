import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../../../test/support/evidence.ts";
import type { Claim, TypedValue } from "../../../evidence/claim.ts";
import { sketchOf } from "../../../evidence/text-sketch.ts";
import { gatherMatters } from "./matters.ts";

const percent = (normal: string): TypedValue => ({ kind: "number", text: `${normal} percent`, normal, unit: "%" });
const count = (normal: string): TypedValue => ({ kind: "number", text: normal, normal });
const day = (normal: string): TypedValue => ({ kind: "date", text: normal, normal });

/** Compares each claim with all before it, and returns the texts of the statements by matter. */
function statementsByMatter(known: Claim[], ...fresh: Claim[]): string[][] {
	return gatherMatters({ known, fresh }).matters.map(({ statements }) =>
		statements.map(({ claims: [{ text }] }) => text),
	);
}
function claimWith(sourceId: string, text: string, values: TypedValue[], more: Partial<Claim> = {}): Claim {
	return claimOf(text, { sourceId, values, subject: "seal strandings", ...more });
}

const fell = claimWith("s1", "Seal strandings in Corrick Bay fell by 40 percent.", [percent("40")]);

test("two shares of one thing are compared, a share and a count are not", () => {
	const other = claimWith("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const counted = claimWith("s3", "Seal strandings in Corrick Bay fell to 310.", [count("310")]);
	expect(statementsByMatter([fell], other)).toHaveLength(1);
	expect(statementsByMatter([fell], counted)).toEqual([]);
});

test("figures of other years, places or dates are not compared", () => {
	const year = (sourceId: string, place: string, on: string, value: string) =>
		claimWith(sourceId, `Seal strandings in ${place} were ${value} in ${on}.`, [count(value), day(on)]);
	expect(statementsByMatter([year("s1", "Corrick", "2030", "310")], year("s2", "Corrick", "2031", "280"))).toEqual([]);
	expect(statementsByMatter([year("s1", "Corrick", "2030", "310")], year("s2", "Ardmoor", "2030", "280"))).toEqual([]);
	expect(statementsByMatter([year("s1", "Corrick", "2030", "310")], year("s2", "Corrick", "2030", "280"))).toHaveLength(
		1,
	);
	// The time may stand on the page around a quote.
	const undated = (sourceId: string, value: string, asOf: string) =>
		claimWith(sourceId, `Seal strandings in Corrick are at ${value}.`, [count(value)], { asOf });
	expect(statementsByMatter([undated("s1", "310", "2030-03")], undated("s2", "280", "2030-10"))).toEqual([]);
	expect(statementsByMatter([undated("s1", "310", "2030")], undated("s2", "280", "2030-10"))).toHaveLength(1);
	const dated = claimWith("s2", "The table of seal strandings in Corrick was mended on 3 May 2031.", [
		day("2031-05-03"),
	]);
	expect(statementsByMatter([year("s1", "Corrick", "2030", "310")], dated)).toEqual([]);
});

test("a cell is compared with the same row and column only, and with a sentence that names its row", () => {
	const cell = (sourceId: string, row: string, column: string, value: string) =>
		claimWith(sourceId, `Seal strandings, ${row}, ${column}: ${value}.`, [count(value)], {
			quote: `${row} | 310 | 280`,
			cell: { table: 1, row, column, text: value },
		});
	const one = cell("s1", "Corrick", "Spring", "310");
	expect(statementsByMatter([one], cell("s2", "Corrick", "Spring", "300"))).toHaveLength(1);
	expect(statementsByMatter([one], cell("s2", "Corrick", "Autumn", "280"))).toEqual([]);
	expect(statementsByMatter([one], cell("s2", "Ardmoor", "Spring", "280"))).toEqual([]);
	const total = claimWith("s2", "All seal strandings of that spring were 920.", [count("920")]);
	expect(statementsByMatter([one], total)).toEqual([]);
});

test("known conflicts and mere statements of doubt are not judged", () => {
	const other = claimWith("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const told = [{ kind: "number" as const, a: fell.id, b: other.id, why: "corrected" }];
	expect(gatherMatters({ known: [fell], fresh: [other], knownConflicts: told }).matters).toEqual([]);
	const doubt = claimWith("s3", "Whether seal strandings in Corrick Bay fell is disputed.", [], {
		stance: "adversarial",
	});
	expect(statementsByMatter([fell], doubt)).toEqual([]);
});

test("two names for one thing are compared", () => {
	const found = (sourceId: string, who: string) =>
		claimWith(sourceId, `The error in the Corrick counts was found by ${who}.`, []);
	expect(statementsByMatter([found("s1", "Ada Moor")], found("s2", "the harbour office"))).toHaveLength(1);
});

test("a rule and its unmarked exception are compared, and so are two years of one founding", () => {
	const rule = claimWith("s1", "The harbour office closes the sluice at high tide.", [], { subject: "harbour office" });
	const text = "The harbour office leaves the sluice open at high tide if the wind is weak.";
	const exception = claimWith("s1", text, [], { subject: "harbour office" });
	expect(statementsByMatter([rule], exception)).toHaveLength(1);
	const founded = (sourceId: string, text: string, year: string, ...more: TypedValue[]) =>
		claimWith(sourceId, text, [day(year), ...more], { subject: "seal station" });
	const one = founded("s1", "The seal station was established in 1934.", "1934");
	const two = founded("s2", "Founded in 1933, the seal station had 12 rooms.", "1933", count("12"));
	expect(statementsByMatter([one], two)).toHaveLength(1);
});

test("statements that share only words of all statements are no matter", () => {
	const about = [
		"syncs at each commit",
		"has one writer at a time",
		"may fail beyond a gigabyte",
		"keeps frames in order",
	];
	const claims = about.map((does, at) =>
		claimWith(`s${at}`, `The write-ahead log of Larkdb ${does}.`, [], { subject: "write-ahead log" }),
	);
	expect(statementsByMatter([], ...claims)).toEqual([]);
});

test("shares of different reasons are no matter, two shares of one reason are", () => {
	const reason = (sourceId: string, of: string, share: string) =>
		claimWith(sourceId, `${of} was a reason for ${share} percent of the closed shops.`, [percent(share)], {
			subject: of.toLowerCase(),
		});
	const here = ["Rising rent", "A broken roof", "Slow trade", "Bad light"].map((of, at) =>
		reason("s1", of, `${10 + at}`),
	);
	expect(statementsByMatter(here, reason("s2", "Old stock", "30"))).toEqual([]);
	expect(statementsByMatter(here, reason("s2", "Slow trade", "30"))).toEqual([
		[
			"Slow trade was a reason for 12 percent of the closed shops.",
			"Slow trade was a reason for 30 percent of the closed shops.",
		],
	]);
});

test("shares after other spans of time are not compared", () => {
	const years = (normal: string): TypedValue => ({ kind: "number", text: `${normal} years`, normal, unit: "year" });
	const closed = (sourceId: string, share: string, after: string) =>
		claimWith(sourceId, `Of new shops in Corrick, ${share} percent close within ${after} years.`, [
			percent(share),
			years(after),
		]);
	expect(statementsByMatter([closed("s1", "50", "5")], closed("s2", "70", "10"))).toEqual([]);
	expect(statementsByMatter([closed("s1", "50", "5")], closed("s2", "70", "5"))).toHaveLength(1);
});

test("an article and its copy, each read in its own words, are not compared", () => {
	const quote = "Doing so forced the pilots to sail before the sluice had been repaired.";
	const read = (sourceId: string, text: string) =>
		claimWith(sourceId, text, [], { quote, subject: "the harbour office" });
	const one = read(
		"s1",
		"The harbour office, pressed by merchants, forced the pilots to sail before the sluice was repaired.",
	);
	const two = read("s2", "The harbour office forced the pilots in April to sail before the sluice was repaired.");
	expect(statementsByMatter([one], two)).toEqual([]);
	const own = { ...two, quote: two.text };
	expect(statementsByMatter([one], own)).toHaveLength(1);
});

test("statements that are comparable only through a third one are no matter", () => {
	const shops = (sourceId: string, text: string, share: string, more: TypedValue[] = []) =>
		claimWith(sourceId, text, [percent(share), ...more], { subject: "shops" });
	const early = shops("s1", "Of shops in Corrick, 20 percent closed in 2030.", "20", [day("2030")]);
	const any = shops("s2", "Of shops in Corrick, 35 percent closed.", "35");
	const late = shops("s3", "Of shops in Corrick, 50 percent closed in 2031.", "50", [day("2031")]);
	expect(statementsByMatter([early, any], late)).toEqual([[any.text, late.text]]);
	const both = statementsByMatter([], early, any, late);
	expect(both).toHaveLength(2);
	for (const matter of both) expect(matter).not.toEqual(expect.arrayContaining([early.text, late.text]));
});

test("claims of a page and of its copy are not compared", () => {
	const other = claimWith("s2", "Seal strandings in Corrick Bay fell by 25 percent.", [percent("25")]);
	const page = `${fell.text} ${Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ")}`;
	const sources = ["s1", "s2"].map((id) => sourceOf(id, { sketch: sketchOf(page) }));
	expect(gatherMatters({ known: [fell], fresh: [other], sources }).matters).toEqual([]);
	const apart = sources.map(({ sketch: _sketch, ...source }) => source);
	expect(gatherMatters({ known: [fell], fresh: [other], sources: apart }).matters).toHaveLength(1);
});

test("what one page says further is no matter, unless it denies or reverses what it said", () => {
	const said = (text: string) => claimWith("s1", text, [], { subject: "harbour office" });
	const rule = said("The harbour office opens the sluice gate before the spring tide.");
	const further = [
		"The harbour office opens the sluice gate only before the spring tide if the wind is weak.",
		"The harbour office must often warn the sluice gate crew before the spring tide.",
		"No ship passes the sluice gate before the harbour office has seen the spring tide.",
	];
	for (const text of further) expect(statementsByMatter([rule], said(text))).toEqual([]);
	const against = [
		"The harbour office does not open the sluice gate before the spring tide.",
		"The harbour office closes the sluice gate before the spring tide.",
	];
	for (const text of against) expect(statementsByMatter([rule], said(text))).toHaveLength(1);
});
