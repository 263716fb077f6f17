import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { claimOf } from "../../../test/support/evidence.ts";
import { rowsOf } from "../../../test/support/rows.ts";
import type { Claim } from "../../evidence/claim.ts";
import { validityDateIn, valuesIn } from "../../evidence/typed-values.ts";
import { subjectOf } from "../../text/subject.ts";
import { compareClaims } from "./compare.ts";

function claim(text: string, sourceId: string): Claim {
	const asOf = validityDateIn(text);
	const dated = asOf ? { asOf } : {};
	return claimOf(text, {
		id: `${sourceId}:${text}`,
		sourceId,
		values: valuesIn(text),
		subject: subjectOf(text),
		...dated,
	});
}

function kindOf(a: string, b: string): string | undefined {
	return compareClaims({ known: [claim(a, "s1")], fresh: [claim(b, "s2")] })[0]?.kind;
}

test("an amount in a heading is not stated by the sentences below it", () => {
	const below = claim("13 reasons for closing shops: Rents rise.", "s1");
	const known = { ...below, quote: "Rents rise.", subject: below.subject };
	const fresh = claim("There are 10 reasons for closing shops.", "s2");
	expect(compareClaims({ known: [below], fresh: [fresh] })).toHaveLength(1);
	expect(compareClaims({ known: [known], fresh: [fresh] })).toEqual([]);
});

test("on an open question values are not compared by rule, but a denial is", () => {
	const compared = (a: string, b: string) =>
		compareClaims({ known: [claim(a, "s1")], fresh: [claim(b, "s2")], shape: "synthesis" }).map(({ kind }) => kind);
	expect(compared("Gas averaged $2.18 a gallon.", "Gas averaged $3.47 a gallon.")).toEqual([]);
	expect(compared("SQLite does not support RIGHT JOIN.", "SQLite supports RIGHT JOIN.")).toEqual(["negation"]);
});

describe("compareClaims finds", () => {
	it.each(
		rowsOf(`
		date     | Marie Curie (7 November 1867 – 4 July 1934) was a physicist. | Marie Curie (born 7 November 1868) was a physicist.
		date     | The abbey was founded in 1120. | The abbey was established in 1145.
		negation | SQLite does not support RIGHT JOIN. | SQLite supports RIGHT JOIN.
		negation | Autovacuum is not enabled by default. | Autovacuum is enabled by default.
		antonym  | The drug increases blood pressure. | The drug decreases blood pressure.
		antonym  | Coffee consumption is associated with higher mortality. | Coffee consumption is associated with lower mortality.
		antonym  | The feature is enabled by default. | The feature is disabled by default.
		date     | Established in 1934, the college has 300 students. | The college was founded in 1933.
		number   | The pump has a noise level of 48 dB. | Its noise level is 65 dB.
		number   | The pump makes a noise of 48 dB. | The pump makes a noise of 65 dB.
		number   | The river is 50 km long. | The river is 60 miles long.
		number   | The default port is 5432. | The default port is 5433.
		number   | The film grossed $12 million. | The film grossed $120 million.
		value    | The Hobbit was written by J. R. R. Tolkien. | The Hobbit was written by C. S. Lewis.
		value    | The capital of Australia is Canberra. | The capital of Australia is Sydney.
	`),
	)("%s: %s / %s", (kind, a = "", b = "") => {
		expect(kindOf(a, b)).toBe(kind);
		expect(kindOf(b, a)).toBe(kind);
	});
});

describe("compareClaims finds no conflict", () => {
	it.each(
		rowsOf(`
		a rounding | The population was 3,559. | The population was about 3,600.
		a rounding that says so | The pump makes a noise of about 65 dB. | The pump makes a noise of 64.7 dB.
		a figure for each year | The group had 183 members in 2010. | The group had 190 members in 2000.
		another census | At the 2010 census, the population was 3,559. | At the 2020 census, the population was 3,506.
		another unit | The river is 50 km long. | The river is 31 miles long.
		a value within a range | The tower is between 300 and 330 m tall. | The tower is 324 m tall.
		another version | PostgreSQL 12 supports this feature. | PostgreSQL 9 does not support this feature.
		two events of one subject | The company opened its second shop in 1932. | The company opened a factory in 1940.
		a cup that is won again | Rovers won the cup in 1990. | Rovers also won the cup in 1994.
		tours | The band toured Japan in 1985. | The band toured Japan in 1988.
		releases | Larkdb 3 was released in May 2010. | Larkdb was released in June 2012.
		yearly figures | The firm made 3 million euros in 2010. | The firm made 4 million euros in 2011.
		two offices | Obama served as senator from 2005 to 2008. | Obama served as president from 2009 to 2017.
		about a year | The museum was founded in 1880. | The museum was founded around 1885.
		a year and a day in it | The museum opened in 1880. | The museum opened on 3 May 1880.
		numbers that name chapters | For more on logical replication, see Chapter 31. | For more on logical replication, see Chapter 50.
		numbers that name versions | For calibration of probes, see firmware 5. | For calibration of probes with firmware 4 this is outdated.
		a setting's numbers | With SAFE=1 the library takes every lock. | With SAFE=2 the library takes no lock.
		a part and the whole | The laboratory counted 29 broken rods. | The laboratory counted broken rods out of 96.
		one that stands for a noun | For more on logical replication, see 31 pages. | Logical replication sends transactions one by one.
		sections of manuals | Unreachable objects are pruned, see git-prune(1). | Unreachable objects are pruned, see gitglossary(7).
		a page of a manual and a period | Unreachable objects are kept in a pack (see git-repack(1)). | Unreachable objects are pruned with --expire 2.weeks.ago, or kept in a pack.
		entries of a list | The reflog keeps the entry stash@{0}. | The reflog keeps the entry stash@{2}.
		ancestors | The command resets the branch to HEAD~2. | The command resets the branch to HEAD~5.
		protocols | The proxy speaks HTTP/1.1 to the server. | The proxy speaks HTTP/2 to the server.
		modules | The server loads mod_ssl2 at its start. | The server loads mod_ssl3 at its start.
		section signs | The rent law is explained in § 536 of the code. | The rent law is explained in § 573 of the code.
		numbers of rules | The rule on rent, rule 12, binds the owner. | The rule on rent, rule 15, binds the owner.
		numbers of sections before a verb | The rent is defined where section 4 describes it. | The rent is defined where section 7 describes it.
		an amount and a count | The library lends 14 books to a member. | The library lends to a member for 3 weeks.
		a bare number and a count | The status of the pump is 0. | The status of the pump shows 3 lamps.
		other attributes | The album has 12 tracks. | The album sold 5 million copies.
		things that go together | The plant uses solar power. | The plant uses wind power.
		a question | Did you know that the tower is 324 m tall? | The tower is 310 m tall.
		a condition | The index is used if the table is large. | The index is not used.
		another subject | The Tay Bridge opened in 1887. | The Forth Bridge opened in 1890.
		two people | Runa Ashby (born 3 April 1959), also known by her stage name Aladin, is a magician. | Jonas Weide (born 1 April 1971), better known by his stage name Petrel, is a rapper.
		two people of one country | Runa Ashby (born 3 April 1959) is a former Norrish politician. | Jonas Weide (born 1 April 1971) is a Norrish politician.
		part and whole | Ada Lovelace was born in London, England. | Ada Lovelace was born in England.
		a longer form of a name | The song was written by Lee Hazlewood. | The song was written by Barton Lee Hazlewood.
	`),
	)("%s: %s / %s", (_name, a = "", b = "") => {
		expect(kindOf(a, b)).toBeUndefined();
	});

	it("between shares of different reasons in the lists of two pages", () => {
		const reason = (of: string, share: string) =>
			`${of} was a reason for ${share} of the closed shops in the Norrholm survey.`;
		const here = ["Rising rent", "A broken roof", "Slow trade", "Bad light"].map((of, at) =>
			claim(reason(of, `${10 + at} percent`), "s1"),
		);
		const there = ["Old stock", "Slow trade", "A new road"].map((of, at) =>
			claim(reason(of, `${30 + at} percent`), "s2"),
		);
		expect(compareClaims({ known: here, fresh: there }).map(({ why }) => why)).toEqual([
			"12 percent against 31 percent",
		]);
	});

	it("between a count of things and a cell that counts something else", () => {
		const cell: Claim = {
			...claim("The mill at Skarrow: week 1, Skarrow: 0.", "s1"),
			cell: { table: 1, row: "week 1", column: "Skarrow", text: "0" },
		};
		const turbines = claim("The mill at Skarrow has four turbines since week 1.", "s2");
		expect(compareClaims({ known: [cell], fresh: [turbines] })).toEqual([]);
	});

	it("with a sentence that does not name the cell's row and column, and finds one with a sentence that does", () => {
		const cell: Claim = {
			...claim("Valve outputs, RH-8: 8.", "s1"),
			cell: { table: 1, row: "Valve outputs", column: "RH-8", text: "8" },
		};
		const dosing = claim("The RH-8 has six dosing outputs.", "s2");
		expect(compareClaims({ known: [cell], fresh: [dosing] })).toEqual([]);
		const valves = claim("The RH-8 has valve outputs, and they are 6.", "s2");
		expect(compareClaims({ known: [cell], fresh: [valves] })).toHaveLength(1);
	});

	it("between two rows of one table", () => {
		const cell = (row: string, text: string): Claim => ({
			...claim(`${row}, landings: ${text}`, "s1"),
			cell: { table: 1, row, column: "Landings", text, unit: "tonnes" },
		});
		const claims = [cell("Norrholm", "410"), cell("Vikbruk", "175"), cell("Norrholm East", "35")];
		expect(compareClaims({ known: [], fresh: claims })).toEqual([]);
	});
});

it("finds that a page contradicts itself", () => {
	const claims = [claim("The bridge opened in 1932.", "s1"), claim("The bridge was opened in 1933.", "s1")];
	expect(compareClaims({ known: [], fresh: claims })).toMatchObject([{ kind: "date", why: "1932 against 1933" }]);
});

it("names the earlier claim first, and the reason in a few words", () => {
	const [conflict] = compareClaims({
		known: [claim("The bridge opened in 1932.", "s1")],
		fresh: [claim("The bridge was opened in 1933.", "s2")],
	});
	expect(conflict).toEqual({
		kind: "date",
		a: "s1:The bridge opened in 1932.",
		b: "s2:The bridge was opened in 1933.",
		why: "1932 against 1933",
	});
});

it("finds no conflict between a statement and itself", () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string({ unit: "binary", maxLength: 120 }),
				fc
					.array(
						fc.constantFrom("The bridge", "opened", "in 1932", "not", "5 km", "more", "less", "by Ann Lee", "is", "."),
						{ maxLength: 12 },
					)
					.map((words) => words.join(" ")),
			),
			(text) => {
				expect(kindOf(text, text)).toBeUndefined();
			},
		),
	);
});
