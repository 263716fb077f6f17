import { expect, test } from "vitest";
import { correctionKindIn, correctionKindOf } from "./correction-notice.ts";

test.each([
	["Author Correction: Dune grass and the drift of sand", "correction"],
	["Publisher correction – Dune grass and the drift of sand", "correction"],
	["Notice of correction: tide tables", "correction"],
	["Revised figures: herring landings in 2030", "correction"],
	["Landings of herring: revised estimates", "correction"],
	["Harbour board restates income for 2029", "correction"],
	["Notice of retraction: Dune grass", "retraction"],
	["Journal retracts dune grass paper", "retraction"],
	["Withdrawal: Dune grass and the drift of sand", "retraction"],
	["WITHDRAWN: Dune grass", "retraction"],
])("the title of a correction notice: %s", (title, kind) => {
	expect(correctionKindIn(title)).toBe(kind);
});

test.each([
	"How to get a vision correction",
	"Colour correction for beginners",
	"Withdrawal from the bank: fees and limits",
	"The revised timetable of the ferry",
	"House restored after the fire",
])("no title of a correction notice: %s", (title) => {
	expect(correctionKindIn(title)).toBeUndefined();
});

test.each([
	["Correction: strandings fell by 25 percent", "We gave 40 percent.", "correction"],
	["Seal counts", "Correction: the counts of Corrick were entered twice.", "correction"],
	["Strandings fall by 25 percent", "… on Friday. An earlier version of this article gave 40 percent.", "correction"],
	["Strandings fall by 25 percent", "… of lamps. This article has been updated with the count of May.", "update"],
	// A home page that holds the headline of a correction.
	["Corrick Institute", "… Correction of the seal counts 14 May: Seals and lamps © Corrick Institute", undefined],
	["Corrick Institute", `${"It employs many people. ".repeat(8)} Correction to the seal counts`, undefined],
])("a result is a correction by its own title and beginning: %s, %s", (title, snippet, kind) => {
	expect(correctionKindOf({ title, snippet })).toBe(kind);
});
