import { expect, test } from "vitest";
import { claimOf, lookupRoute, sourceOf } from "../../../../test/support/evidence.ts";
import { writeInputOf } from "../../../../test/support/report.ts";
import { sketchOf } from "../../../evidence/text-sketch.ts";
import { clusterUses } from "../../claim-clusters.ts";
import { buildPromptEvidence } from "./prompt-evidence.ts";

const sentence = "The harbour of Aldersund lost 40% of its herring boats between 2031 and 2034.";
const claims = [
	claimOf(sentence, { id: "first", sourceId: "s1", subQuestionIds: ["q1"] }),
	claimOf("Herring moved north as the sea grew warm.", {
		id: "other",
		sourceId: "s1",
		subQuestionIds: ["q2"],
		start: 90,
	}),
	claimOf(sentence, { id: "copy", sourceId: "s2", subQuestionIds: ["q3"], class: "adjacent" }),
];
const inputOf = (shape: "synthesis" | "extraction") =>
	writeInputOf(
		"Why did the fishery fail?",
		{ claims, sources: [sourceOf("s1"), sourceOf("s2")] },
		{
			route: { ...lookupRoute, shape },
			groups: [
				{
					...{ id: "first", text: sentence, claimIds: ["first", "copy"], sourceIds: ["s1", "s2"], origins: 1 },
					...{ confidence: "medium", disputed: false, challenged: false, subQuestionIds: ["q1"] },
				},
			],
			conflicts: [{ kind: "value", a: "copy", b: "other", why: "warm sea against boats" }],
		},
	);

test.each(["synthesis", "extraction"] as const)(
	"a writer of a %s is shown a fact once, and can cite every page that states it",
	(shape) => {
		const evidence = buildPromptEvidence(inputOf(shape), 10_000);
		const text = evidence.parts.map((part) => part.text).join("\n");
		expect(text.split(sentence)).toHaveLength(2);
		expect(text).toMatch(/^c1 \((?:p1, )?q1, q3\): The harbour/m);
		expect(text).toContain("also c3 (p2), one origin, however many pages");
		expect(text).not.toContain("c1 = c3");
		expect(text).toContain("c1 against c2: warm sea against boats");
		expect(text).toContain("Page 2: ‹s2›");
		expect(evidence.claimByMark("c3")?.id).toBe("copy");
		expect(evidence.markOf("copy")).toBe("c3");
		expect(evidence.partOf(["copy"]).text).toContain(`c3 (q3, background): ${sentence}`);
		expect(evidence.shownCount).toBe(3);
	},
);

test("a fact counts once in a cluster, and citing any of its claims cites it", () => {
	const draft = { sections: [{ heading: "", sentences: [{ kind: "fact" as const, text: "", claimIds: ["copy"] }] }] };
	const used = clusterUses(inputOf("synthesis"), draft);
	expect(used.reduce((sum, one) => sum + one.claims, 0)).toBe(2);
	expect(used.reduce((sum, one) => sum + one.cited, 0)).toBe(1);
});

test("a claim's text in context is shown where its quote leaves out what it is about", () => {
	const read = [
		claimOf("Aldersund lost its herring boats.", { quote: "It lost its boats.", start: 0 }),
		claimOf("The sea grew warm.", { quote: "and the sea grew warm", start: 40 }),
	];
	const text = buildPromptEvidence({ ...inputOf("extraction"), claims: read, groups: [], conflicts: [] }, 10_000)
		.parts[0]?.text;
	expect(text).toContain("in context: Aldersund lost its herring boats.");
	expect(text).not.toContain("in context: The sea grew warm.");
});

test("a copied page is marked as the copy of the other", () => {
	const sketch = sketchOf(Array.from({ length: 60 }, (_, at) => `Boat ${at} was sold to buyer ${at * 7}.`).join("\n"));
	const sources = [sourceOf("s1", { sketch }), sourceOf("s2", { sketch })];
	const text = buildPromptEvidence({ ...inputOf("synthesis"), sources }, 10_000).parts[0]?.text;
	expect(text).toContain("Page 2: ‹s2› (copy of page 1)");
	expect(text).toMatch(/^Page 1: ‹s1›$/m);
});

test("a dispute of three values is one line that begins with what it is about", () => {
	const years = ["2031", "2033", "2034"].map((year, at) =>
		claimOf(`The weir of Aldersund was built in ${year}.`, {
			id: `w${at}`,
			sourceId: `s${at}`,
			subQuestionIds: ["q1"],
		}),
	);
	const pairs = [
		[0, 1],
		[0, 2],
		[1, 2],
	] as const;
	const conflicts = pairs.map(([a, b]) => ({
		...{ kind: "date" as const, a: `w${a}`, b: `w${b}`, why: `${2031 + a} against ${2031 + b}` },
		...{ about: "year of building", class: "fact" as const, settleable: true },
	}));
	const input = { ...inputOf("synthesis"), claims: years, groups: [], conflicts };
	const text = buildPromptEvidence(input, 10_000)
		.parts.map((part) => part.text)
		.join("\n");
	expect(text).toMatch(
		/^c1 against c2 against c3: year of building, .* \(they differ in fact; more data could settle it\)$/mu,
	);
	expect(text.match(/ against c/gu)).toHaveLength(2);
});

test("a claim that a newer edition of its page contradicts is marked as superseded", () => {
	const two = ["12", "15"].map((share, at) =>
		claimOf(`Rent closed ${share} percent of the shops.`, { id: `r${at}`, sourceId: `s${at}`, subQuestionIds: ["q1"] }),
	);
	const sources = ["2030", "2031"].map((year, at) =>
		sourceOf(`s${at}`, { title: `Shop survey ${year}`, url: `https://survey.test/${year}` }),
	);
	const conflicts = [{ kind: "number" as const, a: "r0", b: "r1", why: "12 against 15 percent" }];
	const input = { ...inputOf("synthesis"), claims: two, groups: [], conflicts, sources };
	const [part] = buildPromptEvidence(input, 10_000).parts;
	expect(part?.text).toMatch(/^c1 \([^)]*superseded[^)]*\): Rent closed 12/mu);
	expect(part?.text).not.toMatch(/superseded[^)]*\): Rent closed 15/u);
});

test("a writer without room for all claims sees something of each cluster, also of a small one", () => {
	const boats = Array.from({ length: 60 }, (_, at) =>
		claimOf(`Herring boat ${at} of Aldersund was sold to the breakers after the season.`, {
			...{ sourceId: "s1", start: at * 100, relevance: 1 },
		}),
	);
	const pilots = ["Pilots asked the crown for a pension.", "The crown refused the pilots their pension."].map(
		(text, at) => claimOf(text, { sourceId: "s2", start: at * 50, relevance: 0.1 }),
	);
	const given = { claims: [...boats, ...pilots], sources: [sourceOf("s1"), sourceOf("s2")] };
	const input = writeInputOf("Why did the fishery fail?", given, { route: { ...lookupRoute, shape: "synthesis" } });
	const evidence = buildPromptEvidence(input, 3_000);
	expect(evidence.shownCount).toBeLessThan(40);
	expect(evidence.parts[0]?.text).toMatch(/^Cluster k\d+ .*\nc\d+ .*pension/mu);
});
