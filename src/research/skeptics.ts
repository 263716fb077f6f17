import { AssayError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { oneLine } from "../base/text.ts";
import type { Claim, Conflict } from "../evidence/claim.ts";
import { hasPart } from "../evidence/parts.ts";
import type { Answer } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { skepticsCount, type Vote } from "../evidence/votes.ts";
import type { VoteInput } from "../reasoning/reasoner.ts";
import { writeInput } from "./draft.ts";
import type { EventBody, Step } from "./journal.ts";
import { isHardLookup } from "./state-access.ts";
import { storedPageOf, type Tools } from "./tools.ts";

type SkepticTools = Pick<Tools, "reasoner" | "onActivity"> & Partial<Pick<Tools, "pages">>;

/**
 * METHOD §10: three skeptics vote on the draft's answer, each in a request of its own that sees the answer, its claims and what speaks
 * against it. Whatever keeps a skeptic from voting is an abstention.
 */
export function askSkeptics(state: ResearchState, tools: SkepticTools): Step[] {
	const { answer } = state.writing.draft ?? {};
	const { reasoner } = tools;
	if (!answer || !reasoner.vote || !hasSkeptics(state)) return [];
	tools.onActivity?.("skeptics weigh the answer");
	const input = voteInputOf(state, answer);
	return Array.from({ length: skepticsCount }, (_, at): Step => {
		const voted = (vote: Vote): EventBody => ({ type: "voted", answer: answer.text, vote });
		return {
			name: `vote:${at + 1}:${shortHash([answer.text, answer.claimIds, input.against])}`,
			instead: (reason) => voted(abstention(reason)),
			work: async (role) => {
				try {
					const pages = await pagesOfClaims(state, input.claims, tools);
					const vote = await reasoner.vote?.({ ...input, pages, skeptic: at + 1 }, { ...role, purpose: "report" });
					return voted(vote ?? abstention("no model can vote"));
				} catch (error) {
					if (!(error instanceof AssayError) || role.signal.aborted || !isAbstention(error)) throw error;
					return voted(abstention(error.message));
				}
			},
		};
	});
}

/** The pages of the claims, as far as their texts are stored. */
async function pagesOfClaims(
	{ sources }: ResearchState,
	claims: readonly Claim[],
	{ pages: store }: SkepticTools,
): Promise<Page[]> {
	const ids = new Set(claims.map(({ sourceId }) => sourceId));
	const pages = sources.map((source) => (store && ids.has(source.id) ? storedPageOf(store, source) : undefined));
	return (await Promise.all(pages)).filter((page) => page !== undefined);
}

function voteInputOf(state: ResearchState, answer: Answer): Omit<VoteInput, "skeptic"> {
	const input = writeInput(state);
	const { cited, against } = claimsForVote(answer, input.claims, input.conflicts);
	const claims = [...cited, ...against];
	return { ...input, claims, answer, against: against.map(({ id }) => id) };
}

/** Whether skeptics vote on the answer: of a lookup that is no fact check, in a run with models. */
function hasSkeptics(state: ResearchState): boolean {
	const { options, route } = state;
	if (!options?.model || !hasPart(state, "skeptics")) return false;
	return route?.shape === "lookup" && (route.effort !== "fact_check" || isHardLookup(state));
}

/**
 * The claims that a skeptic weighs: those of the answer, and those against it. Against it are other values, claims in conflict with
 * one of the answer's, and direct counter-evidence.
 */
function claimsForVote(
	answer: Answer,
	claims: readonly Claim[],
	conflicts: readonly Conflict[],
): { cited: Claim[]; against: Claim[] } {
	const cited = new Set(answer.claimIds);
	const other = new Set([
		...answer.alternatives.flatMap(({ claimIds }) => claimIds),
		...conflicts.flatMap(({ a, b }) => (cited.has(a) ? [b] : cited.has(b) ? [a] : [])),
	]);
	return {
		cited: claims.filter(({ id }) => cited.has(id)),
		against: claims.filter(
			({ id, stance, class: kind }) =>
				!cited.has(id) && (other.has(id) || (stance === "adversarial" && kind === "direct")),
		),
	};
}

/** Whether a failed vote is an abstention: also where the provider is down, which would keep the run from its report otherwise. */
function isAbstention({ code, keepsRun }: AssayError): boolean {
	return !keepsRun || code.startsWith("MODEL_");
}

function abstention(reason: string): Vote {
	return { verdict: "abstained", why: `it could not vote: ${oneLine(reason)}`, claimIds: [] };
}
