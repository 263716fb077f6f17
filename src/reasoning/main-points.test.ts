import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import type { Draft } from "../evidence/report.ts";
import { missingPoints } from "./main-points.ts";

const fees = claimOf("Harbour fees rose by half in one year.", { main: true, relevance: 0.6 });
const again = claimOf("Harbour fees rose by half in one year.", { main: true, sourceId: "s2", start: 40 });
const silt = claimOf("Silt closed the eastern channel to tankers.", { main: true, relevance: 1, start: 80 });
const rats = claimOf("Rats were seen on the quay.", { start: 120 });
const claims = [fees, again, silt, rats];
const draft = (text: string, claimIds: string[]): Draft => ({
	sections: [{ heading: "", sentences: [{ kind: "fact", text, claimIds }] }],
});

test("a main point that no sentence cites or states is missing, each fact once, the most relevant first", () => {
	expect(missingPoints(claims, draft("Rats live there.", [rats.id]))).toEqual([silt.id, fees.id]);
	expect(missingPoints(claims, draft("Fees rose.", [again.id]))).toEqual([silt.id]);
	expect(missingPoints(claims, draft("Silt closed the channel in the east to tankers.", [rats.id]))).toEqual([fees.id]);
});

test("nothing is missing where no page has a main point", () => {
	expect(missingPoints([rats], { sections: [] })).toEqual([]);
});
