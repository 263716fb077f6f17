import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import type { Claim } from "./claim.ts";
import { distinctFacts } from "./distinct-facts.ts";

const idsOf = (claims: readonly Claim[]) =>
	distinctFacts(claims).map(({ claim, also }) => [claim.id, ...also.map(({ id }) => id)].join("+"));
const on =
	(sourceId: string) =>
	(id: string, quote: string, more: Partial<Claim> = {}) =>
		claimOf(more.text ?? quote, { id, quote, sourceId, ...more });
const here = on("s1");
const there = on("s2");

const sentence = "The harbour of Aldersund lost 40% of its herring boats between 2031 and 2034.";

test("on one page, a quote inside a fuller quote is no second fact if it adds nothing", () => {
	const whole = here("whole", sentence, { start: 100 });
	const piece = here("piece", "lost 40% of its herring boats", {
		start: 125,
		text: "The harbour of Aldersund lost 40% of its herring boats.",
	});
	expect(idsOf([piece, whole])).toEqual(["whole+piece"]);
	expect(idsOf([{ ...piece, start: 600 }, whole])).toEqual(["piece", "whole"]);
	const withName = { ...piece, text: "The harbour of Aldersund, in Norrland, lost 40% of its herring boats." };
	expect(idsOf([withName, whole])).toEqual(["piece", "whole"]);
	const ofAnother = { ...piece, holder: "the Herring Board" };
	expect(idsOf([ofAnother, whole])).toEqual(["piece", "whole"]);
	const another = { ...piece, text: "Nobody has counted trawlers since." };
	expect(idsOf([another, whole])).toEqual(["piece", "whole"]);
});

test("the same words on two pages are one fact, represented by the first page, unless a number, a name or a denial differs", () => {
	const copy = there("copy", `${sentence.slice(0, -1)}`);
	expect(idsOf([here("first", sentence), copy])).toEqual(["first+copy"]);
	const near = there("near", "The harbour of Aldersund lost 40% of its boats for herring between 2031 and 2034.");
	expect(idsOf([here("first", sentence), near])).toEqual(["first+near"]);
	for (const [from, to] of [
		["40%", "45%"],
		["Aldersund", "Brimsund"],
		["lost", "has not lost"],
		["boats", "farms"],
	] as const)
		expect(idsOf([here("first", sentence), there("other", sentence.replace(from, to))])).toEqual(["first", "other"]);
});

test("the fullest claim of several pages represents the fact", () => {
	const more = { text: sentence.replace("Aldersund", "Aldersund, in Norrland,") };
	const claims = [here("short", sentence), there("long", sentence, more), on("s3")("third", sentence)];
	expect(idsOf(claims)).toEqual(["long+short+third"]);
});

test("each cell of a row is a fact of its own; the same cell read twice is one", () => {
	const cell = (id: string, column: string, text: string, start: number) =>
		here(id, "Aldersund | 40 | 12", {
			start,
			text: `Aldersund, ${column}: ${text}.`,
			cell: { table: 1, row: "Aldersund", column, text },
		});
	expect(
		idsOf([cell("boats", "Boats", "40", 5), cell("crews", "Crews", "12", 5), cell("again", "Boats", "40", 5)]),
	).toEqual(["boats+again", "crews"]);
});
