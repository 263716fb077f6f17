import { expect, test } from "vitest";
import { claimOf, synthesisRoute as route } from "../../test/support/evidence.ts";
import { clusterClaims, clusterUses } from "./claim-clusters.ts";

const texts = [
	"The licence costs 40 euro a seat.",
	"A licence for ten seats costs 380 euro.",
	"Tired maintainers left the project.",
	"Burnout of its maintainers slowed the project.",
	"Seats are counted by the licence server.",
	"Maintainers who leave are not replaced.",
	"Herons nest on the roof.",
];
const claims = texts.map((text, index) => claimOf(text, { sourceId: `s${(index % 3) + 1}`, start: index }));
const question = "Why did the project Osprey fail?";

test("claims of several pages on one matter form a cluster, each claim once, named by its most distinctive words", () => {
	const outline = clusterClaims(claims, question);
	const members = outline.map((cluster) => cluster.claims.map(({ text }) => texts.indexOf(text)));
	expect(members).toEqual([[0, 1, 4], [2, 3, 5], [6]]);
	expect(outline[0]?.name).toContain("licence");
	expect(outline[1]?.name).toContain("maintainers");
	expect(outline[1]?.name).not.toContain("project");
	expect(outline[2]?.name).toBe("");
	expect(clusterClaims(claims, question)).toEqual(outline);
});

test("a cluster's typical claim is the one most like the others, a direct one before others", () => {
	const [licence] = clusterClaims(claims, question);
	expect(licence?.typical.text).toBe(texts[0]);
	const adjacent = claims.map((claim, at) => (at === 0 ? { ...claim, class: "adjacent" as const } : claim));
	expect(clusterClaims(adjacent, question)[0]?.typical.text).not.toBe(texts[0]);
});

test("many claims make few clusters", () => {
	const many = Array.from({ length: 100 }, (_, at) =>
		claimOf(`The ${["crane", "quay", "dredger", "pilot"][at % 4]} of basin ${at} costs money.`, { start: at }),
	);
	expect(clusterClaims(many, question).length).toBeLessThanOrEqual(15);
});

test("the use of a cluster counts the claims that a draft cites, and gives the reason when it is left out", () => {
	const [licence] = clusterClaims(claims, question);
	const draft = {
		sections: [{ heading: "", sentences: [{ kind: "fact" as const, text: "", claimIds: [claims[2]?.id ?? ""] }] }],
		leftOut: [{ cluster: licence?.name ?? "", reason: "prices explain nothing" }],
	};
	const weighed = claims.map((one, at) => ({ ...one, relevance: at === 1 ? 1 : 0.5 }));
	expect(clusterUses({ claims: weighed, question, route }, draft)).toEqual([
		expect.objectContaining({ claims: 3, pages: 2, cited: 0, leftOut: "prices explain nothing" }),
		expect.objectContaining({ claims: 3, cited: 1 }),
		{ ...{ name: "single findings", claims: 1, pages: 1, cited: 0 }, typical: "Herons nest on the roof." },
	]);
});
