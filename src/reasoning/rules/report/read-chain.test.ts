import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimOf } from "../../../../test/support/evidence.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { PassageReading } from "../../../evidence/source.ts";
import { readChain } from "./read-chain.ts";

const people = ["Mira Okafor", "Jens Dahl", "Tove Lund", "Ada Berg", "Per Strand"];
const arbitrary = fc.record({
	names: fc.uniqueArray(fc.constantFrom(...people), { minLength: 3, maxLength: 3 }),
	task: fc.constantFrom("mends the nets", "paints the gates", "feeds the geese"),
});

/** A reader that knows who does something and who reports to whom. */
async function read(question: string, passages: readonly { text: string }[]): Promise<PassageReading[]> {
	const predicate = /^Who ((?:mends|paints|feeds) .+)\?$/u.exec(question)?.[1];
	const name = /of (\p{Lu}\p{L}+ \p{Lu}\p{L}+)\?$/u.exec(question)?.[1];
	return passages.map(({ text }) => {
		const doer = predicate && text.includes(predicate) ? /^\p{L}+ \p{L}+/u.exec(text)?.[0] : undefined;
		const boss = name && new RegExp(`^${name} reports to (\\p{L}+ \\p{L}+)`, "u").exec(text)?.[1];
		const words = doer ?? boss;
		const start = words ? text.indexOf(words) : 0;
		return { answers: words ? 4 : -6, span: { start, end: start + (words?.length ?? 1), odds: words ? 4 : -6 } };
	});
}

function claimsOf(sentences: readonly string[]): Claim[] {
	return sentences.map((text, at) => claimOf(text, { id: `c${at}`, quote: text, start: at * 100, class: "adjacent" }));
}

describe("a question about a person whom it only describes", () => {
	test("is answered by who that is, and by what is said of that name", async () => {
		await fc.assert(
			fc.asyncProperty(arbitrary, async ({ names: [a = "", b = "", c = ""], task }) => {
				const claims = claimsOf([`${c} reports to ${a}.`, `${a} ${task}.`, `${a} reports to ${b}.`]);
				const input = { claims, sources: [], readPassages: read };
				const found = await readChain(`Who is the boss of the person who ${task}?`, input);
				expect(found?.map(({ text }) => text)).toEqual([`${a} ${task}.`, `${a} reports to ${b}.`]);
			}),
		);
	});

	test("is not answered by who that is alone", async () => {
		await fc.assert(
			fc.asyncProperty(arbitrary, async ({ names: [a = "", b = "", c = ""], task }) => {
				const claims = claimsOf([`${a} ${task}.`, `${c} reports to ${b}.`]);
				const input = { claims, sources: [], readPassages: read };
				expect(await readChain(`Who is the boss of the person who ${task}?`, input)).toEqual([]);
				expect(await readChain(`Who is the boss of ${c}?`, input)).toBeUndefined();
			}),
		);
	});
});
