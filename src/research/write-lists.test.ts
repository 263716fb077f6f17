import { expect, test } from "vitest";
import { factOf, libraryOf, noRemarks, sectionWith } from "../../test/support/report.ts";
import { allOn, writeFrom } from "../../test/support/writing.ts";
import type { Draft, Review } from "../evidence/report.ts";
import type { ReviewInput } from "../reasoning/reasoner.ts";

const rows = ["1. Rust (42%)", "2. Frost (20%)", "3. Salt damage (18%)", "4. Poor paint (9%)"];
const library = libraryOf(
	[{ title: "Bridges", text: `Why bridges fall:\n${rows.join("\n")}\n`, url: "notes/bridges.txt" }],
	rows.map((row) => [0, row] as const),
);

function draftOf(count: number): Draft {
	return sectionWith(...library.claims.slice(0, count).map(({ id, quote }) => factOf(`“${quote}”`, id)));
}

async function revisedFrom(draft: Draft, length?: (given: ReviewInput["length"]) => void): Promise<Review | undefined> {
	let seen: Review | undefined;
	await writeFrom({
		library,
		model: allOn,
		reasoner: {
			draft: async () => draft,
			review: async (given) => {
				length?.(given.length);
				return noRemarks;
			},
			revise: async ({ review, draft: before }) => {
				seen ??= review;
				return before;
			},
			judgeSupport: async (items) => items.map(() => ({ verdict: "supported", reason: "" })),
		},
	});
	return seen;
}

test("a draft with half of a page's list is revised for the other half, even if its reviewer missed nothing", async () => {
	const [, , salt, paint] = library.claims;
	expect((await revisedFrom(draftOf(2)))?.missingItems).toEqual([
		{
			list: "Why bridges fall:",
			of: 4,
			items: [
				{ label: "Salt damage (18%)", claimIds: [salt?.id] },
				{ label: "Poor paint (9%)", claimIds: [paint?.id] },
			],
		},
	]);
	expect(await revisedFrom(draftOf(4))).toBeUndefined();
});

test("a draft that is too long or states a fact twice is revised, and its reviewer is told its length", async () => {
	const whole = draftOf(4);
	const [first] = whole.sections[0]?.sentences ?? [];
	const sentences = first ? [first, { ...first, text: `Again, ${first.text}` }] : [];
	const again = await revisedFrom({ sections: [...whole.sections, { heading: "", sentences }] });
	expect(again?.saidTwice).toEqual(sentences.map(({ text }) => ({ text, before: first?.text })));
	expect(again?.tooLong).toBeUndefined();

	let told: ReviewInput["length"];
	const weigh = { kind: "inference" as const, text: "Rust weighs most. ".repeat(60), claimIds: first?.claimIds ?? [] };
	const long = await revisedFrom({ sections: [...whole.sections, { heading: "", sentences: [weigh] }] }, (length) => {
		told = length;
	});
	expect(told?.words).toBeGreaterThan(180);
	expect(told?.most).toBe(150);
	expect(long?.tooLong).toEqual(told);
});
