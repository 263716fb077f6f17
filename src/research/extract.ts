import { shortHash } from "../base/hash.ts";
import type { Claim } from "../evidence/claim.ts";
import { addedBy, type CopyOf, copiesIn } from "../evidence/copies.ts";
import { repeats } from "../evidence/repeats.ts";
import { isWeb, type Page, type PooledHit, type Source } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { readBy, waveOf } from "../evidence/wave.ts";
import type { ExtractInput } from "../reasoning/reasoner.ts";
import { othersOf, routeOf, subQuestionOf } from "./facts.ts";
import type { Entry, Journal, StepContext } from "./journal.ts";
import { bearsOn } from "./named.ts";
import { roomsOf } from "./page-room.ts";
import { claimsPerPage, placedAll } from "./placed.ts";
import type { ReadPage } from "./read.ts";
import { pageOf, type Tools } from "./tools.ts";
import { scoresOf } from "./wave-results.ts";
import { weighedPart } from "./weighed.ts";

/**
 * METHOD §4–5: extracts each page once, for all sub-questions of the run. A sub-question that was added later gets a page only
 * where its rarest words occur. Code looks up each claim's verbatim quote in the page, and drops the claim if the quote is not
 * there.
 */
export async function extract(journal: Journal, tools: Tools, wave: number, pages: readonly ReadPage[]): Promise<void> {
	const { state } = journal;
	const copies = state.options?.model === undefined ? new Map<string, CopyOf>() : copiesIn(state.sources);
	const wanted = pages.flatMap((read) => {
		const turn = readBy(state, read.source);
		return turn && isWanted(state, turn, read) ? [{ turn, read }] : [];
	});
	const scores = scoresOf(waveOf(state).map(({ hits }) => hits));
	const rooms = roomsOf(
		wanted.map(({ read: { page, source } }) => ({ length: page.text.length, score: scores.get(source.url) ?? 0 })),
	);
	const entries = wanted.map(async ({ turn, read }, at) => {
		const original = state.sources.find(({ id }) => id === copies.get(read.source.id)?.id);
		const copied = original && (await textCopied(state, tools, turn, original, pages));
		return entryFor(state, tools, turn, read, { copied, room: rooms[at] });
	});
	await journal.recordAll(wave, await Promise.all(entries));
}

/** The text that a page repeats from its original, where a model extracts the original for the same sub-question. */
async function textCopied(
	state: ResearchState,
	tools: Tools,
	turn: Turn,
	original: Source,
	pages: readonly ReadPage[],
): Promise<string | undefined> {
	const beside = pages.find(({ source }) => source.id === original.id);
	const before = state.extractedFor[original.id] ?? [];
	if (!before.includes(subQuestionOf(state, turn).id) && (!beside || before.length > 0)) return undefined;
	return (beside?.page ?? (await pageOf(tools, original))).text;
}

/** Whether a page may hold something for an action's sub-question that was not extracted before. */
function isWanted(state: ResearchState, turn: Turn, { page, source }: ReadPage): boolean {
	const before = state.extractedFor[source.id] ?? [];
	const subQuestion = subQuestionOf(state, turn);
	return before.length === 0 || (!before.includes(subQuestion.id) && bearsOn(subQuestion, page, state));
}

function entryFor(
	state: ResearchState,
	tools: Tools,
	turn: Turn,
	read: ReadPage,
	{ copied, room }: { copied: string | undefined; room: number | undefined },
): Entry {
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
			const page = copied === undefined ? read.page : addedBy(read.page, copied);
			const passages = page
				? await passagesIn(tools, page, subQuestion.text, copied === undefined ? hits : [], role.signal)
				: [];
			const part = weighedPart(page ?? read.page, passages);
			const wanted: ExtractInput = {
				question: state.question,
				route: routeOf(state),
				subQuestion,
				...(isAgain ? { only: true as const } : othersOf(state, subQuestion)),
				page: part.page,
				room,
				passages: part.inParts(passages),
				max: claimsPerPage,
			};
			const { claims, speaker, byRules } = page ? await extraction(tools, wanted, role) : nothingNew;
			return {
				type: "extracted",
				sourceId: read.source.id,
				subQuestionId: subQuestion.id,
				...(state.options?.model && !byRules
					? { whole: [subQuestion, ...(wanted.others ?? [])].map(({ id }) => id) }
					: {}),
				...(speaker ? { speaker } : {}),
				...asKnown(placedAll(claims.map(part.inWhole), read, [subQuestion.id]), state.claims),
			};
		},
	};
}

const nothingNew: Awaited<ReturnType<typeof extraction>> = { claims: [], byRules: false };

/** Replaces a claim that an earlier extraction gave by that claim, with its new class and sub-questions. */
function asKnown({ claims, dropped }: ReturnType<typeof placedAll>, before: readonly Claim[]) {
	const again = (claim: Claim) => {
		const known = before.find((one) => one.sourceId === claim.sourceId && one.id !== claim.id && repeats(claim, one));
		return known ? { ...known, class: claim.class, subQuestionIds: claim.subQuestionIds } : claim;
	};
	return { claims: claims.map(again), dropped };
}

/** The claims, and whether rules extracted them as the fallback. */
async function extraction({ reasoner }: Tools, wanted: ExtractInput, role: StepContext) {
	let byRules = false;
	const onFallback: StepContext["onFallback"] = (fallback) => {
		byRules = true;
		role.onFallback(fallback);
	};
	const extracted = await reasoner.extractClaims(wanted, { ...role, onFallback });
	return { ...extracted, byRules };
}

/** The passages that the searches hit. Web results name no place in a page, so there the source finds the sub-question's passages. */
export async function passagesIn(
	{ source }: Tools,
	page: Page,
	query: string,
	hit: PooledHit["passages"],
	signal: AbortSignal,
): Promise<PooledHit["passages"]> {
	if (!isWeb(page)) return hit;
	return (await source.passages?.(page, query, signal)) ?? [];
}
