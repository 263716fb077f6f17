import { formatDate } from "../text/dates.ts";
import { isSameQuantity, type Quantity, quantitiesIn } from "../text/quantities.ts";
import { authorityWeight } from "./authority.ts";
import type { Claim, Conflict } from "./claim.ts";
import { correctionKindIn } from "./correction-notice.ts";
import { countOrigins } from "./independence.ts";
import { isWeb, type Source } from "./source.ts";

/** A value that a page corrects, and the value that replaces it. */
export interface ValueCorrection {
	old: Quantity;
	now?: Quantity | undefined;
}

/** A claim that states a superseded value. */
export interface SupersededClaim {
	claimId: string;
	/** Both values as the correcting page writes them. */
	old: string;
	now?: string | undefined;
	isDate: boolean;
	/** The claim that states the correction best. */
	byClaimId: string;
	bySourceId: string;
	/** ISO date of the correcting page. */
	on?: string | undefined;
	/** Whether the claim is from the correcting page itself, which repeats the old value. */
	own: boolean;
}

/** A source with the fields that a draft needs; in a run it has all fields. */
export type PartialSource = Pick<Source, "id" | "url" | "title" | "origin"> & Partial<Source>;

/** Two statements that share this many words are about one matter. */
const minSharedWords = 2;

/** `47 percent, not 62`, `920 birds and not 1,284`, `47 percent instead of 62`. */
const insteadOf =
	/^[^.;:!?]{0,60}?(?:,\s*|\band\s+|\bbut\s+|\s)(?:not|instead of|rather than)\s+(?:(?:in|on|at|by|from)\s+)?(?:the\s+(?:reported\s+|stated\s+)?)?$/iu;
/** `not 62 but 47 percent`. */
const notBut = /\bnot\s+(?:the\s+)?$/iu;
const butNow = /^\s*(?:\p{L}+\s+){0,3}?but\s+(?:only\s+|rather\s+|in fact\s+)?$/iu;
/** `corrected from 62 to 47 percent`. */
const changedFrom = /\b(?:corrected|restated)\b[^.;]{0,60}?\bfrom\s+$/iu;
/** In a correction notice also `changed from 62 to 47 percent`. */
const noticeChangedFrom = /\b(?:changed|revised|amended|updated)\b[^.;]{0,60}?\bfrom\s+$/iu;
/** In a correction notice: `62 has been replaced by 47`; `for 62 read 47` (both parts); `47 (previously 62)`. */
const replacedBy =
	/^["”'’]?\s*(?:(?:has|have) been|was|were|is|are|(?:should|must) be)\s+(?:replaced (?:by|with)|(?:changed|corrected|amended) to)\s+["“'‘]?$/iu;
const forRead = /\bfor\s+["“'‘]?$/iu;
const readFor = /^["”'’]?,?\s*(?:please )?read\s+["“'‘]?$/iu;
const previously =
	/^\s*[(,[]\s*(?:previously|originally|formerly|initially|earlier|not)(?:\s+(?:given|reported|stated|published|listed)(?:\s+as)?)?:?\s*$/iu;
/** The words before the two values of `it read 62 instead of 47`. */
const wroteBefore =
	/\b(?:read|said|stated|gave|given|reported|printed|listed|shown|showed|misstated|misreported)\b[^.;]*$/iu;
/** The words before a value that was stated earlier. */
const statedBefore =
	/\b(?:(?:incorrectly|wrongly|mistakenly|erroneously|falsely|inaccurately)\b|misstated|misreported|(?:earlier|previous|original|first|initial) (?:version|figure|number|value|estimate|report|article|release)|originally|(?:we|it|they|the \p{L}+) (?:had )?(?:earlier |previously |first |originally )?(?:reported|stated|said|announced|published|gave|wrote)|(?:reported|given|stated|published|announced|printed|listed|shown|appeared) (?:earlier|before|previously|as)|(?:initially|previously|earlier) (?:reported|stated|gave|said|published|announced|read|showed|listed))\b/iu;
/** The words before the correct value. */
const correctValue =
	/\b(?:correct(?:ed)?|right|actual|true|revised|accurate)\s+(?:[\p{L}\d]+\s+){0,10}?(?:is|are|was|were|should (?:be|read|have been)|being)\s+(?:in fact\s+|therefore\s+)?$|\bshould (?:be|read|have (?:been|read))\s+$|\bin fact\s+(?:\p{L}+\s+){0,3}$/iu;
/** A sentence that repeats the correct values. */
const correctedFigures =
	/\b(?:correct(?:ed|ly)|revised|amended)\s+(?:counts?|figures?|data|numbers?|values?|totals?|results?)\b/iu;
/** A sentence that continues the one before, which named the wrong value: `It cost 21 million.` */
const continuesPrevious = /^(?:it|there|they|the|that|this|he|she)\b/iu;
/** A sentence that says that the one before was wrong. */
const wasWrong =
	/\b(?:was|is|were|are|proved|turned out to be)\s+(?:\p{Ll}+ly\s+)?(?:wrong|incorrect|mistaken|erroneous|inaccurate|an error|a mistake|false|withdrawn|retracted)\b/iu;

/**
 * The values that one page corrects, from its sentences in order, if the page says that something was wrong: `X, not Y`,
 * `not Y but X`, `corrected from Y to X`, and an earlier value beside the one that is called correct.
 */
export function findValueCorrections(sentences: readonly string[], isCorrection: boolean): ValueCorrection[] {
	// Outside a correction notice, `5, not 10` only contrasts two values, unless this or an adjacent sentence says that one was wrong.
	const hasError = sentences.map((one) => wasWrong.test(one) || admitsError.test(one));
	if (!isCorrection && !hasError.includes(true)) return [];
	const examined = isCorrection
		? sentences
		: sentences.filter((_one, at) => hasError.slice(Math.max(0, at - 1), at + 2).some(Boolean));
	const corrections = [
		...examined.flatMap((sentence) => correctionsInSentence(sentence, isCorrection)),
		...correctionsAcross(sentences, isCorrection),
	];
	const distinct: ValueCorrection[] = [];
	for (const one of corrections)
		if (!distinct.some(({ old, now }) => isSameQuantity(old, one.old) && (now !== undefined || one.now === undefined)))
			distinct.push(one);
	return distinct;
}
const admitsError =
	/\b(?:incorrectly|wrongly|mistakenly|erroneously)\b|\bmis(?:stated|reported)\b|\bearlier version of this\b|\b(?:not|instead of|rather than)\b[^;]{0,40}?\bas (?:(?:was|were|had been|we|it|they) )?(?:(?:first|previously|originally|initially|earlier) )?(?:published|reported|stated|announced|said|given|claimed)\b|\bcorrect(?:ed)? (?:figure|number|value|total|count)s?\b/iu;

/** The values that one sentence corrects by itself. */
function correctionsInSentence(sentence: string, isCorrection: boolean): ValueCorrection[] {
	const quantities = quantitiesIn(sentence);
	return quantities.flatMap((second, at): ValueCorrection[] => {
		const first = quantities[at - 1];
		if (!first) return [];
		const between = sentence.slice(first.end, second.start);
		const before = sentence.slice(0, first.start);
		const pair = (old: Quantity, now: Quantity) => {
			const [a, b] = [withUnitOf(old, now), withUnitOf(now, old)];
			return isSameKind(a, b) && !isSameQuantity(a, b) ? [{ old: a, now: b }] : [];
		};
		const wrote = wroteBefore.test(before) && !/\bshould\b/iu.test(before) && !correctValue.test(before);
		if (wrote && /\b(?:instead of|rather than)\b/iu.test(between) && insteadOf.test(between))
			return pair(first, second);
		if (insteadOf.test(between)) return pair(second, first);
		if (isCorrection && previously.test(between)) return pair(second, first);
		if (isCorrection && (replacedBy.test(between) || (forRead.test(before) && readFor.test(between))))
			return pair(first, second);
		if (notBut.test(before) && butNow.test(between)) return pair(first, second);
		const changed = changedFrom.test(before) || (isCorrection && noticeChangedFrom.test(before));
		if (changed && /^\s*(?:\p{L}+\s+){0,3}?to\s+$/u.test(between)) return pair(first, second);
		return [];
	});
}

/** The values that several sentences correct together: `We reported 62 percent. … The correct figure is 47 percent.` */
function correctionsAcross(sentences: readonly string[], isCorrection: boolean): ValueCorrection[] {
	const right: Quantity[] = [];
	const later: Quantity[] = [];
	const wrong: Quantity[] = [];
	for (const [at, sentence] of sentences.entries()) {
		const quantities = quantitiesIn(sentence).filter(({ kind }) => kind !== "date");
		const holding = quantities.filter(
			({ start }) => correctValue.test(sentence.slice(0, start)) || correctedFigures.test(sentence),
		);
		right.push(...holding);
		const earlier = statedBefore.exec(sentence);
		const next = sentences[at + 1] ?? "";
		if (earlier && admitsError.test(sentence) && continuesPrevious.test(next)) right.push(...uniqueQuantities(next));
		const earlierValues = earlier
			? quantities.filter((one) => one.start > earlier.index && !holding.includes(one))
			: [];
		if (earlier) wrong.push(...earlierValues);
		if (earlier && ownEarlierVersion.test(sentence))
			right.push(...earlierValues.flatMap((one) => replacementOf(one, sentence, sentences)));
		if (earlier || unchanged.test(sentence)) continue;
		if (wasWrong.test(next)) wrong.push(...quantities.filter((one) => !holding.includes(one)));
		else if (isCorrection && wrong.length > 0) later.push(...quantities);
	}
	return wrong.flatMap((old): ValueCorrection[] => {
		if (right.some((one) => isSameQuantity(one, old))) return [];
		// A single correct value of the same unit replaces the old one; several would be ambiguous.
		const calledCorrect = right.filter((one) => one.unit === old.unit);
		// A notice may call no value correct: then it states the new value after the old one.
		const statedLater = later.filter((one) => one.unit === old.unit && one.unit !== "" && !isSameQuantity(one, old));
		const now = calledCorrect.length > 0 ? calledCorrect : statedLater;
		if (old.unit === "" && wrong.filter(({ unit }) => unit === "").length > 1) return [];
		const values = new Set(now.map(({ value }) => value));
		return values.size === 1 ? [{ old, now: now[0] }] : [];
	});
}

const unchanged = /\b(?:unchanged|unaffected|not (?:changed|affected|altered)|remains? (?:the same|valid|correct))\b/iu;
/** A page that mentions its own earlier version has been corrected itself. */
const ownEarlierVersion = /\b(?:earlier|previous|original) version of this\b/iu;

/** The value that the page states now instead of the old one: the only value of that kind beside the same words. */
function replacementOf(old: Quantity, oldSentence: string, sentences: readonly string[]): Quantity[] {
	const matter = wordsOf([oldSentence]);
	const now = sentences
		.filter(
			(one) => one !== oldSentence && [...wordsOf([one])].filter((word) => matter.has(word)).length >= minSharedWords,
		)
		.flatMap((one) => quantitiesIn(one))
		.filter((one) => one.unit === old.unit && one.kind === old.kind && !isSameQuantity(one, old));
	return new Set(now.map(({ value }) => value)).size === 1 ? now.slice(0, 1) : [];
}

/** The quantities of a sentence that are the only ones with their unit. */
function uniqueQuantities(sentence: string): Quantity[] {
	const found = quantitiesIn(sentence).filter(({ kind }) => kind !== "date");
	return found.filter((one) => found.every((other) => other === one || other.unit !== one.unit));
}

/** Gives a bare number the unit of the quantity that it is contrasted with: `47 percent, not 62`. */
function withUnitOf(one: Quantity, other: Quantity): Quantity {
	if (one.kind !== "number" || one.unit !== "" || other.unit === "" || other.kind === "date") return one;
	const written = /^[\d.,\s]+(\D.*)$/u.exec(other.text)?.[1] ?? "";
	const text = written === "" ? one.text : `${one.text} ${written.trim()}`;
	return { ...one, unit: other.unit, kind: other.kind, text };
}

function isSameKind(a: Quantity, b: Quantity): boolean {
	return (a.kind === "date") === (b.kind === "date") && (a.unit === b.unit || a.kind === b.kind);
}

/** A page of less weight corrects only values of its own publisher. */
const minTrustedWeight = authorityWeight("news");

/**
 * All claims that state a superseded value, on the matter that was corrected. The correcting page is one of the same publisher, or
 * one of enough weight. Pure; ordered by the correcting pages.
 */
export function findSupersededClaims(claims: readonly Claim[], sources: readonly PartialSource[]): SupersededClaim[] {
	const byId = new Map(sources.map((source) => [source.id, source]));
	const bySource = Map.groupBy(claims, ({ sourceId }) => sourceId);
	return [...bySource].flatMap(([sourceId, members]) => {
		const source = byId.get(sourceId);
		const inOrder = distinctPositions(members);
		const title = source?.title ?? "";
		const corrections = findValueCorrections(
			[title, ...inOrder.map(({ quote }) => quote)],
			correctionKindIn(title) !== undefined,
		);
		const found = corrections.flatMap((one) => claimsStatingOld(one, claims, inOrder, byId));
		return source && isTrusted(source, found, claims, byId) ? found : [];
	});
}

function isTrusted(
	source: PartialSource,
	found: readonly SupersededClaim[],
	claims: readonly Claim[],
	sources: ReadonlyMap<string, PartialSource>,
): boolean {
	if (!isWeb(source) || authorityWeight(source.authority) >= minTrustedWeight) return true;
	const claimOf = new Map(claims.map((claim) => [claim.id, claim]));
	const whole = new Map([...sources].flatMap(([id, one]) => (isFullSource(one) ? [[id, one] as const] : [])));
	return found.some(({ claimId, byClaimId, own }) => {
		const both = [claimId, byClaimId].flatMap((id) => claimOf.get(id) ?? []);
		return !own && countOrigins(both, whole) === 1;
	});
}

function isFullSource(source: PartialSource): source is Source {
	return source.hash !== undefined && source.kind !== undefined;
}

/**
 * New conflicts between claims with a superseded value and the page that corrects it, one for each page and value.
 * `why`: `corrected: 62 percent → 47 percent, 11 March 2025`.
 */
export function findCorrectionConflicts(
	claims: readonly Claim[],
	sources: readonly PartialSource[],
	known: readonly Conflict[],
): Conflict[] {
	const claimOf = new Map(claims.map((claim) => [claim.id, claim]));
	const positions = new Map(claims.map(({ id }, at) => [id, at]));
	const keyOf = ({ a, b, why }: Pick<Conflict, "a" | "b" | "why">) =>
		[claimOf.get(a)?.sourceId, claimOf.get(b)?.sourceId].toSorted().join(" ") + why;
	const seenKeys = new Set(known.map(keyOf));
	return findSupersededClaims(claims, sources).flatMap((one): Conflict[] => {
		if (one.own || claimOf.get(one.claimId)?.class !== "direct") return [];
		const [a = "", b = ""] = [one.claimId, one.byClaimId].toSorted(
			(x, y) => (positions.get(x) ?? 0) - (positions.get(y) ?? 0),
		);
		const conflict: Conflict = { kind: one.isDate ? "date" : "number", a, b, why: whyOf(one) };
		if (seenKeys.has(keyOf(conflict))) return [];
		seenKeys.add(keyOf(conflict));
		return [conflict];
	});
}

/** Whether a conflict is between a value and its correction. */
export function isCorrectionConflict({ why }: Pick<Conflict, "why">): boolean {
	return why.startsWith(correctedMark);
}

const correctedMark = "corrected: ";

function whyOf({ old, now, on }: SupersededClaim): string {
	return `${correctedMark}${old}${now === undefined ? "" : ` → ${now}`}${on === undefined ? "" : `, ${formatDate(on)}`}`;
}

/** A page's claims in text order, one for each position. */
function distinctPositions(claims: readonly Claim[]): Claim[] {
	const seen = new Set<number>();
	return claims
		.toSorted((a, b) => a.start - b.start || (a.class === "direct" ? -1 : 1))
		.filter(({ start }) => !seen.has(start) && seen.add(start));
}

function claimsStatingOld(
	{ old, now }: ValueCorrection,
	claims: readonly Claim[],
	correcting: readonly Claim[],
	sources: ReadonlyMap<string, PartialSource>,
): SupersededClaim[] {
	const correctingClaim = bestCorrectingClaim(old, now, correcting);
	if (!correctingClaim) return [];
	const source = sources.get(correctingClaim.sourceId);
	const matter = wordsOf([
		source?.title ?? "",
		...correcting.filter((one) => statesEither(one, old, now)).map(({ text }) => text),
	]);
	return claims.flatMap((claim): SupersededClaim[] => {
		const own = claim.sourceId === correctingClaim.sourceId;
		if (claim.cell !== undefined || !statesQuantity(claim.quote, old)) return [];
		// A quote that also states the new value reports the correction and is not superseded.
		if (now && statesQuantity(claim.quote, now)) return [];
		if (!own) {
			const [mine, around] = [wordsOf([claim.text]), wordsOf([sources.get(claim.sourceId)?.title ?? ""])];
			const shared = [...mine].filter((word) => matter.has(word));
			const beside = [...around].filter((word) => matter.has(word) && !mine.has(word));
			if (shared.length === 0 || shared.length + beside.length < minSharedWords) return [];
		}
		return [
			{
				claimId: claim.id,
				old: old.text,
				now: now?.text,
				isDate: old.kind === "date",
				byClaimId: correctingClaim.id,
				bySourceId: correctingClaim.sourceId,
				on: source?.date,
				own,
			},
		];
	});
}

function statesEither({ quote }: Claim, old: Quantity, now: Quantity | undefined): boolean {
	return statesQuantity(quote, old) || (now !== undefined && statesQuantity(quote, now));
}

/** The claim that states most of the correction: the new value, in a direct claim. */
function bestCorrectingClaim(old: Quantity, now: Quantity | undefined, claims: readonly Claim[]): Claim | undefined {
	const score = (claim: Claim) =>
		(now && statesQuantity(claim.quote, now) ? 2 : 0) + (claim.class === "direct" ? 1 : 0) + claim.relevance;
	return claims.filter((claim) => statesEither(claim, old, now)).toSorted((a, b) => score(b) - score(a))[0];
}

function statesQuantity(text: string, quantity: Quantity): boolean {
	return quantitiesIn(text).some(
		(one) => isSameQuantity(one, quantity) && (one.unit === quantity.unit || one.unit === ""),
	);
}

const stopWords = new Set(
	"about after also been before between both correction corrected correct figure figures from have into more most other over percent reported said since than that their there these they this those were what when which with year years".split(
		" ",
	),
);

/** The content words of texts, cut to their first letters, so that `groundings` and `grounded` are equal. */
function wordsOf(texts: readonly string[]): Set<string> {
	const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
	return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.slice(0, 6)));
}
