import type { QuestionAnalysis, Route, Shape } from "../../../evidence/question.ts";
import { type Asked, analysisOf, askedOf } from "./analysis.ts";
import { plain } from "./words.ts";

const current =
	/\b(?:current(?:ly)?|latest|newest|today|nowadays|right now|as of|at present|present-day|recent(?:ly)?|this year|up to date)\b/iu;
const stakes =
	/\b(?:dos(?:e|es|age)|overdose|medication|side effects?|contraindicat\w+|symptoms?|diagnos\w+|treatments?|vaccin\w+|pregnan\w+|toxic\w*|lethal|cancer|suicid\w+|legal(?:ly)?|illegal|lawsuit|liabilit\w+|tax(?:es|ation)?|invest(?:ing|ment|ments)?|mortgage|bankruptcy|visa|custody)\b/iu;
const most = 6;

/** METHOD §1, from the analysis of the question. Throws a `UsageError` with code `QUESTION_EMPTY` when there is no word in it. */
export function route(question: string): Route {
	const analysis = analysisOf(question);
	const asked = askedOf(analysis);
	const { shape, why } = shapeOf(analysis, asked);
	const subjects = subjectsOf(analysis, asked, shape);
	return {
		shape,
		answerType: shape === "synthesis" ? "explanation" : analysis.answerType,
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
			analysis.language === "en"
				? why
				: `${why}; not recognised as English, so it is searched as it stands and by its words`,
		analysis,
	};
}

/** The rules in order of precedence; the first that fits decides. */
function shapeOf(
	{ answerType, kind, language }: QuestionAnalysis,
	asked: Asked | undefined,
): { shape: Shape; why: string } {
	const value = { shape: "lookup", why: `it asks for one value: ${answerType.replace("_", " or ")}` } as const;
	if (!asked && language === "en")
		return { shape: "synthesis", why: "it is a text of several sentences: all of it says what is wanted" };
	if (!asked) return answerType === "explanation" ? { shape: "synthesis", why: "it has no single value" } : value;
	if (kind === "judgement") return { shape: "synthesis", why: "people answer it differently" };
	if (asked.table) return { shape: "extraction", why: asked.table.why };
	if (kind === "comparison") return { shape: "synthesis", why: "it asks for a comparison" };
	const kinds = [kind, ...asked.asks.slice(1).map((one) => one.kind)];
	if (kinds.every((one) => one === "definition")) return { shape: "lookup", why: "it asks what one thing is" };
	if (kinds.every((one) => /^(?:value|yes_no|definition)$/u.test(one))) return value;
	return { shape: "synthesis", why: "it asks how, why, what changed, or what is known" };
}

/** A lookup follows the names in it; other shapes are about their rows, the things compared, or their topic. */
function subjectsOf({ names, topic }: QuestionAnalysis, asked: Asked | undefined, shape: Shape): string[] {
	if (shape === "extraction" && asked?.table && asked.table.rows.length > 0) return asked.table.rows.slice(0, most);
	if (asked?.sides) return asked.sides.names;
	if (shape === "lookup" && names.length > 0) return names.slice(0, 1);
	return topic ? [plain(topic)] : names.slice(0, 1);
}

/** The values to capture: columns, else what is asked. */
function valuesOf({ core }: QuestionAnalysis, asked: Asked | undefined, shape: Shape): string[] {
	if (shape === "extraction" && asked?.table) return asked.table.columns.slice(0, most);
	return asked ? asked.asks.slice(0, most).map(({ text }) => plain(text.replace(/[?.]$/u, ""))) : [core];
}
