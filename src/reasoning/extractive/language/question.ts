import type { AnswerType } from "../../../evidence/question.ts";
import { type Entity, entitiesIn } from "./entities.ts";
import { stem } from "./stem.ts";
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
	/** Named things in the question. */
	entities: Entity[];
	/** Stems of its content words, without the asking words. */
	stems: string[];
	/** Two (or more) things set beside each other: `Which is older, A or B?`, `Are A and B both …?` */
	compared: string[];
	/** `older`, `first`, `same nationality` …: how they are compared, when they are. */
	comparison?: { kind: "greatest" | "least" | "same" | "both" | "choice"; by: string } | undefined;
}

const auxiliaries: ReadonlySet<string> = new Set(
	"is are was were am be been do does did has have had can could will would shall should may might must".split(" "),
);
const numberHeads = /^(?:number|population|percentage|percent|amount|size|length|height|width|depth|distance|speed|weight|age|price|cost|temperature|area|elevation|capacity|port|limit|count|total|score|rate|ratio|quantity|value|salary|budget|revenue)s?$/;
const dateHeads = /^(?:year|date|day|month|century|decade|era|time|birthday|birthdate)s?$/;
const personHeads =
	/^(?:actor|actress|singer|author|writer|director|president|founder|inventor|wife|husband|father|mother|son|daughter|brother|sister|player|coach|composer|king|queen|man|woman|person|politician|musician|artist|producer|leader|chef|designer|scientist|architect|editor|host|comedian|screenwriter|novelist|poet|general|character)s?$/;
const placeHeads =
	/^(?:city|country|state|town|place|location|county|village|continent|province|region|capital|island|river|lake|mountain|district|birthplace|venue|area|hometown|neighborhood|borough|municipality|street)$|ies$/;
const organizationHeads =
	/^(?:company|organization|organisation|university|school|college|team|club|band|label|party|agency|institution|group|network|studio|publisher|airline|bank|association|league|corporation|manufacturer|employer|brand|station)s?$/;

/** WordNet's first sense is a location, but a question means the other one. */
const notPlaces = /^(?:position|line|side|end|point|part|front|top|bottom|base|space|center|centre|track|course|field|stage|path|direction|feature|property)s?$/;

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
		if (looksLikeVerb(word, words[at + 1])) break;
		phrase.push(word);
	}
	// `type of music`, `name of the river`: the thing itself stands behind the `of`.
	const last = phrase.at(-1);
	if (last && /^(?:type|kind|sort|name|form|genre)s?$/.test(last.lower)) {
		const at = words.indexOf(last);
		if (words[at + 1]?.lower === "of" && last.lower !== "genre") {
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
	return verbForms.test(word.lower) && word.lower.length > 4 && (next === undefined || isStopWord(next.lower) || /^\p{Lu}/u.test(next.text));
}

const comparative =
	/\b(older|oldest|younger|youngest|elder|earlier|earliest|later|latest|newer|newest|first|last|more|most|fewer|fewest|less|least|larger|largest|bigger|biggest|smaller|smallest|higher|highest|lower|lowest|taller|tallest|longer|longest|shorter|shortest|closer|closest|farther|further|greater|greatest|before|after)\b/i;

function trimmedName(name: string): string {
	return name
		.replace(/^(?:the|a|an|either|both|between|of|is|was|were|are|out)\s+/i, "")
		.replace(/[?,.;:\s]+$/, "")
		.replace(/^["“]|["”]$/g, "")
		.trim();
}

/** `A or B` at the end or after a comma; `A and B both`. Names are taken from the wording, since titles may be all lower-case words. */
function comparedIn(text: string, entities: readonly Entity[]): string[] {
	const plain = text.replace(/\s+/g, " ").replace(/\?+\s*$/, "");
	const choice = /(?:,|:|\b(?:first|older|younger|earlier|later|between|out of|is|was|does|did|has|longer|larger|more|members|people))\s+((?:the |an? )?["“]?[\p{Lu}\p{N}][^,?]*?)\s*,?\s+or\s+((?:the |an? )?["“]?[\p{Lu}\p{N}][^,?]*)$/u.exec(plain);
	if (choice?.[1] && choice[2]) return [trimmedName(tailName(choice[1])), trimmedName(choice[2])];
	const pair = /(?:^|\b(?:are|were|do|did|have|had|is|was|can|of|by|between|both|of both)\s+(?:both\s+)?)((?:the )?["“]?[\p{Lu}\p{N}][^,?]*?)\s+and\s+((?:the )?["“]?[\p{Lu}\p{N}][\p{L}\p{N}'’.&:-]*(?:\s+(?:of|the|de|van|von|for|in|["“(]?[\p{Lu}\p{N}][^\s,?]*))*)/iu.exec(plain);
	if (pair?.[1] && pair[2] && /\b(?:both|same|common|share|either|or|different|similar|between|difference)\b/i.test(plain))
		return [trimmedName(pair[1]), trimmedName(pair[2].split(/\s(?:both|are|were|is|was|have|has|had|in|located|share)\s/)[0] ?? "")];
	if (/\b(?:both|same|which of|who of)\b/i.test(plain) && entities.length === 2) return entities.map((entity) => entity.text);
	return [];
}

/** `Which band formed first, A` → `A`: what stands before the last comparative word is the question's own. */
function tailName(text: string): string {
	const parts = text.split(/,\s+|\s(?:first|older|younger|earlier|later|longer|larger)\s/);
	return parts.at(-1) ?? text;
}

function comparisonOf(text: string, compared: readonly string[], yesNo: boolean): QuestionParts["comparison"] {
	if (compared.length < 2) return undefined;
	if (/\b(?:same|in common|share|shared|common|similar)\b/i.test(text)) {
		const by = /\bsame\s+([\p{L} ]+?)(?:\?|,| as\b|$)/iu.exec(text)?.[1] ?? "";
		return { kind: "same", by: by.trim() };
	}
	if (yesNo) return { kind: "both", by: "" };
	const word = comparative.exec(text)?.[1]?.toLowerCase();
	if (!word) return { kind: "choice", by: "" };
	return { kind: /^(?:young|less|least|few|small|low|short|late|new|last|after|clos)/.test(word) ? "least" : "greatest", by: word };
}

function typeOf(wh: string, head: string, text: string): AnswerType {
	if (wh === "is") return "yes_no";
	if (wh === "who" || wh === "whom" || wh === "whose") return "person";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (wh === "why" || wh === "how") return /\bhow (?:old|tall|long|far|big|large|high|deep|fast|often|heavy|wide)\b/i.test(text) ? "number" : "explanation";
	if (wh === "how many" || wh === "how much") return "number";
	return typeOfHead(head) ?? "entity";
}

const whWord = /^(?:who|whom|whose|what|which|when|where|why|how)$/;

/** Takes a question apart. It may also be a phrase without a question word: then `wh` is `none`. */
export function questionParts(question: string): QuestionParts {
	const text = question.replace(/\s+/g, " ").trim();
	const words = wordsIn(text);
	const entities = entitiesIn(text);
	const stems = contentStems(text);
	const inTitle = (word: Word) => entities.some((entity) => entity.type === "work" && word.start >= entity.start && word.start < entity.end);
	const asks = (word: Word) => whWord.test(word.lower) && !inTitle(word);
	let whAt = words.findIndex((word, at) => asks(word) && !isRelative(words, at, text));
	if (whAt < 0 && !auxiliaries.has(words[0]?.lower ?? "")) whAt = words.findIndex(asks);
	const yesNo = whAt < 0 && auxiliaries.has(words[0]?.lower ?? "");
	const compared = comparedIn(text, entities);
	if (whAt < 0) {
		const wh = yesNo ? "is" : "none";
		const choice = yesNo && / or /.test(text) && compared.length > 1;
		const { head, phrase } = yesNo ? { head: "", phrase: "" } : headAt(words, 0, text);
		const answerType = choice ? "entity" : yesNo ? "yes_no" : (typeOfHead(head) ?? "entity");
		return { wh, answerType, head, headPhrase: phrase, entities, stems, compared, comparison: comparisonOf(text, compared, yesNo && !choice) };
	}
	let wh = words[whAt]?.lower ?? "none";
	const next = words[whAt + 1]?.lower ?? "";
	if (wh === "how" && (next === "many" || next === "much")) wh = `how ${next}`;
	let { head, phrase } = headAt(words, whAt + (wh.includes(" ") ? 2 : 1), text);
	if (!head && /^(?:what|which|who)$/.test(wh)) ({ head, phrase } = headAfterVerb(words, whAt, text));
	const list = wh === "which" || wh === "what" ? /^(?:are|were)$/.test(next) && / and |s$/.test(head) && /^(?:what|which) are/i.test(text) : false;
	const answerType = list ? "list" : typeOf(wh, head, text);
	return { wh, answerType, head, headPhrase: phrase, entities, stems, compared, comparison: comparisonOf(text, compared, false) };
}

/** `who`, `which`, `where` inside a clause (`the woman who portrayed …`) ask nothing: a noun stands right before them. */
function isRelative(words: readonly Word[], at: number, text: string): boolean {
	const [before, word] = [words[at - 1], words[at]];
	if (!before || !word) return false;
	if (/^(?:what|why|how)$/.test(word.lower)) return false;
	if (/^(?:in|of|at|on|for|from|by|to|with|and|or|is|was|are|were|did|do|does)$/.test(before.lower)) return false;
	return !/[,;:.]\s*$/.test(text.slice(before.end, word.start)) || word.lower !== "which" ? !/[;:.]/.test(text.slice(before.end, word.start)) : false;
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

/** Whether a stem belongs to the phrase that names what is wanted. */
export function isHeadStem(parts: QuestionParts, form: string): boolean {
	return parts.headPhrase.toLowerCase().split(/\s+/).some((word) => stem(word) === form);
}
