import { entitiesIn } from "../../../text/entities.ts";
import { type Quantity, quantitiesIn } from "../../../text/quantities.ts";
import { toBaseUnit } from "../../../text/units.ts";
import { attributeOf, isRelatedWord, isSameAction } from "../../../text/wordnet.ts";
import { isStopWord, stemsOf, type Word, wordsIn } from "../../../text/words.ts";
import type { SetColumn } from "../question/requested-set.ts";
import { valueIn } from "./fill-cell.ts";

/** A value in a text: `text.slice(start, start + value.text.length) === value.text`. */
export interface ColumnValue {
	text: string;
	start: number;
	/** The first word of the text that names the column. */
	anchor: Word;
}

/** Where one statement of a sentence ends and another begins. */
const clauseBorder = /[;!?]\s|[.]\s+\p{Lu}|,\s+(?:and|but|while|whereas|whose|which|where|who)\s/u;

/** The dimensions that an adjective may measure. */
const dimensions: Readonly<Record<string, readonly string[]>> = {
	long: ["length", "time"],
	short: ["length", "time"],
	wide: ["length"],
	narrow: ["length"],
	deep: ["length"],
	shallow: ["length"],
	tall: ["length"],
	high: ["length"],
	thick: ["length"],
	thin: ["length"],
	heavy: ["mass"],
	light: ["mass"],
	fast: ["speed"],
	slow: ["speed"],
	hot: ["celsius"],
	cold: ["celsius"],
	warm: ["celsius"],
	old: ["time"],
};

/** The values of a column that a sentence states, the nearest to the column's words first. */
export function columnValues(text: string, column: SetColumn): ColumnValue[] {
	const anchors = anchorsOf(wordsIn(text), column) ?? [];
	const [anchor] = anchors;
	if (!anchor) return [];
	const near = (places: readonly { text: string; start: number; isOwn?: boolean }[], before: number) =>
		places
			.flatMap(({ isOwn = false, ...one }) => {
				const distances = anchors.flatMap(({ start, end }) => {
					// `What Does Free Mean` is no value of a meaning.
					if (start < one.start + one.text.length && end > one.start) return [];
					const isAfter = start < one.start;
					const [from, to] = isAfter ? [end, one.start] : [one.start + one.text.length, start];
					const isApart = clauseBorder.test(text.slice(from, Math.max(from, to)));
					return isApart ? [] : [(isAfter ? 1 : before) * Math.max(0, to - from)];
				});
				return isOwn || distances.length > 0 ? [{ ...one, anchor, far: isOwn ? -1 : Math.min(...distances) }] : [];
			})
			.toSorted((a, b) => a.far - b.far);
	if (column.kind === "any") {
		const names = near(entitiesIn(text), namesBefore);
		return names.length > 0 ? names : introducedValue(text, anchor, column);
	}
	const quantities = quantitiesIn(text).filter((one) => isOfColumn(one, column));
	// `320 passengers` is what is counted, wherever it stands.
	const isCounted = (unit: string) => unit !== "" && column.words.some((word) => isSameWord(word, unit));
	return near(
		quantities.map(({ text: own, start, unit }) => ({ text: own, start, isOwn: isCounted(unit) })),
		1,
	);
}

/** How much farther a name before the column's words counts: the one after them is mostly meant. */
const namesBefore = 40;

/** Whether a header names a column: its words, or what its adjective measures. */
export function isColumnOf(header: string, column: SetColumn): boolean {
	const words = wordsIn(header.replaceAll("_", " "));
	if (anchorsOf(words, column)) return true;
	// Beside the noun of a measure its unit is enough: `Platform (m)`.
	return column.words.length > 0 && column.words.every((word) => findWord(words, word)) && column.kind === "amount";
}

/** The words of a text that name a column. Undefined if a word is missing; a unit makes up for the adjective. */
function anchorsOf(words: readonly Word[], { kind, words: own, adjective, label }: SetColumn): Word[] | undefined {
	const found = own.map((word) => findWord(words, word) ?? (kind === "date" ? findAction(words, word) : undefined));
	const isAny = kind === "date" && own.length > 1;
	const measured = adjective === undefined ? undefined : findMeasure(words, adjective);
	if (own.length === 0) {
		if (adjective !== undefined) return measured ? [measured] : undefined;
		const named = wordsIn(label).map(({ lower }) => findWord(words, lower));
		return named.some((one) => one !== undefined) ? named.filter((one) => one !== undefined) : undefined;
	}
	const present = found.filter((one) => one !== undefined);
	if (isAny ? present.length === 0 : present.length < own.length) return undefined;
	return [...present, ...(measured ? [measured] : [])];
}

function findWord(words: readonly Word[], word: string): Word | undefined {
	return (
		words.find(({ lower }) => isSameWord(lower, word)) ??
		words.find(({ lower }) => !isStopWord(lower) && isRelatedWord(lower, word))
	);
}

/** A verb that means the same event: `built` for `construction`. */
function findAction(words: readonly Word[], word: string): Word | undefined {
	return words.find(({ lower }) => !isStopWord(lower) && isSameAction(word, lower));
}

function isSameWord(a: string, b: string): boolean {
	return stemsOf(a)[0] === stemsOf(b)[0];
}

/** The word that names a measure: `deep`, `deepest`, `depth`. */
function findMeasure(words: readonly Word[], adjective: string): Word | undefined {
	const attribute = attributeOf(adjective);
	return words.find(
		({ lower }) => isRelatedWord(lower, adjective) || (attribute !== undefined && isSameWord(lower, attribute)),
	);
}

function isOfColumn({ kind, unit }: Quantity, column: SetColumn): boolean {
	if (column.kind === "date") return kind === "date";
	if (!/^(?:number|percent|money)$/u.test(kind)) return false;
	const wanted = column.adjective === undefined ? undefined : dimensions[column.adjective];
	if (!wanted) return true;
	return wanted.includes(toBaseUnit(1, unit)?.dimension ?? "");
}

/** What a copula or a colon introduces after the column's words: `The default user is guest`. */
function introducedValue(text: string, anchor: Word, { words, label }: SetColumn): ColumnValue[] {
	const value = valueIn(text, words.length > 0 ? words.join(" ") : label);
	return value === undefined ? [] : [{ text: value, start: text.indexOf(value), anchor }];
}
