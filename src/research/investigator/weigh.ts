import { shortHash } from "../../base/hash.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { Claim, ExtractedClaim } from "../../evidence/claim.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { RoleContext } from "../../reasoning/reasoner.ts";
import { placed } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import { weighedPart } from "../weighed.ts";
import { type Desk, recorded } from "./desk.ts";
import type { PassagesFound } from "./instead.ts";

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

/** What the pages of an investigator hold that never reported: read once more, as the pipeline reads pages, `found` in view. */
export async function weigh(
	desk: Desk,
	{ onFallback, leftMs }: Weighing,
	found: PassagesFound = new Map(),
): Promise<{ claims: Claim[]; dropped: string[] }> {
	const pages = [...desk.pages.values()];
	const settled = await Promise.allSettled(
		pages.map((read) => weighOne(desk, read, leftMs, found.get(read.source.url) ?? [])),
	);
	const failed = settled.find((one) => one.status === "rejected");
	if (failed) throw failed.reason;
	const claims: Claim[] = [];
	const dropped: string[] = [];
	for (const [at, one] of settled.entries()) {
		const read = pages[at];
		if (one.status === "rejected" || !read) continue;
		for (const fallback of one.value.fallbacks) onFallback(fallback);
		for (const extracted of one.value.extracted) {
			const found = placed(extracted, read, desk.assignment.subQuestion.id);
			if (found.length === 0) dropped.push(extracted.quote);
			for (const claim of found)
				if (claim.class !== "irrelevant" && !claims.some(({ id }) => id === claim.id)) claims.push(claim);
		}
	}
	return { claims, dropped };
}

function weighOne(
	{ run, tools, assignment }: Desk,
	{ page, source }: ReadPage,
	leftMs: Weighing["leftMs"],
	passages: PooledHit["passages"],
): Promise<Weighed> {
	const { question, route, subQuestion } = assignment;
	return recorded(
		run,
		`extract:${shortHash([source.hash, source.url])}`,
		async (signal) => {
			const fallbacks: Fallback[] = [];
			const part = weighedPart(page, passages);
			const extracted = await tools.reasoner.extractClaims(
				{ question, route, subQuestion, page: part.page, passages: part.inParts(passages), max: claimsPerPage },
				{ signal, leftMs, onFallback: (fallback) => fallbacks.push(fallback) },
			);
			return { extracted: extracted.map(part.inWhole), fallbacks };
		},
		(reason) => ({ extracted: [], fallbacks: [{ role: "extractClaims", code: "STEP_CRASHED", reason }] }),
	);
}
