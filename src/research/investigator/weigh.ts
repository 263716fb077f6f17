import { shortHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { Claim, ExtractedClaim } from "../../evidence/claim.ts";
import type { RoleContext } from "../../reasoning/reasoner.ts";
import { placed } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import { type Desk, recorded } from "./desk.ts";
import { pageBehind, putDown } from "./page.ts";

/** Claims of one page, at most. */
const claimsPerPage = 8;

interface Weighing {
	onFallback: (fallback: Fallback) => void;
	leftMs?: RoleContext["leftMs"];
}

interface Weighed {
	extracted: ExtractedClaim[];
	fallbacks: Fallback[];
}

/** What the pages of an investigator hold that never reported: read once more, as the pipeline reads pages. */
export async function weigh(
	desk: Desk,
	{ onFallback, leftMs }: Weighing,
): Promise<{ claims: Claim[]; dropped: string[] }> {
	const pages = [...desk.pages.values()];
	const settled = await Promise.allSettled(pages.map((read) => weighOne(desk, read, leftMs)));
	const failed = settled.find((one) => one.status === "rejected");
	if (failed) throw failed.reason;
	const claims: Claim[] = [];
	const dropped: string[] = [];
	for (const [at, one] of settled.entries()) {
		const read = pages[at];
		if (one.status === "rejected" || !read) continue;
		for (const fallback of one.value.fallbacks) onFallback(fallback);
		for (const found of one.value.extracted) {
			const claim = placed(found, read, desk.assignment.subQuestion.id);
			if (!claim) dropped.push(found.quote);
			else if (claim.class !== "irrelevant" && !claims.some(({ id }) => id === claim.id)) claims.push(claim);
		}
	}
	return { claims, dropped };
}

/** Reads the first results of an investigator that read none itself. */
export async function readBest(desk: Desk): Promise<void> {
	const best = [...desk.found.values()].slice(0, Math.min(limits.choiceMin, desk.readsLeft));
	const settled = await Promise.allSettled(best.map((found) => pageBehind(desk, found)));
	for (const [at, one] of settled.entries()) {
		if (one.status === "rejected") throw one.reason;
		const found = best[at];
		if (found) putDown(desk, found, one.value);
	}
}

function weighOne(
	{ run, tools, assignment }: Desk,
	{ page, source }: ReadPage,
	leftMs: Weighing["leftMs"],
): Promise<Weighed> {
	const { question, route, subQuestion } = assignment;
	return recorded(run, `extract:${shortHash([source.hash, source.url])}`, async (signal) => {
		const fallbacks: Fallback[] = [];
		const extracted = await tools.reasoner.extractClaims(
			{ question, route, subQuestion, page, passages: [], max: claimsPerPage },
			{ signal, leftMs, onFallback: (fallback) => fallbacks.push(fallback) },
		);
		return { extracted, fallbacks };
	});
}
