import { isLowCredibility } from "../../../evidence/authority.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { correctionKindIn } from "../../../evidence/correction-notice.ts";
import { hasDissentingTitle, holdsDissent } from "../../../evidence/dissent.ts";
import type { Sentence } from "../../../evidence/report.ts";
import { isWeb } from "../../../evidence/source.ts";
import { findSupersededClaims, type SupersededClaim } from "../../../evidence/superseded-values.ts";
import { isCopy } from "../../../evidence/text-sketch.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { ScoredPassage } from "../blocks/score-passages.ts";
import { isOutdated, versionFit } from "../search/status.ts";

/** Factor on the score of a passage from an outdated page. */
const outdatedFactor = 0.3;

/** How pages relate to each other: syndicated copies, superseded values, dissent. */
export class PageRelations {
	readonly #sources: ReadonlyMap<string, WriteInput["sources"][number]>;
	readonly #superseded: ReadonlyMap<string, SupersededClaim>;
	/** Sources that say at their beginning that they are outdated, or name another version than the question. */
	readonly #stale: ReadonlySet<string>;

	constructor({ claims, sources, pages = [], question }: WriteInput) {
		this.#sources = new Map(sources.map((source) => [source.id, source]));
		this.#superseded = new Map(findSupersededClaims(claims, sources).map((one) => [one.claimId, one]));
		const texts = new Map(pages.map(({ url, text }) => [url, text]));
		const isAboutCurrent = !isOutdated({ title: question });
		const stale = sources.filter(
			({ url, title }) =>
				(isAboutCurrent && isOutdated({ title, snippet: texts.get(url) ?? "" })) ||
				versionFit({ title, url }, question) < 0,
		);
		this.#stale = new Set(stale.map(({ id }) => id));
	}

	/**
	 * Leaves out superseded claims, retraction notices, and low-credibility sources if others say anything. Corrections get the highest
	 * score, outdated pages a lower one.
	 */
	usableCandidates(candidates: readonly ScoredPassage[]): ScoredPassage[] {
		const correcting = new Set([...this.#superseded.values()].map(({ byClaimId }) => byClaimId));
		const usable = candidates
			.filter(({ passage }) => this.noticeOf(passage.sourceId) !== "retraction")
			.filter(({ claims }) => !claims.every(({ id }) => this.#superseded.has(id)))
			.map((one) => (this.#stale.has(one.passage.sourceId) ? { ...one, score: one.score * outdatedFactor } : one))
			.map((one) => (one.claims.some(({ id }) => correcting.has(id)) ? { ...one, score: 1 } : one));
		const reliable = usable.filter(({ passage }) => !this.isLowCredibility(passage.sourceId));
		return reliable.length > 0 ? reliable : usable;
	}

	isLowCredibility(sourceId: string): boolean {
		const source = this.#sources.get(sourceId);
		return source !== undefined && isLowCredibility(source);
	}

	/** The kind of notice that a web page is. Undefined for other pages. */
	noticeOf(sourceId: string): ReturnType<typeof correctionKindIn> {
		const source = this.#sources.get(sourceId);
		return source && isWeb(source) ? correctionKindIn(source.title) : undefined;
	}

	/** Whether the title of a passage's page disagrees, so that all of the page argues. */
	isDissentingPage({ passage: { sourceId } }: ScoredPassage): boolean {
		return !this.noticeOf(sourceId) && hasDissentingTitle(this.#sources.get(sourceId)?.title ?? "");
	}

	/** Whether a passage's first claim contradicts the findings or limits them. */
	isOpposing(one: ScoredPassage): boolean {
		if (this.noticeOf(one.passage.sourceId)) return false;
		return this.isDissentingPage(one) || holdsDissent(one.claims[0]?.quote ?? "");
	}

	/** Claims of other pages that these claims supersede. */
	supersededBy(claimIds: readonly string[], claims: readonly Claim[]): Claim[] {
		const own = new Set(claims.flatMap((one) => (claimIds.includes(one.id) ? [`${one.sourceId}:${one.start}`] : [])));
		const byPlace = new Map(claims.map(({ id, sourceId, start }) => [id, `${sourceId}:${start}`]));
		return claims.filter(({ id }) => {
			const found = this.#superseded.get(id);
			return found !== undefined && !found.own && own.has(byPlace.get(found.byClaimId) ?? "");
		});
	}

	/** A note that other pages carry the text of one of these pages: the first that is copied at all. */
	copyNote(sourceIds: readonly string[]): Sentence[] {
		const copied = sourceIds.map((id) => this.#copiesOf(id)).find((count) => count > 0) ?? 0;
		const carry =
			copied === 1 ? "was read carries the same text, and counts" : "were read carry the same text, and count";
		return copied > 0 ? [frameSentence(`${otherPagesPhrase(copied)} that ${carry} with it as one origin.`)] : [];
	}

	#copiesOf(sourceId: string): number {
		const sketch = this.#sources.get(sourceId)?.sketch;
		const isCopied = (other: { id: string; sketch?: string | undefined }) =>
			other.id !== sourceId && isCopy(other.sketch ?? "", sketch ?? "");
		return sketch ? [...this.#sources.values()].filter(isCopied).length : 0;
	}
}

export function frameSentence(text: string): Sentence {
	return { kind: "frame", text, claimIds: [] };
}

/** `One other page`: a frame may hold a number only in words. */
export function otherPagesPhrase(count: number): string {
	const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
	return `${words[count] ?? "Many"} other ${count === 1 ? "page" : "pages"}`;
}
