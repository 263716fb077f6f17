import type { AnswerType } from "../../../evidence/question.ts";
import { inBase } from "../../../evidence/units.ts";
import type { QuestionParts } from "../language/question.ts";
import { stem } from "../language/stem.ts";
import { isWeak } from "../language/weak.ts";
import { isKindOf } from "../language/wordnet.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";
import type { Asked } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { type Fit, fitOf } from "./fit.ts";

/** What is known while candidates are scored. */
export interface Scene {
	parts: QuestionParts;
	type: AnswerType;
	question: string;
	asked: Asked;
	/** Stems of the question's content words. */
	stems: ReadonlySet<string>;
	/** Folded titles of the pages that claims come from, by source id. */
	titles: ReadonlyMap<string, string>;
	/** Words of their sites and hosts. */
	places: ReadonlyMap<string, string>;
	/** Text of the sentence that says what a title is, by folded title. */
	definitions: ReadonlyMap<string, string>;
	/** All claim texts, folded, by source id. */
	texts: ReadonlyMap<string, string>;
}

export const featureNames = [
	"bias",
	"relevance",
	"direct",
	"typeMatch",
	"typeClash",
	"headInside",
	"headBeside",
	"kindOfHead",
	"near",
	"localNear",
	"localShare",
	"headInSentence",
	"termShare",
	"contextShare",
	"allTold",
	"unitFits",
	"unitClash",
	"stated",
	"isTitle",
	"titleFitsHead",
	"titleInQuestion",
	"bridgedPage",
	"otherPages",
	"subjectOfOwn",
	"early",
	"phrase",
	"cueBefore",
	"inBrackets",
	"long",
	"kindWords",
	"held",
	"clear",
	"fitStated",
	"precise",
] as const;
export type FeatureName = (typeof featureNames)[number];
export type Features = Record<FeatureName, number>;

const nearWords = 8;
/** A claim that holds nearly all that is asked states the answer itself, without a hop. */
const allToldFrom = 0.8;
const capitalised = /^\p{Lu}/u;

function plainWords(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether every content word of a span stands in the question: it is the question's own. */
export function isOwnSpan(text: string, scene: Pick<Scene, "stems">): boolean {
	const forms = wordsIn(text)
		.filter((word) => !isStopWord(word.lower))
		.flatMap((word) => stemsOf(word.lower));
	return forms.length === 0 || forms.every((form) => scene.stems.has(form));
}

/** A preposition or verb right before a span that tells what it is, by the type that is asked for. */
const cues: Partial<Record<AnswerType, RegExp>> = {
	date: /\b(?:in|on|since|from|until|by|during|of|born|\()\s*$/i,
	place: /\b(?:in|at|near|from|to|of|called|named)\s+(?:the\s+)?$/i,
	person:
		/\b(?:by|with|and|to|of|named|called|for|wife|husband|son|daughter|actor|actress|singer|author|writer|director|president|founder|,)\s+$/i,
	organization: /\b(?:by|with|for|at|from|of|joined|the)\s+(?:the\s+)?$/i,
	number: /\b(?:of|is|are|was|were|has|have|had|about|approximately|over|to|with|:)\s*$/i,
};

function headStems(parts: QuestionParts): Set<string> {
	return new Set(plainWords(parts.headPhrase).map(stem));
}

function typeMatch(candidate: Candidate, { type, parts }: Scene): "match" | "clash" | "open" {
	const { kind } = candidate;
	if (type === "number" || type === "date") return kind === type ? "match" : "clash";
	if (type === "person" || type === "place" || type === "organization") {
		if (kind === type) return "match";
		// `Who developed it?` may be answered by a company.
		return kind === "other" || (type === "person" && kind === "organization" && parts.wh === "who") ? "open" : "clash";
	}
	return "open";
}

const stating =
	/(\p{L}+(?:\s+\p{L}+)?)\s+(?:is|are|was|were|to|of|remains?|equals?)\s+(?:(?:the|an?|about|approximately|around|typically|usually|currently|often|called|named|known as|over|only|at least)\s+)*["“(]?$|(\p{L}+)\s*[:=]\s*["“]?$/iu;

/** `the default is X`, `population of X`, `port: X`: what is asked for stands right before the span. */
function isStated(before: string, heads: ReadonlySet<string>, local: ReadonlySet<string>): boolean {
	const match = stating.exec(before.slice(-60));
	const words = (match?.[1] ?? match?.[2] ?? "").toLowerCase().split(/\s+/);
	return words.some((word) => !isStopWord(word) && stemsOf(word).some((form) => heads.has(form) || local.has(form)));
}

/** Everything about a candidate that speaks for or against it, each roughly 0–1. */
export function featuresOf(candidate: Candidate, scene: Scene): { features: Features; fit: Fit } {
	const { claim, text, start, end } = candidate;
	const { quote } = claim;
	const { parts, type } = scene;
	const words = wordsIn(quote);
	const firstWord = words.findIndex((word) => word.end > start);
	const lastWord = words.findLastIndex((word) => word.start < end);
	let near = 0;
	let localNear = 0;
	const local = new Set(parts.local);
	const localSeen = new Set<string>();
	const seen = new Set<string>();
	for (const [at, word] of words.entries()) {
		if (at >= firstWord && at <= lastWord) continue;
		for (const form of stemsOf(word.lower)) {
			if (!scene.stems.has(form) || isStopWord(word.lower)) continue;
			seen.add(form);
			const distance = at < firstWord ? firstWord - at : at - lastWord;
			if (distance <= nearWords) near += 1 / (1 + distance);
			if (!local.has(form)) continue;
			localSeen.add(form);
			if (distance <= nearWords) localNear += 1 / (1 + distance);
		}
	}
	const heads = headStems(parts);
	// The claim's own words include its term or page, which the quote may not name.
	const told = new Set(wordsIn(claim.text).flatMap((word) => stemsOf(word.lower)));
	const headStem = stem(parts.head);
	const inside = plainWords(text).map(stem);
	const around = words.slice(Math.max(0, firstWord - 4), firstWord).concat(words.slice(lastWord + 1, lastWord + 5));
	const besideHead = headStem !== "" && around.some((word) => stemsOf(word.lower).includes(headStem));
	const folded = text.toLowerCase();
	const title = scene.titles.get(claim.sourceId) ?? "";
	const definition = scene.definitions.get(folded);
	const match = typeMatch(candidate, scene);
	const before = quote.slice(Math.max(0, start - 30), start);
	let otherPages = 0;
	for (const [source, page] of scene.texts)
		if (source !== claim.sourceId && folded.length > 3 && page.includes(folded)) otherPages++;
	const titleWords = plainWords(title).filter((word) => !isStopWord(word));
	const titleOwn = titleWords.length > 0 && titleWords.every((word) => scene.stems.has(stem(word)));
	const bridged =
		!titleOwn &&
		title !== "" &&
		[...scene.texts].some(([source, page]) => source !== claim.sourceId && page.includes(title));
	const last = inside.at(-1) ?? "";
	const asked = [...scene.stems].filter((form) => !isWeak(form));
	const contextShare =
		asked.length === 0 ? 0 : asked.filter((form) => seen.has(form) || told.has(form)).length / asked.length;
	const asKind =
		parts.head !== "" && (candidate.kind === "phrase" || candidate.kind === "other" || candidate.kind === "work");
	const fit = fitOf(candidate, scene.asked, parts, type, title, scene.places.get(claim.sourceId));
	const features: Features = {
		bias: 1,
		relevance: claim.relevance,
		direct: claim.class === "direct" ? 1 : 0,
		typeMatch: match === "match" ? 1 : 0,
		typeClash: match === "clash" ? 1 : 0,
		headInside: headStem !== "" && inside.length > 1 && inside.includes(headStem) ? 1 : 0,
		headBeside: besideHead ? 1 : 0,
		kindOfHead:
			asKind && last !== headStem && isKindOf(text.toLowerCase().match(/[\p{L}\p{N}-]+$/u)?.[0] ?? "", parts.head)
				? 1
				: 0,
		near: Math.min(1, near / 2),
		localNear: Math.min(1, localNear),
		localShare: local.size === 0 ? 0 : localSeen.size / local.size,
		headInSentence: words.some((word) => stemsOf(word.lower).some((form) => heads.has(form))) ? 1 : 0,
		contextShare,
		unitFits:
			type === "number" &&
			headStem !== "" &&
			(stem(candidate.quantity?.unit ?? "") === headStem || (candidate.quantity?.unit === "" && besideHead))
				? 1
				: 0,
		// `How many countries` is not answered by kilometres.
		unitClash:
			type === "number" &&
			parts.wh === "how many" &&
			inBase(1, candidate.quantity?.unit ?? "") !== undefined &&
			stem(candidate.quantity?.unit ?? "") !== headStem
				? 1
				: 0,
		allTold: contextShare >= allToldFrom ? 1 : 0,
		stated: isStated(quote.slice(0, start), heads, local) ? 1 : 0,
		termShare: scene.stems.size === 0 ? 0 : seen.size / scene.stems.size,
		isTitle: [...scene.titles.values()].includes(folded) ? 1 : 0,
		titleFitsHead:
			definition !== undefined && headStem !== "" && wordsIn(definition).some((word) => heads.has(stem(word.lower)))
				? 1
				: 0,
		titleInQuestion: titleOwn ? 1 : 0,
		bridgedPage: bridged ? 1 : 0,
		otherPages: Math.min(1, otherPages / 2),
		subjectOfOwn: title !== "" && (folded === title || title.includes(folded)) ? 1 : 0,
		early: 1 - Math.min(1, start / Math.max(60, quote.length)),
		phrase: candidate.kind === "phrase" ? 1 : 0,
		cueBefore: cues[type]?.test(before) ? 1 : 0,
		inBrackets: /\([^)]*$/.test(before) ? 1 : 0,
		long: inside.length > 6 ? 1 : 0,
		kindWords: (type === "entity" || type === "list") && capitalised.test(text) ? 1 : 0,
		held: fit.held,
		clear: fit.clear ? 1 : 0,
		fitStated: fit.stated ? 1 : 0,
		precise: fit.precise,
	};
	return { features, fit };
}
