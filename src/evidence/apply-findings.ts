import type { Claim } from "./claim.ts";
import type { ResearchEvent, ServiceFault } from "./event.ts";
import type { Findings } from "./findings.ts";
import { type ClaimGain, mergeClaims } from "./merge-claims.ts";
import type { ResearchState, Turn } from "./state.ts";
import { actionAt, actionsGaining, currentWave, updateTurn } from "./wave.ts";

/** Adds an investigator's findings, as if the action itself had searched and read. */
export function applyInvestigated(
	before: ResearchState,
	event: ResearchEvent & { type: "investigated" },
): ResearchState {
	const { subQuestionId, findings } = event;
	const action =
		currentWave(before).find((turn) => turn.subQuestionId === subQuestionId) ?? actionAt(before, event.order);
	const read = new Set(before.sources.map(({ id }) => id));
	const sources = findings.sources.filter(({ id }) => !read.has(id));
	const isWorker = before.subQuestions.some(({ id, worker }) => id === subQuestionId && worker);
	const found = isWorker ? findings.claims.map((claim) => bearingOn(claim, subQuestionId)) : findings.claims;
	const { claims, gained } = mergeClaims(before.claims, found);
	const missed = new Set(before.unread.map(({ url }) => url));
	const unread = findings.unread.filter(({ url }) => !missed.has(url));
	const state = withFindings(withQueries(before, findings.queries, subQuestionId), subQuestionId, findings);
	const extractedFor = { ...state.extractedFor };
	for (const [id, asked] of Object.entries(findings.whole ?? {}))
		extractedFor[id] = [...new Set([...(extractedFor[id] ?? []), ...asked])];
	const updated = updateTurn(
		{
			...withFaults(state, findings.faults ?? []),
			sources: [...state.sources, ...sources],
			unread: [...state.unread, ...unread],
			extractedFor,
			claims,
		},
		action,
		(turn) => ({
			investigated: true,
			investigation: {
				spec: event.spec,
				sources: findings.sources.map(({ id }) => id),
				claims: findings.claims.map(({ id }) => id),
				...{ messages: findings.messages, tokens: findings.tokens, ended: findings.ended, summary: findings.summary },
			},
			faults: [...turn.faults, ...(findings.faults ?? [])],
			sent: [...new Set([...turn.sent, ...(findings.sent ?? [])])],
			queries: [...turn.queries, ...findings.queries],
			found: turn.found + findings.found,
			...(findings.seen ? { seen: [...new Set([...(turn.seen ?? []), ...findings.seen])] } : {}),
			read: [...turn.read, ...sources.map(({ id }) => id)],
			unread: [...turn.unread, ...unread],
			dropped: turn.dropped + findings.dropped,
		}),
	);
	return withGain(updated, gained, action);
}

/** A claim that also bears on the sub-question of a redundant worker, which is the whole question. */
function bearingOn(claim: Claim, id: string): Claim {
	const { subQuestionIds } = claim;
	return subQuestionIds.includes(id) ? claim : { ...claim, subQuestionIds: [...subQuestionIds, id] };
}

/** Records which sources were read for the sub-question, and which gaps its last investigator reported. */
function withFindings(state: ResearchState, id: string, findings: Findings): ResearchState {
	const coverage = state.coverage[id];
	if (!coverage) return state;
	const read = [...new Set([...(coverage.read ?? []), ...findings.sources.map((source) => source.id)])];
	return { ...state, coverage: { ...state.coverage, [id]: { ...coverage, read, gaps: findings.gaps } } };
}

export function withFaults(state: ResearchState, faults: readonly ServiceFault[]): ResearchState {
	const skippedNames = new Set(state.skipped.map(({ service }) => service));
	const fresh = faults.filter(({ service, skipped }) => skipped && !skippedNames.has(service));
	return fresh.length === 0 ? state : { ...state, skipped: [...state.skipped, ...fresh] };
}

/** Counts each claim that is new, or new to a sub-question, for actions of the wave. */
export function withGain(state: ResearchState, gained: readonly ClaimGain[], reader: Turn | undefined): ResearchState {
	const withClaim = (turn: Turn, id: string) => (turn.claims.includes(id) ? turn.claims : [...turn.claims, id]);
	return gained.reduce(
		(so, { id, bearsOn }) =>
			actionsGaining(so, bearsOn, reader).reduce(
				(next, turn) => updateTurn(next, turn, (one) => ({ claims: withClaim(one, id) })),
				so,
			),
		state,
	);
}

export function withQueries(state: ResearchState, queries: string[], id: string | undefined): ResearchState {
	const coverage = id === undefined ? undefined : state.coverage[id];
	if (id === undefined || !coverage) return state;
	const allQueries = [...new Set([...coverage.queries, ...queries])];
	return { ...state, coverage: { ...state.coverage, [id]: { ...coverage, queries: allQueries } } };
}
