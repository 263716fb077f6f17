import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { lookupRoute, synthesisRoute } from "../../../../test/support/evidence.ts";
import { depths } from "../../../evidence/plan.ts";
import type { Reading, Route } from "../../../evidence/question.ts";
import { begin } from "./begin.ts";
import { interpret } from "./interpret.ts";
import { plan } from "./plan.ts";
import { route } from "./route.ts";

const question = "What are the ports of Alder and Birch?";
const lookup: Route = { ...lookupRoute, values: ["default port"], subjects: ["Alder"] };
const table: Route = { ...lookup, shape: "extraction", values: ["port", "user"], subjects: ["Alder", "Birch"] };
const synthesis: Route = { ...synthesisRoute, subjects: ["caching"] };
const literal: Reading = { id: "r1", kind: "literal", text: question, weight: 1 };
const depth = { subQuestions: 5, gapRounds: 3, sources: 20, steps: 45 };
const kinds = ["factual", "mechanistic", "critical", "practical", "contextual"] as const;

function planned(text: string, more: object = {}) {
	return { question: text, dimension: "factual", stance: "supporting", priority: "core", reading: "r1", ...more };
}
const check = planned("Do others say otherwise?", { dimension: "critical", stance: "adversarial" });

describe("route", () => {
	const answer = {
		...{ ...lookupRoute, reason: "one\nvalue" },
		...{ values: ["  default \n port"], subjects: ["Alder", "alder"] },
	};

	it("returns names on one line, each once", async () => {
		const found = await route(scriptedAsker([answer]), { question });
		expect(found).toMatchObject({ values: ["default port"], subjects: ["Alder"], reason: "one value" });
	});

	it("gives a synthesis no value and the answer type explanation", async () => {
		const found = await route(scriptedAsker([{ ...answer, shape: "synthesis" }]), { question });
		expect(found).toMatchObject({ values: [], answerType: "explanation" });
	});

	it("asks once more for the value of a lookup, then takes the question as the value", async () => {
		const asker = scriptedAsker([{ ...answer, values: [] }]);
		expect((await route(asker, { question })).values).toEqual([question]);
		expect(asker.asked[0]?.faults).toHaveLength(1);
	});
});

describe("interpret", () => {
	it("keeps the user's words as the literal reading, and the likeliest reading first", async () => {
		const readings = [
			{ kind: "literal", text: "something else entirely", weight: 0.2 },
			{ kind: "oblique", text: "The race named after the film", weight: 0.8 },
		];
		expect(await interpret(scriptedAsker([{ readings }]), { question, route: lookup })).toEqual([
			{ id: "r2", kind: "oblique", text: "The race named after the film", weight: 0.8 },
			{ id: "r1", kind: "literal", text: question, weight: 0.2 },
		]);
	});

	it("gives a plan's sub-questions the readings that it numbers, and asks for none below a tenth", async () => {
		const readings = [
			{ kind: "literal", text: question, weight: 0.05 },
			{ kind: "oblique", text: "The race named after the film", weight: 0.95 },
		];
		const subQuestions = [
			planned("Which race?", { reading: "r2" }),
			planned("Is it so?", { reading: "r2", stance: "adversarial" }),
		];
		const asker = scriptedAsker([{ ...lookup, readings, subQuestions }]);
		const begun = await begin(asker, { question, depth });
		expect(asker.asked[0]?.faults).toEqual([]);
		expect(begun?.readings.map(({ id, weight }) => [id, weight])).toEqual([
			["r2", 0.95],
			["r1", 0.05],
		]);
		expect(begun?.plan.subQuestions.map(({ readingId }) => readingId)).toEqual(["r2", "r2"]);
	});

	it("returns at most four readings with weights that sum to 1, the literal one among them, whatever the model answers", async () => {
		const reading = fc.record({
			kind: fc.constantFrom("literal", "homophone", "paraphrase", "oblique", "misremembered"),
			text: fc.oneof(fc.string(), fc.constant(question)),
			weight: fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e308, Number.NaN, Number.POSITIVE_INFINITY)),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(reading, { maxLength: 9 }), async (readings) => {
				const asker = { ...scriptedAsker([]), ask: async () => ({ readings }) as never };
				const found = await interpret(asker, { question, route: lookup });
				expect(found.length).toBeGreaterThan(0);
				expect(found.length).toBeLessThanOrEqual(4);
				expect(found.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
				expect(found.every(({ weight, text }) => weight >= 0 && text.trim() !== "")).toBe(true);
				expect(found.filter(({ kind, text }) => kind === "literal" && text === question)).toHaveLength(1);
				expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
				for (const { id, kind, text } of found)
					if (kind !== "literal") expect(readings[Number(id.slice(1)) - 1]?.text).toContain(text.replace(/…$/u, ""));
			}),
		);
	});
});

describe("plan", () => {
	const planFor = (answers: object[], of: Route, readings = [literal], room = depth.subQuestions) => {
		const asker = scriptedAsker(answers);
		const input = { question, route: of, readings, depth: { ...depth, subQuestions: room } };
		return plan(asker, input).then((made) => ({ ...made, faults: asker.asked[0]?.faults ?? [] }));
	};

	it("replaces the numbers of values, subjects and readings by names", async () => {
		const second: Reading = { id: "r2", kind: "oblique", text: "Ports of trees", weight: 0.4 };
		const answer = {
			subQuestions: [
				planned("Which port has Alder?", {
					value: "v1",
					subject: "s1",
					queries: ["Alder port", "Alder listens", "more"],
				}),
				planned("Which harbour is near the alder?", {
					reading: "r2",
					value: "v9",
					subject: "nobody",
					names: ["Alder Bay"],
				}),
				check,
			],
		};
		const { subQuestions, faults } = await planFor([answer], lookup, [{ ...literal, weight: 0.6 }, second]);
		expect(faults).toEqual([]);
		expect(subQuestions[0]).toMatchObject({
			id: "q1",
			value: "default port",
			subject: "Alder",
			focus: ["Alder"],
			threads: ["Alder port", "Alder listens"],
		});
		expect(subQuestions[1]).toMatchObject({
			readingId: "r2",
			focus: ["Alder Bay"],
			threads: ["Which harbour is near the alder?"],
		});
		expect(subQuestions[1]).not.toHaveProperty("value");
		// An adversarial search of a lookup may find nothing, so nothing waits for it.
		expect(subQuestions[2]).toMatchObject({ stance: "adversarial", priority: "optional" });
	});

	it("tells the model once what is missing, then adds it", async () => {
		const { subQuestions, dimensions, faults } = await planFor(
			[{ subQuestions: [planned("What is caching?")] }],
			synthesis,
		);
		expect(faults).toHaveLength(1);
		expect(faults[0]).toMatch(/adversarial.*factual and mechanistic and critical/u);
		expect(subQuestions.some(({ stance }) => stance === "adversarial")).toBe(true);
		expect(dimensions.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["factual", "mechanistic", "critical"]));
	});

	it("has no adversarial sub-question where none may be planned, and no repair asks for one", async () => {
		const dimensions = ["factual", "mechanistic", "critical"].map((kind) => ({ kind, question: "What?" }));
		const asker = scriptedAsker([{ dimensions, subQuestions: [planned("How does it work?"), check] }]);
		const input = { question, route: synthesis, readings: [literal], depth, onlySupporting: true };
		const { subQuestions } = await plan(asker, input);
		expect(subQuestions.map(({ stance }) => stance)).toEqual(["supporting"]);
		expect(asker.asked[0]?.faults).toEqual([]);
		expect(asker.asked[0]?.parts.at(-1)?.text).toContain("no adversarial");
	});

	it("covers each value of each subject of a table", async () => {
		const { subQuestions, faults } = await planFor(
			[{ subQuestions: [planned("Port of Alder?", { value: "v1", subject: "s1" }), check] }],
			table,
		);
		expect(faults[0]).toContain("user of Alder; port of Birch; user of Birch");
		const supporting = subQuestions.filter(({ stance }) => stance === "supporting");
		for (const subject of table.subjects)
			expect(supporting.some((one) => one.subject === subject && one.value === undefined)).toBe(true);
	});

	it("follows each weighty reading", async () => {
		const second: Reading = { id: "r2", kind: "homophone", text: "Ports of elders?", weight: 0.4 };
		const { subQuestions } = await planFor([{ subQuestions: [planned("Port?"), check] }], lookup, [literal, second]);
		expect(subQuestions.some(({ readingId, text }) => readingId === "r2" && text === second.text)).toBe(true);
	});

	it("has as many sub-questions as the question needs, and at depth deep up to ten", async () => {
		const asker = scriptedAsker([{ subQuestions: [planned("Port?"), check] }]);
		await plan(asker, { question, route: lookup, readings: [literal], depth: depths.deep });
		expect(asker.shown("Room")).toBe("As many sub-questions as the question needs, at most 10.");
		const ten = Array.from({ length: 10 }, (_, at) => planned(`Thing ${at}?`));
		expect(
			(await planFor([{ subQuestions: [...ten.slice(1), check] }], lookup, [literal], 10)).subQuestions,
		).toHaveLength(10);
		expect(
			(await planFor([{ subQuestions: [planned("Port?"), check] }], lookup, [literal], 10)).subQuestions,
		).toHaveLength(2);
	});

	it("keeps core sub-questions and the check when there are too many", async () => {
		const many = Array.from({ length: 9 }, (_, at) =>
			planned(`Thing ${at}?`, { priority: at > 6 ? "core" : "optional" }),
		);
		const { subQuestions } = await planFor([{ subQuestions: [...many, check] }], lookup, [literal], 3);
		expect(subQuestions.map(({ text }) => text)).toEqual(["Thing 7?", "Thing 8?", check.question]);
	});

	it("fails without any sub-question, so that the rules make the plan", async () => {
		await expect(planFor([{ subQuestions: [planned("  ")] }], lookup)).rejects.toMatchObject({
			code: "MODEL_ANSWER_UNUSABLE",
		});
	});

	it("returns a valid plan whatever the model answers", async () => {
		const name = fc.oneof(fc.string(), fc.constantFrom("v1", "s2", "r1", "r7", "[s1]", "Birch", ""));
		const one = fc.record({
			question: fc.oneof(fc.string(), fc.constantFrom("What is Alder?", "what is  alder?")),
			dimension: fc.constantFrom(...kinds),
			stance: fc.constantFrom("supporting", "adversarial"),
			priority: fc.constantFrom("core", "optional"),
			reading: name,
			value: name,
			subject: name,
			names: fc.array(fc.string(), { maxLength: 9 }),
			queries: fc.array(fc.string(), { maxLength: 4 }),
		});
		const answer = fc.record({
			dimensions: fc.array(fc.record({ kind: fc.constantFrom(...kinds), question: fc.string() }), { maxLength: 7 }),
			subQuestions: fc.array(one, { maxLength: 12 }),
		});
		const wide: Route = { ...table, values: ["a", "b", "c"], subjects: ["A1", "A2", "A3", "A4", "A5", "A6"] };
		await fc.assert(
			fc.asyncProperty(
				answer,
				fc.constantFrom(lookup, table, synthesis, wide),
				fc.integer({ min: 2, max: 8 }),
				async (given, of, room) => {
					const readings = [
						{ ...literal, weight: 0.7 },
						{ ...literal, id: "r2", text: "Another", weight: 0.3 },
					];
					const made = await planFor([given], of, readings, room)
						.catch((error) => {
							expect(given.subQuestions.every((each) => each.question.replace(/[\s\p{Cc}]+/gu, "") === "")).toBe(true);
							throw error;
						})
						.catch(() => undefined);
					if (!made) return;
					const { subQuestions } = made;
					expect(subQuestions.map(({ id }) => id)).toEqual(subQuestions.map((_, at) => `q${at + 1}`));
					expect(subQuestions.length).toBeLessThanOrEqual(room);
					expect(subQuestions.some(({ stance }) => stance === "adversarial")).toBe(true);
					expect(subQuestions.some(({ stance }) => stance === "supporting")).toBe(true);
					for (const each of subQuestions) {
						expect(each.text.trim()).not.toBe("");
						expect(each.threads.length === 1 || each.threads.length === 2).toBe(true);
						expect(["r1", "r2"]).toContain(each.readingId);
						expect([undefined, ...of.values]).toContain(each.value);
						expect([undefined, ...of.subjects]).toContain(each.subject);
					}
					if (of.shape !== "extraction") return;
					for (const subject of of.subjects)
						for (const value of of.values)
							expect(
								subQuestions.some(
									(each) =>
										each.stance === "supporting" &&
										[undefined, value].includes(each.value) &&
										(each.subject === subject ||
											(each.subject === undefined &&
												(each.value === value || each.text.toLowerCase().includes(subject.toLowerCase())))),
								),
							).toBe(true);
				},
			),
		);
	});
});
