import { UsageError } from "../../../base/errors.ts";
import type { AnswerKind, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { formOf } from "../form.ts";
import { namesIn } from "../names.ts";
import { languageOf } from "../text/language-of.ts";
import { type Tag, tagsOf } from "../text/tags.ts";
import { isKnownWord, verbFiles } from "../text/wordnet.ts";
import { keywords } from "../text/words.ts";
import { askedIn } from "../topic.ts";
import { type Clause, clauseOf } from "./clause.ts";
import { formedOf } from "./form.ts";
import { keyWordsOf } from "./key-terms.ts";
import { kindOf } from "./kind.ts";
import { bare, opensRequest, type Parts, partsOf, questionSentences, topicOfClause } from "./parts.ts";

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

/** The question's text without what it says of the report's form. */
export function withoutInstructions({ core, background, marked }: QuestionAnalysis): string {
	return `${background} ${core}${marked ? "?" : ""}`.trim();
}

/** Shorter words of other languages are mostly function words; of languages written without spaces every word counts. Letters. */
const contentLetters = 4;

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
	const { text, form } = english ? formedOf(whole, questionSentences) : { text: whole, form: {} };
	const title = english ? reportedOn(text) : undefined;
	const parts: Parts =
		title === undefined ? partsOf(text, english) : { core: bare(text), background: "", asks: [bare(text)] };
	const clause = english ? clauseOf(parts.asks[0] ?? parts.core) : undefined;
	const names =
		title === undefined ? (english ? namesOf(text) : namesIn(text.replace(/^\P{L}*\p{L}+\s/u, ""))) : titleNames(title);
	const asked = title === undefined && english && text.length <= briefMin ? askedIn(formOf(text)) : undefined;
	const sides = asked?.sides?.names ?? [];
	const base: QuestionAnalysis = {
		language,
		kind: "explanation",
		...parts,
		names,
		topic: title ?? asked?.topic?.text ?? (clause ? topicOfClause(clause) : undefined),
		marked: /[?？]["”»]?$/u.test(text),
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
		form,
	};
	return { ...base, kind: title === undefined ? kindFor(base, sides, asked?.table !== undefined) : "explanation" };
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

/** A request without its verb: `Compare A and B` → `A and B`. */
function withoutRequest(sentence: string): string {
	const own = bare(sentence);
	const tags = tagsOf(own);
	return tags[0]?.pos === "VERB" && opensRequest(own) && !clauseOf(own) ? own.slice(tags[1]?.start ?? 0) : own;
}

/** The kind of the first thing asked. A brief, and a question in another language, is answered by what bears on it. */
function kindFor(analysis: QuestionAnalysis, sides: readonly string[], table: boolean): AnswerKind {
	if (analysis.language !== "en" || isBrief(analysis)) return "explanation";
	if (table) return "table";
	const { kind } = kindOf(analysis.asks[0] ?? analysis.core);
	return kind === "table" || (kind !== "judgement" && sides.length > 1) ? "comparison" : kind;
}

/** `What does related work say about TITLE?`: a verb of saying or knowing (WordNet), and behind its preposition all that is asked about. */
function reportedOn(text: string): string | undefined {
	const [, verb = "", title = ""] =
		/^(?:what|how much)\b[^?!.]{0,60}?\b(\p{L}+)(?:\s+so far)?\s+(?:about|on|of|concerning|regarding)\s+(.+)$/iu.exec(
			text,
		) ?? [];
	const files = verb === "" ? [] : verbFiles(verb.toLowerCase());
	return files.includes("communication") || files.includes("cognition") ? bare(title) : undefined;
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
