import { UsageError } from "../../base/errors.ts";
import type { AnswerType } from "../../evidence/question.ts";

/** A question's wording, taken apart far enough for the tables of `route` and `plan`. */
export interface Form {
	/** The whole text, white space folded. */
	whole: string;
	/** The sentence that asks, without its question mark; a paragraph's background is left out. */
	core: string;
	/** The core's parts when it asks several things: `How does X work` and `what are its costs`. */
	asks: string[];
	english: boolean;
}

/** Words that English sentences are made of; a text of some length without them is in another language. */
const englishWords =
	/\b(?:the|of|and|is|are|was|were|what|which|who|whom|whose|when|where|why|how|does|do|did|in|on|to|for|by|with|that|an?|can|should|from|list|compare|explain|has|have)\b/giu;
const asking =
	/\b(?:what|which|who|whom|whose|when|where|why|how)\b|^(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|had|list|name|compare|explain|describe|enumerate|summari[sz]e)\b/iu;
const secondAsk =
	/(?:,?\s+and\s+|;\s*|,\s*)(?=(?:what|why|how|when|where|who|which)\s+(?:is|are|was|were|do|does|did|can|could|should|would|has|have|many|much|often|long|[a-z]+s\s+(?:are|is|do|does))\b)/giu;

/** Takes a question apart. Throws a `UsageError` with code `QUESTION_EMPTY` when there is nothing to ask. */
export function formOf(question: string): Form {
	const whole = question.normalize("NFC").replace(/\s+/gu, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(whole))
		throw new UsageError("QUESTION_EMPTY", "the question has no words", {
			hint: 'ask in words, e.g. assay "What is the default port of PostgreSQL?" --corpus docs',
		});
	const core = coreOf(whole);
	return { whole, core, asks: asksOf(core), english: isEnglish(whole) };
}

/** The sentences that ask; the last one that can be understood alone, with those it points back to. */
function coreOf(whole: string): string {
	const sentences = whole.match(/[^.?!？。]+(?:[.](?=\S)[^.?!？。]+)*[.?!？。]*/gu)?.map((one) => one.trim()) ?? [whole];
	if (sentences.length < 2 || whole.length < 160) return bare(whole);
	const asks = sentences.filter((one) => /[?？]$/u.test(one));
	const found = asks.length > 0 ? asks : sentences.filter((one) => asking.test(one)).slice(-1);
	return found.length === 0 ? bare(whole) : bare(found.join(" "));
}

function bare(text: string): string {
	return text.replace(/[\s?？!.。]+$/u, "").trim();
}

function asksOf(core: string): string[] {
	const parts = core
		.split(/[?？]\s+/u)
		.flatMap((part) => part.split(secondAsk))
		.map((part) => bare(part).replace(/^and\s+/iu, ""))
		.filter((part) => part !== "");
	return parts.length === 0 ? [core] : parts;
}

function isEnglish(text: string): boolean {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	if (latin < letters / 2) return false;
	const words = text.split(" ").length;
	return words < 5 || (text.match(englishWords)?.length ?? 0) > 0;
}

/** How a question opens or what noun it asks for → what the answer is made of. First match wins; tested on lower-case text. */
const answerForms: readonly (readonly [RegExp, AnswerType])[] = [
	[/\b(?:how|why)\b.*\b(?:work|happen|cause|differ|affect|relate)s?\b/u, "explanation"],
	[/\bhow (?:many|much|long|far|tall|old|fast|large|big|high|deep|wide|heavy|often|frequently)\b/u, "number"],
	[/^(?:why|how|explain|describe|compare|summari[sz]e|discuss|tell me about)\b/u, "explanation"],
	[/^(?:list|name (?:all|the|every|\d+)|enumerate|give (?:me )?(?:all|a list|the list)|show (?:all|every))\b/u, "list"],
	[/\b(?:what|which) (?:are|were) (?:all |the )?(?:\w+ ){0,3}\w+s\b/u, "list"],
	[/^which (?:\w+ ){0,2}(?!is\b|was\b|does\b|has\b)\w+[^s\W]s (?:are|were|do|did|can|have|use|support)\b/u, "list"],
	[/\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century)\b|^when\b|\bwhen (?:did|was|were|is|does|will|do)\b|\bwhen$/u, "date"],
	[
		/\b(?:what|which) (?:is |was |are |were )?(?:the )?(?:\w+ ){0,2}(?:percentage|percent|number|amount|population|size|height|length|width|depth|weight|age|distance|speed|price|cost|rate|capacity|limit|maximum|minimum|timeout|port|duration|elevation|altitude|temperature|area|frequency|score)\b/u,
		"number",
	],
	[/^who\b|\bwhom?$|\b(?:by|for|with|to|of|from) whom?\b|^whose\b|\bwho (?:is|was|did|does|were|has)\b/u, "person"],
	[
		/\b(?:what|which) (?:\w+ ){0,3}(?:actor|actress|director|author|writer|singer|president|king|queen|player|composer|artist|musician|scientist|politician|person|man|woman|founder|producer|poet|novelist|painter|philosopher|rapper|governor|emperor|coach)\b/u,
		"person",
	],
	[
		/^where\b|\bwhere (?:is|was|did|does|are|were)\b|\b(?:what|which) (?:\w+ ){0,3}(?:city|town|country|state|county|place|region|province|district|village|continent|island|river|location|birthplace|capital|borough|neighbou?rhood|hometown)\b/u,
		"place",
	],
	[
		/\b(?:what|which) (?:\w+ ){0,3}(?:company|band|university|college|school|team|label|agency|organi[sz]ation|corporation|party|club|institution|publisher|association|league|conglomerate|franchise|studio|group|airline|manufacturer|network)\b/u,
		"organization",
	],
	[/^what (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N}_./-]+(?: [\p{L}\p{N}_./-]+){0,2}$/u, "explanation"],
];

/** First words in other languages, enough to tell what is asked for. */
const foreignForms: readonly (readonly [RegExp, AnswerType])[] = [
	[/^(?:qui|wer|wem|wen|quién|quien|chi|quem|кто|谁|誰)(?!\p{L}{2})/u, "person"],
	[/^(?:quand|wann|cuándo|cuando|quando|когда)(?!\p{L})|(?:何时|いつ)/u, "date"],
	[/^(?:où|wo|dónde|donde|dove|onde|где)(?!\p{L})|(?:哪里|どこ)/u, "place"],
	[/^(?:combien|wie ?viele?|cuánt[oa]s?|quant[oiea]s?|сколько)(?!\p{L})|多少/u, "number"],
	[/^(?:pourquoi|comment|warum|wie|por qué|cómo|perché|come|como|почему|как)(?!\p{L})/u, "explanation"],
];

const yesNo = /^(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|may|must)\b/u;
/** `A or B` at the end, or after a comma: one of the named things is wanted, not yes or no. */
const choice = /\b(?:who|which|what|whose)\b.*\bor\b/u;

export function answerTypeOf(form: Form): AnswerType {
	const ask = (form.asks[0] ?? form.core).toLowerCase();
	if (!form.english) return foreignForms.find(([pattern]) => pattern.test(ask))?.[1] ?? "explanation";
	if (yesNo.test(ask)) return /\bor (?:the |an? )?\p{L}+$/u.test(ask) && !/\bboth\b|\bor not$/u.test(ask) ? "entity" : "yes_no";
	const matched = answerForms.find(([pattern]) => pattern.test(ask))?.[1];
	if (matched && !(choice.test(ask) && (matched === "list" || matched === "explanation"))) return matched;
	return /\b(?:what|which|whose)\b/u.test(ask) ? "entity" : "explanation";
}
