import { type DateMention, datesIn } from "./dates.ts";
import {
	isUncountedOrdinal,
	ordinalValue,
	parseSpelledNumber,
	scaleFactors,
	spelledNumberPattern,
	spelledOrdinalPattern,
} from "./number-words.ts";
import { currencies, toBaseUnit, unitOf } from "./units.ts";

/** A number, date or amount that a text states, with its place: `text.slice(start, end)` is exactly `.text`. */
export interface Quantity {
	kind: "number" | "percent" | "money" | "date" | "ordinal" | "version";
	text: string;
	start: number;
	end: number;
	/** Plain decimal for numbers; `1944`, `1944-06`, `1944-06-06`, `1940s` for dates; `1.2.3` for versions. */
	normal: string;
	/** The number itself, scale words multiplied out; for a date the year (or first year). */
	value: number;
	/** Canonical unit (`km`, `MB`, `USD`, `%`), or the lower-case noun that is counted (`people`); empty when none. */
	unit: string;
	/** The text says about, over, nearly or the like. */
	approximate: boolean;
	/** Set when the quantity is one end of a range (`5–10 km`, `between 5 and 10`): which end, and the value of the other. */
	bound?: { end: "low" | "high"; other: number } | undefined;
	/** For a date: first and last day, `year × 10000 + month × 100 + day`. */
	span?: { from: number; to: number } | undefined;
}

const plainNumber =
	/(?<![\p{L}\p{N}_.]|\p{Lu}\/)(?:[-−+](?=\d))?(?:\d{1,3}(?:[,\u00a0\u202f]\d{3})+|\d+)(?:\.\d+)*(?:\/\d+(?!\d*\/))?/gu;
const approximationBefore =
	/(?:\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|over|under|below|above|some|circa|c\.|ca\.|more than|less than|fewer than|at least|at most|up to|an? (?:estimated|average of)|estimated(?: at)?|as (?:many|much) as|close to)\s+(?:the\s+)?|[~≈<>±]\s*)$/i;
const uncountedWord =
	/^(?:and|or|of|in|on|at|to|by|is|was|are|were|the|a|an|for|from|as|with|that|which|it|but|than|per|when|after|before|during|has|had|have|who|if|not|other|more|new|different|such|its|his|her|their)$/;

interface NumberSpan {
	start: number;
	end: number;
	value: number;
	kind: Quantity["kind"];
	normal?: string;
}

function roundToPrecision(value: number): number {
	return Number(value.toPrecision(12));
}

/** Numerals that are not part of a date. */
function findNumerals(text: string, dates: readonly { start: number; end: number }[]): NumberSpan[] {
	const out: NumberSpan[] = [];
	for (const match of text.matchAll(plainNumber)) {
		const start = match.index;
		let end = start + match[0].length;
		if (dates.some((date) => start < date.end && end > date.start)) continue;
		const raw = match[0].replace("−", "-").replace(/[,\u00a0\u202f+]/g, "");
		const sign = /^[-−+]/.test(match[0]);
		// A hyphen right after a word or number is no minus sign: `COVID-19`, `5-10`.
		const hyphen = sign && /[\p{L}\p{N})]$/u.test(text.slice(0, start).slice(-1));
		if ((raw.match(/\./g)?.length ?? 0) > 1) {
			out.push({
				start: sign ? start + 1 : start,
				end,
				value: Number.parseFloat(raw.replace("-", "")),
				kind: "version",
				normal: raw.replace(/^-/, ""),
			});
			continue;
		}
		if (raw.includes("/")) {
			const [top = 0, bottom = 1] = raw.split("/").map(Number);
			out.push({ start, end, value: roundToPrecision(top / bottom), kind: "number" });
			continue;
		}
		const power = /^\^(\d{1,3})\b/.exec(text.slice(end, end + 5));
		if (power?.[1]) {
			end += power[0].length;
			out.push({ start, end, value: Number(raw) ** Number(power[1]), kind: "number" });
			continue;
		}
		const value = Number(hyphen ? raw.replace("-", "") : raw);
		const suffix = /^(?:st|nd|rd|th)\b/.exec(text.slice(end, end + 3))?.[0];
		if (suffix) end += suffix.length;
		out.push({ start: hyphen ? start + 1 : start, end, value, kind: suffix ? "ordinal" : "number" });
	}
	return out;
}

const pronounAfter =
	/^\s*(?:[.,;:)?!]|$)|^\s+(?:of|another|or|who|that|is|was|can|must|should|may|has|had|would|could)\b/i;
const pronounBefore = /\b(?:no|any|every|the|this|that|some|another|which|only|each)\s$/i;

function findSpelledNumbers(text: string): NumberSpan[] {
	const out: NumberSpan[] = [];
	for (const match of text.matchAll(spelledNumberPattern)) {
		const value = parseSpelledNumber(match[0]);
		const after = text.slice(match.index + match[0].length);
		if (value === undefined) continue;
		// `one of the`, `no one`, `one another`: a pronoun.
		if (
			value === 1 &&
			(pronounAfter.test(after) || pronounBefore.test(text.slice(Math.max(0, match.index - 12), match.index)))
		)
			continue;
		out.push({ start: match.index, end: match.index + match[0].length, value, kind: "number" });
	}
	for (const match of text.matchAll(spelledOrdinalPattern)) {
		const value = ordinalValue(match[0]);
		if (value !== undefined && !isUncountedOrdinal(text, match.index, match.index + match[0].length))
			out.push({ start: match.index, end: match.index + match[0].length, value, kind: "ordinal" });
	}
	return out;
}

/** Adds scale, currency and unit to a number; its text then covers them. */
function addUnit(text: string, number: NumberSpan): Quantity {
	let { start, end, value, kind } = number;
	const base = {
		text: "",
		start,
		end,
		value,
		unit: "",
		normal: number.normal ?? "",
		approximate: approximationBefore.test(text.slice(Math.max(0, start - 24), start)),
	};
	if (kind === "version" || kind === "ordinal")
		return { ...base, kind, text: text.slice(start, end), normal: number.normal ?? String(value) };
	const scale = /^[\s-]?(hundred|thousand|million|billion|trillion|dozen|mn|bn)\b/i.exec(text.slice(end, end + 12));
	if (scale?.[1]) {
		value = roundToPrecision(value * (scaleFactors[scale[1].toLowerCase()] ?? 1));
		end += scale[0].length;
	}
	let unit = "";
	const sign = /(?:US\$|[$€£¥₹])\s?$/.exec(text.slice(Math.max(0, start - 5), start));
	if (sign) {
		unit = currencies[sign[0].trim()] ?? "";
		start -= sign[0].length;
		kind = "money";
		const short = /^\s?([mbk])\b/i.exec(text.slice(end, end + 3));
		if (short?.[1] && !scale) {
			value = roundToPrecision(value * ({ m: 1e6, b: 1e9, k: 1e3 }[short[1].toLowerCase()] ?? 1));
			end += short[0].length;
		}
	} else {
		const found = unitAfter(text, end);
		unit = found.unit;
		end = found.end;
		if (unit === "%") kind = "percent";
		if (/^[A-Z]{3}$/.test(unit) && toBaseUnit(1, unit)) kind = "money";
	}
	return { ...base, kind, start, end, text: text.slice(start, end), value, unit, normal: String(value) };
}

function unitAfter(text: string, end: number): { unit: string; end: number } {
	const after = text.slice(end, end + 40);
	const square = /^[\s-]?(?:square|sq\.?)[\s-](kilomet(?:er|re)s?|km|miles?|mi|met(?:er|re)s?|m|feet|foot|ft)\b/i.exec(
		after,
	);
	if (square?.[1]) {
		const length = unitOf(square[1])?.name;
		const unit = length === "km" ? "km2" : length === "m" ? "m2" : length === "mi" ? "sq mi" : `sq ${length ?? ""}`;
		return { unit, end: end + square[0].length };
	}
	const cubic = /^[\s-]?(?:cubic|cu\.?)[\s-](\p{L}+)/iu.exec(after);
	if (cubic) return { unit: `cubic ${unitOf(cubic[1] ?? "")?.name ?? cubic[1] ?? ""}`, end: end + cubic[0].length };
	const percent = /^\s?(?:%|per\s?cent\b)/i.exec(after);
	if (percent) return { unit: "%", end: end + percent[0].length };
	const match = /^([\s\u00a0-]?)(km\/h|°\s?[CF]\b|[\p{L}µ°²]+(?:[²2])?)(?![\p{L}])/u.exec(after);
	const word = match?.[2]?.replace(/\s/g, "") ?? "";
	if (!match || !word) return { unit: "", end };
	const knownUnit = unitOf(word);
	if (knownUnit && !(word === "in" || (word.length === 1 && match[1] === "-" && /^-\p{L}-/u.test(after))))
		return { unit: knownUnit.name, end: end + match[0].length };
	const lower = word.toLowerCase();
	if (match[1] !== "" && /^\p{Ll}+$/u.test(word) && word.length > 2 && !uncountedWord.test(lower))
		return { unit: lower, end };
	return { unit: "", end };
}

function dateQuantity(date: DateMention): Quantity {
	const { text, start, end, normal, approximate, from, to } = date;
	return {
		kind: "date",
		text,
		start,
		end,
		normal,
		value: Math.trunc(from / 10_000),
		unit: "",
		approximate,
		span: { from, to },
	};
}

/** Marks the ends of ranges. The first end takes the unit that only the second one states. */
function markRanges(text: string, quantities: readonly Quantity[]): Quantity[] {
	const out = quantities.map((quantity) => ({ ...quantity }));
	for (let at = 1; at < out.length; at++) {
		const [low, high] = [out[at - 1], out[at]];
		if (
			!low ||
			!high ||
			low.kind === "date" ||
			high.kind === "date" ||
			low.kind === "version" ||
			low.kind === "ordinal" ||
			high.kind === "ordinal"
		)
			continue;
		const gap = text.slice(low.end, high.start);
		const dash = /^\s?[–—-]\s?$/.test(gap);
		const to = /^\s+to\s+$/i.test(gap);
		const and =
			/^\s+and\s+$/i.test(gap) && /\bbetween\s+\S{0,3}$/i.test(text.slice(Math.max(0, low.start - 12), low.start));
		if (!(dash || to || and) || low.value > high.value || (low.unit && low.unit !== high.unit)) continue;
		if (!low.unit) {
			low.unit = high.unit;
			if (high.kind === "percent" || high.kind === "money") low.kind = high.kind;
		}
		low.bound = { end: "low", other: high.value };
		high.bound = { end: "high", other: low.value };
	}
	return out;
}

/** Only this much of a text is read for numbers. Characters. */
const readCharactersMax = 50_000;

/** The numbers, amounts, dates, ordinals and versions of a text, in order, without overlaps. */
export function quantitiesIn(text: string): Quantity[] {
	const part = text.length > readCharactersMax ? text.slice(0, readCharactersMax) : text;
	if (
		!/\d/.test(part) &&
		!/\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundred|thousand|[mb]illion|dozen|first|second|third|\w+th)\b/i.test(
			part,
		)
	)
		return [];
	const dates = datesIn(part);
	const numbers = [
		...findNumerals(part, dates),
		...findSpelledNumbers(part).filter(
			(draft) => !dates.some((date) => draft.start < date.end && draft.end > date.start),
		),
	];
	const measuredNumbers = numbers.toSorted((a, b) => a.start - b.start).map((draft) => addUnit(part, draft));
	const nonOverlapping: Quantity[] = [];
	for (const quantity of [...measuredNumbers, ...dates.map(dateQuantity)].toSorted(
		(a, b) => a.start - b.start || b.end - a.end,
	)) {
		const before = nonOverlapping.at(-1);
		if (!before || quantity.start >= before.end) nonOverlapping.push(quantity);
	}
	return markRanges(part, nonOverlapping);
}

/** Relative tolerance within which values are equal: the rounding error of decimal arithmetic. */
const exactTolerance = 1e-9;

function isNear(a: number, b: number, tolerance: number): boolean {
	return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * Whether `b` of a source supports `a` of a sentence: the same number in the same unit (a missing unit fits any), the same date,
 * or a coarser one (`1944` for `6 June 1944`). `10 km` and `10,000 m` are the same, `6 miles` is not.
 */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
	if (a.kind === "date" && b.kind === "date" && a.span && b.span)
		return a.span.from <= b.span.from && a.span.to >= b.span.to;
	if (a.kind === "date" || b.kind === "date") return a.normal === b.normal && (a.unit === "" || b.unit === "");
	if (a.kind === "version" || b.kind === "version") return a.normal === b.normal;
	if ((a.kind === "ordinal") !== (b.kind === "ordinal")) return false;
	return isCloseQuantity(a, b, exactTolerance);
}

/** Whether two amounts are equal within a relative tolerance, after unit conversion. If one has no unit, only the numbers count. */
export function isCloseQuantity(a: Quantity, b: Quantity, tolerance: number): boolean {
	if (a.unit === b.unit || a.unit === "" || b.unit === "") return isNear(a.value, b.value, tolerance);
	const [left, right] = [toBaseUnit(a.value, a.unit), toBaseUnit(b.value, b.unit)];
	if (left && right) return left.dimension === right.dimension && isNear(left.value, right.value, tolerance);
	// Two counted nouns (`people`, `inhabitants`) may mean the same; a measure and a noun (`km`, `stops`) do not.
	return !left && !right && isNear(a.value, b.value, tolerance);
}
