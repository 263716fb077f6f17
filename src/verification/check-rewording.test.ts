import { expect, test } from "vitest";
import { rewordingFault } from "./check-rewording.ts";

const before = [
	"In 2011, Maren Tveit of Aldersund wrote that compaction “merges small segments” and may delay reads by up to 30 percent. [c1, c4]",
	"It does not help tables that are only appended to. [c2]",
];

test("another wording of the same content passes", () => {
	const after = [
		"Maren Tveit of Aldersund wrote in 2011 that compaction “merges small segments” and may slow reads by up to 30 percent. [c1, c4]",
		"Tables that are only appended to, it does not help. [c2]",
	];
	expect(rewordingFault(before, after)).toBeUndefined();
});

test.each([
	["a number", ["30 percent", "35 percent"]],
	["a number in words", ["30 percent", "thirty-five percent"]],
	["a unit", ["30 percent", "30 seconds"]],
	["a year", ["2011", "2012"]],
	["an added number", ["delay reads", "delay 4 reads"]],
	["a marker", ["[c1, c4]", "[c1, c5]"]],
	["a dropped marker", [" [c1, c4]", ""]],
	["a quotation", ["“merges small segments”", "“merges tiny segments”"]],
	["lost quotation marks", ["“merges small segments”", "merges small segments"]],
	["a name", ["Maren Tveit", "Maren Tvedt"]],
	["a dropped name", ["Maren Tveit of Aldersund", "Maren Tveit"]],
	["a degree of certainty", ["may delay", "does delay"]],
	["a bound", ["by up to 30", "by 30"]],
])("%s that differs is refused", (_what, [from = "", to = ""]) => {
	const [first = "", second = ""] = before;
	expect(first).toContain(from);
	expect(rewordingFault(before, [first.replace(from, to), second])).toBeDefined();
});

test("a denial that is dropped or added, and a sentence that is gone, joined or padded, are refused", () => {
	const [first = "", second = ""] = before;
	expect(rewordingFault(before, [first, "It helps tables that are only appended to. [c2]"])).toBeDefined();
	expect(rewordingFault(before, [first])).toBeDefined();
	expect(rewordingFault(before, [`${first} ${second}`, ""])).toBeDefined();
	expect(
		rewordingFault([second], [second.replace("tables", `tables ${"of the kind just named ".repeat(5)}`)]),
	).toBeDefined();
});
