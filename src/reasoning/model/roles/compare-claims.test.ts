import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { claimOf, sourceOf, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { compareClaims } from "./compare-claims.ts";

const subQuestion = subQuestionOf();

describe("compareClaims", () => {
	const dated = (year: string, sourceId: string, more: Partial<Claim> = {}) =>
		claimOf(`The Alder bridge opened in ${year}.`, {
			sourceId,
			subject: "alder bridge",
			values: [{ kind: "date", text: year, normal: year }],
			...more,
		});
	const known = dated("1887", "s1");
	const fresh = dated("1889", "s2");
	const dispute = (sides: [says: string, ...statements: string[]][], more: object = {}) => ({
		sides: sides.map(([says, ...statements]) => ({ says, statements })),
		...{ class: "fact", settleable: true, kind: "date", ...more },
	});
	const conflictsOf = async (answer: object, ...claims: Claim[]) =>
		(await compareClaims(scriptedAsker([{ disputes: [], compatible: [], ...answer }]), { fresh: claims, known: [] }))
			.conflicts;

	it("keeps what the rules find unless the model says that both can hold", async () => {
		expect(await conflictsOf({}, known, fresh)).toMatchObject([{ a: known.id, b: fresh.id, kind: "date" }]);
		expect(await conflictsOf({ compatible: [["1", "2"]] }, known, fresh)).toEqual([]);
		expect(
			await conflictsOf(
				{
					disputes: [
						dispute([
							["1887", "1"],
							["1889", "2"],
						]),
					],
				},
				known,
				fresh,
			),
		).toEqual([{ kind: "date", a: known.id, b: fresh.id, why: "1887 against 1889", class: "fact", settleable: true }]);
	});

	it("asks for a verdict on a pair only where the rules list one", async () => {
		const requestFor = async (first: Claim, second: Claim) => {
			const asker = scriptedAsker([{ disputes: [], compatible: [] }]);
			await compareClaims(asker, { fresh: [first, second], known: [] });
			return asker.asked[0]?.parts.map(({ title }) => title);
		};
		expect(await requestFor(known, fresh)).toEqual(["The statements", "To decide"]);
		const [denied, stated] = ["The bridge never carries any trains.", "The bridge carries all the trains."];
		const [one, other] = [claimOf(denied, { sourceId: "s1" }), claimOf(stated, { sourceId: "s2" })];
		expect(await requestFor(one, { ...other, stance: "adversarial" })).toEqual(["The statements"]);
	});

	it("asks no model about a few likely pairs once many claims were compared, but about any conflict by rule", async () => {
		const share = (text: string, sourceId: string, value: string) =>
			claimOf(text, { sourceId, values: [{ kind: "number", text: `${value}%`, normal: value, unit: "%" }] });
		const early = share("Most ferry delays, some 60%, come from wind on the northern route.", "s1", "60");
		const late = share("Wind on the northern route explains 45% of ferry delays in winter.", "s2", "45");
		const others = Array.from({ length: 100 }, (_, at) =>
			claimOf(`Ferry ${at} has ${at + 3} decks.`, { sourceId: "s3" }),
		);
		const requestsFor = async (earlier: Claim[], fresh: Claim, shape?: "synthesis") => {
			const asker = scriptedAsker([{ disputes: [], compatible: [] }]);
			await compareClaims(asker, { fresh: [fresh], known: earlier, shape });
			return asker.asked.length;
		};
		expect(await requestsFor([early], late, "synthesis")).toBe(1);
		expect(await requestsFor([...others, known], fresh)).toBe(1);
		expect(await requestsFor([...others, early], late, "synthesis")).toBe(0);
	});

	it("judges all statements on one matter at once, from any source, also where one page contradicts itself", async () => {
		const asker = scriptedAsker([
			{
				disputes: [
					dispute(
						[
							["always", "1"],
							["not in old browsers", "2", "3"],
						],
						{ class: "scope", settleable: false, kind: "negation" },
					),
				],
			},
		]);
		const said = (text: string, sourceId: string) => claimOf(text, { sourceId, subject: "caching" });
		const claims = [
			said("Caching speeds up the rendering of maps in every browser.", "s1"),
			said("Caching does not speed up the rendering of maps in old browsers.", "s1"),
			said("Rendering of maps in old browsers: caching does not speed it up, unless the disk is fast.", "s2"),
		];
		const { conflicts, judged } = await compareClaims(asker, {
			...{ fresh: claims, known: [], subQuestions: [subQuestion] },
			sources: [sourceOf("s1", { title: "Maps", date: "2031" }), sourceOf("s2", { title: "Browsers" })],
		});
		const [one, two, three] = claims.map(({ id }) => id);
		expect(conflicts.map(({ a, b }) => [a, b])).toEqual([
			[one, two],
			[one, three],
		]);
		expect(conflicts[0]).toMatchObject({
			class: "scope",
			settleable: false,
			why: "always against not in old browsers",
		});
		expect(judged).toHaveLength(3);
		const shown = asker.asked[0]?.parts[0]?.text ?? "";
		expect(shown).toMatch(
			/^The pages\np1 Maps, 2031\np2 Browsers\n\nMatter 1, found for: .*\n1 Caching speeds .* \[p1\]\n2 .* \[p1\]\n3 .* \[p2\]$/mu,
		);
	});

	it("does not take a page that reports another's view for contradicting itself", async () => {
		const sides = [
			dispute([
				["1887", "1"],
				["1889", "2"],
			]),
		];
		const told = (holder?: string) => dated("1889", "s1", { id: "told", ...(holder ? { holder } : {}) });
		expect(await conflictsOf({ disputes: sides }, known, told())).toHaveLength(1);
		expect(await conflictsOf({ disputes: sides }, known, told("Ada Moor"))).toEqual([]);
		expect(await conflictsOf({ disputes: sides }, known, dated("1889", "s2", { holder: "Ada Moor" }))).toHaveLength(1);
	});

	it("does not take a low-credibility source for a side of a dispute", async () => {
		const sides = dispute([
			["1887", "1"],
			["1889", "2"],
		]);
		const against = async (standing: "thin" | "opinion") => {
			const sources = [sourceOf("s1"), sourceOf("s2", { speaker: { standing } })];
			const asker = scriptedAsker([{ disputes: [sides], compatible: [] }]);
			return (await compareClaims(asker, { fresh: [known, fresh], known: [], sources })).conflicts;
		};
		expect(await against("opinion")).toHaveLength(1);
		expect(await against("thin")).toEqual([]);
	});

	it("pairs the claims of each side of a dispute, except pairs that are also called compatible", async () => {
		const claims = [known, fresh, dated("1891", "s3"), dated("1893", "s4")];
		const [a = known, b = fresh, c = known, d = fresh] = claims;
		const answer = {
			disputes: [
				dispute(
					[
						["1887", "1"],
						["1889", "2"],
						["1891", "3", "4"],
					],
					{ about: "year of opening" },
				),
			],
			compatible: [["2", "4"]],
		};
		const found = await conflictsOf(answer, ...claims);
		expect(found.map((one) => [one.a, one.b])).toEqual([
			[a.id, b.id],
			[a.id, c.id],
			[a.id, d.id],
			[b.id, c.id],
		]);
		expect(found.every(({ about }) => about === "year of opening")).toBe(true);
	});

	it("sends no request when nothing could conflict, or when all was judged before, in any order", async () => {
		const asker = scriptedAsker([{ disputes: [] }]);
		const apart = claimOf("Penguins swim.", { sourceId: "s3", subject: "penguins" });
		expect((await compareClaims(asker, { fresh: [apart], known: [known] })).conflicts).toEqual([]);
		const judged = [[known.id, fresh.id].toSorted().join(" ")];
		for (const [one, other] of [
			[known, fresh],
			[fresh, known],
		] as const)
			expect((await compareClaims(asker, { fresh: [one], known: [other], judged })).conflicts).toEqual([]);
		expect(asker.asked).toEqual([]);
	});

	it("gives no verdict twice, and shows the same words of several pages once", async () => {
		const again = dated("1887", "s3");
		const asker = scriptedAsker([
			{
				disputes: [
					dispute([
						["1887", "1"],
						["1889", "2"],
					]),
				],
			},
		]);
		const first = await compareClaims(asker, { fresh: [fresh, again], known: [known] });
		expect(asker.asked[0]?.parts[0]?.text.match(/^\d+ /gmu)).toHaveLength(2);
		expect(first.judged).toHaveLength(2);
		const other = dated("1891", "s4");
		const later = await compareClaims(
			scriptedAsker([
				{
					disputes: [
						dispute([
							["1887", "1"],
							["1889", "2"],
							["1891", "3"],
						]),
					],
				},
			]),
			{ fresh: [other], known: [known, fresh], judged: first.judged },
		);
		expect(later.conflicts.map(({ a, b }) => [a, b])).not.toContainEqual([known.id, fresh.id]);
		expect(later.conflicts).toContainEqual(expect.objectContaining({ a: known.id, b: other.id }));
	});

	it("names a pair to decide by the numbers that its statements have in their own matter", async () => {
		// The undated claim is in two matters, because the other two are of different years.
		const counted = (sourceId: string, value: string, asOf?: string) =>
			claimOf(`The Alder bridge carried ${value} carts a day.`, {
				...{ sourceId, subject: "alder bridge", values: [{ kind: "number", text: value, normal: value }] },
				...(asOf === undefined ? {} : { asOf }),
			});
		const claims = [counted("s1", "310"), counted("s2", "280", "1930"), counted("s3", "250", "1950")];
		const asker = scriptedAsker([{ disputes: [] }]);
		await compareClaims(asker, { fresh: claims, known: [] });
		const matters = asker.asked[0]?.parts[0]?.text.split("\n\n") ?? [];
		expect(matters).toHaveLength(2);
		for (const matter of matters) {
			const numbers = [...matter.matchAll(/^(\d+) /gmu)].map(([, number]) => number);
			const toDecide = [...matter.matchAll(/(\d+) and (\d+) \(/gu)].flatMap(([, a, b]) => [a, b]);
			expect(toDecide.length).toBeGreaterThan(0);
			for (const number of toDecide) expect(numbers).toContain(number);
		}
	});

	it("shows a limited number of statements, and keeps conflicts by rule beyond them", async () => {
		const others = Array.from({ length: 60 }, (_, at) => dated(String(1900 + at), `t${at}`));
		const asker = scriptedAsker([{ disputes: [] }]);
		const { conflicts } = await compareClaims(asker, { fresh: [fresh], known: others });
		expect(asker.asked).toHaveLength(1);
		expect(asker.asked[0]?.parts[0]?.text.match(/^\d+ /gmu)?.length).toBeLessThanOrEqual(48);
		expect(conflicts).toHaveLength(60);
	});

	it("names only claims that were shown, whatever the model answers", async () => {
		const names = fc.array(fc.oneof(fc.string(), fc.constantFrom("1", "2", "99")), { maxLength: 3 });
		const one = fc.record({
			sides: fc.array(fc.record({ says: fc.string(), statements: names }), { maxLength: 3 }),
			class: fc.constantFrom("fact", "scope"),
			settleable: fc.boolean(),
			kind: fc.constantFrom("number", "date", "negation", "antonym", "value"),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(one, { maxLength: 6 }), fc.array(names), async (disputes, compatible) => {
				for (const { a, b, why } of await conflictsOf({ disputes, compatible }, known, fresh)) {
					expect([a, b]).toEqual([known.id, fresh.id]);
					expect(why).not.toBe("");
				}
			}),
		);
	});
});
