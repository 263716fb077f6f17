import { supersededIn } from "../../evidence/corrected.ts";
import { correctionIn } from "../../evidence/correction.ts";
import { type Answer, citedIn, type Draft, type Section } from "../../evidence/report.ts";
import { isWeb } from "../../evidence/source.ts";
import { Prose } from "./draft-prose.ts";
import { type Candidate, candidatesOf, type DraftInput, readsAlone } from "./draft-select.ts";
import { aboutness } from "./draft-topic.ts";
import { contentStems } from "./language/words.ts";

/** Sentences of one correction that are shown, at most: what was wrong, and what is right. */
const sentencesMax = 3;
/** What a correction says of the thing itself, rather than of how it came about. */
const corrective =
	/\b(?:correct(?:ed|s|ion)?|wrong|mistaken|erroneous|error|erratum|instead|retract(?:ed|ion|s)?|withdrawn|revised|not)\b/iu;
const correctiveBonus = 0.5;
/** It bears on the question when it holds this share of the question's words. */
const bearing = 0.6;

/**
 * The draft with what its sources take back: a page that says that it corrects, revises or withdraws what was published is shown
 * whenever it bears on the question, however well others are confirmed. They may all repeat what it corrects.
 */
export function withCorrections(input: DraftInput, draft: Draft): Draft {
	const correcting = new Set(
		input.sources.filter((source) => isWeb(source) && correctionIn(source.title)).map(({ id }) => id),
	);
	if (correcting.size === 0) return draft;
	const noticed = noticesOn(input);
	const standing = draft.answer ? { ...draft, answer: weighed(input, draft.answer, noticed) } : draft;
	const used = usedBy(input, draft);
	const shown = new Set(draft.sections.flatMap(({ sentences }) => sentences.flatMap(({ claimIds }) => claimIds)));
	const asked = [contentStems(input.question)];
	const bears = ({ claim }: Candidate) => {
		if (!readsAlone(claim)) return false;
		// A notice on a page that is used says what it does to it, and need not repeat what that page is about.
		if (noticed.get(claim.sourceId)?.some((id) => used.has(id)) || used.has(claim.sourceId))
			return claim.class === "direct" || corrective.test(claim.quote);
		return claim.class === "direct" && aboutness(asked, claim.text) >= bearing;
	};
	const bySource = Map.groupBy(
		candidatesOf(input).filter((one) => correcting.has(one.claim.sourceId) && bears(one)),
		({ claim }) => claim.sourceId,
	);
	const chosen = [...bySource.values()].flatMap((candidates) => tellingOf(candidates, shown));
	if (chosen.length === 0) return standing;
	const section: Section = {
		heading: chosen.every(({ claim }) => isRetraction(input, claim.sourceId))
			? "What has been withdrawn"
			: "What has been corrected",
		sentences: new Prose(input.sources).paragraph(chosen),
	};
	// After what was asked first, before what stands around it.
	return { ...standing, sections: [...draft.sections.slice(0, 1), section, ...draft.sections.slice(1)] };
}

/** The sources that a draft rests on, and those that take back what it says. */
function usedBy({ claims, sources }: DraftInput, draft: Draft): Set<string> {
	const cited = new Set(citedIn({ ...draft, disputes: [] }));
	const sourceOf = new Map(claims.map(({ id, sourceId }) => [id, sourceId]));
	const corrected = supersededIn(claims, sources).filter(({ claimId }) => cited.has(claimId));
	const ids = [...cited, ...corrected.map(({ byClaimId }) => byClaimId)];
	return new Set(ids.flatMap((id) => sourceOf.get(id) ?? []));
}

/** By a source whose title is a notice on another source's title (`Retraction Note: X` on `X`): the sources that it is on. */
function noticesOn({ sources }: DraftInput): Map<string, string[]> {
	const notices = sources.filter((source) => isWeb(source) && correctionIn(source.title));
	const others = sources.filter((source) => !notices.includes(source));
	return new Map(
		notices.flatMap(({ id, title }) => {
			const of = plain(title.replace(/^[^:–—]{0,40}[:–—]\s*/u, ""));
			const on = others.filter((other) => areOneTitle(of, plain(other.title)));
			return on.length > 0 ? [[id, on.map((other) => other.id)] as const] : [];
		}),
	);
}

function areOneTitle(a: string, b: string): boolean {
	return Math.min(a.length, b.length) >= titleLeast && (a.includes(b) || b.includes(a));
}

const isRetraction = ({ sources }: DraftInput, id: string) =>
	correctionIn(sources.find((source) => source.id === id)?.title ?? "") === "retraction";

/** An answer that a withdrawn page gives is doubtful, and says so. */
function weighed(input: DraftInput, answer: Answer, noticed: ReadonlyMap<string, string[]>): Answer {
	const withdrawn = new Set([...noticed].flatMap(([id, on]) => (isRetraction(input, id) ? on : [])));
	const isOn = input.claims.some(({ id, sourceId }) => answer.claimIds.includes(id) && withdrawn.has(sourceId));
	return isOn ? { ...answer, confidence: "low", why: `${answer.why}; a page that says so has been withdrawn` } : answer;
}
/** A shorter title may stand in another by chance. Characters. */
const titleLeast = 20;

function plain(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}

/** The sentences that say best what is taken back, each place of the page once; none when the draft shows the best of them already. */
function tellingOf(candidates: readonly Candidate[], shown: ReadonlySet<string>): Candidate[] {
	const value = ({ claim, worth }: Candidate) => worth + (corrective.test(claim.quote) ? correctiveBonus : 0);
	const best = candidates.toSorted((a, b) => value(b) - value(a));
	const said = candidates.filter(({ claim }) => shown.has(claim.id));
	if (best[0] && overlapsAny(best[0], said)) return [];
	const taken: Candidate[] = [];
	for (const one of best) {
		if (taken.length >= sentencesMax) break;
		if (!overlapsAny(one, [...said, ...taken])) taken.push(one);
	}
	return taken;
}

function overlapsAny({ claim }: Candidate, others: readonly Candidate[]): boolean {
	const end = claim.start + claim.quote.length;
	return others.some(({ claim: other }) => other.start < end && claim.start < other.start + other.quote.length);
}
