import { datesIn } from "./dates.ts";
import { currencies, unitOf } from "./units.ts";

/** Joins a spanning header and the header below it: `2031 › Landings`. */
export const headerSeparator = " › ";

const scaleWords: Readonly<Record<string, string>> = {
	hundred: "hundred",
	hundreds: "hundred",
	thousand: "thousand",
	thousands: "thousand",
	"'000": "thousand",
	"’000": "thousand",
	"000": "thousand",
	"000s": "thousand",
	million: "million",
	millions: "million",
	mn: "million",
	mio: "million",
	billion: "billion",
	billions: "billion",
	bn: "billion",
	trillion: "trillion",
};
/** Nouns that are counted, and rarer units. Any other noun in a header's brackets may mean anything (`revised`). */
const countedNoun =
	/^(?:persons?|people|inhabitants|residents|passengers|vessels?|boats?|ships?|households|dwellings|jobs|employees|workers|heads?|animals|fish|pieces|items|units?|points?|index|number|count|cases|deaths|births|votes|seats|students|pupils|visitors|visits|trips|vehicles|cars|tickets|patients|beds|copies|barrels|bushels|t|kt|mt|kwh|mwh|gwh|twh|gw|mwp|ppm|ppb|bps|db|psu|pa|hpa|kpa|bar|kn|knots?|gt|teu|nm|ha|j|kj|mj|gj|cal|kcal)$/i;
const connectingWord =
	/^(?:per|a|of|total|metric|short|long|square|cubic|sq\.?|cu\.?|nautical|us|live|weight|and|each|the|all)$/i;

/** The unit that a header, row label or caption states, verbatim: `tonnes`, `USD million`, `%`, `thousand`. */
export function unitIn(text: string): string | undefined {
	const brackets = [...text.matchAll(/[([]([^()[\]]{1,60})[)\]]/g)].toReversed().map(([, inside = ""]) => inside);
	const commas = text
		.split(/[,;–—:]\s+/)
		.slice(1)
		.toReversed();
	const ending = /\bin ([^,.;:()]{1,40})\.?$/i.exec(text)?.[1];
	const last = /(?:^|\s)(%|[$€£¥₹]|[A-Z]{3})$/.exec(text.trim())?.[1];
	const snake = /^[^\s]*_([^\s_]+)$/.exec(text)?.[1];
	const bareCorner = /^(?:[$€£¥₹]|[A-Z]{3}\s?)(?:['’]?000s?|m|mn|bn)$/u.exec(text.trim())?.[0];
	const candidates = [
		...(bareCorner === undefined ? [] : [bareCorner]),
		...brackets.flatMap((inside) => inside.split(/[,;]\s*/)),
		...commas.map((part) => part.replace(/[.]$/, "")),
		...(ending === undefined ? [] : [ending]),
		...(last === undefined ? [] : [last]),
		...(snake === undefined ? [] : [snake]),
	];
	for (const candidate of candidates) {
		const bare = candidate.trim().replace(/^in\s+/i, "");
		if (isUnit(bare)) return bare;
	}
	return undefined;
}

/** The unit that a line above a table states for all its amounts: `All amounts in £ million.`, `(in thousands of euros)`. */
export function unitOfWholeTable(line: string): string | undefined {
	const stated =
		/^[([]?\s*(?:(?:all|the)\s+)*(?:(?:amounts?|figures|values|numbers|data)\s+)?(?:(?:in the tables?|below)\s+)?(?:are\s+)?(?:(?:stated|shown|given|expressed|reported|presented)\s+)?in\s+([^,.;:()]{1,40}?)(?:,? unless [^.;]{1,50})?\s*[)\]]?\.?$/i.exec(
			line.trim(),
		)?.[1];
	if (stated === undefined) return undefined;
	return unitIn(`(${stated})`);
}

/** Whether a column counts people or things, so that a unit of money or weight does not apply: `Employees`, `Number of ships`. */
export function isCountColumn(column: string): boolean {
	return /\b(?:employees|staff|headcount|workforce|workers|people|persons|inhabitants|residents|members|customers|users|stores|branches|offices|sites|vessels|boats|ships|households|jobs|heads|animals|cases|deaths|births|votes|seats|students|pupils|visitors|visits|trips|vehicles|cars|patients|beds|participants|nights|days)\b(?!\s+(?:costs?|expenses?|revenue|income|sales|value))/i.test(
		column,
	);
}

/** Any plural after a scale word is a unit: `million crowns`. */
const scaledNoun = /^(?:hundreds?|thousands?|millions?|billions?|trillions?|mn|bn)\s+(?:of\s+)?\p{Ll}{3,}s$/u;

/** Whether words are a unit and nothing else: `thousand tonnes`, `€ m`, `kg per head`, `% of total`. */
function isUnit(words: string): boolean {
	const tokens = words
		.split(/\s+|(?<=[$€£¥₹])(?=\p{L}|['’]?000)|(?<=^[A-Z]{3})(?=['’]?000)|\/(?=\p{L})/u)
		.filter((token) => token !== "");
	if (tokens.length === 0 || tokens.length > 6) return false;
	if (scaledNoun.test(words)) return true;
	let measures = false;
	for (const [at, token] of tokens.entries()) {
		if (/^(?:per|of)$/i.test(token) && at > 0) return measures;
		const known = isUnitWord(token);
		measures ||= known;
		if (!known && !connectingWord.test(token)) return false;
	}
	return measures;
}

function isUnitWord(token: string): boolean {
	return (
		unitOf(token) !== undefined ||
		token in currencies ||
		token.toLowerCase() in scaleWords ||
		/^[A-Z]{3}$/.test(token) ||
		countedNoun.test(token)
	);
}

/** Formats a number with its table's unit for a sentence: `3.2 million USD`; the number alone when there is no unit. */
export function formatAmount(value: string, unit: string | undefined): string {
	if (unit === undefined || !/\d/.test(value)) return value;
	const number = value.trim();
	if (/[\p{L}%$€£¥₹°]/u.test(number)) return number;
	const tokens = unit
		.split(/\s+|(?<=[$€£¥₹])(?=\p{L}|['’]?000)|(?<=^[A-Z]{3})(?=['’]?000)/u)
		.filter((token) => token !== "");
	const money = tokens.some((token) => token in currencies || /^[A-Z]{3}$/.test(token));
	const scales = tokens.map((token) => (money && /^m$/i.test(token) ? "million" : scaleWords[token.toLowerCase()]));
	const scale = scales.find((one) => one !== undefined);
	const rest = tokens
		.filter((token, at) => scales[at] === undefined && !(token === "of" && scales[at - 1] !== undefined))
		.map((token) => (token === "t" ? "tonnes" : token));
	const sign = rest.find((token) => token in currencies);
	const after = rest.filter((token) => token !== sign && !/^(?:number|count)$/i.test(token)).join(" ");
	return [`${sign ?? ""}${number}`, scale, after].filter((part) => part !== undefined && part !== "").join(" ");
}

const yearPattern = "(?:1[5-9]|20|21)\\d\\d";
const periods = [
	new RegExp(`\\b(?:FY\\s?)?${yearPattern}\\s?[–—-]\\s?(?:${yearPattern}|\\d\\d)\\b(?![-–]\\d)`, "i"),
	new RegExp(`\\b(?:FY\\s?)?${yearPattern}/\\d{2,4}\\b(?!/)`, "i"),
	new RegExp(`\\b[QH][1-4][\\s/'’-]{0,2}${yearPattern}\\b`, "i"),
	new RegExp(`\\b${yearPattern}[\\s/-]{0,2}[QH][1-4]\\b`, "i"),
	new RegExp(`\\b(?:first|second|third|fourth|1st|2nd|3rd|4th) (?:quarter|half)(?: of)? ${yearPattern}\\b`, "i"),
	new RegExp(`\\bFY\\s?${yearPattern}\\b`, "i"),
];
const bareYear = new RegExp(`(?<!\\d[.,]?)${yearPattern}(?![\\d,]|\\.\\d)`);

/** The period that a header, label or caption states, verbatim: `2031`, `Q2 2031`, `2029–2031`, `3 May 2031`. */
export function periodIn(text: string): string | undefined {
	for (const pattern of periods) {
		const found = pattern.exec(text)?.[0];
		if (found !== undefined) return found;
	}
	return datesIn(text)[0]?.text ?? bareYear.exec(text)?.[0];
}

/** Whether a cell is only a period, so that it labels a column or row and is no amount. */
export function isPeriod(text: string): boolean {
	const parts = text.trim().split(/,\s+/);
	return (
		parts.every((part) => part !== "" && (partOfYear.test(part) || periodIn(part) === part)) ||
		periodIn(text.trim()) === text.trim()
	);
}

const partOfYear =
	/^(?:Q[1-4]|H[12]|(?:week|day|month)\s?\d{1,3}|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\p{Ll}*\.?|may)$/iu;

/** Whether a cell is an amount (a number with sign, unit, currency or footnote mark) or marks a missing one. */
export function isAmount(text: string): boolean {
	const bare = text.trim();
	return isMissingAmount(bare) || amountPattern.test(bare);
}

/** Sign, currency, digits (in groups), unit, footnote mark. */
const amountPattern =
	/^[([]?[-−–+~<>≈±]?\s?(?:[$€£¥₹]|[A-Z]{3}\s)?\s?[-−]?\d(?:[\d.,'’]*\d)?(?:[\s\u00a0\u202f]\d{3})*(?:[.,]\d+)?(?:\s?(?:%|°C|[\p{L}µ²³]{1,8}(?:\/\p{L}{1,8})?))?\s?[)\]]?(?:\s?[*†‡§]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\s?\[[^\]]{1,3}\])?$/u;

/** Whether a cell says that there is no value. */
export function isMissingAmount(text: string): boolean {
	return /^(?:[-–—.…]+|n\/?a\.?|\.\.|nil|none|null|not available)$/i.test(text.trim());
}
