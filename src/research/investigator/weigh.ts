import { shortHash } from "../../base/hash.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { Claim, ExtractedClaim } from "../../evidence/claim.ts";
import { placed } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import { type Desk, recorded } from "./desk.ts";

/** Claims of one page, at most. */
const claimsPerPage = 8;

interface Weighed {
	extracted: ExtractedClaim[];
	fallbacks: Fallback[];
}

/** What the pages of an investigator hold that never reported: read once more, as the pipeline reads pages. */
export async function weigh(
	desk: Desk,
	onFallback: (fallback: Fallback) => void,
): Promise<{ claims: Claim[]; dropped: string[] }> {
	const pages = [...desk.pages.values()];
	const settled = await Promise.allSettled(pages.map((read) => weighOne(desk, read)));
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

function weighOne({ run, tools, assignment }: Desk, { page, source }: ReadPage): Promise<Weighed> {
	const { question, route, subQuestion } = assignment;
	return recorded(run, `extract:${shortHash([source.hash, source.url])}`, async (signal) => {
		const fallbacks: Fallback[] = [];
		const extracted = await tools.reasoner.extractClaims(
			{ question, route, subQuestion, page, passages: [], max: claimsPerPage },
			{ signal, onFallback: (fallback) => fallbacks.push(fallback) },
		);
		return { extracted, fallbacks };
	});
}
