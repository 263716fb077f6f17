import { shortHash } from "../base/hash.ts";
import type { Claim } from "./claim.ts";
import { noCoverage, summaryOf } from "./coverage.ts";
import type { Coverage } from "./coverage-status.ts";
import type { ResearchEvent } from "./event.ts";
import { mergeClaims } from "./merge-claims.ts";
import type { Slice } from "./pass.ts";
import type { SubQuestion } from "./plan.ts";
import type { Draft, Report } from "./report.ts";
import type { Source } from "./source.ts";
import type { ResearchState } from "./state.ts";
import type { Turn } from "./turn.ts";

/** The survey's ids for a pass's ids. */
export interface IdMap {
	source(id: string): string;
	claim(id: string): string;
	subQuestion(id: string): string;
}

/**
 * The survey's state with the result of one pass. One list of sources and one of claims: a page that is known keeps its entry, and
 * what the pass said of it is renamed to that entry. Sub-questions that the pass added get the survey's next ids. Pure.
 */
export function mergePass(
	before: ResearchState,
	{ slice, pass, isUnfinished, turn: round }: ResearchEvent & { type: "passed" },
): ResearchState {
	const { sources, sourceIds } = mergedSources(before.sources, pass.sources);
	const { added, subQuestionIds } = addedSubQuestions(before, slice, pass.subQuestions);
	const renamed = pass.claims.map((claim) => ({
		...claim,
		sourceId: sourceIds.get(claim.sourceId) ?? claim.sourceId,
		subQuestionIds: claim.subQuestionIds.flatMap((id) => subQuestionIds.get(id) ?? []),
	}));
	const claimIds = claimIdsIn(before.claims, renamed);
	const { claims } = mergeClaims(
		before.claims,
		renamed.map((claim) => ({ ...claim, id: claimIds.get(claim.id) ?? claim.id })),
	);
	const ids: IdMap = {
		source: (id) => sourceIds.get(id) ?? id,
		claim: (id) => claimIds.get(id) ?? id,
		subQuestion: (id) => subQuestionIds.get(id) ?? id,
	};
	const known = new Set(before.claims.map(({ id }) => id));
	const unreadUrls = new Set(before.unread.map(({ url }) => url));
	const skipped = new Set(before.skipped.map(({ service }) => service));
	const conflicts = pass.conflicts.map((one) => ({ ...one, a: ids.claim(one.a), b: ids.claim(one.b) }));
	const failed = pass.parked.find(({ what }) => what.startsWith(`pass ${slice.id} (`))?.reason;
	const asked = new Set([...before.subQuestions, ...added].map(({ text }) => text));
	return {
		...before,
		subQuestions: [...before.subQuestions, ...added],
		coverage: mergedCoverage(before.coverage, added, pass.coverage, ids),
		sources,
		unread: [...before.unread, ...pass.unread.filter(({ url }) => !unreadUrls.has(url))],
		extractedFor: mergedExtractions(before.extractedFor, pass.extractedFor, ids),
		claims,
		conflicts: [...before.conflicts, ...conflicts],
		judged: [...(before.judged ?? []), ...pass.judged],
		followUps: [...before.followUps, ...pass.followUps].filter(
			({ text }, at, all) => !asked.has(text) && all.findIndex((one) => one.text === text) === at,
		),
		turns: [
			...before.turns,
			...pass.turns.map((turn, at) => ({ ...renamedTurn(before, turn, at, round, ids, known), pass: slice.id })),
		],
		skipped: [...before.skipped, ...pass.skipped.filter(({ service }) => !skipped.has(service))],
		fallbacks: [...before.fallbacks, ...pass.fallbacks],
		parked: [...before.parked, ...pass.parked],
		passes: (before.passes ?? []).map((one) =>
			one.slice.id === slice.id
				? {
						...one,
						done: isUnfinished !== true,
						...(failed === undefined ? {} : { failed }),
						found: { steps: pass.turns.length, sources: pass.sources.length, claims: pass.claims.length },
						...(pass.report ? { report: renamedReport(pass.report, ids) } : {}),
					}
				: one,
		),
	};
}

/** A page is known if its address and text are, or if it is one that another address redirects to. A changed text is a source of its own. */
function mergedSources(before: readonly Source[], fresh: readonly Source[]) {
	const sources = [...before];
	const sourceIds = new Map<string, string>();
	for (const source of fresh) {
		const known = sources.find(
			({ hash, url, capture }) =>
				hash === source.hash && (url === source.url || (capture !== undefined && capture.url === source.capture?.url)),
		);
		const isTaken = sources.some(({ id }) => id === source.id);
		const id = known?.id ?? (isTaken ? `s${shortHash([source.url, source.hash]).slice(0, 10)}` : source.id);
		sourceIds.set(source.id, id);
		if (!known) sources.push({ ...source, id });
	}
	return { sources, sourceIds };
}

/** A claim of a page that has a second address is the claim that the first address has. */
function claimIdsIn(before: readonly Claim[], renamed: readonly Claim[]): Map<string, string> {
	const keyOf = ({ sourceId, quote, start, cell }: Claim) =>
		JSON.stringify([sourceId, quote, start, cell?.row, cell?.column]);
	const known = new Map(before.map((claim) => [keyOf(claim), claim.id]));
	return new Map(renamed.map((claim) => [claim.id, known.get(keyOf(claim)) ?? claim.id]));
}

function addedSubQuestions(before: ResearchState, slice: Slice, own: readonly SubQuestion[]) {
	const subQuestionIds = new Map<string, string>();
	const added: SubQuestion[] = [];
	const byText = new Map(before.subQuestions.map(({ text, id }) => [text, id]));
	own.forEach((one, at) => {
		const known = slice.subQuestionIds[at] ?? byText.get(one.text);
		const id = known ?? `q${before.subQuestions.length + added.length + 1}`;
		subQuestionIds.set(one.id, id);
		if (known === undefined) added.push({ ...one, id });
	});
	return { added, subQuestionIds };
}

/** Queries, pages and gaps of each sub-question. Claims and actions are counted when the claims are compared. */
function mergedCoverage(
	before: ResearchState["coverage"],
	added: readonly SubQuestion[],
	own: Record<string, Coverage>,
	ids: IdMap,
): ResearchState["coverage"] {
	const coverage = { ...before, ...Object.fromEntries(added.map(({ id }) => [id, noCoverage])) };
	for (const [ownId, one] of Object.entries(own)) {
		const id = ids.subQuestion(ownId);
		const known = coverage[id] ?? noCoverage;
		const read = [...new Set([...(known.read ?? []), ...(one.read ?? []).map(ids.source)])];
		coverage[id] = {
			...known,
			tier: Math.max(known.tier, one.tier),
			queries: [...new Set([...known.queries, ...one.queries])],
			...(read.length > 0 ? { read } : {}),
			...(one.gaps ? { gaps: one.gaps } : {}),
		};
	}
	return coverage;
}

function mergedExtractions(
	before: ResearchState["extractedFor"],
	own: ResearchState["extractedFor"],
	ids: IdMap,
): ResearchState["extractedFor"] {
	const merged = { ...before };
	for (const [sourceId, asked] of Object.entries(own)) {
		const id = ids.source(sourceId);
		merged[id] = [...new Set([...(merged[id] ?? []), ...asked.map(ids.subQuestion)])];
	}
	return merged;
}

/** An action of a pass as an action of the survey's round. The round's comparison gives it its signal. */
function renamedTurn(
	before: ResearchState,
	{ signal: _signal, after: _after, ...turn }: Turn,
	at: number,
	round: number,
	ids: IdMap,
	known: ReadonlySet<string>,
): Turn {
	const { action, subQuestionId } = turn;
	// Reasons are written by code and name sub-questions by their ids.
	const reason = action.reason.replace(/\bq\d+\b/g, ids.subQuestion);
	return {
		...turn,
		n: before.turns.length + at + 1,
		wave: round,
		action:
			"subQuestionId" in action ? { ...action, reason, subQuestionId: ids.subQuestion(action.subQuestionId) } : action,
		subQuestionId: subQuestionId === undefined ? undefined : ids.subQuestion(subQuestionId),
		read: turn.read.map(ids.source),
		claims: turn.claims.map(ids.claim).filter((id) => !known.has(id)),
		conflicts: turn.conflicts.map((one) => ({ ...one, a: ids.claim(one.a), b: ids.claim(one.b) })),
		before: summaryOf(before),
	};
}

/** A draft whose markers and blocks name the survey's claims and sources. */
function renamedDraft<T extends Draft>(draft: T, { claim, source }: Pick<IdMap, "claim" | "source">): T {
	const cited = <C extends { claimIds: string[] }>(one: C): C => ({ ...one, claimIds: one.claimIds.map(claim) });
	const { answer, bottomLine, table, sections } = draft;
	return {
		...draft,
		...(answer ? { answer: { ...cited(answer), alternatives: answer.alternatives.map(cited) } } : {}),
		...(bottomLine ? { bottomLine: bottomLine.map(cited) } : {}),
		...(table
			? {
					table: {
						...table,
						rows: table.rows.map((row) => ({
							...row,
							cells: row.cells.map((cell) => ("claimIds" in cell ? cited(cell) : cell)),
						})),
					},
				}
			: {}),
		sections: sections.map((section) => ({
			...section,
			sentences: section.sentences.map(cited),
			...(section.blocks
				? { blocks: section.blocks.map((block) => ({ ...cited(block), sourceId: source(block.sourceId) })) }
				: {}),
		})),
	};
}

function renamedReport(report: Report, ids: IdMap): Report {
	const { support, votes } = report;
	return {
		...renamedDraft(report, ids),
		sourceIds: report.sourceIds.map(ids.source),
		disputes: report.disputes.map((one) => ({ ...one, a: ids.claim(one.a), b: ids.claim(one.b) })),
		...(votes ? { votes: votes.map((one) => ({ ...one, claimIds: one.claimIds.map(ids.claim) })) } : {}),
		...(support
			? {
					support: {
						...support,
						judgements: support.judgements.map((one) => ({ ...one, claimIds: one.claimIds.map(ids.claim) })),
					},
				}
			: {}),
	};
}
