import { datesIn } from "./dates.ts";
import { isSameQuantity, type Quantity, quantitiesIn } from "./quantities.ts";
import { tagWords } from "./tags.ts";
import { isBaseVerb } from "./wordnet.ts";

/** `Before that, it was 22`, `Previously, …`, `The old pump …`. */
const opensFormer =
	/^(?:["“]?(?:before (?:that|then|this)|until (?:then|that)|up to then|previously|formerly|earlier|originally|initially|at first|in the past)\b|(?:the|its|his|her|our|their)\s+(?:old|former|previous|earlier|original)\s)/iu;
/** `It used to be 22`, and not `it is used to set …`. */
const usedTo = /(?<!\b(?:is|are|be|was|were|been|being|gets?|got)\s(?:\p{L}+ly\s)?)\bused to\b/iu;
const opensCurrent =
	/^["“]?(?:since\b|from then on\b|now(?:adays)?\b|today\b|currently\b|at present\b|these days\b)|\b(?:is|are|has|have|was|were)\s+(?:now|currently)\b/iu;
const presentVerb = /\b(?:is|are|has|have|will|does|do|can|must|may)\b/iu;

/** Whether a sentence says what held before and holds no longer. English. */
export function tellsFormer(sentence: string): boolean {
	if (opensFormer.test(sentence) || usedTo.test(sentence)) return true;
	const until = /\b(?:until|till)\b/iu.exec(sentence);
	if (!until || datesIn(sentence.slice(until.index)).length === 0) return false;
	// `Runs until 2030` still holds; `was 16 until 2025` does not.
	const before = sentence.slice(0, until.index);
	return !presentVerb.test(before) && (/\b(?:was|were|had|did)\b/iu.test(before) || hasPastVerb(before));
}

/** Whether a sentence says what holds since something before it changed. English. */
function tellsCurrent(sentence: string): boolean {
	return opensCurrent.test(sentence) && !tellsFormer(sentence);
}

/** The words before `from 20 to 30`. */
const changed =
	/\b(?:rais|rose|rise|increas|grew|grow|extend|expand|lower|reduc|cut|drop|fell|fall|shorten|shrank|shrunk|chang|mov|brought|updat|revis|upgrad|went|gone)\p{L}*\b[^.;]*\bfrom\s+$/iu;
/** `20 (was) replaced in May by 30`. */
const replacedBy = /\breplaced\b[^.;]*\b(?:by|with)\b[^.;]*$/iu;

/** The values that a sentence says have changed: `raised from 4,200 EUR to 5,600 EUR`. */
export function changesIn(sentence: string): { old: Quantity; now: Quantity }[] {
	const quantities = quantitiesIn(sentence).filter(({ kind }) => kind !== "date" && kind !== "ordinal");
	return quantities.flatMap((now, at) => {
		const old = quantities[at - 1];
		if (!old) return [];
		const between = sentence.slice(old.end, now.start);
		const isChange = changed.test(sentence.slice(0, old.start)) && /^\s*(?:\p{L}+\s+){0,4}?to\s+$/u.test(between);
		return isChange || replacedBy.test(between) ? [{ old, now }] : [];
	});
}

/** Whether a text states an amount, in its unit. */
export function statesQuantity(text: string, quantity: Quantity): boolean {
	return quantitiesIn(text).some((one) => one.unit === quantity.unit && isSameQuantity(one, quantity));
}

function hasPastVerb(text: string): boolean {
	return tagWords(text).some(({ pos, lower }) => pos === "VERB" && !isBaseVerb(lower) && !/(?:s|ing)$/u.test(lower));
}

/** The state that an English question asks for: `former` if it says so, `current` if nothing in it is of the past. */
export function askedState(question: string): "former" | "current" | undefined {
	if (/\b(?:before|until|till|previous(?:ly)?|former(?:ly)?|used to|originally|initially|earlier)\b/iu.test(question))
		return "former";
	if (/\b(?:was|were|did|had|old|first|history|chang\p{L}+|replac\p{L}+)\b/iu.test(question)) return undefined;
	return "current";
}

/** Maximum distance between the sentence on the former state and the one on the current state. Sentences. */
const distanceMax = 2;

/**
 * Of the sentences of a passage, the one that states what a question asks for in the state that it asks for, if the sentence at `at` states it
 * in the other one: `The pump moves 38 litres. Before that, it moved 22 litres.` Else `at`.
 */
export function inAskedState(sentences: readonly string[], at: number, question: string): number {
	const [asked, own] = [askedState(question), sentences[at] ?? ""];
	const change =
		asked === "current" &&
		sentences.findIndex((one) =>
			changesIn(one).some(({ old, now }) => statesQuantity(own, old) && !statesQuantity(own, now)),
		);
	if (change !== false && change >= 0) return change;
	const isOther = asked === "current" ? tellsFormer(own) : asked === "former" && tellsCurrent(own);
	if (!isOther) return at;
	const units = unitsIn(own);
	const isCounterpart = (other: string) =>
		asked === "current"
			? !tellsFormer(other) && (tellsCurrent(other) || !unitsIn(other).isDisjointFrom(units))
			: tellsFormer(other);
	const near = sentences
		.map((text, place) => ({ text, place, distance: Math.abs(place - at) }))
		.filter(({ distance }) => distance > 0 && distance <= distanceMax)
		.toSorted((a, b) => Number(tellsCurrent(b.text)) - Number(tellsCurrent(a.text)) || a.distance - b.distance);
	return near.find(({ text }) => isCounterpart(text))?.place ?? at;
}

function unitsIn(text: string): Set<string> {
	return new Set(quantitiesIn(text).flatMap(({ unit }) => (unit === "" ? [] : [unit])));
}
