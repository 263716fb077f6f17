import { weightOf } from "../../evidence/authority.ts";
import type { Claim } from "../../evidence/claim.ts";
import { type KnownSource, type Superseded, supersededIn } from "../../evidence/corrected.ts";
import { correctionIn } from "../../evidence/correction.ts";
import { disagrees, disagreesByTitle } from "../../evidence/dissent.ts";
import { isWeb } from "../../evidence/source.ts";
import { isCopy } from "../../evidence/syndication.ts";
import { readable } from "./draft-quote.ts";
import { type Candidate, type DraftInput, readsAlone } from "./draft-select.ts";
import { aboutness } from "./draft-topic.ts";
import { contentStems } from "./language/words.ts";

/** What a place's weight adds, from the least to the most; and what a correction adds over what it corrects. */
const placeWorth = 0.4;
const correctingWorth = 0.35;
/** To hold all words of the question, itself and not by its page's title. */
const speakingWorth = 0.4;
/** A finding states an amount, or what did what to what. */
const findingWorth = 0.12;
const finding =
	/\b(?:fell|falls?|fallen|rose|rises?|risen|declin\w+|dropp?\w*|increas\w+|decreas\w+|reduc\w+|cut|cuts|grew|grows?|caus\w+|found|finds?|show(?:s|ed|n)?|attribut\w+|account(?:s|ed) for|explain\w*|associat\w+|link(?:s|ed)|le(?:ads?|d) to|result\w*|prevent\w*|improv\w+|doubl\w+|halv\w+|disorient\w*|suggest\w*|conclud\w+|affect\w*)\b/iu;
/** Who tells how he worked or felt tells nothing of the thing. */
const tellerCost = 0.25;
const teller = /^["“‘'[]*(?:we|i|our|my)\b|^[“"‘]|\b(?:apologi[sz]e|regret|thank)s?\b/iu;
/** Claims for or against a finding need this relevance where they are only near the question, and this share of its words. */
const opposingFrom = 0.45;
const opposingShare = 0.4;
/** Places that are quoted only where no better one says anything. */
const poor = weightOf("aggregator");

/** What a draft knows of pages of the web: where a claim stands, who copies whom, what was taken back. */
export class WebView {
	readonly #input: DraftInput;
	readonly #sources: ReadonlyMap<string, KnownSource>;
	readonly #superseded: ReadonlyMap<string, Superseded>;
	readonly #asked: readonly string[];

	constructor(input: DraftInput) {
		this.#input = input;
		this.#sources = new Map(input.sources.map((source) => [source.id, source]));
		const found = supersededIn(input.claims, input.sources);
		this.#superseded = new Map(found.map((one) => [one.claimId, one]));
		this.#asked = contentStems(input.question);
	}

	isWeb({ sourceId }: Claim): boolean {
		const source = this.#sources.get(sourceId);
		return source !== undefined && isWeb(source);
	}

	/** What to draw sentences from, best first: weighed by their places, without what was taken back and what is told by poor places only beside better ones. */
	weighed(candidates: readonly Candidate[]): Candidate[] {
		const correcting = new Set([...this.#superseded.values()].map(({ byClaimId }) => this.#placeOf(byClaimId)));
		return this.places(candidates)
			.filter(({ claim }) => !this.isTakenBack(claim))
			.map((one) => {
				if (!this.isWeb(one.claim)) return one;
				const corrects = correcting.has(this.#placeOf(one.claim.id)) ? correctingWorth : 0;
				return { ...one, worth: one.worth + this.#placeWorth(one.claim) + corrects + this.#saying(one.claim) };
			})
			.toSorted((a, b) => b.worth - a.worth || (a.claim.id < b.claim.id ? -1 : 1));
	}

	/** Without what only poor places say, where better ones say anything. */
	places(candidates: readonly Candidate[]): Candidate[] {
		const fit = candidates.filter(({ claim }) => !this.isPoor(claim));
		return fit.some(({ claim }) => claim.class === "direct") ? fit : [...candidates];
	}

	/** Whether a claim states what some page takes back. */
	isTakenBack({ id }: Claim): boolean {
		return this.#superseded.has(id);
	}

	/** Lists, shops, copies' collectors, and pages that speak to the program that reads them. */
	isPoor(claim: Claim): boolean {
		const source = this.#sources.get(claim.sourceId);
		return source !== undefined && isWeb(source) && weightOf(source.authority) <= poor;
	}

	/** Whether a claim speaks against what was found, or says what limits it. */
	opposes({ claim }: Candidate): boolean {
		if (!readsAlone(claim) || claim.relevance < opposingFrom) return false;
		const title = this.#sources.get(claim.sourceId)?.title ?? "";
		if (aboutness([this.#asked], `${claim.text} ${title}`) < opposingShare) return false;
		// Who disagrees by his title argues for it in all that he says.
		return disagrees(claim.quote) || (correctionIn(title) === undefined && disagreesByTitle(title));
	}

	/** What a claim took the place of: the claims of other pages that state it, its own publisher's first, then by weight. */
	takenBackBy(claimIds: readonly string[]): Claim[] {
		const places = new Set(claimIds.map((id) => this.#placeOf(id)));
		const ids = [...this.#superseded.values()]
			.filter(({ byClaimId, own }) => !own && places.has(this.#placeOf(byClaimId)))
			.map(({ claimId }) => claimId);
		const publisher = (id: string) => this.#sources.get(id)?.origin;
		const own = new Set(
			this.#input.claims.filter(({ id }) => claimIds.includes(id)).map((one) => publisher(one.sourceId)),
		);
		const isOwn = ({ sourceId }: Claim) => Number(own.has(publisher(sourceId)));
		return this.#input.claims
			.filter(({ id }) => ids.includes(id))
			.toSorted((a, b) => isOwn(b) - isOwn(a) || this.#weight(b) - this.#weight(a) || b.relevance - a.relevance);
	}

	/** How many other pages that were read carry the text of a claim's page. */
	copiesOf({ sourceId }: Claim): number {
		const own = this.#sources.get(sourceId);
		if (!own?.sketch) return 0;
		const others = [...this.#sources.values()].filter(({ id, sketch }) => id !== sourceId && sketch !== undefined);
		const { sketch } = own;
		return others.filter((other) => isCopy(other.sketch ?? "", sketch)).length;
	}

	/** Whether pages carry one text. */
	areOneText(sourceIds: readonly string[]): boolean {
		const sketches = sourceIds.map((id) => this.#sources.get(id)?.sketch ?? "");
		const [first = "", ...others] = sketches;
		return others.length > 0 && others.every((other) => isCopy(first, other, sketches));
	}

	#weight({ sourceId }: Claim): number {
		return weightOf(this.#sources.get(sourceId)?.authority);
	}

	#placeWorth(claim: Claim): number {
		return placeWorth * (this.#weight(claim) - weightOf("general"));
	}

	#placeOf(claimId: string): string {
		const claim = this.#input.claims.find(({ id }) => id === claimId);
		return claim ? `${claim.sourceId}:${claim.start}` : "";
	}

	/** What its own words are worth: it speaks of what is asked, states a finding, and is not about its teller. */
	#saying(claim: Claim): number {
		const words = readable(claim);
		return (
			speakingWorth * aboutness([this.#asked], claim.text) +
			(finding.test(words) ? findingWorth : 0) -
			(teller.test(words) ? tellerCost : 0)
		);
	}
}
