import { citedIn, type Draft, type Review } from "../../../evidence/report.ts";
import { type Cluster, clustersOf, single } from "../../outline.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import { lengthOf, roomOf } from "../../room.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { placesOf } from "../writing/changes.ts";
import { shownEvidence } from "../writing/evidence.ts";
import { formPart } from "../writing/form.ts";
import { plainText } from "../writing/plain.ts";
import { claimsOfClusters, claimsOn, remarksOf } from "../writing/remarks.ts";
import { revised } from "../writing/revised.ts";
import { gapsPart, oneLine, questionPart, routePart } from "./parts.ts";

type ReviseInput = WriteInput & {
	draft: Draft;
	review?: Review | undefined;
	faults?: { sentence: string; reason: string }[];
};

/** With more claims than this, a revision is shown only those that its draft cites and those that bear on a remark. */
const claimsMost = 40;
/** Characters. */
const evidenceMost = 75_000;
const listLongest = 120;

/**
 * METHOD §9–10: the draft with changes that answer its review, or that repair sentences without support. The rest stays word for word.
 */
export async function revise(asker: Asker, input: ReviseInput, context?: RoleContext): Promise<Draft> {
	const { draft, review, faults } = input;
	const unlisted = (review?.missingItems ?? []).flatMap(({ items }) => items.flatMap(({ claimIds }) => claimIds));
	const cited = [...citedIn({ ...draft, disputes: [] }), ...unlisted];
	const beside = input.claims.length > claimsMost ? besideOf(input, cited) : undefined;
	const evidence = shownEvidence(input, Math.min(asker.room("revise"), evidenceMost), cited, beside);
	const marks = (ids: readonly string[]) => {
		const known = ids.flatMap((id) => evidence.markOf(id) ?? []);
		return known.length === 0 ? "" : ` [${known.join(", ")}]`;
	};
	const parts: PromptPart[] = [
		questionPart(input.question),
		routePart(input.route),
		...formPart(input, evidence),
		...evidence.parts,
		...gapsPart(input.open),
		{ title: `The draft${lengthWords(input)}`, text: plainText(draft, marks, placesOf(draft)), kind: "data" },
		...(review ? [{ title: "What a reader says of it", text: reviewText(review, marks), kind: "data" as const }] : []),
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
	const again = await revised(asker, { parts, input: { ...input, answer: draft.answer }, draft, evidence }, context);
	const used = new Set(citedIn({ ...again, disputes: [] }));
	const left = draft.leftOut?.filter(({ cluster }) => !isUsed(cluster, evidence.clusters, used)) ?? [];
	return {
		...again,
		...(draft.answer ? { answer: draft.answer } : {}),
		...(left.length > 0 ? { leftOut: left } : {}),
		answeredGaps: [...new Set([...(draft.answeredGaps ?? []), ...(again.answeredGaps ?? [])])],
	};
}

function lengthWords({ draft, ...input }: ReviseInput): string {
	const room = roomOf(input, input.claims.length);
	return room ? `, ${lengthOf(draft)} words long, where there is room for ${room.high}` : "";
}

/** Ids of claims that are not cited and may answer the remarks and faults. */
function besideOf(input: ReviseInput, cited: readonly string[]): string[] {
	const { review, faults = [] } = input;
	const remarks = [...(review ? remarksOf(review) : []), ...faults.map(({ sentence }) => sentence)];
	return [
		...claimsOn(remarks, input.claims, cited),
		...claimsOfClusters(review?.missingClusters ?? [], clustersOf(input)),
		...(review?.missingPoints ?? []),
	];
}

function isUsed(name: string, clusters: readonly Cluster[], used: ReadonlySet<string>): boolean {
	return clusters.some((one) => (one.name || single) === name && one.claims.some(({ id }) => used.has(id)));
}

function reviewText(review: Review, marks: (claimIds: readonly string[]) => string): string {
	const { coverage, weakClaims, logicalGaps, missingPerspectives, suggestions } = review;
	const {
		missingClusters = [],
		missingJudgements = [],
		missingItems = [],
		missingPoints = [],
		saidTwice = [],
		tooLong,
	} = review;
	const poor = coverage.filter(({ grade }) => grade < 3);
	return [
		...poor.map(({ dimension, grade }) => `- ${grade === 1 ? "Hardly" : "Only partly"} covered: ${dimension}`),
		...weakClaims.map(({ text, why }) => `- Weak: ${text} (${why})`),
		...logicalGaps.map((text) => `- Gap in the reasoning: ${text}`),
		...missingPerspectives.map((text) => `- Missing view: ${text}`),
		...missingItems.map(
			({ list, of, items }) =>
				`- ${items.length} of the ${of} items of a list are missing (${oneLine(list, listLongest)}): ` +
				items.map(({ label, claimIds }) => `${oneLine(label, listLongest)}${marks(claimIds)}`).join("; "),
		),
		...(missingPoints.length > 0 ? [`- Main points of pages that it does not state:${marks(missingPoints)}`] : []),
		...saidTwice.map(({ text, before }) => `- Said before: ${text} (as: ${before})`),
		...(tooLong
			? [`- Too long: it has ${tooLong.words} words, and there is room for ${tooLong.most}. Cut what matters least.`]
			: []),
		...missingClusters.map((name) => `- Hardly used: the cluster (${name})`),
		...missingJudgements.map((text) => `- Missing judgement: ${text}`),
		...suggestions.map((text) => `- Suggestion: ${text}`),
	].join("\n");
}
