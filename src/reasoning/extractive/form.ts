import { UsageError } from "../../base/errors.ts";
import { expanded, mended, quietened } from "./planning/wording.ts";

/** A question's wording, taken apart far enough for the tables of `route` and `plan`. */
export interface Form {
	/** The whole text, white space folded; shouting and misspelt question words are put right. */
	whole: string;
	/** The sentences that ask, without the last question mark; a paragraph's background is left out. */
	core: string;
	/** The sentences in front of those that ask; empty when there are none. */
	background: string;
	/** The core's parts when it asks several things: `How does X work` and `what are its costs`. */
	asks: string[];
	english: boolean;
	/** It ends as a question does. */
	marked: boolean;
}

const asking =
	/\b(?:what|which|who|whom|whose|when|where|why|how)\b|^(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|had|list|name|find|give|show|tell|compare|explain|describe|discuss|outline|enumerate|summari[sz]e)\b/iu;
const auxiliary = "(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)";
/** Where a second question may begin: after `and`, or after a comma before words that open no relative clause. */
const secondAsk = new RegExp(
	`(?:(?<comma>,)?\\s+and\\s+(?:also\\s+)?|;\\s*)(?=(?:what|why|how|when|where|who|which|whose)\\s|${auxiliary}\\s+(?:it|they|there|this|these|i|we|you)\\b)|,\\s+(?=(?:what|how|why)\\s+(?:${auxiliary}|many|much)\\b)`,
	"gu",
);
const opening = new RegExp(
	`^(?:(?:in|at|of|on|for|from|by|with|to|under)\\s+)?(?:what|which|who|whom|whose|when|where|why|how|${auxiliary}|list|name|find|give|show|tell|compare|explain|describe|discuss|outline|summari[sz]e)\\b`,
	"iu",
);

/** Takes a question apart. Throws a `UsageError` with code `QUESTION_EMPTY` when there is nothing to ask. */
export function formOf(question: string): Form {
	const folded = question.normalize("NFC").replace(/\s+/gu, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(folded))
		throw new UsageError("QUESTION_EMPTY", "the question has no words", {
			hint: 'ask in words, e.g. assay "What is the default port of PostgreSQL?" --corpus docs',
		});
	const english = isEnglish(folded);
	const whole = english ? mended(quietened(folded)) : folded;
	const { core, background } = coreOf(whole);
	return {
		whole,
		core,
		background,
		asks: english ? asksOf(core) : [core],
		english,
		marked: /[?？]["”]?\s*$/u.test(folded),
	};
}

/** Beyond this a text of several sentences is a paragraph around its question. Characters. */
export const wholeMax = 320;

/** What a lookup searches for: every word is a clue, unless a question stands at the end of a paragraph. */
export function askedText({ whole, core, background }: Form): string {
	return background === "" || whole.length <= wholeMax ? whole : core;
}

/** A sentence longer than this beside others makes a text a paragraph with a question inside, not a question. Characters. */
const aloneMax = 160;

/** The sentences that ask; when none is marked, the last that could. What stands before them is background. */
function coreOf(whole: string): { core: string; background: string } {
	const sentences = sentencesOf(whole);
	const parts = sentences.filter((one) => /[\p{L}\p{N}]/u.test(one));
	if (parts.length < 2) return { core: bare(whole), background: "" };
	const marked = parts.filter((one) => /[?？]["”]?$/u.test(one));
	const opens = parts.filter((one) => opening.test(one.replace(/^(?:so|and|but|now|please|also),?\s+/iu, "")));
	const found =
		marked.length > 0
			? [...new Set([...marked, ...(whole.length > aloneMax ? [] : opens)])]
			: opens.length > 0
				? opens
				: parts.filter((one) => asking.test(one)).slice(-1);
	if (found.length === 0) return { core: bare(whole), background: "" };
	const inOrder = parts.filter((one) => found.includes(one));
	const background = parts.slice(0, parts.indexOf(inOrder[0] ?? "")).join(" ");
	return { core: bare(inOrder.join(" ")), background };
}

/** Sentences end at a stop or mark before a capital; not inside quotes, after an abbreviation, or where dots trail off. */
export function sentencesOf(whole: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const match of whole.matchAll(
		/[.?!？。]+["”)]?\s+(?=["“(]?[\p{Lu}\p{N}]|(?:what|how|why|who|when|where|which|is|are|does|do|can|should)\b)|[？。]/gu,
	)) {
		const before = whole.slice(from, match.index);
		const dots = match[0].startsWith(".");
		const abbreviated =
			dots &&
			(/(?:^|[\s(.])(?:\p{Lu}|[Mm]rs?|[DM]r|Drs|[SM]t|[Vv]s?|e\.g|i\.e|[Nn]o|Jr|Sr|Inc|Ltd|Co|Op|Ft|Gen|Gov|Sen|approx|etc|cf|vol|ca)$/u.test(
				before,
			) ||
				match[0].startsWith(".."));
		if (abbreviated || isInQuotes(whole, match.index + match[0].trimEnd().length)) continue;
		out.push(whole.slice(from, match.index + match[0].length).trim());
		from = match.index + match[0].length;
	}
	out.push(whole.slice(from).trim());
	return out.filter((one) => one !== "");
}

export function bare(text: string): string {
	return text.replace(/[\s?？!.。]+$/u, "").trim();
}

function asksOf(core: string): string[] {
	const parts = withTheirTails(sentencesOf(core))
		.flatMap(splitAsks)
		.map((part) => expanded(bare(part).replace(/^(?:and|so|but|also|now)[\s,]+(?:also\s+)?/iu, "")))
		.filter((part) => part !== "" && !/^(?:why|how|when|where|which|if so, \w+)$/iu.test(part));
	return parts.length === 0 ? [core] : parts;
}

/** `Who has more stores? A or B?`: what asks nothing of its own belongs to the question before it. */
function withTheirTails(sentences: readonly string[]): string[] {
	const out: string[] = [];
	for (const one of sentences) {
		const before = out.at(-1);
		if (before === undefined || opening.test(one.replace(/^(?:and|so|but|also|now),?\s+/iu, ""))) out.push(one);
		else out[out.length - 1] = `${before} ${one}`;
	}
	return out;
}

/** `How does X work, and what are its costs` → both; a lead-in without a question of its own stays with what follows it. */
function splitAsks(part: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const match of part.matchAll(secondAsk)) {
		const before = part.slice(from, match.index);
		const after = part.slice(match.index + match[0].length);
		// A quotation is never parted, nor `which year and which city`.
		if (
			!opening.test(before.trim()) ||
			isInQuotes(part, match.index) ||
			before.trim().split(" ").length < 3 ||
			after.split(" ").length < 3
		)
			continue;
		if (!asksAnew(after, before, match.groups?.comma !== undefined)) continue;
		out.push(before);
		from = match.index + match[0].length;
	}
	return [...out, part.slice(from)];
}

const pointer = /\b(?:it|its|they|them|their|this|these|each|either|both|he|she|his|her)\b/iu;

/** Whether the words after `and` ask something of their own: `the man who …, and who died …` only goes on with its relative clause. */
function asksAnew(after: string, before: string, comma: boolean): boolean {
	const wh = /^(\w+)/u.exec(after)?.[1] ?? "";
	if (/^(?:why|how)$/u.test(wh)) return true;
	const inverted = new RegExp(`^\\w+\\s+(?:\\w+\\s+){0,2}?${auxiliary}\\b`, "u").test(after);
	if (wh === "what")
		return (
			inverted ||
			/^what\s+\w+(?:s|ed)\b/u.test(after) ||
			(/^what\s+\w+\s+\w+/u.test(after) && !/^what\s+(?:they|it|he|she)\b/u.test(after))
		);
	const relative = new RegExp(`\\S\\s${wh}\\b`, "u").test(before);
	if (/^(?:who|which|where|when|whose)$/u.test(wh))
		return !relative && (pointer.test(after) || (comma && inverted) || (/^(?:when|where)$/u.test(wh) && inverted));
	return pointer.test(after);
}

function isInQuotes(text: string, at: number): boolean {
	return (text.slice(0, at).match(/["“”]/gu)?.length ?? 0) % 2 === 1;
}

/** Words that English sentences are made of, and some that other languages' are: which are more tells the language. */
const englishWords =
	/\b(?:the|of|and|is|are|was|were|what|which|who|whom|whose|when|where|why|how|does|do|did|in|on|to|for|by|with|that|an?|can|should|from|list|compare|explain|has|have)\b/giu;
const otherWords =
	/(?<!\p{L})(?:der|die|das|dem|den|ein|eine|einen|ist|sind|wird|wurde|werden|zwischen|und|oder|von|für|mit|auf|wie|warum|wer|wo|wann|welche[rs]?|funktioniert|le|la|les|un|une|des|du|est|sont|entre|et|ou|quel(?:le)?s?|pourquoi|comment|quand|combien|où|qui|que|el|los|las|una|es|son|cuál|cuándo|cómo|qué|por|para|del|il|lo|gli|perché|come|quando|è|che|como|qual|het|een|van|hoe|waarom|wat|och|är|hur|vad)(?!\p{L})/giu;

/** Whether a text is English, by the short words that it is made of. */
export function isEnglish(text: string): boolean {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	if (latin < letters / 2) return false;
	const english = text.match(englishWords)?.length ?? 0;
	const other = text.match(otherWords)?.length ?? 0;
	return other > english ? false : english > 0 || text.split(" ").length < 5;
}
