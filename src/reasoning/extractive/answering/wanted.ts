import type { AnswerType, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { inBase, unitOf } from "../../../evidence/units.ts";
import { isWeak } from "../../text/weak.ts";
import { contentStems, isStopWord, stemsOf, wordsIn } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";
import { headOf } from "../question/words.ts";

/** A content word of the question. */
export interface Term {
	/** Lower case, as the question writes it. */
	word: string;
	stem: string;
}

/** A word with digits that tells one of several alike things from the others: a version, a model or a year. */
export interface Mark {
	/** `0.0.0`, `x0`, `year`: marks of one kind tell things apart from each other. */
	kind: string;
	name: string;
}

/** The mark that a word is, in lower case; undefined for other words and for bare numbers. */
export function markOf(lower: string): Mark | undefined {
	const year = /^(?:fy)?((?:1[5-9]|2[01])\d\d)$/u.exec(lower)?.[1];
	if (year !== undefined) return { kind: "year", name: year };
	return /\d/u.test(lower) && /[\p{L}.]/u.test(lower) ? { kind: lower.replace(/\d+/gu, "0"), name: lower } : undefined;
}

/** What a statement must hold to answer a question with a value. */
export interface Wanted {
	question: string;
	type: AnswerType;
	/** The noun that names the kind of value: `city` in `Which city …?`. Empty where there is none. */
	head: string;
	/** `Which city …?`: the noun is what the value is, and no statement needs to say it. */
	isClass: boolean;
	/** `How many …?`: a number of things. */
	counts: boolean;
	/** `How large …?`: a measure of any dimension, where `dimension` names none. */
	degree: boolean;
	/** The dimension that the value is measured in, as `inBase` names it; `money` for an amount of it. */
	dimension: string | undefined;
	/** Words that name the things asked about, by name. */
	names: Term[][];
	/** These and all other words that a statement must hold. */
	terms: Term[];
	/** The relation or the attribute that is asked for. */
	relation: Term[];
	/** Stems of all words of the question: what it holds itself answers nothing. */
	stems: ReadonlySet<string>;
	/** Versions, models and years that tell the thing from others alike. */
	marks: Mark[];
	/** It is asked for something that is still to come, or that holds now. */
	future: boolean;
	present: boolean;
}

/** What `how long` and `what length` measure. A closed class: English has a dozen such adjectives and their nouns. */
const dimensions = new Map(
	Object.entries({
		length: "long tall high deep wide far length height depth width distance altitude elevation",
		mass: "heavy weigh weight mass",
		time: "old age duration",
		speed: "fast speed",
		power: "power wattage",
		money: "cost price revenue turnover profit salary budget fee worth",
	}).flatMap(([dimension, words]) => words.split(" ").map((word) => [word, dimension] as const)),
);
const degreeWords = /^(?:long|tall|high|deep|wide|far|heavy|old|fast|large|big|often|much|many)$/u;

/** Light verbs (Jespersen 1942) and the verb of place: the noun beside them carries the meaning. */
const light = /^(?:come|came|take|took|taken|give|gave|given|make|made|located|situated|called|named)$/u;

/** Reads a question as a request for a value. */
export function wantedOf(question: string, route: Route): Wanted {
	const analysis = analysisOf(question, route);
	const { noun, wh, measure } = analysis;
	const head = noun === "" ? "" : headOf(noun);
	const isClass = noun !== "" && new RegExp(`\\b(?:what|which)\\s+${RegExp.escape(noun)}`, "iu").test(question);
	const classStems = new Set(isClass ? contentStems(noun) : []);
	const named = analysis.names.map((name) => termsOf(name)).filter((terms) => terms.length > 0);
	const inName = new Set(named.flat().map(({ stem }) => stem));
	const words = wordsIn(question).map(({ lower }) => lower);
	const isDegree = (word: string) => degreeWords.test(word) && words[words.indexOf(word) - 1] === "how";
	const lower = question.toLowerCase();
	const counts = wh === "how" && measure === "many";
	const others = termsOf(question).filter(
		({ word, stem }) =>
			!inName.has(stem) &&
			!markOf(word) &&
			!isWeak(stem) &&
			!isDegree(word) &&
			!classStems.has(stem) &&
			!light.test(word),
	);
	// A noun behind a name says what it is, unless nothing else is asked for: `When did the Skerry lighthouse open?`
	const isBehind = ({ word }: Term) => analysis.names.some((name) => lower.includes(`${name.toLowerCase()} ${word}`));
	const relation = others.every(isBehind) ? others : others.filter((term) => !isBehind(term));
	const measured =
		words.find((word) => isDegree(word) && dimensions.has(word)) ?? words.find((word) => dimensions.has(word));
	const type = typeOf(route, analysis, head);
	return {
		question,
		type,
		head,
		isClass,
		degree: words.some(isDegree),
		counts,
		dimension: type === "number" && !counts && measured ? dimensions.get(measured) : undefined,
		names: named,
		terms: [...named.flat(), ...others],
		relation,
		stems: new Set(contentStems(question)),
		marks: words.flatMap((word) => markOf(word) ?? []),
		future: words.some((word) => /^(?:will|shall)$/u.test(word)),
		present: words.some((word) => /^(?:is|are|does|do|has)$/u.test(word)),
	};
}

/** The route's type, unless the question's own wording is more specific. */
function typeOf({ answerType: routed }: Route, { answerType, kind }: QuestionAnalysis, head: string): AnswerType {
	// A setting's value may be a word as well as a number.
	if (routed === "number" && isWeak(head.replace(/s$/u, ""))) return "entity";
	if (kind === "value" && answerType === "explanation") return "entity";
	return routed === "entity" || (routed === "explanation" && kind === "value") ? answerType : routed;
}

/** The content words of a text, each once. */
export function termsOf(text: string): Term[] {
	const out = new Map<string, Term>();
	for (const { lower } of wordsIn(text)) {
		const [stem] = stemsOf(lower);
		if (stem && !isStopWord(lower) && (lower.length > 1 || /\d/u.test(lower))) out.set(stem, { word: lower, stem });
	}
	return [...out.values()];
}

/** The dimension of a unit: `length` of `km`, `money` of `USD`; undefined for a counted noun. */
export function dimensionOf(unit: string): string | undefined {
	const known = inBase(1, unit) ?? inBase(1, unitOf(unit)?.name ?? "");
	return known && (/^[A-Z]{3}$/u.test(known.dimension) ? "money" : known.dimension);
}
