import type { SubQuestion } from "../../../evidence/plan.ts";
import type { Route } from "../../../evidence/question.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";

/** A word of a topic: its stems, and its very letters where capitals tell it from another word (`HOT`). */
interface TopicWord {
	stem: string;
	exact: string | undefined;
}

/** What a question is about: `MVCC` of `MVCC in PostgreSQL`; what follows the preposition is context. */
export interface Topic {
	words: readonly TopicWord[];
	/** Other names that a text itself gives to it: `WAL` for `write-ahead logging`. */
	aliases: readonly string[];
}

const tail = /\s(?:in|for|on|with|by|from|during|within|inside|under|at|between|to)\s.+$/iu;

/** The topics of a sub-question, else of the question; empty when nothing is named. */
export function topicsFor(route: Pick<Route, "subjects">, subQuestion: SubQuestion | undefined): Topic[] {
	const own =
		subQuestion?.origin !== undefined && subQuestion.origin !== "plan" && subQuestion.focus.length > 0
			? subQuestion.focus
			: route.subjects.filter(
					(subject) => !subQuestion || route.subjects.length === 1 || mentions(subQuestion.text, subject),
				);
	return (own.length > 0 ? own : route.subjects)
		.flatMap((name) => [name, ...ownerIn(name)])
		.map((name) => topicOf(name))
		.filter(({ words }) => words.length > 0);
}

/** `Akira Kurosawa` of `careers of Akira Kurosawa`: a page about him is about them, too. */
function ownerIn(name: string): string[] {
	// `Battle of Hastings` is one name.
	const owner =
		/^(?:[Tt]he |[Aa]n? )?\p{Ll}.*\sof\s((?:\p{Lu}[\p{L}\d'’.-]*)(?:\s(?:of\s|the\s)*\p{Lu}[\p{L}\d'’.-]*)*)$/u.exec(
			name,
		)?.[1];
	return owner ? [owner] : [];
}

function mentions(text: string, subject: string): boolean {
	return text.toLowerCase().includes(subject.toLowerCase());
}

function topicOf(name: string): Topic {
	const head = name.replace(tail, "");
	const words = wordsIn(head).flatMap(({ text, lower }) =>
		isStopWord(lower)
			? []
			: stemsOf(lower)
					.slice(0, 1)
					.map((stem) => ({ stem, exact: /^\p{Lu}{2,5}$/u.test(text) ? text : undefined })),
	);
	return { words, aliases: [] };
}

/** The full name of an abbreviation is looked for this far before it. Characters. */
const longestName = 80;

/** A topic with the abbreviations, or the full names, that a text introduces for it in brackets. */
export function withAliases(topic: Topic, text: string): Topic {
	const aliases = new Set(topic.aliases);
	for (const match of text.matchAll(/\((\p{Lu}[\p{Lu}\d]{1,6})\)/gu)) {
		const short = match[1] ?? "";
		const before =
			/(?:[\p{L}-]+\s){1,6}$/u.exec(text.slice(Math.max(0, match.index - longestName), match.index))?.[0] ?? "";
		const words = before.trim().split(/[\s-]+/);
		const long = words.slice(-short.length);
		if (long.map((word) => word[0]?.toUpperCase()).join("") !== short) continue;
		const full = before.trim().split(/\s+/).slice(-long.length).join(" ");
		if (topic.words.some(({ exact }) => exact === short)) aliases.add(full.toLowerCase());
		else if (holdsWords(topic, full) === 1) aliases.add(short);
	}
	return { ...topic, aliases: [...aliases] };
}

/** 0–1: how much of the best of the topics a text names. */
export function namedIn(topics: readonly Topic[], text: string): number {
	return topics.length === 0 ? 0 : Math.max(...topics.map((topic) => named(topic, text)));
}

function named(topic: Topic, text: string): number {
	if (topic.aliases.some((alias) => holdsAlias(text, alias))) return 1;
	return holdsWords(topic, text);
}

function holdsAlias(text: string, alias: string): boolean {
	return /^\p{Lu}/u.test(alias)
		? new RegExp(`(?<![\\p{L}\\d_])${alias}(?![\\p{L}\\d_])`, "u").test(text)
		: text.toLowerCase().includes(alias);
}

/** A word that stands only within a setting's name is no mention of the thing itself. */
const withinName = 0.6;

function holdsWords({ words }: Topic, text: string): number {
	const plain = new Set<string>();
	const parts = new Set<string>();
	for (const { lower } of wordsIn(text))
		for (const [at, stem] of stemsOf(lower).entries()) (at === 0 ? plain : parts).add(stem);
	let held = 0;
	for (const { stem, exact } of words)
		if (exact ? new RegExp(`(?<![\\p{L}\\d])${exact}s?(?![\\p{L}\\d])`, "u").test(text) : plain.has(stem)) held++;
		else if (!exact && parts.has(stem)) held += withinName;
	const share = held / Math.max(1, words.length);
	return words.length > 1 ? share ** 2 : share;
}

/** What follows the topic when a text opens with it: `is a daemon …` of `The autovacuum daemon is a daemon …`; else undefined. */
export function afterTopic(topics: readonly Topic[], text: string): string | undefined {
	const opening = /^(?:In [^,]{3,60}, )?/iu.exec(text)?.[0] ?? "";
	const rest = text.slice(opening.length);
	if (openingWord.test(rest)) return undefined;
	// `Replication slots provide`: what looks like a verb may still belong to the name, so each is tried.
	for (const { index } of rest.slice(0, subjectReach).matchAll(beforeVerb)) {
		const subject = rest.slice(0, index);
		if (/[,;:]|\b(?:that|which|whether)\b/.test(subject) || subject.split(/\s+/).length > subjectWords)
			return undefined;
		if (namedIn(topics, subject) === 1) return rest.slice(index + 1);
	}
	return undefined;
}
const subjectReach = 120;
const subjectWords = 6;
const openingWord =
	/^(?:if|when|while|per|with|for|by|as|to|after|before|since|because|although|unless|until|once|using)\b/iu;
const beforeVerb =
	/\s(?=(?:\([^()]{1,40}\),? )?(?:(?:\p{Ll}+ly|also|often) )?(?:is|are|was|were|mean|refer|consist|denote|describe|has|have|can|does|will|must|should|provide|allow|let|ensure|help|keep|store|make|\p{Ll}{3,}s)\s)/gu;
