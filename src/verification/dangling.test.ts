import { expect, test } from "vitest";
import type { Sentence } from "../evidence/report.ts";
import { withoutDangling } from "./dangling.ts";

const said = (text: string, opens?: true): Sentence => ({
	kind: "fact",
	text,
	claimIds: ["c"],
	...(opens ? { opens } : {}),
});
const named = said("Ada Moor calls the ice thin.", true);
const he = said("She measured it twice.");
const again = said("It broke in March.");
const other = said("The port closed.");
const apart = said("She left the port.", true);
const draft = (...sentences: Sentence[]) => ({ sections: [{ heading: "", sentences }] });

test("a sentence that begins with a pronoun is removed with the sentence before it, and so are those that follow", () => {
	const { draft: left, removed } = withoutDangling(draft(named, he, again, other), draft(he, again, other));
	expect(left.sections[0]?.sentences).toEqual([other]);
	expect(removed).toEqual([he, again]);
});

test("it stays if the sentence before it stays, or if it opens a paragraph", () => {
	const all = draft(named, he, other, apart);
	expect(withoutDangling(all, all)).toEqual({ draft: all, removed: [] });
	expect(withoutDangling(all, draft(named, he, apart)).removed).toEqual([]);
});
