import type { AnswerType } from "../../evidence/question.ts";
import { pairIn } from "./compared.ts";
import { type Entity, entitiesIn } from "./entities.ts";
import { nounKinds } from "./wordnet.ts";
import { contentStems, isStopWord, type Word, wordsIn } from "./words.ts";

/** What a question asks for, as far as its wording tells. */
export interface QuestionParts {
	/** `who`, `what`, `which`, `when`, `where`, `why`, `how`, `how many`, `how much`, `is` (yes/no), or `none`. */
	wh: string;
	answerType: AnswerType;
	/** The noun that names what is wanted, lower-case: `city` in `what New York city`; empty when there is none. */
	head: string;
	/** The whole phrase around it: `government position`. */
	headPhrase: string;
	/** The head is a plural: several things are asked for. */
	plural: boolean;
	/** Named things in the question. */
	entities: Entity[];
	/** Stems of its content words, without the asking words. */
	stems: string[];
	/** Those that stand right beside the question word: the relation that is asked for. */
	local: string[];
	/** Two (or more) things set beside each other: `Which is older, A or B?`, `Are A and B both …?` */
	compared: string[];
	/** One of the compared things is the answer (`A or B?`). */
	choice: boolean;
	/** `older`, `first`, `same nationality` …: how they are compared, when they are. */
	comparison?: { kind: "greatest" | "least" | "same" | "both" | "choice"; by: string } | undefined;
}

const auxiliaries: ReadonlySet<string> = new Set(
	"is are was were am be been do does did has have had can could will would shall should may might must".split(" "),
);
const numberHeads =
	/^(?:number|population|percentage|percent|amount|size|length|height|width|depth|distance|speed|weight|age|price|cost|temperature|elevation|capacity|limit|count|total|score|rate|ratio|quantity|salary|budget|revenue)s?$/;
const dateHeads = /^(?:year|date|day|month|century|decade|era|time|birthday|birthdate)s?$/;
const personHeads =
	/^(?:actor|actress|singer|author|writer|director|president|founder|inventor|wife|husband|father|mother|son|daughter|brother|sister|player|coach|composer|king|queen|man|woman|person|politician|musician|artist|producer|leader|chef|designer|scientist|architect|editor|host|comedian|screenwriter|novelist|poet|general|character|protagonist)s?$/;
const placeHeads =
	/^(?:city|country|state|town|place|location|county|village|continent|province|region|capital|island|river|lake|mountain|district|birthplace|venue|area|hometown|neighborhood|borough|municipality|street)$|ies$/;
const organizationHeads =
	/^(?:company|organization|organisation|university|school|college|team|club|band|label|party|agency|institution|group|network|studio|publisher|airline|bank|association|league|corporation|manufacturer|employer|brand|station|retailer|firm|chain|corporation|airline|carrier|retail chain|studio|provider|vendor|newspaper|conference)s?$/;

/** WordNet's first sense is a location, but a question means the other one. */
const notPlaces =
	/^(?:position|line|side|end|point|part|front|top|bottom|base|space|center|centre|track|course|field|stage|path|direction|feature|property)s?$/;

function typeOfHead(head: string): AnswerType | undefined {
	if (!head) return undefined;
	if (dateHeads.test(head)) return "date";
	if (numberHeads.test(head)) return "number";
	if (personHeads.test(head)) return "person";
	if (/^(?:cities|countries|counties)$/.test(head) || (placeHeads.test(head) && !/ies$/.test(head))) return "place";
	if (organizationHeads.test(head)) return "organization";
	const kinds = nounKinds(head);
	if (kinds[0] === "person") return "person";
	if (kinds[0] === "location" && !notPlaces.test(head)) return "place";
	if (kinds[0] === "quantity") return "number";
	return undefined;
}

/** The head of the noun phrase that starts at a word: its last noun before a verb or preposition. */
function headAt(words: readonly Word[], first: number, text: string): { head: string; phrase: string } {
	const phrase: Word[] = [];
	for (let at = first; at < words.length && phrase.length < 6; at++) {
		const word = words[at];
		if (!word) break;
		if (phrase.length > 0 && /[,;:?]/.test(text.slice(phrase.at(-1)?.end ?? 0, word.start))) break;
		if (isStopWord(word.lower) || auxiliaries.has(word.lower)) {
			if (phrase.length === 0 && /^(?:the|a|an|of|other|own|its|his|her|their)$/.test(word.lower)) continue;
			break;
		}
		if (looksLikeVerb(word, words[at + 1]) || (phrase.length > 0 && /^\p{Ll}{2,}ed$/u.test(word.text))) break;
		phrase.push(word);
	}
	// `type of music`, `name of the river`: the thing itself stands behind the `of`.
	const last = phrase.at(-1);
	if (last && /^(?:type|kind|sort|name|form)s?$/.test(last.lower)) {
		const at = words.indexOf(last);
		if (words[at + 1]?.lower === "of") {
			const inner = headAt(words, at + 2, text);
			if (inner.head) return inner;
		}
	}
	return { head: last?.lower.replace(/['’]s?$/, "") ?? "", phrase: phrase.map((word) => word.text).join(" ") };
}

const verbForms = /(?:ed|ing)$/;
const commonVerbs: ReadonlySet<string> = new Set(
	(
		"won wrote made began became came went took gave held led ran said sang saw shot sold spoke stood taught told won built born began " +
		"came comes contains covers created does features flows goes happened has holds includes lies lives lives makes means occurs owns plays " +
		"produces provides represents runs serves sets shares sits stands starred starts stars supports takes uses wins works"
	).split(" "),
);

function looksLikeVerb(word: Word, next: Word | undefined): boolean {
	if (commonVerbs.has(word.lower)) return true;
	return (
		verbForms.test(word.lower) &&
		word.lower.length > 4 &&
		(next === undefined || isStopWord(next.lower) || /^\p{Lu}/u.test(next.text))
	);
}

const comparative =
	/\b(older|oldest|younger|youngest|elder|earlier|earliest|later|latest|newer|newest|first|last|more|most|fewer|fewest|less|least|larger|largest|bigger|biggest|smaller|smallest|higher|highest|lower|lowest|taller|tallest|longer|longest|shorter|shortest|closer|closest|farther|further|greater|greatest|before|after)\b/i;

function comparisonOf(text: string, compared: readonly string[], yesNo: boolean): QuestionParts["comparison"] {
	if (compared.length < 2) return undefined;
	if (/\b(?:same|in common|share|shared|common|similar)\b/i.test(text)) {
		const by = /\bsame\s+([\p{L} ]+?)(?:\?|,| as\b|$)/iu.exec(text)?.[1] ?? "";
		return { kind: "same", by: by.trim() };
	}
	if (yesNo) return { kind: "both", by: "" };
	const word = comparative.exec(text)?.[1]?.toLowerCase();
	if (!word) return { kind: "choice", by: "" };
	return {
		kind: /^(?:young|less|least|few|small|low|short|late|new|last|after|clos)/.test(word) ? "least" : "greatest",
		by: word,
	};
}

function typeOf(wh: string, head: string, text: string): AnswerType {
	if (wh === "is") return "yes_no";
	if (wh === "who" || wh === "whom" || wh === "whose") return "person";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (wh === "why" || wh === "how")
		return /\bhow (?:old|tall|long|far|big|large|high|deep|fast|often|heavy|wide)\b/i.test(text)
			? "number"
			: "explanation";
	if (wh === "how many" || wh === "how much") return "number";
	return typeOfHead(head) ?? "entity";
}

function isPlural(noun: string): boolean {
	return /[^su]s$/.test(noun) && !/^(?:species|series|news|means|years)$/.test(noun);
}

/** How many content words on either side of the question word belong to the relation. */
const localReach = 3;

function localStems(words: readonly Word[], whAt: number, leftOut: string): string[] {
	const own = new Set(contentStems(leftOut));
	const content = (side: readonly Word[]) => side.filter((word) => !isStopWord(word.lower)).slice(0, localReach + 1);
	const near = [...content(words.slice(whAt + 1)), ...content(words.slice(0, whAt).toReversed()).slice(0, localReach)];
	return [...new Set(near.flatMap((word) => contentStems(word.text)))].filter((form) => !own.has(form));
}

const whWord = /^(?:who|whom|whose|what|which|when|where|why|how)$/;

/** Takes a question apart. It may also be a phrase without a question word: then `wh` is `none`. */
export function questionParts(question: string): QuestionParts {
	const text = question.replace(/\s+/g, " ").trim();
	const words = wordsIn(text);
	const entities = entitiesIn(text);
	const stems = contentStems(text);
	const inTitle = (word: Word) =>
		entities.some((entity) => entity.type === "work" && word.start >= entity.start && word.start < entity.end);
	const asks = (word: Word) => whWord.test(word.lower) && !inTitle(word);
	let whAt = words.findIndex((word, at) => asks(word) && !isRelative(words, at, text));
	if (whAt < 0 && !auxiliaries.has(words[0]?.lower ?? "")) whAt = words.findIndex(asks);
	const yesNo = whAt < 0 && auxiliaries.has(words[0]?.lower ?? "");
	const { names: compared, choice } = pairIn(text, entities);
	if (whAt < 0) {
		const wh = yesNo ? "is" : "none";
		const { head, phrase } = yesNo ? { head: "", phrase: "" } : headAt(words, 0, text);
		const answerType = choice ? "entity" : yesNo ? "yes_no" : (typeOfHead(head) ?? "entity");
		return {
			wh,
			answerType,
			head,
			headPhrase: phrase,
			plural: isPlural(head),
			entities,
			stems,
			local: stems,
			compared,
			choice,
			comparison: comparisonOf(text, compared, yesNo && !choice),
		};
	}
	let wh = words[whAt]?.lower ?? "none";
	const next = words[whAt + 1]?.lower ?? "";
	if (wh === "how" && (next === "many" || next === "much")) wh = `how ${next}`;
	let { head, phrase } = headAt(words, whAt + (wh.includes(" ") ? 2 : 1), text);
	if (!head && /^(?:what|which|who)$/.test(wh)) ({ head, phrase } = headAfterVerb(words, whAt, text));
	if (!head && /^(?:what|which)$/.test(wh)) ({ head, phrase } = headBefore(words, whAt));
	const list =
		wh === "which" || wh === "what"
			? /^(?:are|were)$/.test(next) && / and |s$/.test(head) && /^(?:what|which) are/i.test(text)
			: false;
	const answerType = list ? "list" : typeOf(wh, head, text);
	// `the number of columns` counts columns.
	const counted = head === "number" ? /\bnumber of\s+([\p{Ll}-]+)/u.exec(text)?.[1] : undefined;
	if (counted) [wh, head] = ["how many", counted];
	// No page says `year` beside a year.
	const local = localStems(words, whAt, answerType === "date" ? phrase : "");
	return {
		wh,
		answerType,
		head,
		headPhrase: phrase,
		plural: isPlural(head),
		entities,
		stems,
		local,
		compared,
		choice,
		comparison: comparisonOf(text, compared, false),
	};
}

/** `who`, `which`, `where` inside a clause (`the woman who portrayed …`) ask nothing: a noun stands right before them. */
function isRelative(words: readonly Word[], at: number, text: string): boolean {
	const [before, word] = [words[at - 1], words[at]];
	if (!before || !word) return false;
	if (/^(?:what|why|how)$/.test(word.lower)) return false;
	if (/^(?:in|of|at|on|for|from|by|to|with|and|or|is|was|are|were|did|do|does)$/.test(before.lower)) return false;
	return !/[,;:.]\s*$/.test(text.slice(before.end, word.start)) || word.lower !== "which"
		? !/[;:.]/.test(text.slice(before.end, word.start))
		: false;
}

/** `a city with a population of what in 2010`: the head stands before the `of`. */
function headBefore(words: readonly Word[], whAt: number): { head: string; phrase: string } {
	const [noun, of] = [words[whAt - 2], words[whAt - 1]];
	if (of?.lower !== "of" || !noun || isStopWord(noun.lower)) return { head: "", phrase: "" };
	return { head: noun.lower, phrase: noun.text };
}

/** `What is the population of …`: the head stands after the verb. */
function headAfterVerb(words: readonly Word[], whAt: number, text: string): { head: string; phrase: string } {
	const verb = words[whAt + 1];
	if (!verb || !/^(?:is|are|was|were|did|does|do|has|have|had|'s)$/.test(verb.lower)) return { head: "", phrase: "" };
	const article = words[whAt + 2];
	if (!/^(?:is|are|was|were)$/.test(verb.lower) || !article) return { head: "", phrase: "" };
	const found = headAt(words, whAt + 2, text);
	return /^\p{Lu}/u.test(found.phrase) ? { head: "", phrase: "" } : found;
}
