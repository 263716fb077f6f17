import type { AnswerKind, QuestionAnalysis, Route } from "../../../evidence/question.ts";
import { type Form, formOf } from "../form.ts";
import { questionParts } from "../text/question.ts";
import { keywords } from "../text/words.ts";
import { namesIn } from "../names.ts";
import { askedIn } from "../topic.ts";

const kept = new Map<string, QuestionAnalysis>();
const keptMax = 8;

/** The route's analysis, or one made anew of the question (the last few are kept). */
export function analysisOf(question: string, route?: Route): QuestionAnalysis {
	if (route?.analysis) return route.analysis;
	const known = kept.get(question);
	if (known) return known;
	const made = analyse(formOf(question));
	if (kept.size >= keptMax) kept.delete([...kept.keys()][0] ?? "");
	kept.set(question, made);
	return made;
}

function analyse(form: Form): QuestionAnalysis {
	const asked = askedIn(form);
	return {
		language: form.english ? "en" : "und",
		kind: kindOf(form, asked.table !== undefined, asked.sides !== undefined),
		core: form.core,
		background: form.background,
		asks: form.asks,
		names: namesIn(form.core),
		topic: asked.topic?.text,
		keyWords: keywords(form.core).slice(0, 24),
		attribute: questionParts(form.core).local,
		sides: asked.sides?.sides.map(String) ?? [],
		form: {},
	};
}

function kindOf({ core }: Form, table: boolean, compared: boolean): AnswerKind {
	if (table) return "table";
	if (compared) return "comparison";
	if (/^(?:is|are|was|were|do|does|did|can|could|should|has|have|will)\b/iu.test(core)) return "yes_no";
	if (/^how (?:do|to|can)\b/iu.test(core)) return "steps";
	if (/\bchange[sd]?\b/iu.test(core)) return "change";
	if (/^(?:list|what are)\b/iu.test(core)) return "list";
	return /^(?:why|how (?!many|much))\b/iu.test(core) ? "explanation" : "value";
}
