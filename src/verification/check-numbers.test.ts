import { expect, test } from "vitest";
import { unsupportedQuantities } from "./check-numbers.ts";

test("a number in words is supported by the same words in a quote", () => {
	const quote = "To disable memory-mapped I/O, simply set the mmap_size to zero.";
	const sentence = "Setting the mmap_size to zero disables it, which avoids the risk on all three systems.";
	expect(unsupportedQuantities(sentence, [quote]).missing).toEqual(["three"]);
	expect(unsupportedQuantities(sentence, [quote, "It is used on three systems."]).missing).toEqual([]);
});

test("“one” before a thing counts nothing; before a measure it does", () => {
	expect(unsupportedQuantities("One finance site says so, and one page denies it.", ["It is said."]).missing).toEqual(
		[],
	);
	expect(unsupportedQuantities("It took one week.", ["It took a while."]).missing).toEqual(["one week"]);
});

test.each([
	["The two should be used together.", []],
	["RAID and backups differ; each of these two, as well as both of the two, has its use.", []],
	["The two disks should be used together.", ["two"]],
	["The two other disks failed.", ["two"]],
	["It takes the two to three hours.", ["two", "three hours"]],
	["Two of the disks failed.", ["Two"]],
	["The fourth under conditions.", ["fourth"]],
	["The 2 should be used together.", ["2"]],
])("“the two” without a noun points back and counts nothing: %s", (sentence, missing) => {
	expect(unsupportedQuantities(sentence, ["RAID protects against a failed disk."]).missing).toEqual(missing);
});

test("a number that is part of a name states no quantity", () => {
	expect(unsupportedQuantities("HTTP/2 needs more memory", ["it needs more memory"])).toEqual({
		stated: 0,
		missing: [],
	});
	expect(unsupportedQuantities("half, 1/2, is kept", ["it is kept"]).missing).toEqual(["1/2"]);
});

test.each([
	["Third parties sell second-hand disks over a two-way link.", []],
	["A second page denies it.", []],
	["The last two should be used together.", []],
	["Two-thirds fail.", ["Two"]],
	["It is the second largest.", ["second"]],
	["It waits for a five-minute pause.", ["five-minute"]],
	["It came second.", ["second"]],
])("a number word that belongs to another word counts nothing: %s", (sentence, missing) => {
	expect(unsupportedQuantities(sentence, ["RAID protects against a failed disk."]).missing).toEqual(missing);
});

test.each([
	["In the 1992–93 season he scored.", "In 1992/93 he scored.", []],
	["In the season of 1992–1993 he scored.", "In the 1992-93 season he scored.", []],
	["In 1999–2000 he scored.", "In the season 1999–00 he scored.", []],
	["In the 1992–93 season he scored.", "In the 1991–92 season he scored.", ["93"]],
	["It came out in 2009-10.", "It came out in 2009–10.", ["10"]],
])("a season names two years, whatever joins them: %s", (sentence, quote, missing) => {
	expect(unsupportedQuantities(sentence, [quote]).missing).toEqual(missing);
});
