import type { QuestionAnalysis, Route, Shape } from "../../../evidence/question.ts";
import { analysisOf, type ParsedQuestion, parseQuestion } from "./analysis.ts";
import { withoutArticle } from "./phrases.ts";

const currentStateWords =
	/\b(?:current(?:ly)?|latest|newest|today|nowadays|right now|as of|at present|present-day|recent(?:ly)?|this year|up to date)\b/iu;
const highStakesWords =
	/\b(?:dos(?:e|es|age)|overdose|medication|side effects?|contraindicat\w+|symptoms?|diagnos\w+|treatments?|vaccin\w+|pregnan\w+|toxic\w*|lethal|cancer|suicid\w+|legal(?:ly)?|illegal|lawsuit|liabilit\w+|tax(?:es|ation)?|invest(?:ing|ment|ments)?|mortgage|bankruptcy|visa|custody)\b/iu;
const subjectsMax = 6;

/** METHOD §1, from the analysis of the question. Throws a `UsageError` with code `QUESTION_EMPTY` if it has no word. */
export function route(question: string): Route {
	const analysis = analysisOf(question);
	const parsed = parseQuestion(analysis);
	const { sides, table, asks = [] } = parsed ?? {};
	const [shape, why] = decideShape(analysis, parsed);
	const { names, topic } = analysis;
	// A lookup follows its names. Other shapes are about their rows, the things compared, or their topic.
	const about = topic && (shape !== "lookup" || names.length === 0) ? [withoutArticle(topic)] : names.slice(0, 1);
	const rows = shape === "extraction" && table ? table.rows : [];
	const subjects = rows.length > 0 ? rows.slice(0, subjectsMax) : (sides?.names ?? about);
	const values =
		shape === "extraction" && table
			? table.columns
			: asks.map(({ text }) => withoutArticle(text.replace(/[?.]$/u, "")));
	return {
		shape,
		answerType: shape === "synthesis" ? "explanation" : analysis.answerType,
		values: shape === "synthesis" ? [] : values.slice(0, subjectsMax),
		subjects,
		recency: currentStateWords.test(question),
		highStakes: highStakesWords.test(question),
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

/** The shape and its reason. The first rule that fits decides. */
function decideShape({ answerType, kind }: QuestionAnalysis, parsed: ParsedQuestion | undefined): [Shape, string] {
	if (!parsed) return ["synthesis", "all of its words say what is wanted"];
	if (kind === "judgement") return ["synthesis", "people answer it differently"];
	if (parsed.table) return ["extraction", parsed.table.why];
	if (kind === "comparison") return ["synthesis", "it asks for a comparison"];
	const kinds = [kind, ...parsed.asks.slice(1).map((one) => one.kind)];
	if (kinds.every((one) => /^(?:value|yes_no|definition)$/u.test(one)))
		return ["lookup", `it asks for one thing: ${answerType.replace("_", " or ")}`];
	return ["synthesis", "it asks how, why, what changed, or what is known"];
}
