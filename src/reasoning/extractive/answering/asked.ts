import type { Entity } from "../language/entities.ts";
import type { QuestionParts } from "../language/question.ts";
import { stem } from "../language/stem.ts";
import { isWeak } from "../language/weak.ts";
import { contentStems, isStopWord, stemsOf, wordsIn } from "../language/words.ts";

/** What a statement must speak of before it answers a question. */
export interface Asked {
	/** Names of code and commands, lower-case (`work_mem`, `--port`, `create index concurrently`): they are meant to the letter. */
	identifiers: string[];
	/** Other named things, lower-case: the statement, or its page as a whole, is about them. */
	names: string[];
	/** Stems of what the question names, each of which a full answer's statement would hold. */
	demands: string[];
	/** The default, the greatest or the least of something is asked for. */
	quality?: Quality | undefined;
	/** Stem of the verb that is asked about: `develop` in `Who developed X?`, `use` in `Which X does Y use?`. */
	verb: string;
	/** Stems that nearly every page here holds (the product that the documents are about): they tell nothing apart. */
	common: ReadonlySet<string>;
	/** `How large`, `how long`: an amount without a unit is no answer. */
	measured: boolean;
}

export type Quality = "default" | "greatest" | "least";

/** Words that say one thing in a question and in a statement. Each row's stems stand for one another. */
const families: readonly string[] = [
	"maximum maximal max limit limited most greatest largest upper highest exceed",
	"minimum minimal min least smallest lower lowest",
	"default defaults",
	"write wrote written author writer",
	"begin began begun start started beginning",
	"create created creator develop developed developer design designed designer",
	"lead led leader head headed",
	"make made maker",
	"build built builder",
	"win won winner",
	"give gave given",
	"take took taken acquire acquired obtain",
	"hold held contain",
	"run ran",
	"sing sang sung singer",
	"found founded founder establish established",
	"born birth birthplace birthdate",
	"die died death",
	"locate located situated lies",
	"large big size",
	"long length",
	"tall high height",
	"deep depth",
	"wide width",
	"use used uses using",
	"maintain maintained maintainer",
	"compress compressed",
];
const familyOf = new Map<string, number>();
for (const [at, row] of families.entries()) for (const word of row.split(" ")) familyOf.set(stem(word), at);

const alikeLetters = 5;

/** Whether two stems are of one word or family: `developer` and `developed`. */
export function isAlike(a: string, b: string): boolean {
	if (a === b) return true;
	const family = familyOf.get(a);
	if (family !== undefined && family === familyOf.get(b)) return true;
	return (
		!a.includes("_") &&
		!b.includes("_") &&
		a.length >= alikeLetters &&
		a.slice(0, alikeLetters) === b.slice(0, alikeLetters)
	);
}

/** `work_mem`, `--port`, `a::b`, `f()`, `os.path`; two or more words in capitals (`CREATE INDEX`); what stands in back-quotes. */
const identifier =
	/--[\w-]+|\w+(?:_\w+)+|\w+(?:::\w+)+|\w+\(\)|\b[a-z]\w*(?:\.[a-z]\w*)+|\b[A-Z]{2,}(?:\s+[A-Z]{2,})+\b|`[^`]+`/g;

export function identifiersIn(text: string): string[] {
	return [...new Set((text.match(identifier) ?? []).map((each) => each.replaceAll("`", "").toLowerCase()))];
}

/** Whether a text holds a name to the letter: `maintenance_work_mem` does not name `work_mem`. */
export function namesExactly(text: string, name: string): boolean {
	const lower = text.toLowerCase();
	for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1))
		if (!/[\w]$/.test(lower.slice(0, at)) && !/^\w/.test(lower.slice(at + name.length))) return true;
	return false;
}

/** Verbs that any statement may do without. */
const plainVerbs: ReadonlySet<string> = new Set("use have need give exist do come take".split(" ").map(stem));

const qualities: readonly [Quality, RegExp][] = [
	["default", /\bdefaults?\b/i],
	["greatest", /\b(?:max(?:imum|imal)?|at most|largest|greatest|upper limit)\b/i],
	["least", /\b(?:min(?:imum|imal)?|at least|smallest|lower limit)\b/i],
];
/** What a statement of such a quality says of it. */
export const qualityWords: Record<Quality, RegExp> = {
	default: /(?<!non-)\bdefaults?\b|_default\b|\bnormally\b|\btypically\b/i,
	greatest: /\b(?:max(?:imum|imal)?|at most|up to|limit(?:ed|s)?|most|largest|greatest|more than|exceed|upper)\b/i,
	least: /\b(?:min(?:imum|imal)?|at least|smallest|least|lower|less than|fewer than)\b/i,
};

/** Verb of `Who verbed …?` and of `… does X verb (by default)?`; empty when the wording shows none. */
function verbOf(question: string, parts: QuestionParts): string {
	const after = /\b(?:does|do|did)\b(.*)$/i.exec(question)?.[1];
	if (after !== undefined) {
		const words = wordsIn(
			after.replace(/\b(?:by default|at (?:most|least)|in total|to|on|from|with|by|for|in|of)\s*\??\s*$/i, ""),
		);
		const last = words.findLast((word) => !isStopWord(word.lower));
		return last && /^\p{Ll}/u.test(last.text) ? stem(last.lower) : "";
	}
	// `Who is the mayor of X?` names no deed.
	if (!/^who/.test(parts.wh) || /\bwho\s+(?:is|was|are|were)\s+(?:the|an?)\s/i.test(question)) return "";
	const word = wordsIn(/\bwho(?:m|se)?\b(.*)$/i.exec(question)?.[1] ?? "").find(
		({ lower }) => !isStopWord(lower) && !lower.endsWith("ly"),
	);
	return word && /^\p{Ll}/u.test(word.text) ? stem(word.lower) : "";
}

/** A product's name by itself (`does Lumen use`, `in Lumen`), not one that tells a thing apart (`the Lumen project`). */
function standsAlone({ text, end }: Entity, question: string): boolean {
	if (/\s/.test(text) || !/\p{Ll}/u.test(text)) return false;
	const next = wordsIn(question.slice(end))[0];
	return (
		next === undefined ||
		isStopWord(next.lower) ||
		/\b(?:does|do|did)\s+(?:the\s+)?$/i.test(question.slice(0, end - text.length))
	);
}

/** What is asked. `common`: stems that nearly every page here holds; a name among them need not be repeated by a statement. */
export function askedBy(question: string, parts: QuestionParts, common: ReadonlySet<string> = new Set()): Asked {
	const whole = new Set(
		wordsIn(question).flatMap(({ lower }) => (lower.includes("_") ? [lower] : isStopWord(lower) ? [] : stemsOf(lower))),
	);
	const ambient = parts.entities.filter(
		(entity) => standsAlone(entity, question) && contentStems(entity.text).every((form) => common.has(form)),
	);
	const own = new Set(ambient.flatMap(({ text }) => contentStems(text)));
	// `How large` is told by the unit.
	const measure = /\bhow (large|big|long|tall|high|deep|wide|fast|heavy|far)\b/i.exec(question)?.[1];
	const adjective = measure === undefined ? "" : stem(measure.toLowerCase());
	const demands = [...whole].filter(
		(form) => form !== adjective && !isWeak(form) && !own.has(form) && !plainVerbs.has(form),
	);
	return {
		identifiers: identifiersIn(question),
		names: parts.entities
			.filter((entity) => !entity.unsure && !ambient.includes(entity))
			.map(({ text }) => text.toLowerCase()),
		demands: demands.length > 0 ? demands : [...whole],
		quality: qualities.find(([, words]) => words.test(question))?.[0],
		verb: verbOf(question, parts),
		common,
		measured: measure !== undefined,
	};
}
