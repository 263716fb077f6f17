import { expect, test } from "vitest";
import { correctionOf } from "./correction.ts";

test.each([
	["Correction: strandings fell by 25 percent", "We gave 40 percent.", "correction"],
	["Seal counts", "Correction: the counts of Corrick were entered twice.", "correction"],
	[
		"Strandings fall by 25 percent",
		"… said on Friday. An earlier version of this article gave 40 percent.",
		"correction",
	],
	["Strandings fall by 25 percent", "… of lamps. This article has been updated with the count of May.", "update"],
	// A home page with the headline of the correction.
	["Corrick Institute", "… Correction of the seal counts 14 May: Seals and lamps © Corrick Institute", undefined],
	[
		"Corrick Institute",
		`We study seals. ${"It employs many people. ".repeat(8)} Correction to the seal counts`,
		undefined,
	],
])("a result is a correction by its own title and beginning: %s, %s", (title, snippet, kind) => {
	expect(correctionOf({ title, snippet })).toBe(kind);
});
