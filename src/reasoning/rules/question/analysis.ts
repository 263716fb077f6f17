import { UsageError } from "../../../base/errors.ts";
import type { AnswerKind, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import { namesIn } from "../../../text/entities.ts";
import { memoize } from "../../../text/wordnet.ts";
import { type ComparedSides, comparedSides } from "./compared-sides.ts";
import { answerTypeOf, type ParsedAsk, parseAsk, titleAskedAbout } from "./parse-ask.ts";
import { joinWithAnd, keyWordsOf } from "./phrases.ts";
import { splitRequestedForm } from "./requested-form.ts";
import { type RequestedSet, requestedSet } from "./requested-set.ts";
import { type RequestedTable, requestedTable, setTable } from "./requested-table.ts";
import { asksIn, questionSentences, requestedObject, splitQuestion, withoutMarks } from "./split-question.ts";

/** An English question, parsed for the route and the plan. */
export interface ParsedQuestion {
	asks: ParsedAsk[];
	/** The things compared, if any. */
	sides: ComparedSides | undefined;
	/** The table asked for, if any. */
	table: RequestedTable | undefined;
	/** The set of which it asks for a value of each member, if any. */
	set: RequestedSet | undefined;
	/** A noun phrase. Undefined if the wording gives none. */
	topic: string | undefined;
}

const keyWordsMax = 24;
/** A longer text is a brief if it asks in no sentence, or in the last of many: all of it says what is wanted. Characters. */
const briefMin = 320;

/** Whether the text is a brief, such as an abstract: the question is what it is about as a whole. */
function isBrief({ core, background }: Pick<QuestionAnalysis, "core" | "background">): boolean {
	return core.length + background.length > briefMin;
}

/** Whether the question asks for all that sources say of a matter, however few answer: by a brief, or explicitly. */
export function isSurvey(analysis: Pick<QuestionAnalysis, "core" | "background">): boolean {
	return isBrief(analysis) || titleAskedAbout(analysis.core) !== undefined;
}

/** The analysis in the route, or a new one of the question. Throws a `UsageError` with code `QUESTION_EMPTY`. */
export function analysisOf(question: string, route?: Route): QuestionAnalysis {
	// Routes of older releases hold less.
	if (route?.analysis && "answerType" in route.analysis) return route.analysis;
	return analyse(question);
}

/** Parses a question part by part. Undefined if it is in another language, or has many sentences like an abstract. */
export function parseQuestion(analysis: ParsedParts): ParsedQuestion | undefined {
	if (analysis.language !== "en" || isBrief(analysis)) return undefined;
	const { core, background, asks, marked } = analysis;
	return parseParts(JSON.stringify({ core, background, asks, marked }));
}

type ParsedParts = Pick<QuestionAnalysis, "language" | "core" | "background" | "asks" | "marked">;

/** Parsed once, however many pages are read for a question. `parts`: JSON of what is parsed. */
const parseParts = memoize((parts: string): ParsedQuestion => {
	const analysis = JSON.parse(parts) as Omit<ParsedParts, "language">;
	const asks = analysis.asks.map((text) => parseAsk(text, analysis.marked));
	const sides = asks
		.map(({ own, lead, clause, kind }) =>
			lead !== "" && kind === "comparison" ? comparedSides(`compare ${lead}`, undefined) : comparedSides(own, clause),
		)
		.find((one) => one !== undefined);
	const grid = requestedTable(asks, sides);
	const isNamedRows = (grid?.rows.length ?? 0) > 1 || (sides !== undefined && !sides.choice);
	const set = isNamedRows ? undefined : requestedSet(asksIn(`${analysis.background} ${analysis.core}`));
	const table = set ? setTable(set) : grid;
	const topicByParts = sides
		? [joinWithAnd(sides.names), sides.context].filter(Boolean).join(" ")
		: table && table.rows[0] !== table.columns[0]
			? joinWithAnd(table.rows)
			: undefined;
	return {
		asks,
		sides,
		table,
		set,
		topic: topicByParts ?? asks.map(({ topic }) => topic).find((one) => one !== undefined),
	};
});

const analyse = memoize((question: string): QuestionAnalysis => {
	const whole = question.normalize("NFC").replace(/\s+/gu, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(whole))
		throw new UsageError("QUESTION_EMPTY", "the question has no words", {
			hint: 'ask in words, e.g. assay "What is the default port of PostgreSQL?" --corpus docs',
		});
	const language = detectLanguage(whole);
	const isEnglish = language === "en";
	const { text, form } = isEnglish ? splitRequestedForm(whole, questionSentences) : { text: whole, form: {} };
	const title = isEnglish ? titleAskedAbout(text) : undefined;
	const base = {
		language,
		...(title === undefined
			? splitQuestion(text, isEnglish)
			: { core: withoutMarks(text), background: "", asks: [withoutMarks(text)] }),
		marked: /[?？]["”»]?$/u.test(text),
		// Capitals of a title mark no names, and no page need hold a name of a brief.
		names:
			title === undefined && !(isEnglish && text.length > briefMin)
				? namesIn(isEnglish ? text : text.replace(/^\P{L}*\p{L}+\s/u, ""))
				: [],
		form,
	};
	const parsed = parseQuestion(base);
	const [first] = parsed?.asks ?? [];
	const type = first ? answerTypeOf(first) : "explanation";
	const kind = answerKindOf(parsed);
	const sides = parsed?.sides;
	return {
		...base,
		kind,
		topic: title ?? parsed?.topic,
		keyWords: keyWordsOf(
			title ??
				questionSentences(text)
					.map((one) => (isEnglish ? requestedObject(one) : undefined) ?? withoutMarks(one))
					.join(" "),
			base.names,
			keyWordsMax,
		).filter((word) => isEnglish || word.length >= contentLettersMin || !spacedScripts.test(word)),
		sides: sides?.names ?? [],
		answerType: sides?.choice && type !== "yes_no" ? "entity" : type,
	};
});

/** Shorter words of other languages are mostly function words. In languages without spaces every word counts. Letters. */
const contentLettersMin = 4;
const spacedScripts = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** The kind of the first ask. */
function answerKindOf(parsed: ParsedQuestion | undefined): AnswerKind {
	const { asks: [first] = [], table, sides } = parsed ?? { asks: [] };
	if (!first) return "explanation";
	if (first.kind === "judgement") return "judgement";
	if (table && (table.columns.length > 1 || table.rows.length > 1)) return "table";
	if (sides && !sides.choice) return "comparison";
	return first.kind === "table" ? "list" : first.kind;
}
