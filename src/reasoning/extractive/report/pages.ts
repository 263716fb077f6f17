import { isLowCredibility } from "../../../evidence/authority.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { correctionKindIn } from "../../../evidence/correction-notice.ts";
import { hasDissentingTitle, holdsDissent } from "../../../evidence/dissent.ts";
import type { Sentence } from "../../../evidence/report.ts";
import { isWeb } from "../../../evidence/source.ts";
import { findSupersededClaims, type SupersededClaim } from "../../../evidence/superseded-values.ts";
import { isCopy } from "../../../evidence/text-sketch.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Scored } from "../blocks/score.ts";
import { isOutdated, versionFit } from "../search/status.ts";

/** What a passage of a page that is out of date is worth, beside the same of another. */
const staleWorth = 0.3;

/** What pages are to each other: who copies whom, what was taken back, who speaks against it. */
export class Pages {
	readonly #sources: ReadonlyMap<string, WriteInput["sources"][number]>;
	readonly #superseded: ReadonlyMap<string, SupersededClaim>;
	/** Sources that say at their beginning that they are outdated, or name another version than the question. */
	readonly #stale: ReadonlySet<string>;

	constructor({ claims, sources, pages = [], question }: WriteInput) {
		this.#sources = new Map(sources.map((source) => [source.id, source]));
		this.#superseded = new Map(findSupersededClaims(claims, sources).map((one) => [one.claimId, one]));
		const texts = new Map(pages.map(({ url, text }) => [url, text]));
		const isPast = !isOutdated({ title: question });
		const stale = sources.filter(
			({ url, title }) =>
				(isPast && isOutdated({ title, snippet: texts.get(url) ?? "" })) || versionFit({ title, url }, question) < 0,
		);
		this.#stale = new Set(stale.map(({ id }) => id));
	}

	/**
	 * Without what was taken back, notices of withdrawal, and what only lists, shops and their kind say where others say anything. What
	 * corrects something is worth most, and what is out of date less.
	 */
	standing(candidates: readonly Scored[]): Scored[] {
		const correcting = new Set([...this.#superseded.values()].map(({ byClaimId }) => byClaimId));
		const standing = candidates
			.filter(({ passage }) => this.noticeOf(passage.sourceId) !== "retraction")
			.filter(({ claims }) => !claims.every(({ id }) => this.#superseded.has(id)))
			.map((one) => (this.#stale.has(one.passage.sourceId) ? { ...one, worth: one.worth * staleWorth } : one))
			.map((one) => (one.claims.some(({ id }) => correcting.has(id)) ? { ...one, worth: 1 } : one));
		const fit = standing.filter(({ passage }) => !this.isPoor(passage.sourceId));
		return fit.length > 0 ? fit : standing;
	}

	isPoor(sourceId: string): boolean {
		const source = this.#sources.get(sourceId);
		return source !== undefined && isLowCredibility(source);
	}

	/** What kind of notice a page of the web is; undefined for other pages. */
	noticeOf(sourceId: string): ReturnType<typeof correctionKindIn> {
		const source = this.#sources.get(sourceId);
		return source && isWeb(source) ? correctionKindIn(source.title) : undefined;
	}

	/** Whether a passage's page disagrees by its title, and so argues in all that it says. */
	argues({ passage: { sourceId } }: Scored): boolean {
		return !this.noticeOf(sourceId) && hasDissentingTitle(this.#sources.get(sourceId)?.title ?? "");
	}

	/** Whether what a passage says first of all speaks against what was found, or limits it. */
	opposes(one: Scored): boolean {
		if (this.noticeOf(one.passage.sourceId)) return false;
		return this.argues(one) || holdsDissent(one.claims[0]?.quote ?? "");
	}

	/** Claims of other pages that these claims took the place of. */
	before(claimIds: readonly string[], claims: readonly Claim[]): Claim[] {
		const own = new Set(claims.flatMap((one) => (claimIds.includes(one.id) ? [`${one.sourceId}:${one.start}`] : [])));
		const byPlace = new Map(claims.map(({ id, sourceId, start }) => [id, `${sourceId}:${start}`]));
		return claims.filter(({ id }) => {
			const found = this.#superseded.get(id);
			return found !== undefined && !found.own && own.has(byPlace.get(found.byClaimId) ?? "");
		});
	}

	/** That other pages carry the text of the first of these that is copied at all. */
	copyNote(sourceIds: readonly string[]): Sentence[] {
		const copied = sourceIds.map((id) => this.#copiesOf(id)).find((count) => count > 0) ?? 0;
		const carry =
			copied === 1 ? "was read carries the same text, and counts" : "were read carry the same text, and count";
		return copied > 0 ? [frame(`${otherPages(copied)} that ${carry} with it as one origin.`)] : [];
	}

	#copiesOf(sourceId: string): number {
		const sketch = this.#sources.get(sourceId)?.sketch;
		const isCopied = (other: { id: string; sketch?: string | undefined }) =>
			other.id !== sourceId && isCopy(other.sketch ?? "", sketch ?? "");
		return sketch ? [...this.#sources.values()].filter(isCopied).length : 0;
	}
}

export function frame(text: string): Sentence {
	return { kind: "frame", text, claimIds: [] };
}

/** `One other page`: a number that a frame may hold is one in words. */
export function otherPages(count: number): string {
	const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
	return `${words[count] ?? "Many"} other ${count === 1 ? "page" : "pages"}`;
}
