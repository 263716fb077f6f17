import { expect, test } from "vitest";
import { blocksIn, counterEvidence } from "../../src/evidence/report.ts";
import { draftOf, told } from "./ask.ts";

const things = [
	["Osk lamp", "ferry"],
	["Halden lighthouse", "mill"],
	["Corrick lantern", "library"],
] as const;

test.each(things)("what speaks against a matter is about it: %s", async (thing, other) => {
	const [place = "", noun = ""] = thing.split(" ");
	const pages = [
		told(
			`The ${thing}`,
			`The ${thing} works by a float that opens a valve when the water rises above the mark. The ${thing} keeps a log of every opening on a paper drum. However, the ${thing} does not work in frost, because the float cannot rise above the ice.`,
		),
		told(
			`${place} in winter`,
			`The ${other} of ${place} works every day of the week in the cold months. However, the ${other} does not work on Sundays, and nobody could explain why its doors failed to open. The ${noun} was painted by the council of ${place} before the winter.`,
		),
	];
	const draft = await draftOf(`How does the ${thing} work?`, pages);
	const against = draft.sections.find(({ heading }) => heading === counterEvidence);
	const words = (against ? blocksIn({ sections: [against] }) : []).flatMap(({ pieces }) =>
		pieces.map(({ text }) => text),
	);
	expect(words.join(" ")).toContain("does not work in frost");
	expect(words.join(" ")).not.toContain("Sundays");
});
