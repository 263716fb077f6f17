import type { AnswerType, QuestionAnalysis, Route, Shape } from "../../evidence/question.ts";
import { type Form, formOf } from "./form.ts";
import { answerTypeOf } from "./planning/answer-type.ts";
import { nominalOf } from "./planning/nominal.ts";
import { isOpen } from "./planning/table.ts";
import { analysisOf, isBrief, withoutInstructions } from "./question/analysis.ts";
import { subjectsOf } from "./subjects.ts";
import { type Asked, askedIn } from "./topic.ts";

/** METHOD §1, by the question's form alone. Throws a `UsageError` with code `QUESTION_EMPTY` when there is no word in it. */
export function route(question: string): Route {
	const analysis = analysisOf(question);
	const form = formOf(withoutInstructions(analysis));
	const asked = askedIn(form);
	const answerType = answerTypeOf(form, asked.asks[0]);
	const open = openReason(analysis);
	const { shape, why } = open ? ({ shape: "synthesis", why: open } as const) : shapeOf(form, asked, answerType);
	const subjects =
		open && analysis.sides.length === 0
			? [analysis.topic ?? analysis.names[0] ?? []].flat()
			: subjectsFor(form, asked, shape);
	const comparing = asked.sides !== undefined || comparison.test(form.core) || subjects.length > 1;
	return {
		shape,
		answerType: shape === "synthesis" ? "explanation" : answerType,
		values: shape === "synthesis" ? [] : valuesOf(form, asked, shape),
		subjects,
		recency: current.test(form.whole),
		highStakes: stakes.test(form.whole),
		effort: comparing ? "comparison" : shape === "synthesis" ? "complex" : "fact_check",
		reason: form.english ? why : `${why}; not recognised as English, so it is searched as it stands`,
		analysis,
	};
}

/** Why a question is a synthesis whatever its form; undefined when its form decides. */
function openReason(analysis: QuestionAnalysis): string | undefined {
	if (isBrief(analysis)) return "it is a text of several sentences: all of it says what is wanted";
	if (analysis.language !== "en") return undefined;
	if (analysis.kind === "judgement") return "people answer it differently";
	return analysis.topic &&
		analysis.core.endsWith(analysis.topic) &&
		analysis.kind === "explanation" &&
		analysis.attribute.length === 0
		? "it asks what is said about a matter"
		: undefined;
}

const comparison =
	/\b(?:compare|comparison|versus|vs\.?|differ(?:ence|ences|s)?|better|worse|trade-?offs? between)\b/iu;
const current =
	/\b(?:current(?:ly)?|latest|newest|today|nowadays|right now|as of|at present|present-day|recent(?:ly)?|this year|up to date)\b/iu;
const stakes =
	/\b(?:dos(?:e|es|age)|overdose|medication|side effects?|contraindicat\w+|symptoms?|diagnos\w+|treatments?|vaccin\w+|pregnan\w+|toxic\w*|lethal|cancer|suicid\w+|legal(?:ly)?|illegal|lawsuit|liabilit\w+|tax(?:es|ation)?|invest(?:ing|ment|ments)?|mortgage|bankruptcy|visa|custody)\b/iu;
/** One thing is to be defined: a few words without `of`. */
const definition =
	/^what (?:is|are) (?:an? |the )?[\p{L}\p{N}_./-]+(?: [\p{L}\p{N}_./-]+){0,2}\??$|^what is ["“][^"”]+["”]\??$/iu;

/** The rules in order of precedence; the first that fits decides. */
function shapeOf(form: Form, { asks, sides, table }: Asked, answerType: AnswerType): { shape: Shape; why: string } {
	const [first] = asks;
	const value = { shape: "lookup", why: `it asks for one value: ${answerType.replace("_", " or ")}` } as const;
	if (!form.english)
		return answerType === "explanation" ? { shape: "synthesis", why: "it has no single value" } : value;
	if (table) return { shape: "extraction", why: table.why };
	if (first?.kind === "statement") return value;
	if (sides) return { shape: "synthesis", why: "it asks for a comparison" };
	if (asks.length === 1 && definition.test(first?.text ?? "") && first && !isOpen(first))
		return { shape: "lookup", why: "it asks what one thing is" };
	if (asks.some((one) => one.kind === "phrase" || one.kind === "open"))
		return { shape: "synthesis", why: "it names a topic and no single value" };
	if (asks.some(isOpen)) return { shape: "synthesis", why: "it asks how, why or with what consequences" };
	return value;
}

/** A lookup follows the names in it; other shapes are about their rows, the things compared, or their topic. */
function subjectsFor(form: Form, { sides, table, topic }: Asked, shape: Shape): string[] {
	if (shape === "extraction" && table && table.rows.length > 0) return table.rows.slice(0, 6);
	if (shape !== "lookup" && sides) return sides.names;
	const names = subjectsOf(form);
	if (shape === "lookup" && names.length > 0) return names;
	return topic ? [bare(topic.object ?? topic.text)] : names;
}

function bare(phrase: string): string {
	return phrase.replace(/^(?:the|an?)\s+/iu, "");
}

/** A comparative names the value that decides it. Tested in order on the lower-case question. */
const decisive: readonly (readonly [RegExp, string])[] = [
	[/\b(?:older|younger|oldest|youngest|born (?:first|earlier|later|last))\b/u, "date of birth"],
	[/\b(?:died? (?:first|earlier|later|last)|lived longer)\b/u, "date of death"],
	[/\b(?:founded|established|formed|started|created|opened|built) (?:first|earlier|later|last)\b/u, "year of founding"],
	[
		/\b(?:newer|more recent|released (?:first|earlier|later|last)|came out (?:first|earlier|later))\b/u,
		"year of release",
	],
	[/\b(?:taller|higher|highest|tallest)\b/u, "height"],
	[/\b(?:longer|longest|shorter|shortest)\b/u, "length"],
	[/\b(?:larger|bigger|largest|biggest|smaller|smallest)\b/u, "size"],
];

/** The values to capture, as noun phrases. */
function valuesOf(form: Form, { asks, table }: Asked, shape: Shape): string[] {
	if (shape === "extraction" && table) return table.columns.slice(0, 6);
	const lower = form.core.toLowerCase();
	const choosing = /\bor\b/u.test(lower);
	const decides = choosing ? decisive.find(([pattern]) => pattern.test(lower))?.[1] : undefined;
	if (decides) return [decides];
	const more = /\b(?:more|most|fewer|less|fewest) ((?:\p{Ll}+ ){0,1}\p{Ll}+s)\b/u.exec(lower)?.[1];
	if (more && choosing) return [`number of ${more}`];
	return asks.slice(0, 6).map((ask) => (ask.clause && nominalOf(ask.clause)) ?? bare(ask.text.replace(/[?.]$/u, "")));
}
