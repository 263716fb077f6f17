import { citedIn, type Draft, type Review } from "../../../evidence/report.ts";
import { formatDate } from "../../../text/dates.ts";
import { type Cluster, singleFindings, synthesisClusters } from "../../claim-clusters.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import { countDraftWords, reportLengthRange } from "../../report-length.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { gapsPart, questionPart, routePart, truncatedLine } from "../prompt-parts.ts";
import { placeNumbers } from "../writing/draft-changes.ts";
import { renderDraftText } from "../writing/draft-text.ts";
import { buildPromptEvidence, type UncitedClaims } from "../writing/prompt-evidence.ts";
import { claimsForTexts, claimsOfClusters, remarkTexts } from "../writing/remarks.ts";
import { formPart } from "../writing/report-form.ts";
import { requestRevision } from "../writing/request-revision.ts";

type ReviseInput = WriteInput & {
	draft: Draft;
	review?: Review | undefined;
	faults?: { sentence: string; reason: string }[];
};

/** With more claims than this, a revision is shown only those that its draft cites and those that bear on a remark. */
const claimsShownMax = 40;
/** Characters. */
const evidenceMax = 75_000;
const listLongest = 120;

/**
 * METHOD §9–10: the draft with changes that answer its review, or that repair sentences without support. The rest stays word for word.
 */
export async function revise(asker: Asker, input: ReviseInput, context?: RoleContext): Promise<Draft> {
	const { draft, review, faults } = input;
	const missingItemClaims = (review?.missingItems ?? []).flatMap(({ items }) =>
		items.flatMap(({ claimIds }) => claimIds),
	);
	const cited = [...citedIn({ ...draft, disputes: [] }), ...missingItemClaims];
	const uncited = input.claims.length > claimsShownMax ? uncitedClaims(input, cited) : undefined;
	const evidence = buildPromptEvidence(input, Math.min(asker.room("revise"), evidenceMax), cited, uncited);
	const marksOf = (ids: readonly string[]) => {
		const known = ids.flatMap((id) => evidence.markOf(id) ?? []);
		return known.length === 0 ? "" : ` [${known.join(", ")}]`;
	};
	const parts: PromptPart[] = [
		questionPart(input.question),
		routePart(input.route),
		...formPart(input, evidence),
		...evidence.parts,
		...gapsPart(input.open),
		{
			title: `The draft${lengthNote(input)}`,
			text: renderDraftText(draft, marksOf, placeNumbers(draft)),
			kind: "data",
		},
		...(review
			? [
					{
						title: "What a reader says of it",
						text: reviewText(review, marksOf, evidence.clusters),
						kind: "data" as const,
					},
				]
			: []),
		...(faults && faults.length > 0
			? [
					{
						title: "Sentences that are taken out unless they are mended",
						text: faults.map(({ sentence, reason }) => `- ${sentence}\n  (${reason})`).join("\n"),
						kind: "data" as const,
					},
				]
			: []),
	];
	const revision = await requestRevision(
		asker,
		{ parts, input: { ...input, answer: draft.answer }, draft, evidence },
		context,
	);
	const used = new Set(citedIn({ ...revision, disputes: [] }));
	const stillLeftOut = draft.leftOut?.filter(({ cluster }) => !isClusterUsed(cluster, evidence.clusters, used)) ?? [];
	return {
		...revision,
		...(draft.answer ? { answer: draft.answer } : {}),
		...(stillLeftOut.length > 0 ? { leftOut: stillLeftOut } : {}),
		answeredGaps: [...new Set([...(draft.answeredGaps ?? []), ...(revision.answeredGaps ?? [])])],
	};
}

function lengthNote({ draft, ...input }: ReviseInput): string {
	const room = reportLengthRange(input, input.claims.length);
	return room ? `, ${countDraftWords(draft)} words long, where there is room for ${room.high}` : "";
}

/** The claims that are not cited and may answer the remarks and faults. */
function uncitedClaims(input: ReviseInput, cited: readonly string[]): UncitedClaims {
	const { review, faults = [] } = input;
	const remarks = [...(review ? remarkTexts(review) : []), ...faults.map(({ sentence }) => sentence)];
	const ofClusters = claimsOfClusters(review?.missingClusters ?? [], synthesisClusters(input));
	return {
		named: [...ofClusters, ...(review?.missingPoints ?? [])],
		alike: claimsForTexts(remarks, input.claims, cited),
	};
}

function isClusterUsed(name: string, clusters: readonly Cluster[], used: ReadonlySet<string>): boolean {
	return clusters.some((one) => (one.name || singleFindings) === name && one.claims.some(({ id }) => used.has(id)));
}

function reviewText(
	review: Review,
	marksOf: (claimIds: readonly string[]) => string,
	clusters: readonly Cluster[],
): string {
	const { coverage, weakClaims, logicalGaps, missingPerspectives, suggestions } = review;
	const {
		missingClusters = [],
		missingJudgements = [],
		missingItems = [],
		missingPoints = [],
		saidTwice = [],
		undated = [],
		tooLong,
	} = review;
	const poorlyCovered = coverage.filter(({ grade }) => grade < 3);
	return [
		...poorlyCovered.map(({ dimension, grade }) => `- ${grade === 1 ? "Hardly" : "Only partly"} covered: ${dimension}`),
		...weakClaims.map(({ text, why }) => `- Weak: ${text} (${why})`),
		...logicalGaps.map((text) => `- Gap in the reasoning: ${text}`),
		...missingPerspectives.map((text) => `- Missing view: ${text}`),
		...missingItems.map(
			({ list, of, items }) =>
				`- ${items.length} of the ${of} items of a list are missing (${truncatedLine(list, listLongest)}): ` +
				items.map(({ label, claimIds }) => `${truncatedLine(label, listLongest)}${marksOf(claimIds)}`).join("; "),
		),
		...(missingPoints.length > 0 ? [`- Main points of pages that it does not state:${marksOf(missingPoints)}`] : []),
		...undated.map(({ text, asOf }) => `- Without its date, which is ${formatDate(asOf)}: ${text}`),
		...saidTwice.map(({ text, before }) => `- Said before: ${text} (as: ${before})`),
		...(tooLong
			? [`- Too long: it has ${tooLong.words} words, and there is room for ${tooLong.most}. Cut what matters least.`]
			: []),
		...missingClusters.map((name) => {
			const typical = clusters.find((one) => (one.name || singleFindings) === name)?.typical.text ?? name;
			const claims = marksOf(claimsOfClusters([name], clusters));
			return `- Hardly used: what is said of: ${truncatedLine(typical, listLongest)}${claims}`;
		}),
		...missingJudgements.map((text) => `- Missing judgement: ${text}`),
		...suggestions.map((text) => `- Suggestion: ${text}`),
	].join("\n");
}
