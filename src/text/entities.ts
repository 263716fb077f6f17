import lists from "./name-words.json" with { type: "json" };
import { unitOf } from "./units.ts";
import { isKnownWord, isVerbForm, nounKinds, verbKinds } from "./wordnet.ts";
import { isStopWord } from "./words.ts";

export type EntityType = "person" | "place" | "organization" | "work" | "other";

/** A named entity in a text with its place: `text.slice(start, end)` is exactly `.text`. */
export interface Entity {
	text: string;
	type: EntityType;
	start: number;
	end: number;
	/** It opens a sentence, and only its capital letter suggests that it is a name. */
	unsure: boolean;
}

interface NameWord {
	text: string;
	lower: string;
	start: number;
	end: number;
}

/** Consecutive words that may form one name. */
interface NameRun {
	words: NameWord[];
	opens: boolean;
	quoted: boolean;
}

const piecePattern =
	/["“«`][^"”»`\n]{2,80}["”»`]|(?<![\p{L}\p{N}-])--?\p{L}[\p{L}\p{N}_-]*|[\p{L}\p{N}_@](?:[\p{L}\p{N}\p{M}_'’.+#/&-]*[\p{L}\p{N}_+#!])?|[^\s]|\n/gu;
/** Identifiers of code, options of commands, and words with letters and digits. A file path is no name. */
const codeIdentifier =
	/^(?:--?\p{L}[\p{L}\p{N}_-]*|[\p{L}\p{N}@]*_[\p{L}\p{N}_]+|@\p{L}.+|\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}{2,}[\p{L}\p{N}_]*\.\p{L}[\p{L}\p{N}_.]*|\p{L}+\p{N}+[\p{L}\p{N}]*|\p{L}+[+#]+)$/u;
/** Lower-case words that a name may hold between capitalised ones. */
const linkWord =
	/^(?:of|the|and|for|de|del|della|da|di|do|dos|du|des|la|le|les|el|al|von|van|der|den|zu|y|e|&|in|on|at|to|with|by|a|an|bin|ibn|ter|af)$/u;
/** The links that often separate two names instead. */
const separatingLink = /^(?:and|&|in|on|at|to|with|for|by|a|an)$/u;
const abbreviation = /^(?:\p{Lu}|Jr|Sr|St|Dr|Mr|Mrs|Mt|Ft|No|Vol)$/u;
const numberedNoun =
	/^(?:version|section|chapter|table|figure|part|volume|page|step|appendix|release|number|day|week|phase|level)$/u;
/** Letters of the longest word that is recognised before a name. */
const wordBeforeLettersMax = 24;
/** At least this many words in quotation marks, most of them lower-case, are speech and no title. */
const speechWordsMin = 5;

/** The lists hold lower-case words that show a name's kind. They are public knowledge, written by hand. */
function wordSet(list: string): ReadonlySet<string> {
	return new Set(list.split(" "));
}

const givenNames = wordSet(lists.givenNames);
const personTitles = wordSet(lists.titlesOfPersons);
const organizationWords = wordSet(lists.organizationWords);
const workWords = wordSet(lists.workWords);
const placeWords = wordSet(lists.placeWords);
/** Adjectives of countries, peoples and faiths: capitalised, but not names. */
const demonyms = wordSet(lists.demonyms);

const months: readonly string[] =
	"january february march april may june july august september october november december".split(" ");
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const calendarWords: ReadonlySet<string> = new Set([...months, ...weekdays]);

/** The names in a text as they are written, each once, in order: quoted titles, capitalised names, identifiers of code. */
export function namesIn(text: string): string[] {
	const all = nameRunsIn(text).flatMap((run) =>
		(run.quoted ? [run.words] : splitRun(text, run.words)).flatMap((words, at) => {
			const name = text.slice(words[0]?.start, words.at(-1)?.end);
			const isWord = words.length === 1 && run.opens && at === 0 && isOrdinaryWord(words[0]?.lower ?? "");
			return /\p{L}/u.test(name) && name.length > 1 && !isWord && !isOfAmount(text, words) ? [name] : [];
		}),
	);
	return [...new Set(all)];
}

/** Possible titles of pages about the things that a text names: each run of name words, and its parts. */
export function possibleTitlesIn(text: string): string[] {
	return nameRunsIn(text).flatMap(({ words }) => nameAndParts(text.slice(words[0]?.start, words.at(-1)?.end)));
}

/** A name and those of its parts that may be names: `Bank of Ireland and Ulster` → itself, `Bank of Ireland`, `Ulster`. */
export function nameAndParts(name: string): string[] {
	const words = name.split(" ");
	const out = [name];
	for (let at = 1; at < words.length - 1; at++) {
		if (!separatingLink.test(words[at] ?? "") && !/^(?:of|the)$/u.test(words[at] ?? "")) continue;
		const rest = words.slice(at + 1);
		while (rest.length > 1 && linkWord.test(rest[0] ?? "")) rest.shift();
		out.push(words.slice(0, at).join(" "), rest.join(" "));
	}
	return [...new Set(out)].filter((part) => part.length > 1 && !isStopWord(part.toLowerCase()));
}

/**
 * The named entities of a text in order, without overlaps. An `and` separates two names. Months, peoples (`French`) and words in
 * capitals are no names.
 */
export function entitiesIn(text: string): Entity[] {
	return nameRunsIn(text).flatMap(({ words: run, opens, quoted }) =>
		(quoted ? [run] : splitRun(text, run)).flatMap((words, at) => {
			const unsure = opens && at === 0 && words.length === 1;
			if (quoted ? !/^[\p{Lu}\p{N}]/u.test(run[0]?.text ?? "") : !isNamedEntity(words, unsure)) return [];
			if (isOfAmount(text, words)) return [];
			const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
			return [
				{
					text: text.slice(start, end),
					type: quoted ? "work" : entityTypeOf(words, text.slice(end, end + 20)),
					start,
					end,
					unsure,
				},
			];
		}),
	);
}

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether words are the unit of an amount, with or without its number: `EUR` in `4,200 EUR`, `USD 400`. */
function isOfAmount(text: string, words: readonly NameWord[]): boolean {
	const units = words.filter((word) => !/^\p{N}/u.test(word.text));
	const isUnit = units.every((word) => currencyCodes.has(word.text) || unitOf(word.text) !== undefined);
	const hasNumber = units.length < words.length || /\p{N}\s?$/u.test(text.slice(0, words[0]?.start));
	return units.length > 0 && isUnit && hasNumber;
}

function isNamedEntity(words: readonly NameWord[], unsure: boolean): boolean {
	const [first = { text: "", lower: "" }, ...more] = words;
	if (more.length === 0 && (first.text.length === 1 || (unsure && isOrdinaryWord(first.lower)))) return false;
	if (numberedNoun.test(first.lower) && more.every(({ text }) => /^\p{N}/u.test(text))) return false;
	return words.some(
		({ text, lower }) => !calendarWords.has(lower) && !demonyms.has(lower) && !isStopWord(lower) && !isAllCaps(text),
	);
}

/** Whether a capitalised word at the start of a sentence is an ordinary word. */
function isOrdinaryWord(lower: string): boolean {
	return !givenNames.has(lower) && isKnownWord(lower) && nounKinds(lower)[0] !== "location";
}

/** Whether a word is a common word in capitals (`VACUUM`) or a plural of capitals (`IDs`). */
function isAllCaps(word: string): boolean {
	return /^\p{Lu}{1,3}s$/u.test(word) || (/^\p{Lu}{3,}$/u.test(word) && isOrdinaryWord(word.toLowerCase()));
}

function nameRunsIn(text: string): NameRun[] {
	const runs: NameRun[] = [];
	let [run, pendingLinks]: [NameWord[], NameWord[]] = [[], []];
	let [isSentenceStart, opens] = [true, true];
	const close = () => {
		if (run.some(({ text: own, lower }) => !isStopWord(lower) || /^\p{Lu}{2,}$/u.test(own)))
			runs.push({ words: run, opens, quoted: false });
		[run, pendingLinks] = [[], []];
	};
	for (const { 0: raw, index: start } of text.matchAll(piecePattern)) {
		const wordText = raw.replace(/['’]s?$/u, "");
		const word = { text: wordText, lower: wordText.toLowerCase(), start, end: start + wordText.length };
		if (/^["“«`]./u.test(raw)) {
			close();
			const inner = raw.slice(1, -1).replace(/[,.;:]$/u, "");
			if (!isSpeech(inner))
				runs.push({
					words: [{ ...word, text: inner, start: start + 1, end: start + 1 + inner.length }],
					opens: false,
					quoted: true,
				});
		} else if (raw === "." && abbreviation.test(run.at(-1)?.text ?? "") && pendingLinks.length === 0)
			isSentenceStart = false;
		else if (!/[\p{L}\p{N}&]/u.test(raw)) {
			close();
			isSentenceStart ||= /^[.?!:;\n]$/u.test(raw);
			continue;
		} else if (
			(/^[\p{Lu}\p{Lt}]/u.test(wordText) || codeIdentifier.test(wordText)) &&
			!(isSentenceStart && isStopWord(word.lower)) &&
			!/^I(?:['’]|$)/u.test(raw) &&
			!(isSentenceStart && isMostlyVerb(word.lower))
		) {
			if (run.length === 0) opens = isSentenceStart;
			run.push(...pendingLinks, word);
			pendingLinks = [];
			if (wordText !== raw) close();
		} else if (
			run.length > 0 &&
			pendingLinks.length === 0 &&
			/^\p{N}+(?:\.\p{N}+)*$/u.test(wordText) &&
			!/^(?:1[5-9]|20)\d\d$/u.test(wordText)
		)
			run.push(word);
		else if (run.length > 0 && pendingLinks.length < 2 && linkWord.test(raw)) pendingLinks.push(word);
		else close();
		isSentenceStart = false;
	}
	close();
	return runs;
}

/** Whether WordNet knows a word mostly as a verb, so that it may open a request: `Compare Rust`, but not `Brown`. */
function isMostlyVerb(lower: string): boolean {
	return !givenNames.has(lower) && isVerbForm(lower) && verbKinds(lower).length >= nounKinds(lower).length;
}

function isSpeech(quote: string): boolean {
	const words = quote.split(/\s+/u);
	const content = words.filter((word) => !isStopWord(word.toLowerCase()));
	return (
		words.length >= speechWordsMin &&
		content.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length < content.length / 2
	);
}

/** Splits a run at separating links, except in announced titles and after an organization's noun: `Department of Trade and Industry`. */
function splitRun(text: string, words: readonly NameWord[]): NameWord[][] {
	const start = words[0]?.start ?? 0;
	const before =
		/(\p{L}+)\s$/u.exec(text.slice(Math.max(0, start - wordBeforeLettersMax), start))?.[1]?.toLowerCase() ?? "";
	if (workWords.has(before)) return [[...words]];
	const out: NameWord[][] = [[]];
	for (const [at, word] of words.entries()) {
		const isHeaded = words.slice(0, at).some(({ lower }) => organizationWords.has(lower));
		if (separatingLink.test(word.text) && !(isHeaded && /^(?:and|at)$/u.test(word.text)) && word.text !== "&")
			out.push([]);
		else if (out.at(-1)?.length !== 0 || !linkWord.test(word.text)) out.at(-1)?.push(word);
	}
	return out.filter(({ length }) => length > 0);
}

/** The type of a named entity, by the text after it, its last word, WordNet, and lists of given names and titles. */
function entityTypeOf(words: readonly NameWord[], textAfter: string): EntityType {
	const parts = words.map(({ lower }) => lower);
	const of = parts.indexOf("of");
	const [first = "", last = ""] = [parts[0], of > 0 ? parts[of - 1] : parts.at(-1)];
	const isMultiWord = parts.length > 1;
	if (isMultiWord && workWords.has(last)) return "work";
	const kinds = nounKinds(parts.join(" "));
	if (kinds[0] === "person" || (isMultiWord && kinds.includes("person"))) return "person";
	if (organizationWords.has(last) || (isMultiWord && organizationWords.has(first))) return "organization";
	if (placeWords.has(last) && (kinds.length === 0 || !kinds.includes("person"))) return "place";
	if (kinds.includes("location") && !givenNames.has(first)) return "place";
	if (givenNames.has(first) || (isMultiWord && (personTitles.has(first) || /^\p{Lu}\.?$/u.test(words[1]?.text ?? ""))))
		return "person";
	if (isMultiWord && /^,? who\b/iu.test(textAfter)) return "person";
	return kinds[0] === "location" ? "place" : kinds[0] === "group" ? "organization" : "other";
}
