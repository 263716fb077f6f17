import type { AnswerType, QuestionAnalysis, Route, Shape } from "../../../evidence/question.ts";
import { attributeOf } from "../../text/wordnet.ts";
import { analysisOf, isBrief } from "./analysis.ts";
import { type Asked, askedOf } from "./asked.ts";
import { nominalOf, plain } from "./clause.ts";

const current =
	/\b(?:current(?:ly)?|latest|newest|today|nowadays|right now|as of|at present|present-day|recent(?:ly)?|this year|up to date)\b/iu;
const stakes =
	/\b(?:dos(?:e|es|age)|overdose|medication|side effects?|contraindicat\w+|symptoms?|diagnos\w+|treatments?|vaccin\w+|pregnan\w+|toxic\w*|lethal|cancer|suicid\w+|legal(?:ly)?|illegal|lawsuit|liabilit\w+|tax(?:es|ation)?|invest(?:ing|ment|ments)?|mortgage|bankruptcy|visa|custody)\b/iu;
const most = 6;

/** METHOD §1, from the analysis of the question. Throws a `UsageError` with code `QUESTION_EMPTY` when there is no word in it. */
export function route(question: string): Route {
	const analysis = analysisOf(question);
	const { answerType, language } = analysis;
	const open = language !== "en" || isBrief(analysis);
	const asked = open ? undefined : askedOf(analysis);
	const { shape, why } = shapeOf(analysis, asked, answerType);
	const subjects = subjectsOf(analysis, asked, shape);
	return {
		shape,
		answerType: shape === "synthesis" ? "explanation" : answerType,
		values: shape === "synthesis" ? [] : valuesOf(analysis, asked, shape),
		subjects,
		recency: current.test(question),
		highStakes: stakes.test(question),
		effort:
			analysis.kind === "comparison" || subjects.length > 1
				? "comparison"
				: shape === "synthesis"
					? "complex"
					: "fact_check",
		reason:
			language === "en" ? why : `${why}; not recognised as English, so it is searched as it stands and by its words`,
		analysis,
	};
}

/** The rules in order of precedence; the first that fits decides. */
function shapeOf(
	analysis: QuestionAnalysis,
	asked: Asked | undefined,
	answerType: AnswerType,
): { shape: Shape; why: string } {
	const value = { shape: "lookup", why: `it asks for one value: ${answerType.replace("_", " or ")}` } as const;
	if (isBrief(analysis))
		return { shape: "synthesis", why: "it is a text of several sentences: all of it says what is wanted" };
	if (!asked) return answerType === "explanation" ? { shape: "synthesis", why: "it has no single value" } : value;
	if (analysis.kind === "judgement") return { shape: "synthesis", why: "people answer it differently" };
	if (asked.table) return { shape: "extraction", why: asked.table.why };
	if (asked.sides && (!asked.sides.choice || analysis.kind === "comparison"))
		return { shape: "synthesis", why: "it asks for a comparison" };
	if (asked.asks.some(({ isPhrase }) => isPhrase))
		return { shape: "synthesis", why: "it names a topic and no single value" };
	if (asked.asks.length === 1 && analysis.kind === "definition")
		return { shape: "lookup", why: "it asks what one thing is" };
	if (asked.asks.every(({ kind }) => /^(?:value|yes_no|definition)$/u.test(kind))) return value;
	return { shape: "synthesis", why: "it asks how, why or with what consequences" };
}

/** A lookup follows the names in it; other shapes are about their rows, the things compared, or their topic. */
function subjectsOf({ names, topic }: QuestionAnalysis, asked: Asked | undefined, shape: Shape): string[] {
	if (shape === "extraction" && asked?.table && asked.table.rows.length > 0) return asked.table.rows.slice(0, most);
	if (asked?.sides && (shape !== "lookup" || asked.sides.choice)) return asked.sides.names;
	if (shape === "lookup" && names.length > 0) return names.slice(0, 1);
	return topic ? [plain(topic)] : names.slice(0, 1);
}

/** The values to capture, as noun phrases. */
function valuesOf({ core }: QuestionAnalysis, asked: Asked | undefined, shape: Shape): string[] {
	if (!asked) return [core];
	if (shape === "extraction" && asked.table) return asked.table.columns.slice(0, most);
	const [first] = asked.asks;
	// `Who is older, A or B?`: the comparative names the value that decides.
	const decides =
		asked.sides?.choice && first?.clause
			? attributeOf((first.clause.rest || first.clause.subject).split(/[\s,]/u)[0]?.toLowerCase() ?? "")
			: undefined;
	if (decides) return [decides];
	return asked.asks
		.slice(0, most)
		.map(({ clause, text }) => (clause && nominalOf(clause)) ?? plain(text.replace(/[?.]$/u, "")));
}
