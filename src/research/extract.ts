import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { isLowCredibility } from "../evidence/authority.ts";
import type { Claim } from "../evidence/claim.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { type CopyRelation, findCopies, withoutCopiedLines } from "../evidence/copies.ts";
import { isRepeatOf } from "../evidence/distinct-facts.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import { isWeb, type Page, type PooledHit, type Source } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { actionThatRead, currentWave } from "../evidence/wave.ts";
import type { ExtractInput } from "../reasoning/reasoner.ts";
import { titleKey } from "../reasoning/rules/index.ts";
import { excerptOf } from "./excerpt.ts";
import type { Step, StepContext } from "./journal.ts";
import { claimsPerPage, locateClaims } from "./locate-claims.ts";
import { isRelevantTo } from "./page-relevance.ts";
import { pagesOfWave, type ReadPage } from "./read.ts";
import { addedParagraphs, paragraphsOf } from "./revisit.ts";
import { shownLengths } from "./shown-length.ts";
import { otherSubQuestions, routeOf, subQuestionOf } from "./state-access.ts";
import { loadPage, type Tools } from "./tools.ts";
import { scoresOf } from "./wave-results.ts";

/**
 * METHOD §4–5: extracts each page once, for all sub-questions of the run. A sub-question that was added later gets a page only
 * where its rarest words occur. Code looks up each claim's verbatim quote in the page, and drops the claim if the quote is not
 * there.
 */
export async function extractPages(state: ResearchState, tools: Tools): Promise<Step[]> {
	const pages = await pagesOfWave(state, tools);
	const copies = state.options?.model === undefined ? new Map<string, CopyRelation>() : findCopies(state.sources);
	const pagesToExtract = pages.flatMap((read) => actionsExtracting(state, read).map((turn) => ({ turn, read })));
	const scores = scoresOf(currentWave(state).map(({ hits }) => hits));
	const rooms = shownLengths(
		pagesToExtract.map(({ read: { page, source } }) => ({
			length: page.text.length,
			score: scores.get(source.url) ?? 0,
		})),
	);
	const entries = pagesToExtract.map(async ({ turn, read }, at) => {
		const original = state.sources.find(({ id }) => id === copies.get(read.source.id)?.id);
		const copied = original && (await copiedText(state, tools, turn, original, pages));
		const earlier = await earlierText(state, tools, read.source);
		return extractStep(state, tools, turn, read, { copied, earlier, room: rooms[at] });
	});
	return Promise.all(entries);
}

/** The text that a page repeats from its original, where a model extracts the original for the same sub-question. */
async function copiedText(
	state: ResearchState,
	tools: Tools,
	turn: Turn,
	original: Source,
	pages: readonly ReadPage[],
): Promise<string | undefined> {
	const beside = pages.find(({ source }) => source.id === original.id);
	const before = state.extractedFor[original.id] ?? [];
	if (!before.includes(subQuestionOf(state, turn).id) && (!beside || before.length > 0)) return undefined;
	return (beside?.page ?? (await loadPage(tools, original))).text;
}

/** Of a changed page rules take so many times as many claims, since those of its unchanged parts are dropped. */
const changedShare = 5;

/** The text that a changed page had when an earlier run read it, and whether a quote of it is gone. */
interface EarlierText {
	text: string;
	hasLost: boolean;
}

/** Undefined where the page was not read before, or its earlier text is not stored any more: then the whole page is extracted. */
async function earlierText(
	{ revisits = [] }: ResearchState,
	{ pages }: Tools,
	{ id, hash }: Source,
): Promise<EarlierText | undefined> {
	for (const one of revisits) {
		if (one.outcome !== "changed" || one.sourceId !== id || one.source.hash !== hash) continue;
		const stored = await pages.get(one.before);
		return stored && { text: stored.text, hasLost: one.lost.length > 0 };
	}
	return undefined;
}

/**
 * The part of a changed page that is extracted, with its passages. A model sees only the paragraphs that are new; rules, which cost nothing, see
 * them in their page, because they read tables there.
 */
function changedPart({ page }: ReadPage, { text, hasLost }: EarlierText, hasModel: boolean) {
	const added = addedParagraphs(page, text, hasLost);
	if (!added) return { page: undefined, passages: [] };
	const part = hasModel ? added.page : page;
	const places = hasModel ? paragraphsOf(part.text) : added.places;
	return { page: part, passages: places.map((place) => ({ ...place, score: 1 })) };
}

/**
 * The actions for which a page is extracted: of a new page the one that read it, for all sub-questions; of a page that was read before
 * each that found it and has not had it, whichever of them found it first.
 */
function actionsExtracting(state: ResearchState, read: ReadPage): Turn[] {
	const { id, url } = read.source;
	const reader = actionThatRead(state, read.source);
	const isNew = (state.extractedFor[id] ?? []).length === 0;
	const found = isNew ? [] : currentWave(state).filter(({ hits }) => hits.some((hit) => hit.url === url));
	const actions = distinctBy([...(reader ? [reader] : []), ...found], (turn) => subQuestionOf(state, turn).id);
	return actions.filter((turn) => isExtractionNeeded(state, turn, read));
}

/** Whether a page may hold something for an action's sub-question that was not extracted before. */
function isExtractionNeeded(state: ResearchState, turn: Turn, { page, source }: ReadPage): boolean {
	const before = state.extractedFor[source.id] ?? [];
	const subQuestion = subQuestionOf(state, turn);
	if (before.length === 0) return true;
	if (state.options?.model && isSpent(source, subQuestion)) return false;
	return !before.includes(subQuestion.id) && isRelevantTo(subQuestion, page, state);
}

/**
 * Whether a page that a model read has no more to say, whatever words it shares with a later sub-question: it is not credible, or only
 * refers to the work that is looked for.
 */
function isSpent(source: ReadPage["source"], { origin, focus }: SubQuestion): boolean {
	const isWork = focus.some((name) => titleKey(name) === titleKey(source.title));
	return isLowCredibility(source) || (origin === "citation" && !isWork);
}

function extractStep(
	state: ResearchState,
	tools: Tools,
	turn: Turn,
	read: ReadPage,
	{ copied, earlier, room }: { copied: string | undefined; earlier: EarlierText | undefined; room: number | undefined },
): Step {
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
			const whole = copied === undefined ? read.page : withoutCopiedLines(read.page, copied);
			const found = copied === undefined ? hits : [];
			const { page, passages } = earlier
				? changedPart(read, earlier, state.options?.model !== undefined)
				: { page: whole, passages: whole ? await passagesIn(tools, whole, subQuestion.text, found, role.signal) : [] };
			const others = isAgain ? {} : otherSubQuestions(state, subQuestion);
			const asked = state.options?.model ? [subQuestion, ...(others.others ?? [])] : [];
			const part = excerptOf(page ?? read.page, passages, asked);
			const input: ExtractInput = {
				question: questionInContext(state),
				route: routeOf(state),
				subQuestion,
				...(isAgain ? { only: true as const } : others),
				page: part.page,
				room,
				passages: part.rangesInExcerpt(passages),
				max: earlier ? claimsPerPage * changedShare : claimsPerPage,
			};
			const { claims, speaker, byRules } = page ? await extractWithFallback(tools, input, role) : emptyExtraction;
			const newClaims = claims.filter(({ quote }) => !earlier?.text.includes(quote));
			return {
				type: "extracted",
				sourceId: read.source.id,
				subQuestionId: subQuestion.id,
				...(state.options?.model && !byRules
					? { whole: [subQuestion, ...(input.others ?? [])].map(({ id }) => id) }
					: {}),
				...(speaker ? { speaker } : {}),
				...withKnownClaims(locateClaims(newClaims.map(part.claimInPage), read, [subQuestion.id]), state.claims),
			};
		},
	};
}

const emptyExtraction: Awaited<ReturnType<typeof extractWithFallback>> = { claims: [], byRules: false };

/** Replaces a claim that an earlier extraction gave by that claim, with its new class and sub-questions. */
function withKnownClaims({ claims, dropped }: ReturnType<typeof locateClaims>, before: readonly Claim[]) {
	const asEarlierClaim = (claim: Claim) => {
		const known = before.find(
			(one) => one.sourceId === claim.sourceId && one.id !== claim.id && isRepeatOf(claim, one),
		);
		return known ? { ...known, class: claim.class, subQuestionIds: claim.subQuestionIds } : claim;
	};
	return { claims: claims.map(asEarlierClaim), dropped };
}

/** The claims, and whether rules extracted them as the fallback. */
async function extractWithFallback({ reasoner }: Tools, wanted: ExtractInput, role: StepContext) {
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
