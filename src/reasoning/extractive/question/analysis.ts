import { UsageError } from "../../../base/errors.ts";
import type { AnswerKind, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { languageOf } from "../../text/language-of.ts";
import { namesIn } from "../../text/names.ts";
import { type Tag, tagsOf } from "../../text/tags.ts";
import { isKnownWord } from "../../text/wordnet.ts";
import { keywords } from "../../text/words.ts";
import { answerTypeOf, foreignAnswerType } from "./answer-type.ts";
import { type Asked, askedOf } from "./asked.ts";
import { type Ask, reportedOn } from "./asks.ts";
import { type Clause, clauseOf, plain } from "./clause.ts";
import { formedOf } from "./form.ts";
import { keyWordsOf } from "./key-terms.ts";
import { bare, mended, type Parts, partsOf, questionSentences, topicOfClause, withoutRequest } from "./parts.ts";

const kept = new Map<string, QuestionAnalysis>();
const keptMax = 8;
const keyWordsMax = 24;
/** A text longer than this that asks in no sentence, or in the last of many, is a brief: all of it says what is wanted. Characters. */
const briefMin = 320;

/** The route's analysis, or one made anew of the question (the last few are kept). Throws a `UsageError` with code `QUESTION_EMPTY`. */
export function analysisOf(question: string, route?: Route): QuestionAnalysis {
	if (route?.analysis) return route.analysis;
	const known = kept.get(question);
	if (known) return known;
	const made = analyse(question);
	if (kept.size >= keptMax) kept.delete([...kept.keys()][0] ?? "");
	kept.set(question, made);
	return made;
}

/** Shorter words of other languages are mostly function words; of languages written without spaces every word counts. Letters. */
const contentLetters = 4;

/** Capitals throughout say nothing: `WHAT IS THE DEFAULT PORT` → `what is the default port`. */
function quietened(text: string): string {
	return / /u.test(text) && text === text.toUpperCase() && /\p{Lu}.*\s(?:IS|ARE|THE|OF|DO|DOES|AND)\s/u.test(text)
		? text.toLowerCase()
		: text;
}

/** Whether a question is a text of many sentences, such as an abstract or a paragraph of background with a request. */
export function isBrief({ core, background }: QuestionAnalysis): boolean {
	return core.length + background.length > briefMin;
}

function analyse(question: string): QuestionAnalysis {
	const whole = question.normalize("NFC").replace(/\s+/gu, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(whole))
		throw new UsageError("QUESTION_EMPTY", "the question has no words", {
			hint: 'ask in words, e.g. assay "What is the default port of PostgreSQL?" --corpus docs',
		});
	const language = languageOf(whole);
	const english = language === "en";
	const { text, form } = english ? formedOf(mended(quietened(whole)), questionSentences) : { text: whole, form: {} };
	const title = english ? reportedOn(text) : undefined;
	const parts: Parts =
		title === undefined ? partsOf(text, english) : { core: bare(text), background: "", asks: [bare(text)] };
	const marked = /[?？]["”»]?$/u.test(text);
	const clause = english ? clauseOf(parts.asks[0] ?? parts.core) : undefined;
	const names =
		title === undefined ? (english ? namesOf(text) : namesIn(text.replace(/^\P{L}*\p{L}+\s/u, ""))) : titleNames(title);
	const asked =
		title === undefined && english && parts.core.length + parts.background.length <= briefMin
			? askedOf({ asks: parts.asks, marked })
			: undefined;
	const sides = asked?.sides?.names ?? [];
	const first = asked?.asks[0];
	const type = first ? answerTypeOf(first) : english ? "explanation" : foreignAnswerType(parts.core);
	const choice = asked?.sides?.choice === true && type !== "yes_no";
	const base: QuestionAnalysis = {
		language,
		kind: "explanation",
		...parts,
		names,
		topic: title ?? asked?.topic ?? (clause ? topicOfClause(clause) : undefined),
		marked,
		keyWords: keyWordsOf(
			title ?? (english ? questionSentences(text).map(withoutRequest).join(" ") : text),
			names,
			keyWordsMax,
		).filter(
			(word) =>
				english ||
				word.length >= contentLetters ||
				!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word) ||
				names.some((name) => keywords(name).includes(word)),
		),
		attribute: clause ? attributeOf(clause, names) : [],
		sides,
		choice,
		wh: first?.clause?.wh ?? first?.hole?.wh ?? "",
		noun: wantedNoun(first),
		measure: first?.clause?.measure ?? first?.hole?.measure ?? "",
		answerType: choice ? "entity" : type,
		form,
	};
	return { ...base, kind: title === undefined ? kindFor(base, asked) : "explanation" };
}

/** The names in an English text: runs of proper nouns, linked by `of`; two at an `and` are two. */
function namesOf(text: string): string[] {
	const out = new Set<string>();
	for (const sentence of questionSentences(text)) {
		const tags = tagsOf(sentence);
		for (let at = 0; at < tags.length; at++) {
			if (tags[at]?.pos !== "PROPN") continue;
			let end = at;
			while (isLinked(sentence, tags, end))
				end = /^(?:PROPN|NUM)$/u.test(tags[end + 1]?.pos ?? "")
					? end + 1
					: end + (tags[end + 2]?.pos === "PROPN" ? 2 : 3);
			out.add(sentence.slice(tags[at]?.start ?? 0, tags[end]?.end ?? 0).replace(/^["“«]|["”»]$|['’]s$/gu, ""));
			at = end;
		}
	}
	return [...out].filter((name) => /\p{L}/u.test(name));
}

/** Whether the name that ends at a word goes on behind it. */
function isLinked(sentence: string, tags: readonly Tag[], end: number): boolean {
	const [own, next, after, last] = [tags[end], tags[end + 1], tags[end + 2], tags[end + 3]];
	if (!own || !next || /['’]s$/u.test(own.text) || /^["“«]/u.test(own.text + next.text)) return false;
	if (/^(?:PROPN|NUM)$/u.test(next.pos))
		return /^\s$/u.test(sentence.slice(own.end, next.start)) && !(next.pos === "NUM" && next.text.length > 3);
	return next.lower === "of" && (after?.pos === "PROPN" || (after?.lower === "the" && last?.pos === "PROPN"));
}

/** `Which city …`: `city`; `What is the default port of X`: `default port of X`. */
function wantedNoun(ask: Ask | undefined): string {
	if (!ask?.clause) return ask?.hole?.noun ?? "";
	const { noun, subject, verb, wh } = ask.clause;
	return noun !== "" ? noun : wh === "what" && verb === "" && /^(?:the\s+)?\p{Ll}/u.test(subject) ? plain(subject) : "";
}

/** The kind of the first thing asked. A brief, and a question in another language, is answered by what bears on it. */
function kindFor(analysis: QuestionAnalysis, asked: Asked | undefined): AnswerKind {
	if (!asked || analysis.language !== "en" || isBrief(analysis)) return "explanation";
	const kind = asked.asks[0]?.kind ?? "explanation";
	if (kind === "judgement") return kind;
	if (asked.table && (asked.table.columns.length > 1 || asked.table.rows.length > 1)) return "table";
	if (asked.sides && !asked.sides.choice) return "comparison";
	return kind === "table" ? "list" : kind;
}

/** In a title capitals make no names: those words count that no dictionary has. */
function titleNames(title: string): string[] {
	return namesIn(title).flatMap((name) =>
		name.split(" ").filter((word) => /^\p{Lu}/u.test(word) && !isKnownWord(word.toLowerCase())),
	);
}

/** The words of what is wanted of the subject. */
function attributeOf({ noun, verb, rest, subject, wh }: Clause, names: readonly string[]): string[] {
	const named = new Set(names.flatMap((name) => keywords(name)));
	// `What is the default port of X`: what stands before its owner.
	const [owned = ""] = subject.split(/\s(?:of|for|in|on|that|which|who)\s/u);
	const wanted = noun !== "" ? `${noun} ${verb}` : wh === "what" && verb === "" ? owned : `${verb} ${rest}`;
	return keywords(wanted).filter((word) => !named.has(word));
}
