import fc from "fast-check";
import { expect, test } from "vitest";
import { shortHash } from "../../src/base/hash.ts";
import type { Claim } from "../../src/evidence/claim.ts";
import { compareClaims } from "../../src/reasoning/disputes/compare.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { lookupRoute, pageOf, subQuestionOf } from "../support/evidence.ts";

const names = ["Halden", "Kjell", "Corrick", "Ardmoor", "Osk", "Tarsk", "Skerry", "Lindqvist", "Orrin", "Kirkwell"];
const things = ["Bridge", "Harbour", "Lighthouse", "Mill", "Canal", "Tower"];
const statements = [
	(year: number) => `was opened in ${year} by the council.`,
	(year: number) => `was built in ${year} for the railways.`,
	(year: number) => `is ${year - 1700} metres long.`,
];
const arbitrary = fc.record({
	names: fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 }),
	thing: fc.constantFrom(...things),
	statement: fc.constantFrom(...statements),
	years: fc.uniqueArray(fc.integer({ min: 1750, max: 1990 }), {
		minLength: 2,
		maxLength: 2,
		comparator: (a, b) => Math.abs(a - b) < 20,
	}),
});

function claimsOf(title: string, text: string, question: string): Claim[] {
	const url = `file:///${shortHash([title, text])}.md`;
	const page = pageOf(text, { url, title, kind: "markdown" });
	const route = { ...lookupRoute, subjects: [], values: [] };
	const subQuestion = subQuestionOf({ text: question, focus: [], threads: [question] });
	return extractClaims({ question, route, subQuestion, page, max: 5 }).map((claim, at) => ({
		...claim,
		...{ id: shortHash([url, at]), sourceId: shortHash(url), subQuestionIds: ["q1"] },
		locator: { kind: "line", line: 1 },
	}));
}

function disputes(texts: readonly (readonly [string, string])[], question: string) {
	const claims = texts.map(([title, text]) => claimsOf(title, text, question));
	expect(claims.every(({ length }) => length > 0)).toBe(true);
	return compareClaims({ shape: "lookup", known: claims[0] ?? [], fresh: claims[1] ?? [] } as Parameters<
		typeof compareClaims
	>[0]);
}

test("pages about two things of one kind are in no dispute, whichever names their sentences", () => {
	fc.assert(
		fc.property(arbitrary, fc.boolean(), ({ names: [a, b], thing, statement, years: [x = 0, y = 0] }, isNamed) => {
			const pageAbout = (name: string | undefined, year: number) => {
				const subject = isNamed ? `The ${name} ${thing}` : `The ${thing.toLowerCase()}`;
				return [
					`${name} ${thing}`,
					`${subject} ${statement(year)}\n\nMany people come to see it on a summer's day.`,
				] as const;
			};
			const question = `When was the ${a} ${thing} opened or built, and how long is it?`;
			expect(disputes([pageAbout(a, x), pageAbout(b, y)], question)).toEqual([]);
		}),
	);
});

test("two pages that state different values of one thing are in dispute, also where one says only what it is", () => {
	fc.assert(
		fc.property(arbitrary, ({ names: [a], thing, statement, years: [x = 0, y = 0] }) => {
			const name = `${a} ${thing}`;
			const one = [name, `The ${thing.toLowerCase()} ${statement(x)}`] as const;
			const other = ["Letters", `The ${name} ${statement(y)}`] as const;
			const question = `When was the ${name} opened or built, and how long is it?`;
			expect(disputes([one, other], question)).toHaveLength(1);
		}),
	);
});
