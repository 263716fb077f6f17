import { shortHash } from "../base/hash.ts";
import { jaccard, trigrams } from "../base/text.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { type Draft, paragraphsOf, type Review, type SaidTwice, statedText, type Undated } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { clusterUses, quotedFacts } from "../reasoning/claim-clusters.ts";
import { enumerationsOf, missingItems } from "../reasoning/enumerations.ts";
import { missingPoints } from "../reasoning/main-points.ts";
import { countDraftWords, lengthTolerance, reportLengthRange } from "../reasoning/report-length.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { writeInput } from "./draft.ts";
import type { Step } from "./journal.ts";
import { saysAbsence } from "./recorded-absence.ts";
import { isReviewed } from "./state-access.ts";
import { pagesOf } from "./stored-pages.ts";
import { isResearchOver } from "./time.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §9: a reviewer who sees nothing but the draft and the dimensions reads a synthesis. Lookups and tables are short enough for
 * the support check alone.
 */
export function reviewDraft(state: ResearchState, tools: Tools): Step[] {
	const { draft } = state.writing;
	if (!draft || !isReviewed(state)) return [];
	tools.onActivity?.("reviewing the draft");
	const step: Step = {
		instead: "rules",
		name: `review:${shortHash(draft)}`,
		work: async (role) => {
			const input = {
				question: questionInContext(state),
				dimensions: state.plan.dimensions,
				draft,
				outline: clusterUses(writeInput(state), draft),
				length: draftLength(state, draft),
			};
			if (isResearchOver(role)) return { type: "reviewed", review: undefined };
			const remarks = await tools.reasoner.review(input, role);
			if (!remarks) return { type: "reviewed", review: undefined };
			const pages = [...(await pagesOf(state, tools, role.signal)).values()];
			return { type: "reviewed", review: { ...remarks, ...remarksByCode(state, draft, pages) } };
		},
	};
	return [step];
}

/**
 * What code remarks on a draft beside its reviewer: items that its lists lack, main points that it leaves out, facts that it
 * states twice, and how much it is too long.
 */
function remarksByCode(
	state: ResearchState,
	draft: Draft,
	pages: readonly Page[],
): Pick<Review, "missingItems" | "missingPoints" | "saidTwice" | "undated" | "tooLong"> {
	const facts = quotedFacts(state.claims).map(({ claim, also }) => ({
		claimIds: [claim, ...also].map(({ id }) => id),
	}));
	const points = missingPoints(writeInput(state), draft);
	const missing = missingItems(enumerationsOf({ ...state, pages: [...pages] }), [...state.groups, ...facts], draft);
	const twice = findRepeatedSentences(draft);
	const undated = findUndated(state, draft);
	const length = draftLength(state, draft);
	return {
		...(missing.length > 0 ? { missingItems: missing } : {}),
		...(points.length > 0 ? { missingPoints: points } : {}),
		...(twice.length > 0 ? { saidTwice: twice } : {}),
		...(undated.length > 0 ? { undated } : {}),
		...(length && length.words > length.most * lengthTolerance ? { tooLong: length } : {}),
	};
}

/** A draft's words, and the most that it may have. */
function draftLength(state: ResearchState, draft: Draft): { words: number; most: number } | undefined {
	const room = reportLengthRange(writeInput(state), state.claims.length);
	return room && { words: countDraftWords(draft), most: room.high };
}

/** Undated sentences that one revision is told of. */
const undatedMax = 12;

/**
 * Facts with an amount that give no date, where the sentence before them in their paragraph gives none of that year either, and a cited
 * claim says for which time the amount holds.
 */
export function findUndated(
	{ claims }: Pick<ResearchState, "claims">,
	{ sections }: Pick<Draft, "sections">,
): Undated[] {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const undated = sections.flatMap(paragraphsOf).flatMap((paragraph) =>
		paragraph.flatMap(({ kind, text: own, claimIds, cell }, at): Undated[] => {
			// The name of a row may give the date for all of its cells.
			const text = statedText({ text: own, cell });
			const quantities = quantitiesIn(text);
			const isAmount = quantities.some(({ kind: of, unit }) => of !== "date" && unit !== "");
			if (kind !== "fact" || !isAmount || saysAbsence(text) || quantities.some(({ kind: of }) => of === "date"))
				return [];
			const asOf = claimIds.flatMap((id) => byId.get(id)?.asOf ?? [])[0];
			if (asOf === undefined || (paragraph[at - 1]?.text ?? "").includes(asOf.slice(0, 4))) return [];
			return [{ text, asOf }];
		}),
	);
	return undated.slice(0, undatedMax);
}

/** Sentences that cite a common claim and are at least this similar state one fact. */
const sameClaimSimilarity = 0.4;
/** Sentences that cite a common claim and state the same figures need only this similarity. */
const sameFigureSimilarity = 0.25;
/** The similarity for sentences that cite no common claim. */
const otherSimilarity = 0.65;

/** Facts of the sections that repeat an earlier sentence. Conclusions are ignored, since they may weigh earlier facts. */
export function findRepeatedSentences({ sections }: Pick<Draft, "sections">): SaidTwice[] {
	const facts = sections
		.flatMap(({ sentences }) => sentences)
		.filter(({ kind }) => kind === "fact")
		.map(({ text, claimIds }) => ({ text, claimIds, grams: trigrams(text), figures: figuresIn(text) }));
	return facts.flatMap((one, at) => {
		const before = facts.slice(0, at).find((other) => {
			// A sentence with a new figure adds information.
			if (one.figures.some((figure) => !other.figures.includes(figure))) return false;
			const shares = one.claimIds.some((id) => other.claimIds.includes(id));
			const threshold = !shares ? otherSimilarity : one.figures.length > 0 ? sameFigureSimilarity : sameClaimSimilarity;
			return jaccard(one.grams, other.grams) >= threshold;
		});
		return before ? [{ text: one.text, before: before.text }] : [];
	});
}

function figuresIn(text: string): string[] {
	return quantitiesIn(text).map(({ normal, unit }) => `${normal} ${unit}`);
}
