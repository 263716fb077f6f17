import { UsageError } from "../../../base/errors.ts";
import type { AnswerKind, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import { namesIn } from "../../../text/entities.ts";
import { memoize } from "../../../text/wordnet.ts";
import { type Ask, answerTypeOf, askOf, reportedOn } from "./asks.ts";
import { formedOf } from "./form.ts";
import { bare, partsOf, questionSentences, requestIn } from "./parts.ts";
import { type Sides, sidesOf } from "./sides.ts";
import { type Table, tableOf } from "./table.ts";
import { joined, keyWordsOf } from "./words.ts";

/** An English question, parsed for the route and the plan. */
export interface Asked {
	asks: Ask[];
	/** The things compared, if any. */
	sides: Sides | undefined;
	/** The table asked for, if any. */
	table: Table | undefined;
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
	return isBrief(analysis) || reportedOn(analysis.core) !== undefined;
}

/** The analysis in the route, or a new one of the question. Throws a `UsageError` with code `QUESTION_EMPTY`. */
export function analysisOf(question: string, route?: Route): QuestionAnalysis {
	// Routes of older releases hold less.
	if (route?.analysis && "answerType" in route.analysis) return route.analysis;
	return analyse(question);
}

/** Parses a question part by part. Undefined if it is in another language, or has many sentences like an abstract. */
export function askedOf(
	of: Pick<QuestionAnalysis, "language" | "core" | "background" | "asks" | "marked">,
): Asked | undefined {
	if (of.language !== "en" || isBrief(of)) return undefined;
	const asks = of.asks.map((text) => askOf(text, of.marked));
	const sides = asks
		.map(({ own, lead, clause, kind }) =>
			lead !== "" && kind === "comparison" ? sidesOf(`compare ${lead}`, undefined) : sidesOf(own, clause),
		)
		.find((one) => one !== undefined);
	const table = tableOf(asks, sides);
	const named = sides
		? [joined(sides.names), sides.context].filter(Boolean).join(" ")
		: table && table.rows[0] !== table.columns[0]
			? joined(table.rows)
			: undefined;
	return { asks, sides, table, topic: named ?? asks.map(({ topic }) => topic).find((one) => one !== undefined) };
}

const analyse = memoize((question: string): QuestionAnalysis => {
	const whole = question.normalize("NFC").replace(/\s+/gu, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(whole))
		throw new UsageError("QUESTION_EMPTY", "the question has no words", {
			hint: 'ask in words, e.g. assay "What is the default port of PostgreSQL?" --corpus docs',
		});
	const language = detectLanguage(whole);
	const english = language === "en";
	const { text, form } = english ? formedOf(whole, questionSentences) : { text: whole, form: {} };
	const title = english ? reportedOn(text) : undefined;
	const base = {
		language,
		...(title === undefined ? partsOf(text, english) : { core: bare(text), background: "", asks: [bare(text)] }),
		marked: /[?？]["”»]?$/u.test(text),
		// Capitals of a title mark no names, and no page need hold a name of a brief.
		names:
			title === undefined && !(english && text.length > briefMin)
				? namesIn(english ? text : text.replace(/^\P{L}*\p{L}+\s/u, ""))
				: [],
		form,
	};
	const asked = askedOf(base);
	const [first] = asked?.asks ?? [];
	const type = first ? answerTypeOf(first) : "explanation";
	const kind = kindFor(asked);
	const sides = asked?.sides;
	return {
		...base,
		kind,
		topic: title ?? asked?.topic,
		keyWords: keyWordsOf(
			title ??
				questionSentences(text)
					.map((one) => (english ? requestIn(one) : undefined) ?? bare(one))
					.join(" "),
			base.names,
			keyWordsMax,
		).filter((word) => english || word.length >= contentLetters || !hasSpaces.test(word)),
		sides: sides?.names ?? [],
		answerType: sides?.choice && type !== "yes_no" ? "entity" : type,
	};
});

/** Shorter words of other languages are mostly function words. In languages without spaces every word counts. Letters. */
const contentLetters = 4;
const hasSpaces = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** The kind of the first ask. */
function kindFor(asked: Asked | undefined): AnswerKind {
	const { asks: [first] = [], table, sides } = asked ?? { asks: [] };
	if (!first) return "explanation";
	if (first.kind === "judgement") return "judgement";
	if (table && (table.columns.length > 1 || table.rows.length > 1)) return "table";
	if (sides && !sides.choice) return "comparison";
	return first.kind === "table" ? "list" : first.kind;
}
