import { distinctBy } from "../../base/distinct.ts";
import { shortHash } from "../../base/hash.ts";
import { jaccard, shortLine, trigrams } from "../../base/text.ts";
import type { Fallback } from "../../evidence/call.ts";
import type { Findings } from "../../evidence/findings.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { PageExtraction } from "../../reasoning/reasoner.ts";
import { relevantClaims } from "../../reasoning/relevant-claims.ts";
import { excerptOf } from "../excerpt.ts";
import { passagesIn } from "../extract.ts";
import { claimsPerPage, locateClaims } from "../locate-claims.ts";
import { isRelevantTo } from "../page-relevance.ts";
import type { ReadPage } from "../read.ts";
import { shownLengthOf } from "../shown-length.ts";
import { type PageNotes, recordStep, type Workspace } from "./workspace.ts";

/** What the reasoner extracted from a page. `fallbacks` holds why a model did not. */
export interface ExtractedNotes extends PageExtraction {
	fallbacks: Fallback[];
}

/** The most claims of one page that its reader is shown, and the longest text of each. Characters. */
const claimsShownMost = 16;
const claimShownLongest = 240;
/** Statements with at least this similarity are the same. */
const sameStatementFrom = 0.6;

/**
 * METHOD §5, compress as you read: extracts the claims of a page as the pipeline does. Its text does not enter the investigator's
 * context. A page that the run has read before is extracted for the sub-question alone, and only where it may hold something on
 * it. `found`: the passages that a search found. The returned function records the notes.
 */
export async function takeNotes(
	workspace: Workspace,
	read: ReadPage,
	found: PooledHit["passages"] = [],
): Promise<() => void> {
	const { url } = read.source;
	const { question, subQuestion, others = [] } = workspace.assignment;
	const { claims: all = [], ofPage: of } = workspace.parent.before ?? {};
	const { claims: known, whole } = of?.(url) ?? { claims: [], whole: [] };
	const isAgain = known.length > 0 || whole.length > 0;
	const isWanted =
		!isAgain || (!whole.includes(subQuestion.id) && isRelevantTo(subQuestion, read.page, { question, claims: all }));
	if (!isWanted) return () => workspace.notes.set(url, { claims: [], known, dropped: 0, whole: [] });
	const { claims: extracted, speaker, fallbacks } = await recordedExtraction(workspace, read, found, isAgain);
	return () => {
		if (workspace.notes.has(url)) return;
		if (speaker) workspace.pages.set(url, { ...read, source: { ...read.source, speaker } });
		const { claims, dropped } = locateClaims(extracted, read, [subQuestion.id]);
		const fresh = distinctBy(claims, ({ id }) => id).filter(({ id }) => !known.some((one) => one.id === id));
		const extractedFor = fallbacks.length > 0 ? [] : [subQuestion, ...(isAgain ? [] : others)].map(({ id }) => id);
		workspace.notes.set(url, { claims: fresh, known, dropped, whole: extractedFor });
		for (const fallback of fallbacks) workspace.parent.onFallback(fallback);
	};
}

/** Investigators that read a page at once share one request to a model, which is paid once. */
function recordedExtraction(
	workspace: Workspace,
	read: ReadPage,
	found: PooledHit["passages"],
	isAgain: boolean,
): Promise<ExtractedNotes> {
	const key = shortHash([
		read.source.hash,
		read.source.url,
		...(isAgain ? [workspace.assignment.subQuestion.text] : []),
	]);
	return recordStep(
		workspace.run,
		`extract:${key}`,
		(signal) => extractPage(workspace, read, found, isAgain, signal),
		(reason) => ({ claims: [], fallbacks: [{ role: "extractClaims" as const, code: "STEP_CRASHED", reason }] }),
	);
}

async function extractPage(
	{ tools, assignment, assigned, parent: lead }: Workspace,
	{ page, source }: ReadPage,
	hits: PooledHit["passages"],
	isAgain: boolean,
	signal: AbortSignal,
): Promise<ExtractedNotes> {
	const { question, route } = assignment;
	const shared = isAgain ? undefined : assigned.get(source.url);
	const found = shared?.passages ?? hits;
	const room =
		assignment.room === undefined || !shared ? assignment.room : shownLengthOf(assignment.room, shared.relevance);
	// Whoever of the wave reads a page first asks for the same, in the same order.
	const planned = [assignment.planned ?? assignment.subQuestion, ...(assignment.others ?? [])].toSorted((a, b) =>
		a.id.localeCompare(b.id, "en", { numeric: true }),
	);
	const [subQuestion = assignment.subQuestion, ...others] = isAgain ? [] : planned;
	const fallbacks: Fallback[] = [];
	const passages = isAgain ? await passagesIn(tools, page, subQuestion.text, found, signal) : found;
	const part = excerptOf(page, passages, [subQuestion, ...others]);
	const extracted = await tools.reasoner.extractClaims(
		{
			...{
				question,
				route,
				subQuestion,
				page: part.page,
				passages: part.rangesInExcerpt(passages),
				max: claimsPerPage,
			},
			...(isAgain ? { only: true as const } : others.length > 0 ? { others } : {}),
			...(room === undefined ? {} : { room }),
		},
		{ signal, step: lead.step, leftMs: lead.leftMs, onFallback: (fallback) => fallbacks.push(fallback) },
	);
	return { ...extracted, claims: extracted.claims.map(part.claimInPage), fallbacks };
}

/** The claims of a page that are new to its reader, those on the sub-question first. Each is shown once. */
export function notesText({ notes, shown, assignment }: Workspace, { source }: ReadPage): string {
	const { claims: newClaims = [], known = [] } = notes.get(source.url) ?? {};
	const claims = [...newClaims, ...known];
	if (claims.length === 0) return "Nothing in it was found to bear on what is asked.";
	const fresh = claims.filter(({ id, text }) => {
		const grams = trigrams(text);
		const wasShown = [...shown.claims.values()].some((one) => jaccard(one, grams) >= sameStatementFrom);
		if (!wasShown) shown.claims.set(id, grams);
		return !wasShown;
	});
	if (fresh.length === 0) return "It holds nothing that is new to you.";
	const bearing = relevantClaims(fresh, assignment.subQuestion);
	const rows = [...bearing, ...fresh.filter((one) => !bearing.includes(one))]
		.slice(0, claimsShownMost)
		.map(({ text, start }) => `- ${start}: ${shortLine(text, claimShownLongest)}`);
	const more = fresh.length > rows.length ? [`and ${fresh.length - rows.length} more, which bear on it less`] : [];
	return ["New claims, each after the character of its quote:", ...rows, ...more].join("\n");
}

/** What was newly extracted, in the order of the pages. */
export function notesOf({ notes, pages }: Workspace): Pick<PageNotes, "claims" | "dropped"> & Pick<Findings, "whole"> {
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
export async function takeRemainingNotes(workspace: Workspace): Promise<void> {
	const open = [...workspace.pages.values()].filter(({ source }) => !workspace.notes.has(source.url));
	const passages = (url: string) => [...workspace.found.values()].find(({ hit }) => hit.url === url)?.hit.passages;
	const settled = await Promise.allSettled(open.map((read) => takeNotes(workspace, read, passages(read.source.url))));
	for (const one of settled) {
		if (one.status === "rejected") throw one.reason;
		one.value();
	}
}
