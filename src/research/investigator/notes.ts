import { distinctBy } from "../../base/distinct.ts";
import { shortHash } from "../../base/hash.ts";
import { jaccard, oneLine, trigrams } from "../../base/text.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { ExtractedClaim } from "../../evidence/claim.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { bearingOn } from "../../reasoning/bearing.ts";
import { claimsPerPage, placedAll } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import { weighedPart } from "../weighed.ts";
import { type Desk, type Notes, recorded } from "./desk.ts";

/** What the reasoner took from a page. */
export interface Extraction {
	extracted: ExtractedClaim[];
	fallbacks: Fallback[];
}

/** Claims of one page that its reader is told, and the length of each. Characters. */
const toldMost = 16;
const toldLongest = 240;
/** Statements this alike are one. */
const sameStatement = 0.6;

/**
 * METHOD §5, compress as you read: the claims of a page, taken as the pipeline takes them; its text does not enter the
 * investigator's context. What the run has taken from the page before is not taken again. `found`: where a search found what it was
 * sent for. The function that is given puts them on the desk.
 */
export async function takeNotes(desk: Desk, read: ReadPage, found: PooledHit["passages"] = []): Promise<() => void> {
	const { url } = read.source;
	const known = desk.lead.known?.(url) ?? [];
	if (known.length > 0) return () => desk.notes.set(url, { known: true, claims: [...known], dropped: 0 });
	const { extracted, fallbacks } = await extraction(desk, read, found);
	return () => {
		if (desk.notes.has(url)) return;
		const { claims, dropped } = placedAll(extracted, read, [desk.assignment.subQuestion.id]);
		desk.notes.set(url, { claims: distinctBy(claims, ({ id }) => id), dropped });
		for (const fallback of fallbacks) desk.lead.onFallback(fallback);
	};
}

/** Several investigators may read a page at once: a model is asked the same of it, and pays once. */
function extraction(desk: Desk, read: ReadPage, found: PooledHit["passages"]): Promise<Extraction> {
	const key = shortHash([read.source.hash, read.source.url]);
	return recorded(
		desk.run,
		`extract:${key}`,
		(signal) => extract(desk, read, found, signal),
		(reason) => ({ extracted: [], fallbacks: [{ role: "extractClaims" as const, code: "STEP_CRASHED", reason }] }),
	);
}

async function extract(
	{ tools, assignment, lead }: Desk,
	{ page }: ReadPage,
	found: PooledHit["passages"],
	signal: AbortSignal,
): Promise<Extraction> {
	const { question, route, subQuestion, others } = assignment;
	const fallbacks: Fallback[] = [];
	const part = weighedPart(page, found);
	const extracted = await tools.reasoner.extractClaims(
		{ question, route, subQuestion, others, page: part.page, passages: part.inParts(found), max: claimsPerPage },
		{ signal, leftMs: lead.leftMs, onFallback: (fallback) => fallbacks.push(fallback) },
	);
	return { extracted: extracted.map(part.inWhole), fallbacks };
}

/** The claims of a page that are new to its reader, those that bear on the sub-question first. It is told each once. */
export function notesText({ notes, shown, assignment }: Desk, { source }: ReadPage): string {
	const claims = notes.get(source.url)?.claims ?? [];
	if (claims.length === 0) return "Nothing in it was found to bear on what is asked.";
	const fresh = claims.filter(({ id, text }) => {
		const grams = trigrams(text);
		const isTold = [...shown.claims.values()].some((one) => jaccard(one, grams) >= sameStatement);
		if (!isTold) shown.claims.set(id, grams);
		return !isTold;
	});
	if (fresh.length === 0) return "It holds nothing that is new to you.";
	const bearing = bearingOn(fresh, assignment.subQuestion);
	const rows = [...bearing, ...fresh.filter((one) => !bearing.includes(one))]
		.slice(0, toldMost)
		.map(({ text, start }) => `- ${start}: ${oneLine(text, toldLongest)}`);
	const more = fresh.length > rows.length ? [`and ${fresh.length - rows.length} more, which bear on it less`] : [];
	return ["New claims, each after the character of its quote:", ...rows, ...more].join("\n");
}

/** What was taken anew, in the order of the pages. */
export function notesOf({ notes, pages }: Desk): Pick<Notes, "claims" | "dropped"> {
	const all = [...pages.keys()].flatMap((url) => notes.get(url) ?? []).filter(({ known }) => !known);
	return {
		claims: distinctBy(
			all.flatMap(({ claims }) => claims),
			({ id }) => id,
		),
		dropped: all.reduce((sum, { dropped }) => sum + dropped, 0),
	};
}

/** The pages on the desk that nothing was taken from yet. */
export async function takeAllNotes(desk: Desk): Promise<void> {
	const open = [...desk.pages.values()].filter(({ source }) => !desk.notes.has(source.url));
	const passages = (url: string) => [...desk.found.values()].find(({ hit }) => hit.url === url)?.hit.passages;
	const settled = await Promise.allSettled(open.map((read) => takeNotes(desk, read, passages(read.source.url))));
	for (const one of settled) {
		if (one.status === "rejected") throw one.reason;
		one.value();
	}
}
