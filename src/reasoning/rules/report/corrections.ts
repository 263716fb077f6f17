import { citedIn, type Draft, type Section } from "../../../evidence/report.ts";
import { findSupersededClaims } from "../../../evidence/superseded-values.ts";
import { countTerms } from "../../../text/term-statistics.ts";
import { contentStems } from "../../../text/words.ts";
import type { WriteInput } from "../../reasoner.ts";
import { passageOfClaim } from "../blocks/candidates.ts";
import type { ScoredPassage } from "../blocks/score-passages.ts";
import { claimsWithin } from "../blocks/windows.ts";
import { frameSentence, otherPagesPhrase, type PageRelations } from "./page-relations.ts";
import { quotedBlock } from "./quoted-block.ts";

/** Maximum passages of one notice. */
const passagesMax = 2;
/** A notice is relevant if a passage of it holds this share of the question's words, a superseded statement if it and its page's title do. */
const relevantShareMin = 0.6;
/** A shorter title may stand in another by chance. Characters. */
const titleLengthMin = 20;

/**
 * Adds the corrections of its sources to a draft. A page that corrects, revises or withdraws a publication is shown whenever it is
 * relevant, however well others are confirmed: they may all repeat the error. The superseded value stands beside it.
 */
export function addCorrections(
	input: WriteInput,
	pages: PageRelations,
	all: readonly ScoredPassage[],
	draft: Draft,
): Draft {
	if (draft.sections.length === 0) return draft;
	const noticed = noticedSources(input, pages);
	const cited = citedIn({ ...draft, disputes: [] });
	const used = sourcesBehind(input, cited);
	const shown = new Set(draft.sections.flatMap(({ blocks = [] }) => blocks.flatMap(({ claimIds }) => claimIds)));
	const isOnQuestion = questionTest(input);
	const isRelevant = ({ passage, claims, counts }: ScoredPassage) =>
		used.has(passage.sourceId) ||
		noticed.get(passage.sourceId)?.some((id) => used.has(id)) === true ||
		(claims.some((one) => one.class === "direct") && isOnQuestion(counts));
	const notices = all.filter((one) => pages.noticeOf(one.passage.sourceId) && isRelevant(one));
	const fresh = [...Map.groupBy(notices, ({ passage }) => passage.sourceId).values()]
		.filter((members) => !members.some(({ claims }) => claims.some(({ id }) => shown.has(id))))
		.flatMap((members) => members.toSorted((a, b) => b.score - a.score).slice(0, passagesMax));
	const withdrawn = fresh.length > 0 && fresh.every(({ passage }) => pages.noticeOf(passage.sourceId) === "retraction");
	const corrected: Section = {
		heading: withdrawn ? "What has been withdrawn" : "What has been corrected",
		sentences: [],
		blocks: fresh.map((one) => quotedBlock(one)),
	};
	const extra = [
		corrected,
		supersededSection(input, pages, [...cited, ...fresh.flatMap(({ claims }) => claims.map(({ id }) => id))], shown),
	];
	const added = extra.filter(({ blocks = [] }) => blocks.length > 0);
	return { ...draft, sections: [...draft.sections.slice(0, 1), ...added, ...draft.sections.slice(1)] };
}

/** Tells whether stems are enough of the question's. */
function questionTest({ question }: WriteInput): (stems: Pick<ReadonlySet<string>, "has">) => boolean {
	const asked = contentStems(question);
	return (stems) => asked.filter((stem) => stems.has(stem)).length >= relevantShareMin * asked.length;
}

/** The values that the cited claims superseded, and how many other pages state them. */
function supersededSection(
	input: WriteInput,
	pages: PageRelations,
	cited: readonly string[],
	shown: ReadonlySet<string>,
): Section {
	const isOnQuestion = questionTest(input);
	const titleOf = (id: string) => input.sources.find((one) => one.id === id)?.title ?? "";
	const before = pages
		.supersededBy(cited, input.claims)
		.filter(({ quote, sourceId }) => isOnQuestion(new Set(contentStems(`${titleOf(sourceId)} ${quote}`))));
	const [first] = before;
	const heading = "What was stated before, and has been taken back";
	if (!first || before.some(({ id }) => shown.has(id))) return { heading, sentences: [] };
	const others = new Set(before.map(({ sourceId }) => sourceId).filter((id) => id !== first.sourceId)).size;
	const state = others === 1 ? "was read states" : "were read state";
	const passage = passageOfClaim(first);
	const supersededPassage = { passage, claims: claimsWithin(passage, [first]), counts: countTerms(first.quote) };
	const sentences =
		others > 0 ? [frameSentence(`${otherPagesPhrase(others)} that ${state} the earlier figure, too.`)] : [];
	return { heading, sentences, blocks: [quotedBlock(supersededPassage)] };
}

/** The sources that a draft rests on, and those that supersede its claims. */
function sourcesBehind({ claims, sources }: WriteInput, cited: readonly string[]): Set<string> {
	const sourceOf = new Map(claims.map(({ id, sourceId }) => [id, sourceId]));
	const superseded = findSupersededClaims(claims, sources).filter(({ claimId }) => cited.includes(claimId));
	return new Set([...cited, ...superseded.map(({ byClaimId }) => byClaimId)].flatMap((id) => sourceOf.get(id) ?? []));
}

/** Maps a source whose title is a notice on another title (`Retraction Note: X` on `X`) to the sources of that title. */
function noticedSources({ sources }: WriteInput, pages: PageRelations): Map<string, string[]> {
	const others = sources.filter(({ id }) => !pages.noticeOf(id));
	const notices = sources.filter(({ id }) => pages.noticeOf(id));
	return new Map(
		notices.flatMap(({ id, title }) => {
			const of = plainTitleWords(title.replace(/^[^:–—]{0,40}[:–—]\s*/u, ""));
			const on = others.filter((other) => isTitleMatch(of, plainTitleWords(other.title)));
			return on.length > 0 ? [[id, on.map((other) => other.id)] as const] : [];
		}),
	);
}

function isTitleMatch(a: string, b: string): boolean {
	return Math.min(a.length, b.length) >= titleLengthMin && (a.includes(b) || b.includes(a));
}

function plainTitleWords(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
