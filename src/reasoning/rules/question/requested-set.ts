import { type TaggedWord, tagWords } from "../../../text/tags.ts";
import { attributeOf, baseAdjective, isBaseVerb, isRelatedWord, memoize, pastOf } from "../../../text/wordnet.ts";
import { contentStems, keywords } from "../../../text/words.ts";
import { parseClause } from "./clause.ts";
import { listMembers } from "./compared-sides.ts";
import { answerTypeOfNoun, asQuestion, pluralOf, singularOf, valueQuestion, withoutArticle } from "./phrases.ts";
import { requestedObject, withoutMarks } from "./split-question.ts";
import { superlativeIn, timeAdjective } from "./superlative.ts";

/** A set whose members a question asks about one by one: `When did each station of the Varde line open?` */
export interface RequestedSet {
	/** The noun for a member, singular: `station`. */
	member: string;
	/** As the question words it: `station of the Varde line`. */
	name: string;
	/** Stems of the words that all members have in common: `vard`, `line`. */
	context: string[];
	/** What is asked of each member. The first ones are asked for, the others are needed for the results. */
	columns: SetColumn[];
	/** What is asked of all members together. */
	results: SetResult[];
}

/** A value that is asked of each member. */
export interface SetColumn {
	label: string;
	ask: string;
	/** `date`: the time of an event. `amount`: a number, with a unit or of what is counted. `any`: a name or another value. */
	kind: "date" | "amount" | "any";
	/** Words of the attribute: all but the adjective must stand beside a value, or a word of their family. */
	words: string[];
	/** The adjective of a measure: `deep`. */
	adjective?: string | undefined;
}

/** A result over all members: their number, or the members with the greatest or least value of a column. */
export interface SetResult {
	kind: "greatest" | "least" | "count";
	/** `longest platform`. */
	label: string;
	/** Index of its column; -1 for a count. */
	column: number;
}

/** Adjectives at the lower end of a scale. */
const lowAdjectives: ReadonlySet<string> = new Set(
	"short small little low young new late recent shallow narrow thin light slow cheap few cold weak near last".split(
		" ",
	),
);
const latest = /^(?:young|new|late|recent|last)$/u;
/** Adjectives of any quantity: the noun beside them names what is measured. */
const plainAdjective = /^(?:high|low|large|small|big|great|little|many|few|most|least)$/u;
/** Verbs of beginning, in which a thing's age is stated. */
const beginnings = ["built", "founded", "opened", "established", "created", "launched", "born"];

/** The set that a question asks about, from its sentences or asks in order. Undefined if it asks for another thing too. */
export function requestedSet(asks: readonly string[]): RequestedSet | undefined {
	const own = withAntecedent(asks.map(withoutMarks));
	const at = own.findIndex((ask) => setPhrase(ask) !== undefined);
	const phrase = setPhrase(own[at] ?? "");
	if (!phrase) return undefined;
	const { before, after, ...named } = phrase;
	const set: RequestedSet = { ...named, columns: [], results: [] };
	const member = `each ${named.name}`;
	const first = /^for$/iu.test(before) ? after.replace(/^[\s,:]+/u, "").replace(pronoun, member) : own[at];
	for (const ask of [...own.slice(0, at), first ?? "", ...own.slice(at + 1)]) {
		const result = parseResult(ask, set);
		if (result) {
			set.results.push(result);
			continue;
		}
		const columns = columnsOf(setPhrase(ask) ? ask : ask.replace(pronoun, member));
		if (!columns) return undefined;
		for (const column of columns)
			if (!set.columns.some(({ label }) => label === column.label)) set.columns.push(column);
	}
	return set.columns.length > 0 && set.columns.length <= columnsMax ? set : undefined;
}

/** `How many stations does X have, and when did each of them open?`: the first ask names the set of the second. */
function withAntecedent(asks: string[]): string[] {
	const [first = "", ...others] = asks;
	const noun = /^(?:how many|which|what)\s+(\p{L}+s)\b/iu.exec(first)?.[1];
	if (noun === undefined || !others.some((one) => eachOfThem.test(one))) return asks;
	return [first, ...others.map((one) => one.replace(eachOfThem, `each ${singularOf(noun)}`))];
}

const eachOfThem = /\b(?:each|every one|all)\s+of\s+(?:them|these|those)\b/iu;

/** A table with more columns is not readable. */
const columnsMax = 6;
const pronoun = /\b(?:each|every one|all|any)\s+of\s+them\b|\b(?:each one|it|they|them)\b/iu;

interface SetPhrase extends Pick<RequestedSet, "member" | "name" | "context"> {
	/** The words before and after the phrase. */
	before: string;
	after: string;
}

/** The phrase of a set in an ask: `each station of the Varde line`, `all the islands`. */
const setPhrase = memoize((ask: string): SetPhrase | undefined => {
	const tags = tagWords(ask);
	const at = tags.findIndex(
		({ lower }, index) =>
			lower === "each" || lower === "every" || (lower === "all" && !/^PRON|AUX$/u.test(tags[index + 1]?.pos ?? "PRON")),
	);
	if (at < 0) return undefined;
	let from = at + 1;
	while (/^(?:of|the|these|those|its|their)$/u.test(tags[from]?.lower ?? "")) from++;
	const end = phraseEnd(tags, at, from);
	let headEnd = from;
	while (headEnd < end && /^(?:NOUN|PROPN|ADJ|NUM|VERB)$/u.test(tags[headEnd]?.pos ?? "")) headEnd++;
	const [head, first, last] = [tags[headEnd - 1], tags[from], tags[end - 1]];
	if (!head || !first || !last || headEnd === from || !/^(?:NOUN|PROPN|ADJ|VERB)$/u.test(head.pos)) return undefined;
	// `all the things` is a set only with a plural; `each year` and `each other` name no set of things.
	const isMany = tags[at]?.lower !== "all" || /[^s]s$|^(?:people|men|women|children)$/u.test(head.lower);
	const member = singularOf(head.lower);
	if (!isMany || member === "other" || answerTypeOfNoun(member) === "date" || isNamedList(ask.slice(first.start)))
		return undefined;
	const name = ask.slice(first.start, last.end).replace(head.text, singularOf(head.text));
	const context = contentStems(ask.slice(head.end, last.end));
	return { member, name, context, before: ask.slice(0, tags[at]?.start).trim(), after: ask.slice(last.end).trim() };
});

/** Whether a phrase names its members: `the brokers Alder, Birch and Cedar`. */
function isNamedList(phrase: string): boolean {
	const { members } = listMembers(phrase);
	return members.length > 1 && members.slice(1).every((one) => /^[\p{Lu}\p{N}]/u.test(one));
}

const doForm = /^(?:do|does|did|can|could|will|would|should|must|may|might)$/u;
const wordAfterPhrase = /^(?:and|or|but|what|which|who|whose|when|where|why|how|that|with|including)$/u;

/** The index of the word after a set's phrase. An auxiliary before the phrase needs a verb after it. */
function phraseEnd(tags: readonly TaggedWord[], at: number, from: number): number {
	const border = tags.findIndex(
		({ pos, lower }, index) => index > from && (/^(?:PUNCT|AUX)$/u.test(pos) || wordAfterPhrase.test(lower)),
	);
	const end = border < 0 ? tags.length : border;
	if (tags[end]?.pos === "AUX") return end;
	if (doForm.test(tags[at - 1]?.lower ?? "")) {
		const verb = tags.findLastIndex(
			({ lower }, index) =>
				index > from && index < end && isBaseVerb(lower) && !/^(?:ADP|DET|ADJ|NUM)$/u.test(tags[index - 1]?.pos ?? ""),
		);
		return verb < 0 ? end : verb;
	}
	const verb = tags.findIndex(({ pos }, index) => index > from && index < end && pos === "VERB");
	return verb < 0 ? end : verb;
}

/** What an ask asks of each member of its set. Undefined if that is not clear. */
function columnsOf(ask: string): SetColumn[] | undefined {
	const phrase = setPhrase(ask);
	if (!phrase) return undefined;
	const { before, after, member, name } = phrase;
	// What each thing does by default, or may do, is a rule about any of them.
	if (generalWords.test(`${before} ${after}`)) return undefined;
	const text = asQuestion(ask);
	const verb = /^\p{L}+/u.exec(after)?.[0].toLowerCase() ?? "";
	const column = (label: string, kind: SetColumn["kind"], words: readonly string[], adjective?: string): SetColumn => ({
		...{ label, kind, words: words.filter((one) => one !== ""), ask: text },
		...(adjective === undefined ? {} : { adjective }),
	});
	const isEmptyVerb = /^(?:|have|has|had|do|be|there|stand|lie)$/u.test(verb);
	if (/^when\s/iu.test(before) && verb !== "")
		return [column(`when ${/\bdid$/iu.test(before) ? pastOf(verb) : verb}`, "date", [verb])];
	const [, measure = "", counted = ""] =
		/^how\s+(\p{L}+)(?:\s+(.+?))?\s+(?:is|are|was|were|do|does|did|can|has|have)$/iu.exec(before) ?? [];
	if (counted !== "" && /^(?:many|much)$/iu.test(measure)) return [column(counted, "amount", [lastWord(counted)])];
	if (measure !== "" && !/^(?:many|much)$/iu.test(measure))
		return [column(`how ${measure}`, "amount", isEmptyVerb ? [] : [verb], measure.toLowerCase())];
	const [, noun = ""] =
		/^(?:(?:in|on|at|from|to|by|for)\s+)?(?:which|what)\s+(.+?)\s+(?:is|are|was|were|do|does|did|can|has|have)$/iu.exec(
			before,
		) ?? [];
	if (noun !== "") return [valueColumn(noun, text, isEmptyVerb ? [] : [verb])];
	if (/^(?:what|how much)\s+(?:do|does|did)$/iu.test(before)) {
		// `What does every package contain?` asks for a rule, and not for an amount of each.
		return isEmptyVerb || answerTypeOfNoun(verb) !== "number" ? undefined : [column(verb, "amount", [verb])];
	}
	const [, agentVerb = ""] = /^who\s+(\p{L}+)$/iu.exec(before) ?? [];
	if (agentVerb !== "" && !/^(?:is|are|was|were)$/iu.test(agentVerb))
		return [column(`who ${agentVerb}`, "any", [agentVerb])];
	if (/^where\s/iu.test(before)) return [column("where", "any", [isEmptyVerb ? "located" : verb])];
	const [, owned = ""] =
		/^(?:(?:what|who|which)\s+(?:is|are|was|were)\s+)?(.+?)\s+(?:of|for|at|in|on)$/iu.exec(before) ?? [];
	const object = requestedObject(ask) === undefined ? owned : withoutRequest(owned);
	const details = /^,?\s*(?:and|with|including)\s+(?:their|its|the)\s+(.+)$/iu.exec(after)?.[1] ?? "";
	const names = [object, details].flatMap((list) => (list === "" ? [] : listMembers(list).members));
	// `names of all words`, `a table of all modes`: the members themselves.
	const isOwnName = (one: string) =>
		[member, "name", "list", "table", "overview"].includes(singularOf(one.toLowerCase()));
	if (tagWords(object).some(({ pos }) => /^(?:AUX|VERB|PRON|SCONJ)$/u.test(pos))) return undefined;
	return names
		.map((one) => withoutArticle(one.replace(/^(?:their|its)\s+/iu, "")))
		.filter((one) => !isOwnName(one))
		.map((one) => valueColumn(one, valueQuestion([one], `each ${name}`), []));
}

const generalWords =
	/\b(?:by default|usually|normally|typically|generally|always|at (?:most|least)|can|could|may|might|must|should|will|would)\b/iu;

function withoutRequest(words: string): string {
	return words.replace(/^(?:please\s+)?\p{L}+\s+(?:me\s+)?/iu, "");
}

function lastWord(phrase: string): string {
	return (phrase.split(/\s(?:of|in|for|per|by|at|to|on)\s/u)[0] ?? phrase).split(" ").at(-1) ?? "";
}

/** A column named by a noun phrase: `default port`, `year of construction`, `founding years`. */
function valueColumn(phrase: string, ask: string, more: readonly string[]): SetColumn {
	const [head = phrase] = phrase.split(/\s(?=(?:of|in|for|per|by|at|to|on|that|which)\s)/u);
	const label = head.replace(/\S+$/u, singularOf) + phrase.slice(head.length);
	const type = answerTypeOfNoun(label);
	const words = keywords(label).filter((word) => !/^(?:year|date|day|time|number|amount)$/u.test(word));
	const isDate = type === "date" || /\b(?:year|date)\b/u.test(label);
	const own = isDate ? [...words, ...more] : words;
	return { label, ask, kind: isDate ? "date" : type === "number" ? "amount" : "any", words: own };
}

/** What an ask asks of all members together: how many they are, or a superlative. May add the column that it needs. */
function parseResult(ask: string, set: RequestedSet): SetResult | undefined {
	if (setPhrase(ask)) return undefined;
	const clause = parseClause(ask);
	const isMember = (noun: string) => singularOf(lastWord(noun).toLowerCase()) === set.member;
	if (clause?.measure === "many" && (clause.noun === "" || isMember(clause.noun)))
		return { kind: "count", label: `number of ${lastWord(clause.noun) || pluralOf(set.member)}`, column: -1 };
	const superlative = superlativeIn(ask);
	if (!clause || clause.wh === "be" || !superlative) return undefined;
	const { adjective, noun, label, verb } = superlative;
	const bare = noun === "" || isMember(noun) || /^ones?$/u.test(noun);
	const isTime = timeAdjective.test(adjective) && (bare || /^\p{L}+$/u.test(verb));
	const column = isTime
		? timeColumn(set, verb)
		: bare
			? set.columns.findIndex((one) => measures(one, adjective, set.columns))
			: set.columns.findIndex(({ words }) => words.includes(singularOf(noun)) || words.includes(noun));
	const isLeast = isTime ? !latest.test(adjective) : lowAdjectives.has(adjective) || adjective === "least";
	const at = column < 0 ? set.columns.push(measureColumn(set, adjective, bare ? "" : noun, verb)) - 1 : column;
	return { kind: isLeast ? "least" : "greatest", label, column: at };
}

/** Whether a column holds what an adjective measures: the same measure, or for `largest` the only amount. */
function measures({ adjective: own, kind, words }: SetColumn, adjective: string, all: readonly SetColumn[]): boolean {
	if (kind !== "amount") return false;
	if (own !== undefined) return own === adjective || baseAdjective(own) === adjective;
	const scale = attributeOf(adjective) ?? adjective;
	if (words.some((word) => isRelatedWord(word, adjective) || isRelatedWord(word, scale))) return true;
	return plainAdjective.test(adjective) && all.filter((one) => one.kind === "amount").length === 1;
}

/** The column of a time: the date column that the verb names, or without a verb the first one. */
function timeColumn({ columns, name }: RequestedSet, verb: string): number {
	const known = columns.findIndex(({ kind, words }) => kind === "date" && (verb === "" || words.includes(verb)));
	if (known >= 0) return known;
	const words = verb === "" ? beginnings : [verb];
	const label = verb === "" ? "since when" : `when ${verb}`;
	return columns.push({ label, ask: asQuestion(`when was each ${name} ${words[0]}`), kind: "date", words }) - 1;
}

/** The column that a superlative needs: `longest platform` → how long the platform is; `highest timeout` → the timeout. */
function measureColumn({ name }: RequestedSet, adjective: string, noun: string, verb: string): SetColumn {
	const isPlain = plainAdjective.test(adjective);
	const thing = noun === "" ? `each ${name}` : `the ${noun} of each ${name}`;
	const words = noun === "" ? [verb].filter((one) => one !== "") : noun.split(" ");
	if (isPlain) {
		const label = noun === "" ? `how ${adjective}` : noun;
		const ask = noun === "" ? asQuestion(`how ${adjective} is ${thing}`) : valueQuestion([noun], `each ${name}`);
		return { label, ask, kind: "amount", words };
	}
	const label = noun === "" ? `how ${adjective}` : `${noun}, how ${adjective}`;
	return { label, ask: asQuestion(`how ${adjective} is ${thing}`), kind: "amount", words, adjective };
}
