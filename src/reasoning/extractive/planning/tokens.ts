import { usageOf } from "./usage.ts";
import { baseOfParticiple } from "./verbs.ts";

/** A word of a question with the punctuation behind it; a quoted title is one token. */
export interface Token {
	text: string;
	lower: string;
	/** `,` or the like, that stands behind it. */
	after: string;
	/** A name, a quotation, a number or an identifier: it inflects no more and is no verb. */
	fixed: boolean;
	start: number;
	end: number;
}

const piece = /["“][^"”]+["”](?:['’]s)?[^\s\p{L}\p{N}]*|\S+/gu;

export function tokensOf(text: string): Token[] {
	return [...text.matchAll(piece)].flatMap((match): Token[] => {
		const raw = match[0];
		const after = /(?<=[\p{L}\p{N}"”)\]%+#'’])[,;:.!?]+$/u.exec(raw)?.[0] ?? "";
		const own = raw.slice(0, raw.length - after.length);
		return [
			{
				text: own,
				lower: own.toLowerCase(),
				after,
				fixed: isFixed(own),
				start: match.index,
				end: match.index + own.length,
			},
		];
	});
}

function isFixed(word: string): boolean {
	return (
		/^["“]|[_\p{N}@#=/\\(){}[\]<>]|\p{L}[.]\p{L}/u.test(word) ||
		/\p{Lu}/u.test(word) ||
		!/^\p{L}[\p{L}'’-]*$/u.test(word)
	);
}

/** The words of a token range as they are written, without the punctuation behind the last one. */
export function written(text: string, tokens: readonly Token[], from: number, to: number = tokens.length): string {
	const [first, last] = [tokens[from], tokens[to - 1]];
	return first && last && to > from ? text.slice(first.start, last.end) : "";
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export const determiners = words(
	"the a an this that these those its their his her my our your each every all some any no both another such",
);
export const prepositions = words(
	"of in on at by for from with without to into onto between among during before after since until under over above below against about across " +
		"through throughout within toward towards upon via per as than like near behind beyond inside outside around despite using regarding versus vs",
);
export const auxiliaries = words(
	"is are was were do does did can could will would shall should must may might has have had",
);
export const beForms = words("is are was were");
export const modals = words("can could will would shall should must may might");
export const whWords = words("what which who whom whose when where why how");
export const conjunctions = words("and or but nor if when while because although though unless whether so");
/** Subjects that stand for whoever asks: what such a question is about is what they do. */
export const anyone =
	/^(?:i|we|you|one|people|someone|anyone|a (?:user|person|developer|beginner|programmer|company|team|student)|users|developers|beginners)$/i;
export const pronouns = words("it they them he she this that these those each");

/** Whether a word, or the head of a phrase, takes a plural verb; undefined when its form does not tell. */
export function isPlural(phrase: string): boolean | undefined {
	const tokens = tokensOf(phrase);
	if (tokens.some(({ lower }, at) => lower === "and" && at > 0) && !/\b(?:between|of)\b.*\band\b/iu.test(phrase))
		return true;
	const cut = tokens.findIndex(
		({ lower, fixed }, at) =>
			at > 0 &&
			(prepositions.has(lower) ||
				whWords.has(lower) ||
				lower === "that" ||
				tokens[at - 1]?.after === "," ||
				(!fixed && baseOfParticiple(lower) !== undefined)),
	);
	const head = cut > 0 ? tokens[cut - 1] : tokens.at(-1);
	if (!head) return undefined;
	if (tokens.length === 1 && /^(?:i|we|you|they|these|those|both)$/.test(head.lower)) return true;
	if (/^(?:people|children|men|women|mice|criteria|feet|teeth)$/.test(head.lower)) return true;
	if (/^(?:it|this|that|he|she|each|one)$/.test(head.lower)) return false;
	if (!/[^s'’]s$/u.test(head.lower)) return false;
	// `physics`, `analysis` and `status` are words of their own; `limits` is one besides `limit`.
	const singular = singularOf(head.lower);
	if (
		!head.fixed &&
		usageOf(head.lower).noun > 0 &&
		(/(?:ics|is|us)$/.test(head.lower) || usageOf(singular).noun === 0)
	)
		return false;
	return head.fixed ? undefined : true;
}

/** `populations` → `population`, `countries` → `country`; other words stay. */
export function singularOf(word: string): string {
	if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
	if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
	return /[^s'’]s$/u.test(word) ? word.slice(0, -1) : word;
}

export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence that asks: with a capital and a question mark. */
export function asQuestion(text: string): string {
	const plain = capitalised(text.replace(/[\s,;:.?!]+$/u, ""));
	return /[？。]$/u.test(plain) ? plain : `${plain}?`;
}

/** `A`, `A and B`, `A, B and C`. */
export function joined(items: readonly string[]): string {
	return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
