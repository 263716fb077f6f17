import { expect, test } from "vitest";
import { pageOf } from "../../test/support/evidence.ts";
import { describeCopy, findCopies, withoutCopiedLines } from "./copies.ts";
import { sketchOf } from "./text-sketch.ts";

const line = (at: number) =>
	`Boat ${at} of the harbour was sold to buyer number ${at * 7} in month ${at % 12} of a dry year.`;
const story = Array.from({ length: 60 }, (_, at) => line(at));
const other = Array.from(
	{ length: 60 },
	(_, at) => `Crane ${at} stood idle while cargo ${at * 3} rusted on quay ${at % 9}.`,
);
const source = (id: string, lines: readonly string[]) => ({ id, sketch: sketchOf(lines.join("\n")) });

test("a reprint is a copy of the source that was read first, a part is an excerpt, and a page that quotes it is neither", () => {
	const copies = findCopies([
		source("part", story.slice(20, 40)),
		source("first", story),
		source("reprint", ["Home and news of the coast", ...story, "More stories of the coast by our own reporters"]),
		source("own", [...other, ...story.slice(0, 15)]),
		{ id: "unknown" },
	]);
	expect([...copies]).toEqual([
		["reprint", { id: "first", whole: true }],
		["part", { id: "first", whole: false }],
	]);
	expect([...copies.values()].map((copy) => describeCopy(copy, "[1]"))).toEqual(["copy of [1]", "excerpt of [1]"]);
});

test("a copy keeps only the lines that its original lacks; a menu is not worth reading, a changed number is", () => {
	const original = story.join("\n");
	const added = (lines: readonly string[]) => withoutCopiedLines(pageOf(lines.join("\n")), original)?.text;
	expect(added(["Home", "News", ...story, "Printed on 3 May 2031"])).toBeUndefined();
	const changed = line(7).replace("49", "94");
	expect(added([...story.slice(0, 7), changed, ...story.slice(8)])).toBe(changed);
	const comment = "The harbour master disagrees at length. ".repeat(12).trim();
	expect(added([...story, comment])).toBe(comment);
});
