import { shortHash } from "../base/hash.ts";
import type { Claim } from "../evidence/claim.ts";
import { repeats } from "../evidence/repeats.ts";
import { isWeb, type Page, type PooledHit } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { readBy } from "../evidence/wave.ts";
import type { ExtractInput } from "../reasoning/reasoner.ts";
import { othersOf, routeOf, subQuestionOf } from "./facts.ts";
import type { Entry, Journal, StepContext } from "./journal.ts";
import { namesStandIn } from "./named.ts";
import { claimsPerPage, placedAll } from "./placed.ts";
import type { ReadPage } from "./read.ts";
import type { Tools } from "./tools.ts";
import { weighedPart } from "./weighed.ts";

/**
 * METHOD §4–5: a page is extracted once, for all sub-questions of the run; for one that was added later, where its names occur. Claims
 * with verbatim quotes: code looks each quote up in the page, and one that is not there drops its claim.
 */
export async function extract(journal: Journal, tools: Tools, wave: number, pages: readonly ReadPage[]): Promise<void> {
	await journal.recordAll(
		wave,
		pages.flatMap((read) => {
			const turn = readBy(journal.state, read.source);
			return turn && isWanted(journal.state, turn, read) ? [entryFor(journal.state, tools, turn, read)] : [];
		}),
	);
}

/** Whether a page may hold anything for an action's sub-question that was not taken from it before. */
function isWanted(state: ResearchState, turn: Turn, { page, source }: ReadPage): boolean {
	const before = state.extractedFor[source.id] ?? [];
	const subQuestion = subQuestionOf(state, turn);
	return before.length === 0 || (!before.includes(subQuestion.id) && namesStandIn(subQuestion, page));
}

function entryFor(state: ResearchState, tools: Tools, turn: Turn, read: ReadPage): Entry {
	const subQuestion = subQuestionOf(state, turn);
	const isAgain = (state.extractedFor[read.source.id] ?? []).length > 0;
	const hits = turn.hits.find(({ url }) => url === read.source.url)?.passages ?? [];
	return {
		name: `extract:${shortHash([read.source.hash, read.source.url, subQuestion.id, subQuestion.text])}:${turn.n}`,
		instead: () => ({
			...{ type: "extracted", sourceId: read.source.id, subQuestionId: subQuestion.id },
			...{ claims: [], dropped: 0 },
		}),
		work: async (role) => {
			tools.onActivity?.(`weighing: ${read.source.title}`);
			const passages = await passagesIn(tools, read.page, subQuestion.text, hits, role.signal);
			const part = weighedPart(read.page, passages);
			const wanted: ExtractInput = {
				question: state.question,
				route: routeOf(state),
				subQuestion,
				...(isAgain ? { only: true as const } : othersOf(state, subQuestion)),
				page: part.page,
				passages: part.inParts(passages),
				max: claimsPerPage,
			};
			const { extracted, byRules } = await extraction(tools, wanted, role);
			return {
				type: "extracted",
				sourceId: read.source.id,
				subQuestionId: subQuestion.id,
				...(state.options?.model && !byRules
					? { whole: [subQuestion, ...(wanted.others ?? [])].map(({ id }) => id) }
					: {}),
				...asKnown(placedAll(extracted.map(part.inWhole), read, [subQuestion.id]), state.claims),
			};
		},
	};
}

/** What was taken from the page before is the claim that it was, also for what is asked now. */
function asKnown({ claims, dropped }: ReturnType<typeof placedAll>, before: readonly Claim[]) {
	const again = (claim: Claim) => {
		const known = before.find((one) => one.sourceId === claim.sourceId && one.id !== claim.id && repeats(claim, one));
		return known ? { ...known, class: claim.class, subQuestionIds: claim.subQuestionIds } : claim;
	};
	return { claims: claims.map(again), dropped };
}

/** The claims, and whether rules took them in a model's stead. */
async function extraction({ reasoner }: Tools, wanted: ExtractInput, role: StepContext) {
	let byRules = false;
	const onFallback: StepContext["onFallback"] = (fallback) => {
		byRules = true;
		role.onFallback(fallback);
	};
	const extracted = await reasoner.extractClaims(wanted, { ...role, onFallback });
	return { extracted, byRules };
}

/** Where the searches hit; in a page of the web, whose results name no place in it, where its source finds the sub-question. */
async function passagesIn(
	{ source }: Tools,
	page: Page,
	query: string,
	hit: PooledHit["passages"],
	signal: AbortSignal,
): Promise<PooledHit["passages"]> {
	if (!isWeb(page)) return hit;
	return (await source.passages?.(page, query, signal)) ?? [];
}
