import type { AnswerType, Route, Shape } from "../../evidence/question.ts";
import { answerTypeOf, type Form, formOf } from "./form.ts";
import { aspectsOf, subjectsOf } from "./subjects.ts";

/** METHOD §1, by the question's form alone. Throws a `UsageError` with code `QUESTION_EMPTY` when there is no word in it. */
export function route(question: string): Route {
	const form = formOf(question);
	const answerType = answerTypeOf(form);
	const subjects = subjectsOf(form);
	const comparing = comparison.test(form.core) || subjects.length > 1;
	const { shape, why } = shapeOf(form, answerType, subjects, comparing);
	const values = shape === "synthesis" ? [] : valuesOf(form, shape);
	return {
		shape,
		answerType: shape === "synthesis" ? "explanation" : answerType,
		values,
		subjects,
		recency: current.test(form.whole),
		highStakes: stakes.test(form.whole),
		effort: shape === "synthesis" ? (comparing ? "comparison" : "complex") : comparing ? "comparison" : "fact_check",
		reason: form.english ? why : `${why}; not recognised as English, so it is searched as it stands`,
	};
}

const comparison = /\b(?:compare|comparison|versus|vs\.?|differ(?:ence|ences|s)?|better|worse|trade-?offs? between)\b/iu;
const current = /\b(?:current(?:ly)?|latest|newest|today|nowadays|right now|as of|at present|present-day|recent(?:ly)?|this year|up to date)\b/iu;
const stakes =
	/\b(?:dos(?:e|es|age)|overdose|medication|side effects?|contraindicat\w+|symptoms?|diagnos\w+|treatments?|vaccin\w+|pregnan\w+|toxic\w*|lethal|cancer|suicid\w+|legal(?:ly)?|illegal|lawsuit|liabilit\w+|tax(?:es|ation)?|invest(?:ing|ment|ments)?|mortgage|bankruptcy|visa|custody)\b/iu;

const openForm = /\b(?:how (?:do|does|did|can|could|should|is|are|to)|why|explain|describe|discuss|summari[sz]e|overview|tell me about)\b/iu;
const openNoun =
	/\b(?:pros and cons|advantages?|disadvantages?|benefits?|drawbacks?|costs|trade-?offs?|implications?|consequences|causes|effects|impacts?|challenges|limitations|best practices?|state of the art|role of)\b/iu;
const table = /^(?:list|enumerate|tabulate|name (?:all|the|every)|give (?:me )?(?:all|a list|the list|a table)|show (?:all|every))\b/iu;

/** The rules in order of precedence; the first that fits decides. */
function shapeOf(form: Form, answerType: AnswerType, subjects: string[], comparing: boolean): { shape: Shape; why: string } {
	const ask = form.asks[0] ?? form.core;
	if (/^compare\b/iu.test(ask) && subjects.length > 1 && aspectsOf(form).length > 0)
		return { shape: "extraction", why: "named things are compared by named aspects: a table" };
	if (table.test(ask)) return { shape: "extraction", why: "it asks for a list of things with what is said of each: a table" };
	if (form.asks.length > 1 && form.asks.every((one) => !openForm.test(one) && !openNoun.test(one)))
		return { shape: "extraction", why: `it asks ${form.asks.length} things that each have a value: a table` };
	if (comparing && answerType === "explanation") return { shape: "synthesis", why: "it asks for a comparison" };
	if (answerType === "list") return { shape: "extraction", why: "it asks for every member of a list" };
	if (form.english && definition.test(ask) && form.asks.length === 1) return { shape: "lookup", why: "it asks what one thing is" };
	if (answerType === "explanation" || openNoun.test(ask))
		return openForm.test(ask) || openNoun.test(ask)
			? { shape: "synthesis", why: "it asks how, why or with what consequences" }
			: { shape: "synthesis", why: "it names a topic and no single value" };
	return { shape: "lookup", why: `it asks for one value: ${answerType.replace("_", " or ")}` };
}

const definition = /^what (?:is|are) (?:an? |the )?[\p{L}\p{N}_./-]+(?: [\p{L}\p{N}_./-]+){0,2}$/iu;

/** A comparative names the value that decides it. Tested in order on the lower-case question. */
const decisive: readonly (readonly [RegExp, string])[] = [
	[/\b(?:older|younger|oldest|youngest|born (?:first|earlier|later|last))\b/u, "date of birth"],
	[/\b(?:died? (?:first|earlier|later|last)|lived longer)\b/u, "date of death"],
	[/\b(?:founded|established|formed|started|created|opened|built) (?:first|earlier|later|last)\b/u, "year of founding"],
	[/\b(?:newer|more recent|released (?:first|earlier|later|last)|came out (?:first|earlier|later))\b/u, "year of release"],
	[/\b(?:taller|higher|highest|tallest)\b/u, "height"],
	[/\b(?:longer|longest|shorter|shortest)\b/u, "length"],
	[/\b(?:larger|bigger|largest|biggest|smaller|smallest)\b/u, "size"],
];

/** The values to capture, as noun phrases. */
function valuesOf(form: Form, shape: Shape): string[] {
	const lower = form.core.toLowerCase();
	const more = /\b(?:more|most|fewer|less|fewest) (\p{L}+)/u.exec(lower)?.[1];
	const decides = decisive.find(([pattern]) => pattern.test(lower))?.[1];
	if (decides) return [decides];
	if (more && /\bor\b/u.test(lower)) return [`number of ${more}`];
	const aspects = shape === "extraction" ? aspectsOf(form) : [];
	if (aspects.length > 0) return aspects;
	return form.asks.slice(0, 6).map(valueOf);
}

/** What one question asks for: `What is the default port of X` → `default port of X`. */
function valueOf(ask: string): string {
	const value = ask
		.replace(/^(?:please\s+)?(?:(?:list|enumerate|name|show|give)(?:\s+me)?)\s+(?:(?:all|every|each|the|a list of|the list of)\s+)*/iu, "")
		.replace(/^(?:what|which|who)\s+(?:is|are|was|were)\s+(?:the\s+|an?\s+)?/iu, "")
		.replace(/^(?:in\s+)?(?:what|which)\s+/iu, "")
		.replace(/^when\s+(?:is|was|did|does|are|were)\s+/iu, "time of: ")
		.replace(/^where\s+(?:is|was|did|does|are|were)\s+/iu, "place of: ")
		.replace(/^how\s+(many|much)\s+/iu, "number of ")
		.trim();
	return value === "" ? ask : value;
}
