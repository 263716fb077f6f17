import { namesIn } from "../../../text/entities.ts";
import { contentStems, keywords } from "../../../text/words.ts";
import type { RewriteInput } from "../../reasoner.ts";
import { analysisOf } from "../question/analysis.ts";

/** A description in place of a name: `the film that won X`, `the city in which …`. */
const descriptionPattern =
	/\b(?:the|an?|this|that|what|which)\s(?:[\p{L}\p{N}'’.-]+\s){1,5}?(?:(?:in|at|of|from|by|on|to|for|with)\s)?(?:who|whom|which|that|whose|where|when)\s/iu;

/** What a question says of a thing that it describes, and the description, from its last article on. */
export function descriptionIn(question: string): { outer: string; inner: string } | undefined {
	const match = descriptionPattern.exec(question);
	if (!match) return undefined;
	const [words] = match;
	const article = [...words.matchAll(/\b(?:the|an?|this|that|what|which)\s(?=.*\s\S+\s$)/giu)].at(-1)?.index ?? 0;
	const from = match.index + article;
	return { outer: question.slice(0, from), inner: question.slice(from) };
}

/** The content stems of a question to find in a text, with their weights. */
export type StemWeights = ReadonlyMap<string, number>;

/**
 * The stems of a question, weighted by their rarity among the given texts: a word of every result carries no information. The corpus's
 * own counts are not known here. The results of a search are a sample of it.
 */
export function stemWeights(question: string, texts: readonly ReadonlySet<string>[]): Map<string, number> {
	const wanted = new Map<string, number>();
	for (const form of contentStems(question)) {
		const holding = texts.filter((stems) => stems.has(form)).length;
		wanted.set(form, Math.log(1 + (texts.length + 1) / (holding + 0.5)));
	}
	return wanted;
}

/** Share of the wanted weight that a text holds, 0–1. */
export function heldWeightShare(wanted: StemWeights, stems: ReadonlySet<string>): number {
	let held = 0;
	let all = 0;
	for (const [form, weight] of wanted) {
		all += weight;
		if (stems.has(form)) held += weight;
	}
	return all === 0 ? 0 : held / all;
}

export function stemsIn(text: string): Set<string> {
	return new Set(contentStems(text));
}

/** A title in comparable form: lower-case letters and digits, without accents, a leading article or a bracketed addition. */
export function titleKey(title: string): string {
	const plain = title
		.replace(/\s*\([^)]*\)\s*$/u, "")
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase();
	return plain.replace(/^the\s+/u, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The topic that every query names: the sub-question's subject, else the question's, else a name or the topic in it. */
export function searchTopic({ question, subQuestion, route }: RewriteInput): string {
	const [name = analysisOf(question, route).topic ?? ""] = namesIn(subQuestion.text);
	return subQuestion.subject ?? route.subjects[0] ?? name;
}

/**
 * The question's words that a hop still has to answer, in order. Words of the page that led to it count as answered. So do names of the
 * question in a quote that names the bridging name.
 */
export function unansweredWords({
	question,
	subQuestion,
	read,
	claims,
}: Pick<RewriteInput, "question" | "subQuestion" | "read" | "claims">): string[] {
	const title = read.find(({ url }) => url === subQuestion.from)?.title ?? "";
	const bridgingClaims = claims.filter(({ quote }) => subQuestion.focus.some((name) => quote.includes(name)));
	const named = namesIn(question).filter((name) => bridgingClaims.some(({ quote }) => quote.includes(name)));
	const answered = stemsIn([title, ...named].join(" "));
	const open = keywords(question).filter((word) => [...stemsIn(word)].some((form) => !answered.has(form)));
	return open.length > 0 ? open : keywords(question);
}
