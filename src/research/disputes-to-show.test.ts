import { expect, test } from "vitest";
import { libraryOf } from "../../test/support/report.ts";
import type { Conflict } from "../evidence/claim.ts";
import { emptyState } from "../evidence/fold.ts";
import type { Draft, QuotedBlock } from "../evidence/report.ts";
import { disputesToShow } from "./disputes-to-show.ts";

const quotes = [
	"Six painters of the Tarnholm yard stopped because of a rash.",
	"Galvane paint cut the growth of barnacles by 40%.",
	"Galvane paint cut the growth of barnacles by 22%.",
];
const { claims, sources } = libraryOf(
	quotes.map((text, at) => ({ title: `Notes ${at}`, text, url: `http://yard${at}.test/` })),
	quotes.map((quote, at) => [at, quote] as const),
);
const [ofRash = "", first = "", second = ""] = claims.map(({ id }) => id);
const conflict: Conflict = { kind: "number", a: first, b: second, why: "40% against 22%" };

function shown(question: string, ...claimIds: string[]): Conflict[] {
	return shownFrom(sources, question, ...claimIds);
}

function shownFrom(pages: typeof sources, question: string, ...claimIds: string[]): Conflict[] {
	const kept: Draft = { sections: [{ heading: "", sentences: [{ kind: "fact", text: "x", claimIds }] }] };
	return disputesToShow({ ...emptyState, question, claims, sources: pages, conflicts: [conflict] }, kept);
}

test("a dispute unrelated to the question is not shown", () => {
	expect(shown("How many painters of the Tarnholm yard stopped because of a rash?", ofRash)).toEqual([]);
});

test("a dispute is shown where one side is cited, or where both are on the question", () => {
	expect(shown("How many painters of the Tarnholm yard stopped because of a rash?", ofRash, second)).toEqual([
		conflict,
	]);
	expect(shown("Does Galvane paint cut the growth of barnacles?", ofRash)).toEqual([conflict]);
});

test("values that differ only in date or scope are not shown again where the report cites both", () => {
	const kept = (...claimIds: string[]): Draft => ({
		sections: [{ heading: "", sentences: [{ kind: "fact", text: "x", claimIds }] }],
	});
	const shownOf = (one: Conflict, draft: Draft) =>
		disputesToShow({ ...emptyState, question: "Galvane?", claims, sources, conflicts: [one] }, draft);
	expect(shownOf({ ...conflict, class: "date" }, kept(first, second))).toEqual([]);
	expect(shownOf({ ...conflict, class: "date" }, kept(first))).toHaveLength(1);
	expect(shownOf({ ...conflict, class: "fact" }, kept(first, second))).toHaveLength(1);
});

test("a dispute is shown where a passage cites one side", () => {
	const text = quotes[1] ?? "";
	const block: QuotedBlock = {
		...{ sourceId: "s2", kind: "paragraph", path: [], marked: [], claimIds: [first] },
		pieces: [{ kind: "prose", start: 0, end: text.length, text }],
	};
	const kept: Draft = { sections: [{ heading: "", sentences: [], blocks: [block] }] };
	const question = "How many painters of the Tarnholm yard stopped because of a rash?";
	const state = { ...emptyState, question, claims, sources, conflicts: [conflict] };
	expect(disputesToShow(state, kept)).toEqual([conflict]);
});

test("a page with prompt injection, or a list made for search engines, is no side of a dispute", () => {
	const question = "Does Galvane paint cut the growth of barnacles?";
	for (const poor of [{ addressed: true }, { authority: "list" }, { authority: "unfit" }] as const) {
		const pages = sources.map((source, at) => (at === 2 ? { ...source, ...poor } : source));
		expect(shownFrom(pages, question, ofRash)).toEqual([]);
		expect(shownFrom(pages, question, first)).toEqual([]);
	}
});

test("a dispute between two places is shown once, whichever sub-questions their claims answer", () => {
	const again = claims.map((claim) => ({ ...claim, id: `${claim.id}-2`, subQuestionIds: ["q2"] }));
	const conflicts = [conflict, { ...conflict, a: second, b: `${first}-2` }];
	const kept: Draft = { sections: [{ heading: "", sentences: [{ kind: "fact", text: "x", claimIds: [first] }] }] };
	const state = { ...emptyState, question: "x", claims: [...claims, ...again], sources, conflicts };
	expect(disputesToShow(state, kept)).toEqual([conflict]);
});

test("disputes on what a report cites come before those on the question", () => {
	const question = "Does Galvane paint cut the growth of barnacles?";
	const cited: Conflict = { kind: "value", a: ofRash, b: second, why: "a rash against barnacles" };
	const kept: Draft = { sections: [{ heading: "", sentences: [{ kind: "fact", text: "x", claimIds: [ofRash] }] }] };
	const state = { ...emptyState, question, claims, sources, conflicts: [conflict, cited] };
	expect(disputesToShow(state, kept)).toEqual([cited, conflict]);
});
