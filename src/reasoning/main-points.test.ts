import { expect, test } from "vitest";
import { claimOf, sourceOf, synthesisRoute } from "../../test/support/evidence.ts";
import { factOf, sectionWith } from "../../test/support/report.ts";
import { mainPoints, missingPoints } from "./main-points.ts";

const fees = claimOf("Harbour fees rose by half in one year.", { main: true, relevance: 0.6 });
const again = claimOf("Harbour fees rose by half in one year.", { main: true, sourceId: "s2", start: 40 });
const silt = claimOf("Silt closed the eastern channel to tankers.", { main: true, relevance: 1, start: 80 });
const rats = claimOf("Rats were seen on the quay.", { start: 120 });
const claims = [fees, again, silt, rats];
const inputOf = (all: typeof claims) => ({
	claims: all,
	sources: [sourceOf("s1"), sourceOf("s2")],
	route: synthesisRoute,
	plan: { dimensions: [], subQuestions: [] },
});
const draft = (text: string, claimIds: string[]) => sectionWith(factOf(text, ...claimIds));

test("main points that no sentence cites or states are missing: each fact once, the most relevant first", () => {
	expect(missingPoints(inputOf(claims), draft("Rats live there.", [rats.id]))).toEqual([silt.id, fees.id]);
	expect(missingPoints(inputOf(claims), draft("Fees rose.", [again.id]))).toEqual([silt.id]);
	expect(missingPoints(inputOf(claims), draft("Silt closed the channel in the east to tankers.", [rats.id]))).toEqual([
		fees.id,
	]);
});

test("nothing is missing where no page has a main point", () => {
	expect(missingPoints(inputOf([rats]), { sections: [] })).toEqual([]);
});

test("background is no main point, whatever its page thinks of it", () => {
	expect(missingPoints(inputOf([{ ...silt, class: "adjacent" }, fees]), { sections: [] })).toEqual([fees.id]);
});

test("there are as many main points as a report has room for, those of low-credibility pages last", () => {
	const many = Array.from({ length: 150 }, (_, at) =>
		claimOf(`Pier ${at} of the harbour holds ${at * 3} lamps of type ${at * 7}.`, {
			...{ main: true, start: at * 90, sourceId: at % 2 ? "s1" : "s2", relevance: at % 2 ? 0.5 : 1 },
		}),
	);
	const sources = [sourceOf("s1"), sourceOf("s2", { speaker: { standing: "thin" } })];
	const points = mainPoints({ ...inputOf(many), sources });
	expect(points).toHaveLength(69);
	expect(points.slice(0, 69).every(({ claim }) => claim.sourceId === "s1")).toBe(true);
});
