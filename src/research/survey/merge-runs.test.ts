import { expect, test } from "vitest";
import { claimOf, lookupRoute, noPlan, sourceOf } from "../../../test/support/evidence.ts";
import { optionsFor } from "../../../test/support/flow.ts";
import { emptyState } from "../../evidence/fold.ts";
import type { Report } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { mergeRuns } from "./merge-runs.ts";

const quote = "Heron waits 30 s.";
const site = "heron.test";
const limited = `one page states it; on the web, only ${site} was searched`;
const options = optionsFor("quick", {
	web: { search: ["x"], urls: [], sites: [site], browser: "auto", steel: false },
});

/** The page under one of two addresses, of which one redirects to the other. */
function sourceAt(id: string, url: string): Source {
	const capture = { at: "", how: "fetch", status: 200, url: "https://heron.test/", mime: "", bytes: 1 } as const;
	return sourceOf(id, { url, origin: url, hash: "same", kind: "html", capture });
}

function runWith(source: Source, claimId: string, more: Partial<Report>): ResearchState {
	const claim = claimOf(quote, { id: claimId, sourceId: source.id });
	const report: Report = {
		...{ shape: "lookup", question: "?", sections: [], disputes: [], gaps: [], sourceIds: [source.id], removed: [] },
		...{ checks: [], stopReason: "COVERAGE_MET", stopDetail: "", ...more },
	};
	const state = { ...emptyState, options, route: lookupRoute, plan: noPlan, sources: [source], claims: [claim] };
	return { ...state, source: { name: "corpus", documents: 1, passages: 1, fingerprint: "" }, report };
}

test("skeptics who refuted the answer of a later run stand in the report of all runs, with the claims that they name there", async () => {
	const why = "The page means another Heron.";
	const refuted = { verdict: "refuted", why, claimIds: ["c2"] } as const;
	const said = { kind: "fact", text: `“${quote}”`, claimIds: ["c1"] } as const;
	const first = runWith(sourceAt("s1", "https://heron.test/"), "c1", {
		sections: [{ heading: "", sentences: [{ ...said, claimIds: ["c1"] }] }],
	});
	const second = runWith(sourceAt("s2", "https://www.heron.test/"), "c2", {
		answer: { text: "30 s", claimIds: ["c2"], confidence: "low", alternatives: [], why: limited },
		votes: [
			{ ...refuted, claimIds: ["c2"] },
			{ ...refuted, claimIds: ["c2"] },
		],
	});
	const runs = [first, second].map((state, at) => ({ objective: `o${at}`, state }));
	const { report } = await mergeRuns("?", runs, { get: async () => undefined });
	expect(report?.votes).toEqual([
		{ verdict: "refuted", why, claimIds: ["c1"] },
		{ verdict: "refuted", why, claimIds: ["c1"] },
	]);
	expect(report?.answer).toMatchObject({ claimIds: ["c1"], confidence: "low" });
	expect(report?.sourceIds).toEqual(["s1"]);
	// The run has said already which sites alone were searched.
	expect(report?.answer?.why).toBe(limited);
});
