import { distinctBy } from "../../base/distinct.ts";
import { shortHash } from "../../base/hash.ts";
import { jaccard, shortLine, trigrams } from "../../base/text.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { Findings } from "../../evidence/findings.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { bearingOn } from "../../reasoning/bearing.ts";
import type { Extraction } from "../../reasoning/reasoner.ts";
import { passagesIn } from "../extract.ts";
import { bearsOn } from "../named.ts";
import { claimsPerPage, placedAll } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import { weighedPart } from "../weighed.ts";
import { type Desk, type Notes, recorded } from "./desk.ts";

/** What the reasoner extracted from a page. `fallbacks` holds why a model did not. */
export interface TakenNotes extends Extraction {
	fallbacks: Fallback[];
}

/** The most claims of one page that its reader is shown, and the longest text of each. Characters. */
const toldMost = 16;
const toldLongest = 240;
/** Statements with at least this similarity are the same. */
const sameStatement = 0.6;

/**
 * METHOD §5, compress as you read: extracts the claims of a page as the pipeline does. Its text does not enter the investigator's
 * context. A page that the run has read before is extracted for the sub-question alone, and only where it may hold something on
 * it. `found`: the passages that a search found. The returned function records the notes.
 */
export async function takeNotes(desk: Desk, read: ReadPage, found: PooledHit["passages"] = []): Promise<() => void> {
	const { url } = read.source;
	const { question, subQuestion, others = [] } = desk.assignment;
	const { claims: all = [], of } = desk.lead.before ?? {};
	const { claims: known, whole } = of?.(url) ?? { claims: [], whole: [] };
	const isAgain = known.length > 0 || whole.length > 0;
	const isWanted =
		!isAgain || (!whole.includes(subQuestion.id) && bearsOn(subQuestion, read.page, { question, claims: all }));
	if (!isWanted) return () => desk.notes.set(url, { claims: [], known, dropped: 0, whole: [] });
	const { claims: extracted, speaker, fallbacks } = await extraction(desk, read, found, isAgain);
	return () => {
		if (desk.notes.has(url)) return;
		if (speaker) desk.pages.set(url, { ...read, source: { ...read.source, speaker } });
		const { claims, dropped } = placedAll(extracted, read, [subQuestion.id]);
		const fresh = distinctBy(claims, ({ id }) => id).filter(({ id }) => !known.some((one) => one.id === id));
		const asked = fallbacks.length > 0 ? [] : [subQuestion, ...(isAgain ? [] : others)].map(({ id }) => id);
		desk.notes.set(url, { claims: fresh, known, dropped, whole: asked });
		for (const fallback of fallbacks) desk.lead.onFallback(fallback);
	};
}

/** Investigators that read a page at once share one request to a model, which is paid once. */
function extraction(desk: Desk, read: ReadPage, found: PooledHit["passages"], isAgain: boolean): Promise<TakenNotes> {
	const key = shortHash([read.source.hash, read.source.url, ...(isAgain ? [desk.assignment.subQuestion.text] : [])]);
	return recorded(
		desk.run,
		`extract:${key}`,
		(signal) => extract(desk, read, found, isAgain, signal),
		(reason) => ({ claims: [], fallbacks: [{ role: "extractClaims" as const, code: "STEP_CRASHED", reason }] }),
	);
}

async function extract(
	{ tools, assignment, lead }: Desk,
	{ page }: ReadPage,
	found: PooledHit["passages"],
	isAgain: boolean,
	signal: AbortSignal,
): Promise<TakenNotes> {
	const { question, route, others, room } = assignment;
	const subQuestion = isAgain ? assignment.subQuestion : (assignment.planned ?? assignment.subQuestion);
	const fallbacks: Fallback[] = [];
	const passages = isAgain ? await passagesIn(tools, page, subQuestion.text, found, signal) : found;
	const part = weighedPart(page, passages);
	const extracted = await tools.reasoner.extractClaims(
		{
			...{ question, route, subQuestion, page: part.page, passages: part.inParts(passages), max: claimsPerPage },
			...(isAgain ? { only: true as const } : { others }),
			...(room === undefined ? {} : { room }),
		},
		{ signal, leftMs: lead.leftMs, onFallback: (fallback) => fallbacks.push(fallback) },
	);
	return { ...extracted, claims: extracted.claims.map(part.inWhole), fallbacks };
}

/** The claims of a page that are new to its reader, those on the sub-question first. Each is shown once. */
export function notesText({ notes, shown, assignment }: Desk, { source }: ReadPage): string {
	const { claims: anew = [], known = [] } = notes.get(source.url) ?? {};
	const claims = [...anew, ...known];
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
		.map(({ text, start }) => `- ${start}: ${shortLine(text, toldLongest)}`);
	const more = fresh.length > rows.length ? [`and ${fresh.length - rows.length} more, which bear on it less`] : [];
	return ["New claims, each after the character of its quote:", ...rows, ...more].join("\n");
}

/** What was newly extracted, in the order of the pages. */
export function notesOf({ notes, pages }: Desk): Pick<Notes, "claims" | "dropped"> & Pick<Findings, "whole"> {
	const read = [...pages.values()].flatMap(({ source }) => {
		const one = notes.get(source.url);
		return one ? [{ source, ...one }] : [];
	});
	const whole = read.filter((one) => one.whole.length > 0).map((one) => [one.source.id, one.whole] as const);
	return {
		claims: distinctBy(
			read.flatMap(({ claims }) => claims),
			({ id }) => id,
		),
		dropped: read.reduce((sum, { dropped }) => sum + dropped, 0),
		...(whole.length > 0 ? { whole: Object.fromEntries(whole) } : {}),
	};
}

/** Extracts the pages that were read but not extracted yet. */
export async function takeAllNotes(desk: Desk): Promise<void> {
	const open = [...desk.pages.values()].filter(({ source }) => !desk.notes.has(source.url));
	const passages = (url: string) => [...desk.found.values()].find(({ hit }) => hit.url === url)?.hit.passages;
	const settled = await Promise.allSettled(open.map((read) => takeNotes(desk, read, passages(read.source.url))));
	for (const one of settled) {
		if (one.status === "rejected") throw one.reason;
		one.value();
	}
}
